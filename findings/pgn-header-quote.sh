#!/bin/sh
# A quotation mark in the name of a chess event: two libraries write a PGN file that a third cannot read.
#
# Expected: the PGN standard (8.1.1): in a string, a quotation mark is written \" and a backslash \\. Every library
#   writes and reads it so, at least what it wrote itself.
# With: chess 1.11.2 (PyPI, python-chess); chess.js 1.4.0, chessops 0.15.1 (npm).
# Behaviour: chess and chess.js write [Event "Ann "A" Cup"], unescaped; chess.js then refuses its own file with a syntax
#   error, the moves included, and chessops leaves the header away. Only chessops writes \", and that valid file chess.js
#   refuses, too.
# Seen: the block "stated" below.
# Why it matters: names of events and players are free text. An archive written today opens in one viewer and not in
#   the next; names need their quotation marks replaced before the file is written.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q chess==1.11.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" chess.js@1.4.0 chessops@0.15.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
chess writes [Event "Ann "A" Cup"]
chess reads chess: Ann "A" Cup
chess.js writes [Event "Ann "A" Cup"]
chessops writes [Event "Ann \"A\" Cup"]
chess.js reads chess: syntax error
chessops reads chess: ?
chess.js reads chess.js: syntax error
chessops reads chess.js: ?
chess.js reads chessops: syntax error
chessops reads chessops: Ann "A" Cup
E

"$work/py/bin/python" - "$work" >"$work/seen" <<'E'
import io
import sys

import chess.pgn

game = chess.pgn.Game()
game.headers["Event"] = 'Ann "A" Cup'
game.add_main_variation(chess.Move.from_uci("e2e4"))
text = str(game) + "\n"
with open(f"{sys.argv[1]}/chess.pgn", "w") as file:
    file.write(text)
print("chess writes", text.splitlines()[0])
print("chess reads chess:", chess.pgn.read_game(io.StringIO(text)).headers["Event"])
E
cat >"$work/ask.cjs" <<'E'
const { Chess } = require("chess.js");
(async () => {
  const { defaultGame, makePgn, parsePgn } = await import("chessops/pgn");
  const game = new Chess();
  game.setHeader("Event", 'Ann "A" Cup');
  game.move("e4");
  const other = defaultGame();
  other.headers.set("Event", 'Ann "A" Cup');
  const files = {
    chess: require("fs").readFileSync(`${__dirname}/chess.pgn`, "utf8"),
    "chess.js": game.pgn(),
    chessops: makePgn(other),
  };
  for (const name of ["chess.js", "chessops"]) console.log(name, "writes", files[name].split("\n")[0]);
  for (const [name, text] of Object.entries(files)) {
    let event;
    try {
      const read = new Chess();
      read.loadPgn(text);
      event = read.getHeaders().Event;
    } catch (error) {
      event = error.name === "SyntaxError" ? "syntax error" : error.message;
    }
    console.log(`chess.js reads ${name}:`, event);
    console.log(`chessops reads ${name}:`, parsePgn(text)[0].headers.get("Event"));
  }
})();
E
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: a quotation mark in a PGN header makes a file that chess.js cannot read"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
