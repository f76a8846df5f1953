"""Matches in the store: create, load, step, read the log. Each step is one script, guarded by the log's length.

Places are reserved for matches that an account is about to create or join, so that caps hold for simultaneous requests.
A place is reserved before anything is done and released if that fails; if the process dies in between, it expires. An
existing match is counted without a place, and only once even while it has one.

A step is input for the script ``transition``: one plan, the table, the state and the new lines of the log.
"""

import logging
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Literal

from engine.match.asking import is_joinable, last_lapsed, missed_seats, phase_for_acts
from engine.match.table import Standing, Table
from engine.protocol.log import Line
from service.store import HalfStep, StoreUnavailable, Unreadable, keys
from service.store.archive.moving import MovesToArchive
from service.store.connection.scripts import RESERVE, TRANSITION, Call
from service.store.matches.asks import asks_of
from service.store.matches.due import DueMatches
from service.store.matches.packing import pack
from service.store.matches.parking import REASON, Parking, Seen, SetAside
from service.store.matches.stored_matches import (
    load_call,
    message_fields,
    record_from,
    record_from_archive,
    same_call,
    table_from,
)
from service.store.matches.talk import KEPT
from service.store.outbox import recipient_of_notice, told
from service.store.records import Creation, Notice, Record, Transition
from service.store.values import encode, number_of, reading, taken_apart, text


