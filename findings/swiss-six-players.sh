#!/bin/sh
# Six players and a fourth round of Swiss: one library raises, one lets two of them pause, one repeats a game.
#
# Expected: six players can play five rounds without meeting twice, so a library that was told who met whom pairs a fourth round; and
#   if it could not, it would repeat the most bearable game.
# With: swisspair 0.2.1 (PyPI); tournament-pairings 2.0.1, swiss-pairing 1.4.3 (npm).
# Behaviour: if A, B and C have met D, E and F in three rounds, what is left are two triangles, which cannot be paired: no library
#   looks ahead in the rounds before. Then swisspair raises a RuntimeError that says "Caught an unknown exception!";
#   tournament-pairings hands out two byes at once, so that four of six play; swiss-pairing repeats a game without saying so.
# Seen: the block "stated" below: the fourth round after such three.
# Why it matters: leagues by mail are small, and rounds start by themselves at night. Plan at most half as many rounds as players,
#   use a round robin below that, and look at what the library hands back.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q swisspair==0.2.1 &&
  npm install --silent --no-audit --no-fund --prefix "$work" tournament-pairings@2.0.1 swiss-pairing@1.4.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

echo "AD BE CF AE BF CD AF BD CE" >"$work/met"
cat >"$work/stated" <<'E'
swisspair: RuntimeError: Caught an unknown exception!
tournament-pairings: 2 games, 0 repeated, 2 byes
swiss-pairing: 3 games, 1 repeated, 0 byes
E

cat >"$work/ask.py" <<'E'
import sys

from swisspair import Player, create_matches

met = open(sys.argv[1]).read().split()
players = [
    Player(id=name, points=3 if name in "ABC" else 0, rank=place,
           cannot_be_paired_against_ids={other for game in met if name in game for other in game if other != name})
    for place, name in enumerate("ABCDEF", start=1)
]  # fmt: skip
try:
    print("swisspair:", len(create_matches(players)), "pairs")
except RuntimeError as error:
    print("swisspair: RuntimeError:", error)
E
cat >"$work/ask.mjs" <<'E'
import fs from "fs";
import swissPairing from "swiss-pairing";
import { Swiss } from "tournament-pairings";

const met = fs.readFileSync(process.argv[2], "utf8").trim().split(" ");
const names = [..."ABCDEF"];
const show = (library, pairs) => {
  const games = pairs.filter((pair) => pair.every(Boolean)).map((pair) => pair.sort().join(""));
  const repeated = games.filter((game) => met.includes(game)).length;
  console.log(`${library}: ${games.length} games, ${repeated} repeated, ${pairs.length - games.length} byes`);
};
const players = names.map((id) => ({
  id, score: "ABC".includes(id) ? 3 : 0, receivedBye: false,
  avoid: met.filter((game) => game.includes(id)).map((game) => game.replace(id, "")),
}));
show("tournament-pairings", Swiss(players, 4).map((game) => [game.player1, game.player2]));
const played = met.map(([home, away], index) => ({ round: 1 + Math.floor(index / 3), home: { id: home, points: 1 }, away: { id: away, points: 0 } }));
const seeded = names.map((id, index) => ({ id, seed: index + 1 }));
show("swiss-pairing", swissPairing().getMatchups(4, seeded, played).map((game) => [game.home, game.away]));
E
"$work/py/bin/python" "$work/ask.py" "$work/met" >"$work/seen"
node "$work/ask.mjs" "$work/met" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: three Swiss libraries end a stuck league of six in three ways"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
