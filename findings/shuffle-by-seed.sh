#!/bin/sh
# Cards shuffled by a seed: in seededshuffle the first of ten is the first again four times in ten, and seed-shuffle loses a card to a seed of text.
#
# Expected: a package whose only task is to shuffle by a seed gives each order about equally often over many seeds, of text as of
#   numbers, as shuffling without a seed would.
# With: seededshuffle 0.2.0, seed-shuffle 1.0.0, knuth-shuffle-seeded 1.0.6, shuffle-seed 1.1.6 (npm).
# Behaviour: seededshuffle strings the codes of the letters together to one number, takes a small linear generator, and swaps every card with
#   one of the whole deck, in place of one of those not yet placed. seed-shuffle reckons with the text, which is no number: each time the
#   first card is lost and the others move up. The two others are even.
# Seen: the block "stated" below: over seeds "game-1" to "game-12000" and 1 to 12000 of four cards, the rarest and commonest of 24 orders, 500 each
#   if even, and how often in a thousand the first of ten cards is the first again, 100 if even.
# Why it matters: a seed is what makes a deal provable afterwards, and the name of the match is the seed that one would take. Whoever
#   sits in front gets the old card back in four games of ten, one order of 24 comes in a ninth of all matches, and a deck is short of a card.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" seededshuffle@0.2.0 seed-shuffle@1.0.0 knuth-shuffle-seeded@1.0.6 shuffle-seed@1.1.6 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
seededshuffle, text: 24 orders, 20 to 1371 times; first again 377
seededshuffle, numbers: 24 orders, 179 to 961 times; first again 392
seed-shuffle, text: 1 orders, 12000 to 12000 times; first again 0
seed-shuffle, numbers: 24 orders, 472 to 530 times; first again 97
knuth-shuffle-seeded, text: 24 orders, 472 to 523 times; first again 99
knuth-shuffle-seeded, numbers: 24 orders, 451 to 538 times; first again 97
shuffle-seed, text: 24 orders, 472 to 523 times; first again 98
shuffle-seed, numbers: 24 orders, 451 to 538 times; first again 99
seed-shuffle, "game-1": ["b","c","d",null]
E

cat >"$work/ask.mjs" <<'E'
import knuth from "knuth-shuffle-seeded";
import { shuffle as bySeed } from "seed-shuffle";
import seeded from "seededshuffle";
import shuffleSeed from "shuffle-seed";

const libraries = {
  seededshuffle: (cards, seed) => seeded.shuffle(cards, seed),
  "seed-shuffle": (cards, seed) => bySeed(cards, seed),
  "knuth-shuffle-seeded": (cards, seed) => knuth(cards, seed),
  "shuffle-seed": (cards, seed) => shuffleSeed.shuffle(cards, seed),
};
const seeds = { text: (number) => `game-${number}`, numbers: (number) => number };
const games = 12000;
for (const [name, shuffle] of Object.entries(libraries))
  for (const [kind, seed] of Object.entries(seeds)) {
    const orders = new Map();
    let first = 0;
    for (let game = 1; game <= games; game++) {
      const order = shuffle(["a", "b", "c", "d"], seed(game)).join("");
      orders.set(order, (orders.get(order) ?? 0) + 1);
      first += shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], seed(game))[0] === 0;
    }
    const counts = [...orders.values()];
    const share = Math.round((1000 * first) / games);
    console.log(`${name}, ${kind}: ${orders.size} orders, ${Math.min(...counts)} to ${Math.max(...counts)} times; first again ${share}`);
  }
console.log(`seed-shuffle, "game-1": ${JSON.stringify(bySeed(["a", "b", "c", "d"], "game-1"))}`);
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: two of four packages do not shuffle evenly by seed"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
