#!/bin/sh
# "Tee für fünf" by emailjs or mimetext: eight bits under the label "7bit", and emailjs leaves MIME-Version out as well.
#
# Expected: a library that composes mails encodes a text with umlauts as quoted-printable or base64, or labels it "8bit"; a mail that uses MIME says so.
# With: emailjs 5.0.3, mimetext 3.0.28, nodemailer 10.6.1 (npm); Python 3.11 or later.
# Behaviour: emailjs and mimetext write UTF-8 as it is under "Content-Transfer-Encoding: 7bit", which promises ASCII (RFC 2045). emailjs writes MIME-Version
#   only for mails with several parts. mimetext does as told by an option "encoding", but does not encode anything by itself.
# Seen: the block "stated" below, with what Python makes of it on handing on: as_bytes() keeps it, as_string() and a policy for seven bits write it anew.
# Why it matters: many readers forgive it, so that nobody notices. A server that trusts the label need not encode the mail for one without 8BITMIME, and a
#   DKIM signature breaks as soon as one on the way writes the mail as its label says.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" emailjs@5.0.3 mimetext@3.0.28 nodemailer@10.6.1 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
emailjs: MIME-Version None, 7bit, eight bits
  by as_string(): base64; for seven bits: base64
mimetext: MIME-Version 1.0, 7bit, eight bits
  by as_string(): base64; for seven bits: base64
nodemailer: MIME-Version 1.0, quoted-printable, seven bits
  by as_string(): quoted-printable; for seven bits: quoted-printable
E

cat >"$work/write.mjs" <<'E'
import { writeFileSync } from "node:fs";
import { Message } from "emailjs";
import { createMimeMessage } from "mimetext";
import nodemailer from "nodemailer";

const head = { from: "game@example.org", to: "ann@example.org", subject: "Tea" };
const text = "Tee f\u00fcr f\u00fcnf";
writeFileSync("emailjs", await new Message({ ...head, text }).readAsync());
const mail = createMimeMessage();
mail.setSender(head.from);
mail.setRecipient(head.to);
mail.setSubject(head.subject);
mail.addMessage({ contentType: "text/plain", data: text });
writeFileSync("mimetext", mail.asRaw());
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
writeFileSync("nodemailer", (await transport.sendMail({ ...head, text })).message);
E
cat >"$work/ask.py" <<'E'
import email
import email.policy
import os
import subprocess
import sys

os.chdir(sys.argv[1])
subprocess.run(["node", "write.mjs"], check=True)
for name in ("emailjs", "mimetext", "nodemailer"):
    with open(name, "rb") as file:
        raw = file.read()
    mail = email.message_from_bytes(raw)
    body = raw.split(b"\r\n\r\n", 1)[-1] if b"\r\n\r\n" in raw else raw.split(b"\n\n", 1)[-1]
    bits = "seven bits" if body.isascii() else "eight bits"
    print(f"{name}: MIME-Version {mail['MIME-Version']}, {mail['Content-Transfer-Encoding']}, {bits}")
    handed = email.message_from_string(mail.as_string())
    strict = email.message_from_bytes(email.message_from_bytes(raw, policy=email.policy.SMTP.clone(cte_type="7bit")).as_bytes())
    print(f"  by as_string(): {handed['Content-Transfer-Encoding']}; for seven bits: {strict['Content-Transfer-Encoding']}")
E
python3 "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: emailjs and mimetext send eight bits as 7bit"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
