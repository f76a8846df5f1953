#!/bin/sh
# Whole numbers in a Yjs document: Python reads 3.0 for the seat 3, its own ones too, and what Python writes beyond 2^53
# JavaScript cannot make JSON of.
#
# Expected: pycrdt gives back an int for an int, and for a whole number of Yjs, which writes integers as such (lib0's "any"
#   encoding has a type of its own for them).
# With: pycrdt 0.14.13 (PyPI), yjs 13.6.33 (npm).
# Behaviour: pycrdt reads every number as a float, in lists and members, even where it was written as an int a line before; only
#   those beyond 2^53 stay ints. These are BigInt in JavaScript, on which JSON.stringify raises.
# Seen: the block "stated" below: a map as JSON on the other side.
# Why it matters: a state that goes through a shared document has other bytes, so another hash: {"seat":3} and {"seat":3.0}. In
#   Python hand[game["seat"]] raises, and an identity of 64 bits raises in the player's browser.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pycrdt==0.14.13 &&
  npm install --silent --no-audit --no-fund --prefix "$work" yjs@13.6.33; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
JavaScript to Python: {"due": 1782900000000.0, "hand": [1.0, 2.0], "id": 9007199254741420001, "seat": 3.0}
Python to Python: {"due": 1782900000000.0, "hand": [1.0, 2.0], "id": 9007199254741420001, "seat": 3.0}
Python to JavaScript, without the id: {"due":1782900000000,"hand":[1,2],"seat":3}
Python to JavaScript, the id: bigint
E

cat >"$work/write.mjs" <<'E'
import { writeFileSync } from "fs";
import { Doc, encodeStateAsUpdate } from "yjs";

const doc = new Doc();
const values = { seat: 3, due: 1782900000000, hand: [1, 2], id: 9007199254741420001n };
for (const [key, value] of Object.entries(values)) doc.getMap("game").set(key, value);
writeFileSync(process.argv[2], encodeStateAsUpdate(doc));
E
cat >"$work/ask.py" <<'E'
import json
import pathlib
import sys

from pycrdt import Doc, Map

read = Doc({"game": Map()})
read.apply_update(pathlib.Path(sys.argv[1], "by-node").read_bytes())
written = Doc({"game": Map({"seat": 3, "due": 1782900000000, "hand": [1, 2], "id": 9007199254741420001})})
pathlib.Path(sys.argv[1], "by-python").write_bytes(written.get_update())
for name, doc in (("JavaScript", read), ("Python", written)):
    print(f"{name} to Python:", json.dumps({key: doc["game"][key] for key in sorted(doc["game"].keys())}))
E
cat >"$work/read.mjs" <<'E'
import { readFileSync } from "fs";
import { applyUpdate, Doc } from "yjs";

const doc = new Doc();
applyUpdate(doc, readFileSync(process.argv[2]));
const { due, hand, id, seat } = doc.getMap("game").toJSON();
console.log(`Python to JavaScript, without the id: ${JSON.stringify({ due, hand, seat })}`);
console.log(`Python to JavaScript, the id: ${typeof id}`);
E
node "$work/write.mjs" "$work/by-node"
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"
node "$work/read.mjs" "$work/by-python" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: pycrdt reads whole numbers as floats"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
