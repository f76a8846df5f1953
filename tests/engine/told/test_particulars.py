"""What games say of a question and its choices that only the table shows: it comes true when the choice is made."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

import pytest

from engine.contract import Decision, Event, Language, Move, View
from engine.kit.text.particulars import Seen, choice_in_words, note_on, particulars_of, pictured_choices
from engine.kit.text.phrases import LANGUAGES
from engine.protocol.chance import Draws
from engine.registry import game, newest
from tests.engine import laws
from tests.engine.kontor.table import given
from tests.engine.ways import tables_of

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
STEPS = 260
PAYS = {
    "seafarers": {"road", "ship", "settlement", "city", "buy", "bank"},
    "anno-1701": {"build", "upgrade", "repair", "bank"},
    "packet-row": {"take"},
}
"""Types of moves that are paid at once."""
MORE = {"discovered", "produced", "monopoly", "traded", "built-gold", "fulfilled", "drawn"}
"""Events that bring something besides."""


@dataclass(frozen=True)
class Paid:
    """A move that was made: what its player saw before and after it."""

    seat: int
    decision: Decision
    move: Move
    before: View
    after: View
    events: list[Event]


@cache
def answers(name: str) -> list[Paid]:
    """Return the first moves of a match among the game's bots."""
    return list(_played(name))


def _played(name: str) -> Iterator[Paid]:
    rules = game(newest(name))
    options, seats = tables_of(rules)[0]
    chance, player = Draws(laws.seed_of(3)), laws.bot(random.Random(3))
    state = rules.setup(rules.options(options, seats), seats, chance)
    for _ in range(STEPS):
        asked = next((one for one in rules.decisions(state) if not one["optional"]), None)
        if asked is None:
            return
        moves = {
            seat: player(rules, state, seat, asked, rules.moves(state, seat, asked["id"])) for seat in asked["seats"]
        }
        after, events = rules.resolve(state, asked["id"], moves, chance)
        for seat, move in moves.items():
            yield Paid(seat, asked, move, rules.view(state, seat), rules.view(after, seat), events)
        state = after


def seen(paid: Paid, language: Language) -> Seen:
    return Seen(paid.decision, paid.before, language, NAMES)


@pytest.mark.parametrize("name", PAYS)
def test_what_is_left_after_a_move_is_what_the_choice_said(name: str) -> None:
    said = particulars_of(game(newest(name)))
    found: Counter[str] = Counter()
    for paid in answers(name):
        words = said.price(paid.move, seen(paid, "en"))
        if paid.move["type"] not in PAYS[name] or words is None:
            continue
        if any(event["type"] in MORE or "gold" in event for event in paid.events):
            continue
        found[str(paid.move["type"])] += 1
        for place, n in _left(words).items():
            assert _held(name, paid, place) == n, (words, paid.move)
    assert sum(found.values()) > 3, found


def _left(words: str) -> dict[str, int]:
    """Return what a sentence says is left, by the words for it; seafarers say nothing of what is used up."""
    listed = words.rpartition("have ")[2].partition(".")[0]
    pairs = [one.split(" ", 1) for one in listed.split(", ") if one != "nothing"]
    return {kind: int(n) for n, kind in pairs}


def _held(name: str, paid: Paid, kind: str) -> int:
    view: dict[str, object] = dict(paid.after)
    if name == "seafarers":
        return int(view["own"]["hand"][kind])  # type: ignore[index]
    player = view["players"][paid.seat]  # type: ignore[index]
    if name == "packet-row":
        return int(player["money"])
    letters = {"food": "N", "cloth": "T", "wood": "H", "brick": "Z", "bricks": "Z", "tools": "W", "tool": "W"}
    if kind == "gold":
        return sum(player["gold"])
    there = player["goods"] | player["luxury"]
    return int(there[letters.get(kind, kind[0].upper())])


