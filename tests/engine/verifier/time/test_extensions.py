"""Nobody takes more time than the match agreed on, and nobody's time is moved in his name (protocol section 12.13)."""

from functools import cache
from typing import Any

import pytest

from engine.match.absence import case_of
from engine.match.extensions import write_extended
from engine.match.table import Standing
from engine.protocol.agreements import Extensions
from engine.protocol.canon import b64
from engine.protocol.log import milliseconds, timestamp
from tests.engine.playing import Played, Server
from tests.engine.verifier.lies import Lie, agreed, find, forged, judged, told
from tests.engine.verifier.seats.test_absence import AGREED as ABSENCE
from tests.engine.verifier.seats.test_absence import KONTOR, Leaving, receipt
from tests.engine.verifier.seats.test_seat_keys import Signing, signature

AGREED: Extensions = {"seconds": 1_800, "times": 2}


class Taking(Server):
    """A match in which seat 0 takes more time for its first decision twice, with a receipt for each."""

    def __init__(self, **given: Any) -> None:
        self.moves = given.pop("moves", AGREED["seconds"] * 1000)
        super().__init__(**{**KONTOR, "extensions": AGREED, **given})
        self.taken = 0

    def answer(self, standing: Standing) -> None:
        while 0 in standing["seats"] and self.taken < 2:
            self.take(standing)
            standing = next(one for one in self.step.table["standing"] if one["id"] == standing["id"])
        super().answer(standing)

    def take(self, standing: Standing, seat: int = 0, by: str | None = None) -> None:
        self.taken += 1
        self.step.at += 1_000
        taken = write_extended(self.step, standing, seat, by, self.moves)
        said = {"act": "extend", "decision": "extend", "seat": seat, "seq": taken["seq"]}
        self.receipts.append(receipt(**said, n=taken["n"], head=taken["head"], received=timestamp(taken["received"])))


class SignedTaking(Signing, Taking):
    """The same, but seat 0 signs; ``lie`` is what it signs otherwise."""

    lie: dict[str, Any]

    def take(self, standing: Standing, seat: int = 0, by: str | None = None) -> None:
        act = {"act": "extend", "commitment": None, "decision": "extend", "head": standing["head"], "seat": 0}
        super().take(standing, seat, signature(self.own, **{**act, "seq": self.taken + 1, **self.lie}))


def signed_taking(**lie: Any) -> Played:
    server = SignedTaking(extensions=AGREED)
    server.lie = lie
    return server.play()


@cache
def honest() -> Played:
    return Taking().play()


def test_more_time_that_was_agreed_passes_with_its_receipts() -> None:
    found = judged(honest(), None, *honest().receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())


LOCAL: list[tuple[str, dict[str, Any], int, float, str]] = [
    ("an hour more where clocks change", {"zone": "Europe/Berlin"}, 86_400, 25, "PASS"),
    ("an hour less where clocks change", {"zone": "Europe/Berlin"}, 86_400, 23, "PASS"),
    ("more than clocks change", {"zone": "Europe/Berlin"}, 86_400, 27, "FAIL"),
    ("less than clocks change", {"zone": "Europe/Berlin"}, 86_400, 21, "FAIL"),
    ("what no clock changes by", {"zone": "Europe/Berlin"}, 86_400, 24.1, "FAIL"),
    ("an hour more of less than a day", {"zone": "Europe/Berlin"}, 82_800, 24, "FAIL"),
    ("an hour more without a zone", {}, 86_400, 25, "FAIL"),
]
"""A pace's zone, the seconds agreed on, and the hours taken at once."""


@cache
def local(number: int) -> Played:
    """Return a match in which a seat takes whole days by the clock of its table."""
    _, zone, seconds, hours, _ = LOCAL[number]
    counted = {"counted": {"weekdays": [1, 2, 3, 4, 5], **zone}} if zone else {}
    pace = {"kind": "duration", "seconds": 3600, **counted}
    return Taking(pace=pace, extensions={"seconds": seconds, "times": 2}, moves=round(hours * 3_600_000)).play()


@pytest.mark.parametrize("number", range(len(LOCAL)), ids=[one[0] for one in LOCAL])
def test_whole_days_may_keep_the_local_hour_and_nothing_more(number: int) -> None:
    found, expected = judged(local(number), None, *local(number).receipts), LOCAL[number][-1]
    assert (found.verdict, "other time than the match agreed on" in found.reason) == (expected, expected == "FAIL")


