#!/bin/sh
# Who loses the first game of eight is fourth: brackets-manager's final standings count places without gaps.
#
# Expected: places as in sports: behind two who share the first place comes the third, and who loses in the quarterfinals is
#   fifth, or fifth to eighth (so every table of a bracket, and prizes and ratings by it).
# With: brackets-manager 1.11.1 with brackets-memory-db 1.0.6 (npm).
# Behaviour: the next place is one more, however many share the one before. Without a game for the third place four are fourth
#   of eight, with it four are fifth; in a double elimination the last two of eight are sixth.
# Seen: the block "stated" below: place and name, the lower number winning each game; in the round robin, P0 and P1 draw.
# Why it matters: prizes for the first four go to eight players, "fourth" stands in a profile for a lost first game, and points
#   by place differ from those of every other league. With no ties, as in most tests, all places are right.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" brackets-manager@1.11.1 brackets-memory-db@1.0.6 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
single elimination: 1 P0, 2 P1, 3 P2, 3 P3, 4 P4, 4 P5, 4 P6, 4 P7
with a game for third place: 1 P0, 2 P1, 3 P2, 4 P3, 5 P4, 5 P5, 5 P6, 5 P7
double elimination: 1 P0, 2 P1, 3 P2, 4 P3, 5 P4, 5 P5, 6 P6, 6 P7
round robin: 1 P0, 1 P1, 2 P2, 3 P3
E

cat >"$work/ask.mjs" <<'E'
import { BracketsManager } from "brackets-manager";
import { InMemoryDatabase } from "brackets-memory-db";

async function play(name, size, stage) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  const seeding = Array.from({ length: size }, (_, index) => `P${index}`);
  await manager.create.stage({ tournamentId: 0, name: "Cup", seeding, ...stage });
  for (;;) {
    const game = (await storage.select("match")).find(({ status }) => status === 2 || status === 3); // ready or running
    if (!game) break;
    const { id, opponent1: one, opponent2: other } = game;
    const isDraw = stage.type === "round_robin" && one.id + other.id === 1;
    const [result1, result2] = isDraw ? ["draw", "draw"] : one.id < other.id ? ["win", "loss"] : ["loss", "win"];
    await manager.update.match({ id, opponent1: { result: result1 }, opponent2: { result: result2 } });
  }
  const options = stage.type === "round_robin" ? [{ rankingFormula: ({ wins, draws }) => 3 * wins + draws }] : [];
  const standings = await manager.get.finalStandings(0, ...options);
  console.log(`${name}: ${standings.map(({ rank, name }) => `${rank} ${name}`).sort().join(", ")}`);
}
await play("single elimination", 8, { type: "single_elimination", settings: {} });
await play("with a game for third place", 8, { type: "single_elimination", settings: { consolationFinal: true } });
await play("double elimination", 8, { type: "double_elimination", settings: { grandFinal: "simple" } });
await play("round robin", 4, { type: "round_robin", settings: { groupCount: 1 } });
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: brackets-manager counts places without gaps"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
