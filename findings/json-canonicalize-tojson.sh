#!/bin/sh
# A canonical JSON package does not sort what an object says of itself with toJSON().
#
# Expected: an RFC 8785 package for JavaScript writes members in sorted order at every depth, whatever object
#   they come from; two such packages give the same bytes, and JSON.parse + canonicalize again changes nothing.
# With: json-canonicalize 3.0.1, canonicalize 4.0.0 (npm).
# Behaviour: json-canonicalize hands any object with toJSON() to JSON.stringify, so the members of its result, and all
#   that they contain, keep the order of their making; Date is harmless, a class is not, and neither is a Node.js Buffer.
#   canonicalize calls toJSON() and sorts. Both write the bare word "undefined" for a member that is a function,
#   which no parser reads, where JSON.stringify leaves the member out.
# Seen: the block "stated" below.
# Why it matters: a client that signs a move built from a class signs other bytes than the server that got the same JSON:
#   the signature fails, and only for those objects.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" json-canonicalize@3.0.1 canonicalize@4.0.0 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
plain object: canonicalize {"to":{"a":2,"z":1},"unit":"A PAR"} (stable)
plain object: json-canonicalize {"to":{"a":2,"z":1},"unit":"A PAR"} (stable)
class with toJSON: canonicalize {"move":{"to":{"a":2,"z":1},"unit":"A PAR"},"turn":1} (stable)
class with toJSON: json-canonicalize {"move":{"unit":"A PAR","to":{"z":1,"a":2}},"turn":1} (not canonical)
Date: canonicalize {"after":1,"at":"1970-01-01T00:00:00.000Z"} (stable)
Date: json-canonicalize {"after":1,"at":"1970-01-01T00:00:00.000Z"} (stable)
Buffer: canonicalize {"key":{"data":[107],"type":"Buffer"}} (stable)
Buffer: json-canonicalize {"key":{"type":"Buffer","data":[107]}} (not canonical)
function member: canonicalize {"move":"A PAR","undo":undefined} (SyntaxError)
function member: json-canonicalize {"move":"A PAR","undo":undefined} (SyntaxError)
E

cat >"$work/ask.mjs" <<'E'
import { canonicalize as second } from "json-canonicalize";
import first from "canonicalize";

class Move {
  toJSON() {
    return { unit: "A PAR", to: { z: 1, a: 2 } };
  }
}
const values = {
  "plain object": { unit: "A PAR", to: { z: 1, a: 2 } },
  "class with toJSON": { turn: 1, move: new Move() },
  Date: { at: new Date(0), after: 1 },
  Buffer: { key: Buffer.from("k") },
  "function member": { undo: () => 1, move: "A PAR" },
};
for (const [name, value] of Object.entries(values)) {
  for (const [package_, canonicalize] of [["canonicalize", first], ["json-canonicalize", second]]) {
    const text = canonicalize(value);
    let again;
    try {
      again = canonicalize(JSON.parse(text)) === text ? "stable" : "not canonical";
    } catch (error) {
      again = error.name;
    }
    console.log(`${name}: ${package_} ${text} (${again})`);
  }
}
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: json-canonicalize leaves the result of toJSON() unsorted"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
