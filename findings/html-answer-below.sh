#!/bin/sh
# An HTML answer below the quote, or between its lines: planer gives an empty answer, quotequail says that it is part of the quote.
#
# Expected: both libraries cut quotes out of HTML mails by what mail programs mark as a quote (blockquote, gmail_quote). What stands
#   below a quote, or between two, is no quote, and stays.
# With: planer 1.2.0 (npm; the JavaScript port of talon) with jsdom 24.1.3, quotequail 0.5.4 (PyPI).
# Behaviour: planer cuts from the line "... wrote:" to the end of the part that holds it, so that nothing is left; a text below a quote of
#   Apple Mail it keeps. A passage that the writer has indented (a blockquote of the own text) it drops. quotequail's quote_html
#   marks all below "... wrote:" as quote; its unwrap_html gives what is below, mixed with later quotes.
# Seen: the block "stated" below, for marked answers 1 and 2 and a quoted question (Q).
# Why it matters: Thunderbird puts the cursor below the quote as it comes, and answers between the lines are how people answer several
#   questions. Such an answer arrives as an empty mail: the player has moved, and loses by time.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q quotequail==0.5.4 &&
  npm install --silent --no-audit --no-fund --prefix "$work" planer@1.2.0 jsdom@24.1.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
quotequail, Gmail, above: 1
quotequail, Gmail, below: -
quotequail, Gmail, between: -
quotequail, Thunderbird, above: 1
quotequail, Thunderbird, below: -
quotequail, Thunderbird, between: -
quotequail, Apple Mail, above: 1
quotequail, Apple Mail, below: -
quotequail, no quote, 1 indented: 1 2
planer, Gmail, above: 1
planer, Gmail, below: -
planer, Gmail, between: -
planer, Thunderbird, above: 1
planer, Thunderbird, below: -
planer, Thunderbird, between: -
planer, Apple Mail, above: 1
planer, Apple Mail, below: 1
planer, no quote, 1 indented: 2
E

cat >"$work/ask.py" <<'E'
import json
import re
import sys

import quotequail

head = "On 6/1/26 10:00, Game wrote:"
gmail = '<div dir="ltr">%s<div class="gmail_quote"><div dir="ltr" class="gmail_attr">' + head + "<br></div>%s</div></div>"
thunderbird = '<html><body>%s<div class="moz-cite-prefix">' + head + "<br></div>%s</body></html>"
apple = '<html><body>%s<div><blockquote type="cite"><div>' + head + "</div><br><div>Q</div></blockquote></div>%s</body></html>"
gmail_quote = '<blockquote class="gmail_quote">Q<br></blockquote>'
cite = '<blockquote type="cite" cite="mid:1@example.org"><p>Q</p></blockquote>'
mails = {
    "Gmail, above": gmail % ("<div>1</div>", gmail_quote),
    "Gmail, below": gmail % ("", gmail_quote + "<div>1</div>"),
    "Gmail, between": gmail % ("", f"{gmail_quote}<div>1</div>{gmail_quote}<div>2</div>"),
    "Thunderbird, above": thunderbird % ("<p>1</p>", cite),
    "Thunderbird, below": thunderbird % ("", f"{cite}<p>1</p>"),
    "Thunderbird, between": thunderbird % ("", f"{cite}<p>1</p>{cite}<p>2</p>"),
    "Apple Mail, above": apple % ("<div>1</div>", ""),
    "Apple Mail, below": apple % ("", "<div>1</div>"),
    "no quote, 1 indented": "<html><body><blockquote>1</blockquote><p>2</p></body></html>",
}


def plain(html):
    return " ".join(re.sub("<[^>]*>", " ", html or "").replace(head, "").split()) or "-"


for name, mail in mails.items():
    own = " ".join(plain(part) for is_own, part in quotequail.quote_html(mail) if is_own)
    print(f"quotequail, {name}: {own}")
with open(f"{sys.argv[1]}/mails.json", "w") as file:
    json.dump(mails, file)
E
cat >"$work/ask.cjs" <<'E'
const { JSDOM } = require("jsdom");
const { extractFromHtml } = require("planer");
for (const [name, mail] of Object.entries(require("./mails.json"))) {
  const text = extractFromHtml(mail, new JSDOM("").window.document).replace(/<[^>]*>/g, " ");
  console.log(`planer, ${name}: ${text.split(/\s+/).filter(Boolean).join(" ") || "-"}`);
}
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: an HTML answer below the quote is lost in planer and counts as quoted in quotequail"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
