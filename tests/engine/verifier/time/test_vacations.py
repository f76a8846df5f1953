"""The clock stops for vacations only where that was agreed, and only for who is asked (protocol section 12.17)."""

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.match.pauses import write_stopped
from engine.match.table import Standing, Vacations
from engine.protocol.bodies import Lost
from engine.protocol.log import milliseconds, timestamp
from tests.engine.playing import MATCH, Played
from tests.engine.verifier.lies import judged
from tests.engine.verifier.mutations import entries_in, signed
from tests.engine.verifier.time.test_extensions import Taking

WEEK = 7 * 86_400_000


class Away(Taking):
    """A match in which seat 0 is on vacation twice, once after it took more time; then an outage is given back."""

    def __init__(self, *, agreed: bool = True) -> None:
        self.agreed = agreed
        super().__init__(vacation=agreed)
        if not agreed:
            self.step.table["vacations"] = Vacations(agreed="clock-stops", away=[])

    def take(self, standing: Standing, seat: int = 0, by: str | None = None) -> None:
        super().take(standing, seat, by)
        write_stopped(self.step, self.standing(standing), seat, WEEK, self.step.at + WEEK)
        since, self.step.at = self.step.at, self.step.at + 60_000
        lost = Lost(cause="outage", since=timestamp(since), until=timestamp(self.step.at))
        self.step.extend(self.standing(standing), 60_000, [lost])

    def standing(self, before: Standing) -> Standing:
        return next(one for one in self.step.table["standing"] if one["id"] == before["id"])


@cache
def honest() -> Played:
    return Away().play()


@cache
def not_agreed() -> Played:
    return Away(agreed=False).play()


def forged(change: Callable[[dict[str, Any]], None]) -> bytes:
    """Return the log with its first vacation changed, chained and signed anew."""
    entries = copy.deepcopy(entries_in(honest().export))
    change(next(one["body"] for one in entries if one["body"].get("by") == "vacation"))
    return signed(MATCH, entries)


def changed(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda body: body.update(changes)


def earlier(body: dict[str, Any]) -> None:
    """The clock has run back."""
    for name in ("deadline", "opening_deadline"):
        body[name] = timestamp(milliseconds(body[name]) - WEEK - 1_000)


def nothing(body: dict[str, Any]) -> None:
    for name in ("deadline", "opening_deadline"):
        body[name] = timestamp(milliseconds(body[name]) - WEEK)


LIES: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (changed(seat=5), "which it does not ask"),
    (changed(decision="r9.choose"), "does not stand"),
    (changed(decision="seated"), "nobody has to reveal"),
    (changed(lost=[]), "nobody knows"),
    (changed(by="holiday"), "is none of"),
    (changed(signature="A" * 86), "nobody knows"),
    (earlier, ""),
    (nothing, "less than a second"),
]


def test_a_clock_that_stopped_for_vacations_passes_with_all_receipts() -> None:
    found = judged(honest(), None, *honest().receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())
    assert entries_in(honest().export)[0]["body"]["vacation"] == "clock-stops"
    assert {one["body"]["by"] for one in entries_in(honest().export) if one["type"] == "extended"} == {
        "seat",
        "server",
        "vacation",
    }


def test_a_match_that_has_not_agreed_on_it_plays_on() -> None:
    found = judged(not_agreed())
    assert (found.verdict, "has not agreed that the clock stops" in found.reason) == ("FAIL", True), found


@pytest.mark.parametrize(("change", "reason"), LIES)
def test_a_vacation_that_cannot_be_is_refuted(change: Callable[[dict[str, Any]], None], reason: str) -> None:
    found = judged(honest(), forged(change))
    assert found.verdict == "FAIL" and reason in found.reason, found


def test_time_in_which_the_match_ran_for_a_vacation_is_not_lost() -> None:
    """An outage cannot have begun before the clock was stopped: the server did that itself."""
    entries = copy.deepcopy(entries_in(honest().export))
    body = next(one["body"] for one in entries if one["type"] == "extended" and one["body"]["by"] == "server")
    body["lost"][0]["since"] = timestamp(milliseconds(body["lost"][0]["since"]) - 500)
    found = judged(honest(), signed(MATCH, entries))
    assert (found.verdict, "in which the match went on" in found.reason) == ("FAIL", True), found
