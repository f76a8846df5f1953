#!/bin/sh
# A member that is undefined: json-canon, a library for canonical JSON, writes text that is no JSON.
#
# Expected: like JSON.stringify, which RFC 8785 builds on, a library drops a member whose value is undefined, or it
#   throws. What it returns is JSON in any case.
# With: json-canon 1.0.1, canonicalize 4.0.0 (npm).
# Behaviour: json-canon leaves the member away and keeps its comma: {a: undefined, b: 1} becomes {,"b":1}. The comma is
#   there only if the member sorts first; in another place all is well. canonicalize drops it everywhere.
# Seen: the block "stated" below.
# Why it matters: an optional field of a sealed move is undefined in JavaScript as a rule. The seal is made over a text
#   that no other library will ever produce from the parsed move, so it never verifies elsewhere.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" json-canon@1.0.1 canonicalize@4.0.0 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
json-canon first: {,"b":1} not JSON
canonicalize first: {"b":1} JSON
json-canon middle: {"b":1,"d":2} JSON
canonicalize middle: {"b":1,"d":2} JSON
json-canon last: {"b":1} JSON
canonicalize last: {"b":1} JSON
E

cat >"$work/ask.mjs" <<'E'
import * as canon from "json-canon";
import canonicalize from "canonicalize";

const jsonCanon = canon.default?.default ?? canon.default ?? canon.canonicalize;
for (const [name, value] of [
  ["first", { a: undefined, b: 1 }],
  ["middle", { b: 1, c: undefined, d: 2 }],
  ["last", { b: 1, c: undefined }],
])
  for (const [library, write] of [["json-canon", jsonCanon], ["canonicalize", canonicalize]]) {
    const text = write(value);
    let verdict = "JSON";
    try {
      JSON.parse(text);
    } catch {
      verdict = "not JSON";
    }
    console.log(`${library} ${name}:`, text, verdict);
  }
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: json-canon writes a stray comma for a first member that is undefined"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
