"""Rules found wrong in play, by the numbers of ``RULES.md``, "Found in play"."""

import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.contract import IllegalMove, Language, Move
from engine.games.kontor import GAME
from engine.protocol.chance import Draws
from tests.engine.kontor.four import four
from tests.engine.kontor.table import Playing, Table, given
from tests.engine.laws import seed_of

ROW = "A* 43 5 . 2"
"""Anchor with the ship, canal, red crane with a ship symbol, a field that the black crane bars for Red, black crane."""
OPEN = " . . . \n 43 A* 45 \n . . . "
NOTHING: dict[str, Any] = {"red_pile": "", "black_pile": "", "canal_pile": ""}


def row(red: str = "7", black: str = "20", **more: Any) -> Table:
    """A harbour of one row with fixed edges, in which nobody can lay a card as it is."""
    table = given(ROW, "goldsieber-pro", red=red, black=black, **{**NOTHING, **more})
    table.state["fixed"] = {"x": [0, 4], "y": [0, 0]}
    return table


# -- 1: deadlock with a ship move ----------------------------------------------------------------------------------------


def test_1_a_quay_whose_ship_move_can_make_room_for_it_keeps_the_match_going() -> None:
    table = row().choose(red="pass", black="pass")
    assert table.waits_for == "r2.choose"
    table.choose(red="7/7", black="pass").sail((1, 0), remove=(2, 0))
    assert table.told("laid") == [{"seat": 0, "card": "C07", "at": [2, 0]}]


def test_1_which_quays_are_in_the_pile_is_not_public_so_they_count_like_those_in_the_hand() -> None:
    open_end = row(red="19", red_pile="7").choose(red="pass", black="pass")
    assert open_end.waits_for == "r2.choose"
    assert row(red="7", red_pile="19").choose(red="pass", black="pass").waits_for == "r2.choose"


@pytest.mark.parametrize(("red", "black", "pile"), [("19", "20", ""), ("19", "20", "21"), ("", "20", "7")])
def test_1_without_a_ship_symbol_or_without_a_quay_in_the_hand_it_is_a_deadlock(
    red: str, black: str, pile: str
) -> None:
    choices = {name: "pass" for name, hand in (("red", red), ("black", black)) if hand}
    assert row(red=red, black=black, red_pile=pile).choose(**choices).told("ended")[0]["why"] == "deadlock"


def test_1_a_field_that_stays_barred_does_not_keep_it_going() -> None:
    drawing = """
        A* 43  5   .  6
        45 46  2  48 24
    """
    table = given(drawing, "goldsieber-pro", red="7", black="20", **NOTHING)
    table.state["fixed"] = {"x": [0, 4], "y": [0, 1]}
    assert table.choose(red="pass", black="pass").told("ended")[0]["why"] == "deadlock"


# -- 2: teams choose alone before the reveal -----------------------------------------------------------------------------


def test_2_in_teams_nobody_chooses_after_cards_have_been_shown() -> None:
    table = four().choose("19", "21", "pass", "22")
    assert table.waits_for != "r1.alone"
    assert table.told("revealed")[0]["choices"] == [
        {"seat": 0, "card": "C19"}, {"seat": 1, "card": "C21"}, {"seat": 2, "pass": True}, {"seat": 3, "card": "C22"},
    ]  # fmt: skip


def test_2_the_card_for_being_alone_is_sealed_with_the_other() -> None:
    table = four().choose("19/59", "pass", "pass", "22/16")
    assert [one.get("card") for one in table.told("revealed")[0]["choices"]] == ["C59", None, None, "C16"]


@pytest.mark.parametrize(
    ("language", "says"), [("en", "nobody is asked after that"), ("de", "danach wird niemand mehr gefragt")]
)
def test_2_in_teams_the_table_says_that_nobody_is_asked_later(language: Language, says: str) -> None:
    names = ["Ada", "Ben", "Cleo", "Dan"]

    def told(table: Playing) -> str:
        return " ".join(
            table.game.words.table(
                table.game.view(table.state, 0), names[: len(table.state["hands"])], language
            ).split()
        )

    assert says in told(four())
    assert says not in told(given(ROW, "goldsieber-pro", red="13 59", black="20 61"))


@pytest.mark.parametrize("seed", range(3))
def test_2_no_card_of_a_round_is_shown_before_all_are_chosen(seed: int) -> None:
    rng, chance = random.Random(seed), Draws(seed_of(seed))
    state = GAME.setup(GAME.options({"preset": "goldsieber-teams"}, 4), 4, chance)
    rounds = 0
    while decisions := GAME.decisions(state):
        (one,) = decisions
        assert one["kind"] != "alone"
        if one["kind"] == "choose":
            assert GAME.view(state, None)["played"] == [None] * 4
        moves = {seat: GAME.moves(state, seat, one["id"]) for seat in one["seats"]}
        answers = {seat: rng.choice(legal if rng.random() < 0.7 else legal[-1:]) for seat, legal in moves.items()}
        state, events = GAME.resolve(state, one["id"], answers, chance)
        shown = [event for event in events if event["type"] == "revealed"]
        assert [[choice["seat"] for choice in event["choices"]] for event in shown] == (
            [[0, 1, 2, 3]] if one["kind"] == "choose" else []
        )
        rounds += one["kind"] == "choose"
    assert rounds > 5


