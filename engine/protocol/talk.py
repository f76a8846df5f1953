"""Messages between partners: hidden in the log by a salted commitment, disclosed at the end (protocol section 10).

The log has an entry ``said`` for each message, with its recipient, its channel, and ``sm1_...`` instead of its text. Just
before ``closed`` one entry ``disclosed`` opens them all, so that the verifier can check the server's delivery and the
players' silence.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from engine.contract import Channel
from engine.protocol.bodies import Disclosure, Said
from engine.protocol.canon import IDENTIFIER, NotCanonical, b64, canonical, tagged_hash, unb64
from engine.protocol.log import Entry

LONGEST_TEXT = 1000
"""Characters of one message."""
SAID_MEMBERS = frozenset({"channel", "from", "text", "to"})
DISCLOSED_MEMBERS = frozenset({"channel", "from", "n", "salt", "text"})


def message_commitment(match: str, channel: str, seat: int, salt: str, text: str) -> str:
    """Return ``sm1_...`` of a message.

    :raises NotCanonical: for anything that has no canonical JSON, or a salt that is not 32 bytes.
    """
    if len(unb64(salt)) != 32:
        raise NotCanonical("a salt is 32 bytes of base64url")
    message = {"channel": channel, "match": match, "salt": salt, "seat": seat, "text": text}
    return "sm1_" + b64(tagged_hash("siegelpost/message/v1", canonical(message)))


def addressees(channels: Iterable[Channel], channel: str, seat: int) -> list[int] | None:
    """Return the recipients of a seat's message in a channel, or None if it is not open or the seat is not part of it."""
    found = next((one["seats"] for one in channels if one["id"] == channel), None)
    if found is None or seat not in found:
        return None
    return sorted(other for other in found if other != seat)


def misformed(body: Mapping[str, object]) -> str | None:
    """Say what is wrong with the form of a ``said`` entry; ``None`` if nothing is.

    :raises TypeError: if those it goes to are not a list at all.
    """
    if set(body) != SAID_MEMBERS:
        return "a said entry has exactly " + ", ".join(sorted(SAID_MEMBERS))
    seats = [body["from"], *cast("list[object]", body["to"])]
    if any(type(seat) is not int or seat < 0 for seat in seats) or len(set(seats)) != len(seats):
        return "from and to of a said entry are different seats"
    if not isinstance(body["channel"], str) or not IDENTIFIER.fullmatch(body["channel"]):
        return "the channel of a said entry is 1 to 64 of [a-z0-9._/@-]"
    if not _is_commitment(body["text"]):
        return "the text of a said entry is 'sm1_' and 43 characters of base64url"
    return None


def contradiction(match: str, said: Sequence[Entry], disclosed: Sequence[Disclosure]) -> str | None:
    """Say where the disclosure contradicts what was said; ``None`` if every message is opened once, and correctly."""
    if [one["n"] for one in said] != [one["n"] for one in disclosed]:
        return "the messages disclosed are not those that were said, each once and in order"
    wrong = (_wrong(match, entry, opened) for entry, opened in zip(said, disclosed, strict=True))
    reason = next((one for one in wrong if one is not None), None)
    if reason is None and len({opened["salt"] for opened in disclosed}) < len(disclosed):
        return "two messages were said with one salt"
    return reason


def _wrong(match: str, said: Entry, opened: Mapping[str, object]) -> str | None:
    body, n = cast(Said, said["body"]), said["n"]
    if set(opened) != DISCLOSED_MEMBERS:
        return "a disclosed message has exactly " + ", ".join(sorted(DISCLOSED_MEMBERS))
    if type(opened["n"]) is not int or type(opened["from"]) is not int:
        return "n and from of a disclosed message are integers"
    if (opened["from"], opened["channel"]) != (body["from"], body["channel"]):
        return f"the message of entry {n} is disclosed as another seat's or another channel's"
    if not isinstance(opened["text"], str) or not 0 < len(opened["text"]) <= LONGEST_TEXT:
        return f"the message of entry {n} is not a text of at most {LONGEST_TEXT} characters"
    if not holds(match, body, cast(str, opened["salt"]), opened["text"]):
        return f"the message disclosed for entry {n} is not the one committed to"
    return None


def holds(match: str, body: Said, salt: str, text: str) -> bool:
    """Return whether a ``said`` entry is the commitment to this text; compares in constant time."""
    try:
        made = message_commitment(match, body["channel"], body["from"], salt, text)
    except (NotCanonical, TypeError):
        return False
    return hmac.compare_digest(made.encode(), str(body["text"]).encode())


def _is_commitment(text: object) -> bool:
    try:
        return isinstance(text, str) and text.startswith("sm1_") and len(unb64(text[4:])) == 32
    except NotCanonical:
        return False


__all__ = ["LONGEST_TEXT", "Disclosure", "addressees", "contradiction", "holds", "message_commitment", "misformed"]
