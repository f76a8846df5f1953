#!/bin/sh
# A mail to "Müller, Bärbel", as Exchange writes names: three parsers of mail find two people, the first without an address.
#
# Expected: the comma is inside an encoded word, and encoded words are decoded after the addresses were told apart (RFC 2047,
#   6.2); a comma in quotation marks separates nothing either (RFC 5322, 3.4).
# With: letterparser 0.1.8, eml-parse-js 1.1.15, eml-format 0.6.1, postal-mime 4.0.0, mailparser 3.14.2, emailjs-mime-parser
#   2.0.7 (npm); mail-parser 4.8.0, imap-tools 1.16.0 (PyPI).
# Behaviour: letterparser and eml-parse-js decode first and split then. eml-format splits "Meyer, Ann" in spite of the quotation
#   marks. The other five read each as one person.
# Seen: the block "stated" below: whom To names, a person each between the bars.
# Why it matters: "surname, given name" is what companies' directories make of names. The player is not found by the address
#   "Müller", or an answer goes there; names without umlauts, and those without a comma, work.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mail-parser==4.8.0 imap-tools==1.16.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" letterparser@0.1.8 eml-parse-js@1.1.15 eml-format@0.6.1 postal-mime@4.0.0 \
    mailparser@3.14.2 emailjs-mime-parser@2.0.7; } >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
letterparser: | - <Müller> | Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
eml-parse-js: | Müller <> | Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
eml-format: | Müller,_Bärbel <b@example.org> | - <"Meyer> | Ann <ann@example.org> |
postal-mime: | Müller, Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
mailparser: | Müller, Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
emailjs-mime-parser: | Müller, Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
mail-parser: | Müller, Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
imap-tools: | Müller, Bärbel <b@example.org> | Meyer, Ann <ann@example.org> |
E

cat >"$work/mail" <<'E'
From: Server <turn@example.org>
To: =?utf-8?Q?M=C3=BCller=2C_B=C3=A4rbel?= <b@example.org>, "Meyer, Ann" <ann@example.org>
Subject: Your turn
MIME-Version: 1.0
Content-Type: text/plain

Move 7
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "fs";
import { createRequire } from "module";
import { extract } from "letterparser";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";

const require = createRequire(import.meta.url);
const emlFormat = require("eml-format");
const { readEml } = require("eml-parse-js");
const parse = require("emailjs-mime-parser").default;

const mail = readFileSync(process.argv[2], "utf8").replaceAll("\n", "\r\n");
const ofFormat = await new Promise((done) => emlFormat.read(mail, (error, read) => done(read)));
for (const [name, people] of Object.entries({
  letterparser: extract(mail).to,
  "eml-parse-js": readEml(mail).to,
  "eml-format": ofFormat.to,
  "postal-mime": (await PostalMime.parse(mail)).to,
  mailparser: (await simpleParser(mail)).to.value,
  "emailjs-mime-parser": parse(Buffer.from(mail)).headers.to[0].value,
})) console.log(`${name}: | ${people.map((one) => `${one.name ?? "-"} <${one.address ?? one.email}>`).join(" | ")} |`);
E
cat >"$work/ask.py" <<'E'
import pathlib
import sys

import imap_tools
import mailparser

mail = pathlib.Path(sys.argv[1]).read_bytes()
for library, people in (
    ("mail-parser", mailparser.parse_from_bytes(mail).to),
    ("imap-tools", [(one.name, one.email) for one in imap_tools.MailMessage.from_bytes(mail).to_values]),
):
    print(f"{library}: |", *[f"{name} <{address}> |" for name, address in people])
E
node "$work/ask.mjs" "$work/mail" >"$work/seen" 2>"$work/log"
"$work/py/bin/python" "$work/ask.py" "$work/mail" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: three parsers of mail make two people of \"Müller, Bärbel\" or \"Meyer, Ann\""
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
