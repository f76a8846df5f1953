#!/bin/sh
# The same chess position for the third time: a draw can be claimed in python-chess, in chess.js it cannot.
#
# Expected: both follow FIDE's article 9.2: positions are the same if the same moves are possible. A pawn that moved two squares
#   makes a difference only if it could really be taken en passant.
# With: chess 1.11.2 (PyPI), which is python-chess; chess.js 1.4.0 (npm).
# Behaviour: after e2-e4 a black pawn stands on d4, pinned by a rook, so that taking e.p. is not legal. Both libraries write "-" for
#   the e.p. square in the FEN. python-chess counts the position, chess.js tells it from the two later ones that have the
#   same FEN, and misses the third. Without the pin they agree.
# Seen: the block "stated" below: position (FEN without counters), how often it was on the board, can a draw be claimed?
# Why it matters: in a game by mail a program grants or denies the claim. Where server and board in the browser use the two
#   libraries, one shows a button that the other refuses; and chess.js may let a drawn game go on.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q chess==1.11.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" chess.js@1.4.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
python-chess, pinned: 3k4/8/8/8/3pP3/8/8/3RK3 b - - 3 times, draw yes
python-chess, no pawn near: 3k4/8/8/p7/4P3/8/8/3RK3 b - - 3 times, draw yes
chess.js, pinned: 3k4/8/8/8/3pP3/8/8/3RK3 b - - 3 times, draw no
chess.js, no pawn near: 3k4/8/8/p7/4P3/8/8/3RK3 b - - 3 times, draw yes
E

cat >"$work/games.json" <<'E'
{"pinned": ["3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4 d8e8 d1c1 e8d8 c1d1 d8e8 d1c1 e8d8 c1d1"],
 "no pawn near": ["3k4/8/8/p7/8/8/4P3/3RK3 w - - 0 1", "e2e4 d8e8 d1c1 e8d8 c1d1 d8e8 d1c1 e8d8 c1d1"]}
E
"$work/py/bin/python" - "$work" >"$work/seen" <<'E'
import json
import sys

import chess

for name, (start, moves) in json.load(open(f"{sys.argv[1]}/games.json")).items():
    board, seen = chess.Board(start), []
    for move in moves.split():
        board.push_uci(move)
        seen.append(" ".join(board.fen().split()[:4]))
    print(f"python-chess, {name}: {seen[-1]}", f'{seen.count(seen[-1])} times, draw {"yes" if board.is_repetition(3) else "no"}')
E
cat >"$work/ask.cjs" <<'E'
const { Chess } = require("chess.js");
for (const [name, [start, moves]] of Object.entries(require("./games.json"))) {
  const board = new Chess(start);
  const seen = moves.split(" ").map((move) => (board.move(move), board.fen().split(" ").slice(0, 4).join(" ")));
  const times = seen.filter((fen) => fen === seen.at(-1)).length;
  console.log(`chess.js, ${name}: ${seen.at(-1)} ${times} times, draw ${board.isThreefoldRepetition() ? "yes" : "no"}`);
}
E
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: chess.js misses a position for the third time after a pinned pawn's e.p. square"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
