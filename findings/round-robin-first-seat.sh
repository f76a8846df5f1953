#!/bin/sh
# Everybody against everybody, once, an even number: in brackets-manager's pairings the last player never has the first seat.
#
# Expected: the circle method (or Berger's tables) gives each of n players the first seat n/2 or n/2-1 times; libraries of tournaments
#   swap the game of the player who stays in place from round to round.
# With: brackets-manager 1.11.1 with brackets-memory-db 1.0.6, tournament-pairings 2.0.1 (npm).
# Behaviour: brackets-manager's mode "simple" does not swap: the last of the seeding is the second opponent in all games, and all others
#   are the first n/2 times. With an odd number, and in mode "double", it is even. tournament-pairings is even
#   throughout.
# Seen: the block "stated" below: how often each player stands first, by seed.
# Why it matters: opponent1 becomes who moves first, or who has White. In a league of eight one player has Black seven times,
#   and as seeding puts the strongest first, it is the weakest.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" brackets-manager@1.11.1 brackets-memory-db@1.0.6 tournament-pairings@2.0.1 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
brackets-manager, simple: 2 2 2 0
brackets-manager, double: 3 3 3 3
tournament-pairings: 2 2 1 1
brackets-manager, simple: 2 2 2 2 2
brackets-manager, double: 4 4 4 4 4
tournament-pairings: 2 2 2 2 2
brackets-manager, simple: 3 3 3 3 3 0
brackets-manager, double: 5 5 5 5 5 5
tournament-pairings: 3 3 3 2 2 2
brackets-manager, simple: 4 4 4 4 4 4 4 0
brackets-manager, double: 7 7 7 7 7 7 7 7
tournament-pairings: 4 4 4 4 3 3 3 3
E

cat >"$work/ask.mjs" <<'E'
import { BracketsManager } from "brackets-manager";
import { InMemoryDatabase } from "brackets-memory-db";
import { RoundRobin } from "tournament-pairings";

for (const size of [4, 5, 6, 8]) {
  const seeds = Array.from({ length: size }, (_, index) => `P${index}`);
  const report = (name, firsts) => console.log(`${name}: ${seeds.map((seed) => firsts.filter((first) => first === seed).length).join(" ")}`);
  for (const roundRobinMode of ["simple", "double"]) {
    const storage = new InMemoryDatabase();
    await new BracketsManager(storage).create.stage({ tournamentId: 0, name: "League", type: "round_robin", seeding: seeds,
      settings: { groupCount: 1, roundRobinMode } });
    const names = Object.fromEntries((await storage.select("participant")).map(({ id, name }) => [id, name]));
    const games = (await storage.select("match")).filter(({ opponent1, opponent2 }) => opponent1 && opponent2);
    report(`brackets-manager, ${roundRobinMode}`, games.map(({ opponent1 }) => names[opponent1.id]));
  }
  const games = RoundRobin([...seeds], 1, true).filter(({ player1, player2 }) => player1 !== null && player2 !== null);
  report("tournament-pairings", games.map(({ player1 }) => player1));
}
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: brackets-manager never gives the last seed the first seat"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
