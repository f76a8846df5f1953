"""What became of what was said ahead is known exactly once, whatever happens in the round."""

from collections import Counter

import pytest

from engine.contract import Game, Move, Orders, State
from engine.kit.ahead import Resolved, SettlesWishes, ahead_of, orders_ahead, wishes_settled
from engine.protocol.chance import Draws
from engine.registry import game, newest

LONGEST = 400


def _draws(number: int) -> Draws:
    return Draws(number.to_bytes(32, "big"))


def _round_of(decision: str) -> str:
    return decision.partition(".")[0]


class Round:
    """A match of bots who say ahead whatever can be said with their answers; counts what became of it."""

    def __init__(self, rules: Game, preset: str, seats: int, seed: int) -> None:
        self.rules, self.seed = rules, seed
        options = rules.options({"preset": preset} if preset else {}, seats)
        self.state: State = rules.setup(options, seats, _draws(seed))
        self.orders: dict[int, tuple[str, Orders]] = {}
        self.said: set[tuple[str, int, str]] = set()
        self.fates: Counter[tuple[str, int, str]] = Counter()
        self.kinds: Counter[str] = Counter()

    def play(self) -> None:
        """Play the match to its end, or for a long time."""
        for step in range(LONGEST):
            if self.rules.outcome(self.state) is not None:
                return
            decision = next(one for one in self.rules.decisions(self.state) if not one["optional"])
            ordered: dict[int, Move] = {}
            answers: dict[int, Move] = {}
            for seat in decision["seats"]:
                by_order = (
                    self.rules.consult(self.state, seat, decision["id"], self.orders[seat][1])
                    if seat in self.orders
                    else None
                )
                if by_order is not None and not decision["sealed"]:
                    ordered[seat] = answers[seat] = by_order
                else:
                    answers[seat] = self._choice(decision["id"], seat, step)
            before = self.state
            self.state, _ = self.rules.resolve(before, decision["id"], answers, _draws(self.seed + 1000 + step))
            for seat, (place, orders) in self.orders.items():
                for one in wishes_settled(self.rules, seat, orders, Resolved(ordered, before, self.state)):
                    self.fates[place, seat, one.part] += 1
                    self.kinds[one.fate] += 1
                    assert one.wishes and (one.used in one.wishes) == (one.fate == "used")
                    assert isinstance(self.rules, SettlesWishes)
                    for language in ("de", "en"):
                        about, called = self.rules.settled_words(one.part, one.wishes, language)
                        assert about and len(called) == len(one.wishes)

    def _choice(self, decision: str, seat: int, step: int) -> Move:
        """Return an answer, the one that a number names, and say ahead some of what can be said with it."""
        moves = self.rules.moves(self.state, seat, decision)
        move = moves[(self.seed * 7 + step * 3 + seat) % len(moves)]
        offered = ahead_of(self.rules, self.state, seat, decision, move, "en")
        if offered:  # what is said with this answer, or nothing, takes the place of what was said before
            place = _round_of(decision)
            for one in [one for one in self.said if one[:2] == (place, seat)]:
                self.said.discard(one)
                self.fates.pop(one, None)
            self.orders.pop(seat, None)
            wishes = {one.part: [wish.name for wish in one.wishes[step % 3 :: 3]][:2] for one in offered}
            wishes = {part: names for part, names in wishes.items() if names}
            if wishes and step % 4:
                self.orders[seat] = place, orders_ahead(self.rules, self.state, seat, decision, move, wishes)
                self.said |= {(place, seat, part) for part in wishes}
        return move


@pytest.mark.parametrize(
    ("rules", "preset", "seats"),
    [
        ("kontor", "goldsieber-basic", 2),
        ("kontor", "tilsit", 2),
        ("kontor", "goldsieber-teams", 4),
        ("packet-row", "", 3),
    ],
)
def test_every_wish_has_one_fate(rules: str, preset: str, seats: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4):
        match = Round(game(newest(rules)), preset, seats, seed)
        match.play()
        over = match.rules.outcome(match.state) is not None
        now = {_round_of(one["id"]) for one in match.rules.decisions(match.state)}
        for key in match.said:
            place, _, part = key
            if place in now and not over:
                continue
            assert match.fates[key] <= 1, (key, match.fates[key])
            assert match.fates[key] == 1 or part != "place", key
        kinds += match.kinds
    assert set(kinds) >= {"used", "lapsed"}, kinds
