#!/bin/sh
# A log as a Merkle tree that repeats the odd last entry: merkletreejs gives proofs that its own tree refuses, for four entries
# of twelve.
#
# Expected: with duplicateOdd, as with Bitcoin's trees, the last node of an odd row is paired with itself, and a proof names it
#   as its own sibling; every leaf's proof verifies.
# With: merkletreejs 0.6.0 (npm).
# Behaviour: getProof() leaves the repeated sibling out, so verify() says false for every leaf below such a node: the last of an
#   odd number, and as many as 4 of 12 or 8 of 24. With isBitcoinTree or without an option all verify, and so do all trees of
#   2^n leaves.
# Seen: the block "stated" below: which leaves of a tree do not verify, by number.
# Why it matters: "your move is in the log" fails for the youngest entries only, those that are asked for first, and a test with
#   two, four or eight moves passes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
npm install --silent --no-audit --no-fund --prefix "$work" merkletreejs@0.6.0 \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
{} of 3: all verify
{} of 8: all verify
{} of 12: all verify
{"isBitcoinTree":true} of 3: all verify
{"isBitcoinTree":true} of 8: all verify
{"isBitcoinTree":true} of 12: all verify
{"duplicateOdd":true} of 3: not 3
{"duplicateOdd":true} of 8: all verify
{"duplicateOdd":true} of 12: not 9 10 11 12
E

cat >"$work/ask.mjs" <<'E'
import { createHash } from "crypto";
import { MerkleTree } from "merkletreejs";

const hash = (data) => createHash("sha256").update(data).digest();
for (const options of [{}, { isBitcoinTree: true }, { duplicateOdd: true }]) {
  for (const size of [3, 8, 12]) {
    const leaves = Array.from({ length: size }, (_, index) => hash(`move ${index + 1}`));
    const tree = new MerkleTree(leaves, hash, options);
    const refused = leaves.flatMap((leaf, index) => (tree.verify(tree.getProof(leaf, index), leaf, tree.getRoot()) ? [] : [index + 1]));
    console.log(`${JSON.stringify(options)} of ${size}: ${refused.length ? `not ${refused.join(" ")}` : "all verify"}`);
  }
}
E
node "$work/ask.mjs" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: with duplicateOdd, merkletreejs refuses its own proofs of the last leaves"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
