#!/bin/sh
# The heading "Join with aBc-9" becomes "JOIN WITH ABC-9" in the plain text of a mail, and table cells "A 5" become "A5".
#
# Expected: turning HTML into text drops the looks and keeps the letters; cells of a table stay words of their own.
# With: @react-email/render 2.3.1 with react 19.3.1, mailparser 3.14.2, html-to-text 10.0.1 (npm); inscriptis 2.7.6,
#   html2text 2025.4.15 (PyPI).
# Behaviour: html-to-text writes headings in capitals unless told not to, and everything built upon it passes that on: the text
#   part that React Email renders, and the text that mailparser gives of a mail that is HTML only. "ß" becomes "SS". Cells
#   and rows of a table follow each other with nothing between (React Email: one line for each). The Python libraries
#   keep both.
# Seen: the block "stated" below, line breaks as "/".
# Why it matters: a code to join with, sent as a heading, works for readers of HTML only; and of an answer that is HTML, "aB"
#   arrives as "AB" and the row "A", "1" and "0" as "A10".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q inscriptis==2.7.6 html2text==2025.4.15 &&
  npm install --silent --no-audit --no-fund --prefix "$work" @react-email/render@2.3.1 react@19.3.1 react-dom@19.3.1 \
    mailparser@3.14.2 html-to-text@10.0.1; } >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
html-to-text: JOIN WITH ABC-9 (SPASS)/A10B20
mailparser: JOIN WITH ABC-9 (SPASS)/A10B20
React Email: JOIN WITH ABC-9 (SPASS)/A/1/0/B/2/0
inscriptis: Join with aBc-9 (Spaß)/A 1 0/B 2 0
html2text: ## Join with aBc-9 (Spaß)/A| 1| 0/---|---|---/B| 2| 0
E

cat >"$work/mail.html" <<'E'
<h2>Join with aBc-9 (Spaß)</h2><table><tr><td>A</td><td>1</td><td>0</td></tr><tr><td>B</td><td>2</td><td>0</td></tr></table>
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import { toPlainText } from "@react-email/render";
import { htmlToText } from "html-to-text";
import { simpleParser } from "mailparser";

const html = readFileSync(new URL("mail.html", import.meta.url), "utf8").trim();
const show = (name, text) => console.log(`${name}: ${text.trim().replace(/\s*\n\s*/g, "/")}`);
show("html-to-text", htmlToText(html));
const mail = `From: ann@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;
show("mailparser", (await simpleParser(mail)).text);
show("React Email", toPlainText(html));
E
cat >"$work/ask.py" <<'E'
import re
import sys

import html2text
import inscriptis

html = open(f"{sys.argv[1]}/mail.html", encoding="utf-8").read()
for name, text in (("inscriptis", inscriptis.get_text(html)), ("html2text", html2text.html2text(html))):
    print(f"{name}:", re.sub(r"\s*\n\s*", "/", re.sub(" +", " ", text.strip())))
E
node "$work/ask.mjs" >"$work/seen"
PYTHONUTF8=1 "$work/py/bin/python" "$work/ask.py" "$work" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: React Email, mailparser and html-to-text write headings in capitals and run cells together"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
