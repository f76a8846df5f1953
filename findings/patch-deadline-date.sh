#!/bin/sh
# A deadline kept as a Date moves by two days: fast-json-patch spells it out letter by letter, rfc6902 finds no change.
#
# Expected: a Date is text in JSON (toJSON), so that a changed one is one "replace" with the new text, or an error. Libraries
#   that compare objects know Date, if anything.
# With: fast-json-patch 3.1.1, rfc6902 5.4.0, json-merge-patch 1.0.2, jsondiffpatch 0.7.7, just-diff 6.0.2, microdiff 1.6.0
#   (npm).
# Behaviour: fast-json-patch's compare() takes the Date's new text for an object whose members are its letters: 24 operations
#   that add /due/0 to /due/23. Applied to the client's copy, where the deadline is a string, they change nothing and raise
#   nothing. Its observe() makes the right patch. rfc6902's createPatch() returns an empty patch. The other four see the change.
# Seen: the block "stated" below: how many operations or members the difference has, and the client's deadline after it was
#   applied.
# Why it matters: players go on seeing the old deadline while the server counts by the new one. A Date that appears or vanishes
#   is sent rightly, and so is everything else in the state.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" fast-json-patch@3.1.1 rfc6902@5.4.0 json-merge-patch@1.0.2 \
  jsondiffpatch@0.7.7 just-diff@6.0.2 microdiff@1.6.0 >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
fast-json-patch compare: 24, the client has 2026-06-01T16:00:00.000Z
fast-json-patch observe: 1, the client has 2026-06-03T16:00:00.000Z
rfc6902: 0, the client has 2026-06-01T16:00:00.000Z
json-merge-patch: 1, the client has 2026-06-03T16:00:00.000Z
jsondiffpatch: 1, the client has 2026-06-03T16:00:00.000Z
just-diff: 1
microdiff: 1
E

cat >"$work/ask.mjs" <<'E'
import fast from "fast-json-patch";
import { create } from "jsondiffpatch";
import merge from "json-merge-patch";
import { diff } from "just-diff";
import microdiff from "microdiff";
import { applyPatch, createPatch } from "rfc6902";

const before = { due: new Date("2026-06-01T16:00:00Z") };
const after = { due: new Date("2026-06-03T16:00:00Z") };
function observe() {
  const game = { ...before };
  const observer = fast.observe(game);
  game.due = after.due;
  return fast.generate(observer);
}
const diffing = create();
for (const [name, patch, apply] of [
  ["fast-json-patch compare", fast.compare(before, after), fast.applyPatch],
  ["fast-json-patch observe", observe(), fast.applyPatch],
  ["rfc6902", createPatch(before, after), applyPatch],
  ["json-merge-patch", merge.generate(before, after), merge.apply],
  ["jsondiffpatch", diffing.diff(before, after), (client, delta) => diffing.patch(client, delta)],
  ["just-diff", diff(before, after)],
  ["microdiff", microdiff(before, after)],
]) {
  const [client, sent] = [before, patch].map((value) => JSON.parse(JSON.stringify(value)));
  apply?.(client, sent);
  console.log(`${name}: ${Object.keys(patch).length}${apply ? `, the client has ${client.due}` : ""}`);
}
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: two makers of JSON Patch do not tell the client of a changed Date"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