def _notice_facts(notices: Sequence[Notice]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the plan entries of notices and the keys of their queues, in the order that the scripts expect."""
    entries, names = [], []
    for notice in notices:
        recipient = recipient_of_notice(notice)
        facts = {"id": notice["id"], "number": number_of(notice["id"]), "recipient": recipient}
        entry = {**facts, "send_at": notice["send_at"], **told(notice)}
        entries.append(entry)
        names += [keys.queue(recipient), keys.sent(recipient)]
    return entries, names


def transition_call(step: Transition, secrets: dict[str, str]) -> Call:
    """Return the call that writes a step, with additional ``secrets`` (by field)."""
    if not step.lines and step.acts_version is None:
        raise ValueError("acts_version is None: the log's length alone does not guard a step without lines")
    bucket = keys.bucket_of(step.match)
    notices, queues = _notice_facts(step.notices)
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
        "seen": [number_of(one) for one in step.seen],
        "notices": notices,
        "secrets": {**secrets, **_secrets(step)},
    }
    if table["status"] == "closed":
        plan["talk_kept"] = KEPT
    if asks := asks_of(table):
        plan["asks"] = asks
    if step.result is not None:
        plan["result"] = encode(step.result)
    if step.answers:
        plan["answers"] = [list(one) for one in step.answers]
    if step.now is not None:
        plan["now"] = step.now
    if step.unparks:
        plan["unparks"] = True
    if step.acts_version is not None:
        plan["av"] = step.acts_version
    if step.basis is not None:
        plan["basis"] = step.basis.plan()
    if step.due is not None:
        plan["due"] = step.due
    if table["visibility"] == "open" and (is_joinable(table) or table["status"] == "running"):
        plan["lobby"] = table["created"] * (1 if table["status"] == "lobby" else -1)
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
        keys.unlogged(bucket),
        keys.running(bucket),
        keys.asking(bucket),
        keys.talk(step.match),
        keys.results_due(bucket),
        *queues,
        keys.news(bucket),
    ]
    state = b"" if step.state is None else encode(step.state).encode()
    packed = [pack(one, table["rules"], step.match) for one in (encode(table).encode(), state, *step.lines)]
    return Call(TRANSITION, names, [encode(plan), *packed])


def _secrets(step: Transition) -> dict[str, str]:
    boxes = {f"box:{seat}:{decision}": box for (decision, seat), box in step.boxes.items()}
    hidden = {**boxes, **message_fields(step.messages)}
    return hidden if step.entropy is None else {**hidden, f"entropy:{step.entropy[0]}": step.entropy[1]}


def _holder(table: Table, seat: int) -> bool | str:
    """Return the act script's value for a seat: after a takeover, acts count only from clients that have seen it."""
    return "anew" if table["seats"][seat].get("taken_over") else True


def _compact(standing: Standing, table: Table) -> dict[str, str]:
    """Return what the act script needs to know about a decision. Seats are keys, because Lua does not distinguish an
    empty list."""
    locked = {one["seat"]: one["commitment"] for one in standing["locked"]}
    phase, missed = phase_for_acts(standing, table), missed_seats(standing, table)
    facts = {
        "head": standing["head"],
        "phase": phase,
        "sealed": standing["sealed"],
        "opened": standing["opened"] if missed else None,
        "deadline": standing["deadline"],
        "opening_ends": standing["opening_ends"],
        "grace": table["grace"],
        "release": standing["release"],
        "lapsed": last_lapsed(table, standing["id"]) or None,
        "seats": {str(seat): _holder(table, seat) for seat in standing["seats"]},
        "missed": {str(seat): step for seat, step in missed.items()} or None,
        "openers": {str(seat): locked[seat] for seat in standing["awaited"]},
    }
    return {"phase": phase, "text": encode({name: fact for name, fact in facts.items() if fact is not None})}


LINES_AT_ONCE = 1_000
READINGS = 5
"""How often a match is read again because it went on, or was replaced, before replicas had confirmed what was read."""
DONE, STALE, DONE_BEFORE, TORN = 1, 0, 2, 3
ARCHIVED = 3
"""The number of parts in the reply of the script ``load`` for an archived match."""
SEEN = 7
"""The number of parts in the reply of the script ``load`` for a match with a torn step."""

log = logging.getLogger("siegelpost.store")


class Matches(DueMatches, Parking, MovesToArchive):
    """The matches of an installation."""

    def create(self, creation: Creation) -> bool:
        """Store a new match; return ``False`` if one with this id exists already."""
        if self.archived_at(creation.match) is not None:
            return False
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
        return int(self._run(transition_call(first, {"seed": creation.seed}))) != STALE

    def load(self, match: str, *, secrets: bool = False, token: str | None = None) -> Record | None:
        """Return the match's current record, in one round trip, or None if there is none.

        :param secrets: whether to include the seed, entropies and boxes; for workers only.
        :param token: the id of the requesting token.
        :raises TokenRevoked: when that token was revoked in the last ten minutes.
        :raises HalfStep: when a crash of the store tore a step of it; it is parked.
        :raises SetAside: when the operator has set it aside.
        :raises Unreadable: when the stored data is no match.
        """
        for _ in range(READINGS):
            (reply,) = self._run_each([load_call(match, secrets, token)], [f"match {match}"])
            found = self._read(match, reply)
            if isinstance(found, Unreadable):
                raise found
            if found is None or secrets or self._last_as_read([found]):
                return found
        raise StoreUnavailable(f"match {match} differs each time it is read")

    def load_many(self, matches: Sequence[str], *, secrets: bool = False) -> list[Record | Unreadable | None]:
        """Return several matches in one round trip, in the order of the given ids.

        A match that cannot be read, or of which a crash tore a step, is replaced by the reason: the others are not affected.
        """
        known = [match for match in matches if keys.MATCH.fullmatch(match)]
        calls = [load_call(match, secrets, None) for match in known]
        for _ in range(READINGS):
            replies = dict(zip(known, self._run_each(calls, [f"match {match}" for match in known]), strict=True))
            found = [
                self._read(match, replies.get(match, Unreadable(f"match {match[:80]!r}", "no id"))) for match in matches
            ]
            # A worker builds on it, and what it writes is confirmed together with it.
            if secrets or self._last_as_read([one for one in found if isinstance(one, Record)]):
                return found
        raise StoreUnavailable("matches differ each time they are read")

    def lobby_tables_of(self, account: str) -> list[Table]:
        """Return the tables of an account's matches that wait for players, without reading running matches."""
        found = [text(match) for match in self._ask(("SMEMBERS", keys.account_matches(account)))]
        matches = [match for match in found if keys.MATCH.fullmatch(match)]
        return self.tables_among([match for match, status in self._field(matches, "status") if status == b"lobby"])

    def tables_among(self, matches: Sequence[str]) -> list[Table]:
        """Return the tables of these matches; those that cannot be read are left out."""
        tables = []
        for match, stored in self._field(matches, "table"):
            try:
                with reading(f"match {match}"):
                    tables.append(table_from(stored, match))
            except Unreadable as error:
                log.error("%s", error)
        return tables

    def transition(self, transition: Transition) -> bool:
        """Write a step; return ``False`` if it is stale because the match has moved on since it was computed."""
        (done,) = self.transition_many([transition])
        if isinstance(done, Unreadable):
            raise done
        return done

    def transition_many(self, transitions: Sequence[Transition]) -> list[bool | Unreadable]:
        """Write steps of several matches in one round trip; each is atomic by itself.

        A step that cannot be written because of the stored data is replaced by the reason, and nothing of it is
        written.
        """
        calls = [transition_call(transition, {}) for transition in transitions]
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
                done.append(Unreadable(f"match {step.match}", "a step failed on it"))
            elif reply == TORN:
                (found,) = self.load_many([step.match], secrets=True)
                done.append(found if isinstance(found, Unreadable) else False)
            elif reply == STALE and not step.lines:
                done.append(self._change_archived(step))
            else:
                done.append(reply == DONE or (reply == DONE_BEFORE and attempts > 1))
        return done

    def seen(self, match: str, values: Sequence[str]) -> list[bool]:
        """Return which commitments or salt digests occurred in the match."""
        key = keys.seen(match)
        return list(map(bool, self._ask_many([("SISMEMBER", key, number_of(value)) for value in values])))

    def lines(self, match: str, after: int = 0, limit: int = LINES_AT_ONCE) -> list[bytes]:
        """Return export lines with ``n > after``, at most ``limit``."""
        if limit < 1:
            return []
        found = self._lines(match, [(after, after + limit - 1)])
        self._make_last({match: after + len(found)} if found else {})
        return found

    def entries(self, match: str, after: int = 0, limit: int = LINES_AT_ONCE) -> list[Line]:
        """Return up to ``limit`` parsed lines with ``n > after``.

        :raises Unreadable: at a malformed line, or one in the wrong place.
        """
        return taken_apart(match, self.lines(match, after, limit), count(after + 1))

    def _read(self, match: str, reply: list[Any] | Unreadable) -> Record | Unreadable | None:
        """Return a match from a reply, or why it cannot be read; a match with a torn step is parked."""
        if isinstance(reply, Unreadable):
            return reply
        try:
            if len(reply) in (0, ARCHIVED):
                return self._read_archived(match, reply)
            if len(reply) not in (2, SEEN):
                return record_from(match, reply)
            torn = reply[1].decode("utf-8", "replace")
            if torn.startswith(REASON):
                return SetAside(match, torn)
            if len(reply) == SEEN:
                with reading(f"match {match}"):
                    n, acts, head, whole = map(text, reply[2:6])
                    seen = Seen(n, acts, head, whole, int(reply[6]))
                self.park_half(match, torn, seen)
            return HalfStep(match, torn)
        except Unreadable as error:
            return error

    def _read_archived(self, match: str, reply: list[Any]) -> Record | None:
        """Return a match that is only in the archive, or None if there is no such match."""
        archived = self._in_archive(match, listed=bool(reply))
        if archived is None:
            return None
        return record_from_archive(archived, int(reply[0]) if reply else self.now())

    def _last_as_read(self, records: Sequence[Record]) -> bool:
        """Return whether these matches may be shown as read: they are unchanged, and on as many replicas as required.

        :raises StoreUnavailable: when replicas do not confirm it.
        """
        if not self._replicas:
            return True
        read = {one.match: one for one in records if one.basis.head}  # what is in the archive is in no server
        unsure = self._lasting.unsure_as_read({match: one.basis for match, one in read.items()})
        calls = [same_call(match, read[match].basis) for match in unsure]
        for match, stands in zip(unsure, self._run_many(calls), strict=True):
            if stands:
                self._lasting.confirm_as_read(match, read[match].basis, read[match].n)
            else:
                unsure = []
        return len(unsure) == len(calls)

    def _field(self, matches: Sequence[str], name: str) -> Iterator[tuple[str, Any]]:
        """Yield one field of each match; matches without it and unreadable ones are left out."""
        replies = self._ask_each(
            [("HGET", keys.match(match), name) for match in matches], [f"match {match}" for match in matches]
        )
        for match, reply in zip(matches, replies, strict=True):
            if isinstance(reply, Unreadable):
                log.error("%s", reply)
            elif reply is not None:
                yield match, reply


ENDED_KEPT = 300_000
"""How long a place stays reserved (ms): far longer than a creation takes."""
Full = Literal["matches", "tables"]


class Places(Matches):
    """The places of an account's matches."""

    def keep_place(
        self, account: str, match: str, mark: str, *, matches: int, tables: int | None = None, kept: int = 0
    ) -> Full | None:
        """Reserve a place for a match unless a cap would be exceeded; return the exceeded cap, or None.

        :param match: or a tournament, for all matches that it may bring.
        :param mark: distinguishes this request from others about the same match, which have their own places; "+15" keeps
            places for fifteen matches.
        :param matches: the most unfinished matches of the account.
        :param tables: for a match being created, the most tables it may own that wait for players.
        :param kept: how much longer than usual the place is kept (ms).
        """
        args: list[str | bytes | int] = [match, mark, matches, ENDED_KEPT + kept, ""]
        if tables is not None:
            waiting, settled = self._tables_of(account)
            args = [match, mark, matches, ENDED_KEPT, tables, len(waiting), *waiting, *settled]
        names = [keys.account_matches(account), keys.account_places(account), keys.account_tables(account)]
        found = int(self._run(Call(RESERVE, names, args)))
        return None if found == 1 else "matches" if found == 0 else "tables"

    def give_place_back(self, account: str, match: str, mark: str, *, exists: bool) -> None:
        """Release a place, because the match is on the account's list now (``exists``) or was never created.

        A table's place nevertheless stays until it expires: another request may have read the list of tables before and
        be about to count them.
        """
        member = f"{match} {mark}"
        names = (
            [keys.account_places(account)] if exists else [keys.account_places(account), keys.account_tables(account)]
        )
        self._ask_many([("ZREM", name, member) for name in names])

    def places_of(self, account: str) -> set[str]:
        """Return the matches that the account is about to create or to join."""
        kept = self._ask(("ZRANGEBYSCORE", keys.account_places(account), self.now(), "+inf"))
        return {match for match in (text(one).partition(" ")[0] for one in kept) if keys.MATCH.fullmatch(match)}

    def _tables_of(self, account: str) -> tuple[list[str], list[str]]:
        """Return matches of the account that wait for players, and those that have a table's place but are full or begun."""
        now = self.now()
        listed, kept = self._ask_many(
            [("SMEMBERS", keys.account_matches(account)), ("ZRANGEBYSCORE", keys.account_tables(account), now, "+inf")]
        )
        placed = {text(one).partition(" ")[0] for one in kept}
        ids = sorted(placed.union(one.decode("utf-8", "replace") for one in listed))
        known = [one for one in ids if keys.MATCH.fullmatch(one)]
        there = dict(self._field(known, "status"))
        waiting = {match for match, status in there.items() if status == b"lobby"}
        owned = [table for table in self.tables_among(sorted(waiting)) if table["owner"] == account]
        own = {table["match"] for table in owned if any(seat["player"] is None for seat in table["seats"])}
        return sorted(own), sorted(placed & there.keys() - own)
