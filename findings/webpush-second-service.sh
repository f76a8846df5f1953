#!/bin/sh
# One dictionary of VAPID claims for all subscriptions: pywebpush signs the second push service's request for the first one.
#
# Expected: webpush(vapid_claims={"sub": ...}) reads its argument: the claims that it adds, the audience above all, are those of this
#   one request. A constant beside the key serves for all subscriptions, as in the npm package.
# With: pywebpush 2.5.0 (PyPI); web-push 3.6.7 (npm).
# Behaviour: pywebpush writes "aud" and "exp" into the dictionary that it was given, and keeps an "aud" that it finds there.
#   The first subscriber's service becomes the audience of every later request of the process, whatever service it goes to.
# Seen: the block "stated" below: where the request goes, and whom its signed token names; then the caller's claims.
# Why it matters: players use different browsers, so there are two or three services; all but one refuse such tokens. It works in tests with
#   one browser, and after a restart it may be another browser that gets nothing. Pass a copy: dict(claims).
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pywebpush==2.5.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" web-push@3.6.7; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
pywebpush: to https://one.example/a, token for https://one.example
pywebpush: to https://two.example/b, token for https://one.example
pywebpush: the caller's claims are now aud, exp, sub
pywebpush with dict(claims): to https://one.example/a, token for https://one.example
pywebpush with dict(claims): to https://two.example/b, token for https://two.example
pywebpush with dict(claims): the caller's claims are now sub
web-push: to https://one.example/a, token for https://one.example
web-push: to https://two.example/b, token for https://two.example
E

cat >"$work/ask.py" <<'E'
import base64
import json
import re
import types

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid
from pywebpush import webpush


def text(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Kept:
    """Takes the place of the network: says where a request would go and whom its token names."""

    def post(self, endpoint, data, headers, timeout):
        token = re.search(r"t=[^.]+\.([^.]+)", {name.lower(): value for name, value in headers.items()}["authorization"]).group(1)
        print(f"{name}: to {endpoint}, token for", json.loads(base64.urlsafe_b64decode(token + "=="))["aud"])
        return types.SimpleNamespace(status_code=201, text="", headers={})


point = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
key = Vapid()
key.generate_keys()
for name, given in (("pywebpush", lambda: claims), ("pywebpush with dict(claims)", lambda: dict(claims))):
    claims = {"sub": "mailto:games@example.org"}
    for endpoint in ("https://one.example/a", "https://two.example/b"):
        subscription = {"endpoint": endpoint, "keys": {"p256dh": text(point), "auth": text(bytes(16))}}
        webpush(subscription, "Your turn", vapid_private_key=key, vapid_claims=given(), requests_session=Kept())
    print(f"{name}: the caller's claims are now", ", ".join(sorted(claims)))
E
cat >"$work/ask.cjs" <<'E'
const { createECDH } = require("crypto");
const webpush = require("web-push");
const keys = webpush.generateVAPIDKeys();
const vapidDetails = { subject: "mailto:games@example.org", publicKey: keys.publicKey, privateKey: keys.privateKey };
const p256dh = createECDH("prime256v1").generateKeys("base64url");
for (const endpoint of ["https://one.example/a", "https://two.example/b"]) {
  const subscription = { endpoint, keys: { p256dh, auth: Buffer.alloc(16).toString("base64url") } };
  const { headers } = webpush.generateRequestDetails(subscription, "Your turn", { vapidDetails });
  const token = headers.Authorization.match(/t=[^.]+\.([^.]+)/)[1];
  console.log(`web-push: to ${endpoint}, token for`, JSON.parse(Buffer.from(token, "base64url")).aud);
}
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: pywebpush signs the second push service's request for the first"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
