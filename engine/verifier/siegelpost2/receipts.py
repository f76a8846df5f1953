"""Receipts of siegelpost/2 held against a transcript: acts bind the server (protocol section 12.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.protocol import bodies
from engine.protocol.deadline import too_late_from
from engine.protocol.log import Entry, milliseconds
from engine.protocol.seal import commitment
from engine.protocol.siegelpost2 import bodies as bodies2
from engine.protocol.siegelpost2.bodies import RESIGN
from engine.protocol.siegelpost2.body_forms import SIGNED_RECEIPT
from engine.protocol.siegelpost2.handing import HAND
from engine.protocol.siegelpost2.pauses import Resumed
from engine.protocol.siegelpost2.stopping import STOPPED
from engine.protocol.siegelpost2.time_requests import REQUEST, RESPOND
from engine.verifier.receipts import Receipts
from engine.verifier.refuted import Refuted
from engine.verifier.siegelpost2.transcript import Transcript2
from engine.verifier.transcript import CheckSignature, Standing

BEFORE_RESIGNED = ("extended", "said", "resigned")
"""What the step that carries out a resignation may write between the receipt's entry and ``resigned``."""

TO_STOP = ("answered", "disclosed", "closed")
"""What may follow such a receipt where the operator stopped the match before the resignation was carried out: nobody lost."""


