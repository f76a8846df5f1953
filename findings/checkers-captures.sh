#!/bin/sh
# American checkers in py-draughts: one may leave a capture, White begins, and no game of other programs can be read from its first move on.
#
# Expected: in American checkers (English draughts) Black moves first and a capture must be made, whichever of several; a library that
#   has its name plays by these rules, as they are in the standard of PDN, the notation of such games.
# With: py-draughts 1.10.1, pydraughts 0.6.7, imparaai-checkers 1.4.2 (PyPI; the first two are both imported as "draughts").
# Behaviour: py-draughts offers all other moves beside a capture and lets White begin. The README's table says "Max capture: not required"
#   of it, as it does of its Russian draughts, in which a capture has to be made all the same; the docstring alone says
#   "Captures optional". The PDN that it writes has a GameType of its own, 23 in place of 21.
# Seen: the block "stated" below: positions after one to four moves, who begins, a game in PDN, and the answers to 11-15 22-18.
# Why it matters: the other libraries refuse every second game that was played by it, and it refuses all of theirs at the first move. A player who
#   leaves a capture by mail, which is the commonest slip in this game, is not told.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
for package in py-draughts==1.10.1 pydraughts==0.6.7 imparaai-checkers==1.4.2; do
  { python3 -m venv "$work/${package%%==*}" && "$work/${package%%==*}/bin/pip" install -q "$package"; } \
    >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }
done

cat >"$work/stated" <<'E'
py-draughts: 7, 49, 379, 2872 positions
py-draughts: WHITE begins
py-draughts: 1. 11-15 22-18 2. 15x22: not legal
py-draughts after 11-15 22-18: 10-14, 12-16, 15-19, 15x22, 7-11, 8-11, 9-13, 9-14
py-draughts, Russian, after 22-18 11-15: 18x11
pydraughts: 7, 49, 302, 1469 positions
pydraughts after 11-15 22-18: 15x22
imparaai-checkers: 7, 49, 302, 1469 positions
imparaai-checkers after 11-15 22-18: 15-22
E

cat >"$work/py-draughts.py" <<'E'
import draughts


def count(board, depth):
    if not depth:
        return 1
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


board = draughts.AmericanBoard()
print("py-draughts:", ", ".join(str(count(board, depth)) for depth in range(1, 5)), "positions")
print("py-draughts:", board.turn.name, "begins")
try:
    draughts.AmericanBoard.from_pdn('[GameType "21"]\n[Result "*"]\n\n1. 11-15 22-18 2. 15x22 *')
    print("py-draughts: 1. 11-15 22-18 2. 15x22: read")
except ValueError as error:
    print("py-draughts: 1. 11-15 22-18 2. 15x22:", "not legal" if "not legal" in str(error) else error)
men = [range(21, 33), range(1, 13)]
board = draughts.AmericanBoard.from_fen("B:W" + ",".join(map(str, men[0])) + ":B" + ",".join(map(str, men[1])))
board.push_uci("11-15")
board.push_uci("22-18")
print("py-draughts after 11-15 22-18:", ", ".join(sorted(str(move) for move in board.legal_moves)))
board = draughts.RussianBoard()
for move in ("22-18", "11-15"):
    board.push_uci(move)
print("py-draughts, Russian, after 22-18 11-15:", ", ".join(sorted(str(move) for move in board.legal_moves)))
E
cat >"$work/pydraughts.py" <<'E'
import draughts


def count(board, depth):
    moves = board.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = draughts.Board("english", board.fen)
        after.push(move)
        total += count(after, depth - 1)
    return total


print("pydraughts:", ", ".join(str(count(draughts.Board("english"), depth)) for depth in range(1, 5)), "positions")
board = draughts.Board("english")
for played in ("11-15", "22-18"):
    board.push(next(move for move in board.legal_moves() if move.pdn_move == played))
print("pydraughts after 11-15 22-18:", ", ".join(sorted(move.pdn_move for move in board.legal_moves())))
E
cat >"$work/imparaai-checkers.py" <<'E'
import copy

import checkers.game


def count(game, depth):
    moves = game.get_possible_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(game)
        after.move(move)
        total += count(after, depth - 1)
    return total


print("imparaai-checkers:", ", ".join(str(count(checkers.game.Game(), depth)) for depth in range(1, 5)), "positions")
game = checkers.game.Game()
game.move([11, 15])
game.move([22, 18])
print("imparaai-checkers after 11-15 22-18:", ", ".join("-".join(map(str, move)) for move in game.get_possible_moves()))
E
for name in py-draughts pydraughts imparaai-checkers; do "$work/$name/bin/python" -W ignore "$work/$name.py"; done >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: py-draughts lets a capture go and White begin"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
