#!/bin/sh
# However strong, a player in a game of four never has more than an even chance to win in openskill's forecast.
#
# Expected: predict_win() says for each player the chance to win. Somebody far above three others has about 1, they about 0, as in
#   a duel; and when the winner is certain, a draw is not.
# With: openskill 6.2.0 (PyPI), openskill 5.0.1 (npm).
# Behaviour: with more than two teams the chances are those of the duels between all pairs, divided by the number of pairs. They
#   add up to 1, but the favourite of n players gets 2/n at most: 0.67 of three, 0.5 of four, 0.29 of seven; the rest is shared out
#   among those who cannot win. predict_rank() shows the same numbers. predict_draw() says 17 % in that game of four in Python and
#   12 % in JavaScript, and 24 % for two newcomers whose chances to win are 50 % and 50 % (so they leave draws out).
# Seen: the block "stated" below: a player of 60 against others of 10, sigma 1, which a duel gives no chance at all.
# Why it matters: with these numbers a service closes a game as decided, balances its tables, or shows who is ahead. In a
#   negotiation game of seven no lead shows as more than 29 %.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q openskill==6.2.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" openskill@5.0.1; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
PyPI, 2 players: win 1.00 0.00 | draw 0.00
PyPI, 3 players: win 0.67 0.17 0.17 | draw 0.13
PyPI, 4 players: win 0.50 0.17 0.17 0.17 | draw 0.17
PyPI, 7 players: win 0.29 0.12 0.12 0.12 0.12 0.12 0.12 | draw 0.18
PyPI, 4 players, rank: 0.50 0.17 0.17 0.17
PyPI, 2 newcomers: win 0.50 0.50 | draw 0.24
npm, 2 players: win 1.00 0.00 | draw 0.00
npm, 3 players: win 0.67 0.17 0.17 | draw 0.11
npm, 4 players: win 0.50 0.17 0.17 0.17 | draw 0.12
npm, 7 players: win 0.29 0.12 0.12 0.12 0.12 0.12 0.12 | draw 0.10
E

"$work/py/bin/python" - >"$work/seen" <<'E'
from openskill.models import PlackettLuce

model = PlackettLuce()


def show(name, teams):
    wins = " ".join(f"{chance:.2f}" for chance in model.predict_win(teams))
    print(f"PyPI, {name}: win {wins} | draw {model.predict_draw(teams):.2f}")


def game(players):
    return [[model.rating(mu=60 if seat == 0 else 10, sigma=1)] for seat in range(players)]


for players in (2, 3, 4, 7):
    show(f"{players} players", game(players))
print("PyPI, 4 players, rank:", " ".join(f"{chance:.2f}" for _, chance in model.predict_rank(game(4))))
show("2 newcomers", [[model.rating()], [model.rating()]])
E
cat >"$work/ask.cjs" <<'E'
const { predictDraw, predictWin, rating } = require("openskill");
for (const players of [2, 3, 4, 7]) {
  const teams = [...Array(players).keys()].map((seat) => [rating({ mu: seat ? 10 : 60, sigma: 1 })]);
  const wins = predictWin(teams).map((chance) => chance.toFixed(2)).join(" ");
  console.log(`npm, ${players} players: win ${wins} | draw ${predictDraw(teams).toFixed(2)}`);
}
E
node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openskill gives the favourite of n players a chance of 2/n at most"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
