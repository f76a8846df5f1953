#!/bin/sh
# Points by seat, with -1 for the table: canonical CBOR has one order of these keys in Python and another one in JavaScript.
#
# Expected: "canonical" or "deterministic" CBOR is one text for one value, so that a record sealed by a server in Python verifies in a browser;
#   a library that says "by length first" sorts by length first.
# With: cbor2 6.3.0 (PyPI); cbor 10.0.12, cborg 6.1.5, cbor2 2.3.0 (npm; another library than PyPI's).
# Behaviour: PyPI's cbor2 with canonical=True sorts by length first (RFC 7049). cbor's encodeCanonical() and cborg sort bytewise (RFC 8949), though
#   cborg's own words are "length-first": that holds among keys of one type only, so its option for RFC 8949 changes nothing
#   here. Keys of text are alike, as their length comes first in the bytes, too. A number without a fraction that is a float in Python stays one,
#   and is an integer in JavaScript up to 2^53.
# Seen: the block "stated" below: the bytes by each. All four libraries read all of them.
# Why it matters: a test with names for keys passes; with -1 and 100, with 1000 and "a", or with 3.0 points the signature of one side is refused by the other.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q cbor2==6.3.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" cbor@10.0.12 cborg@6.1.5 cbor2@2.3.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
ben, ann, al
  cbor2 of PyPI, canonical: a362616c0063616e6e006362656e00
  cbor.encodeCanonical: a362616c0063616e6e006362656e00
  cborg: a362616c0063616e6e006362656e00
  cborg, RFC 8949: a362616c0063616e6e006362656e00
  cbor2 of npm, cde: a362616c0063616e6e006362656e00
-1, 7
  cbor2 of PyPI, canonical: a207002000
  cbor.encodeCanonical: a207002000
  cborg: a207002000
  cborg, RFC 8949: a207002000
  cbor2 of npm, cde: a207002000
-1, 100
  cbor2 of PyPI, canonical: a22000186400
  cbor.encodeCanonical: a21864002000
  cborg: a21864002000
  cborg, RFC 8949: a21864002000
  cbor2 of npm, cde: a21864002000
1000, a
  cbor2 of PyPI, canonical: a26161001903e800
  cbor.encodeCanonical: a21903e800616100
  cborg: a21903e800616100
  cborg, RFC 8949: a21903e800616100
  cbor2 of npm, cde: a21903e800616100
3.0 points
  cbor2 of PyPI, canonical: f94200
  cbor.encodeCanonical: 03
  cborg: 03
  cborg, RFC 8949: 03
  cbor2 of npm, cde: 03
E

cat >"$work/ask.mjs" <<'E'
import cbor from "cbor";
import { encode, rfc8949EncodeOptions } from "cborg";
import * as cbor2 from "cbor2";

const points = (...keys) => new Map(keys.map((key) => [key, 0]));
const samples = {
  "ben, ann, al": points("ben", "ann", "al"),
  "-1, 7": points(-1, 7),
  "-1, 100": points(-1, 100),
  "1000, a": points(1000, "a"),
  "3.0 points": 3.0,
};
const encoders = {
  "cbor.encodeCanonical": (value) => cbor.encodeCanonical(value),
  cborg: (value) => encode(value),
  "cborg, RFC 8949": (value) => encode(value, rfc8949EncodeOptions),
  "cbor2 of npm, cde": (value) => cbor2.encode(value, cbor2.cdeEncodeOptions),
};
const written = Object.entries(encoders).map(([name, encoder]) => [
  name,
  Object.fromEntries(Object.entries(samples).map(([shown, value]) => [shown, Buffer.from(encoder(value)).toString("hex")])),
]);
console.log(JSON.stringify(Object.fromEntries(written)));
E
cat >"$work/ask.py" <<'E'
import json
import subprocess
import sys

import cbor2

samples = {
    "ben, ann, al": dict.fromkeys(["ben", "ann", "al"], 0),
    "-1, 7": dict.fromkeys([-1, 7], 0),
    "-1, 100": dict.fromkeys([-1, 100], 0),
    "1000, a": dict.fromkeys([1000, "a"], 0),
    "3.0 points": 3.0,
}
answered = subprocess.run(["node", sys.argv[1]], check=True, stdout=subprocess.PIPE, text=True).stdout
by = {"cbor2 of PyPI, canonical": {shown: cbor2.dumps(value, canonical=True).hex() for shown, value in samples.items()}}
by |= json.loads(answered)
for shown, value in samples.items():
    assert all(cbor2.loads(bytes.fromhex(written[shown])) == value for written in by.values()), shown
    print(shown)
    for name, written in by.items():
        print(f"  {name}: {written[shown]}")
E
"$work/py/bin/python" "$work/ask.py" "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: canonical CBOR sorts -1 before 100 in Python and behind it in JavaScript"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
