"""``siegelpost pause``: say that one wants a pause, or wants it no longer."""

from __future__ import annotations

import click

from service.cli import more_time
from service.cli.exits import EXIT_CODES, Failed
from service.cli.session import MatchId, Session, connected


@click.command(
    epilog=f"""\b
Examples
  siegelpost pause 3f2a           I want a pause; the table pauses once enough others want it too
  siegelpost pause 3f2a --end     I no longer want it

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.option("--end", is_flag=True, help="Say that you no longer want the pause, or no longer ask for it.")
def pause(session: Session, match: str, end: bool) -> None:
    """Say that you want a pause of MATCH. While it pauses nothing is played and no deadline runs out."""
    whole = session.client.find(match)
    pauses = session.client.match(whole)["pauses"]
    mine = None if pauses is None else pauses["mine"]
    if mine is None:
        raise Failed("this match has no pauses, or you have no seat in it")
    if mine["pause"] is None or mine["pause"] == end:
        raise Failed(
            "you do not want a pause there" if end else "you have said so already, or there can be no pause now"
        )
    more_time.wish_pause(session.client, whole, not end, mine["seq"])
    session.tell("pause-unwished" if end else "pause-wished")
