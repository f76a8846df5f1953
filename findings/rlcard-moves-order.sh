#!/bin/sh
# The same deal of Dou Dizhu by the same seed: RLCard lists the legal moves in another order in each process, so that "move 3" is another move.
#
# Expected: a game engine with a seed, whose agents choose by position in the list of legal moves, plays the same match again in a new process.
# With: rlcard 1.2.0 (PyPI), Python 3.11 or later.
# Behaviour: the hands dealt are the same. The legal moves come out of a set of strings, whose order Python draws for each process unless PYTHONHASHSEED
#   says which. A match in which everybody always takes the third move has other moves and another length.
#   Uno, Gin Rummy, Leduc and bridge are the same in every process.
# Seen: the block "stated" below: for two values of PYTHONHASHSEED, whether the first hand, the list of moves, its contents and the match are the same.
# Why it matters: recorded matches do not replay, and numbers in a mail mean other moves once the server has been restarted. Sort the legal moves.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q rlcard==1.2.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
doudizhu: hand the same, legal moves the same, their order another, match another
uno: hand the same, legal moves the same, their order the same, match the same
E

cat >"$work/play.py" <<'E'
import json
import sys

import rlcard

env = rlcard.make(sys.argv[1], config={"seed": 42})
state, player = env.reset()
first = [str(state["raw_obs"].get("current_hand") or state["raw_obs"]["hand"]), [str(move) for move in state["raw_legal_actions"]]]
taken = []
while not env.is_over():
    moves = [str(move) for move in state["raw_legal_actions"]]
    place = min(2, len(moves) - 1)
    taken.append(moves[place])
    state, player = env.step(list(state["legal_actions"])[place])
print(json.dumps([*first, taken]))
E
cat >"$work/ask.py" <<'E'
import json
import os
import subprocess
import sys

for game in ("doudizhu", "uno"):
    seen = []
    for seed in ("1", "2"):
        asked = [sys.executable, sys.argv[1], game]
        seen.append(json.loads(subprocess.run(asked, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout))
    (hand, moves, match), (hand_2, moves_2, match_2) = seen
    same = {"hand": hand == hand_2, "legal moves": sorted(moves) == sorted(moves_2), "their order": moves == moves_2, "match": match == match_2}
    print(f"{game}: " + ", ".join(f"{what} {'the same' if found else 'another'}" for what, found in same.items()))
E
"$work/py/bin/python" "$work/ask.py" "$work/play.py" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: RLCard's Dou Dizhu has another order of moves in each process"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
