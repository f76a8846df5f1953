"""Answers that are held back: made, shown to their seat, replaced; nobody else can tell that there is one, or an order."""

import pytest
from flask import Flask

from service.context import Context
from tests.given.json_object import JsonObject
from tests.service.api.matches.test_leaks import everything
from tests.service.api.players import Player, Table, new_player, refused

DECLINE = {"else": "decline"}


@pytest.fixture
def held(context: Context, ada: Player, ben: Player) -> Table:
    """A match of Packet Row with the hold the game has."""
    return Table.begin(context, ada, ben, rules="packet-row")


def master(held: Table) -> Player:
    seat: int = held.standing()["seats"][0]
    return held.players[seat]


def test_the_hold_is_shown_and_is_the_games_unless_asked_otherwise(
    context: Context, held: Table, ada: Player, ben: Player
) -> None:
    assert ada.sees(held.path)["hold_seconds"] == 600
    assert ada.sees("/v1/rules/packet-row")["hold_seconds"] == 600
    assert ada.sees("/v1/rules/packet-row")["orders_shown"] is False
    none = Table.begin(context, ada, ben, rules="packet-row", hold_seconds=0)
    assert ada.sees(none.path)["hold_seconds"] == 0


def test_a_hold_longer_than_a_decision_stands_is_refused(ada: Player) -> None:
    wish = {"rules": "packet-row", "pace": {"kind": "duration", "seconds": 60}, "hold_seconds": 60}
    problem = refused(ada.post("/v1/matches", wish), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "/hold_seconds"


def test_a_held_answer_and_an_order_change_nothing_that_anybody_else_can_read(
    app: Flask, context: Context, held: Table, visitor: Player
) -> None:
    asked = master(held)
    other = next(one for one in held.players if one is not asked)
    watchers = (other, new_player(app, context, "Eve"), visitor)
    before = [everything(held, one) for one in watchers]
    moves: list[tuple[str, JsonObject]] = [
        (f"{held.here()}/move", {"move": {"type": "open", "board": "M"}}),
        (f"{held.here()}/move", {"move": {"type": "open", "board": "D"}, "replaces": 1}),
        (f"{held.path}/orders", {"orders": DECLINE}),
        (f"{held.path}/orders", {"orders": {**DECLINE, "final": "wait"}, "replaces": 1}),
    ]
    for path, body in moves:
        answer = asked.put(path, body)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        held.resolve()
        assert [everything(held, one) for one in watchers] == before
    assert asked.ask("DELETE", f"{held.path}/orders?replaces=2").status_code == 200
    held.resolve()
    assert [everything(held, one) for one in watchers] == before


def test_its_seat_sees_it_and_can_replace_it_by_number(held: Table) -> None:
    asked, here = master(held), f"{held.here()}/move"
    first = asked.put(here, {"move": {"type": "open", "board": "M"}}).get_json()
    assert (first["receipt"]["seq"], first["resolved"]) == (1, False)
    assert asked.put(here, {"move": {"type": "open", "board": "M"}}).get_json()["receipt"] == first["receipt"]
    refused(asked.put(here, {"move": {"type": "open", "board": "B"}}), 409, "conflict")
    second = asked.put(here, {"move": {"type": "open", "board": "B"}, "replaces": 1}).get_json()
    assert (second["receipt"]["act"], second["receipt"]["seq"]) == ("replace", 2)
    held.resolve()
    shown = next(one for one in held.seen_by(asked)["decisions"] if not one["optional"])
    assert shown["mine"]["seq"] == 2
    assert asked.sees("/v1/me/waiting")["waiting"] == []
