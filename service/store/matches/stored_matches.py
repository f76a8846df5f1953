"""Parsing a stored match: a reply of the script ``load`` becomes a :class:`Record`; and messages between partners.

Messages are kept in clear text among a match's secrets, because the API shows them to partners; workers write their log
entries in the same transition that marks them as written. After the end the log itself discloses them all.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from engine.match.table import Seat as SeatFacts
from engine.match.table import Standing, Table
from service.store import HalfStep, Unreadable, keys
from service.store.archive.folder import ArchivedMatch
from service.store.archive.reading import ReadsArchive
from service.store.connection.scripts import LOAD, MESSAGES, SAME, SAY, Call
from service.store.installation.heartbeat import outages_from
from service.store.matches.packing import unpack
from service.store.matches.parking import parked_from
from service.store.records import Act, Basis, Message, MessageRequest, Record, basis_of
from service.store.values import decode, encode, members, pairs, reading, text

MOST_BYTES = 120_000
"""The most bytes of one seat's messages in a match: those of eight seats fit one log entry (1 MiB) when they are disclosed."""
AROUND_A_TEXT = 250
"""Bytes counted for a message in addition to its text: for its salt, its channel and its members' names."""
MOST_A_MINUTE = 20


class Said(NamedTuple):
    """The outcome for a message.

    ``stored``, ``same`` (stored before), ``stale`` (the log grew: check again), ``gone`` (not running), ``fast`` (wait
    for the given ms), ``full`` or ``revoked``.
    """

    outcome: str
    message: Message | None
    wait: int = 0


class Messages(ReadsArchive):
    """Messages between partners."""

    def say(self, request: MessageRequest) -> Said:
        """Store a message and make the match due; one round trip, and one fsync if it is accepted.

        :raises StoreUnavailable: it is unknown whether it was stored; send it again under the same id.
        """
        bucket = keys.bucket_of(request.match)
        known = {
            "seat": request.seat,
            "channel": request.channel,
            "text": request.text,
            "salt": request.salt,
            "player": request.player,
        }
        said: dict[str, object] = {
            "id": request.id,
            "seat": request.seat,
            "message": known,
            "n": request.n,
            "size": len(encode(request.text).encode()) + AROUND_A_TEXT,
            "most_bytes": MOST_BYTES,
            "most_a_minute": MOST_A_MINUTE,
        }
        if request.token:
            said["token"] = request.token
        names = [
            keys.match(request.match),
            keys.secrets(request.match),
            keys.due(bucket),
            keys.revoked(bucket),
            keys.running(bucket),
        ]
        outcome, answer = self._run(Call(SAY, names, [encode(said)]))
        if text(outcome) == "torn":
            raise HalfStep(request.match, "the mark of its last step or act differs from what they left")
        if text(outcome) == "fast":
            return Said("fast", None, int(answer))
        with reading(f"match {request.match}"):
            return Said(text(outcome), message_from(request.id, answer) if answer else None)

    def messages(self, match: str) -> list[Message]:
        """Return messages not disclosed yet, in order of arrival."""
        (reply,) = self._run_each([Call(MESSAGES, [keys.secrets(match)], [])], [f"the messages of match {match}"])
        if isinstance(reply, Unreadable):
            raise reply
        with reading(f"the messages of match {match}"):
            return messages_from(pairs(reply))

    def lines_at(self, match: str, numbers: Sequence[int]) -> list[bytes]:
        """Return single export lines of the log in one round trip; numbers beyond its end are skipped."""
        return self._lines(match, [(n - 1, n - 1) for n in numbers])


def messages_from(hidden: dict[str, str]) -> list[Message]:
    """Return the messages among a match's secrets, in order of arrival."""
    found = [message_from(name[5:], value) for name, value in hidden.items() if name.startswith("said:")]
    return sorted(found, key=lambda message: message.seq)


def message_from(name: str, stored: bytes | str) -> Message:
    """Return a message from its stored form."""
    return Message(id=name, **decode(stored))


def message_fields(messages: Sequence[Message]) -> dict[str, str]:
    """Return messages as fields of the match's secrets."""
    fields = {}
    for message in messages:
        facts = {name: fact for name, fact in asdict(message).items() if name != "id" and fact is not None}
        fields[f"said:{message.id}"] = encode(facts)
    return fields


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
