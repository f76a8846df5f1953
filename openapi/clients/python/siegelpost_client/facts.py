"""Facts that a player reads from matches and their logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siegelpost_client.acts import NotKept
from siegelpost_client.keeping import Keep
from siegelpost_client.seat_keys import SeatKey, new_seat_key
from siegelpost_client.wire import SiegelpostError

if TYPE_CHECKING:
    from siegelpost_client.models import (
        AnyOrders,
        CreatedEntry,
        Decision,
        KeyChange,
        Line,
        LogPage,
        Match,
        Meta,
        Ordered,
        SeatedEntry,
    )


def shown_key(meta: Meta) -> str:
    """Return the key that a server shows first."""
    return meta["keys"][0]["public_key"]


def created(page: LogPage) -> CreatedEntry:
    """Return the first entry of a log."""
    entry = page["entries"][0]["entry"] if page["entries"] else None
    if entry is None or entry["type"] != "created":
        raise SiegelpostError("the server shows no first entry of the log")
    return entry


def seated(page: LogPage) -> SeatedEntry:
    """Return the entry that closes the table; :raises NotKept: when nothing is to be revealed yet."""
    for line in page["entries"]:
        if line["entry"]["type"] == "seated":
            return line["entry"]
    raise NotKept("the table is not closed yet: nothing is to be revealed")


def asked(seated: SeatedEntry, seat: int) -> str:
    """Return the commitment of a seat that the log asks for its entropy."""
    sealed = seated["body"]["entropies"][seat]
    if seat not in seated["body"]["reveal"] or sealed is None:
        raise NotKept(f"the log does not ask seat {seat} for its entropy")
    return sealed


def key_to_sit_with(keep: Keep, match: str) -> SeatKey:
    """Return the key that was kept when this was tried before, or a fresh one."""
    kept = keep.seat_keys(match)
    return kept[-1] if kept else new_seat_key()


def key_in_force(kept: list[SeatKey], match: Match, seat: int) -> SeatKey | None:
    """Return the kept key that a seat signs with now, if it is among them."""
    public = match["seats"][seat]["key"]
    return next((one for one in reversed(kept) if one.public == public), None)


def needed(key: SeatKey | None, match: str) -> SeatKey:
    """Return a key; :raises NotKept: when it is not here."""
    if key is None:
        raise NotKept(f"the key that signs for this seat in match {match} is not kept here")
    return key


def start_head(log: list[Line], match: str) -> str:
    """Return the head after the entry that dealt the match; :raises NotKept: before."""
    found = next((one["head"] for one in log if one["entry"]["type"] == "started"), None)
    if found is None:
        raise NotKept(f"match {match} has not begun: nothing of it is signed yet")
    return found


def changes(log: list[Line], seat: int) -> int:
    """Return how often a seat has changed its key."""
    return sum(one["entry"]["type"] == "rekeyed" and one["entry"]["body"]["seat"] == seat for one in log)


def asked_change(match: Match, seat: int, key: str) -> KeyChange:
    """Return the change of key that a seat asks the others for; :raises NotKept: when it asks for none."""
    for one in match["key_changes"]:
        if one["seat"] == seat and one["key"] == key:
            return one
    raise NotKept(f"seat {seat} does not ask for this key")


def standing(match: Match, decision: str) -> Decision:
    """Return a decision that stands; :raises NotKept: when it does not."""
    for one in match["decisions"]:
        if one["id"] == decision:
            return one
    raise NotKept(f"{decision} does not stand in match {match['match']}")


def last_number(last: Ordered | None) -> int:
    """Return the number of the seat's last act of standing orders; 0: there was none."""
    return 0 if last is None else last["receipt"]["seq"]


def kept_orders(last: Ordered, keep: Keep) -> AnyOrders | None:
    """Return the orders that a receipt is about, ``None`` if none stand now; :raises NotKept: when they are not here."""
    sealed = last["receipt"]["commitment"]
    if sealed is None or not last["in_force"]:  # orders end with the key that signed them
        return None
    document = keep.orders(sealed)
    if document is None:
        raise NotKept("the standing orders were set by another program or on another device")
    return document["order"]


def free(match: Match) -> list[int]:
    """Return the seats to try, in order; if none is free, one that the server will refuse."""
    return [one["seat"] for one in match["seats"] if one["player"] is None] or [0]


def seat(match: Match) -> int:
    """Return the seat of this account; :raises NotKept: when it has none."""
    if match["seat"] is None:
        raise NotKept("this account has no seat in that match")
    return match["seat"]


__all__ = [
    "asked",
    "asked_change",
    "changes",
    "created",
    "free",
    "kept_orders",
    "key_in_force",
    "key_to_sit_with",
    "last_number",
    "needed",
    "seat",
    "seated",
    "shown_key",
    "standing",
    "start_head",
]
