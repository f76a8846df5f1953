"""Tournaments: announcing, entering, leaving; entrants, tables and standings for everybody (docs/tournaments.md)."""

from __future__ import annotations

import csv
import io
from typing import Any

from flask import Response

from service.api.account.agenda import season
from service.api.account.me import account
from service.api.http import cursors, idempotency
from service.api.http.blueprint import Blueprint
from service.api.http.current import account_id, address, caller, context
from service.api.schemas import requests, responses
from service.keys.signing import new_match_id, new_seed
from service.matches import tournaments
from service.matches.tournaments import NewTournament
from service.store.installation.results import StoredTournament
from service.store.store import Store

blp = Blueprint("tournaments", __name__, "Tournaments whose draws and standings anybody can compute again.")
COLUMNS = ("place", "player", "name", "points", "direct", "strength", "won", "played", "division")
TEAM_COLUMNS = ("place", "team", "name", "points", "direct", "strength", "won", "played")


@blp.route("/v1/tournaments", methods=["POST"])
@blp.operation(
    "createTournament",
    scope="league:write",
    idempotent="derived",
    codes=("guest", "bot-declines", "rules-superseded", "too-many-creations"),
)
@blp.arguments(requests.TournamentRequest)
@blp.response(201, responses.Tournament, headers={"Location": "LOCATION"})
def create_tournament(body: dict[str, Any]) -> Any:
    """Announce a tournament: a league, whose tables all begin when entries have closed, or one in rounds.

    You do not enter by it. Nobody can change it any more: who plays whom is drawn from a seed to which the server is
    committed from now on, and to which entrants add.
    """
    key = idempotency.key()
    derived = (
        None if key is None else context().links.derive("tournament", account_id(), key, idempotency.fingerprint())
    )
    tournament = new_match_id(derived=derived)
    wanted = NewTournament(closes=body.pop("closes_at"), **body)
    tournaments.announce(context(), account(), wanted, tournament, new_seed(), address())
    found = tournaments.load(context().store, tournament)
    return facts(context().store, found, account_id()), 201, {"Location": f"/v1/tournaments/{tournament}"}


@blp.route("/v1/tournaments")
@blp.operation("listTournaments", shared=True, paged=True)
@blp.arguments(cursors.PageQuery, location="query")
@blp.response(200, responses.TournamentPage)
def list_tournaments(query: dict[str, Any]) -> Any:
    """List tournaments, the newest first."""
    place = cursors.decode(query, int)
    start, store = 0 if place is None else max(0, place[0]), context().store
    ids = store.newest_tournaments(start, query["limit"])
    found = [{"id": one, "name": name, **listed} for one, name, listed in store.listed_tournaments(ids)]
    following = cursors.encode(start + len(ids)) if len(ids) == query["limit"] else None
    return {"tournaments": found, "next": following}, cursors.link(following)


@blp.route("/v1/tournaments/<tournament:tournament>")
@blp.operation("getTournament", optional=True, codes=("not-found",))
@blp.response(200, responses.Tournament)
def get_tournament(tournament: str) -> Any:
    """Show a tournament: terms, entrants, tables with their matches, standings.

    Everything of it is in the log of results: `siegelpost verify-ratings` computes draw and standings again.
    """
    return facts(context().store, tournaments.load(context().store, tournament), caller().account)


@blp.route("/v1/tournaments/<tournament:tournament>/standings.csv")
@blp.operation("exportStandings", codes=("not-found",), shared=True)
@blp.response(
    200, {"type": "string"}, content_type="text/csv", description="A head, and a line for each player or team."
)
def export_standings(tournament: str) -> Any:
    """Export the standings of a tournament as CSV (RFC 4180): a line for each player, in a league of teams for each team."""
    shown = facts(context().store, tournaments.load(context().store, tournament), None)
    text = io.StringIO()
    writer = csv.writer(text)
    columns, rows = (TEAM_COLUMNS, shown["teams"]) if shown["boards"] else (COLUMNS, shown["standings"])
    writer.writerow(columns)
    for row in rows:
        name = row["name"] or ""
        # Spreadsheets take a text that begins so for a formula.
        row["name"] = f"'{name}" if name.startswith(("=", "+", "-", "@")) else name
        writer.writerow([row[column] for column in columns])
    return Response(text.getvalue(), content_type="text/csv; charset=utf-8")


@blp.route("/v1/tournaments/<tournament:tournament>/calendar.ics")
@blp.operation("getTournamentCalendar", codes=("not-found",), shared=True)
@blp.arguments(requests.LanguageQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="text/calendar", description="A calendar (RFC 5545).")
def get_tournament_calendar(query: dict[str, Any], tournament: str) -> Any:
    """Return the dates of a tournament as a calendar to subscribe to: close of entries, rounds, the end.

    Rounds that have not begun are tentative, at the latest dates that they can have.
    """
    found = tournaments.load(context().store, tournament)
    made = season(found.name, found.log, query["language"], context().settings.public_url)
    return Response(made, content_type="text/calendar; charset=utf-8")


