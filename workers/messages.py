"""What partners have said since the last step: judged once more, written into the log, told to whom it goes.

Messages come first in a step, in the state in which they were said. Whose channel has closed meanwhile is refused: the
message stays hidden for ever, and its sender sees that it went to nobody.
"""

from __future__ import annotations

from dataclasses import replace

from engine.protocol.talk import Disclosure, addressees, message_commitment
from service.store.records import Message, Record
from workers.openings import Resolution


def hear(resolution: Resolution) -> None:
    """Write what waits to be said, and let the step know what it will have to disclose should it close the match."""
    step = resolution.step
    for message in resolution.record.messages:
        waits = message.n is None and not message.refused
        heard = _write(resolution, message) if waits else message
        if waits:
            resolution.messages.append(heard)
        if heard.n is not None:
            step.disclosures.append(_opened(heard, heard.n))


def disclosed(record: Record) -> list[Disclosure]:
    """Return what has to be disclosed of what the log has already, should the match close now."""
    return [_opened(message, message.n) for message in record.messages if message.n is not None]


def _write(resolution: Resolution, message: Message) -> Message:
    """Write a message into the log; return it as it is to be kept, written or refused."""
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
    """Return whom of those to whom a message goes the same window has told something since their last sign.

    A sign is what they have said, or sealed and not yet opened; what they have done openly asks them something by a letter again.
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


def _opened(message: Message, n: int) -> Disclosure:
    return {"n": n, "channel": message.channel, "from": message.seat, "salt": message.salt, "text": message.text}


__all__ = ["disclosed", "hear"]
