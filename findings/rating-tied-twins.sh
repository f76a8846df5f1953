#!/bin/sh
# Two newcomers who tie for second place get different ratings, by the order in which they are listed.
#
# Expected: TrueSkill knows nothing but ratings and places, so players with equal ratings and equal places stay equal; a
#   small difference would be the tolerance of the iteration and would vanish with a finer one.
# With: trueskill 0.4.5 (PyPI), ts-trueskill 5.1.0 (npm).
# Behaviour: of two equal players who tie beside a winner or a loser, the one listed later gets more
#   (24.9931 and 25.0069). A finer min_delta changes nothing; five who tie are fanned out in even steps. If all tie,
#   all stay equal. The gap shrinks with a smaller draw_probability, so it belongs to the model of a draw.
# Seen: the block "stated" below: mu of newcomers (25 before the game).
# Why it matters: a table sorted by rating puts tied players in an order that depends on their seats, and a test for
#   "equal players stay equal" with two players, or with everybody tied, never shows it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q trueskill==0.4.5 &&
  npm install --silent --no-audit --no-fund --prefix "$work" ts-trueskill@5.1.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
trueskill 0.0001 1 1 1 1 -> 25.0000 25.0000 25.0000 25.0000
trueskill 1e-14 1 1 1 1 -> 25.0000 25.0000 25.0000 25.0000
trueskill 0.0001 1 1 3 4 -> 29.2630 29.2720 23.8327 17.6323
trueskill 1e-14 1 1 3 4 -> 29.2630 29.2720 23.8327 17.6323
trueskill 0.0001 1 2 2 4 -> 31.5640 24.9931 25.0069 18.4360
trueskill 1e-14 1 2 2 4 -> 31.5640 24.9931 25.0069 18.4360
trueskill 0.0001 1 2 2 2 2 2 7 -> 31.4380 24.9730 24.9865 25.0000 25.0135 25.0270 18.5620
trueskill 1e-14 1 2 2 2 2 2 7 -> 31.4380 24.9730 24.9865 25.0000 25.0135 25.0270 18.5620
trueskill, draw_probability 0.1 gap 0.0138
trueskill, draw_probability 0.01 gap 0.0001
trueskill, draw_probability 0.0001 gap 0.0000
ts-trueskill 1 1 3 4 -> 29.2630 29.2720 23.8327 17.6323
ts-trueskill 1 2 2 4 -> 31.5640 24.9931 25.0069 18.4360
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from trueskill import TrueSkill

env = TrueSkill()
for places in ([1, 1, 1, 1], [1, 1, 3, 4], [1, 2, 2, 4], [1, 2, 2, 2, 2, 2, 7]):
    for delta in (0.0001, 1e-14):
        rated = env.rate([(env.create_rating(),) for _ in places], ranks=places, min_delta=delta)
        print("trueskill", delta, *places, "->", *(f"{team[0].mu:.4f}" for team in rated))
for probability in (0.1, 0.01, 0.0001):
    env = TrueSkill(draw_probability=probability)
    rated = env.rate([(env.create_rating(),) for _ in range(4)], ranks=[1, 2, 2, 4])
    print("trueskill, draw_probability", probability, f"gap {abs(rated[1][0].mu - rated[2][0].mu):.4f}")
E
cat >"$work/ask.cjs" <<'E'
const { TrueSkill } = require("ts-trueskill");
const env = new TrueSkill();
for (const places of [[1, 1, 3, 4], [1, 2, 2, 4]]) {
  const rated = env.rate(places.map(() => [env.createRating()]), places);
  console.log("ts-trueskill", ...places, "->", ...rated.map((team) => team[0].mu.toFixed(4)));
}
E
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: TrueSkill rates tied newcomers by their order in the list"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
