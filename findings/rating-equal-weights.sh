#!/bin/sh
# Giving both players of a duel the weight 1 doubles the winner's gain and halves the loser's loss in openskill.
#
# Expected: weights say how much each player contributed, so equal weights say nothing: the ratings are those without
#   weights, in a duel as in teams.
# With: openskill 6.2.0 (PyPI).
# Behaviour: the weights of each team are stretched to the range 1 to 2 (weight_bounds), and the one weight of a team of
#   one becomes 2, whatever it was. In a duel with weights 1 and 1 the winner gains twice and the loser loses half as
#   much as without; in teams of two with equal weights nothing changes. With 0.9 and 1.0, almost equal, one player of
#   the winners gains double. weight_bounds=None turns all of it off.
# Seen: the block "stated" below: mu after the game, 25 before.
# Why it matters: a ladder that passes weights for its team games passes them for duels, too, and then each duel adds
#   points to the whole ladder: who plays most leads it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openskill==6.2.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
PlackettLuce duel, no weights: 27.635 | 22.365
PlackettLuce duel, weights 1 and 1: 30.271 | 23.682
PlackettLuce teams, no weights: 26.964 26.964 | 23.036 23.036
PlackettLuce teams, all 1: 26.964 26.964 | 23.036 23.036
PlackettLuce teams, 0.9 and 1.0 each: 26.964 28.929 | 23.036 24.018
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from openskill.models import PlackettLuce

model = PlackettLuce()
for name, size, weights in (
    ("duel, no weights", 1, None),
    ("duel, weights 1 and 1", 1, [[1], [1]]),
    ("teams, no weights", 2, None),
    ("teams, all 1", 2, [[1, 1], [1, 1]]),
    ("teams, 0.9 and 1.0 each", 2, [[0.9, 1.0], [0.9, 1.0]]),
):
    rated = model.rate([[model.rating() for _ in range(size)] for _ in range(2)], weights=weights)
    print(f"PlackettLuce {name}:", " | ".join(" ".join(f"{player.mu:.3f}" for player in team) for team in rated))
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: in a duel with equal weights openskill doubles the gain and halves the loss"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
