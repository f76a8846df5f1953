"""What partners say: hidden until the end, then proved; a channel that did not stand, or a changed word, is found."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import nacl.signing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from engine.contract import Channel
from engine.match.table import Standing
from engine.protocol import seal
from engine.protocol.canon import b64, canonical
from engine.protocol.log import FIRST_HEAD, Entry, next_head
from engine.protocol.talk import Disclosure, addressees, message_commitment
from engine.verifier.replay import Report, verify
from tests.engine.playing import MATCH, Change, Played, Server
from tests.engine.verifier.mutations import entries_in
from tests.given.json_object import JsonObject
from tests.given.partners import RULES, Partners

SALT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, RULES, Partners())


class Talking(Server):
    """Four seats; in every window each seat says something to its partner."""

    def answer(self, standing: Standing) -> None:
        for channel in self.game.channels(self.state):
            for seat in channel["seats"]:
                self.say(channel["id"], seat, f"{seat} thinks: leave it, {standing['id']}")
        super().answer(standing)

    def say(self, channel: str, seat: int, text: str) -> None:
        salt = b64(self.random.randbytes(32))
        to = addressees(self.game.channels(self.state), channel, seat)
        sealed = message_commitment(MATCH, channel, seat, salt, text)
        self.step.write("said", {"channel": channel, "from": seat, "text": sealed, "to": to})
        said: Disclosure = {"n": self.step.n, "channel": channel, "from": seat, "salt": salt, "text": text}
        self.step.disclosures.append(said)


def _played() -> Played:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, RULES, Partners())
        return Talking(rules=RULES, places=4, seed=3).play()


HONEST = _played()


@pytest.fixture
def honest() -> Played:
    return HONEST


def report(played: Played, export: bytes | None = None) -> Report:
    return verify(export or played.export, check_signature=played.check_signature)


def forge(played: Played, change: Change) -> bytes:
    """Return the export with ``change(entries)`` applied, numbered, chained and signed anew: the server itself lies.

    It opens answers to open decisions over the heads of its new history; what seats had sealed, it cannot open otherwise.
    """
    key = nacl.signing.SigningKey(hashlib.sha256(b"key").digest())
    entries = entries_in(played.export)
    change(entries)
    head, lines = FIRST_HEAD, []
    asked: dict[str, str] = {}
    for number, entry in enumerate(entries, start=1):
        entry["n"] = number
        if entry["type"] == "resolved" and entry["body"]["decision"] in asked:
            for opening in entry["body"]["openings"]:
                opening["head"] = asked[entry["body"]["decision"]]
        head = next_head(head, entry)
        if entry["type"] == "opened" and not entry["body"]["sealed"]:
            asked[entry["body"]["decision"]] = b64(head)
        sig = b64(key.sign(seal.head_bytes(MATCH, number, head)).signature)
        lines.append(canonical({"entry": entry, "head": b64(head), "sig": sig}, depth=34) + b"\n")
    return b"".join(lines)


def disclosed(entries: list[Entry]) -> list[JsonObject]:
    body = next(entry for entry in entries if entry["type"] == "disclosed")["body"]
    messages: list[JsonObject] = body["messages"]
    return messages


def test_a_message_hashes_to_its_vector() -> None:
    text = "Leave it to me."
    assert message_commitment(MATCH, "r3.confer.0", 2, SALT, text) == VECTOR


VECTOR = "sm1_UgMsBuB0fgpaoajK9QOCVbONI4_NoAC-Af9UvMUE0Ec"


def test_a_talkative_match_passes_and_ends_with_one_disclosure(honest: Played) -> None:
    found = report(honest)
    assert (found.verdict, found.reason) == ("PASS", "")
    entries = entries_in(honest.export)
    assert [entry["type"] for entry in entries[-2:]] == ["disclosed", "closed"]
    assert len(disclosed(entries)) == sum(entry["type"] == "said" for entry in entries) == 12


def test_a_silent_match_discloses_nothing() -> None:
    played = Server(rules=RULES, places=4, seed=3).play()
    assert report(played).verdict == "PASS"
    assert b"disclosed" not in played.export


def test_the_log_holds_no_text_before_the_disclosure(honest: Played) -> None:
    before = [line for line in honest.export.splitlines() if b'"type":"said"' in line]
    assert before and not [line for line in before if b"thinks" in line]
    assert len({len(json.loads(line)["entry"]["body"]["text"]) for line in before}) == 1


def test_only_members_of_a_standing_channel_are_heard_and_not_by_themselves() -> None:
    channels: list[Channel] = [{"id": "r1.confer.0", "seats": [2, 0]}]
    assert addressees(channels, "r1.confer.0", 0) == [2]
    assert addressees(channels, "r1.confer.0", 1) is None
    assert addressees(channels, "r2.confer.0", 0) is None


def last(entries: list[Entry], kind: str) -> int:
    return max(place for place, entry in enumerate(entries) if entry["type"] == kind)


def psst(entries: list[Entry], message: int = -1, **changes: Any) -> None:
    """Say something else in the last round, rightly committed to and disclosed, but for these changes."""
    opened = disclosed(entries)[message]
    body = entries[opened["n"] - 1]["body"]
    body |= changes
    opened |= {"channel": body["channel"], "from": body["from"], "salt": SALT, "text": "psst"}
    body["text"] = message_commitment(MATCH, body["channel"], body["from"], SALT, "psst")


def move_last_said(entries: list[Entry], place: int) -> None:
    """Let the last message be said at another place of the last round, and be disclosed as said there."""
    entries.insert(place, {**entries.pop(last(entries, "said")), "at": entries[place - 1]["at"]})
    messages = disclosed(entries)
    messages[-1]["n"] = 0
    messages.sort(key=lambda one: (one["channel"][:2], one["n"]))
    numbers = [number for number, entry in enumerate(entries, start=1) if entry["type"] == "said"]
    for message, number in zip(messages, numbers, strict=True):
        message["n"] = number


def say_once_more(entries: list[Entry], channel: str, place: int) -> None:
    """Repeat a message of a channel at another place, committed to anew and disclosed as said there."""
    messages = disclosed(entries)
    before = next(one for one in messages if one["channel"] == channel)
    body = dict(entries[before["n"] - 1]["body"])
    entries.insert(place, {"n": 0, "at": entries[place - 1]["at"], "type": "said", "body": body})
    for message in messages:
        message["n"] += message["n"] > place
    messages.append({**before, "n": place + 1})
    messages.sort(key=lambda one: one["n"])
    psst(entries, next(number for number, one in enumerate(messages) if one["n"] == place + 1))


FORGERIES: dict[str, tuple[Change, str]] = {}


def caught_as(reason: str) -> Callable[[Change], Change]:
    def register(change: Change) -> Change:
        FORGERIES[change.__name__] = (change, reason)
        return change

    return register


@caught_as("not the one committed to")
def changed_text(entries: list[Entry]) -> None:
    disclosed(entries)[1]["text"] += "!"


@caught_as("not the one committed to")
def changed_salt(entries: list[Entry]) -> None:
    disclosed(entries)[1]["salt"] = SALT


@caught_as("another seat's")
def changed_sender(entries: list[Entry]) -> None:
    disclosed(entries)[0]["from"] = 2


@caught_as("another channel's")
def changed_channel(entries: list[Entry]) -> None:
    disclosed(entries)[0]["channel"] = "r2.confer.0"


@caught_as("not those that were said")
def missing_message(entries: list[Entry]) -> None:
    disclosed(entries).pop()


@caught_as("not disclosed")
def missing_disclosure(entries: list[Entry]) -> None:
    del entries[last(entries, "disclosed")]


@caught_as("not those that were said")
def message_disclosed_twice(entries: list[Entry]) -> None:
    disclosed(entries).append(disclosed(entries)[-1])


@caught_as("not the one committed to")
def swapped_messages(entries: list[Entry]) -> None:
    one, two = disclosed(entries)[:2]
    one["text"], two["text"] = two["text"], one["text"]


@caught_as("/messages/0/note")
def a_member_more(entries: list[Entry]) -> None:
    disclosed(entries)[0]["note"] = "x"


@caught_as("/messages/0/from")
def a_seat_that_only_equals_a_number(entries: list[Entry]) -> None:
    disclosed(entries)[0]["from"] = bool(disclosed(entries)[0]["from"])


@caught_as("one salt")
def one_salt_for_two_messages(entries: list[Entry]) -> None:
    psst(entries, -1)
    psst(entries, -2)


@caught_as("ask it to be silent")
def said_by_a_non_member(entries: list[Entry]) -> None:
    psst(entries, -2, **{"from": 0, "to": [2], "channel": "r3.confer.1"})


@caught_as("ask it to be silent")
def said_in_the_window_of_another_round(entries: list[Entry]) -> None:
    psst(entries, channel="r2.confer.0")


@caught_as("ask it to be silent")
def said_before_the_cards_are_revealed(entries: list[Entry]) -> None:
    move_last_said(entries, last(entries, "locked"))


@caught_as("ask it to be silent")
def said_after_the_window(entries: list[Entry]) -> None:
    """The next cards have been asked for by then."""
    say_once_more(entries, "r2.confer.0", last(entries, "locked"))


@caught_as("cannot be finished by said")
def said_after_the_last_window(entries: list[Entry]) -> None:
    say_once_more(entries, "r3.confer.1", last(entries, "disclosed"))


@caught_as("other seats than the channel's")
def said_to_an_opponent_too(entries: list[Entry]) -> None:
    psst(entries, to=[0, 1])


@caught_as("/to: is not a list")
def said_to_nobody(entries: list[Entry]) -> None:
    psst(entries, to=[])


@caught_as("32 bytes of base64url")
def said_in_clear(entries: list[Entry]) -> None:
    entries[last(entries, "said")]["body"]["text"] = "leave it"


@caught_as("different seats")
def said_to_oneself(entries: list[Entry]) -> None:
    psst(entries, to=[3])


@caught_as("has not started")
def said_before_the_match(entries: list[Entry]) -> None:
    entries.insert(3, {**entries.pop(last(entries, "said")), "at": entries[2]["at"]})


@caught_as("only closed may follow disclosed")
def disclosed_too_early(entries: list[Entry]) -> None:
    place = last(entries, "disclosed")
    entries[place - 1], entries[place] = entries[place], entries[place - 1]


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_conversation_fails(honest: Played, name: str) -> None:
    change, reason = FORGERIES[name]
    found = report(honest, forge(honest, change))
    assert found.verdict == "FAIL"
    assert reason in found.reason


def test_the_rest_of_the_forgers_work_is_faultless(honest: Played) -> None:
    """Another message in the right window passes: so each forgery fails for its own lie alone."""
    found = report(honest, forge(honest, psst))
    assert (found.verdict, found.reason) == ("PASS", "")


def test_a_disclosure_where_nothing_was_said_fails() -> None:
    silent = Server(rules=RULES, places=4, seed=3).play()

    def invent(entries: list[Entry]) -> None:
        message = {"n": 9, "channel": "r1.confer.0", "from": 0, "salt": SALT, "text": "psst"}
        entries.insert(-1, {**entries[-1], "type": "disclosed", "body": {"messages": [message]}})

    found = report(silent, forge(silent, invent))
    assert (found.verdict, "nothing was said" in found.reason) == ("FAIL", True)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_one_changed_byte_of_what_was_said_or_disclosed_is_found(data: st.DataObject) -> None:
    lines = HONEST.export.splitlines(keepends=True)
    talk = [number for number, line in enumerate(lines) if b'"type":"said"' in line or b'"type":"disclosed"' in line]
    number = data.draw(st.sampled_from(talk))
    place = data.draw(st.integers(0, len(lines[number]) - 2))
    value = data.draw(st.integers(32, 126).filter(lambda byte: byte != lines[number][place]))
    changed = lines[number][:place] + bytes([value]) + lines[number][place + 1 :]
    found = report(HONEST, b"".join([*lines[:number], changed, *lines[number + 1 :]]))
    assert (found.verdict, found.n) == ("FAIL", number + 1)


def test_before_the_end_said_entries_are_checked_for_form_only() -> None:
    going_on = Talking(rules=RULES, places=4, seed=3).play(rounds=2)
    assert isinstance(going_on, Played)
    assert report(going_on).verdict == "INCOMPLETE"
