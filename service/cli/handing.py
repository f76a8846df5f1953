"""``siegelpost hand``: handing one's own seat over while one is there."""

from __future__ import annotations

import click

from service.cli import absent_seats
from service.cli.exits import EXIT_CODES, Failed
from service.cli.game_table import local_time
from service.cli.session import MatchId, Session, connected


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
        raise Failed("in this match no bot takes over a seat")
    if choice == "person" and not may["people"]:
        raise Failed("nobody whom you have named is ready: ask somebody with 'siegelpost substitute'")
    if not yes and not session.confirms("hand-sure"):
        return
    player = may["people"][0] if choice == "person" else None
    until = absent_seats.hand_over(session.client, whole, choice, player, may["seq"])
    session.tell("handed", until=local_time(until))
