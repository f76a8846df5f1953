"""``siegelpost league``: tournaments - listing them, their standings, entering, leaving, challenges, announcing one."""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, cast, get_args

import click
from rich.table import Column, Table

from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from engine.standings.results import (
    HIGHEST_RATING,
    LEAST_BOARDS,
    LEAST_DIVISION,
    MOST_AT_ONCE,
    MOST_BOARDS,
    MOST_DIVISION,
    MOST_REACH,
    TournamentFormat,
)
from engine.standings.rounds import MOST_PLAYERS, MOST_ROUNDS
from service.cli.listings import as_json_option, print_lines
from service.cli.player.answers import Duration, answer
from service.cli.player.exits import EXIT_CODES
from service.cli.player.session import Session, connected
from service.cli.table.match_facts import plain
from service.cli.table.narration import local_time

if TYPE_CHECKING:
    from siegelpost_client import models

MOST_LISTED = 50
LONGEST_ID = 36
"""The characters of a tournament's id, which a narrow terminal must not cut: other commands ask for it."""


@click.group(invoke_without_command=True, epilog=EXIT_CODES)
@click.pass_context
def league(ctx: click.Context) -> None:
    """List, show, enter, leave or announce tournaments, and challenge players. Without a command: list them, the newest first."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(listed)


@league.command("list")
@connected
@as_json_option
def listed(session: Session, as_json: bool) -> None:
    """List tournaments, the newest first."""
    found = list(islice(session.client.own.every_tournaments(), MOST_LISTED))
    if as_json:
        print_lines(found)
        return
    if not found:
        session.tell("no-tournaments")
        return
    first, *others = session.columns("tournament", "title", "game", "status", "players", "closes")
    table = Table(Column(first, no_wrap=True, min_width=LONGEST_ID), *others, box=None)
    for one in found:
        table.add_row(
            one["id"],
            plain(one["name"]),
            one["rules"],
            answer(session.language, f"tournament-{one['status']}"),
            f"{one['entrants']}/{one['most']}",
            local_time(one["closes_at"]),
        )
    session.console.print(table)


@league.command()
@connected
@click.argument("tournament")
@as_json_option
def show(session: Session, tournament: str, as_json: bool) -> None:
    """Show the standings of TOURNAMENT, and its tables."""
    _print(session, session.client.own.get_tournament(tournament), as_json)


@league.command()
@connected
@click.argument("tournament")
@click.option("--team", help="In a league of teams: found a team of this name.")
@click.option("--invitation", help="In a league of teams: join the team whose captain has given you this.")
@as_json_option
def enter(session: Session, tournament: str, team: str | None, invitation: str | None, as_json: bool) -> None:
    """Enter TOURNAMENT, adding 32 random bytes from this machine to its draw."""
    body: models.EntryRequest = {"entropy": b64(secrets.token_bytes(32))}
    if team is not None:
        body["team_name"] = team
    if invitation is not None:
        body["invitation"] = invitation
    _print(session, session.client.own.enter_tournament(tournament, body), as_json)


@league.command()
@connected
@click.argument("tournament")
@as_json_option
def leave(session: Session, tournament: str, as_json: bool) -> None:
    """Withdraw from TOURNAMENT.

    In a league, or a season, you lose your place. If fewer than half of your matches in it have results, none of them counts,
    for anybody; else all count as they are played. In Swiss, knock-out and a league of teams what you have played counts, and
    you are paired no more; for your team a reserve moves up. In a ladder you lose your place.
    """
    _print(session, session.client.own.leave_tournament(tournament), as_json)


@league.command("renew-invitation")
@connected
@click.argument("tournament")
@as_json_option
def renew_invitation(session: Session, tournament: str, as_json: bool) -> None:
    """End the invitation to your team in TOURNAMENT, and show another one. Members stay."""
    _print(session, session.client.own.renew_team_invitation(tournament), as_json)


@league.command()
@connected
@click.argument("tournament")
@click.argument("player")
@as_json_option
def remove(session: Session, tournament: str, player: str, as_json: bool) -> None:
    """Remove PLAYER, a name or account id, from your team in TOURNAMENT, before entries close.

    The invitation is renewed, too, so that only those come whom you give the new one.
    """
    found = session.client.own.remove_team_member(tournament, _player(session, tournament, player))
    _print(session, found, as_json)


@league.command()
@connected
@click.argument("tournament")
@click.argument("player")
@as_json_option
def challenge(session: Session, tournament: str, player: str, as_json: bool) -> None:
    """Challenge PLAYER, a name or account id, in the ladder TOURNAMENT.

    If you win, or there is no answer in time, you take that place. A challenge cannot be taken back.
    """
    rival = _player(session, tournament, player)
    _print(session, session.client.own.challenge_player(tournament, {"rival": rival}), as_json)


@league.command("answer")
@connected
@click.argument("tournament")
@click.argument("number", type=click.IntRange(1))
@click.option("--accept/--decline", required=True, help="Begin a match, or give your place to the challenger.")
@as_json_option
def answer_challenge(session: Session, tournament: str, number: int, accept: bool, as_json: bool) -> None:
    """Answer challenge NUMBER in the ladder TOURNAMENT."""
    _print(session, session.client.own.answer_challenge(tournament, str(number), {"accept": accept}), as_json)


@league.command(
    epilog=f"""\b
