"""The sweeper: checks that the time indexes agree with the matches and queues, and repairs them; parks matches with a
torn step; and removes unconfirmed accounts.

Every script writes a match and its index entry together, so the returned counts must stay 0; they are exported as
metrics.

A stored match must be one whole step, with the last one not torn in two by a crash. A script's writes reach the disk as
one transaction. A server that keeps half of one (see :mod:`service.store.append_only`) leaves facts that
contradict each other.

Bytes that are no JSON are damage of the same kind. A record with another shape is not: another version may have written
it, and its reader raises :class:`service.store.Unreadable`, which is retried.
"""

import hashlib
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.match.asking import phase_for_acts
from engine.match.table import Table
from service.store import Unreadable, keys
from service.store.accounts.departures import Departures
from service.store.archive.leaves import OldLeaves
from service.store.connection.connect import Place
from service.store.connection.scripts import INSPECT, MEND_ASKING, MEND_DUE, MEND_OUT, MEND_UNLOGGED, Call
from service.store.matches.asks import COMPLETE, asks_of, parse
from service.store.matches.matches import Matches
from service.store.matches.packing import unpack
from service.store.matches.parking import LONGEST_LEASE, Seen
from service.store.matches.stored_matches import table_from
from service.store.records import Record
from service.store.values import READING, decode, reading, text


def torn(match: str, facts: Sequence[Any], news: Iterable[bytes] = ()) -> str | None:
    """Return the contradiction in a match, in words, or None if it is consistent.

    :param facts: the reply of the script ``inspect``.
    :param news: the match's waiting news as stored.
    """
    try:
        return _torn(match, facts, news) if facts else None
    except ValueError as error:
        return f"unreadable: {type(error).__name__}"
    except READING:
        return None


def _torn(match: str, facts: Sequence[Any], news: Iterable[bytes]) -> str | None:
    n, version, head, status = (text(fact) for fact in facts[:4])
    whole, length = text(facts[5] or b""), int(facts[6])
    if length != int(n):
        return f"n is {n}, the log has {length} entries"
    if whole != f"{n}:{version}":
        return f"n:av is {n}:{version}, the last whole step or act left {whole or 'nothing'}"
    table, last = (unpack(facts[place], match) for place in (4, 7))
    return _log(int(n), head, last) or _table(status, decode(table), facts[8:]) or _news(int(n), news)


def _log(n: int, head: str, last: bytes) -> str | None:
    line = decode(last)
    found = line.get("entry", line)["n"]
    if found != n:
        return f"n is {n}, the last entry of the log says {found}"
    if line.get("head", head) != head:
        return "the head is not that of the log's last entry"
    return None


def _table(status: str, table: Table, decisions: Sequence[Any]) -> str | None:
    if table["status"] != status:
        return f"the status is {status}, the table says {table['status']}"
    stored = {text(decisions[i]): decode(decisions[i + 1])["phase"] for i in range(0, len(decisions), 2)}
    standing = {one["id"]: phase_for_acts(one, table) for one in table["standing"]}
    if stored != standing:
        shown, met = (
            ", ".join(f"{name} ({phase})" for name, phase in sorted(one.items())) for one in (standing, stored)
        )
        return f"the table shows decisions {shown or 'none'}; acts would meet {met or 'none'}"
    return None


def _news(n: int, news: Iterable[bytes]) -> str | None:
    ahead = max((int(decode(one)["n"]) for one in news), default=0)
    return f"n is {n}, news speak of entry {ahead}" if ahead > n else None


AT_ONCE = 500
INDEXES = {
    keys.due: "zset",
    keys.out: "zset",
    keys.leases: "zset",
    keys.lobby: "zset",
    keys.asking: "zset",
    keys.heads: "zset",
    keys.revoked: "zset",
    keys.unlogged: "zset",
    keys.results_due: "hash",
    keys.not_before: "hash",
    keys.webhooks_due: "zset",
    keys.webhooks_held: "hash",
    keys.parked: "hash",
    keys.running: "hash",
    keys.archived: "zset",
    keys.departing: "set",
    keys.news: "stream",
}
"""The keys that a bucket has once each, with their types in Redis."""