@blp.route("/v1/tournaments/<tournament:tournament>/entry", methods=["PUT"])
@blp.operation(
    "enterTournament",
    scope="match:play",
    codes=(
        *("not-found", "entries-closed", "full", "guest", "bot-declines", "not-admitted"),
        *("too-many-matches", "too-many-creations", "too-many-changes"),
    ),
)
@blp.arguments(requests.EntryRequest)
@blp.response(200, responses.Tournament)
def enter_tournament(body: dict[str, Any], tournament: str) -> Any:
    """Enter a tournament; entering again changes nothing.

    In a league of teams you found a team with `team_name`, or join one with the `invitation` that its captain has.
    """
    entropy = body.pop("entropy", None)
    found = tournaments.enter(context(), tournament, account(), entropy, address(), **body)
    return facts(context().store, found, account_id())


@blp.route("/v1/tournaments/<tournament:tournament>/entry", methods=["DELETE"])
@blp.operation("leaveTournament", scope="match:play", codes=("not-found", "entries-closed"))
@blp.response(200, responses.Tournament)
def leave_tournament(tournament: str) -> Any:
    """Withdraw from a tournament.

    In a league, or a season, you lose your place. If fewer than half of your matches in it have results, none of them counts,
    for anybody; else all count as they are played. In Swiss, knock-out and a league of teams what you have played counts, and
    you are paired no more; for your team a reserve moves up.

    Your matches stay: play them, or resign from them. Leaving again changes nothing.
    """
    found = tournaments.leave(context(), tournament, account_id())
    return facts(context().store, found, account_id())


@blp.route("/v1/tournaments/<tournament:tournament>/invitation", methods=["POST"])
@blp.operation("renewTeamInvitation", scope="match:play", codes=("not-found", "entries-closed"))
@blp.response(200, responses.Tournament)
def renew_invitation(tournament: str) -> Any:
    """Renew the invitation to the team whose captain you are: nobody joins it any more with the one that there was.

    Members stay in it.
    """
    found = tournaments.renew_invitation(context(), tournament, account_id())
    return facts(context().store, found, account_id())


@blp.route("/v1/tournaments/<tournament:tournament>/members/<account:player>", methods=["DELETE"])
@blp.operation("removeTeamMember", scope="match:play", codes=("not-found", "entries-closed"))
@blp.response(200, responses.Tournament)
def remove_member(tournament: str, player: str) -> Any:
    """Remove a member from the team whose captain you are, before entries close; the member is told.

    The invitation is renewed, too. Removing somebody again changes nothing.
    """
    found = tournaments.remove_member(context(), tournament, account_id(), player)
    return facts(context().store, found, account_id())


@blp.route("/v1/tournaments/<tournament:tournament>/challenges", methods=["POST"])
@blp.operation("challengePlayer", scope="match:play", codes=("not-found", "cannot-challenge"))
@blp.arguments(requests.ChallengeRequest)
@blp.response(200, responses.Tournament)
def challenge_player(body: dict[str, Any], tournament: str) -> Any:
    """Challenge a player who stands a few places further up in a ladder.

    If you win the match, or the player declines or does not answer in time, you take the player's place. Challenging again
    while it is open changes nothing; a challenge cannot be taken back.
    """
    found = tournaments.challenge(context(), tournament, account_id(), body["rival"])
    return facts(context().store, found, account_id())


@blp.route("/v1/tournaments/<tournament:tournament>/challenges/<challenge:challenge>/answer", methods=["PUT"])
@blp.operation("answerChallenge", scope="match:play", codes=("not-found", "challenge-over"))
@blp.arguments(requests.ChallengeAnswer)
@blp.response(200, responses.Tournament)
def answer_challenge(body: dict[str, Any], tournament: str, challenge: int) -> Any:
    """Accept a challenge, which begins a match, or decline it, which gives your place to the challenger.

    The same answer again changes nothing.
    """
    found = tournaments.answer_challenge(context(), tournament, account_id(), challenge, accept=body["accept"])
    return facts(context().store, found, account_id())


def facts(store: Store, found: StoredTournament, reader: str | None) -> dict[str, Any]:
    """Return everything that a reader may know of a tournament.

    Lists do not name people who hide their profile; who has entered, too, meets them at the tables.
    """
    log, is_inside = found.log, reader in found.log.inside
    shown: dict[str, Any] = log.published(store.voided(list(log.scored)))
    players = store.accounts(list(log.inside))
    teams = store.team_names(log)
    own = (
        next((one for one in teams if tournaments.captain_of(log, one) == reader), None)
        if log.status == "open"
        else None
    )
    names = {one.id: one.name for one in players if one and (is_inside or not one.is_hidden)}
    ranked = {one["player"] for one in shown["standings"]}
    former = dict.fromkeys(who for one in shown["tables"] for who in one["players"] if who not in ranked)
    return {
        "id": found.id,
        "name": found.name,
        **shown,
        "entered": reader is not None and log.is_in(reader),
        "rivals": [] if reader is None else tournaments.rivals(store, log, reader),
        "standings": [
            {**one, "division": one.get("division"), "team": one.get("team"), "name": names.get(one["player"])}
            for one in shown["standings"]
        ],
        "teams": [{**one, "name": teams.get(one["team"])} for one in shown["teams"]],
        "invitation": None if own is None else tournaments.invitation_to(context(), log, own),
        "former": [{"player": one, "name": names.get(one)} for one in former],
    }
