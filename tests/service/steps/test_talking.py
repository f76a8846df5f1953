"""Messages and workers: written once whoever races or dies, in the log or refused, never lost between, never in two minds."""

import json
import threading
from functools import partial
from pathlib import Path

import pytest
import redis

from engine import registry
from engine.verifier.replay import Report, verify
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts, errors, messages
from service.matches.messages import TalkError
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.records import Account, Transition
from service.store.store import Store
from tests.given.at_once import at_once
from tests.given.contexts import account, dealt, loaded, open_context
from tests.given.json_object import JsonObject
from tests.given.partners import RULES, Partners
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    monkeypatch.setitem(registry.GAMES, RULES, Partners())
    return open_context(redis_url, tmp_path)


@pytest.fixture
def people(context: Context) -> list[Account]:
    return [account(context, name) for name in ("Ada", "Ben", "Cleo", "Dora")]


@pytest.fixture
def match(context: Context, people: list[Account]) -> str:
    match = new_match_id()
    creation.create(context, people[0], NewMatch(rules=RULES, seats=4, grace=0), match)
    for seat, one in enumerate(people[1:], start=1):
        lobby.join(context, match, one, seat=seat, invitation=None)
    drain_once(context)
    show(context, match)
    return match


def show(context: Context, match: str) -> None:
    for seat in range(4):
        record = loaded(context, match)
        acts.commit(context, record, seat, acts.SeatAct(record.table["standing"][0]["id"], move={"show": 2}))
    drain_once(context)


def claim(context: Context, match: str) -> None:
    record = loaded(context, match)
    standing = record.table["standing"][0]
    acts.answer(context, record, standing["seats"][0], acts.SeatAct(standing["id"], move={"claim": "leave"}))


def insist(context: Context, match: str, seat: int, channel: str, text: str) -> bool:
    """Say something as the API does; return whether it was accepted."""
    while True:
        try:
            messages.say(context, loaded(context, match), seat, channel, text, name=text)
            return True
        except TalkError as error:
            if error.code in ("channel-closed", "not-running"):
                return False
            assert error.code == "stale"


def said_entries(context: Context, match: str) -> list[JsonObject]:
    entries = [json.loads(line)["entry"] for line in context.store.lines(match)]
    return [entry for entry in entries if entry["type"] == "said"]


def proof(context: Context, match: str) -> Report:
    public = context.signer.public_bytes
    export = b"".join(context.store.lines(match))
    return verify(export, check_signature=lambda message, signature: verify_signature(public, message, signature))


def test_messages_that_race_the_closing_of_their_channel_are_said_once_or_refused(context: Context, match: str) -> None:
    for number in (1, 2, 3):
        accepted: list[str] = []

        def talk(seat: int, number: int = number, accepted: list[str] = accepted) -> None:
            for count in range(6):
                text = f"{number}.{seat}.{count}"
                if insist(context, match, seat, f"r{number}.confer.{seat % 2}", text):
                    accepted.append(text)

        threads = [threading.Thread(target=talk, args=(seat,)) for seat in (0, 2, 3)]
        threads += [threading.Thread(target=drain_once, args=(context,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        while loaded(context, match).table["standing"] and dealt(loaded(context, match))["stage"] == "claim":
            try:
                claim(context, match)
            except errors.ActError as error:
                assert error.code in ("stale", "conflict", "gone"), error.code
            drain_once(context)
        for thread in threads:
            thread.join()
        drain_once(context)
        kept = {one.text: one for one in context.store.messages(match)}
        if number == 3:
            break  # the match is over, and its messages are in the disclosure
        assert set(accepted) <= set(kept)
        assert all((kept[text].n is not None) != kept[text].refused for text in accepted)
        written = [entry["n"] for entry in said_entries(context, match)]
        assert sorted(one.n for one in kept.values() if one.n is not None) == written
        show(context, match)
    assert (proof(context, match).verdict, proof(context, match).reason) == ("PASS", "")
    last = json.loads(context.store.lines(match)[-2])["entry"]
    assert [one["n"] for one in last["body"]["messages"]] == [entry["n"] for entry in said_entries(context, match)]


def test_two_workers_at_once_write_a_message_once(context: Context, match: str) -> None:
    for count in range(10):
        insist(context, match, 0, "r1.confer.0", f"{count}")
        at_once(*(partial(drain_once, context) for _ in range(3)))
    drain_once(context)
    assert len(said_entries(context, match)) == 10
    assert [one.text for one in context.store.messages(match)] == [str(count) for count in range(10)]


def test_a_worker_that_dies_before_it_writes_leaves_the_message_to_the_next(
    context: Context, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    insist(context, match, 0, "r1.confer.0", "still here")

    class Died(BaseException):
        pass

    def die(*_: object) -> None:
        raise Died

    with monkeypatch.context() as dying:
        dying.setattr(type(context.store), "transition_many", die)
        with pytest.raises(Died):
            drain_once(context)
    assert said_entries(context, match) == []
    context.store.release(match)  # as the end of the dead one's lease would
    drain_once(context)
    assert [one.text for one in context.store.messages(match) if one.n] == ["still here"]
    assert len(said_entries(context, match)) == 1


def test_a_worker_that_dies_after_it_has_written_leaves_nothing_to_write_again(
    context: Context, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    insist(context, match, 0, "r1.confer.0", "once")
    write = type(context.store).transition_many

    def write_and_die(self: Store, steps: list[Transition]) -> None:
        write(self, steps)
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(type(context.store), "transition_many", write_and_die)
        with pytest.raises(KeyboardInterrupt):
            drain_once(context)
    context.store.release(match)
    drain_once(context)
    assert len(said_entries(context, match)) == 1


def test_talking_neither_opens_nor_answers_nor_delays_a_decision(context: Context, match: str) -> None:
    before = loaded(context, match)
    insist(context, match, 0, "r1.confer.0", "hm")
    drain_once(context)
    after = loaded(context, match)
    assert after.table["standing"] == before.table["standing"]
    assert after.state == before.state
    assert after.n == before.n + 1
    assert after.due == before.due


def test_nothing_of_the_messages_stays_in_the_store_but_the_disclosure(
    context: Context, match: str, people: list[Account]
) -> None:
    insist(context, match, 0, "r1.confer.0", "only in the log, after the end")
    drain_once(context)
    lobby.resign(context, match, people[0])
    drain_once(context)
    assert (proof(context, match).verdict, context.store.messages(match)) == ("PASS", [])
    with redis.Redis.from_url(context.settings.redis_url) as client:
        kept = [key for key in client.scan_iter() if b":x:" in key]
    assert kept == []
