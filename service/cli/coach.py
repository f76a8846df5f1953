"""``siegelpost review``, ``hint`` and ``puzzle``: looking back on a match with a coach, and practising."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Literal, cast

import click

from engine.kit.foresight import foresight_of
from engine.kit.review import Advice, Review, gather, review_seed, think_through, thoughts
from engine.protocol.log import BadLog
from engine.registry import OtherData, UnknownRules, game_with
from engine.verifier import Refuted
from engine.verifier.rules_replay import published_seed, steps
from service.cli.listings import as_json_option
from service.cli.player.answers import answer
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.player.transport import Unreachable
from service.cli.table.match_facts import plain

if TYPE_CHECKING:
    from siegelpost_client import models

WAIT = 20
"""Seconds that one request waits for a worker."""


@click.command(
    epilog=f"""\b
Examples
  siegelpost review 018f7c2e
  siegelpost review 018f7c2e --again

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.option(
    "--again", is_flag=True, help="Compute it again here from the log, which takes minutes, and compare every number."
)
@as_json_option
def review(session: Session, match: str, again: bool, as_json: bool) -> None:
    """Look back on a finished MATCH: the chances after each round, and what the coach would have played.

    The coach is the bot Keen, judging from each seat's own view. The first time takes some minutes.
    """
    whole = session.client.find(match)
    shown = session.client.match(whole)
    try:
        found = session.client.own.get_review(whole, wait=WAIT, language=_spoken(session))
    except Unreachable:
        raise Failed(answer(session.language, "coach-thinks")) from None
    if again:
        _compare(session, found, session.client.log(whole).raw, shown)
    if as_json:
        click.echo(json.dumps(found, sort_keys=True))
        return
    names = [plain(one["name"]) for one in shown["seats"]]
    moments = set(found["moments"])
    for place, one in enumerate(found["rounds"]):
        chances = ", ".join(f"{name} {chance // 10} %" for name, chance in zip(names, one["chances"], strict=True))
        session.tell("coach-moment" if place in moments else "coach-round", n=one["round"], chances=chances)
        for advice in found["advice"]:
            if advice["round"] == one["round"] and advice["played"] != advice["advised"]:
                told = {"played": advice["played_words"], "advised": advice["advised_words"]}
                session.tell("coach-else", name=names[advice["seat"]], **told)


def _spoken(session: Session) -> Literal["en", "de", "fr"]:
    return cast('Literal["en", "de", "fr"]', session.language)


def _compare(session: Session, found: models.Review, export: bytes, shown: dict[str, Any]) -> None:
    """Compute a review again; :raises Failed: if it comes out otherwise, or the match cannot be played again here."""
    try:
        same = _again(found["match"], export, shown)
    except OtherData as error:
        raise Failed(f"{error}; name a folder with them in SIEGELPOST_RULE_DATA") from error
    except (BadLog, Refuted, UnknownRules) as error:
        raise Failed(f"the match cannot be played again: {error}") from error
    told = [{name: value for name, value in one.items() if name in Advice.__required_keys__} for one in found["advice"]]
    if same is None or (found["rounds"], told, found["moments"]) != (same["rounds"], same["advice"], same["moments"]):
        raise Failed(answer(session.language, "coach-differs", release=found["release"]))
    session.tell("coach-same")


def _again(match: str, export: bytes, shown: dict[str, Any]) -> Review | None:
    """Return the review, computed here; None for a game without foresight."""
    one = game_with(shown["rules"], shown["data"], shown["options"])
    foresight = foresight_of(one)
    if foresight is None:
        return None
    seed = review_seed(match, published_seed(export))
    played = list(steps(export))
    return gather([think_through(thought()) for thought in thoughts(one, foresight, len(shown["seats"]), played, seed)])


@click.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@as_json_option
def hint(session: Session, match: str, as_json: bool) -> None:
    """Show what the bot Keen would play in your place in MATCH, where you practise alone against bots."""
    shown = session.client.match(session.client.find(match))
    asked = [one["id"] for one in shown["decisions"] if shown["seat"] in one["seats"] and one["phase"] == "open"]
    if not asked:
        session.tell("nothing-asked")
    for decision in asked:
        found = session.client.own.get_hint(shown["match"], decision, wait=WAIT, language=_spoken(session))
        if as_json:
            click.echo(json.dumps(found, sort_keys=True))
        else:
            session.console.print(f"{decision}: {found['words']}")


@click.command(
    epilog=f"""\b
Examples
  siegelpost puzzle                 the puzzle of today
  siegelpost puzzle --answer 3      answer it with its third choice

{EXIT_CODES}"""
)
@connected
@click.argument("day", default="today")
@click.option("--answer", "choice", type=click.IntRange(min=1), help="Answer with the choice of this number.")
@as_json_option
def puzzle(session: Session, day: str, choice: int | None, as_json: bool) -> None:
    """Show the puzzle of today, or of a DAY such as 2026-11-30: a position in which one move is clearly better.

    Your account's first answer counts.
    """
    if day != "today" and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        raise click.UsageError("name the day as 2026-11-30")
    if choice is not None:
        session.client.own.answer_puzzle(day, {"choice": choice})
    found = session.client.own.get_puzzle(day, language=_spoken(session))
    if as_json:
        click.echo(json.dumps(found, sort_keys=True))
        return
    solved, console = found["answer"], session.console
    session.tell("puzzle-of", date=found["date"], title=found["title"], seat=chr(ord("A") + found["seat"]))
    console.print(found["table"], markup=False, highlight=False)
    console.print(found["question"])
    for one in found["choices"]:
        share = "" if solved is None else f": {solved['shares'][one['number'] - 1] // 10} %"
        console.print(f"  {one['number']}. {one['words']}{share}")
    if solved is None:
        session.tell("puzzle-asks")
    else:
        said = "puzzle-right" if solved["right"] else "puzzle-wrong"
        session.tell(said, choice=solved["choice"], best=solved["best"])
        session.tell("puzzle-match", match=solved["match"], playouts=solved["playouts"])
    if found["answers"]:
        session.tell("puzzle-solved", right=found["right"], answers=found["answers"])
