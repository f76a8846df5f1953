#!/bin/sh
# A game of chess with a "; comment", a "%" line or "1 e4" without a dot, all in PGN's standard: five of seven readers refuse one or more.
#
# Expected: a comment from ";" to the end of the line, a line with "%" in its first column that readers pass over, and move numbers with
#   any number of dots, none included, are in the standard of 1994, and every reader for general use knows them.
# With: chess 1.11.2 (python-chess, PyPI); chess.js 1.4.0, chessops 0.15.1, kokopu 4.13.4, @mliebelt/pgn-parser 1.4.19, pgn-parser 2.2.1
#   (npm); pgn-extract 19.04-1 (Debian 12's package).
# Behaviour: kokopu and pgn-extract do not know ";" (kokopu skips it behind the result). "%" stops all but python-chess, chessops and
#   pgn-extract; a number without a dot kokopu and chess.js. @mliebelt/pgn-parser and pgn-parser refuse ";" behind the result.
# Seen: the block "stated" below.
# Why it matters: "; 3 days left" is how a server of correspondence games would note something for people, and "%" how it would
#   for itself. The whole game is refused, in some libraries the whole file; {braces} are read by all.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q chess==1.11.2 &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4 @mliebelt/pgn-parser@1.4.19 pgn-parser@2.2.1 &&
  (cd "$work" && apt-get download -qq pgn-extract=19.04-1 && dpkg-deb -x pgn-extract*.deb root); } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }

cat >"$work/stated" <<'E'
{a comment}: all read it
; a comment: kokopu refused, pgn-extract refused
; behind the result: @mliebelt/pgn-parser refused, pgn-parser refused
% a line: chess.js refused, kokopu refused, @mliebelt/pgn-parser refused, pgn-parser refused
1 e4: chess.js refused, kokopu refused
E

cat >"$work/ask.mjs" <<'E'
import { readFileSync } from "node:fs";
import { parse } from "@mliebelt/pgn-parser";
import { Chess } from "chess.js";
import { parsePgn } from "chessops/pgn";
import { pgnRead } from "kokopu";
import parser from "pgn-parser";

const readers = {
  "chess.js": (text) => {
    const chess = new Chess();
    chess.loadPgn(text);
    return chess.history();
  },
  chessops: (text) => [...parsePgn(text)[0].moves.mainline()].map((node) => node.san),
  kokopu: (text) => pgnRead(text, 0).nodes().map((node) => node.notation()),
  "@mliebelt/pgn-parser": (text) => parse(text, { startRule: "game" }).moves.map((move) => move.notation.notation),
  "pgn-parser": (text) => parser.parse(text)[0].moves.map((move) => move.move),
};
const texts = JSON.parse(readFileSync(0, "utf8"));
const read = Object.entries(readers).map(([name, reader]) => [
  name,
  texts.map((text) => {
    try { return reader(text).join(" "); } catch { return "refused"; }
  }),
]);
console.log(JSON.stringify(Object.fromEntries(read)));
E
cat >"$work/ask.py" <<'E'
import io
import json
import pathlib
import subprocess
import sys

import chess.pgn

work = pathlib.Path(sys.argv[1])
moves = "e4 e5 Nf3 Nc6"
texts = {
    "{a comment}": "1. e4 e5 {a comment}\n2. Nf3 Nc6 *",
    "; a comment": "1. e4 e5 ; a comment\n2. Nf3 Nc6 *",
    "; behind the result": "1. e4 e5 2. Nf3 Nc6 * ; a comment",
    "% a line": "1. e4 e5\n% a line\n2. Nf3 Nc6 *",
    "1 e4": "1 e4 e5 2 Nf3 Nc6 *",
}
texts = {name: f'[Event "Match 7"]\n[Result "*"]\n\n{text}\n' for name, text in texts.items()}


def by_chess(text):
    game = chess.pgn.read_game(io.StringIO(text))
    return "refused" if game.errors else " ".join(node.san() for node in game.mainline())


def by_extract(text):
    asked = [work / "root/usr/games/pgn-extract", "-s", "--nomovenumbers", "--nocomments"]
    answered = subprocess.run(asked, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = [line.removesuffix(" *") for line in answered.stdout.splitlines() if line and line[0] not in "[{"]
    return "refused" if answered.stderr else " ".join(lines)


asked = ["node", work / "ask.mjs"]
answered = subprocess.run(asked, input=json.dumps(list(texts.values())), check=True, stdout=subprocess.PIPE, text=True).stdout
read = {"python-chess": [by_chess(text) for text in texts.values()]} | json.loads(answered)
read["pgn-extract"] = [by_extract(text) for text in texts.values()]
for number, name in enumerate(texts):
    said = {reader: "" if results[number].startswith(moves) else " " + results[number] for reader, results in read.items()}
    print(f"{name}: " + (", ".join(f"{reader}{word}" for reader, word in said.items() if word) or "all read it"))
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: comments and numbers of PGN's standard are refused by five readers of seven"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
