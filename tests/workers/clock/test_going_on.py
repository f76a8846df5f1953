"""One mail a turn, also for who plays it action by action: nobody is written to while he is at the table."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.contract import Language
from engine.registry import game, newest
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store import keys
from service.store.records import Account, Notice, Record
from tests.given.contexts import account, open_context
from tests.workers.mail.match import SENDER
from workers.mail.compose import compose
from workers.resolve.drain import drain_once

HOLD_OFF = 120_000
RULES = newest("anno-1701")


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path, hold_off=HOLD_OFF)


def first_turn(context: Context, players: list[Account]) -> Record:
    """Return a match of Anno 1701 in which both have settled and the first turn waits for its first action."""
    match = new_match_id()
    creation.create(context, players[0], NewMatch(rules=RULES, grace=0), match)
    lobby.join(context, match, players[1], seat=None, invitation=None)
    drain_once(context)
    for seat in (0, 1):
        record = context.store.load(match)
        assert record is not None
        for one in [one for one in record.table["standing"] if seat in one["seats"]]:
            move = game(RULES).moves(record.state or {}, seat, one["id"])[0]
            acts.commit(context, record, seat, acts.SeatAct(one["id"], move=move))
    while True:
        drain_once(context)
        record = context.store.load(match)
        assert record is not None
        (standing,) = record.table["standing"]
        if standing["kind"] == "act":
            return record
        seat = standing["seats"][0]
        move = game(RULES).moves(record.state or {}, seat, standing["id"])[0]
        acts.answer(context, record, seat, acts.SeatAct(standing["id"], move=move))


def asked(context: Context, player: Account, record: Record) -> list[Notice]:
    """Return the questions that wait for a letter to the player, by their place in the log."""
    waiting = context.store.notices(keys.recipient_of(player.id, record.match)).pending
    return sorted((one for one in waiting if one["kind"] == "your-turn"), key=lambda one: one["n"])


def test_the_next_action_of_ones_own_turn_is_asked_by_letter_only_after_an_hour(context: Context) -> None:
    players = [account(context, "Ann"), account(context, "Ben")]
    record = first_turn(context, players)
    (standing,) = record.table["standing"]
    seat = standing["seats"][0]

    acts.answer(context, record, seat, acts.SeatAct(standing["id"], move={"type": "close"}))
    drain_once(context)

    *_, before, last = asked(context, players[seat], record)
    assert before["send_at"] - before["at"] == HOLD_OFF, "the turn itself is news"
    assert last["send_at"] - last["at"] == 3_600_000, "its second action is not"


@pytest.mark.parametrize(
    ("language", "stopped", "choice"),
    [
        ("en", "your turn list has stopped. It had played: repair the ship.", "go on with your turn list"),
        ("de", "deshalb hat deine Zugliste angehalten. Gespielt hatte sie: Schiff verbessern.",
         "mit deiner Zugliste weitermachen"),
    ],
)  # fmt: skip
def test_the_letter_about_an_interrupted_list_says_how_one_act_lets_it_go_on(
    context: Context, language: Language, stopped: str, choice: str
) -> None:
    players = [replace(account(context, name), language=language) for name in ("Ann", "Ben")]
    record = first_turn(context, players)
    seat = record.table["standing"][0]["seats"][0]
    news = asked(context, players[seat], record)
    played = {"type": "repair", "result": "done", "step": 0, "do": {"type": "repair"}, "spied": 0, "n": 1}

    def letter(**state: Any) -> str:
        now = replace(record, state={**(record.state or {}), **state})
        text = compose(news, players[seat], now, SENDER).get_body(("plain",))
        assert text is not None
        return " ".join(text.get_content().split())

    after = letter(by_hand=2, listed=1, acts=[played])
    assert stopped in after
    assert f"- {choice}" in after, "among the choices"
    assert '{"' not in after, "a letter is answered in words"
    for without in (letter(by_hand=2, listed=0), letter(by_hand=0, listed=1, acts=[played])):
        assert stopped.partition(".")[0] not in without and '{"' not in without
