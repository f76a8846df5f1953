#!/bin/sh
# A vote changes from 0 to false: three of five Python libraries that compare JSON find no change, and a fourth none within a
# list.
#
# Expected: 0 and false, or 1 and true, are different values in JSON; a library for JSON patches that is written in Python knows
#   that Python takes them for equal, and compares accordingly. A patch made of two documents turns the first into the second.
# With: json-merge-patch 0.3.0, dictdiffer 0.10.0, jsondiff 2.2.1, jsonpatch 1.48, deepdiff 9.1.0 (PyPI), json-merge-patch 1.0.2
#   (npm).
# Behaviour: the first three compare by Python's equality: no change from 0 to false, 1 to true, 1 to 1.0. In lists, too.
#   jsonpatch and the JavaScript library of the same name see all changes, deepdiff those outside of lists.
# Seen: the block "stated" below: how many members or operations the difference has.
# Why it matters: "points: 0" that becomes "no answer: false", or a flag that an older program wrote as 1, is never sent: the
#   copy stays as it is, and its hash differs from then on. From 2 to true, or from null, all see it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q json-merge-patch==0.3.0 dictdiffer==0.10.0 jsondiff==2.2.1 jsonpatch==1.48 deepdiff==9.1.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" json-merge-patch@1.0.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
json-merge-patch (Python): 0 to false: 0; 1 to true: 0; [1] to [true]: 0; 2 to true: 1
dictdiffer: 0 to false: 0; 1 to true: 0; [1] to [true]: 0; 2 to true: 1
jsondiff: 0 to false: 0; 1 to true: 0; [1] to [true]: 0; 2 to true: 1
jsonpatch: 0 to false: 1; 1 to true: 1; [1] to [true]: 1; 2 to true: 1
deepdiff: 0 to false: 1; 1 to true: 1; [1] to [true]: 0; 2 to true: 1
json-merge-patch (JavaScript): 0 to false: 1; 1 to true: 1; [1] to [true]: 1; 2 to true: 1
E

cat >"$work/ask.py" <<'E'
import json

import deepdiff
import dictdiffer
import json_merge_patch
import jsondiff
import jsonpatch

PAIRS = [(0, False), (1, True), ([1], [True]), (2, True)]
for name, compare in (
    ("json-merge-patch (Python)", json_merge_patch.create_patch),
    ("dictdiffer", lambda before, after: list(dictdiffer.diff(before, after))),
    ("jsondiff", jsondiff.diff),
    ("jsonpatch", lambda before, after: list(jsonpatch.make_patch(before, after))),
    ("deepdiff", deepdiff.DeepDiff),
):
    counts = {f"{json.dumps(one)} to {json.dumps(other)}": len(compare({"vote": one}, {"vote": other})) for one, other in PAIRS}
    print(f"{name}: " + "; ".join(f"{pair}: {count}" for pair, count in counts.items()))
E
cat >"$work/ask.mjs" <<'E'
import merge from "json-merge-patch";

const pairs = [[0, false], [1, true], [[1], [true]], [2, true]];
const count = ([one, other]) => Object.keys(merge.generate({ vote: one }, { vote: other }) ?? {}).length;
const show = (pair) => `${JSON.stringify(pair[0])} to ${JSON.stringify(pair[1])}: ${count(pair)}`;
console.log(`json-merge-patch (JavaScript): ${pairs.map(show).join("; ")}`);
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: json-merge-patch, dictdiffer and jsondiff find no change from 0 to false"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
