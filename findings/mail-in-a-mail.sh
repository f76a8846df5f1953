#!/bin/sh
# Somebody else's mail attached to a player's mail: three of five libraries hand on its words as the player's text.
#
# Expected: an attached mail (message/rfc822) is an attachment; its body belongs to that mail. Whoever asks for the text of
#   a mail gets what its sender wrote.
# With: Python's email, mail-parser 4.8.0, imap-tools 1.16.0 (PyPI); mailparser 3.14.2, postal-mime 4.0.0 (npm).
# Behaviour: mail-parser and imap-tools walk into the attached mail and take its text for one more text of the outer mail, even
#   with "Content-Disposition: attachment"; only the list of attachments differs. postal-mime does so (with a head "From: ...")
#   if the disposition is missing, which RFC 2183 allows. Python's email and mailparser keep to the outer mail.
# Seen: the block "stated" below, line breaks as "/".
# Why it matters: "forward as attachment" is a menu item of mail programs. Ann passes and attaches Ben's old order as a proof,
#   and the service reads "pass" and "play A5" in one letter, from Ann.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mail-parser==4.8.0 imap-tools==1.16.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" mailparser@3.14.2 postal-mime@4.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
Python, attachment: I pass
mail-parser, attachment: I pass/play A5
imap-tools, attachment: I pass/play A5
Python, no disposition: I pass
mail-parser, no disposition: I pass/play A5
imap-tools, no disposition: I pass/play A5
mailparser, attachment: I pass
postal-mime, attachment: I pass
mailparser, no disposition: I pass
postal-mime, no disposition: I pass/------------------------------/From:    Ben <ben@example.org>/Subject: my order/To:      ann@example.org/------------------------------/play A5
E

cat >"$work/ask.py" <<'E'
import email
import email.policy
import sys

import imap_tools
import mailparser

for name, disposition in (("attachment", ["Content-Disposition: attachment"]), ("no disposition", [])):
    raw = "\r\n".join((
        "From: Ann <ann@example.org>", "To: game@example.org", "Subject: turn", "MIME-Version: 1.0",
        'Content-Type: multipart/mixed; boundary="b"', "", "--b", "Content-Type: text/plain", "", "I pass", "",
        "--b", "Content-Type: message/rfc822", *disposition, "", "From: Ben <ben@example.org>", "To: ann@example.org",
        "Subject: my order", "MIME-Version: 1.0", "Content-Type: text/plain", "", "play A5", "", "--b--", "",
    )).encode()  # fmt: skip
    with open(f"{sys.argv[1]}/{name}.eml", "wb") as file:
        file.write(raw)
    message = email.message_from_bytes(raw, policy=email.policy.default)
    for library, text in (
        ("Python", message.get_body().get_content()),
        ("mail-parser", "".join(mailparser.parse_from_bytes(raw).text_plain)),
        ("imap-tools", imap_tools.MailMessage.from_bytes(raw).text),
    ):
        print(f"{library}, {name}:", "/".join(text.split("\r\n")).rstrip("/"))
E
cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const { simpleParser } = require("mailparser");
(async () => {
  const PostalMime = (await import("postal-mime")).default;
  for (const name of ["attachment", "no disposition"]) {
    const raw = fs.readFileSync(`${__dirname}/${name}.eml`);
    const show = (library, { text }) => console.log(`${library}, ${name}: ${text.trim().replace(/\n+/g, "/")}`);
    show("mailparser", await simpleParser(raw));
    show("postal-mime", await PostalMime.parse(raw));
  }
})();
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: mail-parser, imap-tools and postal-mime mix an attached mail into the text"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
