#!/bin/sh
# Both players comment on one move: chess.js cannot read the game any more.
#
# Expected: a comment in braces may stand after a move, after another comment and after a variation; whoever reads the game keeps
#   them all, or at least the moves.
# With: chess 1.11.2 (PyPI, python-chess); chess.js 1.4.0, chessops 0.15.1 (npm).
# Behaviour: chess.js throws for two comments in a row, and for one behind a variation. chessops keeps two apart and
#   so writes files that chess.js cannot read. python-chess joins them into one. Both move a comment from behind a variation
#   before it.
# Seen: the block "stated" below: what each writes of the game again, or its error.
# Why it matters: in a game by mail both players add a line to a move, and a service that appends comments writes this. Join the comments
#   of a move before writing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q chess==1.11.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" chess.js@1.4.0 chessops@0.15.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/games" <<'E'
1. e4 {Ann: my favourite} e5 2. Nf3 *
1. e4 {Ann: my favourite} {Ben: mine, too} e5 2. Nf3 *
1. e4 (1. d4 d5) {Ben: or so} e5 2. Nf3 *
E
cat >"$work/stated" <<'E'
python-chess: 1. e4 { Ann: my favourite } 1... e5 2. Nf3 *
python-chess: 1. e4 { Ann: my favourite Ben: mine, too } 1... e5 2. Nf3 *
python-chess: 1. e4 { Ben: or so } ( 1. d4 d5 ) 1... e5 2. Nf3 *
chess.js: 1. e4 {Ann: my favourite} e5 2. Nf3 *
chess.js: SyntaxError
chess.js: SyntaxError
chessops: 1. e4 { Ann: my favourite } e5 2. Nf3 *
chessops: 1. e4 { Ann: my favourite } { Ben: mine, too } e5 2. Nf3 *
chessops: 1. e4 { Ben: or so } ( 1. d4 d5 ) 1... e5 2. Nf3 *
E

cat >"$work/ask.py" <<'E'
import io
import sys

import chess.pgn

for text in open(sys.argv[1]):
    game = chess.pgn.read_game(io.StringIO(text))
    print("python-chess:", str(game).splitlines()[-1])
E
cat >"$work/ask.mjs" <<'E'
import fs from "fs";
import { Chess } from "chess.js";
import { makePgn, parsePgn } from "chessops/pgn";

const last = (text) => text.trim().split("\n").at(-1);
const libraries = {
  "chess.js": (text) => {
    const chess = new Chess();
    chess.loadPgn(text);
    return last(chess.pgn());
  },
  chessops: (text) => last(makePgn(parsePgn(text)[0])),
};
for (const [name, read] of Object.entries(libraries)) {
  for (const text of fs.readFileSync(process.argv[2], "utf8").trim().split("\n")) {
    try {
      console.log(`${name}: ${read(text)}`);
    } catch (error) {
      console.log(`${name}: ${error.name}`);
    }
  }
}
E
"$work/py/bin/python" "$work/ask.py" "$work/games" >"$work/seen"
node "$work/ask.mjs" "$work/games" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: chess.js cannot read a second comment on a move"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
