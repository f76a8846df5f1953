#!/bin/sh
# A road that costs less than open country: EasyStar walks past it, and calls the dearer way its path.
#
# Expected: "setTileCost(tileType, multiplicativeCost)" takes 0.4 as it takes 2; whoever finds paths with costs finds the cheapest.
# With: easystarjs 0.4.4 (npm); pathfinding 1.0.23 (PyPI).
# Behaviour: EasyStar estimates the rest of the way at 1 a field, so that a detour by fields of 0.4 looks too long: it is right
#   while no field costs less than 1, as with the same costs times 2.5. pathfinding for Python finds the road. (javascript-astar
#   has the same limit, and names it in its manual.)
# Seen: the block "stated" below: fields entered and cost, on a board of 5 by 3 with a road around the country.
# Why it matters: roads at half price are how most board games write roads. A unit moves less far than the rules allow, and server and
#   client name different ways if one of them scales its costs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q pathfinding==1.0.23 &&
  npm install --silent --no-audit --no-fund --prefix "$work" easystarjs@0.4.4; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
EasyStar, road 0.4, country 1: 4 fields, 3.4
EasyStar, road 1, country 2.5: 8 fields, 8.0
pathfinding, road 0.4, country 1: 8 fields, 3.2
pathfinding, road 1, country 2.5: 8 fields, 8.0
E

cat >"$work/ask.mjs" <<'E'
import easystar from "easystarjs";

const [ROAD, COUNTRY] = [1, 2];
const board = [
  [ROAD, COUNTRY, COUNTRY, COUNTRY, ROAD],
  [ROAD, COUNTRY, COUNTRY, COUNTRY, ROAD],
  [ROAD, ROAD, ROAD, ROAD, ROAD],
];
for (const [road, country] of [[0.4, 1], [1, 2.5]]) {
  const finder = new easystar.js();
  finder.setGrid(board);
  finder.setAcceptableTiles([ROAD, COUNTRY]);
  finder.setTileCost(ROAD, road);
  finder.setTileCost(COUNTRY, country);
  finder.enableSync();
  finder.findPath(0, 0, 4, 0, ([, ...path]) => {
    const cost = path.reduce((sum, { x, y }) => sum + (board[y][x] === ROAD ? road : country), 0);
    console.log(`EasyStar, road ${road}, country ${country}: ${path.length} fields, ${cost.toFixed(1)}`);
  });
  finder.calculate();
}
E
cat >"$work/ask.py" <<'E'
from pathfinding.core.grid import Grid
from pathfinding.finder.a_star import AStarFinder

for road, country in ((0.4, 1), (1, 2.5)):
    edge = [road, country, country, country, road]
    board = [edge, edge, [road] * 5]
    grid = Grid(matrix=board)
    path = AStarFinder().find_path(grid.node(0, 0), grid.node(4, 0), grid)[0][1:]
    cost = sum(board[node.y][node.x] for node in path)
    print(f"pathfinding, road {road}, country {country}: {len(path)} fields, {cost:.1f}")
E
node "$work/ask.mjs" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: EasyStar walks past a road that costs less than 1"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
