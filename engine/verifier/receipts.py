"""Receipts held against a transcript: what the server signed for an act is proof against what it wrote later.

A receipt counts only if it has the form of one, is of this match and was signed by the trusted key: anybody can write others,
and nobody's log is refuted by them. They are named and left aside. A receipt that counts and contradicts the log, or another
receipt, is fraud by itself (protocol sections 4 and 12.3).

Without this, a server could change its key, have everybody accept the new one, and write an old match anew under it: what players
hold of the first history would no longer count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.contract import Json
from engine.protocol import bodies
from engine.protocol.agreements import HAND, REQUEST, RESPOND, STOPPED, Resumed
from engine.protocol.bodies import RESIGN
from engine.protocol.canon import NotCanonical, unb64
from engine.protocol.forms import Misformed
from engine.protocol.log import Entry, milliseconds, too_late_from
from engine.protocol.receipt_forms import SIGNED_RECEIPT
from engine.protocol.seal import commitment, receipt_bytes
from engine.transparency.note import CheckEd25519
from engine.verifier import Refuted
from engine.verifier.checkpoints import checkpoint_beside, forked
from engine.verifier.transcript import CheckSignature, Standing, Transcript


def signed_otherwise(match: str, receipts: Sequence[object], keys: Iterable[str], check: CheckEd25519) -> str | None:
    """Return why a receipt signed by one of these keys (base64url) refutes the match, or None if none was.

    :param keys: those of the server, without the one that the log of the match names.
    """
    others = sorted(keys)
    for number, item in enumerate(receipts, start=1):
        receipt = item.get("receipt") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(receipt, dict) or receipt.get("match") != match:
            continue
        try:
            message, signature = receipt_bytes(receipt), unb64(item["signature"])
        except (NotCanonical, KeyError, TypeError, ValueError, AttributeError):
            continue
        for key in others:
            if len(signature) == 64 and check(unb64(key), message, signature):
                return (
                    f"receipt {number} of this match is signed by {key}, which the server had before or since; a match is signed "
                    "by one key to its end, so the server keeps two histories of it"
                )
    return None


BEFORE_RESIGNED = ("extended", "said", "resigned")
"""Entries that the step carrying out a resignation may write between the receipt's entry and ``resigned``."""

