"""The transcript of a match of siegelpost/2: what section 12 of the protocol page adds to the checks of the first pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from engine.protocol.bodies import Closed
from engine.protocol.forms import Form
from engine.protocol.log import Entry, milliseconds
from engine.protocol.siegelpost2.bodies import Resigned
from engine.protocol.siegelpost2.body_forms import FORMS_2
from engine.verifier.refuted import Refuted
from engine.verifier.transcript import Body, Check, Transcript

AFTER_RESIGNING = ("resigned", "disclosed", "closed")
"""What may follow ``resigned``: the step that writes it closes the match."""


@dataclass(frozen=True)
class Resignation:
    """The entry ``n`` that says that a seat resigned, and when its act was received (RFC 3339)."""

    n: int
    received: str


class Transcript2(Transcript):
    """The log of a match of siegelpost/2 as far as it was read."""

    forms: ClassVar[Mapping[str, Form]] = FORMS_2

    resigned: dict[int, Resignation]
    """The seats that have resigned."""

    def checks(self) -> dict[str, Check]:
        """Return the check of each type of entry."""
        self.resigned = {}
        return {**super().checks(), "resigned": self._resigned}

    def _follows(self, entry: Entry) -> None:
        super()._follows(entry)
        if self.resigned and entry["type"] not in AFTER_RESIGNING:
            raise Refuted(f"a seat had resigned, but the match goes on with {entry['type']}")

    def _resigned(self, said: Body, entry: Entry) -> None:
        body = cast(Resigned, said)
        self._running("a seat resigns")
        seat = self._seat(body["seat"], "/seat")
        if seat in self.resigned:
            raise Refuted(f"seat {seat} resigns twice", member="/seat")
        if milliseconds(body["received"]) > milliseconds(entry["at"]):
            raise Refuted(f"seat {seat} resigned later than its entry says", member="/received")
        self.resigned[seat] = Resignation(entry["n"], body["received"])

    def _closed(self, said: Body, entry: Entry) -> None:
        super()._closed(said, entry)
        reason = cast(Closed, said)["reason"]
        if (reason == "resigned") != bool(self.resigned):
            raise Refuted("a match ends by resigning after a seat has resigned, and not otherwise", member="/reason")
        before = next(one["type"] for one in reversed(self.entries) if one["type"] != "disclosed")
        if reason == "finished" and before not in ("resolved", "started"):
            raise Refuted(f"a match cannot be finished by {before}", member="/reason")
