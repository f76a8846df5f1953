"""Partners' messages: what a seat may send and read, while a channel of the rules is open and after the end.

Whether a channel is open is checked here in the loaded state; the store's script refuses a message checked in an older
state, and the worker checks again when it writes the log. Before the end only a channel's seats can read its messages;
after the end the log discloses them to everybody.
"""

from dataclasses import dataclass
from typing import Any, Literal

from engine.contract import Channel
from engine.protocol.canon import b64
from engine.protocol.log import Entry, timestamp
from engine.protocol.talk import addressees, message_commitment
from engine.registry import game_of
from service.context import Context
from service.keys.signing import new_seed
from service.store.records import Message, MessageRequest, Record
from service.store.values import reading, taken_apart

TalkErrorCode = Literal[
    "not-running", "channel-closed", "talk-closed", "talk-too-fast", "talk-full", "stale", "revoked"
]
EXPLANATIONS: dict[str, str] = {
    "channel-closed": "no channel of yours of this name stands now: partners can talk only while the match lists it",
    "talk-closed": "nobody may talk at this table now: its 'talk' says why",
    "talk-too-fast": "you have said a lot in a short time: wait a little",
    "talk-full": "you have said as much as a seat may in one match",
    "stale": "the match moved on while this was checked: try again",
    "revoked": "this token was revoked",
    "not-running": "this match is not running",
}
OUTCOMES: dict[str, TalkErrorCode] = {
    "gone": "not-running",
    "fast": "talk-too-fast",
    "full": "talk-full",
    "stale": "stale",
    "revoked": "revoked",
}


class TalkError(Exception):
    """A refused message; ``wait`` is the milliseconds after which it might be accepted."""

    def __init__(self, code: TalkErrorCode, wait: int = 0) -> None:
        super().__init__(EXPLANATIONS[code])
        self.code = code
        self.message = EXPLANATIONS[code]
        self.wait = wait


@dataclass(frozen=True)
class Heard:
    """A message as an entitled reader sees it. ``n`` is its log entry, or None while it waits or if it was refused."""

    n: int | None
    at: str
    channel: str
    seat: int
    text: str
    salt: str
    commitment: str
    refused: bool = False

    def shown(self) -> dict[str, Any]:
        """Return it as JSON; ``state`` is said, pending or refused."""
        state = "refused" if self.refused else "pending" if self.n is None else "said"
        return {
            "n": self.n,
            "at": self.at,
            "channel": self.channel,
            "seat": self.seat,
            "text": self.text,
            "state": state,
            "salt": self.salt,
            "commitment": self.commitment,
        }


def open_channels(record: Record, seat: int | None) -> list[Channel]:
    """Return the open channels in which the seat may talk."""
    if seat is None or record.state is None or record.table["status"] != "running":
        return []
    return [one for one in game_of(record.table).channels(record.state) if seat in one["seats"]]


def say(
    context: Context, record: Record, seat: int, channel: str, text: str, *, name: str, token: str | None = None
) -> Heard:
    """Store a seat's message to its partners; a worker writes it into the log a moment later.

    :param name: identifies repetitions.
    :raises TalkError: ``stale`` asks to load the match and call again.
    """
    if record.table["status"] != "running":
        raise TalkError("not-running")
    if addressees(open_channels(record, seat), channel, seat) is None:
        # A sender whose response was lost asks again, perhaps when the window has closed: what was accepted stays accepted.
        before = next((one for one in context.store.messages(record.match) if one.id == name), None)
        if before is None:
            raise TalkError("channel-closed")
        return _heard(record.match, before)
    request = MessageRequest(
        match=record.match,
        id=name,
        seat=seat,
        channel=channel,
        text=text,
        salt=b64(new_seed()),
        n=record.n,
        token=token,
        player=record.table["seats"][seat]["player"] or "",
    )
    said = context.store.say(request)
    if said.message is None:
        raise TalkError(OUTCOMES[said.outcome], said.wait)
    return _heard(record.match, said.message)


def heard(
    context: Context, record: Record, seat: int | None, after: int = 0, limit: int | None = None
) -> tuple[list[Heard], list[Heard]]:
    """Return the messages that a seat (None = a spectator) may read.

    The first list has messages of log entries after ``after`` in order: before the end those of its own channels, after
    the end everybody's. The second has the player's own messages that are not in the log, waiting for a worker or
    refused by it; a later holder of the seat does not see those.
    """
    if record.table["status"] == "closed":
        return _disclosed(context, record, after, limit), []
    if seat is None:
        return [], []
    known = [one for one in context.store.messages(record.match) if seat in (one.seat, *one.to)]
    said = sorted((one for one in known if one.n is not None and one.n > after), key=lambda one: one.n or 0)
    here = record.table["seats"][seat]["player"]
    unsaid = [one for one in known if one.n is None and one.player in ("", here)]
    return [_heard(record.match, one) for one in said[:limit]], [_heard(record.match, one) for one in unsaid]


def _disclosed(context: Context, record: Record, after: int, limit: int | None) -> list[Heard]:
    """Return messages as the log's last entry but one discloses them, with the times at which they were sent."""
    last = _entries(context, record, [record.n - 1])
    if not last or last[0]["type"] != "disclosed":
        return []
    with reading(f"the log of match {record.match}"):
        disclosed: Any = last[0]["body"]["messages"]
        messages = [one for one in disclosed if one["n"] > after][:limit]
        said = [(one["at"], one["body"]) for one in _entries(context, record, [one["n"] for one in messages])]
        return [
            Heard(one["n"], at, one["channel"], one["from"], one["text"], one["salt"], str(body["text"]))
            for one, (at, body) in zip(messages, said, strict=True)
        ]


def _entries(context: Context, record: Record, numbers: list[int]) -> list[Entry]:
    return [line["entry"] for line in taken_apart(record.match, context.store.lines_at(record.match, numbers), numbers)]


def _heard(match: str, one: Message) -> Heard:
    sealed = message_commitment(match, one.channel, one.seat, one.salt, one.text)
    return Heard(one.n, timestamp(one.at), one.channel, one.seat, one.text, one.salt, sealed, one.refused)
