"""A match stands still because the people at the table want it, and nobody gains or loses time by it (protocol section 12.14)."""

import copy
from functools import cache
from typing import Any

import pytest

from engine.match.pauses import last_wish, write_paused, write_resumed, write_wish
from engine.match.table import Standing
from engine.protocol.agreements import Pauses, wanted
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds, timestamp
from tests.engine.playing import Played, Server
from tests.engine.verifier.lies import Lie, agreed, find, forged, judged, told, twice, without
from tests.engine.verifier.mutations import entries_in
from tests.engine.verifier.seats.test_absence import AGREED as ABSENCE
from tests.engine.verifier.seats.test_absence import KONTOR, Leaving, receipt
from tests.engine.verifier.seats.test_seat_keys import Signing, signature

AGREED: Pauses = {"majority": "all", "seconds": 86_400}
HOUR = 3_600_000


class Pausing(Server):
    """Both want a pause in the first decision; it lasts its whole time, or ``ends`` when one wants it no longer."""

    def __init__(self, *, ends: bool = False, **given: Any) -> None:
        super().__init__(**{**KONTOR, "pauses": AGREED, **given})
        self.ends, self.done = ends, False

    def answer(self, standing: Standing) -> None:
        if not self.done:
            self.done = True
            self.pause()
            standing = next(one for one in self.step.table["standing"] if one["id"] == standing["id"])
        super().answer(standing)

    def pause(self) -> None:
        self.wish(0, True)
        self.wish(1, True)
        write_paused(self.step)
        self.step.at += 5 * HOUR
        if self.ends:
            self.wish(1, False)
        else:
            self.step.at += 20 * HOUR
        write_resumed(self.step)

    def wish(self, seat: int, pause: bool, by: str | None = None) -> None:
        self.step.at += 1_000
        write_wish(self.step, seat, pause, by)
        said = last_wish(self.step.table, seat)
        assert said is not None
        about = {"act": "pause", "decision": "pause", "seat": seat, "seq": said["seq"]}
        self.receipts.append(receipt(**about, n=said["n"], head=said["head"], received=timestamp(said["received"])))


class SignedPausing(Signing, Pausing):
    """The same, but seat 0 signs; ``lie`` is what it signs otherwise."""

    lie: dict[str, Any]

    def wish(self, seat: int, pause: bool, by: str | None = None) -> None:
        act = {"act": "pause", "commitment": None, "decision": "pause", "head": self.start, "seat": 0, "seq": 1}
        super().wish(seat, pause, None if seat else signature(self.own, **{**act, "pause": pause, **self.lie}))


def signed_pausing(**lie: Any) -> Played:
    server = SignedPausing(pauses=AGREED)
    server.lie = lie
    return server.play()


@cache
def honest(ends: bool) -> Played:
    return Pausing(ends=ends).play()


@pytest.mark.parametrize("ends", [False, True])
def test_a_pause_passes_with_its_receipts(ends: bool) -> None:
    found = judged(honest(ends), None, *honest(ends).receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())


def test_everybody_gets_just_the_time_of_the_pause_back() -> None:
    entries = entries_in(honest(False).export)
    opened, paused, resumed = (find(entries, kind) for kind in ("opened", "paused", "resumed"))
    by = milliseconds(resumed["at"]) - milliseconds(paused["at"])
    body = opened["body"]
    times = [timestamp(milliseconds(body[name]) + by) for name in ("deadline", "opening_deadline")]
    assert (by, resumed["body"]["moved"]) == (25 * HOUR, [[body["decision"], *times]])


def a_friend_gets_more(entries: list[Any]) -> None:
    moved = find(entries, "resumed")["body"]["moved"][0]
    moved[1:] = [timestamp(milliseconds(at) + HOUR) for at in moved[1:]]


def too_early(entries: list[Any]) -> None:
    """The pause ends an hour before its time; all that was waited for gets just as much less."""
    place = entries.index(find(entries, "resumed"))
    entries[place]["at"] = timestamp(milliseconds(entries[place]["at"]) - 5 * HOUR)
    moved = entries[place]["body"]["moved"][0]
    moved[1:] = [timestamp(milliseconds(at) - 5 * HOUR) for at in moved[1:]]