TO_STOP = ("answered", "disclosed", "closed")
"""Entries allowed after such a receipt if the operator stopped the match before the resignation took effect: nobody lost."""
SPOKEN = ("here", "vote", "extend", "pause", REQUEST, RESPOND, HAND)
"""Acts that an entry of the log tells at once."""


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
        """Return the number of receipts compared with the log."""
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
            SIGNED_RECEIPT(item, "")
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

    def _one(self, receipt: bodies.Receipt) -> None:
        decision, seat, n, act = receipt["decision"], receipt["seat"], receipt["n"], receipt["act"]
        if act != "refused":
            self._numbered(receipt)
        self._history(receipt)
        if act == "refused":
            self._refused(receipt)
            return
        self._before_the_end(receipt)
        if act == RESIGN:
            self._resigning(receipt)
        elif act in SPOKEN:
            self._spoken(receipt)
        elif act == "reveal":
            self._revealing(receipt)
        elif act == "order":
            began = self._log.started_at or len(self._log.entries) + 1  # a cut log may begin after its end
            if n < began:
                raise Refuted(f"an order of seat {seat} was acknowledged before the match began", n)
            self._was_there(receipt)
        elif (opened := self._log.decisions.get(decision)) is not None:
            self._act(receipt, opened)
            self._was_there(receipt)
        elif n <= len(self._log.entries):
            raise Refuted(f"seat {seat} holds a receipt for {decision}, which the log had not opened then", n)
        else:
            self._was_there(receipt)

    def _numbered(self, receipt: bodies.Receipt) -> None:
        """Check that no other act has the receipt's number."""
        decision, seat, n = receipt["decision"], receipt["seat"], receipt["n"]
        others = self._acts.setdefault((decision, seat, receipt["seq"]), [])
        if receipt in others:
            return
        if others:
            raise Refuted(f"two receipts of different acts of seat {seat} in {decision} have one number", n)
        others.append(receipt)

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
        if not opened["sealed"]:
            self._open_answer(receipt)

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
        if logged is not None and logged != receipt["received"]:
            raise Refuted(
                f"seat {seat} holds a receipt for {decision} with another time than the log's",
                self._log.resolved_at[decision],
            )

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
        if receipt["custody"] != locked["custody"]:
            where = self._log.locked_at[decision]
            raise Refuted(f"seat {seat} holds a receipt for opening under another custody than {decision} has", where)

    def _counted_acts(self) -> list[bodies.Receipt]:
        return [receipt for acts in self._acts.values() for receipt in acts]

    def _orders(self) -> None:
        """Hold receipts of orders against the locks and open answers that name some: the last before is in force."""
        for one in self._counted_acts():
            if one["act"] != "order":
                continue
            for where, used in self._log.orders.by_seat.get(one["seat"], ()):
                replaced = one["seq"] > used.seq and one["n"] < where
                other = one["commitment"] != used.commitment or one["n"] >= where
                if replaced or (one["seq"] == used.seq and other):
                    reason = f"seat {one['seat']} holds a receipt for other orders than those of entry {where}"
                    raise Refuted(reason, where)

    def _resigning(self, receipt: bodies.Receipt) -> None:
        """Hold a receipt for resigning against the end: nothing is played after it, and the log says who resigned when."""
        seat, n, found = receipt["seat"], receipt["n"], self._log.resigned.get(receipt["seat"])
        if found is not None and found.received != receipt["received"]:
            raise Refuted(f"seat {seat} holds a receipt for resigning at another time than the log's", found.n)
        if found is not None and n >= found.n:
            raise Refuted(f"seat {seat} holds a receipt for resigning from after it had resigned", found.n)
        end = len(self._log.entries) if found is None else found.n
        closed = self._log.closed
        stopped = found is None and closed is not None and closed["reason"] == STOPPED
        for entry in self._log.entries[n:end]:
            if entry["type"] not in (*BEFORE_RESIGNED, *(TO_STOP if stopped else ())):
                reason = f"seat {seat} holds a receipt for resigning, but the match went on with {entry['type']}"
                raise Refuted(reason, entry["n"])

    def _spoken(self, receipt: bodies.Receipt) -> None:
        """Hold what a seat said in an entry of its own against the entry that its receipt names: it tells just that."""
        seat, n = receipt["seat"], receipt["n"]
        chosen = (receipt.get("choice"), receipt.get("absent"), receipt.get("player"))
        said = (receipt["act"], seat, *chosen, receipt["received"])
        if n <= len(self._log.entries) and self._log.absence.spoken.get(n) != said:
            raise Refuted(f"seat {seat} holds a receipt for {receipt['act']} that entry {n} does not tell", n)

    def _was_there(self, receipt: bodies.Receipt) -> None:
        """Check that no seat was given away, or up, that had acted since it was called absent."""
        for away in self._log.absence.carried_out:
            if away.seat == receipt["seat"] and away.since <= receipt["n"] < away.until:
                reason = f"seat {away.seat} holds a receipt for acting while it was called absent, and was given up"
                raise Refuted(reason, away.until)

    def _revealing(self, receipt: bodies.Receipt) -> None:
        """Hold a receipt for revealed entropy against what became of it: it was asked for, and it counted."""
        seat, n, log = receipt["seat"], receipt["n"], self._log.seeding
        if log.seated_at is None or n < log.seated_at:
            if n <= len(self._log.entries):
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

    def _refused(self, receipt: bodies.Receipt) -> None:
        """Hold the receipt for a refusal against the log: nobody is refused as late who was in time."""
        seat, decision, n = receipt["seat"], receipt["decision"], receipt["n"]
        entries = self._log.entries
        if self._log.closed is not None and n > len(entries):
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

    def _open_answer(self, receipt: bodies.Receipt) -> None:
        """Hold the receipt for an answer to an open decision against what the log says that it was answered with."""
        decision, seat, number = receipt["decision"], receipt["seat"], receipt["seq"]
        if receipt["act"] == "withdraw":
            reason = f"seat {seat} holds a receipt for withdrawing its answer to {decision}, which is open: nobody can"
            raise Refuted(reason, receipt["n"])
        lapsed = self._log.open_answers.lapsed.get((decision, seat, number))
        if lapsed is not None and lapsed != receipt["received"]:
            raise Refuted(f"seat {seat} holds a receipt with another time for its answer to {decision} that lapsed")
        given = self._log.open_answers.given.get((decision, seat))
        if given is None:
            return
        where, (_, _, by, seq, received, _) = self._log.resolved_at[decision], given
        if number > seq:
            raise Refuted(
                f"seat {seat} holds a receipt for an answer to {decision} later than the one in the log", where
            )
        if number < seq or by != "seat":
            return
        if commitment(self._log.openings[decision, seat]) != receipt["commitment"]:
            raise Refuted(
                f"seat {seat} holds a receipt for an answer to {decision} that differs from the one in the log", where
            )
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
