#!/bin/sh
# An instant in milliseconds, packed in JavaScript: cbor-x and msgpackr write a floating-point number, and Python reads
# 1782900000000.0.
#
# Expected: CBOR and MessagePack tell integers from floats, and a whole number below 2^53 is written as an integer, as
#   JavaScript's JSON does; Python reads an int.
# With: cbor-x 1.6.9, cbor 10.0.12, cborg 6.1.5, msgpackr 2.1.4, @msgpack/msgpack 3.1.3 (npm); cbor2 6.3.0, msgpack 1.2.4
#   (PyPI).
# Behaviour: cbor-x and msgpackr write every whole number outside of 32 bits as a float64: milliseconds and large ids, not
#   points or seats. The other three write integers (@msgpack/msgpack floats, too, with its option useBigInt64).
# Seen: the block "stated" below: what Python makes of {"seat": 3, "due": 1782900000000}, as JSON.
# Why it matters: a verifier in Python that makes JSON of a record again gets "1782900000000.0" and another hash than the
#   server; small numbers in tests never show it. 1782900000000n (a BigInt) is written as an integer by all five.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q cbor2==6.3.0 msgpack==1.2.4 &&
  npm install --silent --no-audit --no-fund --prefix "$work" cbor-x@1.6.9 cbor@10.0.12 cborg@6.1.5 msgpackr@2.1.4 \
    @msgpack/msgpack@3.1.3; } >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
cbor-x, number: {"seat": 3, "due": 1782900000000.0}
cbor-x, BigInt: {"seat": 3, "due": 1782900000000}
cbor, number: {"seat": 3, "due": 1782900000000}
cbor, BigInt: {"seat": 3, "due": 1782900000000}
cborg, number: {"seat": 3, "due": 1782900000000}
cborg, BigInt: {"seat": 3, "due": 1782900000000}
msgpackr, number: {"seat": 3, "due": 1782900000000.0}
msgpackr, BigInt: {"seat": 3, "due": 1782900000000}
@msgpack/msgpack, number: {"seat": 3, "due": 1782900000000}
@msgpack/msgpack, BigInt: {"seat": 3, "due": 1782900000000}
E

cat >"$work/write.mjs" <<'E'
import { encode as encodeMsgpack } from "@msgpack/msgpack";
import cbor from "cbor";
import { encode as encodeX } from "cbor-x";
import { encode as encodeG } from "cborg";
import { pack } from "msgpackr";

const writers = {
  "cbor-x": encodeX,
  cbor: (value) => cbor.encode(value),
  cborg: encodeG,
  msgpackr: pack,
  "@msgpack/msgpack": (value) => encodeMsgpack(value, { useBigInt64: typeof value.due === "bigint" }),
};
for (const [name, write] of Object.entries(writers)) {
  for (const [kind, due] of [["number", 1782900000000], ["BigInt", 1782900000000n]]) {
    console.log(`${name}, ${kind}\t${Buffer.from(write({ seat: 3, due })).toString("hex")}`);
  }
}
E
cat >"$work/read.py" <<'E'
import json
import sys

import cbor2
import msgpack

for line in sys.stdin:
    name, packed = line.split("\t")
    read = msgpack.unpackb if "msgpack" in name else cbor2.loads
    value = read(bytes.fromhex(packed))
    print(f"{name}:", json.dumps({key: value[key] for key in ("seat", "due")}))
E
node "$work/write.mjs" >"$work/packed"
"$work/py/bin/python" "$work/read.py" <"$work/packed" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: cbor-x and msgpackr write milliseconds as floating-point numbers"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
