"""Matches in the store: create, load, step, read the log. Each step is one script, guarded by the log's length."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.canon import canonical
from engine.table import Standing, Table
from service.store import keys
from service.store.connect import HalfStep, pairs, text
from service.store.due import HALF_STEP, Due
from service.store.messages import message_fields, messages_from
from service.store.records import Act, Creation, Notice, Record, Transition
from service.store.scripts import LOAD, TRANSITION, Call

LINES_AT_ONCE = 1_000
DONE, STALE, DONE_BEFORE, TORN = 1, 0, 2, 3


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


class Matches(Due):
    """The matches of an installation."""

    def create(self, creation: Creation) -> bool:
        """Store a new match; return ``False`` if one of this id exists already."""
        first = Transition(
            match=creation.match, n=0, table=creation.table, head=creation.head, at=creation.at, lines=[creation.line],
            due=creation.due, notices=creation.notices,
        )  # fmt: skip
        return int(self._run(_transition_call(first, {"seed": creation.seed}))) != STALE

    def load(self, match: str, *, secrets: bool = False, token: str | None = None) -> Record | None:
        """Return the match as it stands, in one round trip; ``None`` if there is none.

        :param secrets: also the seed, entropies and boxes; for workers only.
        :param token: the id of the token that asks.
        :raises TokenRevoked: when that token was revoked in the last ten minutes.
        :raises HalfStep: when a crash of the store tore a step of it; it is parked.
        """
        try:
            return _record(match, self._run(_load_call(match, secrets, token)))
        except HalfStep as torn:
            self.park_half(match, torn.why)
            raise

    def load_many(self, matches: Sequence[str], *, secrets: bool = False) -> list[Record | None]:
        """Return several matches in one round trip, each as it stands at one moment.

        A match of which a crash tore a step is parked, and ``None`` here: it stops nobody else.
        """
        replies = self._run_many([_load_call(match, secrets, None) for match in matches])
        return [self._whole(match, reply) for match, reply in zip(matches, replies, strict=True)]

    def lobby_tables_of(self, account: str) -> list[Table]:
        """Return the tables of an account's matches that wait for players; reads nothing of those that run."""
        matches = [text(match) for match in self._ask(("SMEMBERS", keys.account_matches(account)))]
        states = self._ask_many([("HGET", keys.match(match), "status") for match in matches])
        waiting = [match for match, status in zip(matches, states, strict=True) if status == b"lobby"]
        tables = self._ask_many([("HGET", keys.match(match), "table") for match in waiting])
        return [json.loads(table) for table in tables if table is not None]

    def transition(self, transition: Transition) -> bool:
        """Write a step; ``False``: stale, the match moved on since the record it was computed from."""
        return self.transition_many([transition])[0]

    def transition_many(self, transitions: Sequence[Transition]) -> list[bool]:
        """Write steps of several matches in one round trip; each is atomic by itself."""
        calls = [_transition_call(transition, {}) for transition in transitions]
        attempts = 0

        def write() -> list[Any]:
            nonlocal attempts
            attempts += 1
            return self._evaluate_many(calls)

        # A step found done already is ours only if an attempt of this call lost its reply; else a twin was quicker.
        replies = self._attempt(write) if calls else []
        for step, reply in zip(transitions, replies, strict=True):
            if reply == TORN:
                self.park_half(step.match, "the log or the mark of its last step differs from what the step began with")
        return [reply == DONE or (reply == DONE_BEFORE and attempts > 1) for reply in replies]

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
        heads = sorted(_head(member, score) for member, score in found)
        return [one for one in heads if after is None or one > after][:limit]

    def lobby(self, after: Open | None = None, limit: int = 100) -> list[Open]:
        """Return open matches that wait for players, oldest first, after the given one."""
        found = self._after([keys.lobby(bucket) for bucket in range(keys.BUCKETS)], after and after.created, limit)
        matches = sorted(Open(score, member) for member, score in found)
        return [one for one in matches if after is None or one > after][:limit]

    def park_half(self, match: str, why: str) -> None:
        """Park a match of which a crash tore a step, unless it is parked for that already."""
        if not why.startswith(HALF_STEP):
            self.park(match, f"{HALF_STEP}: {why}")

    def _whole(self, match: str, reply: list[Any]) -> Record | None:
        try:
            return _record(match, reply)
        except HalfStep as torn:
            self.park_half(match, torn.why)
            return None

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
        replies = self._ask_many(commands)
        return [(member, int(score)) for reply in replies for member, score in pairs(reply).items()]


