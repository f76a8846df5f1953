"""``siegelpost here`` and ``vote``: what to do when somebody stays away from a match, oneself included."""

from __future__ import annotations

from typing import Any

import click

from engine.protocol.siegelpost2.absence import CHOICES, Choice
from service.cli.exits import EXIT_CODES, Failed
from service.cli.session import MatchId, Session, connected


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
def here(session: Session, match: str) -> None:
    """Say that you are there, when you are missed in MATCH. Any answer of yours says the same."""
    whole = session.client.find(match)
    found = [one for one in _missed(session, whole) if one["mine"] and one["mine"]["act"] == "here"]
    if not found:
        raise Failed("nobody misses you in this match")
    session.client.speak(whole, found[0])
    session.tell("here")


@click.command(
    epilog=f"""\b
Examples
  siegelpost vote 3f2a 1 wait      go on waiting for seat 1
  siegelpost vote 3f2a 1 bot       let a bot take seat 1
  siegelpost vote 3f2a 1 win       end the match and take the win

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("seat", type=click.IntRange(0, 7))
@click.argument("choice", type=click.Choice(CHOICES))
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def vote(session: Session, match: str, seat: int, choice: Choice, yes: bool) -> None:
    """Say what you want about SEAT of MATCH, whose player stays away. A majority decides; everybody sees the votes."""
    whole = session.client.find(match)
    found = [one for one in _missed(session, whole) if one["seat"] == seat and one["mine"]]
    if not found or found[0]["mine"]["act"] != "vote":
        raise Failed("you are not asked about this seat")
    if choice != "wait" and not yes and not session.confirms("vote-sure"):
        return
    session.client.speak(whole, found[0], choice)
    session.tell("voted")


def _missed(session: Session, match: str) -> list[dict[str, Any]]:
    absence = session.client.match(match)["absence"]
    return [] if absence is None else list(absence["missed"])