def test_2_two_players_are_still_asked_when_the_pass_is_known() -> None:
    table = given(ROW, "goldsieber-pro", red="13 59", black="20 61").choose(red="13", black="pass")
    assert table.waits_for == "r1.alone"
    assert table.told("revealed") == [{"choices": [{"seat": 1, "pass": True}]}]


def test_2_the_schema_of_the_choice_says_what_leaving_if_alone_out_means() -> None:
    (form,) = [one for one in GAME.rules.moves["choose"]["oneOf"] if "if_alone" in one["properties"]]
    assert "four" in form["description"]


# -- 3: refusing to open -------------------------------------------------------------------------------------------------


def rivals() -> Table:
    return given(OPEN, red="59 61", black="24 64", special_pile="88", special_cards=True)


def after(table: Table, seat: int, answer: Move, other: Move) -> tuple[int, int, int]:
    """Return coins, cards and special cards a seat has once it has answered, the other seat having given its answer."""
    state, _ = GAME.resolve(table.state, str(table.waits_for), {seat: answer, 1 - seat: other}, Draws(b""))
    return state["money"][seat], len(state["hands"][seat]), state["hands"][seat].count("C88")


@pytest.mark.parametrize("other", ["buy", "decline"])
def test_3_refusing_to_open_a_purchase_pays_for_nothing(other: str) -> None:
    table = rivals()
    refused = GAME.fallback(table.state, 0, "r1.buy", "unopened")
    worst = [after(table, 0, move, {"type": other}) for move in GAME.moves(table.state, 0, "r1.buy")]
    found = after(table, 0, refused, {"type": other})
    assert all(
        mine <= theirs
        for one in worst
        if one[2] + (other == "decline")
        for mine, theirs in zip(found, one, strict=True)
    )
    assert found == (1, 2, 0)


def test_3_refusing_to_open_in_the_contest_pays_for_nothing() -> None:
    table = rivals().buy(red=True, black=True)
    refused = GAME.fallback(table.state, 0, "r1.contest", "unopened")
    for shown in GAME.moves(table.state, 1, "r1.contest"):
        legal = [after(table, 0, move, shown) for move in GAME.moves(table.state, 0, "r1.contest")]
        found = after(table, 0, refused, shown)
        assert all(mine <= theirs for one in legal for mine, theirs in zip(found, one, strict=True))
        assert found == (1, 2, 0)


def test_3_the_rival_buys_and_if_both_refuse_nobody_does() -> None:
    table = rivals().buy(red=True, black=True)
    fine = {"type": "fine"}
    one, told = GAME.resolve(table.state, "r1.contest", {0: fine, 1: {"type": "show", "card": "C24"}}, Draws(b""))
    assert (one["money"], one["hands"][1].count("C88")) == ([1, 1], 1)
    assert [event["type"] for event in told] == ["fined", "shown", "bought", "got"]
    both, _ = GAME.resolve(table.state, "r1.contest", {0: fine, 1: fine}, Draws(b""))
    assert (both["money"], both["special_pile"], both["stage"]) == ([1, 1], ["C88"], "choose")
    assert sum(both["money"]) + both["bank"] == sum(table.state["money"]) + table.state["bank"]


def test_3_silence_costs_nothing() -> None:
    table = rivals()
    assert GAME.fallback(table.state, 0, "r1.buy", "absent") == {"type": "decline"}
    table.buy(red=True, black=True)
    assert GAME.fallback(table.state, 0, "r1.contest", "absent") == {"type": "show", "card": "C59"}


@pytest.mark.parametrize("stage", ["buy", "contest"])
def test_3_only_the_server_fines(stage: str) -> None:
    table = rivals()
    if stage == "contest":
        table.buy(red=True, black=True)
    with pytest.raises(IllegalMove) as refused:
        GAME.check(table.state, 0, f"r1.{stage}", {"type": "fine"})
    assert refused.value.code == "server-only"
    assert Draft202012Validator(GAME.rules.moves[stage]).is_valid({"type": "fine"}), "it stands in logs"


def test_3_a_fine_is_reported_in_both_languages() -> None:
    event = {"type": "fined", "seat": 0, "coins": 2}
    assert GAME.words.event(event, ["Ada", "Ben"], "en") == "Ada did not open the seal and pays two coins for nothing."
    assert GAME.words.event(event, ["Ada", "Ben"], "de").startswith("Ada hat das Siegel nicht geöffnet")
    assert GAME.words.move({"type": "fine"}, "en") == "pay two coins for nothing"
