#!/bin/sh
# openskill's partial pairing, three or more players: in Python who stands between two others moves half as far as in JavaScript.
#
# Expected: the packages are ports of one another with models of the same names, so the same game gives the same ratings. Python's compares
#   four neighbours by default, the one of npm one; with window_size=1 they are the same.
# With: openskill 6.2.0 (PyPI), openskill 5.0.1 (npm): BradleyTerryPart and ThurstoneMostellerPart, tau 25/300 in both.
# Behaviour: duels agree, and so do the first and the last of a game. For a player with a neighbour on either side npm adds both
#   comparisons; Python takes their mean, so that his rating moves half as far and his sigma shrinks as by one comparison. Of two
#   shared winners the one listed later gets more in both. The full-pairing model gives the same in both packages.
# Seen: the block "stated" below: mu and sigma of three newcomers (25 and 8.333 before the game).
# Why it matters: a service that rates in Python and shows a forecast or a preview in the browser by the package of the same name shows
#   other numbers from the third player on, and tests with duels never show it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openskill==6.2.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" openskill@5.0.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
Python, BradleyTerryFull 1 2 -> 27.635/8.066 22.365/8.066
Python, BradleyTerryFull 1 2 3 -> 30.271/7.789 25.000/7.789 19.729/7.789
Python, BradleyTerryFull 1 1 3 -> 27.635/7.789 27.635/7.789 19.729/7.789
Python, BradleyTerryFull 1 2 2 -> 30.271/7.789 22.365/7.789 22.365/7.789
Python, BradleyTerryPart 1 2 -> 27.635/8.066 22.365/8.066
Python, BradleyTerryPart 1 2 3 -> 27.635/8.066 25.000/8.066 22.365/8.066
Python, BradleyTerryPart 1 1 3 -> 25.000/8.066 26.318/8.066 22.365/8.066
Python, BradleyTerryPart 1 2 2 -> 27.635/8.066 23.682/8.066 25.000/8.066
Python, ThurstoneMostellerPart 1 2 -> 27.109/8.249 22.891/8.249
Python, ThurstoneMostellerPart 1 2 3 -> 27.109/8.249 25.000/8.249 22.891/8.249
Python, ThurstoneMostellerPart 1 1 3 -> 25.000/8.201 26.055/8.225 22.891/8.249
Python, ThurstoneMostellerPart 1 2 2 -> 27.109/8.249 23.945/8.225 25.000/8.201
npm, BradleyTerryFull 1 2 -> 27.635/8.066 22.365/8.066
npm, BradleyTerryFull 1 2 3 -> 30.271/7.789 25.000/7.789 19.729/7.789
npm, BradleyTerryFull 1 1 3 -> 27.635/7.789 27.635/7.789 19.729/7.789
npm, BradleyTerryFull 1 2 2 -> 30.271/7.789 22.365/7.789 22.365/7.789
npm, BradleyTerryPart 1 2 -> 27.635/8.066 22.365/8.066
npm, BradleyTerryPart 1 2 3 -> 27.635/8.066 25.000/7.789 22.365/8.066
npm, BradleyTerryPart 1 1 3 -> 25.000/8.066 27.635/7.789 22.365/8.066
npm, BradleyTerryPart 1 2 2 -> 27.635/8.066 22.365/7.789 25.000/8.066
npm, ThurstoneMostellerPart 1 2 -> 27.109/8.249 22.891/8.249
npm, ThurstoneMostellerPart 1 2 3 -> 27.109/8.249 25.000/8.164 22.891/8.249
npm, ThurstoneMostellerPart 1 1 3 -> 25.000/8.201 27.109/8.115 22.891/8.249
npm, ThurstoneMostellerPart 1 2 2 -> 27.109/8.249 22.891/8.115 25.000/8.201
E

cat >"$work/ask.py" <<'E'
from openskill.models import BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerPart

for name, model in {
    "BradleyTerryFull": BradleyTerryFull(),
    "BradleyTerryPart": BradleyTerryPart(window_size=1),
    "ThurstoneMostellerPart": ThurstoneMostellerPart(window_size=1),
}.items():
    for places in [1, 2], [1, 2, 3], [1, 1, 3], [1, 2, 2]:
        rated = model.rate([[model.rating()] for _ in places], ranks=places)
        print("Python,", name, *places, "->", *(f"{team[0].mu:.3f}/{team[0].sigma:.3f}" for team in rated))
E
cat >"$work/ask.cjs" <<'E'
const { rate, rating } = require("openskill");
const { bradleyTerryFull, bradleyTerryPart, thurstoneMostellerPart } = require("openskill/models");
const models = { BradleyTerryFull: bradleyTerryFull, BradleyTerryPart: bradleyTerryPart, ThurstoneMostellerPart: thurstoneMostellerPart };
for (const [name, model] of Object.entries(models)) {
  for (const places of [[1, 2], [1, 2, 3], [1, 1, 3], [1, 2, 2]]) {
    const rated = rate(places.map(() => [rating()]), { rank: places, model, tau: 25 / 300 });
    console.log("npm,", name, ...places, "->", ...rated.map(([player]) => `${player.mu.toFixed(3)}/${player.sigma.toFixed(3)}`));
  }
}
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openskill's partial pairing halves in Python what the middle of a table gains in JavaScript"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
