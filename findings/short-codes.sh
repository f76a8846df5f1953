#!/bin/sh
# The short code of a match in base 62, in Crockford's base 32 or as a short UUID: two libraries for each, two codes, and each reads the other's as another match.
#
# Expected: an encoding that has a name is the same in any library; a library that promises the format of another one writes what that writes; what
#   cannot be told apart is at least refused.
# With: pybase62 1.0.0, base62-py 1.4.2, base32-crockford 0.3.0, shortuuid 1.0.13 (PyPI); base62 2.0.2, base62-ts 1.3.13, crockford-base32 2.1.0,
#   shortuuid 0.1.0 (npm).
# Behaviour: pybase62 puts capitals before small letters, the three others small ones before capitals; both packages for Python install a module
#   "base62" with encode and decode, so that one replaces the other. crockford-base32 encodes the bytes of a number and fills up at the end,
#   base32-crockford the number. The shortuuid of npm, a port of Python's, writes the digits the other way round, as Python's did before 1.0.
# Seen: the block "stated" below. No library complains about a code of the other.
# Why it matters: a link in a mail, made by the worker in Python and read by a page in JavaScript, leads to somebody else's match or to none. Tests
#   within one language show nothing, nor do ids below ten in base 62.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/one" && "$work/one/bin/pip" install -q pybase62==1.0.0 base32-crockford==0.3.0 shortuuid==1.0.13 &&
  python3 -m venv "$work/two" && "$work/two/bin/pip" install -q base62-py==1.4.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    base62@2.0.2 base62-ts@1.3.13 crockford-base32@2.1.0 shortuuid@0.1.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
base62 (npm): 7 is 7, 1234567 is 5ban, 5BAN is 1336149
base62-ts (npm): 7 is 7, 1234567 is 5ban, 5BAN is 1336149
crockford-base32 (npm): 7 is 0W, 1234567 is 2BB8E, 15NM7 is 158024576
shortuuid (npm): 2DYiVtsdvT3LpsghRqNZxL is 6a8c1e74-0f04-bd40-feee-f6cd322b6ff7, and 01234567-89ab-4def-8123-456789abcdef is LxZNqRhgspL3TvdstViYD2
pybase62: 7 is 7, 1234567 is 5BAN, 5ban is 1336149
base32-crockford: 7 is 7, 1234567 is 15NM7, 2BB8E is 2469134
shortuuid (PyPI): LxZNqRhgspL3TvdstViYD2 is 6a8c1e74-0f04-bd40-feee-f6cd322b6ff7, and 01234567-89ab-4def-8123-456789abcdef is 2DYiVtsdvT3LpsghRqNZxL
base62-py: 7 is 7, 1234567 is 5ban, 5BAN is 1336149
E

cat >"$work/ask.mjs" <<'E'
import base62 from "base62";
import * as ts from "base62-ts";
import { CrockfordBase32 } from "crockford-base32";
import ShortUuid from "shortuuid";

const show = (name, encode, other, decode) =>
  console.log(`${name} (npm): 7 is ${encode(7)}, 1234567 is ${encode(1234567)}, ${other} is ${decode(other)}`);
show("base62", base62.encode, "5BAN", base62.decode);
show("base62-ts", ts.encode, "5BAN", ts.decode);
show("crockford-base32", (number) => CrockfordBase32.encode(number), "15NM7", (code) => CrockfordBase32.decode(code, { asNumber: true }));
const uuid = "01234567-89ab-4def-8123-456789abcdef";
const short = new ShortUuid();
const other = "2DYiVtsdvT3LpsghRqNZxL";
console.log(`shortuuid (npm): ${other} is ${short.decode(other)}, and ${uuid} is ${short.encode(uuid)}`);
E
cat >"$work/one.py" <<'E'
import uuid

import base32_crockford
import base62
import shortuuid

for name, codec, other in (("pybase62", base62, "5ban"), ("base32-crockford", base32_crockford, "2BB8E")):
    print(f"{name}: 7 is {codec.encode(7)}, 1234567 is {codec.encode(1234567)}, {other} is {codec.decode(other)}")
value, other = uuid.UUID("01234567-89ab-4def-8123-456789abcdef"), "LxZNqRhgspL3TvdstViYD2"
print(f"shortuuid (PyPI): {other} is {shortuuid.decode(other)}, and {value} is {shortuuid.encode(value)}")
E
cat >"$work/two.py" <<'E'
import base62

print(f"base62-py: 7 is {base62.encode(7)}, 1234567 is {base62.encode(1234567)}, 5BAN is {base62.decode('5BAN')}")
E
(cd "$work" && node ask.mjs && one/bin/python one.py && two/bin/python two.py) >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: short codes of the same name are other codes, and are read as other matches"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
