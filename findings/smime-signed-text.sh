#!/bin/sh
# "Anna: your turn" signed as S/MIME by cryptography: openssl says that the signature is good, and readers show nothing of it, or begin behind its first blank line.
#
# Expected: a text that is signed for S/MIME becomes the text of a signed mail; the option "Text" adds a media type at most.
# With: cryptography 50.0.2 (PyPI), postal-mime 4.0.0, mailparser 3.14.2 (npm), openssl on the PATH.
# Behaviour: without PKCS7Options.Text the data has to be a MIME part with its own header already, and nothing checks that. A plain text is signed and
#   put there as it is, so that readers take its lines up to the first blank one for a header. The signature covers the text and is good.
# Seen: the block "stated" below.
# Why it matters: a test that verifies the signature passes. The player sees an empty letter, or the choices without
#   the question.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q cryptography==50.0.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" postal-mime@4.0.0 mailparser@3.14.2 && openssl version; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
'Your turn\n1. Tea\n' with DetachedSignature
  openssl: good
  postal-mime: null
  mailparser: null
'Your turn\n1. Tea\n' with DetachedSignature, Text
  openssl: good
  postal-mime: "Your turn\n1. Tea"
  mailparser: "Your turn\n1. Tea"
'Anna: your turn\n\n1. Tea\n2. Coin\n' with DetachedSignature
  openssl: good
  postal-mime: "1. Tea\n2. Coin"
  mailparser: "1. Tea\n2. Coin"
'Anna: your turn\n\n1. Tea\n2. Coin\n' with DetachedSignature, Text
  openssl: good
  postal-mime: "Anna: your turn\n\n1. Tea\n2. Coin"
  mailparser: "Anna: your turn\n\n1. Tea\n2. Coin"
E

cat >"$work/read.mjs" <<'E'
import { readFileSync } from "node:fs";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";

const mail = readFileSync("letter.eml");
const shown = (text) => JSON.stringify(text?.trim() ?? null);
console.log(`  postal-mime: ${shown((await PostalMime.parse(mail)).text)}`);
console.log(`  mailparser: ${shown((await simpleParser(mail)).text)}`);
E
cat >"$work/ask.py" <<'E'
import datetime
import os
import subprocess
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7Options, PKCS7SignatureBuilder

os.chdir(sys.argv[1])
key = rsa.generate_private_key(65537, 2048)
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "game")])
now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
certificate = x509.CertificateBuilder(name, name, key.public_key(), 5, now - day, now + day).sign(key, hashes.SHA256())
with open("certificate.pem", "wb") as file:
    file.write(certificate.public_bytes(serialization.Encoding.PEM))
for text in (b"Your turn\n1. Tea\n", b"Anna: your turn\n\n1. Tea\n2. Coin\n"):
    for options in ([PKCS7Options.DetachedSignature], [PKCS7Options.DetachedSignature, PKCS7Options.Text]):
        builder = PKCS7SignatureBuilder().set_data(text).add_signer(certificate, key, hashes.SHA256())
        with open("letter.eml", "wb") as file:
            file.write(b"From: game@example.org\r\nTo: ann@example.org\r\n" + builder.sign(serialization.Encoding.SMIME, options))
        print(f"{text.decode()!r} with {', '.join(option.name for option in options)}")
        command = ["openssl", "cms", "-verify", "-in", "letter.eml", "-CAfile", "certificate.pem", "-purpose", "any"]
        print(f"  openssl: {'good' if subprocess.run(command, capture_output=True).returncode == 0 else 'bad'}", flush=True)
        subprocess.run(["node", "read.mjs"], check=True)
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a plain text is signed well and not shown"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
