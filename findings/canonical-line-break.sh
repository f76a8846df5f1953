#!/bin/sh
# A comment of two lines in the canonical JSON of TUF and in-toto: what is signed is no JSON, and differs by language for some keys.
#
# Expected: "canonical JSON" is JSON: sorted keys, no blanks, and any parser reads it; the Python and the JavaScript implementation
#   of one framework give the same bytes for the same object.
# With: securesystemslib 1.6.0 (PyPI); @tufjs/canonical-json 2.0.0 (npm).
# Behaviour: only the quotation mark and the backslash are escaped, as the format's origin (OLPC's) says: line breaks and tabs are written as they
#   are, which JSON forbids. The keys are sorted by code points in Python and by UTF-16 in JavaScript, so that a die (U+1F3B2) stands
#   before or behind U+FB33. Fractions raise in both, but JavaScript writes 1e+21 for a whole number of 22 digits.
# Seen: the block "stated" below: the bytes by each, and whether JSON.parse reads them.
# Why it matters: who keeps the signed text and parses it later, as is usual with RFC 8785, fails at the first comment of two lines; and a
#   record signed by a server in Python does not verify in a browser once keys go beyond the basic plane.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q securesystemslib==1.6.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" @tufjs/canonical-json@2.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
a comment of two lines
  Python "{\"said\":\"pass\nor not\"}", no JSON
  JavaScript "{\"said\":\"pass\nor not\"}", no JSON
a quotation
  Python "{\"said\":\"\\\"pass\\\"\"}", JSON
  JavaScript "{\"said\":\"\\\"pass\\\"\"}", JSON
two keys
  Python "{\"\ufb33\":2,\"\ud83c\udfb2\":1}", JSON
  JavaScript "{\"\ud83c\udfb2\":1,\"\ufb33\":2}", JSON
a whole number of 22 digits
  Python "{\"seed\":1000000000000000000000}", JSON
  JavaScript "{\"seed\":1e+21}", JSON
half a point
  Python raised
  JavaScript raised
E

cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import { canonicalize } from "@tufjs/canonical-json";

const written = JSON.parse(readFileSync(0, "utf8")).map((object) => {
  try { return canonicalize(object); } catch { return null; }
});
console.log(JSON.stringify(written));
E
cat >"$work/ask.py" <<'E'
import json
import pathlib
import subprocess
import sys

from securesystemslib.exceptions import FormatError
from securesystemslib.formats import encode_canonical

samples = {
    "a comment of two lines": {"said": "pass\nor not"},
    "a quotation": {"said": '"pass"'},
    "two keys": {"\N{GAME DIE}": 1, "\ufb33": 2},
    "a whole number of 22 digits": {"seed": 10**21},
    "half a point": {"points": 0.5},
}


def in_python(value):
    try:
        return encode_canonical(value)
    except FormatError:
        return None


def show(name, text):
    if text is None:
        print(f"  {name} raised")
        return
    try:
        json.loads(text)
    except json.JSONDecodeError:
        print(f"  {name} {json.dumps(text)}, no JSON")
    else:
        print(f"  {name} {json.dumps(text)}, JSON")


asked = ["node", pathlib.Path(sys.argv[1])]
answered = subprocess.run(asked, input=json.dumps(list(samples.values())), check=True, stdout=subprocess.PIPE, text=True).stdout
for (shown, value), in_javascript in zip(samples.items(), json.loads(answered), strict=True):
    print(shown)
    show("Python", in_python(value))
    show("JavaScript", in_javascript)
E
"$work/py/bin/python" "$work/ask.py" "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: TUF's canonical JSON is no JSON with a line break, and sorts by language"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
