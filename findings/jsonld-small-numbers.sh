#!/bin/sh
# A chance of 0.0000001 in a canonical JSON-LD document: jsonld for JavaScript writes the whole number 0, PyLD 1.0E-7.
#
# Expected: canonical N-Quads exist to be hashed and signed; two libraries of the same authors write the same for every number of JSON.
# With: jsonld 9.0.0 (npm); PyLD 3.3.0, rdflib 7.6.0 (PyPI).
# Behaviour: jsonld.js takes a number for a fraction if JavaScript spells it with a dot, or if it is 1e21 or more. 1e-7, 2e-7 and 1e-300 are
#   spelled without one, so that they are rounded to the integer 0, or to -0; 1.5e-7 keeps its value. From 0.000001 on the two agree.
#   PyLD has a fraction for all of them. rdflib keeps Python's spelling, which is not canonical, but the same number.
# Seen: the block "stated" below: the literal that each writes for a member of the document.
# Why it matters: chances, tolerances and steps of a rating that people write by hand are such round numbers. The hash of the record differs
#   between a server in Python and a page in JavaScript, and in JavaScript the record with 1e-7 has the hash of the one with 0.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q PyLD==3.3.0 rdflib==7.6.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" jsonld@9.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
0: jsonld.js 0 integer, PyLD 0 integer, rdflib 0 integer
1e-07: jsonld.js 0 integer, PyLD 1.0E-7 double, rdflib 1e-07 double
2e-07: jsonld.js 0 integer, PyLD 2.0E-7 double, rdflib 2e-07 double
1.5e-07: jsonld.js 1.5E-7 double, PyLD 1.5E-7 double, rdflib 1.5e-07 double
-3e-08: jsonld.js -0 integer, PyLD -3.0E-8 double, rdflib -3e-08 double
1e-300: jsonld.js 0 integer, PyLD 1.0E-300 double, rdflib 1e-300 double
1e-06: jsonld.js 1.0E-6 double, PyLD 1.0E-6 double, rdflib 1e-06 double
0.25: jsonld.js 2.5E-1 double, PyLD 2.5E-1 double, rdflib 0.25 double
E

cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import jsonld from "jsonld";

for (const record of JSON.parse(readFileSync(0, "utf8")))
  process.stdout.write(await jsonld.canonize(record, { algorithm: "RDFC-1.0", format: "application/n-quads" }));
E
cat >"$work/ask.py" <<'E'
import json
import re
import subprocess
import sys

import rdflib
from pyld import jsonld

values = [0, 1e-7, 2e-7, 1.5e-7, -3e-8, 1e-300, 1e-6, 0.25]
records = [
    {"@context": {"@vocab": "https://example.org/"}, "@id": "https://example.org/game", "chance": value} for value in values
]


def literal(quads):
    text, kind = re.search(r'"([^"]*)"\^\^<http://www\.w3\.org/2001/XMLSchema#(\w+)>', quads).groups()
    return f"{text} {kind}"


asked = subprocess.run(
    ["node", sys.argv[1]], input=json.dumps(records), check=True, stdout=subprocess.PIPE, text=True
).stdout.splitlines()
for value, record, line in zip(values, records, asked, strict=True):
    canonical = jsonld.normalize(record, {"algorithm": "URDNA2015", "format": "application/n-quads"})
    graph = rdflib.Graph().parse(data=json.dumps(record), format="json-ld").serialize(format="nt")
    print(f"{value}: jsonld.js {literal(line)}, PyLD {literal(canonical)}, rdflib {literal(graph)}")
E
"$work/py/bin/python" -W ignore "$work/ask.py" "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: jsonld.js makes the integer 0 of 1e-7"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
