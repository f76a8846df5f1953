#!/bin/sh
# Text, a picture, more text in one mail: Python reads the first half only, imap-tools glues the halves into one word.
#
# Expected: in a multipart/mixed of text, picture and text (what Apple Mail sends for a picture within the text) both texts
#   are the body, each on lines of its own: the line break before a boundary is the boundary's, the next part starts anew.
# With: Python's email, imap-tools 1.16.0, mail-parser 4.8.0 (PyPI); mailparser 3.14.2, postal-mime 4.0.0 (npm).
# Behaviour: get_body() of Python's email looks at the first part of a mixed mail only; the rest comes with iter_attachments(),
#   without a file name. imap-tools joins all texts with nothing between, also the footer of a mailing list. The two npm
#   libraries put a line break between; mail-parser gives a list.
# Seen: the block "stated" below.
# Why it matters: the second half of the orders is lost without an error, or the last word of the first is another word: "move 1"
#   and "2 cards" become "move 12 cards".
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mail-parser==4.8.0 imap-tools==1.16.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" mailparser@3.14.2 postal-mime@4.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
Python: "move 1"
Python, the other parts: image/png map.png, text/plain None
imap-tools: "move 12 cards"
mail-parser: ["move 1", "2 cards"]
mailparser: "move 1\n2 cards"
postal-mime: "move 1\n\n2 cards\n"
E

cat >"$work/ask.py" <<'E'
import email
import email.policy
import json
import sys

import imap_tools
import mailparser

raw = "\r\n".join((
    "From: Ann <ann@example.org>", "To: game@example.org", "Subject: turn", "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"', "", "--b", "Content-Type: text/plain; charset=utf-8", "", "move 1",
    "--b", "Content-Type: image/png", 'Content-Disposition: inline; filename="map.png"',
    "Content-Transfer-Encoding: base64", "", "iVBORw0KGgo=",
    "--b", "Content-Type: text/plain; charset=utf-8", "", "2 cards", "--b--", "",
)).encode()  # fmt: skip
with open(f"{sys.argv[1]}/mail.eml", "wb") as file:
    file.write(raw)
message = email.message_from_bytes(raw, policy=email.policy.default)
print("Python:", json.dumps(message.get_body().get_content()))
others = (f"{part.get_content_type()} {part.get_filename()}" for part in message.iter_attachments())
print("Python, the other parts:", ", ".join(others))
print("imap-tools:", json.dumps(imap_tools.MailMessage.from_bytes(raw).text))
print("mail-parser:", json.dumps(mailparser.parse_from_bytes(raw).text_plain))
E
cat >"$work/ask.cjs" <<'E'
const raw = require("fs").readFileSync(`${__dirname}/mail.eml`);
const { simpleParser } = require("mailparser");
(async () => {
  const PostalMime = (await import("postal-mime")).default;
  console.log("mailparser:", JSON.stringify((await simpleParser(raw)).text));
  console.log("postal-mime:", JSON.stringify((await PostalMime.parse(raw)).text));
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: text behind a picture is lost in Python's get_body() and glued on by imap-tools"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
