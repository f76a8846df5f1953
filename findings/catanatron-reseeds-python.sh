#!/bin/sh
# Starting a seeded game gives Python's next mails the same MIME boundary, and two games at a time are not reproducible.
#
# Expected: Game(players, seed=7) has a random generator of its own. The seed alone fixes the game, and nothing outside
#   notices; MIME boundaries and message ids are unique whatever a game library does.
# With: catanatron 3.2.1 (PyPI), CPython 3.11.7 (email).
# Behaviour: the constructor calls random.seed() for the whole process. The standard library draws boundaries and the
#   random part of message ids from that generator, so each mail after a game with the same seed repeats them. Two
#   games that take turns share the generator: each goes otherwise than alone. seed=0 counts as no seed.
# Seen: the block "stated" below.
# Why it matters: one worker that plays games and sends mail. Mails share their boundary and all but time and process of
#   their ids, other code's random choices repeat, and a game cannot be replayed from its seed if another ran beside it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q catanatron==3.2.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
two mails in a row have the same boundary:     False
the same with a game (seed 7) before each mail: True ===============4721746986845966096== 3043013691408259304
the same with a game (seed 0) before each mail: False
a game replayed alone is the same:             True
a game replayed beside another is the same:    False
the process's random generator is untouched:   False
E

"$work/py/bin/python" - >"$work/seen" <<'E'
import random
from email.message import EmailMessage
from email.utils import make_msgid

from catanatron import Color, Game, RandomPlayer


def game(seed):
    return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)


def mail():
    message = EmailMessage()
    message.set_content("Your turn.")
    message.add_alternative("<p>Your turn.</p>", subtype="html")
    message.as_bytes()
    return message.get_boundary(), make_msgid(domain="example.org").split(".")[2].split("@")[0]


def history(first, beside=None):
    for _ in range(60):
        first.play_tick()
        if beside:
            beside.play_tick()
    return repr(first.state.actions)


def after(seed):
    game(seed)
    return mail()


print("two mails in a row have the same boundary:    ", mail()[0] == mail()[0])
print("the same with a game (seed 7) before each mail:", after(7) == after(7), *after(7))
print("the same with a game (seed 0) before each mail:", after(0) == after(0))
print("a game replayed alone is the same:            ", history(game(5)) == history(game(5)))
print("a game replayed beside another is the same:   ", history(game(5)) == history(game(5), game(6)))
random.seed(1)
before = random.getstate()
game(7)
print("the process's random generator is untouched:  ", before == random.getstate())
E

if diff "$work/stated" "$work/seen"; then
  echo "as stated: catanatron seeds the whole process, mail boundaries included"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