log = logging.getLogger("siegelpost.store")


@dataclass(frozen=True)
class Swept:
    """The results of a sweep: how many records were checked, and how many index entries were repaired.

    ``halves`` counts matches with a torn step, ``filed`` those filed as finished in an account's list, ``unreadable``
    records that could not be read, ``purged`` removed unconfirmed accounts, ``logged_late`` matches whose heads were
    missing in the log of all matches, ``webhooks`` those that would have waited for a new event, ``archived`` finished
    matches moved to the archive, ``segments`` files of old leaves of that log moved there.
    """

    matches: int
    matches_mended: int
    recipients: int
    recipients_mended: int
    halves: int = 0
    filed: int = 0
    unreadable: int = 0
    purged: int = 0
    logged_late: int = 0
    webhooks: int = 0
    archived: int = 0
    segments: int = 0


class Sweep(Departures, Matches, OldLeaves):
    """Keeping the indexes honest."""

    def sweep(self) -> Swept:
        """Compare every match and every queue with the indexes and repair differences. Takes a while; blocks nobody."""
        self._clear_indexes()
        matches, recipients = set(self._names(":m:")), set(self._names(":q:"))
        asking: dict[str, list[bytes]] = {}
        for bucket in range(keys.BUCKETS):
            due, out, asked = self._ask_many(
                [("ZRANGE", one(bucket), 0, -1) for one in (keys.due, keys.out, keys.asking)]
            )
            matches.update(_name(one) for one in due)
            for member in asked:
                asking.setdefault(parse(member)[0], []).append(member)
            recipients.update(_name(one) for one in out)
        matches.update(match for match in asking if keys.MATCH.fullmatch(match))
        due_calls = {match: _due_call(match, LONGEST_LEASE) for match in sorted(matches) if keys.MATCH.fullmatch(match)}
        out_calls = {one: _out_call(one) for one in sorted(recipients) if keys.is_recipient(one)}
        nameless = len(matches) + len(recipients) - len(due_calls) - len(out_calls)
        # First of all: an index that disagrees may be the trace of a torn step, and mending would wipe it away.
        halves, misshapen, ask_calls = self._park_halves(list(due_calls), out_calls, asking)
        mended, rotten = self._mend(due_calls, "match")
        noted, _ = self._mend(ask_calls, "what is asked in match")
        self._ask_many([("ZADD", keys.asking(bucket), 0, COMPLETE) for bucket in range(keys.BUCKETS)])
        told, lost = self._mend(out_calls, "news of")
        return Swept(
            matches=len(matches),
            matches_mended=mended + noted,
            recipients=len(recipients),
            recipients_mended=told,
            unreadable=rotten + lost + nameless + misshapen,
            halves=halves,
            filed=self._file_finished(),  # before they are moved
            archived=self.archive_finished(list(due_calls)),
            segments=self.archive_leaves(),
            purged=self.purge_unconfirmed(),
            logged_late=self._remember_unlogged(list(due_calls)),
            webhooks=self._look_at_webhooks(),
        )

    def half_step_of(self, record: Record) -> str | None:
        """Return the contradiction in a match, in words, as the sweep judges it, or None if it is consistent."""
        accounts = {record.table["owner"], *(seat["player"] or "" for seat in record.table["seats"])}
        recipients = [keys.recipient_of(account, record.match) for account in sorted(accounts)]
        news = self._told([one for one in recipients if keys.is_recipient(one)])
        (facts,) = self._run_each([_inspect_call(record.match)], [f"match {record.match}"])
        return None if isinstance(facts, Unreadable) else torn(record.match, facts, news)

    def release(self, match: str) -> None:
        """Give a lease back: the match is looked at again at its own due time."""
        self._run(_due_call(match, 0))

    def _clear_indexes(self) -> None:
        """Move indexes of a wrong type out of the way, so that they are rebuilt; their old content is kept beside them."""
        wanted = {index(bucket): kind for bucket in range(keys.BUCKETS) for index, kind in INDEXES.items()}
        names = list(wanted)
        for name, kind in zip(names, self._ask_many([("TYPE", name) for name in names]), strict=True):
            if _name(kind) not in (wanted[name], "none"):
                log.error("%s has a wrong type; it is kept as %s and made anew", name, f"{name}:rotten")
                self._ask(("RENAME", name, f"{name}:rotten"))

    def _file_finished(self) -> int:
        """Move finished matches to the accounts' lists of those, where the news of their end was lost; return how many."""
        filed = 0
        accounts = sorted(one for one in set(self._names(":am:")) if keys.ACCOUNT.fullmatch(one))
        listed = self._ask_each(
            [("SMEMBERS", keys.account_matches(account)) for account in accounts],
            [f"the matches of account {account}" for account in accounts],
        )
        for account, reply in zip(accounts, listed, strict=True):
            if isinstance(reply, Unreadable):
                log.error("%s", reply)
                continue
            matches = [match for match in map(_name, reply) if keys.MATCH.fullmatch(match)]
            for start in range(0, len(matches), AT_ONCE):
                filed += self._file(account, matches[start : start + AT_ONCE])
        return filed

    def _file(self, account: str, matches: list[str]) -> int:
        """File those of an account's matches that are finished; unreadable ones stay where they are."""
        facts = self._ask_each(
            [("HMGET", keys.match(match), "status", "at") for match in matches], [f"match {one}" for one in matches]
        )
        filed = 0
        for match, reply in zip(matches, facts, strict=True):
            if isinstance(reply, Unreadable):
                continue
            over = reply[0] == b"closed" and (reply[1] or b"").isdigit()
            closed = int(reply[1]) if over else self.archived_at(match) if reply[0] is None else None
            if closed is not None:
                record = None
                with suppress(Unreadable):
                    record = self.load(match)
                self.file_match(account, match, closed, None if record is None else record.table)
                filed += 1
        return filed

    def _park_halves(
        self, matches: list[str], recipients: Iterable[str], asking: Mapping[str, Sequence[bytes]]
    ) -> tuple[int, int, dict[str, Call]]:
        """Park the matches with a torn step; return how many there are, how many tables have an unknown shape, and for
        all others the call that compares them with the index of what is ``asking``.

        Unreadable matches are left: they become due, and the worker that looks at them parks them.
        """
        news: dict[str, list[str]] = {}
        for recipient in recipients:
            news.setdefault(recipient.partition(":")[0], []).append(recipient)
        found = misshapen = 0
        ask_calls: dict[str, Call] = {}
        for start in range(0, len(matches), AT_ONCE):
            some = matches[start : start + AT_ONCE]
            told = {match: self._told(news[match]) for match in some if match in news}
            replies = self._run_each([_inspect_call(match) for match in some], [f"match {match}" for match in some])
            for match, facts in zip(some, replies, strict=True):
                if isinstance(facts, Unreadable):
                    continue
                why = torn(match, facts, told.get(match, ()))
                if why is not None:
                    found += 1
                    self.park_half(match, why, _seen(facts))
                    continue
                asked = _asks_of(match, facts) if facts else ""
                if asked is None:
                    misshapen += 1
                    self.look_soon(match)
                elif facts or match in asking:
                    ask_calls[match] = _ask_call(match, facts[4] if facts else b"", asked, asking.get(match, []))
        return found, misshapen, ask_calls

    def _remember_unlogged(self, matches: list[str]) -> int:
        """Record the matches that have heads missing from the log of all matches, where no step did; return how many."""
        found = 0
        for start in range(0, len(matches), AT_ONCE):
            some = matches[start : start + AT_ONCE]
            calls = [
                Call(MEND_UNLOGGED, [keys.match(one), keys.leaves(one), keys.unlogged(keys.bucket_of(one))], [one])
                for one in some
            ]
            replies = self._run_each(calls, [f"match {one}" for one in some])
            found += sum(int(reply) for reply in replies if not isinstance(reply, Unreadable))
        return found

    def _look_at_webhooks(self) -> int:
        """Make every webhook due that is not due already: it is cheap, and the sender determines its real due time."""
        found = 0
        for account in sorted(one for one in set(self._names(":wh:")) if keys.ACCOUNT.fullmatch(one)):
            (reply,) = self._ask_each([("SMEMBERS", keys.webhooks(account))], [f"the webhooks of account {account}"])
            if isinstance(reply, Unreadable):
                log.error("%s", reply)
                continue
            due = keys.webhooks_due(keys.bucket_of(account))
            added = self._ask_many([("ZADD", due, "NX", 0, f"{account}:{_name(one)}") for one in reply])
            found += sum(map(int, added))
        return found

    def _told(self, recipients: list[str]) -> list[bytes]:
        """Return the waiting news as stored."""
        replies = self._ask_each([("HGETALL", keys.queue(one)) for one in recipients], recipients)
        return [
            value
            for reply in replies
            if not isinstance(reply, Unreadable)
            for name, value in reply.items()
            if _name(name) not in ("handing", "attempts")
        ]

    def _mend(self, calls: Mapping[str, Call], kind: str) -> tuple[int, int]:
        """Repair index entries; return how many were wrong, and how many records could not be read."""
        mended = rotten = 0
        names = list(calls)
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            for reply in self._run_each([calls[one] for one in some], [f"{kind} {one}" for one in some]):
                if isinstance(reply, Unreadable):
                    log.error("%s", reply)
                    rotten += 1
                else:
                    mended += int(reply)
        return mended, rotten

    def _names(self, kind: str) -> Iterator[str]:
        place: Place | None = Place()
        while place is not None:
            place, found = self._scan(place, f"sp:{{*}}{kind}*", 1000)
            for key in found:
                yield _name(key).partition(kind)[2]


