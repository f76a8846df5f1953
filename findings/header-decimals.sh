#!/bin/sh
# A small number in a structured header: structured-headers writes "0." for 0.0001, which no reader takes, itself included.
#
# Expected: RFC 9651 rounds to three digits behind the point and keeps at least one, "0.0"; and what a library writes it can read,
#   as it raises for what it cannot write.
# With: structured-headers 2.1.0, structured-field-values 2.0.4, @svta/cml-structured-field-values 1.1.6 (npm); http-sf 1.5.0 (PyPI).
# Behaviour: structured-headers leaves the point without a digit whenever the rounded number is whole. The two others of npm write a date
#   with a fraction of a second, which they cannot read, and an umlaut in a string, which they read and which the standard and the
#   two other libraries forbid. Written for 2.0 is the integer 2 in JavaScript, the decimal 2.0 in Python.
# Seen: the block "stated" below: what each library writes and whether it reads it again.
# Why it matters: the whole header is refused for one such number, a signature's or a cache's, and a test with 1.5 does not see it: of the
#   numbers with four digits behind the point one in a thousand is so, of those below 0.0005 all are.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q http-sf==1.5.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    structured-headers@2.1.0 structured-field-values@2.0.4 @svta/cml-structured-field-values@1.1.6; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
structured-headers
  1.5: 1.5, read again
  2.0: 2, read again
  2.0004: 2., refused
  0.0001: 0., refused
  10:00:00.5: @1782900000, read again
  Bärbel: raised
structured-field-values
  1.5: 1.5, read again
  2.0: 2, read again
  2.0004: 2.0, read again
  0.0001: 0.0, read again
  10:00:00.5: @1782900000.5, refused
  Bärbel: "Bärbel", read again
@svta/cml-structured-field-values
  1.5: 1.5, read again
  2.0: 2, read again
  2.0004: 2.0, read again
  0.0001: 0.0, read again
  10:00:00.5: @1782900000.5, refused
  Bärbel: "Bärbel", read again
http-sf
  1.5: 1.5, read again
  2.0: 2.0, read again
  2.0004: 2.0, read again
  0.0001: 0.0, read again
  10:00:00.5: @1782900000, read again
  Bärbel: raised
E

cat >"$work/ask.mjs" <<'E'
import { parseItem, serializeItem } from "structured-headers";
import * as values from "structured-field-values";
import * as common from "@svta/cml-structured-field-values";

const libraries = {
  "structured-headers": [(value) => serializeItem([value, new Map()]), parseItem],
  "structured-field-values": [(value) => values.encodeItem(new values.Item(value)), values.decodeItem],
  "@svta/cml-structured-field-values": [common.encodeSfItem, common.decodeSfItem],
};
const samples = { "1.5": 1.5, "2.0": 2.0, "2.0004": 2.0004, "0.0001": 0.0001, "10:00:00.5": new Date(1782900000500), "Bärbel": "Bärbel" };
for (const [name, [write, read]] of Object.entries(libraries)) {
  console.log(name);
  for (const [shown, value] of Object.entries(samples)) {
    let written, again = "read again";
    try { written = write(value); } catch { console.log(`  ${shown}: raised`); continue; }
    try { read(written); } catch { again = "refused"; }
    console.log(`  ${shown}: ${written}, ${again}`);
  }
}
E
cat >"$work/ask.py" <<'E'
import datetime

import http_sf

samples = {str(number): number for number in (1.5, 2.0, 2.0004, 0.0001)}
samples["10:00:00.5"] = datetime.datetime(2026, 7, 1, 10, 0, 0, 500_000, datetime.UTC)
samples["Bärbel"] = "Bärbel"
print("http-sf")
for shown, value in samples.items():
    try:
        written = http_sf.ser(value)
    except ValueError:
        print(f"  {shown}: raised")
        continue
    try:
        http_sf.parse(written.encode(), tltype="item")
    except ValueError:
        print(f"  {shown}: {written}, refused")
    else:
        print(f"  {shown}: {written}, read again")
E
node "$work/ask.mjs" >"$work/seen"
PYTHONIOENCODING=utf-8 "$work/py/bin/python" "$work/ask.py" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: structured-headers writes a point without a digit"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
