#!/bin/sh
# "4d6k3", the best three of four dice: d20 keeps dice that show a 3, and gives 0 for most rolls; "10d6/4*4" is a quarter in roll.
#
# Expected: k3 keeps the three highest, as on the tables of the Web where the notation was made; a half is cut or kept alike, and what
#   a parser does not know it refuses.
# With: d20 1.1.2, dice 4.0.0 (PyPI); @dice-roller/rpg-dice-roller 5.5.1, roll 1.3.2 (npm).
# Behaviour: in d20, k3 keeps dice with the value 3 (kh3 is the three highest), and a comparison counts as 0 or 1 where the others
#   count dice. dice rounds down at each division, d20 cuts at the end, the other two keep halves. roll drops a second factor.
# Seen: the block "stated" below, with dice of one side, so that chance has no say.
# Why it matters: the sheet of a hero who rolls "4d6k3" six times is full of zeros and threes, and damage "/2*2" differs between
#   the server in Python and the preview in the browser.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q d20==1.1.2 dice==4.0.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" @dice-roller/rpg-dice-roller@5.5.1 roll@1.3.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
d20: 4d1k3 = 0; 5d1>0 = 1; 7d1/2 = 3; 10d1/4*4 = 10; 1d1+2d1*3 = 7
dice: 4d1k3 refused; 5d1>0 refused; 7d1/2 = 3; 10d1/4*4 = 8; 1d1+2d1*3 = 7
rpg-dice-roller: 4d1k3 = 3; 5d1>0 = 5; 7d1/2 = 3.5; 10d1/4*4 = 10; 1d1+2d1*3 = 7
roll: 4d1k3 refused; 5d1>0 refused; 7d1/2 = 3.5; 10d1/4*4 = 2.5; 1d1+2d1*3 = 7
E

cat >"$work/ask.py" <<'E'
import d20
import dice

LINES = ("4d1k3", "5d1>0", "7d1/2", "10d1/4*4", "1d1+2d1*3")


def tell(name, roll, error):
    def said(line):
        try:
            return f"{line} = {roll(line)}"
        except error:
            return f"{line} refused"

    print(f"{name}: " + "; ".join(said(line) for line in LINES))


tell("d20", lambda line: d20.roll(line).total, d20.RollError)
tell("dice", lambda line: int(dice.roll(line)), dice.DiceBaseException)
E
cat >"$work/ask.mjs" <<'E'
import { DiceRoll } from "@dice-roller/rpg-dice-roller";
import Roll from "roll";

const lines = ["4d1k3", "5d1>0", "7d1/2", "10d1/4*4", "1d1+2d1*3"];
const tell = (name, roll) => {
  const said = (line) => {
    try {
      return `${line} = ${roll(line)}`;
    } catch {
      return `${line} refused`;
    }
  };
  console.log(`${name}: ${lines.map(said).join("; ")}`);
};
tell("rpg-dice-roller", (line) => new DiceRoll(line).total);
tell("roll", (line) => new Roll().roll(line).result);
E
"$work/py/bin/python" "$work/ask.py" >"$work/seen"
node "$work/ask.mjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: one line of dice means different things to four libraries"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
