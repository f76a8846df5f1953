"""Parsing a stored match: a reply of the script ``load`` becomes a :class:`Record`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.match.table import Seat as SeatFacts
from engine.match.table import Standing, Table
from service.store import keys
from service.store.archive.folder import ArchivedMatch
from service.store.connection.scripts import LOAD, SAME, Call
from service.store.installation.heartbeat import outages_from
from service.store.matches.messages import messages_from
from service.store.matches.packing import unpack
from service.store.matches.parking import parked_from
from service.store.records import Act, Basis, Record, basis_of
from service.store.values import decode, encode
from service.store.values.reading import members, pairs, reading, text

FIELDS = ("n", "head", "at", "av", "table", "state", "due", "closes")
"""The parts of the reply of the script ``load``, in order."""
TABLE, STANDING, SEAT = members(Table), members(Standing), members(SeatFacts)


class TokenRevoked(PermissionError):
    """The token of a request was revoked a moment ago."""


def load_call(match: str, secrets: bool, token: str | None) -> Call:
    """Return the call that reads a match, with its secrets for workers, unless the token was revoked."""
    bucket = keys.bucket_of(match)
    names = [
        keys.match(match),
        keys.acts(match),
        keys.secrets(match),
        keys.revoked(bucket),
        keys.lines(match),
        keys.parked(bucket),
        keys.running(bucket),
        keys.archived(bucket),
        keys.talk(match),
    ]
    return Call(LOAD, names, ["1" if secrets else "", token or "", match])


def same_call(match: str, basis: Basis) -> Call:
    """Return the call that checks whether a match is still as it was read."""
    return Call(SAME, [keys.match(match), keys.acts(match), keys.secrets(match)], [encode(basis.plan())])


def act_from(decision: str, seat: int, stored: bytes | str) -> Act:
    """Return an act from the form stored by the script."""
    return Act(decision=decision, seat=seat, **decode(stored))


def record_from(match: str, reply: list[Any]) -> Record | None:
    """Return the match in a reply of the script ``load``, or None if there is none.

    :raises TokenRevoked: when the reply says that the token was revoked.
    :raises Unreadable: when the stored data is no match.
    """
    if not reply:
        return None
    if len(reply) == 1:
        raise TokenRevoked("this token was revoked")
    with reading(f"match {match}"):
        return _taken_apart(match, reply)


def record_from_archive(archived: ArchivedMatch, now: int) -> Record:
    """Return an archived match in the same form as :func:`record_from` does for one of the store."""
    fields = [archived.fields.get(name) for name in FIELDS]
    with reading(f"match {archived.match}"):
        return replace(_taken_apart(archived.match, [now, [*fields, None], [], [], None, None]), basis=Basis(""))


def _taken_apart(match: str, reply: list[Any]) -> Record:
    now, fields, acts, secrets, parked, outages = reply
    n, head, at, version, table, state, due, closes, talk = fields
    hidden, laid = pairs(secrets), pairs(acts)
    messages = messages_from(hidden)
    waiting = {f"said:{one.id}": hidden[f"said:{one.id}"] for one in messages if one.n is None and not one.refused}
    stands = None if state is None else decode(_plain(state, match))
    if not isinstance(stands, dict | None) or head is None:
        raise TypeError("a state is an object, and a match has a head")
    return Record(
        match=match,
        n=int(n),
        head=text(head),
        at=int(at),
        acts_version=int(version),
        table=table_from(table, match),
        state=stands,
        now=int(now),
        due=int(due) if due else None,
        parked=parked_from(parked) if parked else None,
        outages=outages_from(outages),
        basis=basis_of(text(head), laid, waiting),
        acts={(one.decision, one.seat): one for one in _acts(laid)},
        closes={name: int(one["at"]) for name, one in decode(closes).items() if "at" in one},
        seed=hidden.get("seed"),
        entropies={int(name[8:]): value for name, value in hidden.items() if name.startswith("entropy:")},
        boxes={_place(name[4:]): value for name, value in hidden.items() if name.startswith("box:")},
        messages=messages,
        talk=int(talk or 0),
    )


def table_from(stored: bytes | str, match: str) -> Table:
    """Return a match's table after checking that no part is missing; the content of the parts is up to the writer."""
    table: Table = decode(_plain(stored, match))
    missing = TABLE - table.keys()
    for standing in () if missing else table["standing"]:
        missing |= STANDING - standing.keys()
    for seat in () if missing else table["seats"]:
        missing |= SEAT - seat.keys()
    if missing:
        raise KeyError(*sorted(missing))
    return table


def _plain(stored: bytes | str, match: str) -> bytes | str:
    """Return an unpacked text of the store, or one of the archive, where texts are never packed."""
    return unpack(stored, match) if isinstance(stored, bytes) else stored


def _acts(stored: dict[str, str]) -> list[Act]:
    return [act_from(*_place(name), value) for name, value in stored.items()]


def _place(name: str) -> tuple[str, int]:
    seat, _, decision = name.partition(":")
    return decision, int(seat)
