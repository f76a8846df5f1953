#!/bin/sh
# The clearer an outsider wins, the less openskill gives for it; between equals the margin of victory counts for nothing.
#
# Expected: PlackettLuce(margin=5), "the margin of victory needed for a win to be considered impressive", with scores: a win by
#   more than 5 points moves the ratings more than a narrow one, at least between equals, and never less.
# With: openskill 6.2.0 (PyPI).
# Behaviour: the margin stretches the distance between the two ratings that the model starts from, towards "they are equal"
#   and on past it. So a clear win of the favourite counts more, a clear win of the outsider less: 0.826 for a win by 5
#   points, 0.309 by 45, 0.017 by 495. Between equals, where there is no distance, nothing changes. Just above the
#   margin it is the other way about: a favourite who wins by 6 gains less than by 5. All five models do so, in other measure.
# Seen: the block "stated" below: what the winner gains; 30 against 25, or both 25, sigma 3.
# Why it matters: a ladder by points turns the feature on, and whoever beats the champion clearly is better off
#   letting him have some points. Between newcomers, where it would help most, it does nothing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openskill==6.2.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
PlackettLuce, favourite wins: by 5 +0.415, by 6 +0.339, by 15 +0.572, by 45 +0.932, by 495 +1.223
PlackettLuce, equals: by 5 +0.620, by 6 +0.620, by 15 +0.620, by 45 +0.620, by 495 +0.620
PlackettLuce, outsider wins: by 5 +0.826, by 6 +0.902, by 15 +0.669, by 45 +0.309, by 495 +0.017
BradleyTerryFull, favourite wins: by 5 +0.415, by 6 +0.365, by 15 +0.469, by 45 +0.528, by 495 +0.574
BradleyTerryFull, equals: by 5 +0.620, by 6 +0.620, by 15 +0.620, by 45 +0.620, by 495 +0.620
BradleyTerryFull, outsider wins: by 5 +0.826, by 6 +0.875, by 15 +0.771, by 45 +0.712, by 495 +0.666
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from openskill.models import BradleyTerryFull, PlackettLuce

for model in (PlackettLuce(margin=5.0), BradleyTerryFull(margin=5.0)):
    for name, winner, loser in (("favourite wins", 30, 25), ("equals", 25, 25), ("outsider wins", 25, 30)):
        gains = []
        for margin in (5, 6, 15, 45, 495):
            teams = [[model.rating(mu=winner, sigma=3)], [model.rating(mu=loser, sigma=3)]]
            rated = model.rate(teams, scores=[5 + margin, 5])
            gains.append(f"by {margin} {rated[0][0].mu - winner:+.3f}")
        print(f"{type(model).__name__}, {name}:", ", ".join(gains))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openskill's margin shrinks what an outsider gains by a clear win"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