def _name(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _inspect_call(match: str) -> Call:
    return Call(INSPECT, [keys.match(match), keys.lines(match)], [])


def _seen(facts: Sequence[Any]) -> Seen:
    """Return the fields, from the script ``inspect``, that every step and every act changes."""
    n, acts, head, whole = ("" if facts[place] is None else _name(facts[place]) for place in (0, 1, 2, 5))
    return Seen(n, acts, head, whole, int(facts[6]))


def _asks_of(match: str, facts: Sequence[Any]) -> str | None:
    """Return the accounts that a match may ask something by its table from the script ``inspect``, or None if this
    release cannot read it."""
    try:
        with reading(f"match {match}"):
            return asks_of(table_from(facts[4], match))
    except Unreadable as error:
        log.error("%s", error)
        return None


def _ask_call(match: str, table: bytes, asked: str, listed: Sequence[bytes]) -> Call:
    """Return the call that repairs a match's index entries: ``listed`` are its current members."""
    seen = hashlib.sha1(table, usedforsecurity=False).hexdigest()  # the script compares it, no safeguard
    names = [keys.match(match), keys.acts(match), keys.asking(keys.bucket_of(match))]
    return Call(MEND_ASKING, names, [match, seen, asked, *listed])


def _due_call(match: str, longest: int) -> Call:
    bucket = keys.bucket_of(match)
    return Call(MEND_DUE, [keys.match(match), keys.due(bucket), keys.parked(bucket)], [match, longest])


def _out_call(recipient: str) -> Call:
    bucket = keys.bucket_of_recipient(recipient)
    return Call(MEND_OUT, [keys.out(bucket), keys.queue(recipient), keys.not_before(bucket)], [recipient])
