#!/bin/sh
# One-click unsubscribing and DKIM: dkimpy and mailauth sign "List-Unsubscribe" and leave "List-Unsubscribe-Post" unsigned.
#
# Expected: a signer that signs one of the two headers signs the other: RFC 8058 makes both part of one thing, demands that
#   the signature covers both, and is nine years old.
# With: dkimpy 1.1.8 (PyPI); mailauth 4.13.3, nodemailer 10.6.1 (npm), each with its own list of headers.
# Behaviour: of the same mail dkimpy and mailauth cover List-Id and List-Unsubscribe only. nodemailer covers all three. Every
#   signature is valid, so that tests and checkers of DKIM say "pass".
# Seen: the block "stated" below: which of the headers stand in the signature's h=.
# Why it matters: a mail provider that keeps to the RFC shows no button to unsubscribe, so readers press "spam" in its place; large
#   senders must have the button. Name the headers to sign yourself.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q dkimpy==1.1.8 &&
  npm install --silent --no-audit --no-fund --prefix "$work" mailauth@4.13.3 nodemailer@10.6.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
nodemailer: list-id list-unsubscribe list-unsubscribe-post
mailauth: list-id list-unsubscribe
dkimpy: list-id list-unsubscribe
E

cat >"$work/ask.cjs" <<'E'
const fs = require("fs");
const { generateKeyPairSync } = require("crypto");
const nodemailer = require("nodemailer");
const { dkimSign } = require("mailauth/lib/dkim/sign");

const privateKey = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
}).privateKey;
const mail = {
  from: "game@example.org", to: "ann@example.org", subject: "turn", text: "Your turn.",
  headers: { "List-Id": "<g.example.org>", "List-Unsubscribe": "<https://example.org/u>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
};
const write = async (dkim) => (await nodemailer.createTransport({ streamTransport: true, buffer: true, dkim }).sendMail(mail)).message;
const show = (name, signature) => {
  const names = signature.replace(/\s+/g, "").match(/;h=([^;]*)/)[1].toLowerCase().split(":");
  console.log(`${name}:`, names.filter((one) => one.startsWith("list-")).sort().join(" "));
};
(async () => {
  const signed = (await write({ domainName: "example.org", keySelector: "s", privateKey })).toString();
  show("nodemailer", signed.match(/^DKIM-Signature:[^]*?(?=\r\n\S)/m)[0]);
  const raw = await write();
  const signatureData = [{ signingDomain: "example.org", selector: "s", privateKey }];
  show("mailauth", (await dkimSign(raw, { signatureData })).signatures);
  fs.writeFileSync(`${__dirname}/mail.eml`, raw);
  fs.writeFileSync(`${__dirname}/key.pem`, privateKey);
})();
E
cat >"$work/ask.py" <<'E'
import re
import sys

import dkim

mail, key = (open(f"{sys.argv[1]}/{name}", "rb").read() for name in ("mail.eml", "key.pem"))
signature = re.sub(r"\s+", "", dkim.sign(mail, b"s", b"example.org", key).decode())
names = re.search(";h=([^;]*)", signature).group(1).lower().split(":")
print("dkimpy:", *sorted(name for name in names if name.startswith("list-")))
E
node "$work/ask.cjs" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" "$work" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: dkimpy and mailauth leave List-Unsubscribe-Post unsigned"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
