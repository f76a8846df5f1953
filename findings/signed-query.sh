#!/bin/sh
# A signed request with "O'Neil" or "Ben (2)" in its query: signed in Python, refused in JavaScript, and the other way round.
#
# Expected: RFC 9421 says how the query and one of its parameters are signed; a valid URL that both sides have letter by letter gives the
#   same text to sign in two libraries.
# With: http-message-signatures 1.0.6 (npm); http-message-signatures 3.0.0, requests 2.34.2 (PyPI).
# Behaviour: npm's library encodes a parameter by encodeURIComponent(), which leaves ( ) ! ' ~ as they are; PyPI's encodes them, as the standard's
#   set for forms says. npm's reads the URL by new URL(), which turns ' in a query into %27: "@query" differs from the line that
#   requests sends. Blanks, umlauts, signs of plus and commas are alike.
# Seen: the block "stated" below: the component signed by one library, the URL as it is sent, checked by the other.
# Why it matters: names and moves such as "Rook (a1)" or "Nf3!" in a query come and go, so that one request in a hundred is refused with a
#   good key and a good signature. Signing "@target-uri" meets the apostrophe, too; a signed body does not.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q http-message-signatures==3.0.0 requests==2.34.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" http-message-signatures@1.0.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
"@query" of ?name=Ann%20M%C3%BCller%2B,: JavaScript for Python good, Python for JavaScript good
"@query" of ?name=Ben%20(2): JavaScript for Python good, Python for JavaScript good
"@query" of ?name=O'Neil: JavaScript for Python refused, Python for JavaScript refused
"@query" of ?name=Nf3!: JavaScript for Python good, Python for JavaScript good
"@query" of ?name=~ann: JavaScript for Python good, Python for JavaScript good
"@query-param";name="name" of ?name=Ann%20M%C3%BCller%2B,: JavaScript for Python good, Python for JavaScript good
"@query-param";name="name" of ?name=Ben%20(2): JavaScript for Python refused, Python for JavaScript refused
"@query-param";name="name" of ?name=O'Neil: JavaScript for Python refused, Python for JavaScript refused
"@query-param";name="name" of ?name=Nf3!: JavaScript for Python refused, Python for JavaScript refused
"@query-param";name="name" of ?name=~ann: JavaScript for Python refused, Python for JavaScript refused
E

cat >"$work/ask.mjs" <<'E'
import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSigner, createVerifier, httpbis } from "http-message-signatures";

const { pem, requests } = JSON.parse(readFileSync(0, "utf8"));
const key = createSigner(createPrivateKey(pem), "ed25519", "ann");
const verify = createVerifier(createPublicKey(pem), "ed25519");
const keyLookup = async () => ({ id: "ann", algs: ["ed25519"], verify });
const answers = [];
for (const { component, url, headers } of requests) {
  const request = { method: "GET", url, headers: {} };
  const field = component.replace(/^"(.*?)"/, "$1");
  const signed = await httpbis.signMessage({ key, name: "sig", fields: [field], params: ["keyid", "alg", "created"] }, request);
  const good = await httpbis.verifyMessage({ keyLookup }, { ...request, headers }).catch(() => false);
  answers.push({ headers: signed.headers, good });
}
console.log(JSON.stringify(answers));
E
cat >"$work/ask.py" <<'E'
import json
import subprocess
import sys
import types

import http_message_signatures as signatures
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

private = ed25519.Ed25519PrivateKey.generate()
keys = signatures.MappingKeyResolver(private_keys={"ann": private}, public_keys={"ann": private.public_key()})
by = {"signature_algorithm": signatures.algorithms.ED25519, "key_resolver": keys}
names = ["Ann%20M%C3%BCller%2B,", "Ben%20(2)", "O'Neil", "Nf3!", "~ann"]


def verified(url, headers):
    message = types.SimpleNamespace(method="GET", url=url, headers=requests.structures.CaseInsensitiveDict(headers))
    try:
        signatures.HTTPMessageVerifier(**by).verify(message)
    except signatures.InvalidSignature:
        return False
    return True


sent = []
for component in ('"@query"', '"@query-param";name="name"'):
    for name in names:
        message = requests.Request("GET", f"https://example.org/turns?name={name}").prepare()
        assert message.url.endswith(f"?name={name}"), message.url
        signatures.HTTPMessageSigner(**by).sign(message, key_id="ann", covered_component_ids=[component], label="sig")
        sent.append({"component": component, "url": message.url, "headers": dict(message.headers)})
pem = private.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
).decode()
text = json.dumps({"pem": pem, "requests": sent})
answered = subprocess.run(["node", sys.argv[1]], input=text, check=True, stdout=subprocess.PIPE, text=True).stdout
said = {True: "good", False: "refused"}
for request, answer in zip(sent, json.loads(answered), strict=True):
    there, here = said[answer["good"] is True], said[verified(request["url"], answer["headers"])]
    query = request["url"].partition("turns")[2]
    print(f"{request['component']} of {query}: JavaScript for Python {there}, Python for JavaScript {here}")
E
"$work/py/bin/python" "$work/ask.py" "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a query with an apostrophe or a parenthesis is signed in two ways"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