Example
  siegelpost league new "Winter league" GAME --closes 7d --rated

{EXIT_CODES}"""
)
@connected
@click.argument("name")
@click.argument("rules_id", metavar="GAME")
@click.option("--closes", type=Duration(), default="7d", show_default=True, help="How long entries stay open.")
@click.option("--preset", help="A preset of the game ('siegelpost rules').")
@click.option("--seats", type=click.IntRange(2, 6), default=2, show_default=True, help="Seats of each table.")
@click.option(
    "--tables",
    type=click.IntRange(1, 6),
    default=3,
    show_default=True,
    help="At tables of three and more: how many tables each entrant has at least.",
)
@click.option("--pace", type=Duration(), default="2d", show_default=True, help="Time for each decision.")
@click.option(
    "--format",
    type=click.Choice(get_args(TournamentFormat)),
    default="league",
    show_default=True,
    help="Everybody against everybody at once, rounds (Swiss, knock-out), seasons in divisions, a ladder, or teams.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    default=5,
    show_default=True,
    help="Swiss: rounds at most. Seasons: how many.",
)
@click.option(
    "--round-time",
    "round_seconds",
    type=Duration(),
    default="30d",
    show_default=True,
    help="How long a round waits for its last tables; then they count as ties. How long a season or a ladder takes at most.",
)
@click.option(
    "--reach",
    type=click.IntRange(1, MOST_REACH),
    default=3,
    show_default=True,
    help="Ladder: how many places further up one may challenge.",
)
@click.option(
    "--at-once",
    type=click.IntRange(1, MOST_AT_ONCE),
    default=1,
    show_default=True,
    help="Ladder: how many challenges of one player can be open at a time.",
)
@click.option(
    "--answer-time",
    "answer_seconds",
    type=Duration(),
    default="7d",
    show_default=True,
    help="Ladder: the time to answer a challenge; whoever does not loses the place.",
)
@click.option(
    "--again",
    "again_seconds",
    type=Duration(),
    default="14d",
    show_default=True,
    help="Ladder: how long two players who have met cannot challenge each other.",
)
@click.option(
    "--boards",
    type=click.IntRange(LEAST_BOARDS, MOST_BOARDS),
    default=4,
    show_default=True,
    help="Teams: how many of each play at a time; a team has at most eight members, the others are reserves.",
)
@click.option(
    "--division-size",
    type=click.IntRange(LEAST_DIVISION, MOST_DIVISION),
    default=6,
    show_default=True,
    help="Seasons: players in each division.",
)
@click.option(
    "--moving",
    type=click.IntRange(1, MOST_DIVISION // 2),
    default=1,
    show_default=True,
    help="Seasons: how many go up and down between two divisions.",
)
@click.option(
    "--least", type=click.IntRange(2, MOST_PLAYERS), default=2, show_default=True, help="With fewer it is cancelled."
)
@click.option("--most", type=click.IntRange(2, MOST_PLAYERS), show_default="16; teams: 12", help="How many may enter.")
@click.option(
    "--least-rating", type=click.IntRange(0, HIGHEST_RATING), help="The least rating of entrants; 1500 without one."
)
@click.option("--most-rating", type=click.IntRange(0, HIGHEST_RATING), help="The greatest rating of entrants.")
@click.option(
    "--least-reliability", type=click.IntRange(1, 100), help="The percentage of answers in time that entrants need."
)
@click.option("--rated", is_flag=True, help="Let its results count for ratings.")
@as_json_option
def new(
    session: Session, name: str, rules_id: str, closes: int, preset: str | None, pace: int, as_json: bool, **terms: Any
) -> None:
    """Announce a tournament called NAME, which others can enter; enter it yourself with 'siegelpost league enter'."""
    body = {
        "name": name,
        "rules": rules_id,
        "closes_at": timestamp(round(datetime.now(UTC).timestamp() * 1000) + closes * 1000),
        "pace": {"kind": "duration", "seconds": pace},
        "options": {} if preset is None else {"preset": preset},
        **{name: value for name, value in terms.items() if value is not None},
    }
    if "least_reliability" in body:
        body["least_reliability"] = {"percent": body["least_reliability"]}
    made = session.client.own.create_tournament(cast("models.TournamentRequest", body))
    _print(session, made, as_json)


def _player(session: Session, tournament: str, player: str) -> str:
    """Return the account id of an entrant, given by name or as it is."""
    rows = session.client.own.get_tournament(tournament)["standings"]
    named = [one["player"] for one in rows if one["name"] == player]
    return named[0] if len(named) == 1 else player


def _print(session: Session, found: models.Tournament, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(found, sort_keys=True))
        return
    status = answer(session.language, f"tournament-{found['status']}")
    session.console.print(f"{plain(found['name'])} ({found['id']}, {found['rules']}): {status}")
    session.tell("tournament-closes", moment=local_time(found["closes_at"]), entrants=found["entrants"])
    if found["entered"]:
        session.tell("tournament-in")
    names = {one["player"]: plain(one["name"] or "–") for one in [*found["standings"], *found["former"]]}
    if found["boards"]:
        _print_teams(session, found, names)
    else:
        _print_standings(session, found, names)
    if found["invitation"]:
        session.tell("tournament-invitation", invitation=found["invitation"])
    for one in found["challenges"]:
        if one["is_open"] and one["answer"] is None:
            said = {name: names.get(one[name], "–") for name in ("player", "rival")}
            session.tell("tournament-challenge", number=one["number"], **said, moment=local_time(one["answer_by"]))
    for bye in found["byes"] if not found["boards"] else ():
        session.tell("tournament-bye", round=bye["round"], name=names.get(bye["player"], "–"))
    for match in found["tables"] if not found["boards"] else ():
        places = [f" {place}" if place else "" for place in match["places"] or [0] * len(match["players"])]
        seats = ", ".join(names.get(who, "–") + place for who, place in zip(match["players"], places, strict=True))
        number = f"{match['round']}  " if found["rounds"] > 1 else ""
        session.console.print(f"{number}{match['match'][:8]}  {seats}")


def _print_teams(session: Session, found: models.Tournament, names: dict[str, str]) -> None:
    """Print the standings of teams with their members, and the encounters, board under board."""
    teams = {one["team"]: plain(one["name"] or f"#{one['team']}") for one in found["teams"]}
    table = Table(*session.columns("place", "team", "points", "boards", "played", "players"), box=None)
    for one in found["teams"]:
        place = "–" if one["place"] is None else str(one["place"])
        numbers = [str(one[what]) for what in ("points", "strength", "played")]
        members = ", ".join(names.get(who, "–") for who in one["members"])
        table.add_row(place, teams[one["team"]], *numbers, members)
    session.console.print(table)
    results = {one["match"]: dict(zip(one["players"], one["places"] or [], strict=False)) for one in found["tables"]}
    for met in found["encounters"]:
        score = "" if met["points"] is None else f"  {met['points'][0]}:{met['points'][1]}"
        session.console.print(f"{met['round']}  {teams[met['teams'][0]]} – {teams[met['teams'][1]]}{score}")
        for number, board in enumerate(met["boards"], start=1):
            places = results.get(board["match"] or "", {})
            sides = [
                names.get(who or "", "–") + (f" {places[who]}" if who in places else "") for who in board["players"]
            ]
            session.console.print(f"   {number}  {(board['match'] or '')[:8]:8}  {' – '.join(sides)}")


def _print_standings(session: Session, found: models.Tournament, names: dict[str, str]) -> None:
    has_divisions = any(one["division"] for one in found["standings"])
    columns = ["division"] if has_divisions else []
    table = Table(*session.columns(*columns, "place", "player", "points", "played"), box=None)
    for one in found["standings"]:
        row = [str(one["division"] or "–")] if has_divisions else []
        place = "–" if one["place"] is None else str(one["place"])
        table.add_row(*row, place, names[one["player"]], str(one["points"]), str(one["played"]))
    session.console.print(table)
