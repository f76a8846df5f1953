#!/bin/sh
# A cleaned letter: sanitize-html takes the stroke off a struck-out answer, and four of seven cleaners number a list from 4 on from 1.
#
# Expected: a cleaner of HTML takes away what can do harm. The number at which a list starts and a line through a word are harmless, so
#   that they stay; the more as the words that they belong to stay.
# With: sanitize-html 2.17.5, xss 1.0.17, insane 2.6.2, dompurify 3.5.0 with jsdom 29.1.1 (npm), bleach 6.4.0, nh3 0.3.8,
#   lxml_html_clean 0.4.6 (PyPI), each without settings.
# Behaviour: sanitize-html, xss, insane and bleach drop start and value, nh3 keeps start and drops value; only DOMPurify keeps "reversed", so
#   that a list that counts down counts up elsewhere. sanitize-html keeps <s> and drops <del>, but not the word in it; insane
#   does the reverse and drops <s> with the word. bleach (here with strip=True) drops both strokes and turns 10² into 102.
# Seen: the block "stated" below, by the attributes and marks that are left.
# Why it matters: whoever shows a letter or a reply on a page cleans it first. "4. Tea, 9. Coin" are then 1 and 2, and the player who answers
#   "2" takes the coin or another card; in "<del>3</del> 4" the taken back 3 stands as an answer. All lists of what is allowed
#   are in the manuals, where one has to notice what is not in them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ (cd "$work" && npm install --silent --no-audit --no-fund \
    sanitize-html@2.17.5 xss@1.0.17 insane@2.6.2 dompurify@3.5.0 jsdom@29.1.1) &&
  python3 -m venv "$work/py" && "$work/py/bin/pip" install -q bleach==6.4.0 nh3==0.3.8 lxml_html_clean==0.4.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/letter.html" <<'E'
<ol start="4"><li>Tea</li><li value="9">Coin</li></ol><ol reversed><li>Second</li><li>First</li></ol><p><del>3</del> 4</p><p><s>3</s> 4</p><p>10<sup>2</sup></p>
E
cat >"$work/stated" <<'E'
sanitize-html: start no, value no, reversed no; "3 4", "<s>3</s> 4", "10<sup>2</sup>"
xss: start no, value no, reversed no; "<del>3</del> 4", "<s>3</s> 4", "10<sup>2</sup>"
insane: start no, value no, reversed no; "<del>3</del> 4", " 4", "10<sup>2</sup>"
dompurify: start yes, value yes, reversed yes; "<del>3</del> 4", "<s>3</s> 4", "10<sup>2</sup>"
bleach: start no, value no, reversed no; "3 4", "3 4", "102"
nh3: start yes, value no, reversed no; "<del>3</del> 4", "<s>3</s> 4", "10<sup>2</sup>"
lxml_html_clean: start yes, value yes, reversed no; "<del>3</del> 4", "<s>3</s> 4", "10<sup>2</sup>"
E

cat >"$work/clean.mjs" <<'E'
import fs from "node:fs";
import createDOMPurify from "dompurify";
import insane from "insane";
import { JSDOM } from "jsdom";
import sanitize from "sanitize-html";
import xss from "xss";

const letter = fs.readFileSync("letter.html", "utf8");
const cleaned = {
  "sanitize-html": sanitize(letter), xss: xss(letter), insane: insane(letter),
  dompurify: createDOMPurify(new JSDOM("").window).sanitize(letter),
};
console.log(JSON.stringify(cleaned));
E
cat >"$work/ask.py" <<'E'
import json
import pathlib
import re
import sys

import bleach
import lxml_html_clean
import nh3

work = pathlib.Path(sys.argv[1])
letter = (work / "letter.html").read_text()
cleaned = json.loads((work / "cleaned.json").read_text())
# bleach keeps no paragraphs either: breaks stand in for them, so that the three lines can be told apart.
cleaned["bleach"] = bleach.clean(letter.replace("</p>", "</p>\n"), strip=True)
cleaned["nh3"] = nh3.clean(letter)
cleaned["lxml_html_clean"] = lxml_html_clean.clean_html(letter)
for name, text in cleaned.items():
    kept = ", ".join(f"{word} {'yes' if f' {word}' in text else 'no'}" for word in ("start", "value", "reversed"))
    paragraphs = re.findall("<p>(.*?)</p>", text) or text.rpartition("</ol>")[2].split("\n")
    paragraphs = [paragraph for paragraph in paragraphs if paragraph]
    print(f"{name}: {kept}; " + ", ".join(f'"{paragraph}"' for paragraph in paragraphs))
E
(cd "$work" && node clean.mjs >cleaned.json)
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: four of seven cleaners number lists anew, and three lose a stroke"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
