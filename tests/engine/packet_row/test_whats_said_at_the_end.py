"""What a table says when it is over, and numbers of one: seen by a newcomer who did not know the rules' words."""

from engine.games.packet_row import GAME
from tests.engine import laws
from tests.engine.packet_row.table import given, outcome_of
from tests.engine.packet_row.test_bot import bot

NAMES = ("Anna", "Ben", "Clara")
OVER = laws.play(GAME, {}, 3, laws.seed_of(3), bot)


def test_after_the_end_nothing_is_said_of_points_that_would_count_now() -> None:
    said = GAME.words.table(GAME.view(OVER.end, 0), NAMES, "de")
    total = outcome_of(OVER.end)["scores"][0]
    assert f"{total} Punkte, davon " in " ".join(said.split())
    assert "wenn jetzt Schluss wäre" not in said


def test_buildings_are_no_hand_and_nobody_owns_nothing_who_has_buildings() -> None:
    table = given(3, hands={1: "park#1 G-GB-15a"})
    said = " ".join(GAME.words.table(GAME.view(table.state, 0), NAMES, "de").split())
    assert "Karten: " in said and "Hand: " not in said
    assert "Für Verträge da: nichts. Die Verträge verlangen: " in said


def test_as_many_boards_as_end_the_match_are_named() -> None:
    event = {"type": "final", "why": "exhausted", "seats": []}
    assert GAME.words.event(event, NAMES, "de").startswith("Ein Spielplan lässt sich nicht mehr auffüllen: ")
    assert GAME.words.event(event, (*NAMES, "David"), "de").startswith(
        "2 Spielpläne lassen sich nicht mehr auffüllen: "
    )


def test_one_card_is_one_card() -> None:
    table = given(3, draws={"D": "ship_gb#2"})
    assert "noch 1 Karte im Stapel" in GAME.picture(GAME.view(table.state, 0), "de", NAMES)
