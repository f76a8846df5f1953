"""Matches in the store: create, load, step, read the log. Each step is one script, guarded by the log's length."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.match.standing import Seat as SeatFacts
from engine.match.standing import Standing, Table
from service.store import keys
from service.store.connect import READING, HalfStep, Unreadable, members, pairs, reading, text
from service.store.due import DueMatches
from service.store.encoding import decode, encode
from service.store.messages import message_fields, messages_from
from service.store.outbox import recipient_of_notice
from service.store.parking import Parking, Seen, parked_from
from service.store.records import Act, Creation, Notice, Record, Transition
from service.store.scripts import LOAD, TRANSITION, Call

LINES_AT_ONCE = 1_000
DONE, STALE, DONE_BEFORE, TORN = 1, 0, 2, 3
SEEN = 7
"""How many parts the reply of the script ``load`` has for a match in the middle of a torn step."""
TABLE, STANDING, SEAT = members(Table), members(Standing), members(SeatFacts)

log = logging.getLogger("siegelpost.store")


class TokenRevoked(PermissionError):
    """The token of a request was revoked a moment ago."""


class Head(NamedTuple):
    """A log head as the public feed shows it. ``at`` (ms, the store's clock) and ``match`` order the feed."""

    at: int
    match: str
    n: int
    head: str


class Open(NamedTuple):
    """A match in the lobby, ordered by when it was created (ms)."""

    created: int
    match: str


class Matches(DueMatches, Parking):
    """The matches of an installation."""

    def create(self, creation: Creation) -> bool:
        """Store a new match; return ``False`` if one of this id exists already."""
        first = Transition(
            match=creation.match,
            n=0,
            table=creation.table,
            head=creation.head,
            at=creation.at,
            lines=[creation.line],
            due=creation.due,
            notices=creation.notices,
        )
        return int(self._run(_transition_call(first, {"seed": creation.seed}))) != STALE

    def load(self, match: str, *, secrets: bool = False, token: str | None = None) -> Record | None:
        """Return the match as it stands, in one round trip; ``None`` if there is none.

        :param secrets: also the seed, entropies and boxes; for workers only.
        :param token: the id of the token that asks.
        :raises TokenRevoked: when that token was revoked in the last ten minutes.
        :raises HalfStep: when a crash of the store tore a step of it; it is parked.
        :raises Unreadable: when what is stored is no match.
        """
        (reply,) = self._run_each([_load_call(match, secrets, token)], [f"match {match}"])
        found = self._read(match, reply)
        if isinstance(found, Unreadable):
            raise found
        return found

    def load_many(self, matches: Sequence[str], *, secrets: bool = False) -> list[Record | Unreadable | None]:
        """Return several matches in one round trip, each as it stands at one moment, in the order of their ids given.

        A match that cannot be read, or of which a crash tore a step, is replaced by the reason: the others are not affected.
        """
        known = [match for match in matches if keys.MATCH.fullmatch(match)]
        calls = [_load_call(match, secrets, None) for match in known]
        replies = dict(zip(known, self._run_each(calls, [f"match {match}" for match in known]), strict=True))
        return [
            self._read(match, replies.get(match, Unreadable(f"match {match[:80]!r}", "no id"))) for match in matches
        ]

    def lobby_tables_of(self, account: str) -> list[Table]:
        """Return the tables of an account's matches that wait for players; reads nothing of those that run."""
        found = [text(match) for match in self._ask(("SMEMBERS", keys.account_matches(account)))]
        matches = [match for match in found if keys.MATCH.fullmatch(match)]
        waiting = [match for match, status in self._field(matches, "status") if status == b"lobby"]
        tables = []
        for match, stored in self._field(waiting, "table"):
            try:
                with reading(f"match {match}"):
                    tables.append(_table(stored))
            except Unreadable as error:
                log.error("%s", error)
        return tables

    def transition(self, transition: Transition) -> bool:
        """Write a step; ``False``: stale, the match moved on since the record it was computed from."""
        (done,) = self.transition_many([transition])
        if isinstance(done, Unreadable):
            raise done
        return done

    def transition_many(self, transitions: Sequence[Transition]) -> list[bool | Unreadable]:
        """Write steps of several matches in one round trip; each is atomic by itself.

        A step that cannot be written because of what is stored is replaced by the reason; then nothing of it is written.
        """
        calls = [_transition_call(transition, {}) for transition in transitions]
        attempts = 0

        def write() -> list[Any]:
            nonlocal attempts
            attempts += 1
            return self._evaluate_many(calls, each=True)

        # A step found done already is ours only if an attempt of this call lost its reply; else a twin was quicker.
        replies = self._attempt(write) if calls else []
        done: list[bool | Unreadable] = []
        for step, reply in zip(transitions, replies, strict=True):
            if isinstance(reply, Exception):
                done.append(Unreadable(f"match {step.match}", "a step stumbled over it"))
            elif reply == TORN:
                (found,) = self.load_many([step.match], secrets=True)
                done.append(found if isinstance(found, Unreadable) else False)
            else:
                done.append(reply == DONE or (reply == DONE_BEFORE and attempts > 1))
        return done

    def seen(self, match: str, values: Sequence[str]) -> list[bool]:
        """Return which commitments or salt digests occurred in the match."""
        return [bool(flag) for flag in self._ask_many([("SISMEMBER", keys.seen(match), value) for value in values])]

    def lines(self, match: str, after: int = 0, limit: int = LINES_AT_ONCE) -> list[bytes]:
        """Return export lines with ``n > after``, at most ``limit``."""
        if limit < 1:
            return []
        return list(self._ask(("LRANGE", keys.lines(match), after, after + limit - 1)))

    def heads(self, after: Head | None = None, limit: int = 100) -> list[Head]:
        """Return heads of all matches after the given one, oldest first; only the last entry of each step.

        The present millisecond is left out, so nothing can be written later that belongs before what was returned.
        """
        now = self.now()
        found = self._after([keys.heads(bucket) for bucket in range(keys.BUCKETS)], after and after.at, limit, now - 1)
        heads = sorted(head for member, score in found if (head := _head(member, score)) is not None)
        return [one for one in heads if after is None or one > after][:limit]

    def lobby(self, after: Open | None = None, limit: int = 100) -> list[Open]:
        """Return open matches that wait for players, oldest first, after the given one."""
        found = self._after([keys.lobby(bucket) for bucket in range(keys.BUCKETS)], after and after.created, limit)
        matches = sorted(Open(score, member) for member, score in found)
        return [one for one in matches if after is None or one > after][:limit]

    def _read(self, match: str, reply: list[Any] | Unreadable) -> Record | Unreadable | None:
        """Return a match as it was read, or why it cannot be; one of which a crash tore a step is parked."""
        if isinstance(reply, Unreadable):
            return reply
        try:
            if len(reply) not in (2, SEEN):
                return _record(match, reply)
            torn = reply[1].decode("utf-8", "replace")
            if len(reply) == SEEN:
                with reading(f"match {match}"):
                    n, acts, head, whole = map(text, reply[2:6])
                    seen = Seen(n, acts, head, whole, int(reply[6]))
                self.park_half(match, torn, seen)
            return HalfStep(match, torn)
        except Unreadable as error:
            return error

    def _field(self, matches: Sequence[str], name: str) -> Iterator[tuple[str, Any]]:
        """Yield one field of each match; those without it and those that cannot be read are left out."""
        replies = self._ask_each(
            [("HGET", keys.match(match), name) for match in matches], [f"match {match}" for match in matches]
        )
        for match, reply in zip(matches, replies, strict=True):
            if isinstance(reply, Unreadable):
                log.error("%s", reply)
            elif reply is not None:
                yield match, reply

    def _after(
        self, sorted_sets: list[str], after: int | None, limit: int, until: int | str = "+inf"
    ) -> list[tuple[str, int]]:
        """Return up to ``limit`` members per set beyond a score, and all at that very score."""
        commands: list[tuple[str | bytes | int, ...]] = []
        for key in sorted_sets:
            start: str | int = "-inf" if after is None else f"({after}"
            commands.append(("ZRANGEBYSCORE", key, start, until, "WITHSCORES", "LIMIT", 0, limit))
            if after is not None:
                commands.append(("ZRANGEBYSCORE", key, after, after, "WITHSCORES"))
        replies = self._ask_each(commands, ["a list of matches"] * len(commands))
        return [
            (reply[i].decode("utf-8", "replace"), int(float(reply[i + 1])))
            for reply in replies
            if not isinstance(reply, Unreadable)
            for i in range(0, len(reply), 2)
        ]


def notice_facts(notices: Sequence[Notice]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the plan entries of notices and the keys of their queues, in the order the scripts expect."""
    entries, names = [], []
    for notice in notices:
        recipient = recipient_of_notice(notice)
        entries.append(
            {"id": notice["id"], "recipient": recipient, "send_at": notice["send_at"], "text": encode(notice)}
        )
        names += [keys.queue(recipient), keys.sent(recipient)]
    return entries, names


def act_from(decision: str, seat: int, stored: bytes | str) -> Act:
    """Return an act as the script stored it."""
    return Act(decision=decision, seat=seat, **decode(stored))


def _load_call(match: str, secrets: bool, token: str | None) -> Call:
    bucket = keys.bucket_of(match)
    names = [
        keys.match(match),
        keys.acts(match),
        keys.secrets(match),
        keys.revoked(bucket),
        keys.lines(match),
        keys.parked(bucket),
    ]
    return Call(LOAD, names, ["1" if secrets else "", token or "", match])


def _record(match: str, reply: list[Any]) -> Record | None:
    if not reply:
        return None
    if len(reply) == 1:
        raise TokenRevoked("this token was revoked")
    with reading(f"match {match}"):
        return _taken_apart(match, reply)


def _taken_apart(match: str, reply: list[Any]) -> Record:
    now, fields, acts, secrets, parked = reply
    n, head, at, version, table, state, due, closes = fields
    hidden = pairs(secrets)
    stands = None if state is None else decode(state)
    if not isinstance(stands, dict | None) or head is None:
        raise TypeError("a state is an object, and a match has a head")
    return Record(
        match=match,
        n=int(n),
        head=text(head),
        at=int(at),
        acts_version=int(version),
        table=_table(table),
        state=stands,
        now=int(now),
        due=int(due) if due else None,
        parked=parked_from(parked) if parked else None,
        acts={(one.decision, one.seat): one for one in _acts(pairs(acts))},
        closes={name: int(one["at"]) for name, one in decode(closes).items() if "at" in one},
        seed=hidden.get("seed"),
        entropies={int(name[8:]): value for name, value in hidden.items() if name.startswith("entropy:")},
        boxes={_place(name[4:]): value for name, value in hidden.items() if name.startswith("box:")},
        messages=messages_from(hidden),
    )


def _table(stored: bytes) -> Table:
    """Return a table whose parts are all there; what is in them is up to the writer."""
    table: Table = decode(stored)
    missing = TABLE - table.keys()
    for standing in () if missing else table["standing"]:
        missing |= STANDING - standing.keys()
    for seat in () if missing else table["seats"]:
        missing |= SEAT - seat.keys()
    if missing:
        raise KeyError(*sorted(missing))
    return table


def _acts(stored: dict[str, str]) -> list[Act]:
    return [act_from(*_place(name), value) for name, value in stored.items()]


def _place(name: str) -> tuple[str, int]:
    seat, _, decision = name.partition(":")
    return decision, int(seat)


def _head(member: str, at: int) -> Head | None:
    """Return an entry of the feed, ``None`` for what is none."""
    try:
        match, n, head = member.split(" ")
        return Head(at, match, int(n), head)
    except READING:
        return None


def _transition_call(step: Transition, secrets: dict[str, str]) -> Call:
    if not step.lines and step.acts_version is None:
        raise ValueError("acts_version is None: the log's length alone does not guard a step without lines")
    bucket = keys.bucket_of(step.match)
    notices, queues = notice_facts(step.notices)
    table = step.table
    plan: dict[str, Any] = {
        "n": step.n,
        "last": step.n + len(step.lines),
        "head": step.head,
        "at": step.at,
        "status": table["status"],
        "decisions": {one["id"]: _compact(one, table) for one in table["standing"]},
        "erase": [f"{seat}:{decision}" for decision in step.ended for seat in range(len(table["seats"]))],
        "erase_seed": step.erase_seed,
        "seen": step.seen,
        "notices": notices,
        "secrets": {**secrets, **_secrets(step)},
    }
    if step.unparks:
        plan["unparks"] = True
    if step.acts_version is not None:
        plan["av"] = step.acts_version
    if step.due is not None:
        plan["due"] = step.due
    if table["status"] == "lobby" and table["visibility"] == "open" and not table["request"]:
        plan["lobby"] = table["created"]
    names = [
        keys.match(step.match),
        keys.acts(step.match),
        keys.secrets(step.match),
        keys.seen(step.match),
        keys.lines(step.match),
        keys.due(bucket),
        keys.out(bucket),
        keys.lobby(bucket),
        keys.heads(bucket),
        keys.parked(bucket),
        keys.not_before(bucket),
        *queues,
    ]
    state = "" if step.state is None else encode(step.state)
    return Call(TRANSITION, names, [encode(plan), encode(table), state, *step.lines])


def _secrets(step: Transition) -> dict[str, str]:
    boxes = {f"box:{seat}:{decision}": box for (decision, seat), box in step.boxes.items()}
    hidden = {**boxes, **message_fields(step.messages)}
    return hidden if step.entropy is None else {**hidden, f"entropy:{step.entropy[0]}": step.entropy[1]}


def _compact(standing: Standing, table: Table) -> dict[str, str]:
    """Return what the act script must know of a decision. Seats are keys, because Lua cannot tell an empty list."""
    locked = {one["seat"]: one["commitment"] for one in standing["locked"]}
    facts = {
        "head": standing["head"],
        "phase": standing["phase"],
        "sealed": standing["sealed"],
        "deadline": standing["deadline"],
        "opening_ends": standing["opening_ends"],
        "grace": table["grace"],
        "release": standing["release"],
        "seats": {str(seat): True for seat in standing["seats"]},
        "openers": {str(seat): locked[seat] for seat in standing["awaited"]},
    }
    return {
        "phase": standing["phase"],
        "text": encode({name: fact for name, fact in facts.items() if fact is not None}),
    }


__all__ = ["Head", "Matches", "Open", "TokenRevoked", "act_from", "notice_facts"]
