#!/bin/sh
# Passkeys added to a program that has mailauth: @simplewebauthn/server refuses each login with an ES256 key, in a fresh installation of two current packages.
#
# Expected: two packages that npm installs without a word work side by side, in whatever order they were added.
# With: mailauth 4.13.3, @simplewebauthn/server 14.0.3, Node 20 or later; of what they bring, @peculiar/asn1-schema 2.6.0 and 2.11.1.
# Behaviour: mailauth asks for exactly 2.6.0 of the ASN.1 packages by way of @postalsys/vmc, so that they lie at the top. npm then gives those that
#   @simplewebauthn/server brings copies of 2.11.1 of their own. One copy knows the class of an ECDSA signature, another has to read it, and the login
#   ends with "Cannot get schema for 'ECDSASigValue' target". Registrations and RS256 keys work, and so does all of it in the other order.
#   "npm dedupe" does not mend it.
# Seen: the block "stated" below.
# Why it matters: nearly every passkey is ES256. A service that plays by mail and adds passkeys has tests of registrations pass and no login.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
added() {
  order=$1
  mkdir "$work/$1" && echo '{"private": true}' >"$work/$1/package.json" && shift || return 1
  for package in "$@"; do npm install --silent --no-audit --no-fund --prefix "$work/$order" "$package" || return 1; done
}
{ added mail-first mailauth@4.13.3 @simplewebauthn/server@14.0.3 &&
  added passkeys-first @simplewebauthn/server@14.0.3 mailauth@4.13.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
mail-first: ES256 Cannot get schema for 'ECDSASigValue' target; RS256 good
passkeys-first: ES256 good; RS256 good
E

cat >"$work/ask.mjs" <<'E'
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";

const coded = (bytes) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const head = (length) => Buffer.from(length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]);
const bytes = (key, name) => [head(part(key, name).length), part(key, name)]; // a CBOR byte string
const part = (key, name) => Buffer.from(key.export({ format: "jwk" })[name], "base64url");
const keys = {
  ES256: () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const first = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    return { privateKey, cose: Buffer.concat([first, ...bytes(publicKey, "x"), Buffer.from([0x22]), ...bytes(publicKey, "y")]) };
  },
  RS256: () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const first = Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]);
    return { privateKey, cose: Buffer.concat([first, ...bytes(publicKey, "n"), Buffer.from([0x21]), ...bytes(publicKey, "e")]) };
  },
};
const said = [];
for (const [name, make] of Object.entries(keys)) {
  const { privateKey, cose } = make();
  const [id, challenge] = [coded(randomBytes(16)), coded(randomBytes(32))];
  const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: "https://game.example", crossOrigin: false }));
  const authenticator = Buffer.concat([sha256("game.example"), Buffer.from([5, 0, 0, 0, 1])]);
  const signature = sign("sha256", Buffer.concat([authenticator, sha256(client)]), privateKey);
  const response = { clientDataJSON: coded(client), authenticatorData: coded(authenticator), signature: coded(signature) };
  const verdict = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: "https://game.example",
    expectedRPID: "game.example",
    credential: { id, publicKey: cose, counter: 0 },
  }).then(({ verified }) => (verified ? "good" : "no good"), (error) => error.message);
  said.push(`${name} ${verdict}`);
}
console.log(`${process.argv[2]}: ${said.join("; ")}`);
E
for order in mail-first passkeys-first; do
  cp "$work/ask.mjs" "$work/$order"
  node "$work/$order/ask.mjs" "$order"
done >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: ES256 passkeys fail where mailauth was installed first"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
