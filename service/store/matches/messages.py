"""Messages between partners: stored durably by one script, read by their receivers, erased with the match's secrets.

Messages are kept in clear text among a match's secrets, because the API shows them to partners; workers write their log
entries in the same transition that marks them as written. After the end the log itself discloses them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from service.store import HalfStep, Unreadable, keys
from service.store.archive.reading import ReadsArchive
from service.store.connection.scripts import MESSAGES, SAY, Call
from service.store.records import Message, MessageRequest
from service.store.values import decode, encode
from service.store.values.reading import pairs, reading, text

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
