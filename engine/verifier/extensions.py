"""More time that seats take without asking: who may, how often, by how much, and until when (protocol section 12.13)."""

from __future__ import annotations

from collections import Counter

from engine.protocol.deadline import too_late_from
from engine.protocol.extensions import Extended, Extensions
from engine.protocol.log import Entry, milliseconds
from engine.verifier.refuted import Refuted


class ExtensionLog:
    """The extensions that seats took in one match."""

    def __init__(self, agreed: Extensions | None) -> None:
        self._agreed = agreed
        self._taken: Counter[int] = Counter()

    def taken(self, body: Extended, entry: Entry, seats: list[int], before: int, *, locked: bool) -> int:
        """Check that a seat may take this time; return the number of its act.

        :param seats: those that the decision asks; :param before: its deadline until now (ms).
        """
        decision, seat = body["decision"], body["seat"]
        if self._agreed is None:
            raise Refuted("this match has not agreed that seats may take more time", member="/by")
        if seat not in seats:
            raise Refuted(f"seat {seat} takes more time for {decision}, which does not ask it", member="/seat")
        if locked or milliseconds(entry["at"]) >= too_late_from(before):
            raise Refuted(f"seat {seat} takes more time for {decision}, whose time was over", member="/decision")
        if milliseconds(body["deadline"]) != before + self._agreed["seconds"] * 1000:
            raise Refuted(f"seat {seat} takes other time than the match agreed on", member="/deadline")
        if self._taken[seat] == self._agreed["times"]:
            raise Refuted(f"seat {seat} takes more time than the match gives it", member="/seat")
        self._taken[seat] += 1
        return self._taken[seat]
