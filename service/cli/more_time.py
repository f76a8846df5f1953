"""``siegelpost ask``, ``grant``, ``extend``, ``pause``: more time for a decision, and pauses of the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from engine.protocol.agreements import EXTEND, PAUSE, REQUEST, RESPOND
from service.cli.player.answers import Duration
from service.cli.player.client import Client, Json
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.local_files import signed_receipt
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.narration import local_time
from service.cli.table.ownlog import OwnLog, Tampered
from service.cli.table.seat_key import SeatSigner

if TYPE_CHECKING:
    from siegelpost_client import models


def take_more_time(client: Client, match: str, decision: str, seq: int) -> str:
    """Take more time for a decision, as this player's extension number ``seq``; return its new deadline (RFC 3339).

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
    """Ask the others for this many more seconds for a decision, as this player's request number ``seq``.

    :raises Tampered: when the log does not say that the decision was opened, or its entry differs from the request.
    """
    log, seat = client.log(match), client.match(match)["seat"]
    head = _head_of_opening(log, decision)
    signature = SeatSigner(client.keep, log, seat).requested(head, seconds, seq)
    request = cast("models.AskForTimeRequest", {"seconds": seconds, "seq": seq, **signature})
    signed = signed_receipt(cast(Json, client.own.ask_for_time(match, decision, request)))
    client.witness.take(signed, match, REQUEST, seat, None)
    client.check_entry(match, signed, {"decision": decision, "seat": seat, "seconds": seconds})


def answer_time_request(client: Client, match: str, decision: str, requester: int, grant: bool, seq: int) -> None:
    """Grant or refuse the time that a seat asks for, as this player's answer number ``seq``.

    :raises Tampered: when the log does not say that the seat asks, or its entry differs from the answer.
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
    """Ask for a pause, or withdraw that, as the player's statement number ``seq``.

    :raises Tampered: when the log differs.
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
    ask_for_time(session.client, whole, decision or able[0], span, mine["request_seq"])
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
    answer_time_request(session.client, whole, one["decision"], one["seat"], not not_now, mine["response_seq"])
    session.tell("time-not-given" if not_now else "time-given")


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
    until = take_more_time(session.client, whole, decision or able[0], mine["seq"])
    session.tell("extended", moment=local_time(until), left=mine["left"] - 1)


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
    wish_pause(session.client, whole, not end, mine["seq"])
    session.tell("pause-unwished" if end else "pause-wished")
