"""``siegelpost here``, ``vote``, ``substitute``, ``ready``: when somebody stays away from a match, oneself included."""

from __future__ import annotations

from typing import Any

import click

from engine.protocol.absence import CHOICES, Choice
from service.cli import absent_seats
from service.cli.exits import EXIT_CODES, Failed
from service.cli.session import MatchId, Session, connected


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
def here(session: Session, match: str) -> None:
    """Say that you are there when you are missed in MATCH, or that you stay when you were handing over your seat."""
    whole = session.client.find(match)
    found = [one for one in _missed(session, whole) if one["mine"] and one["mine"]["act"] == "here"]
    staying = [one for one in _handings(session, whole) if one["mine"] and one["mine"]["act"] == "here"]
    if not found and staying:
        absent_seats.answer_handing(session.client, whole, staying[0], None)
        session.tell("stays")
        return
    if not found:
        raise Failed("nobody misses you in this match")
    absent_seats.speak(session.client, whole, found[0])
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
            absent_seats.answer_handing(session.client, whole, handed[0], choice)
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
    absent_seats.speak(session.client, whole, found[0], choice)
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
    invitation = absent_seats.ask_substitute(session.client, whole, place, mail)
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
        absent_seats.stand_down(session.client, match, seat, invitation)
        session.tell("stood-down")
        return
    signs = absent_seats.stand_in(session.client, match, seat, invitation)
    session.tell("stands-in-with-key" if signs else "stands-in")


def _choose(session: Session, match: str, seat: int, who: str | None, *, yes: bool) -> None:
    """Vote for somebody who is ready for a seat."""
    ready = (session.client.match(match)["absence"] or {"substitutes": []})["substitutes"]
    found = [one for one in ready if one["seat"] == seat and one["mine"] and who in (None, one["name"], one["player"])]
    if not found:
        raise Failed("nobody is ready for this seat, or you are not asked about it")
    if len(found) > 1:
        raise Failed(f"several are ready: say with --who which one, {', '.join(one['player'] for one in found)}")
    if yes or session.confirms("vote-sure"):
        absent_seats.choose_person(session.client, match, found[0])
        session.tell("voted")


def _handings(session: Session, match: str) -> list[dict[str, Any]]:
    return list((session.client.match(match)["absence"] or {}).get("handings", []))


def _missed(session: Session, match: str) -> list[dict[str, Any]]:
    absence = session.client.match(match)["absence"]
    return [] if absence is None else list(absence["missed"])
