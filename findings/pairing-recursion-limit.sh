#!/bin/sh
# Importing py_ecc lifts the recursion limit of the whole process to 100,000: what was refused as nested too deeply is not.
#
# Expected: a library for signatures changes nothing outside itself. Code that reads what others sent relies on the limit:
#   under it a text that is nested too deeply ends in RecursionError, which servers answer as a bad request.
# With: py_ecc 8.0.0 (PyPI), on any Python that it supports.
# Behaviour: py_ecc/__init__.py calls sys.setrecursionlimit() with at least 100,000, for good and for all threads, whenever
#   anything of it is imported, such as the check of a drand beacon. Its fields need a depth of 381, one level a bit, so
#   that all of it works under the usual 1,000. Recursive code of others then goes on until the stack ends, not the limit.
# Seen: the block "stated" below. (An interpreter can end here without any exception: no input for that is given.)
# Why it matters: the import stands in a function that few requests reach, so the first match with a beacon changes what a
#   worker does with everything that comes after it. Whoever imports it has to set the limit back.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q py_ecc==8.0.0; } >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
before: limit 1000, a list of 1,500 levels: refused
after: limit 100000, a list of 1,500 levels: copied
with the limit set back: limit 1000, a list of 1,500 levels: refused, a signature's square root: right
E
cat >"$work/ask.py" <<'E'
import copy
import sys

nested = []
for _ in range(1_499):
    nested = [nested]


def seen():
    try:
        copy.deepcopy(nested)
    except RecursionError:
        what = "refused"
    else:
        what = "copied"
    return f"limit {sys.getrecursionlimit()}, a list of 1,500 levels: {what}"


print("before:", seen())
usual = sys.getrecursionlimit()
from py_ecc.fields import optimized_bls12_381_FQ as Element  # noqa: E402

print("after:", seen())
sys.setrecursionlimit(usual)
root = Element(4) ** ((Element.field_modulus + 1) // 4)
right = "right" if root * root == Element(4) else "wrong"
print("with the limit set back:", seen() + ", a signature's square root:", right)
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"
cat "$work/seen"
diff "$work/stated" "$work/seen" || { echo "it behaves otherwise now"; exit 1; }
echo "as stated"
