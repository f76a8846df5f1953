"""More time at the command line: taken, asked for, granted, and pauses of the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.protocol.extensions import EXTEND
from engine.protocol.pauses import PAUSE
from engine.protocol.time_requests import REQUEST, RESPOND
from service.cli.client import Client, Json
from service.cli.local_files import signed_receipt
from service.cli.ownlog import OwnLog, Tampered
from service.cli.seat_key import SeatSigner

if TYPE_CHECKING:
    from siegelpost_client import models


def take_more_time(client: Client, match: str, decision: str, seq: int) -> str:
    """Take more time for a decision, as this player's extension number ``seq``; return its deadline since (RFC 3339).

    :raises Tampered: when the log does not say that the decision was opened, or the time was taken.
    """
    log, seat = client.log(match), client.match(match)["seat"]
    head = _head_of_opening(log, decision)
    body = SeatSigner(client.keep, log, seat).extended(head, seq)
    request = cast("models.ExtensionRequest", {"seq": seq, **body})
    signed = signed_receipt(cast(Json, client.own.take_more_time(match, decision, request)))
    client.witness.take(signed, match, EXTEND, seat, None)
    n = signed["receipt"]["n"]
    told = [one["body"] for one in client.log(match).entries if one["n"] == n]
    if not told or (told[0].get("by"), told[0].get("seat"), told[0].get("decision")) != ("seat", seat, decision):
        raise Tampered(match, n, "the receipt is for other time than was taken")
    return str(told[0]["deadline"])


def ask_for_time(client: Client, match: str, decision: str, seconds: int, seq: int) -> None:
    """Ask the others for so many seconds more for a decision, as this player's request number ``seq``.

    :raises Tampered: when the log does not say that the decision was opened, or says something else than was asked.
    """
    log, seat = client.log(match), client.match(match)["seat"]
    head = _head_of_opening(log, decision)
    signature = SeatSigner(client.keep, log, seat).requested(head, seconds, seq)
    request = cast("models.AskForTimeRequest", {"seconds": seconds, "seq": seq, **signature})
    signed = signed_receipt(cast(Json, client.own.ask_for_time(match, decision, request)))
    client.witness.take(signed, match, REQUEST, seat, None)
    client.check_entry(match, signed, {"decision": decision, "seat": seat, "seconds": seconds})


def answer_time_request(client: Client, match: str, decision: str, requester: int, grant: bool, seq: int) -> None:
    """Grant a seat the time that it asks for, or do not, as this player's answer number ``seq``.

    :raises Tampered: when the log does not say that the seat asks, or says something else than was answered.
    """
    log, seat = client.log(match), client.match(match)["seat"]
    wanted = {"decision": decision, "seat": requester}
    asked = [one for one in log.entries if one["type"] == "requested" and wanted.items() <= one["body"].items()]
    if not asked:
        raise Tampered(match, log.n, f"the log does not say that seat {requester} asks for time for {decision}")
    signature = SeatSigner(client.keep, log, seat).responded(log.head_at(asked[-1]["n"]), grant, seq)
    body = {"grant": grant, "requester": requester, "seq": seq, **signature}
    request = cast("models.TimeResponseRequest", body)
    signed = signed_receipt(cast(Json, client.own.answer_time_request(match, decision, request)))
    client.witness.take(signed, match, RESPOND, seat, None)
    client.check_entry(match, signed, {"decision": decision, "grant": grant, "requester": requester, "seat": seat})


def wish_pause(client: Client, match: str, pause: bool, seq: int) -> None:
    """Say that the player wants a pause, or wants it no longer, as their word number ``seq``.

    :raises Tampered: when the log says something else.
    """
    log, seat = client.log(match), client.match(match)["seat"]
    body = {"pause": pause, "seq": seq, **SeatSigner(client.keep, log, seat).wished(pause, seq)}
    signed = signed_receipt(cast(Json, client.own.wish_pause(match, cast("models.PauseRequest", body))))
    client.witness.take(signed, match, PAUSE, seat, None)
    client.check_entry(match, signed, {"pause": pause, "seat": seat})


def _head_of_opening(log: OwnLog, decision: str) -> str:
    """Return the head after the entry that opened a decision; :raises Tampered: when there is none."""
    opened = [one for one in log.entries if one["type"] == "opened" and one["body"]["decision"] == decision]
    if not opened:
        raise Tampered(log.match, log.n, f"the log has not opened {decision}")
    return log.head_at(opened[0]["n"])


__all__ = ["answer_time_request", "ask_for_time", "take_more_time", "wish_pause"]
