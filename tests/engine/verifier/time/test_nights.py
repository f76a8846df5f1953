"""What a server adds so that no time ends at night may stand in any log, and gives back nothing (protocol section 12.16)."""

import copy
import json
from functools import cache
from typing import Any

import pytest

from engine.match.table import Standing
from engine.protocol.bodies import Lost
from engine.protocol.log import timestamp
from tests.engine.playing import MATCH, Played
from tests.engine.verifier.lies import judged
from tests.engine.verifier.mutations import entries_in, signed
from tests.engine.verifier.time.test_extensions import Taking

MORNING = 3 * 3_600_000


class ByDay(Taking):
    """A match in which what seat 0 takes besides would end at night, so the server moves it on to the morning."""

    def take(self, standing: Standing, seat: int = 0, by: str | None = None) -> None:
        super().take(standing, seat, by)
        moved = next(one for one in self.step.table["standing"] if one["id"] == standing["id"])
        self.step.extend(moved, MORNING)


class PutBack(Taking):
    """A match whose server was put back to a backup after seat 0 had taken more time."""

    def take(self, standing: Standing, seat: int = 0, by: str | None = None) -> None:
        super().take(standing, seat, by)
        moved = next(one for one in self.step.table["standing"] if one["id"] == standing["id"])
        since, self.step.at = self.step.at, self.step.at + 60_000
        lost = Lost(cause="restored", since=timestamp(since), until=timestamp(self.step.at))
        self.step.extend(moved, 60_000, [lost])


@cache
def honest() -> Played:
    return ByDay(nights=True).play()


@cache
def put_back() -> Played:
    return PutBack().play()


def told(nights: Any, **changes: Any) -> bytes:
    """Return the log with another agreement about nights, and another first ``extended`` by the server."""
    entries = copy.deepcopy(entries_in(honest().export))
    entries[0]["body"]["nights"] = nights
    next(one for one in entries if one["type"] == "extended" and one["body"]["by"] == "server")["body"].update(changes)
    return signed(MATCH, entries)


def test_time_that_is_added_for_the_morning_passes_with_all_receipts() -> None:
    found = judged(honest(), None, *honest().receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())


def test_a_log_of_a_server_that_was_put_back_passes() -> None:
    found = judged(put_back(), None, *put_back().receipts)
    assert (found.verdict, found.reason) == ("PASS", "")


@pytest.mark.parametrize("nights", ["ignored", True, {"from": 22}])
def test_nothing_else_is_said_about_nights(nights: Any) -> None:
    found = judged(honest(), told(nights))
    assert (found.verdict, "/nights" in found.reason) == ("FAIL", True), found


def test_no_row_of_entries_stands_that_gives_nobody_anything() -> None:
    body = next(
        one["body"]
        for one in (json.loads(line)["entry"] for line in honest().export.splitlines())
        if one["type"] == "extended" and one["body"]["by"] == "seat"
    )
    found = judged(honest(), told("kept", deadline=body["deadline"], opening_deadline=body["opening_deadline"]))
    assert (found.verdict, "less than a second" in found.reason) == ("FAIL", True), found