class Receipts2(Receipts):
    """The receipts of siegelpost/2 that count, by seat."""

    def __init__(self, transcript: Transcript2, check: CheckSignature | None) -> None:
        super().__init__(transcript, check)
        self._log2 = transcript

    def _form(self, item: object) -> None:
        SIGNED_RECEIPT(item, "")

    def _one(self, receipt: bodies.Receipt) -> None:
        if receipt["act"] == RESIGN:
            self._numbered(receipt)
            self._history(receipt)
            self._before_the_end(receipt)
            self._resigning(receipt)
        elif cast(bodies2.Receipt, receipt)["act"] == "refused":
            self._history(receipt)
            self._refused(cast(bodies2.Receipt, receipt))
        elif cast(bodies2.Receipt, receipt)["act"] in ("here", "vote", "extend", "pause", REQUEST, RESPOND, HAND):
            self._numbered(receipt)
            self._history(receipt)
            self._before_the_end(receipt)
            self._spoken(cast(bodies2.Receipt, receipt))
        elif cast(bodies2.Receipt, receipt)["act"] == "reveal":
            self._numbered(receipt)
            self._history(receipt)
            self._before_the_end(receipt)
            self._revealing(receipt)
        else:
            super()._one(receipt)
            self._was_there(receipt)

    def _resigning(self, receipt: bodies.Receipt) -> None:
        """Hold a receipt for resigning against the end: nothing is played after it, and the log says who resigned when."""
        seat, n, found = receipt["seat"], receipt["n"], self._log2.resigned.get(receipt["seat"])
        if found is not None and found.received != receipt["received"]:
            raise Refuted(f"seat {seat} holds a receipt for resigning at another time than the log's", found.n)
        if found is not None and n >= found.n:
            raise Refuted(f"seat {seat} holds a receipt for resigning from after it had resigned", found.n)
        end = len(self._log2.entries) if found is None else found.n
        closed = self._log2.closed
        stopped = found is None and closed is not None and closed["reason"] == STOPPED
        for entry in self._log2.entries[n:end]:
            if entry["type"] not in (*BEFORE_RESIGNED, *(TO_STOP if stopped else ())):
                reason = f"seat {seat} holds a receipt for resigning, but the match went on with {entry['type']}"
                raise Refuted(reason, entry["n"])

    def _spoken(self, receipt: bodies2.Receipt) -> None:
        """Hold what a seat said in an entry of its own against the entry that its receipt names: it tells just that."""
        seat, n = receipt["seat"], receipt["n"]
        chosen = (receipt.get("choice"), receipt.get("absent"), receipt.get("player"))
        said = (receipt["act"], seat, *chosen, receipt["received"])
        if n <= len(self._log2.entries) and self._log2.absence.spoken.get(n) != said:
            raise Refuted(f"seat {seat} holds a receipt for {receipt['act']} that entry {n} does not tell", n)

    def _was_there(self, receipt: bodies.Receipt) -> None:
        """Check that no seat was given away, or up, that had acted since it was called absent."""
        for away in self._log2.absence.carried_out:
            if away.seat == receipt["seat"] and away.since <= receipt["n"] < away.until:
                reason = f"seat {away.seat} holds a receipt for acting while it was called absent, and was given up"
                raise Refuted(reason, away.until)

    def _revealing(self, receipt: bodies.Receipt) -> None:
        """Hold a receipt for revealed entropy against what became of it: it was asked for, and it counted."""
        seat, n, log = receipt["seat"], receipt["n"], self._log2.seeding
        if log.seated_at is None or n < log.seated_at:
            if n <= len(self._log2.entries):
                raise Refuted(f"seat {seat} holds a receipt for revealing from before the table was seated", n)
            return
        if seat >= len(log.commitments) or receipt["commitment"] != log.commitments[seat]:
            reason = f"seat {seat} holds a receipt for revealing other entropy than the log has"
            raise Refuted(reason, log.seated_at)
        if seat not in log.reveal:
            raise Refuted(f"seat {seat} holds a receipt for revealing, which the log did not ask it for", log.seated_at)
        if seat in log.silent:
            raise Refuted(f"seat {seat} holds a receipt for revealing, but the log calls it silent")
        if log.revealed_at is None:
            return
        if n >= log.revealed_at or milliseconds(receipt["received"]) > log.revealed_when:
            raise Refuted(f"seat {seat} holds a receipt for revealing from after all was revealed", log.revealed_at)

    def _refused(self, receipt: bodies2.Receipt) -> None:
        """Hold the receipt for a refusal against the log: nobody is refused as late who was in time."""
        seat, decision, n = receipt["seat"], receipt["decision"], receipt["n"]
        entries = self._log2.entries
        if self._log2.closed is not None and n > len(entries):
            raise Refuted(f"a receipt names entry {n}, the log was closed by entry {len(entries)}", len(entries))
        if receipt.get("reason") != "late" or n > len(entries):
            return
        end = _end_of(decision, entries[:n])
        if end is None:
            raise Refuted(
                f"seat {seat} holds a receipt for being late in {decision}, where nothing was awaited then", n
            )
        if milliseconds(receipt["received"]) < too_late_from(milliseconds(end)):
            raise Refuted(f"seat {seat} holds a receipt for being refused as late in {decision}, and was in time", n)

    def _numbered_anew(self, one: bodies.Receipt, other: bodies.Receipt) -> bool:
        return False

    def _may_be_received(self, logged: str, received: str, locked: bodies.LockedSeat) -> bool:
        return logged == received

    def _opening(self, receipt: bodies.Receipt, locked: bodies.LockedSeat) -> None:
        super()._opening(receipt, locked)
        if receipt["custody"] != locked["custody"]:
            decision, seat = receipt["decision"], receipt["seat"]
            where = self._log2.locked_at[decision]
            raise Refuted(f"seat {seat} holds a receipt for opening under another custody than {decision} has", where)

    def _orders(self) -> None:
        """Hold receipts of orders against the locks and open answers that name some: the last before is in force."""
        for one in self._counted_acts():
            if one["act"] != "order":
                continue
            for where, used in self._log2.orders.by_seat.get(one["seat"], ()):
                replaced = one["seq"] > used.seq and one["n"] < where
                other = one["commitment"] != used.commitment or one["n"] >= where
                if replaced or (one["seq"] == used.seq and other):
                    reason = f"seat {one['seat']} holds a receipt for other orders than those of entry {where}"
                    raise Refuted(reason, where)

    def _act(self, receipt: bodies.Receipt, opened: Standing) -> None:
        super()._act(receipt, opened)
        if not opened["sealed"]:
            self._open_answer(receipt)

    def _open_answer(self, receipt: bodies.Receipt) -> None:
        """Hold the receipt for an answer to an open decision against what the log says that it was answered with."""
        decision, seat, number = receipt["decision"], receipt["seat"], receipt["seq"]
        if receipt["act"] == "withdraw":
            reason = f"seat {seat} holds a receipt for withdrawing its answer to {decision}, which is open: nobody can"
            raise Refuted(reason, receipt["n"])
        lapsed = self._log2.lapsed.get((decision, seat, number))
        if lapsed is not None and lapsed != receipt["received"]:
            raise Refuted(f"seat {seat} holds a receipt with another time for its answer to {decision} that lapsed")
        given = self._log2.given.get((decision, seat))
        if given is None:
            return
        where, (_, _, by, seq, received, _) = self._log2.resolved_at[decision], given
        if number > seq:
            raise Refuted(f"seat {seat} holds a receipt for a later answer to {decision} than the log has", where)
        if number < seq or by != "seat":
            return
        if commitment(self._log2.openings[decision, seat]) != receipt["commitment"]:
            raise Refuted(f"seat {seat} holds a receipt for another answer to {decision} than the log has", where)
        if received != receipt["received"]:
            raise Refuted(f"seat {seat} holds a receipt for {decision} with another time than the log's", where)


def _end_of(decision: str, entries: Sequence[Entry]) -> str | None:
    """Return until when acts in a decision counted after these entries: answers, or, after its lock, openings.

    ``None``: it did not stand (nor does ``seated``, which is extended, too), or nothing was awaited.
    """
    end, stands, locked = None, False, False
    for entry in entries:
        body = cast("dict[str, str | None]", entry["body"])
        if entry["type"] == "resumed":
            for name, deadline, until in cast(Resumed, entry["body"])["moved"]:
                end = (until if locked else deadline) if name == decision else end
        if body.get("decision") != decision:
            continue
        stands, locked = stands or entry["type"] == "opened", locked or entry["type"] == "locked"
        if entry["type"] == "resolved":
            return None
        if entry["type"] in ("opened", "extended", "locked"):
            end = body.get("opening_deadline" if locked else "deadline")
    return end if stands else None
