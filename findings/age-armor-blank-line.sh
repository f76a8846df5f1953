#!/bin/sh
# A blank line before an age file: the JavaScript library reads it, the one in Rust (and Python) says the header is invalid.
#
# Expected: an armored file is made for mail and paste, so a blank line around it does not matter, in front as behind, and
#   two libraries for one format agree.
# With: pyrage 1.4.0 (PyPI, the Rust library rage), age-encryption 0.3.1 (npm).
# Behaviour: pyrage ignores blank lines behind the armor and refuses one in front ("Header is invalid"), as if the file were
#   not armored at all. age-encryption reads both.
# Seen: the block "stated" below.
# Why it matters: the body of a mail or a pasted field often starts with a blank line. Strip it before decrypting.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pyrage==1.4.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" age-encryption@0.3.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
pyrage as it is: move
pyrage CRLF: move
pyrage blank line behind: move
pyrage blank line in front: Header is invalid
age-encryption as it is: move
age-encryption CRLF: move
age-encryption blank line behind: move
age-encryption blank line in front: move
E

"$work/py/bin/python" - "$work" >"$work/seen" <<'E'
import json
import sys

import pyrage

identity = pyrage.x25519.Identity.generate()
text = pyrage.encrypt(b"move", [identity.to_public()], armored=True).decode()
files = {
    "as it is": text,
    "CRLF": text.replace("\n", "\r\n"),
    "blank line behind": text + "\n",
    "blank line in front": "\n" + text,
}
with open(f"{sys.argv[1]}/files.json", "w") as file:
    json.dump({"identity": str(identity), "files": files}, file)
for name, armored in files.items():
    try:
        read = pyrage.decrypt(armored.encode(), [identity]).decode()
    except pyrage.DecryptError as error:
        read = str(error)
    print(f"pyrage {name}:", read)
E
cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import { Decrypter, armor } from "age-encryption";

const { identity, files } = JSON.parse(readFileSync(new URL("files.json", import.meta.url), "utf8"));
for (const [name, text] of Object.entries(files)) {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  console.log(`age-encryption ${name}:`, await decrypter.decrypt(armor.decode(text), "text"));
}
E
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: pyrage refuses an armored file behind a blank line, age-encryption reads it"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
