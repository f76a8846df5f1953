"""``siegelpost here``, ``vote``, ``substitute``, ``ready``, ``hand``, ``vacation``: absences, seats that change hands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import click

from engine.protocol.agreements import CHOICES, HAND, HERE, Choice
from service.cli.player.client import Client, Json
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.local_files import SignedReceipt, signed_receipt
from service.cli.player.session import MatchId, Session, connected
from service.cli.player.transport import Refused
from service.cli.table.narration import local_time
from service.cli.table.ownlog import Tampered
from service.cli.table.seat_key import SeatSigner, fresh_seat_key

if TYPE_CHECKING:
    from siegelpost_client import models


DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.command(
    epilog=f"""\b
Examples
  siegelpost vacation                            your vacations, and how many days you have left
  siegelpost vacation 2026-12-24 2027-01-02      away from the first day to the last
  siegelpost vacation 2026-12-24 --end           take it back; one that has begun ends now

{EXIT_CODES}"""
)
@connected
@click.argument("first", type=DAY, required=False, metavar="[FIRST]")
@click.argument("last", type=DAY, required=False, metavar="[LAST]")
@click.option("--end", is_flag=True, help="Take back the vacation that begins on FIRST, or end it if it has begun.")
def vacation(session: Session, first: datetime | None, last: datetime | None, end: bool) -> None:
    """Enter a vacation from FIRST to LAST (inclusive), or list yours.

    In matches whose clock stops for vacations, none of your deadlines passes meanwhile, and the others are told when you are
    back. A vacation that has begun uses up all of its days.
    """
    if first is None:
        if end:
            raise click.UsageError("--end needs the first day of the vacation")
        shown = session.client.vacations()
    elif end:
        if last is not None:
            raise click.UsageError("--end needs the first day only")
        shown = session.client.end_vacation(first.date().isoformat())
    elif last is None:
        raise Failed("name the last day, too; or --end, to take the vacation back")
    else:
        shown = session.client.set_vacation(first.date().isoformat(), last.date().isoformat())
    for one in shown["vacations"]:
        said = f"vacation-{one['state']}"
        session.tell(said, first=one["first"], last=one["last"])
    for one in shown["left"]:
        session.tell("vacation-left", days=one["days"], year=one["year"])


def speak(client: Client, match: str, missed: Json, choice: Choice | None = None) -> None:
    """Report the player present, or vote on a missed seat (one of ``absence`` of the match).

    The signature covers an entry of the log that this machine has checked, and which says that the seat is missed.

    :raises Tampered: when the log does not say so, or the receipt differs from what was sent.
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
        raise Tampered(match, signed["receipt"]["n"], "the receipt is not for the choice that was sent")


def choose_person(client: Client, match: str, one: Json) -> None:
    """Vote for somebody to play on in a seat, or to come back (one of ``substitutes`` of the match).

    :raises Tampered: when the log does not name them as ready, or the receipt differs from what was sent.
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
        raise Tampered(match, signed["receipt"]["n"], "the receipt is not for the choice that was sent")


def hand_over(client: Client, match: str, choice: str, player: str | None, seq: int) -> str:
    """Ask the others to let the player hand the seat over; return until when they may answer (RFC 3339).

    :raises Tampered: when the log differs from what was asked.
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
    """Agree to a player's handover, or ask the player to stay (``wait``); None to withdraw one's own handover.

    :param one: one of ``handings`` in ``absence`` of the match.
    :raises Tampered: when the log does not show this handover, or the receipt differs from what was sent.
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
    """Send the player's vote about a seat, or if ``said`` is empty a report of being present; return the receipt."""
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
    """Volunteer the player for a seat, or for coming back to it; return whether the player brought a key for it."""
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
    """Withdraw the player as a volunteer for a seat, or decline."""
    client.own.stand_down(match, str(seat), invitation=invitation)


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
def here(session: Session, match: str) -> None:
    """Say that you are there when you are missed in MATCH, or that you stay when you were handing over your seat."""
    whole = session.client.find(match)
    found = [one for one in _missed(session, whole) if one["mine"] and one["mine"]["act"] == "here"]
    staying = [one for one in _handings(session, whole) if one["mine"] and one["mine"]["act"] == "here"]
    if not found and staying:
        answer_handing(session.client, whole, staying[0], None)
        session.tell("stays")
        return
    if not found:
        raise Failed("nobody misses you in this match")
    speak(session.client, whole, found[0])
    session.tell("here")