def kept_from_them(entries: list[Any]) -> None:
    for kind in ("paused", "resumed"):
        entries.remove(find(entries, kind))


def again_at_once(entries: list[Any]) -> None:
    place = entries.index(find(entries, "resumed"))
    wish = {**copy.deepcopy(find(entries, "wished")), "at": entries[place]["at"]}
    entries.insert(place + 1, wish)


LIES: list[tuple[Lie, str]] = [
    (agreed("pauses", None), "has not agreed on pauses"),
    (agreed("pauses", {"majority": "all", "seconds": 60}), "for another time than the match agreed on"),
    (without("wished"), "not enough people"),
    (without("paused"), "was not paused"),
    (kept_from_them, "want a pause, but the match goes on with locked"),
    (without("resumed"), "is paused, but goes on with locked"),
    (told("wished", "seat", 1), "what it cannot say now"),
    (told("wished", "seat", 9), "no seat 9"),
    (told("wished", "pause", False), "what it cannot say now"),
    (told("wished", "pause", "yes"), "neither true nor false"),
    (told("wished", "signature", b64(bytes(64))), "brought no key"),
    (told("paused", "until", "2026-12-21T09:00:00.000Z"), "for another time than the match agreed on"),
    (told("resumed", "moved", []), "a pause gave it no time back"),
    (told("resumed", "moved", [["r9.choose", "2026-12-21T09:00:00.000Z", None]]), "nobody waits for"),
    (a_friend_gets_more, "another time than it took"),
    (too_early, "before its time"),
    (twice("paused"), "goes on with paused"),
    (twice("resumed"), "was not paused"),
    (again_at_once, "what it cannot say now"),
]


@pytest.mark.parametrize(("change", "reason"), LIES)
def test_a_pause_that_the_key_s_owner_made_up_is_refuted(change: Lie, reason: str) -> None:
    found = judged(honest(False), forged(honest(False), change))
    assert found.verdict == "FAIL" and reason in found.reason, found


def test_nobody_is_held_in_a_pause_that_he_does_not_want_any_more() -> None:
    def kept(entries: list[Any]) -> None:
        entries.remove(next(one for one in entries if one["type"] == "wished" and not one["body"]["pause"]))

    found = judged(honest(True), forged(honest(True), kept))
    assert (found.verdict, "before its time" in found.reason) == ("FAIL", True), found


def between() -> Played:
    """Return a match in which somebody speaks of a pause after the vote that decides, before it is carried out."""
    server = Leaving(absence=ABSENCE, pauses=AGREED)
    server.disappear()
    server.poll()
    server.vote(0, "bot")
    for pause in (True, False):
        write_wish(server.step, 0, pause, None)
    server.substitute()
    server.play_on()
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def test_a_word_about_a_pause_between_a_decision_and_what_it_decides_is_no_forgery() -> None:
    played = between()
    found = judged(played, None, *played.receipts)
    assert (found.verdict, found.reason) == ("PASS", "")


@pytest.mark.parametrize("lie", [{"seq": 7}, {"pause": False}, {"head": b64(bytes(32))}])
def test_a_seat_with_a_key_signs_that_it_wants_a_pause(lie: dict[str, Any]) -> None:
    honestly = judged(signed_pausing(), with_keys=True)
    assert (honestly.verdict, honestly.reason) == ("PASS", "")
    assert "does not hold" in judged(signed_pausing(**lie), with_keys=True).reason


@pytest.mark.parametrize(
    ("wishes", "people", "most", "everybody"),
    [([], [], False, False), ([0], [0, 1], False, False), ([0, 1], [0, 1], True, True), ([0, 1], [0, 1, 2], True, False),
     ([0, 2], [0, 1], False, False), ([0], [0], True, True)],
)  # fmt: skip
def test_who_decides_about_a_pause(wishes: list[int], people: list[int], most: bool, everybody: bool) -> None:
    assert (wanted(wishes, people, "most"), wanted(wishes, people, "all")) == (most, everybody)
