"""``siegelpost extend``: take more time for a decision, as often as the match allows."""

from __future__ import annotations

import click

from service.cli import more_time
from service.cli.exits import EXIT_CODES, Failed
from service.cli.game_table import local_time
from service.cli.session import MatchId, Session, connected


@click.command(
    epilog=f"""\b
Examples
  siegelpost extend 3f2a              for the question that waits for you
  siegelpost extend 3f2a r3.choose    for this one of several

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.argument("decision", required=False)
def extend(session: Session, match: str, decision: str | None) -> None:
    """Take more time for DECISION of MATCH. Nobody has to agree; the others are told, and the log shows it."""
    whole = session.client.find(match)
    extensions = session.client.match(whole)["extensions"]
    mine = None if extensions is None else extensions["mine"]
    if mine is None:
        raise Failed("nobody may take more time in this match, or you have no seat in it")
    if not mine["left"]:
        raise Failed(f"you have taken more time {extensions['times']} times in this match, as often as it allows")
    able = mine["decisions"]
    if not able or (decision is not None and decision not in able):
        raise Failed("nothing waits for your answer there that you could take more time for")
    if decision is None and len(able) > 1:
        raise Failed(f"for which of these decisions: {', '.join(able)}?")
    until = more_time.take_more_time(session.client, whole, decision or able[0], mine["seq"])
    session.tell("extended", moment=local_time(until), left=mine["left"] - 1)
