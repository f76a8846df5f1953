#!/bin/sh
# Sharing the victory is worth no more than coming third: how openskill rates ties, in Python and in JavaScript.
#
# Expected: players who share places get about the mean of those places, so with four equal newcomers two shared winners
#   stand above the third, and a tie in the middle changes nothing for the last.
# With: openskill 6.2.0 (PyPI), openskill 5.0.1 (npm).
# Behaviour: with PlackettLuce, the default model, two shared winners and the player in third place all get 25.932. Two who
#   share second place get 24.689, exactly what third place alone gets, and the last gains 1.86 by their tie; a
#   triple tie for the win lifts the last from 20.962 to 24.068. BradleyTerryFull of the same package does what is expected.
# Seen: the block "stated" below: mu of four newcomers (25 before the game).
# Why it matters: draws are the rule in many negotiation games. In a ladder with the default model it pays to let the
#   others share, and a shared victory among four is worth what third place is.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openskill==6.2.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" openskill@5.0.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
PlackettLuce places 1 2 3 4 -> 27.795 26.553 24.689 20.962
BradleyTerryFull places 1 2 3 4 -> 32.906 27.635 22.365 17.094
PlackettLuce places 1 1 3 4 -> 25.932 25.932 25.932 22.205
BradleyTerryFull places 1 1 3 4 -> 30.271 30.271 22.365 17.094
PlackettLuce places 1 2 2 4 -> 27.795 24.689 24.689 22.826
BradleyTerryFull places 1 2 2 4 -> 32.906 25.000 25.000 17.094
PlackettLuce places 1 1 1 4 -> 25.311 25.311 25.311 24.068
BradleyTerryFull places 1 1 1 4 -> 27.635 27.635 27.635 17.094
npm default places 1 2 3 4 -> 27.795 26.553 24.689 20.962
npm default places 1 1 3 4 -> 25.932 25.932 25.932 22.205
npm default places 1 2 2 4 -> 27.795 24.689 24.689 22.826
npm default places 1 1 1 4 -> 25.311 25.311 25.311 24.068
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from openskill.models import BradleyTerryFull, PlackettLuce

for ranks in ([1, 2, 3, 4], [1, 1, 3, 4], [1, 2, 2, 4], [1, 1, 1, 4]):
    for model in (PlackettLuce(), BradleyTerryFull()):
        rated = model.rate([[model.rating()] for _ in ranks], ranks=ranks)
        print(type(model).__name__, "places", *ranks, "->", *(f"{team[0].mu:.3f}" for team in rated))
E
cat >"$work/ask.cjs" <<'E'
const { rate, rating } = require("openskill");
for (const rank of [[1, 2, 3, 4], [1, 1, 3, 4], [1, 2, 2, 4], [1, 1, 1, 4]]) {
  const rated = rate(rank.map(() => [rating()]), { rank });
  console.log("npm default places", ...rank, "->", ...rated.map((team) => team[0].mu.toFixed(3)));
}
E
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openskill's default model rates shared winners like the third"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