@click.command(
    epilog=f"""\b
Examples
  siegelpost vote 3f2a 1 wait      go on waiting for seat 1
  siegelpost vote 3f2a 1 bot       let a bot take seat 1
  siegelpost vote 3f2a 1 win       end the match and take the win
  siegelpost vote 3f2a 1 person    let the person who is ready play on in seat 1, or come back to it

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("seat", type=click.IntRange(0, 7))
@click.argument("choice", type=click.Choice(CHOICES))
@click.option("--who", help="With person: the name or the player id, if several are ready.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def vote(session: Session, match: str, seat: int, choice: Choice, who: str | None, yes: bool) -> None:
    """Vote on SEAT of MATCH, whose player stays away or hands it over. A majority decides."""
    whole = session.client.find(match)
    handed = [one for one in _handings(session, whole) if one["seat"] == seat and one["mine"]]
    if handed and handed[0]["mine"]["act"] == "vote" and choice in handed[0]["choices"]:
        if choice == "wait" or yes or session.confirms("vote-sure"):
            answer_handing(session.client, whole, handed[0], choice)
            session.tell("voted")
        return
    if choice == "person":
        _choose(session, whole, seat, who, yes=yes)
        return
    found = [one for one in _missed(session, whole) if one["seat"] == seat and one["mine"]]
    if not found or found[0]["mine"]["act"] != "vote":
        raise Failed("you are not asked about this seat")
    if choice != "wait" and not yes and not session.confirms("vote-sure"):
        return
    speak(session.client, whole, found[0], choice)
    session.tell("voted")


@click.command(
    epilog=f"""\b
Examples
  siegelpost substitute 3f2a --mail sister@example.org   a letter asks her to play on for you if you stay away
  siegelpost substitute 3f2a --seat 1                    make an invitation to pass on, for seat 1, which stays away

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.option("--seat", type=click.IntRange(0, 7), help="The seat. Default: your own.")
@click.option("--mail", help="The address to which a letter goes; without it you pass on the invitation yourself.")
def substitute(session: Session, match: str, seat: int | None, mail: str | None) -> None:
    """Ask somebody to play on in MATCH: for you, if you stay away, or for somebody about whom you are asked."""
    whole = session.client.find(match)
    place = session.client.match(whole)["seat"] if seat is None else seat
    if place is None:
        raise Failed("you have no seat in this match")
    invitation = ask_substitute(session.client, whole, place, mail)
    session.tell("asked-to-step-in", command=f"siegelpost ready {whole} {place} --invitation {invitation}")


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match")
@click.argument("seat", type=click.IntRange(0, 7))
@click.option(
    "--invitation", help="The secret from the request; not needed if you were asked by name or sat there before."
)
@click.option("--no", "refuse", is_flag=True, help="Say that you will not, or no longer.")
def ready(session: Session, match: str, seat: int, invitation: str | None, refuse: bool) -> None:
    """Say that you are ready to play on in SEAT of MATCH, or want to come back to it. The table decides."""
    if refuse:
        stand_down(session.client, match, seat, invitation)
        session.tell("stood-down")
        return
    signs = stand_in(session.client, match, seat, invitation)
    session.tell("stands-in-with-key" if signs else "stands-in")


def _choose(session: Session, match: str, seat: int, who: str | None, *, yes: bool) -> None:
    """Vote for a volunteer for a seat."""
    ready = (session.client.match(match)["absence"] or {"substitutes": []})["substitutes"]
    found = [one for one in ready if one["seat"] == seat and one["mine"] and who in (None, one["name"], one["player"])]
    if not found:
        raise Failed("nobody is ready for this seat, or you are not asked about it")
    if len(found) > 1:
        raise Failed(f"several are ready: say with --who which one, {', '.join(one['player'] for one in found)}")
    if yes or session.confirms("vote-sure"):
        choose_person(session.client, match, found[0])
        session.tell("voted")


def _handings(session: Session, match: str) -> list[dict[str, Any]]:
    return list((session.client.match(match)["absence"] or {}).get("handings", []))


def _missed(session: Session, match: str) -> list[dict[str, Any]]:
    absence = session.client.match(match)["absence"]
    return [] if absence is None else list(absence["missed"])


@click.command(
    epilog=f"""\b
Examples
  siegelpost hand 3f2a bot            ask the others to let a bot take your seat
  siegelpost hand 3f2a person         ... or the person you named with 'substitute', once they have accepted
  siegelpost vote 3f2a 1 bot          agree that seat 1 goes to a bot; 'wait': its player should stay
  siegelpost here 3f2a                take it back: you stay

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("choice", type=click.Choice(("bot", "person")))
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def hand(session: Session, match: str, choice: str, yes: bool) -> None:
    """Ask the others to let you hand over your seat in MATCH. Until they agree you play on."""
    whole = session.client.find(match)
    shown = session.client.match(whole)
    absence = shown["absence"] or {}
    may = absence.get("may_hand")
    if not may:
        raise Failed("you cannot hand a seat over in this match now")
    if choice == "bot" and not may["bot"]:
        raise Failed("in this match, seats cannot be handed over to a bot")
    if choice == "person" and not may["people"]:
        raise Failed("nobody whom you have named is ready: ask somebody with 'siegelpost substitute'")
    if not yes and not session.confirms("hand-sure"):
        return
    player = may["people"][0] if choice == "person" else None
    until = hand_over(session.client, whole, choice, player, may["seq"])
    session.tell("handed", until=local_time(until))
