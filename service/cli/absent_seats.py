"""What is said at the command line about a seat whose player is missed, hands it over, or has somebody play on in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from engine.protocol.absence import HERE, Choice
from engine.protocol.handing import HAND
from service.cli.client import Client, Json
from service.cli.local_files import SignedReceipt, signed_receipt
from service.cli.ownlog import Tampered
from service.cli.seat_key import SeatSigner, fresh_seat_key
from service.cli.transport import Refused

if TYPE_CHECKING:
    from siegelpost_client import models


def speak(client: Client, match: str, missed: Json, choice: Choice | None = None) -> None:
    """Say that the player is there, or what they want about a seat that is missed (one of ``absence`` of the match).

    What is signed hangs on an entry of the log that this machine has checked, and that says that the seat is missed.

    :raises Tampered: when the log says nothing of that kind, or the receipt something else than was sent.
    """
    mine, log = missed["mine"], client.log(match)
    kind = "absent" if mine["act"] == HERE else "polled"
    told = [one for one in log.entries if one["type"] == kind and one["body"]["seat"] == missed["seat"]]
    if not told or log.head_at(told[-1]["n"]) != mine["head"]:
        raise Tampered(match, log.n, "the log does not say what the server asks about")
    seat = client.match(match)["seat"]
    body = SeatSigner(client.keep, log, seat).spoken(mine["act"], mine["head"], mine["seq"], choice)
    said = {} if choice is None else {"choice": choice}
    signed = _say(client, match, missed["seat"], said, body)
    client.witness.take(signed, match, mine["act"], seat, None)
    if signed["receipt"].get("choice") != choice:
        raise Tampered(match, signed["receipt"]["n"], "the receipt is for another choice than was sent")


def choose_person(client: Client, match: str, one: Json) -> None:
    """Say that the player wants somebody to play on in a seat, or to come back (one of ``substitutes`` of the match).

    :raises Tampered: when the log does not say that he is ready and the others are asked, or the receipt something else.
    """
    mine, log, seat = one["mine"], client.log(match), client.match(match)["seat"]
    about = [entry for entry in log.entries if entry["body"].get("seat") == one["seat"]]
    ready = [entry for entry in about if entry["type"] == "volunteered" and entry["body"]["player"] == one["player"]]
    asked = [entry for entry in [*about, *ready] if entry["type"] in ("polled", "volunteered")]
    if not ready or all(log.head_at(entry["n"]) != mine["head"] for entry in asked):
        raise Tampered(match, log.n, "the log does not say what the server asks about")
    said = {"choice": "person", "player": one["player"]}
    body = SeatSigner(client.keep, log, seat).spoken("vote", mine["head"], mine["seq"], "person", one["player"])
    signed = _say(client, match, one["seat"], said, body)
    client.witness.take(signed, match, "vote", seat, None)
    if {name: signed["receipt"].get(name) for name in said} != said:
        raise Tampered(match, signed["receipt"]["n"], "the receipt is for another choice than was sent")


def hand_over(client: Client, match: str, choice: str, player: str | None, seq: int) -> str:
    """Ask the others to let the player hand his seat over; return until when they may answer (RFC 3339).

    :raises Tampered: when the log says something else than was asked.
    """
    log, seat = client.log(match), client.match(match)["seat"]
    said = {"choice": choice} if player is None else {"choice": choice, "player": player}
    signature = SeatSigner(client.keep, log, seat).handed(cast(Choice, choice), player, seq)
    body = cast("models.HandRequest", {**said, "seq": seq, **signature})
    signed = signed_receipt(cast(Json, client.own.hand_seat_over(match, str(seat), body)))
    client.witness.take(signed, match, HAND, seat, None)
    client.check_entry(match, signed, {**said, "seat": seat})
    n = signed["receipt"]["n"]
    return str(next(one["body"]["until"] for one in client.log(match).entries if one["n"] == n))


def answer_handing(client: Client, match: str, one: Json, choice: Choice | None) -> None:
    """Agree that somebody hands his seat over, or want him to stay (``wait``); ``None``: stay oneself.

    :param one: one of ``handings`` in ``absence`` of the match.
    :raises Tampered: when the log does not say that the seat is handed over so, or the receipt something else than was sent.
    """
    mine, log, seat = one["mine"], client.log(match), client.match(match)["seat"]
    to = {name: one[name] for name in ("choice", "player", "seat") if one[name] is not None}
    told = [entry for entry in log.entries if entry["type"] == "handed" and to.items() <= entry["body"].items()]
    if not told or log.head_at(told[-1]["n"]) != mine["head"]:
        raise Tampered(match, log.n, "the log does not say what the server asks about")
    player = one["player"] if choice == "person" else None
    said = {} if choice is None else {"choice": choice} | ({} if player is None else {"player": player})
    signature = SeatSigner(client.keep, log, seat).spoken(mine["act"], mine["head"], mine["seq"], choice, player)
    signed = _say(client, match, one["seat"], said, signature)
    client.witness.take(signed, match, mine["act"], seat, None)
    client.check_entry(match, signed, {**said, "seat": seat})


def _say(
    client: Client, match: str, seat: int, said: Mapping[str, object], signature: Mapping[str, object]
) -> SignedReceipt:
    """Send what the player wants about a seat, or without a choice that they are there; return the receipt."""
    if said:
        vote = cast("models.VoteRequest", {**said, **signature})
        return signed_receipt(cast(Json, client.own.vote_on_absence(match, str(seat), vote)))
    here = cast("models.HereRequest", signature)
    return signed_receipt(cast(Json, client.own.say_here(match, str(seat), here)))


def ask_substitute(client: Client, match: str, seat: int, invite: str | None) -> str:
    """Ask somebody to play on in a seat; return the secret that accepts it."""
    body = {} if invite is None else {"invite": invite}
    made = cast(Json, client.own.ask_substitute(match, str(seat), cast("models.SubstituteRequest", body)))
    return str(next(one["invitation"] for one in made["absence"]["requests"] if one["seat"] == seat))


def stand_in(client: Client, match: str, seat: int, invitation: str | None) -> bool:
    """Say that the player is ready to play on in a seat, or would come back; return whether he brought a key for it."""
    body = {} if invitation is None else {"invitation": invitation}
    try:
        client.own.stand_in(match, str(seat), cast("models.StandInRequest", body))
    except Refused as error:
        if error.code != "seat-key-needed":
            raise
        key = {"key": fresh_seat_key(client.keep, match)}
        client.own.stand_in(match, str(seat), cast("models.StandInRequest", {**body, **key}))
        return True
    return False


def stand_down(client: Client, match: str, seat: int, invitation: str | None) -> None:
    """Say that the player will not play on in a seat, or not any more."""
    client.own.stand_down(match, str(seat), invitation=invitation)


__all__ = ["answer_handing", "ask_substitute", "choose_person", "hand_over", "speak", "stand_down", "stand_in"]
