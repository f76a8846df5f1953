#!/bin/sh
# Whether a canonical JSON package refuses a number it cannot keep depends on the parser in front of it.
#
# Expected: RFC 8785 cannot express integers beyond 2^53, so a Python package either refuses them or it does not;
#   json.loads and orjson.loads give the same for the same text, and a number that a signature covers is the one sent.
# With: rfc8785 0.1.4, jcs 0.2.1, canonicaljson 2.0.0, orjson 3.13.0 (PyPI).
# Behaviour: rfc8785 refuses the int 18446744073709551617 that json.loads delivers. orjson.loads reads the same text as
#   a float, without an error, and then rfc8785 signs 18446744073709552000. It refuses 9007199254740992 as an int and
#   signs it as a float. jcs rounds 9007199254740993 to ...992 by itself, and canonicaljson keeps every digit.
# Seen: the block "stated" below.
# Why it matters: a 64-bit seed or a counter in a signed transcript. Changing json to orjson for speed turns an error
#   into a signature over another number, and two numbers into the same bytes. Send such numbers as strings.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q rfc8785==0.1.4 jcs==0.2.1 canonicaljson==2.0.0 orjson==3.13.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
18446744073709551615 by json is int: rfc8785 IntegerDomainError, jcs 18446744073709552000, canonicaljson 18446744073709551615
18446744073709551615 by orjson is int: rfc8785 IntegerDomainError, jcs 18446744073709552000, canonicaljson 18446744073709551615
18446744073709551617 by json is int: rfc8785 IntegerDomainError, jcs 18446744073709552000, canonicaljson 18446744073709551617
18446744073709551617 by orjson is float: rfc8785 18446744073709552000, jcs 18446744073709552000, canonicaljson 1.8446744073709552e+19
9007199254740993 by json is int: rfc8785 IntegerDomainError, jcs 9007199254740992, canonicaljson 9007199254740993
9007199254740993 by orjson is int: rfc8785 IntegerDomainError, jcs 9007199254740992, canonicaljson 9007199254740993
9007199254740992.0 by json is float: rfc8785 9007199254740992, jcs 9007199254740992, canonicaljson 9007199254740992.0
9007199254740992.0 by orjson is float: rfc8785 9007199254740992, jcs 9007199254740992, canonicaljson 9007199254740992.0
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import json

import canonicaljson
import jcs
import orjson
import rfc8785

PACKAGES = (
    ("rfc8785", rfc8785.dumps),
    ("jcs", jcs.canonicalize),
    ("canonicaljson", canonicaljson.encode_canonical_json),
)
for text in ("18446744073709551615", "18446744073709551617", "9007199254740993", "9007199254740992.0"):
    for reader, loads in (("json", json.loads), ("orjson", orjson.loads)):
        value = loads(text)
        said = []
        for name, dumps in PACKAGES:
            try:
                said.append(f"{name} {dumps(value).decode()}")
            except ValueError as error:
                said.append(f"{name} {type(error).__name__}")
        print(f"{text} by {reader} is {type(value).__name__}: " + ", ".join(said))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: orjson before rfc8785 turns a refused number into a signed other number"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
