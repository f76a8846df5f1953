#!/bin/sh
# An order crossed out in an HTML mail: five of eight converters hand on both, "A5 B6", and 10² as 102.
#
# Expected: a word inside <del>, <s> or <strike> does not count; a converter to text marks it (~~A5~~) or leaves it out, and
#   writes 10^2 or 10² for 10<sup>2</sup>.
# With: inscriptis 2.7.6, html2text 2025.4.15, markdownify 1.2.3, beautifulsoup4 4.15.0 (PyPI); html-to-text 10.0.1, turndown
#   7.2.5, mailparser 3.14.2, node-html-markdown 2.0.0 (npm).
# Behaviour: inscriptis, BeautifulSoup, html-to-text, turndown (without its plugin) and mailparser write what is crossed out
#   like the rest. html2text and node-html-markdown mark the three elements, markdownify all but <strike>, and none marks
#   text-decoration: line-through, which mail programs write, too. All glue a raised 2 to the 10.
# Seen: the block "stated" below.
# Why it matters: who changes an order crosses the old one out, and it comes first. The text is well-formed, so that a server
#   that reads orders by mail plays A5; treat such a mail as unclear before it is converted.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q inscriptis==2.7.6 html2text==2025.4.15 markdownify==1.2.3 beautifulsoup4==4.15.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" html-to-text@10.0.1 turndown@7.2.5 mailparser@3.14.2 node-html-markdown@2.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
inscriptis: Play A5 B5 C5 D5 E6, bid 102
BeautifulSoup: Play A5 B5 C5 D5 E6, bid 102
html2text: Play ~~A5~~ ~~B5~~ ~~C5~~ D5 E6, bid 102
markdownify: Play ~~A5~~ ~~B5~~ C5 D5 E6, bid 102
html-to-text: Play A5 B5 C5 D5 E6, bid 102
turndown: Play A5 B5 C5 D5 E6, bid 102
mailparser: Play A5 B5 C5 D5 E6, bid 102
node-html-markdown: Play ~~A5~~ ~~B5~~ ~~C5~~ D5 E6, bid 102
E

cat >"$work/ask.py" <<'E'
import sys

import bs4
import html2text
import inscriptis
import markdownify

mail = sys.argv[1]
for name, convert in (
    ("inscriptis", inscriptis.get_text),
    ("BeautifulSoup", lambda text: bs4.BeautifulSoup(text, "html.parser").get_text()),
    ("html2text", html2text.html2text),
    ("markdownify", markdownify.markdownify),
):
    print(f"{name}: {convert(mail).strip()}")
E
cat >"$work/ask.mjs" <<'E'
import { convert } from "html-to-text";
import { simpleParser } from "mailparser";
import { NodeHtmlMarkdown } from "node-html-markdown";
import Turndown from "turndown";

const mail = process.argv[2];
const parsed = await simpleParser(`Subject: Move 7\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${mail}\r\n`);
for (const [name, text] of Object.entries({
  "html-to-text": convert(mail),
  turndown: new Turndown().turndown(mail),
  mailparser: parsed.text,
  "node-html-markdown": NodeHtmlMarkdown.translate(mail),
})) console.log(`${name}: ${text.trim()}`);
E
mail='<p>Play <del>A5</del> <s>B5</s> <strike>C5</strike> <span style="text-decoration: line-through">D5</span> E6, bid 10<sup>2</sup></p>'
"$work/py/bin/python" "$work/ask.py" "$mail" >"$work/seen"
node "$work/ask.mjs" "$mail" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: what is crossed out in a mail arrives like the rest"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
