#!/bin/sh
# A record sealed by two: with the key of one, jose and jwcrypto call it good, and joserfc cannot read it.
#
# Expected: "general" JSON of JWS holds several signatures; a library checks those that it has keys for, or all, and two libraries do the
#   same with the same record.
# With: jose 6.2.18 (npm); jwcrypto 1.6.1, joserfc 1.8.0 (PyPI).
# Behaviour: jose's generalVerify() and jwcrypto's verify() are content with one signature that fits the key given. joserfc's
#   deserialize_json() wants the key of every signer, in a set by key id, and raises for a key that is missing.
# Seen: the block "stated" below. Ann signed by Ed25519, Ben by P-256; all signatures are good.
# Why it matters: a result that both players sign is "verified" in JavaScript with Ann's key, though Ben's signature was not looked
#   at; and adding the signature of a witness makes the record unreadable for those who know the players' keys only.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q jwcrypto==1.6.1 joserfc==1.8.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" jose@6.2.18; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
jose: with the key of ann: good; with the key of ben: good
jwcrypto: with the key of ann: good; with the key of ben: good; with both: good
joserfc: with the key of ann: No key for kid: 'ben'; with the key of ben: No key for kid: 'ann'; with both: good
E

cat >"$work/ask.mjs" <<'E'
import { writeFileSync } from "node:fs";
import { exportJWK, generalVerify, GeneralSign, generateKeyPair } from "jose";

const players = [
  { kid: "ann", alg: "EdDSA", ...(await generateKeyPair("EdDSA", { crv: "Ed25519" })) },
  { kid: "ben", alg: "ES256", ...(await generateKeyPair("ES256")) },
];
const record = new GeneralSign(new TextEncoder().encode('{"winner":"ann"}'));
for (const { kid, alg, privateKey } of players) record.addSignature(privateKey).setProtectedHeader({ alg, kid });
const sealed = await record.sign();
const seen = [];
for (const { kid, publicKey } of players) {
  const said = await generalVerify(sealed, publicKey).then(() => "good", (error) => error.message);
  seen.push(`with the key of ${kid}: ${said}`);
}
console.log(`jose: ${seen.join("; ")}`);
const keys = await Promise.all(players.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid })));
writeFileSync(process.argv[2], JSON.stringify({ sealed, keys }));
E
cat >"$work/ask.py" <<'E'
import json
import sys

import joserfc.jwk
import joserfc.jws
import jwcrypto.jwk
import jwcrypto.jws

with open(sys.argv[1]) as file:
    record = json.load(file)


def by_jwcrypto(keys):
    one = jwcrypto.jwk.JWKSet()
    for key in keys:
        one.add(jwcrypto.jwk.JWK(**key))
    signed = jwcrypto.jws.JWS()
    signed.deserialize(json.dumps(record["sealed"]))
    signed.verify(one if len(keys) > 1 else jwcrypto.jwk.JWK(**keys[0]))


def by_joserfc(keys):
    known = joserfc.jwk.KeySet([joserfc.jwk.import_key(key) for key in keys])
    joserfc.jws.deserialize_json(record["sealed"], known, algorithms=["EdDSA", "ES256"])


def said(check, keys):
    try:
        check(keys)
    except Exception as error:
        return getattr(error, "description", None) or str(error)
    return "good"


ann, ben = record["keys"]
for name, check in (("jwcrypto", by_jwcrypto), ("joserfc", by_joserfc)):
    choices = {"with the key of ann": [ann], "with the key of ben": [ben], "with both": [ann, ben]}
    print(f"{name}: " + "; ".join(f"{choice}: {said(check, keys)}" for choice, keys in choices.items()))
E
node "$work/ask.mjs" "$work/record.json" >"$work/seen"
"$work/py/bin/python" -W ignore "$work/ask.py" "$work/record.json" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: of two signatures jose and jwcrypto want one, joserfc both"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
