"""``siegelpost orders`` against a live installation: set, show, replace, end; what is refused and how the command ends."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games.kontor import GAME
from engine.protocol.canon import unb64
from engine.protocol.seal import order_commitment
from tests.cli.playing.test_play import Player, new_match, started, wait_for
from tests.cli.served import Served
from tests.given.json_object import JsonObject

DECLINE = {"else": "decline"}


@pytest.fixture
def match(ada: Player, ben: Player) -> str:
    """Given a match of Packet Row that resolves at once."""
    found: str = new_match(ada, "--rules", "packet-row", "--hold", "0s")
    ben.run("join", found)
    started(ada, found)
    return found


def test_orders_are_set_from_a_file_shown_replaced_and_ended(ada: Player, match: str, tmp_path: Path) -> None:
    assert "no standing orders" in ada.run("orders", match)
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(DECLINE, indent=4))
    assert "Your orders stand" in ada.run("orders", match[:8], "--set", str(plan))
    assert json.loads(ada.run("orders", match, "--show", "--json")) == DECLINE
    assert '"else": "decline"' in ada.run("orders", match)
    assert "order #2" in ada.run("orders", match, "--set", "-", typed='{"final":"wait"}')
    assert json.loads(ada.run("orders", match, "--json")) == {"final": "wait"}
    assert "ended" in ada.run("orders", match, "--clear")
    assert ada.run("orders", match, "--json") == "null\n"
    assert "no standing orders" in ada.run("orders", match, "--clear", code=1)


def test_the_document_behind_the_receipt_is_kept_on_this_machine(ada: Player, match: str) -> None:
    signed = json.loads(ada.run("orders", match, "--set", "-", "--json", typed=json.dumps(DECLINE)))
    sealed = signed["receipt"]["commitment"]
    kept = ada.keep.orders(match, sealed)
    assert kept is not None
    assert order_commitment(kept["order"], unb64(kept["salt"])) == sealed
    assert signed in list(ada.keep.receipts(match))


def test_a_rule_that_can_never_match_is_named(ada: Player, match: str) -> None:
    never = {"ask": [{"board": "M", "if": {"unopened": ["M"]}, "take": ["tobacco1"]}]}
    said = ada.run("orders", match, "--set", "-", typed=json.dumps(never), code=1)
    assert "/orders/ask/0/if/unopened" in said


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (["--set", "-", "--clear"], "{}"),
        (["--set", "-"], "[1]"),
        (["--set", "-"], "{'a'}"),
        (["--set", "nowhere.json"], ""),
    ],
)
def test_wrong_use_ends_with_2(ada: Player, match: str, arguments: list[str], typed: str) -> None:
    assert "Error:" in ada.run("orders", match, *arguments, typed=typed, code=2)


def test_orders_set_elsewhere_cannot_be_shown_here(ada: Player, match: str, tmp_path: Path) -> None:
    ada.run("orders", match, "--set", "-", typed=json.dumps(DECLINE))
    for path in (ada.keep.folder / "orders" / match).glob("*.json"):
        path.unlink()
    assert "another machine" in ada.run("orders", match, code=1)


def test_a_player_who_is_not_seated_is_told_so(live: Served, ada: Player, match: str, tmp_path: Path) -> None:
    eve = Player(live, tmp_path, "Eve")
    assert "do not sit" in eve.run("orders", match, code=1)


def test_with_orders_of_both_the_match_goes_on_to_its_end(ada: Player, ben: Player, match: str) -> None:
    """Packet Row's RULES.md, E2, level 3+: the server goes on while nobody's plan says wait."""
    programme = {"harbour": [{"open": sign} for sign in "GDMB"], "last_else": "pass", "else": "decline"}
    for player in (ada, ben):
        player.run("orders", match, "--set", "-", typed=json.dumps(programme))
    assert wait_for(ada, match, "closed")["over"] == "finished"


def test_a_game_without_orders_says_so(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "rules", replace(GAME.rules, orders=None))
    found = new_match(ada, "--bot", "steady")
    started(ada, found)
    assert "no standing orders" in ada.run("orders", found, "--set", "-", typed="{}", code=1)


def test_an_answer_that_is_held_back_can_be_changed_from_the_table(ada: Player, ben: Player) -> None:
    """The hold (protocol section 10): nothing is resolved before its time, and until then the answer is one's own."""
    found = new_match(ada, "--rules", "packet-row", "--hold", "6h")
    ben.run("join", found)
    seen = started(ada, found)
    master = (ada, ben)[seen["decisions"][0]["seats"][0]]
    said = master.run("play", found, "--patience", "1", typed="1\ny\n")
    assert "It counts within 6 h" in said
    assert "Nothing waits" in master.run("waiting")
    assert "held back" in master.run("play", found, "--patience", "1", typed="c\n3\ny\n")
    (first, second) = master.keep.receipts(found)
    assert (first["receipt"]["act"], second["receipt"]["act"]) == ("commit", "replace")
    assert "to change it" in master.run("play", found, "--move", '{"type":"open","board":"B"}', "--yes", code=1)
    master.run("play", found, "--move", '{"type":"open","board":"B"}', "--yes", "--replace", "--patience", "1")


def test_every_board_to_open_is_listed(ada: Player, match: str, ben: Player) -> None:
    said = "".join(player.run("play", match, typed="t\nq\n") for player in (ada, ben))
    for board in ("guildhall", "docks", "market", "bank"):
        assert said.count(f"open the {board}") == 2, "once at first, once again below the table"


def test_play_offers_to_go_on_with_an_interrupted_turn_list(ada: Player) -> None:
    found: str = new_match(ada, "--rules", "anno-1701", "--bot", "steady")
    started(ada, found)
    ada.run("play", found, "--move", '{"type":"settle","pile":"1a"}', "--yes")
    decision = own_turn(ada, found)
    turn = int(decision["id"].partition(".")[0][1:])
    # No deal gives a lodge so early: the list stands still whatever was dealt and rolled.
    plan = {
        "turn": {"turn": turn, "do": [{"do": {"type": "lodge", "slot": 0, "under": "1a"}}], "close": {"type": "finish"}}
    }
    ada.run("orders", found, "--set", "-", typed=json.dumps(plan))
    ada.run("play", found, "--move", '{"type":"close"}', "--yes", "--patience", "0")
    assert own_turn(ada, found, after=decision["id"])["kind"] == "close", (
        "the list stands still, its player closes the turn"
    )
    said = ada.run("play", found, typed="resume\ny\nq\n")
    assert "[resume]" in said
    assert "go on with your turn list: lodge: push card 1 of the hand under pile Ia; end the turn" in " ".join(
        said.split()
    )
    log = ada.client().log(found).entries
    moves = [one["move"] for entry in log if entry["type"] == "resolved" for one in entry["body"]["moves"]]
    assert {"type": "resume"} in moves
    assert {"type": "finish", "step": 0} in moves, "the list ends the turn"


def own_turn(player: Player, match: str, after: str = "") -> JsonObject:
    """Wait until the match asks this player something else than ``after`` and return what."""
    client = player.client()
    seen = client.match(match)
    while not (mine := [one for one in seen["decisions"] if seen["seat"] in one["seats"] and one["id"] != after]):
        seen = client.match(match, after=seen["n"], wait=20)
    client.transport.close()
    found: JsonObject = mine[0]
    return found
