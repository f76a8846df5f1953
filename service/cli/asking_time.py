"""``siegelpost ask`` and ``grant``: ask the others for more time for a decision, and answer who asks."""

from __future__ import annotations

import click

from service.cli import more_time
from service.cli.durations import Duration
from service.cli.exits import EXIT_CODES, Failed
from service.cli.session import MatchId, Session, connected


@click.command(
    "ask",
    epilog=f"""\b
Examples
  siegelpost ask 3f2a 1d              a day more for the question that waits for you
  siegelpost ask 3f2a 12h r3.choose   for this one of several

{EXIT_CODES}""",
)
@connected
@click.argument("match", type=MatchId())
@click.argument("span", type=Duration())
@click.argument("decision", required=False)
def ask(session: Session, match: str, span: int, decision: str | None) -> None:
    """Ask the others for SPAN more time (such as 1d) for DECISION of MATCH, once per decision. They decide until its deadline."""
    whole = session.client.find(match)
    requests = session.client.match(whole)["time_requests"]
    mine = None if requests is None else requests["mine"]
    if mine is None:
        raise Failed("nobody may ask for more time in this match, or you have no seat in it")
    able = mine["decisions"]
    if not able or (decision is not None and decision not in able):
        raise Failed("nothing waits for your answer there that you could ask more time for (again)")
    if decision is None and len(able) > 1:
        raise Failed(f"for which of these decisions: {', '.join(able)}?")
    if not 1 <= span <= requests["seconds"]:
        raise Failed(f"in this match you may ask for {requests['seconds']}s at most")
    more_time.ask_for_time(session.client, whole, decision or able[0], span, mine["request_seq"])
    session.tell("time-asked")


@click.command(
    "grant",
    epilog=f"""\b
Examples
  siegelpost grant 3f2a              give the time that somebody asks for
  siegelpost grant 3f2a --not-now    do not

{EXIT_CODES}""",
)
@connected
@click.argument("match", type=MatchId())
@click.option("--not-now", is_flag=True, help="Refuse it.")
@click.option("--decision", help="For which decision, if somebody asks for several.")
def grant(session: Session, match: str, not_now: bool, decision: str | None) -> None:
    """Give or refuse the time that somebody asks for in MATCH. Everybody sees it."""
    whole = session.client.find(match)
    requests = session.client.match(whole)["time_requests"]
    mine = None if requests is None else requests["mine"]
    asked = [] if mine is None else [one for one in requests["open"] if one["decision"] in mine["responses"]]
    asked = [one for one in asked if decision in (None, one["decision"])]
    if mine is None or not asked:
        raise Failed("nobody asks you for more time there")
    if len(asked) > 1:
        raise Failed(f"for which of these decisions: {', '.join(one['decision'] for one in asked)}?")
    one = asked[0]
    more_time.answer_time_request(
        session.client, whole, one["decision"], one["seat"], not not_now, mine["response_seq"]
    )
    session.tell("time-not-given" if not_now else "time-given")
