"""Partners' messages since the last step: they are checked again, written into the log, and passed on.

Messages come first in a step, in the state in which they were sent. A message whose channel has closed meanwhile is
refused: it stays hidden for ever, and its sender sees that nobody received it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.protocol.talk import Disclosure, addressees, message_commitment
from service.store.records import Message, Record
from workers.resolve.openings import Resolution


def hear(resolution: Resolution) -> None:
    """Write the waiting messages; if the step closes the match, disclose them, too."""
    for message in resolution.record.messages:
        if _waits(message):
            heard = _write(resolution, message)
            resolution.messages.append(heard)
            resolution.step.disclosures += _disclosed([heard])


def disclosed(record: Record) -> list[Disclosure]:
    """Return the log's messages that any step closing the match must disclose."""
    return _disclosed(record.messages)


def unheard(record: Record, heard: Sequence[Message] = ()) -> list[Message]:
    """Return the messages still waiting when the match ended, as refused; ``heard`` are those that its last step took."""
    known = {one.id for one in heard}
    return [replace(one, refused=True) for one in record.messages if _waits(one) and one.id not in known]


def _write(resolution: Resolution, message: Message) -> Message:
    """Write a message into the log; return it as written or refused."""
    step = resolution.step
    assert step.state is not None
    to = addressees(step.game.channels(step.state), message.channel, message.seat)
    if to is None:
        return replace(message, refused=True)
    sealed = message_commitment(resolution.record.match, message.channel, message.seat, message.salt, message.text)
    step.write("said", {"channel": message.channel, "from": message.seat, "text": sealed, "to": to})
    written = replace(message, n=step.n, at=step.at, to=to)
    resolution.news.said(step, written, _silent(resolution, written))
    return written


def _silent(resolution: Resolution, message: Message) -> list[int]:
    """Return the recipients of a message who have been notified in the same window and have given no sign since.

    A sign is a message, or a sealed answer not yet opened; after an open answer a letter with the next question goes
    out anyway.
    """
    record = resolution.record
    written = {one.id: one for one in resolution.messages}
    before = [
        said for one in record.messages if (said := written.get(one.id, one)).n is not None and one.id != message.id
    ]
    found = []
    for seat in message.to:
        signs = [one.at for one in before if one.seat == seat]
        signs += [act.received for (_, who), act in record.acts.items() if who == seat]
        told = [one.at for one in before if one.channel == message.channel and seat in one.to]
        if told and max(told) >= max(signs, default=0):
            found.append(seat)
    return found


def _waits(message: Message) -> bool:
    return message.n is None and not message.refused


def _disclosed(messages: Sequence[Message]) -> list[Disclosure]:
    return [
        {"n": one.n, "channel": one.channel, "from": one.seat, "salt": one.salt, "text": one.text}
        for one in messages
        if one.n is not None
    ]
