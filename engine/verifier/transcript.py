"""A match's transcript as far as it can be checked without the seed: chain, signatures, form, openings, receipts.

This is the first pass of the offline verifier (:mod:`engine.verifier.replay` is the second). Entry by entry, it checks the
log against the protocol's own rules; it knows nothing about any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from engine.contract import Json
from engine.protocol import bodies
from engine.protocol.canon import b64, unb64
from engine.protocol.chance import entropy_commitment, server_seed_commitment
from engine.protocol.deadline import too_late_from
from engine.protocol.log import FIRST_HEAD, Entry, Line, milliseconds, next_head
from engine.protocol.seal import MalformedOpening, Opening, check_opening, head_bytes, matches, receipt_bytes
from engine.protocol.talk import contradiction, misformed

CheckSignature = Callable[[bytes, bytes], bool]
"""``check(message, signature)``: whether the server's Ed25519 signature holds, for the key the verifier trusts."""

OPEN_TYPES = frozenset({"paused", "resumed", "absent", "returned", "substituted", "moderated"})
"""Entries that change neither the game nor its decisions."""

MOST_SEATS = 64
"""More seats than any game has. What an export claims about itself is bounded before it is believed."""


class Refuted(Exception):
    """The transcript contradicts the protocol or itself; ``n`` is the entry to blame where it is not the last one read."""

    def __init__(self, reason: str, n: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.n = n


ANSWERED_BY = ("seat", "order", "fallback")
FAULTS = ("unopened", "illegal", "salt-reused", "escrow-failed")
Body = dict[str, Json]
Check = Callable[["Transcript", Body, Entry], None]


class _Standing(bodies.Opened):
    """A decision as it was opened, with the head after the entry that opened it."""

    head: str


class Transcript:
    """The log read so far. Feed it with :meth:`line`; then :meth:`receipts`."""

    def __init__(self, check_signature: CheckSignature | None) -> None:
        self._check = check_signature
        self._head = FIRST_HEAD
        self.entries: list[Entry] = []
        self.heads: list[str] = []
        self.decisions: dict[str, _Standing] = {}
        self.locks: dict[str, dict[int, bodies.LockedSeat]] = {}
        self._locked_at: dict[str, int] = {}
        self._done: set[str] = set()
        self._salts: set[str] = set()
        self.openings: dict[tuple[str, int], Opening] = {}
        self._last = 0
        self.compared = 0
        self.created = cast(bodies.Created, {})
        self._seats: list[str | None] = []
        self._entropies: list[str | None] = []
        self._began = False
        self._said_entries: list[Entry] = []
        self._told = False
        self.closed = False
        self.seed = ""

    def line(self, line: Line) -> None:
        """Check one line of the export."""
        entry = line["entry"]
        expected = len(self.entries) + 1
        if entry["n"] != expected:
            raise Refuted(f"entry number {entry['n']} where {expected} should stand (a cut or reordered log)")
        self._head = next_head(self._head, entry)
        if b64(self._head) != line["head"]:
            raise Refuted("the head does not follow from the entries before it")
        at = milliseconds(entry["at"])
        if at < self._last:
            raise Refuted("time runs backwards")
        self._last = at
        if self.closed:
            raise Refuted("an entry after closed")
        try:
            self._form(entry)
            self._signature(line)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise Refuted(f"a {entry['type']} entry of the wrong form ({type(error).__name__})") from error
        self.entries.append(entry)
        self.heads.append(line["head"])

    def _signature(self, line: Line) -> None:
        if self._check is None:
            return
        message = head_bytes(self.created["match"], line["entry"]["n"], self._head)
        if not self._check(message, unb64(line["sig"])):
            raise Refuted("the signature does not hold for the given key")

    def _form(self, entry: Entry) -> None:
        kind, body = entry["type"], entry["body"]
        if (entry["n"] == 1) != (kind == "created"):
            raise Refuted("created is the first entry and only the first")
        if self._told and kind != "closed":
            raise Refuted("an entry between disclosed and closed")
        if kind in OPEN_TYPES:
            return
        check = CHECKS.get(kind)
        if check is None:
            raise Refuted(f"an entry of unknown type {kind!r}")
        check(self, body, entry)

    def _created(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Created, said)
        if type(body["seats"]) is not int or not 1 <= body["seats"] <= MOST_SEATS:
            raise Refuted(f"a match has 1 to {MOST_SEATS} seats")
        self.created = body
        self._seats = [None] * body["seats"]
        self._entropies = [None] * body["seats"]

    def _joined(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Joined, said)
        if self._seats[body["seat"]] is not None:
            raise Refuted("somebody joined a taken seat")
        self._seats[body["seat"]] = body["player"]
        self._entropies[body["seat"]] = body.get("entropy")

    def _left(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Left, said)
        self._seats[body["seat"]] = None
        self._entropies[body["seat"]] = None

    def _opened(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Opened, said)
        if body["decision"] in self.decisions:
            raise Refuted(f"decision {body['decision']} is opened twice")
        self.decisions[body["decision"]] = cast(_Standing, {**body, "head": b64(self._head)})

    def _extended(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Extended, said)
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or opened["deadline"] is None or decision in self._done:
            raise Refuted(f"the time of {decision} is extended, but it does not stand with a deadline")
        before, after = milliseconds(opened["deadline"]), milliseconds(body["deadline"])
        if after < before:
            raise Refuted(f"the deadline of {decision} is shortened")
        if decision in self.locks and after != before:
            raise Refuted(f"the deadline of {decision} is moved after its lock")
        self.decisions[decision] = {**opened, "deadline": body["deadline"]}

    def _said(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Said, said)
        if not self._began:
            raise Refuted("something was said before the match began")
        if reason := misformed(body):
            raise Refuted(reason)
        self._said_entries.append(entry)

    def _disclosed(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Disclosed, said)
        if not self._said_entries:
            raise Refuted("something is disclosed although nothing was said")
        if reason := contradiction(self.created["match"], self._said_entries, body["messages"]):
            raise Refuted(reason)
        salts = {one["salt"] for one in body["messages"]}
        if salts & self._salts:
            raise Refuted("a message was said with the salt of a move")
        self._told = True

    def _closed(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Closed, said)
        if self._said_entries and not self._told:
            raise Refuted("the match is closed, but what was said is not disclosed")
        if server_seed_commitment(self.created["match"], unb64(body["seed"])) != self.created["seed"]:
            raise Refuted("the published server seed is not the one committed to at the beginning")
        self.seed = body["seed"]
        self.closed = True

    def _started(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Started, said)
        self._began = True
        if body["seats"] != self._seats or None in self._seats:
            raise Refuted("the players who start are not those who joined")
        for seat, (given, committed) in enumerate(zip(body["entropies"], self._entropies, strict=True)):
            entropy = None if given is None else entropy_commitment(self.created["match"], seat, unb64(given))
            if entropy != committed:
                raise Refuted(f"the entropy of seat {seat} is not the one committed to on joining")

    def _locked(self, said: Body, entry: Entry) -> None:
        body = cast(bodies.Locked, said)
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or decision in self.locks or decision in self._done or not opened["sealed"]:
            raise Refuted(f"a lock of {decision}, which does not stand open and sealed")
        if [one["seat"] for one in body["seats"]] != opened["seats"]:
            raise Refuted(f"the lock of {decision} does not list its seats")
        silent = any(one["custody"] == "absent" for one in body["seats"])
        if silent and milliseconds(entry["at"]) < _end(opened):
            raise Refuted(f"{decision} was locked before its deadline although a seat had not answered")
        self.locks[decision] = {one["seat"]: one for one in body["seats"]}
        self._locked_at[decision] = entry["n"]

    def _resolved(self, said: Body, _: Entry) -> None:
        body = cast(bodies.Resolved, said)
        decision = body["decision"]
        opened = self.decisions.get(decision)
        if opened is None or decision in self._done:
            raise Refuted(f"{decision} is resolved but does not stand")
        if [one["seat"] for one in body["moves"]] != opened["seats"]:
            raise Refuted(f"the moves of {decision} are not one of each seat asked")
        if opened["sealed"]:
            if decision not in self.locks:
                raise Refuted(f"{decision} is resolved without a lock")
            self._sealed_answers(decision, opened, body)
        elif body["openings"]:
            raise Refuted(f"{decision} is not sealed but has openings")
        for move in body["moves"]:
            if move["by"] not in ANSWERED_BY:
                raise Refuted(f"nobody knows whose move that of seat {move['seat']} in {decision} is called")
            waited = opened["deadline"] is not None and self._last >= milliseconds(opened["deadline"])
            if move["by"] == "fallback" and not opened["sealed"] and not waited:
                raise Refuted(f"the silence of seat {move['seat']} in {decision} was answered before its deadline")
            end, received = opened["deadline"], move["received"]
            if end is not None and received is not None and milliseconds(received) >= too_late_from(milliseconds(end)):
                raise Refuted(f"the answer of seat {move['seat']} to {decision} came after the deadline")
        self._done.add(decision)

    def _sealed_answers(self, decision: str, opened: _Standing, body: bodies.Resolved) -> None:
        openings: dict[int, Opening] = {}
        for raw in body["openings"]:
            try:
                opening = check_opening(raw)
            except MalformedOpening as error:
                raise Refuted(f"an opening of {decision} is malformed at {error.pointer or '/'}") from error
            self._one_opening(decision, opened, opening)
            openings[opening["seat"]] = opening
        faults = {fault["seat"] for fault in body["faults"]}
        for fault in body["faults"]:
            self._fault(decision, fault)
        for move in body["moves"]:
            seat, custody = move["seat"], self.locks[decision][move["seat"]]["custody"]
            if (seat in openings) == (seat in faults):
                raise Refuted(f"seat {seat} in {decision} needs exactly one of an opening and a fault")
            if seat in openings and openings[seat]["move"] != move["move"]:
                raise Refuted(f"the move of seat {seat} in {decision} is not the one it opened")
            if move["by"] == "seat" and (seat in faults or custody == "absent"):
                raise Refuted(f"seat {seat} in {decision} was absent or at fault, but a move is called its own")
            if move["by"] != "seat" and seat in openings and custody != "absent":
                raise Refuted(f"seat {seat} in {decision} answered, but its move is called a {move['by']}")
            ordered = "order" in self.locks[decision][seat]
            if custody == "absent" and (move["by"] == "order") != ordered:
                raise Refuted(
                    f"the move of seat {seat} in {decision} is called a {move['by']}, its lock says otherwise"
                )

    def _fault(self, decision: str, fault: bodies.Fault) -> None:
        """Check that a seat is blamed only for what its custody makes it responsible for."""
        seat, kind = fault["seat"], fault["fault"]
        custody = self.locks[decision][seat]["custody"]
        if kind not in FAULTS or (kind != "escrow-failed" and custody != "client"):
            raise Refuted(f"seat {seat} in {decision} is blamed with {kind!r}, but its opening was not its own to keep")

    def _one_opening(self, decision: str, opened: _Standing, opening: Opening) -> None:
        seat = opening["seat"]
        locked = self.locks[decision].get(seat)
        theirs = (opening["decision"], opening["head"], opening["match"], opening["rules"], opening["v"])
        if theirs != (decision, opened["head"], self.created["match"], self.created["rules"], 1):
            raise Refuted(f"the opening of seat {seat} belongs to another match, decision or history")
        if locked is None or not matches(opening, locked["commitment"]):
            raise Refuted(f"the opening of seat {seat} in {decision} is not that of the locked commitment")
        if opening["salt"] in self._salts:
            raise Refuted(f"the salt of seat {seat} in {decision} was used before")
        self._salts.add(opening["salt"])
        self.openings[decision, seat] = opening

    def receipts(self, receipts: Sequence[Mapping[str, Json]]) -> None:
        """Compare signed receipts with the log: nothing else is needed to prove fraud."""
        by_seq: dict[tuple[str, int, int], bytes] = {}
        for number, item in enumerate(receipts, start=1):
            try:
                signed = cast(bodies.SignedReceipt, item)
                receipt = signed["receipt"]
                if receipt["match"] != self.created.get("match"):
                    continue
                message = receipt_bytes(receipt)
                if self._check is not None and not self._check(message, unb64(signed["signature"])):
                    raise Refuted(f"receipt {number}: the signature does not hold for the given key")
                self._one_receipt(receipt, by_seq, message)
            except (LookupError, TypeError, ValueError) as error:
                raise Refuted(f"receipt {number} is not a receipt ({type(error).__name__})") from error
            self.compared += 1

    def _one_receipt(self, receipt: bodies.Receipt, by_seq: dict[tuple[str, int, int], bytes], message: bytes) -> None:
        decision, seat, n = receipt["decision"], receipt["seat"], receipt["n"]
        if n < 1:
            raise ValueError("entries are numbered from 1")
        if by_seq.setdefault((decision, seat, receipt["seq"]), message) != message:
            raise Refuted(f"two receipts of different acts of seat {seat} in {decision} have one number")
        if n <= len(self.heads) and self.heads[n - 1] != receipt["head"]:
            raise Refuted(f"a receipt shows another head for entry {n}: the server keeps two histories", n)
        locked = self.locks.get(decision, {}).get(seat)
        if locked is None:
            return
        where = self._locked_at[decision]
        if receipt["act"] in ("commit", "replace"):
            other = receipt["seq"] > locked["seq"] or receipt["commitment"] != locked["commitment"]
            if receipt["seq"] >= locked["seq"] and other:
                raise Refuted(
                    f"seat {seat} holds a receipt for another commitment than {decision} was locked with", where
                )
        elif receipt["act"] == "withdraw" and receipt["seq"] > locked["seq"] and locked["custody"] != "absent":
            raise Refuted(f"seat {seat} holds a receipt for withdrawing what {decision} was locked with", where)


def _end(opened: _Standing) -> int:
    """Return the deadline of a decision in milliseconds; :raises TypeError: if it has none, so that nobody can miss it."""
    if opened["deadline"] is None:
        raise TypeError("no deadline")
    return milliseconds(opened["deadline"])


CHECKS: dict[str, Check] = {
    "created": Transcript._created,
    "joined": Transcript._joined,
    "left": Transcript._left,
    "started": Transcript._started,
    "opened": Transcript._opened,
    "extended": Transcript._extended,
    "locked": Transcript._locked,
    "resolved": Transcript._resolved,
    "said": Transcript._said,
    "disclosed": Transcript._disclosed,
    "closed": Transcript._closed,
}
"""The check of each type of entry that changes something."""
