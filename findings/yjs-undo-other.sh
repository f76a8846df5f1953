#!/bin/sh
# Ann moves, Ben moves, Ann takes back her move: in Yjs and in pycrdt Ben's move is taken back, and hers stays.
#
# Expected: an UndoManager undoes local changes, as its description says; what came in by applyUpdate() is another's, and Yjs
#   knows that: the transaction has local = false.
# With: yjs 13.6.33 (npm), pycrdt 0.14.13 (PyPI).
# Behaviour: the manager goes by the origin of a change alone. Updates applied without one have the origin null, as the user's
#   own, and the last of them is undone first. With any other origin for updates, Yjs undoes Ann's move. pycrdt's apply_update()
#   takes none; there an origin for the own changes, and include_origin(), help.
# Seen: the block "stated" below: what both have after Ann's undo.
# Why it matters: providers set an origin, but who carries updates by mail or HTTP writes applyUpdate(doc, update), as the
#   documentation does. "Undo" takes back what somebody else did, on all devices; alone at a table, it works.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pycrdt==0.14.13 &&
  npm install --silent --no-audit --no-fund --prefix "$work" yjs@13.6.33; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
yjs, updates without an origin: {"ann":"A5"}
yjs, updates from "ben": {"ben":"B6"}
pycrdt: {"ann": "A5"}
pycrdt, own changes from "ann": {"ben": "B6"}
E

cat >"$work/ask.mjs" <<'E'
import { applyUpdate, Doc, encodeStateAsUpdate, UndoManager } from "yjs";

for (const [name, origin] of [["without an origin", undefined], ['from "ben"', "ben"]]) {
  const [ann, ben] = [new Doc(), new Doc()];
  const exchange = () => {
    applyUpdate(ann, encodeStateAsUpdate(ben), origin);
    applyUpdate(ben, encodeStateAsUpdate(ann), origin);
  };
  const undoing = new UndoManager(ann.getMap("moves"), { captureTimeout: 0 });
  ann.getMap("moves").set("ann", "A5");
  exchange();
  ben.getMap("moves").set("ben", "B6");
  exchange();
  undoing.undo();
  exchange();
  console.log(`yjs, updates ${name}: ${JSON.stringify(ben.getMap("moves"))}`);
}
E
cat >"$work/ask.py" <<'E'
import json

from pycrdt import Doc, Map, UndoManager

for name, origin in (("pycrdt", None), ('pycrdt, own changes from "ann"', "ann")):
    ann, ben = Doc({"moves": Map()}), Doc({"moves": Map()})

    def exchange() -> None:
        ann.apply_update(ben.get_update(ann.get_state()))
        ben.apply_update(ann.get_update(ben.get_state()))

    undoing = UndoManager(scopes=[ann["moves"]], capture_timeout_millis=0)
    if origin:
        undoing.include_origin(origin)
    with ann.transaction(origin=origin):
        ann["moves"]["ann"] = "A5"
    exchange()
    ben["moves"]["ben"] = "B6"
    exchange()
    undoing.undo()
    exchange()
    print(f"{name}:", json.dumps(ben["moves"].to_py()))
E
node "$work/ask.mjs" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: undo takes back the other player's move"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
