"""Taking a seat at the command line, with entropy of this machine, and revealing it once the table is closed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from siegelpost_client.sealing import boxed_entropy

from engine.protocol.bodies import SEATED, EntropyCustody
from engine.protocol.canon import b64
from service.cli.player.client import Client, Json, NotAsked
from service.cli.player.local_files import SignedReceipt, signed_receipt
from service.cli.player.transport import Refused
from service.cli.table.ownlog import Tampered
from service.cli.table.seat_key import draw_seat_key
from service.cli.table.seating import check_taken_here, note_taken, otherwise_shown

if TYPE_CHECKING:
    from siegelpost_client import models


def join(
    client: Client,
    match: str,
    seat: int | None,
    *,
    invitation: str | None = None,
    entropy_custody: EntropyCustody = "escrow",
    sign: bool = False,
) -> Json:
    """Take a seat (any free one for ``None``) with fresh entropy for the draws; return the match.

    A player who has a seat already keeps it and its entropy. Only a commitment is sent; ``entropy_custody`` says who
    holds the value until the table is closed, and it is on this disk before that. With ``sign`` all acts of the seat
    are signed by a key that is stored only here.

    :raises Tampered: when the log is invalid, has other terms than shown, or lacks what was sent.
    :raises SeatedElsewhere: when the seat was taken earlier from another machine.
    """
    before = client.match(match, invitation=invitation)
    if invitation:
        client.note_invitation(match, invitation)
    own = client.log(match)
    if not own.n:
        raise Tampered(match, 1, "the server shows no first entry of the log")
    created = own.entries[0]["body"]
    if before["seat"] is not None:
        check_taken_here(client.keep, own, before["seat"], sign=sign)
        return before
    other = otherwise_shown(created, before)
    if other is not None:
        raise Tampered(match, 1, f"it was created with other {other} than the server shows")
    return _join_committed(client, before, created, seat, invitation, entropy_custody, sign)


def _join_committed(
    client: Client,
    before: Json,
    created: Mapping[str, Any],
    seat: int | None,
    invitation: str | None,
    custody: EntropyCustody,
    sign: bool,
) -> Json:
    """Take a named seat with a commitment to entropy, or another free one if somebody was quicker."""
    match = str(before["match"])
    free = [one["seat"] for one in before["seats"] if one["player"] is None]
    wanted = [seat] if seat is not None else free or [0]
    client.keep.note_seat(match, None)  # whatever seat was taken here before is given back by now
    for place in wanted:
        body = _committed(client, match, place, created["resolver"], custody)
        if sign:
            body["key"] = draw_seat_key(client.keep, match)
        if invitation:
            body["invitation"] = invitation
        try:
            joined = _take_seat(client, match, str(place), body)
        except Refused as error:
            if error.code == "seat-taken" and place != wanted[-1]:
                continue
            raise
        note_taken(client.keep, client.log(match), place, body)
        return joined
    raise AssertionError("the last seat is taken or refused")


def _committed(client: Client, match: str, seat: int, resolver: str, custody: EntropyCustody) -> Json:
    """Return the request's part about fresh entropy, which is stored here."""
    value = secrets.token_bytes(32)
    sealed = client.keep.keep_entropy(match, seat, value)
    body: Json = {"entropy_commitment": sealed, "entropy_custody": custody}
    if custody == "escrow":
        body["entropy_box"] = boxed_entropy(match, seat, value, resolver)
    return body


def _take_seat(client: Client, match: str, place: str, body: Json) -> Json:
    return cast(Json, client.own.take_seat(match, place, cast("models.SeatRequest", body)))


def reveal(client: Client, match: str, seat: int) -> SignedReceipt | None:
    """Send a seat's entropy once its table is closed, and keep the receipt; return None if it is not stored here.

    Nothing is sent until this machine's own copy of the log says that the seats are final.

    :raises NotAsked: when the log does not ask this seat.
    """
    seated = next((one["body"] for one in client.log(match).entries if one["type"] == "seated"), None)
    if seated is None or seat not in seated["reveal"]:
        raise NotAsked(f"the log of match {match} does not ask seat {seat} for its entropy")
    sealed = str(seated["entropies"][seat])
    value = client.keep.entropy(match, seat, sealed)
    if value is None:
        return None
    signed = signed_receipt(cast(Json, client.own.reveal_entropy(match, str(seat), {"entropy": b64(value)})))
    client.witness.take(signed, match, SEATED, seat, sealed)
    return signed
