"""What four see, read and do: views, texts, pictures and the bot (rules: partners do not look into each other's cards)."""

import random
import re
from typing import Any

import pytest

from engine.contract import Chance, Decision, Game, Language, Move, State
from engine.games.kontor import GAME
from engine.kit.drawing.svg import signs_of
from engine.kit.text.particulars import answer_in_words
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.kontor.four import HANDS, TEAMS, four
from tests.engine.kontor.table import Playing, ended, given, ids

NAMES = ["Ann", "Amy", "Bob", "Ben"]


def test_d1_partners_do_not_see_each_others_hands() -> None:
    table = four()
    for seat in range(4):
        hands = table.view(seat)["hands"]
        assert [None if hand is None else [card["id"] for card in hand] for hand in hands] == [
            ids(HANDS[one]) if one == seat else None for one in range(4)
        ]
    assert table.view(None)["hands"] == [None] * 4


def test_the_view_says_who_sits_opposite() -> None:
    view = four().view(0)
    assert (view["teams"], view["opposite"]) == ([0, 0, 1, 1], [2, 3, 0, 1])


def test_the_table_as_text_names_partner_and_opponent() -> None:
    text = " ".join(GAME.words.table(four().view(1), NAMES, "en").split())
    assert "In a team with Ann. Opposite sits Ben: harbour tax is due between the two." in text
    german = " ".join(GAME.words.table(four().view(1), NAMES, "de").split())
    assert "Im Team mit Ann. Gegenüber sitzt Ben: Zwischen beiden gilt die Hafensteuer." in german


def test_the_table_as_text_says_that_sectors_of_one_quay_do_not_count() -> None:
    assert "Only sectors of at least 2 quays count at the end." in GAME.words.table(four().view(1), NAMES, "en")
    assert "Only sectors of" not in GAME.words.table(given("A* 43", red="19", black="20").view(0), NAMES[:2], "en")


@pytest.mark.parametrize("language", ["en", "de"])
def test_nobody_is_called_by_the_number_of_a_seat(language: Language) -> None:
    """Players know each other by name, and by the pips of the picture where names are not known."""
    view = four().view(0)
    called = [one.called for one in signs_of(GAME, view, 4, language) if one is not None]
    assert len(set(called)) == 4 and not re.search(r"\d", "".join(called)), called
    table = GAME.words.table(view, NAMES, language)
    assert not re.search(r"(?i)\b(seat|platz) \d", table), table
    removal: Move = {"type": "sail", "to": [0, -1], "remove": [-1, -1], "receiver": 3}
    said = answer_in_words(GAME.words, removal, language, kind="ship", names=NAMES)
    assert said.count(NAMES[3]) == 1 and not re.search(r"(?i)\b(seat|platz) \d", said), said


def test_the_picture_tells_partners_apart_by_one_pip_or_two() -> None:
    """Every team shares a colour: 1 + 2 pips each."""
    drawn = GAME.picture(four().view(None))
    assert [drawn.count(f">{called}<") for called in ("Red •", "Red ••", "Black •", "Black ••")] == [1] * 4
    assert drawn.count('r="6" fill="#f2a900"') == 2 * (1 + 2)


# -- the bot -------------------------------------------------------------------------------------------------------------


def bot(table: Playing, number: int = 0, seat: int | None = None) -> Move:
    """Return what the bot answers for a seat that is asked."""
    seat, (decision,) = table.asked[0] if seat is None else seat, GAME.decisions(table.state)
    moves = GAME.moves(table.state, seat, decision["id"])
    return GAME.bot(table.view(seat), decision, moves, Draws(laws.seed_of(number)))


@pytest.mark.parametrize(("poor", "card"), [(2, "C13"), (3, "C61"), (1, "C61")])
def test_the_bot_plays_coin_cards_only_against_a_poor_opponent_who_sits_opposite(poor: int, card: str) -> None:
    money = [0, 4, 4, 4]
    money[poor] = 0
    table = four("A* 43", hands=("13 61", "15 21", "20", "22"), money=money)
    assert {bot(table, number, seat=0)["card"] for number in range(5)} == {card}


REMOVALS = """
     .   4   .
     .  43  30
    19   A*  .
"""


def test_the_bot_gives_an_opposing_card_to_the_opponent_who_will_draw_it_last() -> None:
    for piles, receiver in ((("17", "23", "18 24 32", "34"), 2), (("17", "23", "18", "34 24 32"), 3)):
        table = four(REMOVALS, hands=("25 61", "21", "22", "20"), piles=piles).choose("25/25", "pass", "pass", "pass")
        assert bot(table) == {"type": "sail", "to": [0, -1], "remove": [0, -2], "receiver": receiver}


def test_the_bot_plays_for_its_team() -> None:
    """Seat 1 closes a sector in which only its partner's quays lie."""
    drawing = """
         .  47  46   .
        48  19  21   .
         .  49   A* 50
    """
    table = four(drawing, hands=("23", "59 61", "20", "22")).choose("pass", "59/59", "pass", "pass")
    assert table.waits_for == "r1.place.1"
    assert bot(table) == {"type": "place", "at": [1, -1]}


def test_the_bot_does_not_close_a_sector_of_one_quay_for_a_point_it_would_not_get() -> None:
    drawing = """
         .  47   .
        48  19   .
        49   A* 50
    """
    hands = ("59 61", "21", "20", "22")
    moves = {
        bot(four(drawing, hands=hands).choose("59/59", *["pass"] * 3), number)["at"] == [1, -1] for number in range(5)
    }
    assert moves == {False}


def test_the_bot_knows_nothing_of_its_partners_hand() -> None:
    one = four(hands=("13 19 59", "15 21 61", "14", "16"), piles=("17", "23 25", "18", "24"))
    other = four(hands=("13 19 59", "25 21 61", "14", "16"), piles=("17", "23 15", "18", "24"))
    for number in range(5):
        assert bot(one, number, seat=0) == bot(other, number, seat=0)


@pytest.mark.parametrize("options", [{}, {"pass_mode": "secret"}, {"special_cards": False}, {"quay_pile_open": True}])
def test_no_match_of_four_is_endless_however_it_is_played(options: dict[str, Any]) -> None:
    for number in range(3):
        rng, chance = random.Random(number), Draws(laws.seed_of(number))

        def mixed(
            game: Game,
            state: State,
            seat: int,
            decision: Decision,
            moves: list[Move],
            rng: random.Random = rng,
            chance: Chance = chance,
        ) -> Move:
            if seat % 2:
                return game.bot(game.view(state, seat), decision, moves, chance)
            return rng.choice(moves)

        match = laws.play(GAME, {"preset": TEAMS, **options}, 4, laws.seed_of(number), mixed)
        assert ended(match.end)["reason"] in ("board-full", "deadlock")
        assert match.end["round"] < 60


def test_silence_of_all_four_ends_a_match_too() -> None:
    def silent(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        return game.fallback(state, seat, decision["id"], "absent")

    match = laws.play(GAME, {"preset": TEAMS}, 4, laws.seed_of(1), silent)
    assert ended(match.end)["reason"] == "stalemate"
