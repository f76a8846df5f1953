#!/bin/sh
# One JSON Patch for the views of all players: fast-json-patch puts the same list into all of them, and Ann's card shows up in
# Ben's hand.
#
# Expected: a patch is a message; applying it to two documents leaves two documents that have nothing in common, and the patch
#   as it was. At the latest with mutateDocument=false, which is to leave alone what it is given.
# With: fast-json-patch 3.1.1, rfc6902 5.4.0 (npm), jsonpatch 1.48 (PyPI).
# Behaviour: fast-json-patch puts the patch's own value into the document, with mutateDocument=false as well. Later operations,
#   of the same patch too, change it in the patch and in every other document. rfc6902 and Python's jsonpatch copy it.
# Seen: the block "stated" below: an empty hand is added to both views by one patch, then Ann draws a card; and a patch of two
#   operations, before and after it was applied.
# Why it matters: "make one patch, apply it to each view, then add what only one may see" tells everybody. A patch kept for the
#   log or sent on afterwards holds things that were not in it. With patches fresh from JSON.parse, as tests have them, nothing
#   shows.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q jsonpatch==1.48 &&
  npm install --silent --no-audit --no-fund --prefix "$work" fast-json-patch@3.1.1 rfc6902@5.4.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
fast-json-patch: Ben {"hand":["K7"]}, the patch afterwards [{"op":"add","path":"/hand","value":["A1"]},{"op":"add","path":"/hand/-","value":"A1"}]
fast-json-patch, mutateDocument=false: Ben {"hand":["K7"]}, the patch afterwards [{"op":"add","path":"/hand","value":["A1"]},{"op":"add","path":"/hand/-","value":"A1"}]
rfc6902: Ben {"hand":[]}, the patch afterwards [{"op":"add","path":"/hand","value":[]},{"op":"add","path":"/hand/-","value":"A1"}]
jsonpatch: Ben {"hand":[]}, the patch afterwards [{"op":"add","path":"/hand","value":[]},{"op":"add","path":"/hand/-","value":"A1"}]
E

cat >"$work/ask.mjs" <<'E'
import fast from "fast-json-patch";
import { applyPatch } from "rfc6902";

const add = (path, value) => ({ op: "add", path, value });
const appliers = {
  "fast-json-patch": (view, patch) => fast.applyPatch(view, patch).newDocument,
  "fast-json-patch, mutateDocument=false": (view, patch) => fast.applyPatch(view, patch, false, false).newDocument,
  rfc6902: (view, patch) => (applyPatch(view, patch), view),
};
for (const [name, apply] of Object.entries(appliers)) {
  const deal = [add("/hand", [])];
  const [ann, ben] = [apply({}, deal), apply({}, deal)];
  ann.hand.push("K7");
  const both = [add("/hand", []), add("/hand/-", "A1")];
  apply({}, both);
  console.log(`${name}: Ben ${JSON.stringify(ben)}, the patch afterwards ${JSON.stringify(both)}`);
}
E
cat >"$work/ask.py" <<'E'
import functools
import json

import jsonpatch

show = functools.partial(json.dumps, separators=(",", ":"))
deal = [{"op": "add", "path": "/hand", "value": []}]
ann, ben = (jsonpatch.apply_patch({}, deal) for _ in range(2))
ann["hand"].append("K7")
both = [*deal, {"op": "add", "path": "/hand/-", "value": "A1"}]
jsonpatch.apply_patch({}, both)
print(f"jsonpatch: Ben {show(ben)}, the patch afterwards {show(both)}")
E
node "$work/ask.mjs" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: fast-json-patch shares the patch's values among all documents"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
