#!/bin/sh
# A dictionary with the seats 9 and 10 as keys: json with sort_keys and canonicaljson sort them as numbers, orjson as strings.
#
# Expected: the keys of a JSON object are strings, and what is sorted are they: "10" before "9". A canonical text stays what it is
#   when it is read and written again, else it is not canonical.
# With: Python's json, canonicaljson 2.0.0, orjson 3.13.0, rfc8785 0.1.4 (PyPI).
# Behaviour: json sorts first and makes strings of the keys afterwards, so that 9 comes before 10; once read again, the same object is
#   written in another order. canonicaljson builds upon it, and so does its "canonical" text. From the key 10 on, that is; below
#   all agree. orjson with OPT_NON_STR_KEYS sorts the strings, rfc8785 takes strings only.
# Seen: the block "stated" below: what is written of {9: "Ann", 10: "Ben"}, and what of that text read again.
# Why it matters: a signature or hash made of scores by seat or by round verifies in tests, and fails at the tenth round at whoever
#   has the text only. Make strings of keys before anything is signed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q canonicaljson==2.0.0 orjson==3.13.0 rfc8785==0.1.4; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
json: {"9":"Ann","10":"Ben"} again {"10":"Ben","9":"Ann"}
canonicaljson: {"9":"Ann","10":"Ben"} again {"10":"Ben","9":"Ann"}
orjson: {"10":"Ben","9":"Ann"} again {"10":"Ben","9":"Ann"}
rfc8785: refuses it
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import json

import canonicaljson
import orjson
import rfc8785

for name, write in (
    ("json", lambda value: json.dumps(value, sort_keys=True, separators=(",", ":")).encode()),
    ("canonicaljson", canonicaljson.encode_canonical_json),
    ("orjson", lambda value: orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)),
    ("rfc8785", rfc8785.dumps),
):
    try:
        text = write({9: "Ann", 10: "Ben"})
    except rfc8785.CanonicalizationError:
        print(f"{name}: refuses it")
    else:
        print(f"{name}: {text.decode()} again {write(json.loads(text)).decode()}")
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: json and canonicaljson sort number keys as numbers, and differently once read"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
