#!/bin/sh
# A die of six sides rolls a 7: @3d-dice/dice-roller-parser gives 1 and 7 half as often as the numbers between.
#
# Expected: `1d6` is 1 to 6, each a sixth of the time.
# With: dice-roller-parser 0.1.8, @3d-dice/dice-roller-parser 0.2.6, @dice-roller/rpg-dice-roller 5.5.1, roll 1.3.2 (npm).
# Behaviour: @3d-dice's fork gives seven numbers, the outer ones with 1/12: the mean is 4 and not 3.5, and `1d1` is 2 in half of all
#   rolls. dice-roller-parser, of which it was made, is fair, and so are the other two.
# Seen: the block "stated" below: shares of 12,000 rolls of 1d6, rounded to twelfths.
# Why it matters: every roll of a game is too high, a table of six rows is asked for its seventh, and who checks a roll by the
#   rules of the game takes an honest server for a cheat. A test that looks for rolls between 1 and 6 fails once in twelve.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" dice-roller-parser@0.1.8 @3d-dice/dice-roller-parser@0.2.6 \
  @dice-roller/rpg-dice-roller@5.5.1 roll@1.3.2 >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
dice-roller-parser: 1 2/12, 2 2/12, 3 2/12, 4 2/12, 5 2/12, 6 2/12
@3d-dice/dice-roller-parser: 1 1/12, 2 2/12, 3 2/12, 4 2/12, 5 2/12, 6 2/12, 7 1/12
rpg-dice-roller: 1 2/12, 2 2/12, 3 2/12, 4 2/12, 5 2/12, 6 2/12
roll: 1 2/12, 2 2/12, 3 2/12, 4 2/12, 5 2/12, 6 2/12
E

cat >"$work/ask.mjs" <<'E'
import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import forked from "@3d-dice/dice-roller-parser";
import original from "dice-roller-parser";
import Roll from "roll";

const ROLLS = 12000;
const tell = (name, roll) => {
  const counts = {};
  for (let time = 0; time < ROLLS; time++) {
    const number = roll();
    counts[number] = (counts[number] ?? 0) + 1;
  }
  const shares = Object.entries(counts).map(([number, count]) => `${number} ${Math.round((12 * count) / ROLLS)}/12`);
  console.log(`${name}: ${shares.join(", ")}`);
};
tell("dice-roller-parser", () => new original.DiceRoller().rollValue("1d6"));
tell("@3d-dice/dice-roller-parser", () => new forked.DiceRoller().rollValue("1d6"));
tell("rpg-dice-roller", () => new DiceRoll("1d6").total);
tell("roll", () => new Roll().roll("1d6").result);
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a die of six sides rolls a 7 in @3d-dice/dice-roller-parser"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
