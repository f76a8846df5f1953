#!/bin/sh
# An option given to one call of openskill's rate() changes all later calls, and tau=0.0 for one call does nothing.
#
# Expected: limit_sigma=True and tau=0.0 as arguments of one rate() count for that call; the model keeps its own settings.
# With: openskill 6.2.0 (PyPI).
# Behaviour: limit_sigma of a call is written into the model and stays until another call names it; tau=0.0 counts as not
#   given, so that the model's tau is added all the same. A tau of 0.000000001 does what 0.0 should.
# Seen: the block "stated" below: the winner's sigma after a duel, 1 before, in the order of the calls.
# Why it matters: a rating service shares one model among requests. One casual match rated with limit_sigma freezes the
#   uncertainty of everybody rated afterwards, until the next restart; a replay in another order gives other numbers.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openskill==6.2.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
first: 1.117
with limit_sigma=True: 1.000
without, again: 1.000
with limit_sigma=False: 1.117
without, once more: 1.117
with tau=0.0: 1.117
with tau=0.000000001: 0.999
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from openskill.models import PlackettLuce

model = PlackettLuce(tau=0.5)
for name, options in (
    ("first", {}),
    ("with limit_sigma=True", {"limit_sigma": True}),
    ("without, again", {}),
    ("with limit_sigma=False", {"limit_sigma": False}),
    ("without, once more", {}),
    ("with tau=0.0", {"tau": 0.0}),
    ("with tau=0.000000001", {"tau": 1e-9}),
):
    (winner,), _ = model.rate([[model.rating(25, 1.0)], [model.rating(25, 1.0)]], ranks=[1, 2], **options)
    print(f"{name}: {winner.sigma:.3f}")
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: an option of one call stays in openskill's model, and tau=0.0 is ignored"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
