"""Nobody is asked for nothing at the pace of mails, and no answer by default tells what somebody holds (Seafarers F8)."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from engine.games.seafarers import GAME
from engine.match.table import Table
from engine.protocol.chance import Draws
from service.context import Context
from service.matches import acts
from service.matches.orders import NewOrders, orders_seq, set_orders, unasked_told
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Record, Transition
from tests.engine.seafarers.ways import twin
from tests.given.contexts import account, loaded, open_context
from workers.resolve.drain import drain_once
from workers.resolve.openings import orders_in_force
from workers.resolve.step import step_due

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b14"
MAIL, LIVE = {"kind": "duration", "seconds": 86_400}, {"kind": "duration", "seconds": 600}
TWINS = 12


def at_the_end_of_a_turn(
    redis_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch, pace: dict[str, Any]
) -> Context:
    """Return a match of five people in which a turn ends with the next step; two others have cards enough to build."""
    monkeypatch.setattr(creation, "new_seed", lambda: bytes(range(3, 35)))
    context = open_context(redis_url, folder)
    players = [account(context, name) for name in ("Ann", "Ben", "Cem", "Dora", "Edu")]
    wanted = NewMatch(rules=GAME.rules.id, seats=5, grace=0, pace=pace, options={"preset": "fuenf-inseln-5"})
    creation.create(context, players[0], wanted, MATCH)
    for player in players[1:]:
        lobby.join(context, MATCH, player, seat=None, invitation=None)
        context.store.note_here(MATCH, player.id, 600)
    whims = Draws(bytes(32))
    while True:
        drain_once(context)
        record = loaded(context, MATCH)
        state = record.state
        assert state is not None
        asked = next(one for one in record.table["standing"] if not one["optional"])
        able = [seat for seat, hand in enumerate(state["hands"]) if sum(hand) >= 3 and seat != state["active"]]
        for seat in asked["seats"]:
            if asked["kind"] == "act" and state["turn"] and len(able) > 1:
                acts.answer(context, record, seat, acts.SeatAct(asked["id"], move={"type": "end"}))
                return context
            move = GAME.bot(GAME.view(state, seat), asked, GAME.moves(state, seat, asked["id"]), whims)
            if asked["kind"] in ("act", "special"):
                move = {"type": "end"}
            send = acts.commit if asked["sealed"] else acts.answer
            send(context, loaded(context, MATCH), seat, acts.SeatAct(asked["id"], move=move))


def due(context: Context) -> Record:
    """Return the match with its secrets, at the same moment each time."""
    record = loaded(context, MATCH, secrets=True)
    return replace(record, now=record.at + 60_000)


def say(context: Context, seats: range, special: object) -> None:
    """Set standing orders about special building phases."""
    for seat in seats:
        record = loaded(context, MATCH)
        orders = {"roll": True} if special is None else {"special": special}
        set_orders(context, record, seat, NewOrders(orders, replaces=orders_seq(record, seat)))


def seen(step: Transition) -> list[Any]:
    """Return what everybody can see of a step: log, delays, letters; without hashes, and the salts that are drawn for it."""
    entries = [json.loads(line)["entry"] for line in step.lines]
    log = [
        [
            one["type"],
            one["at"],
            {name: part for name, part in one["body"].items() if name not in ("state", "openings")},
        ]
        for one in entries
    ]
    letters = [
        [one["id"], one["at"], one["send_at"], {name: fact for name, fact in one["facts"].items() if name != "head"}]
        for one in step.notices
    ]
    return [log, step.due, [one["id"] for one in step.table["standing"]], letters]


def differing(context: Context) -> int:
    """Return in how many of some states that differ only in hidden cards the step looks otherwise."""
    record = due(context)
    assert record.state is not None
    own, rng = seen(step_due(context, record)), random.Random(1)
    others = (twin(record.state, record.state["active"], rng) for _ in range(TWINS))
    return sum(seen(step_due(context, replace(record, state=other))) != own for other in others)


def asked_in(record: Record) -> list[str]:
    return [one["kind"] for one in record.table["standing"] if not one["optional"]]


def test_hidden_cards_change_neither_log_nor_delays_nor_letters(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = at_the_end_of_a_turn(redis_url, tmp_path, monkeypatch, MAIL)
    by_default = seen(step_due(context, due(context)))
    assert differing(context) == 0
    say(context, range(5), None)
    assert seen(step_due(context, due(context))) == by_default, "orders about something else change nothing"
    say(context, range(5), "pass")
    assert differing(context) == 0
    assert seen(step_due(context, due(context))) == by_default, "nobody sees that it was said"
    say(context, range(5), "ask")
    assert differing(context) == 0
    say(context, range(5), "when-able")
    assert differing(context) > 0, "who wants to be asked only when able tells it, as its sentence says"


def test_at_the_pace_of_mails_nobody_is_asked_to_build_nothing_who_has_not_said_so(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = at_the_end_of_a_turn(redis_url, tmp_path, monkeypatch, MAIL)
    step = step_due(context, due(context))
    assert "special" not in [one["kind"] for one in step.table["standing"]], "not even those who are at the table"
    passed = [json.loads(line)["entry"]["body"] for line in step.lines if b'"type":"resolved"' in line]
    assert {one["moves"][0]["by"] for one in passed if ".special." in one["decision"]} == {"order"}
    assert len(step.answers) == 1, "only whoever ended the turn has been punctual"
    say(context, range(5), "ask")
    drain_once(context)
    assert asked_in(loaded(context, MATCH)) == ["special"]
    assert "PLAN ask me in the special building phase" in unasked_told(loaded(context, MATCH).table, 0, "en")


def test_at_a_quick_pace_everybody_is_asked_and_bot_accounts_at_any(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = at_the_end_of_a_turn(redis_url, tmp_path, monkeypatch, LIVE)
    drain_once(context)
    assert asked_in(loaded(context, MATCH)) == ["special"]
    assert unasked_told(loaded(context, MATCH).table, None, "de") == ""
    record = due(context)
    seats = [{**one, "owned_by": "somebody"} for one in record.table["seats"]]
    programs = cast(Table, {**record.table, "pace": MAIL, "seats": seats})
    assert orders_in_force(context, replace(record, table=programs)) == {}
    people = cast(Table, {**record.table, "pace": MAIL})
    assert set(orders_in_force(context, replace(record, table=people))) == set(range(5))
