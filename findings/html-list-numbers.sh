#!/bin/sh
# A numbered list that starts at 4, skips or counts down: what a player reads as "9. A5" is 5 or 2 in most texts, and nobody
# counts down.
#
# Expected: start=, value= and reversed say which number stands before an item (HTML, 4.4.5 and 4.4.8), and end tags of items
#   may be left out. A text made of it has the same numbers.
# With: inscriptis 2.7.6, html2text 2025.4.15, markdownify 1.2.3 (PyPI); html-to-text 10.0.1, turndown 7.2.5, node-html-markdown
#   2.0.0, html-to-md 0.8.8 (npm).
# Behaviour: value= counts in inscriptis only, which ignores start= in turn, as node-html-markdown does; reversed counts
#   nowhere. Without end tags markdownify runs the items together on one line, and html-to-md returns an empty text.
# Seen: the block "stated" below: the numbers at the beginnings of lines, for lists that browsers number 4 9 10, 3 2 1 and 1 2.
# Why it matters: orders by number, "4. pass", are quoted and answered in HTML mails: an answer goes to another question, or a
#   choice means another move. All lists that count from 1 are right.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q inscriptis==2.7.6 html2text==2025.4.15 markdownify==1.2.3 &&
  npm install --silent --no-audit --no-fund --prefix "$work" html-to-text@10.0.1 turndown@7.2.5 node-html-markdown@2.0.0 html-to-md@0.8.8; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
reversed, html-to-md: 1 2 3
reversed, html-to-text: 1 2 3
reversed, html2text: 1 2 3
reversed, inscriptis: 1 2 3
reversed, markdownify: 1 2 3
reversed, node-html-markdown: 1 2 3
reversed, turndown: 1 2 3
start=4, value=9, html-to-md: 4 5 6
start=4, value=9, html-to-text: 4 5 6
start=4, value=9, html2text: 4 5 6
start=4, value=9, inscriptis: 1 9 10
start=4, value=9, markdownify: 4 5 6
start=4, value=9, node-html-markdown: 1 2 3
start=4, value=9, turndown: 4 5 6
without end tags, html-to-md: 
without end tags, html-to-text: 1 2
without end tags, html2text: 1 2
without end tags, inscriptis: 1 2
without end tags, markdownify: 1
without end tags, node-html-markdown: 1 2
without end tags, turndown: 1 2
E

cat >"$work/lists.json" <<'E'
{
  "start=4, value=9": "<ol start=\"4\"><li>pass</li><li value=\"9\">A5</li><li>B6</li></ol>",
  "reversed": "<ol reversed><li>pass</li><li>A5</li><li>B6</li></ol>",
  "without end tags": "<ol><li>pass<li>A5</ol>"
}
E
cat >"$work/ask.py" <<'E'
import json
import re
import sys

import html2text
import inscriptis
import markdownify

with open(sys.argv[1]) as lists:
    for name, text in json.load(lists).items():
        for library, convert in (
            ("inscriptis", inscriptis.get_text),
            ("html2text", html2text.html2text),
            ("markdownify", markdownify.markdownify),
        ):
            print(f"{name}, {library}:", *re.findall(r"^ *(\d+)\.", convert(text), re.MULTILINE))
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "fs";
import toMarkdown from "html-to-md";
import { convert } from "html-to-text";
import { NodeHtmlMarkdown } from "node-html-markdown";
import Turndown from "turndown";

const turndown = new Turndown();
for (const [name, text] of Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")))) {
  for (const [library, written] of Object.entries({
    "html-to-text": convert(text),
    turndown: turndown.turndown(text),
    "node-html-markdown": NodeHtmlMarkdown.translate(text),
    "html-to-md": toMarkdown(text),
  })) console.log(`${name}, ${library}: ${[...written.matchAll(/^ *(\d+)\./gm)].map((found) => found[1]).join(" ")}`);
}
E
"$work/py/bin/python" "$work/ask.py" "$work/lists.json" >"$work/found"
node "$work/ask.mjs" "$work/lists.json" >>"$work/found"
sort "$work/found" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: no converter of HTML to text numbers all lists as browsers do"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
