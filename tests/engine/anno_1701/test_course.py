"""How setting up, dice, powers and voyages run (RULES.md, E.1: E2, E3, E14, E17, E24, E41)."""

import copy

from engine.games.anno_1701 import GAME
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import update_powers
from engine.games.anno_1701.types.cards import centre_of
from engine.protocol.chance import Draws
from tests.engine import laws
from tests.engine.anno_1701.table import DATA, given, start


def test_e2_the_ship_lies_above_the_overview_and_each_centre_between_two_landscapes() -> None:
    for seat in (0, 1):
        player = start().player(seat)
        assert player["ship"]["at"] == "top-2"
        beside = [[one["good"] for one in player["landscapes"] if centre_of(one["at"]) == centre] for centre in (0, 1)]
        assert beside == [["T", "H"], ["Z", "W"]]
    in_unrest = given({"gold": [3, 0]}).player(0)["landscapes"]
    assert {one["id"] for one in in_unrest if one["blocked"]} == {"L4", "L6"}


def test_e3_each_numeral_is_shuffled_once_in_secret_and_halved() -> None:
    chance = Draws(laws.seed_of(1))
    state = GAME.setup(GAME.options({}, 2), 2, chance)
    assert [one for one in chance.log if one["label"].startswith("piles/")] == [
        {"label": f"piles/{numeral}", "count": 17} for numeral in (1, 2, 3)
    ]
    assert {name: len(pile.split()) for name, pile in state["piles"].items()} == dict.fromkeys(
        ("1a", "1b", "2a", "2b", "3a", "3b"), 9
    )
    for numeral in (1, 2, 3):
        halves = state["piles"][f"{numeral}a"].split() + state["piles"][f"{numeral}b"].split()
        assert sorted(halves) == sorted(DATA.stack(numeral))
        assert halves != DATA.stack(numeral)


def test_e14_both_players_choose_their_yields_at_the_same_time_in_any_order() -> None:
    first = given({"buildings": "gildenhaus-2-1"}, {"buildings": "gildenhaus-2-1"}).roll(3, "pirate_hunt")
    assert [(task["kind"], task["seat"]) for task in first.view()["standing"]] == [("yield", 0), ("yield", 1)]
    last = copy.deepcopy(first)
    for table, order in ((first, (0, 1)), (last, (1, 0))):
        for seat in order:
            decision = next(one["id"] for one in GAME.decisions(table.state) if one["seats"] == [seat])
            table.state, _ = GAME.resolve(table.state, decision, {seat: {"type": "take", "good": "N"}}, table.chance)
    assert first.waits_for == last.waits_for == "act"
    assert first.state["players"] == last.state["players"]


def test_e17_an_attack_fetched_back_by_the_lodge_is_played_a_second_time() -> None:
    cards = {"hand": "taschendieb-1-1 farm-1-1", "buildings": "loge-3-1", "gold": [1, 1]}
    table = given(cards, {"gold": [4, 4]}).roll(4, "pirate_hunt").answer("play", card="taschendieb-1-1")
    table.answer("lodge", slot=0, under="1a").answer("play", card="taschendieb-1-1")
    assert sum(table.state["players"][1]["gold"]) == 4
    assert table.state["discard"] == ["taschendieb-1-1"]


def holder(play: Play) -> int | None:
    """Who has sea power."""
    return play.state["powers"]["sea"]


def test_e24_a_power_first_takes_three_and_later_any_majority() -> None:
    table = given({"buildings": "festung-3-1"}, {"buildings": "kanonengiesserei-1-1"})
    play = table.play()
    update_powers(play)
    assert holder(play) is None, "two to one, but nobody ever had three"
    play.player(0)["buildings"].append("kanonengiesserei-1-2")
    update_powers(play)
    assert holder(play) == 0
    play.player(1)["buildings"].append("festung-3-2")
    update_powers(play)
    assert holder(play) is None, "three to three"
    play.player(1)["buildings"].append("kanonengiesserei-2-1")
    update_powers(play)
    assert holder(play) == 1


def test_e41_a_ship_damaged_during_a_voyage_is_no_slower() -> None:
    table = given({"ship": 4}, kind="close", voyage_=["V11", "V12", "V15"]).answer("voyage")
    table.answer("reveal").answer("reveal")
    assert table.state["players"][0]["ship"] == 2
    assert (table.state["voyage"]["speed"], table.waits_for) == (3, "voyage")
    table.answer("reveal")
    assert table.told("returned") == [{"seat": 0, "cards": 3, "ship": 2}]
