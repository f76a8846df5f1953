"""Receipts held against a transcript: what the server signed for an act is proof against what it wrote later.

A receipt counts only if it has the form of one, is of this match and was signed by the trusted key: anybody can write others,
and nobody's log is refuted by them. They are named and left aside. A receipt that counts and contradicts the log, or another
receipt, is fraud by itself (protocol section 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.contract import Json
from engine.protocol import bodies
from engine.protocol.body_forms import SIGNED_RECEIPT
from engine.protocol.canon import unb64
from engine.protocol.forms import Misformed
from engine.protocol.log import milliseconds
from engine.protocol.seal import receipt_bytes
from engine.verifier.checkpoints import checkpoint_beside, forked
from engine.verifier.refuted import Refuted
from engine.verifier.transcript import CheckSignature, Standing, Transcript


@dataclass(frozen=True)
class Ignored:
    """A receipt that was left aside: its place among those given, from 1, and why."""

    number: int
    reason: str


class Receipts:
    """The receipts that count, by seat; :meth:`compare` has looked at all that were given."""

    def __init__(self, transcript: Transcript, check: CheckSignature | None) -> None:
        self._log = transcript
        self._check = check
        self.ignored: list[Ignored] = []
        self.seats: dict[int, int] = {}
        self._acts: dict[tuple[str, int, int], list[bodies.Receipt]] = {}
        self._heads: dict[int, str] = {}

    @property
    def compared(self) -> int:
        """How many receipts were held against the log."""
        return sum(self.seats.values())

    def compare(self, given: Sequence[Mapping[str, Json]]) -> None:
        """Hold receipts against the log; :raises Refuted: at the first that contradicts it or another one."""
        for number, item in enumerate(given, start=1):
            receipt = self._counted(number, item)
            if receipt is not None:
                self._one(receipt)
                self.seats[receipt["seat"]] = self.seats.get(receipt["seat"], 0) + 1
        self._orders()
        self._one_history_of_all(given)

    def _one_history_of_all(self, given: Sequence[object]) -> None:
        """Hold the checkpoints beside receipts, of any match and worth anything or not, against each other."""
        key, check = self._log.created.get("key"), self._check
        if key is None or check is None:
            return
        found = (checkpoint_beside(item, key, check) for item in given)
        wrong = forked(one for one in found if one is not None)
        if wrong is not None:
            raise Refuted(wrong, len(self._log.entries))

    def _counted(self, number: int, item: Mapping[str, Json]) -> bodies.Receipt | None:
        reason = self._why_not(item)
        if reason is not None:
            self.ignored.append(Ignored(number, reason))
            return None
        return cast(bodies.SignedReceipt, item)["receipt"]

    def _why_not(self, item: Mapping[str, Json]) -> str | None:
        """Say why a receipt does not count, ``None`` if it does."""
        try:
            self._form(item)
        except Misformed as error:
            return f"it is no receipt: {error}"
        signed = cast(bodies.SignedReceipt, item)
        if signed["receipt"]["match"] != self._log.created.get("match"):
            return "it is of another match"
        if self._check is None:
            return "no key was given to check its signature with"
        if not self._check(receipt_bytes(signed["receipt"]), unb64(signed["signature"])):
            return "its signature does not hold for the given key"
        return None

    def _form(self, item: object) -> None:
        SIGNED_RECEIPT(item, "")

    def _one(self, receipt: bodies.Receipt) -> None:
        decision, seat, n, entries = receipt["decision"], receipt["seat"], receipt["n"], len(self._log.entries)
        self._numbered(receipt)
        self._history(receipt)
        self._before_the_end(receipt)
        if receipt["act"] == "order":
            began = self._log.started_at or len(self._log.entries) + 1  # a cut log may begin after its end
            if n < began:
                raise Refuted(f"an order of seat {seat} was acknowledged before the match began", n)
            return
        opened = self._log.decisions.get(decision)
        if opened is None:
            if n <= entries:
                raise Refuted(f"seat {seat} holds a receipt for {decision}, which the log had not opened then", n)
            return
        self._act(receipt, opened)

    def _numbered(self, receipt: bodies.Receipt) -> None:
        """Check that no other act has the receipt's number."""
        decision, seat, n = receipt["decision"], receipt["seat"], receipt["n"]
        others = self._acts.setdefault((decision, seat, receipt["seq"]), [])
        if receipt in others:
            return
        if not all(self._numbered_anew(receipt, other) for other in others):
            raise Refuted(f"two receipts of different acts of seat {seat} in {decision} have one number", n)
        others.append(receipt)

    def _numbered_anew(self, one: bodies.Receipt, other: bodies.Receipt) -> bool:
        """Return whether two acts may have one number: in siegelpost/1, after an answer to an open decision was taken back.

        Another resolution between the two has made the first answer impossible. What lies beyond the log cannot be judged.
        """
        decision, first, last = one["decision"], min(one["n"], other["n"]), max(one["n"], other["n"])
        opened = self._log.decisions.get(decision)
        if "order" in (one["act"], other["act"]) or (opened is not None and opened["sealed"]):
            return False
        between = any(first < where <= last for name, where in self._log.resolved_at.items() if name != decision)
        return between or (first < last and last > len(self._log.entries))

    def _history(self, receipt: bodies.Receipt) -> None:
        """Check that the receipt was given over this log and not over another one."""
        n, entries = receipt["n"], len(self._log.entries)
        shown = self._log.heads[n - 1] if n <= entries else self._heads.setdefault(n, receipt["head"])
        if shown != receipt["head"]:
            raise Refuted(f"a receipt shows another head for entry {n}: the server keeps two histories", n)

    def _before_the_end(self, receipt: bodies.Receipt) -> None:
        n, entries = receipt["n"], len(self._log.entries)
        if self._log.closed is not None and n >= entries:
            raise Refuted(f"a receipt names entry {n}, when the log was closed: nothing is accepted then", entries)

    def _act(self, receipt: bodies.Receipt, opened: Standing) -> None:
        decision, seat, n, act = receipt["decision"], receipt["seat"], receipt["n"], receipt["act"]
        if seat not in opened["seats"]:
            raise Refuted(f"seat {seat} holds a receipt for {decision}, which does not ask it", opened["n"])
        lock, end = self._log.locked_at.get(decision), self._log.resolved_at.get(decision)
        begins, ends = (lock, end) if act == "open" else (opened["n"], lock if opened["sealed"] else end)
        if (begins is None and n <= len(self._log.entries)) or (begins is not None and n < begins):
            raise Refuted(f"seat {seat} holds a receipt for {decision} from before it could act in it", n)
        if ends is not None and n >= ends:
            raise Refuted(f"seat {seat} holds a receipt for {decision} from a time when the log had gone on", ends)
        locked = self._log.locks.get(decision, {}).get(seat)
        if locked is not None and act == "open":
            self._opening(receipt, locked)
        elif locked is not None:
            self._against_lock(receipt, locked)

    def _against_lock(self, receipt: bodies.Receipt, locked: bodies.LockedSeat) -> None:
        """Hold an act before the lock against the lock, which lists the seat's last one."""
        decision, seat = receipt["decision"], receipt["seat"]
        where = self._log.locked_at[decision]
        if receipt["seq"] < locked["seq"]:
            return
        if receipt["act"] == "withdraw":
            if receipt["seq"] > locked["seq"] or locked["custody"] != "absent":
                raise Refuted(f"seat {seat} holds a receipt for withdrawing what {decision} was locked with", where)
            return
        if receipt["seq"] > locked["seq"] or receipt["commitment"] != locked["commitment"]:
            raise Refuted(f"seat {seat} holds a receipt for another commitment than {decision} was locked with", where)
        if receipt["custody"] != locked["custody"]:
            raise Refuted(f"seat {seat} holds a receipt for another custody than {decision} was locked with", where)
        answer = self._log.answers.get((decision, seat))
        logged = None if answer is None else answer["received"]
        if logged is not None and not self._may_be_received(logged, receipt["received"], locked):
            raise Refuted(
                f"seat {seat} holds a receipt for {decision} with another time than the log's",
                self._log.resolved_at[decision],
            )

    def _may_be_received(self, logged: str, received: str, locked: bodies.LockedSeat) -> bool:
        """Return whether the log may say that time for an act whose receipt says another (both RFC 3339)."""
        # The first release logged when a commitment of client custody was opened instead of when it came.
        later = milliseconds(logged) > milliseconds(received)
        return logged == received or (later and locked["custody"] == "client")

    def _opening(self, receipt: bodies.Receipt, locked: bodies.LockedSeat) -> None:
        """Hold a receipt for an opening against what became of it."""
        decision, seat = receipt["decision"], receipt["seat"]
        if receipt["commitment"] != locked["commitment"] or receipt["seq"] <= locked["seq"]:
            where = self._log.locked_at[decision]
            raise Refuted(
                f"seat {seat} holds a receipt for opening another commitment than {decision} was locked with", where
            )
        fault = self._log.faults.get((decision, seat))
        if fault is not None and fault["fault"] in ("unopened", "escrow-failed"):
            where = self._log.resolved_at[decision]
            raise Refuted(f"seat {seat} holds a receipt for opening what {decision} calls {fault['fault']}", where)

    def _counted_acts(self) -> list[bodies.Receipt]:
        return [receipt for acts in self._acts.values() for receipt in acts]

    def _orders(self) -> None:
        """Hold receipts of orders against the locks that orders answered: the last one before the lock is in force."""
        mine: dict[int, list[bodies.Receipt]] = {}
        for receipt in self._counted_acts():
            if receipt["act"] == "order":
                mine.setdefault(receipt["seat"], []).append(receipt)
        for decision, seats in self._log.locks.items():
            where = self._log.locked_at[decision]
            for seat, locked in seats.items():
                used = next((one for one in mine.get(seat, []) if one["commitment"] == locked.get("order", "")), None)
                if used is None:
                    continue
                later = any(one["seq"] > used["seq"] and one["n"] < where for one in mine[seat])
                if later or used["n"] >= where:
                    raise Refuted(
                        f"seat {seat} holds a receipt for other orders than {decision} was locked with", where
                    )