def longer(entries: list[Any]) -> None:
    """A friend's deadline is stretched by an hour more than was agreed."""
    body = find(entries, "extended")["body"]
    for name in ("deadline", "opening_deadline"):
        body[name] = timestamp(milliseconds(body[name]) + 3_600_000)


def too_late(entries: list[Any]) -> None:
    at = next(place for place, entry in enumerate(entries) if entry["type"] == "extended")
    deadline = find(entries, "opened")["body"]["deadline"]
    for entry in entries[at:]:
        entry["at"] = max(entry["at"], timestamp(milliseconds(deadline) + 1_000))


LIES: list[tuple[Lie, str]] = [
    (agreed("extensions", None), "has not agreed that seats may take more time"),
    (agreed("extensions", {"seconds": 1_800, "times": 1}), "more time than the match gives it"),
    (agreed("extensions", {"seconds": 600, "times": 2}), "other time than the match agreed on"),
    (longer, "other time than the match agreed on"),
    (too_late, "whose time was over"),
    (told("extended", "seat", 5), "which does not ask it"),
    (told("extended", "decision", "seated"), "nobody has to reveal"),
    (told("extended", "decision", "r9.choose"), "does not stand"),
    (told("extended", "by", "seats"), "is none of"),
    (told("extended", "lost", []), "nobody knows"),
    (told("extended", "signature", b64(bytes(64))), "brought no key"),
]


@pytest.mark.parametrize(("change", "reason"), LIES)
def test_more_time_that_the_key_s_owner_made_up_is_refuted(change: Lie, reason: str) -> None:
    found = judged(honest(), forged(honest(), change))
    assert found.verdict == "FAIL" and reason in found.reason, found


@pytest.mark.parametrize("lie", [{"seq": 7}, {"head": b64(bytes(32))}, {"seat": 1}])
def test_a_seat_with_a_key_signs_that_it_takes_more_time(lie: dict[str, Any]) -> None:
    honestly = judged(signed_taking(), with_keys=True)
    assert (honestly.verdict, honestly.reason) == ("PASS", "")
    assert "does not hold" in judged(signed_taking(**lie), with_keys=True).reason


@pytest.mark.parametrize("changes", [{"seat": 1}, {"received": timestamp(0)}, {"act": "here", "decision": "here"}])
def test_a_receipt_for_more_time_binds_the_server(changes: dict[str, Any]) -> None:
    one = next(one["receipt"] for one in honest().receipts if one["receipt"]["act"] == "extend")
    found = judged(honest(), None, receipt(**{**one, **changes}))
    assert (found.verdict, "does not tell" in found.reason) == ("FAIL", True), found


def taken_by_a_bot() -> Played:
    """Return a match in which the server takes time for a decision in the name of a bot that has a seat."""
    server = Leaving(absence=ABSENCE, extensions=AGREED)
    server.disappear()
    server.poll()
    server.vote(0, "bot")
    server.substitute()
    while server.gone not in server.next()["seats"]:
        server.answer(server.next())
        server.step.run_on(server.seed, server.deadline)
    write_extended(server.step, server.next(), server.gone, None, AGREED["seconds"] * 1000)
    server.play_on()
    return Played(b"".join(server.step.lines), bytes(server.key.verify_key), server.receipts)


def test_no_bot_takes_more_time() -> None:
    found = judged(taken_by_a_bot())
    assert (found.verdict, "a bot has it" in found.reason) == ("FAIL", True), found


def test_who_takes_more_time_is_no_longer_missed() -> None:
    server = Leaving(absence=ABSENCE, extensions=AGREED)
    server.disappear()
    while server.gone not in server.next()["seats"]:
        server.answer(server.next())
        server.step.run_on(server.seed, server.deadline)
    standing = server.next()
    write_extended(server.step, standing, server.gone, None, AGREED["seconds"] * 1000)
    assert case_of(server.step.table, server.gone) is None
    server.play_on()
    found = judged(Played(b"".join(server.step.lines), bytes(server.key.verify_key)))
    assert (found.verdict, found.reason) == ("PASS", "")
