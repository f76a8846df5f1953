#!/bin/sh
# Seeds that look different and are not: in seedrandom two games that begin within a second get the same dice, and all Maps are
# one seed.
#
# Expected: what is handed over as a seed is the seed: two instants, two maps, two deep objects are two seeds, and an instant is
#   the same seed on every machine. What a library cannot take in, it refuses.
# With: seedrandom 3.0.5, alea 1.0.1, random-seed 0.3.0, chance 1.1.13, random-js 2.1.0 (npm).
# Behaviour: seedrandom and alea make text of a Date, in seconds and in the machine's zone. Of an object seedrandom takes three
#   levels, and alea, chance and random-js nothing; nobody sees into a Map. random-seed strips blanks from text, chance and
#   random-js take 32 bits of a number, and random-js makes a number of text. None raises.
# Seen: the block "stated" below: whether two seeds give the same first number.
# Why it matters: tables that a tournament creates at once share all their rolls, so that one player sees at one table what
#   comes at the other, and a replay on a machine in another zone is another game. Hash the seed to text first.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" seedrandom@3.0.5 alea@1.0.1 random-seed@0.3.0 chance@1.1.13 random-js@2.1.0 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
seedrandom, alike: two instants of a second; two maps; two deep objects
seedrandom, one instant in two zones: not the same
alea, alike: two instants of a second; two maps; two objects; two deep objects
alea, one instant in two zones: not the same
random-seed, alike: two maps; "7" and "7 "
random-seed, one instant in two zones: the same
chance, alike: two maps; two objects; two deep objects; 1 and 1.5; 1 and 2^32 + 1
chance, one instant in two zones: the same
random-js, alike: two maps; two objects; two deep objects; 1 and 1.5; 1 and 2^32 + 1; "7" and "7 "
random-js, one instant in two zones: the same
E

cat >"$work/ask.cjs" <<'E'
const alea = require("alea");
const Chance = require("chance");
const { create } = require("random-seed");
const { MersenneTwister19937, integer } = require("random-js");
const seedrandom = require("seedrandom");

const firsts = {
  seedrandom: (seed) => seedrandom(seed).int32(),
  alea: (seed) => alea(seed)(),
  "random-seed": (seed) => create(seed)(1e9),
  chance: (seed) => new Chance(seed).integer({ min: 0, max: 1e9 }),
  "random-js": (seed) => integer(0, 1e9)(MersenneTwister19937.seed(seed)),
};
function inZone(zone, first) {
  process.env.TZ = zone;
  return first(new Date("2026-06-01T16:00:00Z"));
}
const deep = (seat) => ({ game: { table: { round: { seat } } } });
const pairs = {
  "two hours": [new Date("2026-06-01T16:00:00Z"), new Date("2026-06-01T17:00:00Z")],
  "two instants of a second": [new Date("2026-06-01T16:00:00.100Z"), new Date("2026-06-01T16:00:00.900Z")],
  "two maps": [new Map([["game", 7]]), new Map([["game", 8]])],
  "two objects": [{ game: 7 }, { game: 8 }],
  "two deep objects": [deep(1), deep(2)],
  "1 and 1.5": [1, 1.5],
  "1 and 2^32 + 1": [1, 2 ** 32 + 1],
  '"7" and "7 "': ["7", "7 "],
};
for (const [name, first] of Object.entries(firsts)) {
  const alike = Object.entries(pairs).filter(([, [one, other]]) => first(one) === first(other)).map(([pair]) => pair);
  console.log(`${name}, alike: ${alike.join("; ")}`);
  console.log(`${name}, one instant in two zones: ${inZone("UTC", first) === inZone("Europe/Berlin", first) ? "the same" : "not the same"}`);
}
E
TZ=UTC node "$work/ask.cjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: five libraries take different seeds for the same"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