@pytest.mark.parametrize("name", ["kontor", *PAYS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_choice_can_be_told_by_who_sees_the_table(name: str, language: Language) -> None:
    rules = game(newest(name))
    for paid in answers(name)[:80]:
        shown = seen(paid, language)
        note, words = note_on(rules, shown), choice_in_words(rules, paid.move, shown)
        assert words and "{" not in note + words and "\n" not in note + words


def test_who_lays_a_card_is_told_which() -> None:
    rules = game(newest("kontor"))
    lays = [one for one in answers("kontor") if one.decision["kind"] == "place"]
    assert lays
    for paid in lays:
        about = particulars_of(rules).about(seen(paid, "de"))
        number = paid.before["played"][paid.seat]["card"]["number"]
        assert about is not None and about.startswith(f"Deine Karte: {number} (")


def test_the_bank_says_how_many_cards_it_takes() -> None:
    rules = game(newest("seafarers"))
    trades = [one for one in answers("seafarers") if one.move["type"] == "bank"]
    assert trades
    for paid in trades:
        give = paid.move["give"]
        assert f"{paid.before['own']['rates'][give]} {give} for 1 " in choice_in_words(
            rules, paid.move, seen(paid, "en")
        )


def test_cards_have_names_wherever_they_lie() -> None:
    called = particulars_of(game(newest("packet-row"))).called("de")
    assert called["orphanage"].startswith("Waisenhaus")
    assert all(name and name != key for key, name in called.items())


@pytest.mark.parametrize(("language", "named"), [("en", "customs house"), ("de", "Zollhaus")])
def test_who_may_buy_a_special_card_is_told_what_it_may_be(language: Language, named: str) -> None:
    rules = game(newest("kontor"))
    options = rules.options({"preset": "tilsit", "special_cards": True}, 2)
    state = rules.setup(options, 2, Draws(laws.seed_of(3)))
    [asked] = rules.decisions(state)
    about = particulars_of(rules).about(Seen(asked, rules.view(state, 0), language, NAMES))
    assert asked["kind"] == "buy" and about is not None and named in about and "6" in about


COORDINATES = re.compile(r"\(-?\d+, -?\d+\)|\b(?:site|edge|hex|Bauplatz|Kante|Feld) \d")
PLACED = {
    "kontor": ({"place", "sail"}, 0),
    "seafarers": ({"found", "road", "ship", "settlement", "move", "robber"}, 20),
}
"""Moves to a place of the picture, and how many in a thousand may need a number to be told apart."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PLACED)
def test_choices_and_story_beside_a_picture_call_places_by_what_lies_there(name: str, language: Language) -> None:
    rules, (types, share) = game(newest(name)), PLACED[name]
    met, numbered = Counter[str](), Counter[str]()
    for one in answers(name):
        seen = Seen(one.decision, one.before, language, NAMES)
        moves = (
            [one.move]
            if one.decision["kind"] != "place"
            else [{"type": "place", "at": at} for at in one.before["placeable"]]
        )
        for move, words in zip(moves, pictured_choices(rules, moves, seen), strict=True):
            met[move["type"]] += 1
            numbered[move["type"]] += COORDINATES.search(words) is not None
        told = [particulars_of(rules).told(event, one.after, NAMES, language) for event in one.events]
        assert not [words for words in told if words and COORDINATES.search(words)]
    assert set(met) & types and sum(numbered[kind] for kind in types) * 1000 <= share * met.total(), numbered


def test_a_harbour_card_goes_beside_or_onto_another_and_the_ship_to_a_canal() -> None:
    table = given(". 43 . \n 44 A* 45 \n . 46 .", red="1 36 47", black="16 48")
    view, english = (
        table.view(),
        partial(Seen, {"id": "r1.place.0", "kind": "place", "seats": [0], "sealed": False, "optional": False}),
    )
    board = {tuple(one["at"]): one["card"]["number"] for one in view["board"]}
    (x, y) = next(at for at, number in board.items() if number == 45)
    moves: list[Move] = [{"type": "place", "at": at} for at in ([x + 1, y], [x, y - 1], [x, y + 1], [x - 1, y])]
    kontor = game(newest("kontor"))
    assert pictured_choices(kontor, moves, english(view, "en", NAMES)) == [
        "lay the card to the right of 45",
        "lay the card to the right of 43",
        "lay the card to the right of 46",
        "lay the card on the anchor",
    ]
    assert pictured_choices(kontor, moves, english(view, "de", NAMES))[0] == "die Karte rechts von der 45 legen"
    sails: list[Move] = [{"type": "sail", "to": [x, y]}, {"type": "sail", "to": [x - 1, y], "remove": [x, y]}]
    assert pictured_choices(kontor, sails, english(view, "de", NAMES)) == [
        "mit dem Schiff auf die 45 fahren",
        "mit dem Schiff auf den Anker fahren und die 45 entfernen",
    ]