def notice_facts(notices: Sequence[Notice]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the plan entries of notices and the keys of their queues, in the order the scripts expect."""
    entries, names = [], []
    for notice in notices:
        recipient = keys.recipient_of(notice["account"], notice["match"])
        entries.append(
            {"id": notice["id"], "recipient": recipient, "send_at": notice["send_at"], "text": _json(notice)}
        )
        names += [keys.queue(recipient), keys.sent(recipient)]
    return entries, names


def act_from(decision: str, seat: int, stored: bytes | str) -> Act:
    """Return an act as the script stored it."""
    return Act(decision=decision, seat=seat, **json.loads(stored))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _load_call(match: str, secrets: bool, token: str | None) -> Call:
    bucket = keys.bucket_of(match)
    names = [
        keys.match(match), keys.acts(match), keys.secrets(match), keys.revoked(bucket), keys.lines(match),
        keys.parked(bucket),
    ]  # fmt: skip
    return Call(LOAD, names, ["1" if secrets else "", token or ""])


def _record(match: str, reply: list[Any]) -> Record | None:
    if not reply:
        return None
    if len(reply) == 1:
        raise TokenRevoked("this token was revoked")
    if len(reply) == 2:
        raise HalfStep(text(reply[1]))
    now, fields, acts, secrets = reply
    n, head, at, version, table, state, due, closes = fields
    hidden = pairs(secrets)
    return Record(
        match=match, n=int(n), head=text(head), at=int(at), acts_version=int(version), table=json.loads(table),
        state=None if state is None else json.loads(state), now=int(now), due=int(due) if due else None,
        acts={(one.decision, one.seat): one for one in _acts(pairs(acts))},
        closes={name: int(one["at"]) for name, one in json.loads(closes).items() if "at" in one},
        seed=hidden.get("seed"),
        entropies={int(name[8:]): value for name, value in hidden.items() if name.startswith("entropy:")},
        boxes={_place(name[4:]): value for name, value in hidden.items() if name.startswith("box:")},
        messages=messages_from(hidden),
    )  # fmt: skip


def _acts(stored: dict[str, str]) -> list[Act]:
    return [act_from(*_place(name), value) for name, value in stored.items()]


def _place(name: str) -> tuple[str, int]:
    seat, _, decision = name.partition(":")
    return decision, int(seat)


def _head(member: str, at: int) -> Head:
    match, n, head = member.split(" ")
    return Head(at, match, int(n), head)


def _transition_call(step: Transition, secrets: dict[str, str]) -> Call:
    if not step.lines and step.acts_version is None:
        raise ValueError("acts_version is None: the log's length alone does not guard a step without lines")
    bucket = keys.bucket_of(step.match)
    notices, queues = notice_facts(step.notices)
    table = step.table
    plan: dict[str, Any] = {
        "n": step.n, "last": step.n + len(step.lines), "head": step.head, "at": step.at, "status": table["status"],
        "decisions": {one["id"]: _compact(one, table) for one in table["standing"]},
        "erase": [f"{seat}:{decision}" for decision in step.ended for seat in range(len(table["seats"]))],
        "erase_seed": step.erase_seed, "seen": step.seen, "notices": notices,
        "secrets": {**secrets, **_secrets(step)},
    }  # fmt: skip
    if step.acts_version is not None:
        plan["av"] = step.acts_version
    if step.due is not None:
        plan["due"] = step.due
    if table["status"] == "lobby" and table["visibility"] == "open" and not table["request"]:
        plan["lobby"] = table["created"]
    names = [
        keys.match(step.match), keys.acts(step.match), keys.secrets(step.match), keys.seen(step.match),
        keys.lines(step.match), keys.due(bucket), keys.out(bucket), keys.lobby(bucket), keys.heads(bucket),
        keys.parked(bucket), keys.held(bucket), *queues,
    ]  # fmt: skip
    state = "" if step.state is None else canonical(step.state)
    return Call(TRANSITION, names, [_json(plan), _json(table), state, *step.lines])


def _secrets(step: Transition) -> dict[str, str]:
    boxes = {f"box:{seat}:{decision}": box for (decision, seat), box in step.boxes.items()}
    hidden = {**boxes, **message_fields(step.messages)}
    return hidden if step.entropy is None else {**hidden, f"entropy:{step.entropy[0]}": step.entropy[1]}


def _compact(standing: Standing, table: Table) -> dict[str, str]:
    """Return what the act script must know of a decision. Seats are keys, because Lua cannot tell an empty list."""
    locked = {one["seat"]: one["commitment"] for one in standing["locked"]}
    facts = {
        "head": standing["head"], "phase": standing["phase"], "sealed": standing["sealed"],
        "deadline": standing["deadline"], "opening_ends": standing["opening_ends"], "grace": table["grace"],
        "release": standing["release"],
        "seats": {str(seat): True for seat in standing["seats"]},
        "openers": {str(seat): locked[seat] for seat in standing["awaited"]},
    }  # fmt: skip
    return {"phase": standing["phase"], "text": _json({name: fact for name, fact in facts.items() if fact is not None})}


__all__ = ["Head", "Matches", "Open", "TokenRevoked", "act_from", "notice_facts"]
