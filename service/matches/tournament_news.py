"""News of tournaments: one letter to each player for all tables of a round, one at the end, and standings in weekly digests."""

from __future__ import annotations

from engine.protocol.log import milliseconds
from engine.standings.ladder import Happening
from engine.standings.results import Standing
from engine.standings.tournaments import Tournament
from service.context import Context
from service.notifications.digests import for_digest, next_digest, wish_of
from service.notifications.events import announce_to_all
from service.notifications.facts import (
    ChallengeFacts,
    RemovalFacts,
    TournamentRoundFacts,
    TournamentRow,
    TournamentStandingsFacts,
    TournamentTableFacts,
)
from service.notifications.kinds import (
    CHALLENGE_DECIDED,
    CHALLENGED,
    REMOVED_FROM_TEAM,
    TOURNAMENT_OVER,
    TOURNAMENT_ROUND,
    TOURNAMENT_STANDINGS,
)
from service.notifications.notices import about_account, waiting_time
from service.store.installation.results import StoredTournament
from service.store.keys import DIGEST, recipient_of
from service.store.records import Notice
from service.store.store import Store

WEEK = 7 * 86_400_000
MOST_ROWS = 10
"""The most rows of standings in a letter, besides the reader's own."""


def names_in(store: Store, log: Tournament) -> dict[str, str]:
    """Return the names of a tournament's entrants by account; accounts that are deleted have none."""
    return {one.id: one.name for one in store.accounts(list(log.inside)) if one is not None}


def tell_round(context: Context, found: StoredTournament, number: int) -> None:
    """Tell every player of a round, counted from 1, which tables are theirs, or that they have none; telling it again
    changes nothing."""
    log, names, now = found.log, names_in(context.store, found.log), context.store.now()
    playing = {player for table in log.tables_of(number) for player in table["players"]}
    free = log.paired[number - 1]["byes"] if log.paired else []
    order = [] if log.ladder is None else log.ladder.order()
    teams = context.store.team_names(log)
    members = [
        one for team, players in log.lineups.items() if number == 1 or team in log.drawn_teams for one in players
    ]
    told: list[tuple[str, list[Notice]]] = []
    for player in [one for one in log.inside if one in playing or one in free or one in order or one in members]:
        tables = [
            TournamentTableFacts(
                match=table["match"], others=[names.get(one, "") for one in table["players"] if one != player]
            )
            for table in log.tables_of(number)
            if player in table["players"]
        ]
        entrants = len(log.inside if log.divisions is None else log.active)
        facts = TournamentRoundFacts(
            tournament=log.id, name=found.name, round=number, rounds=log.rounds, entrants=entrants, tables=tables
        )
        if player in order:
            facts["place"], facts["reach"] = order.index(player) + 1, log.terms["reach"]
        if log.format.is_of_teams:
            facts["entrants"] = len(log.drawn_teams)
            _add_board(facts, log, player, teams)
        if log.divisions is not None:
            facts["division"] = _division(log, number, player)
            facts["divisions"] = len(log.paired[number - 1]["divisions"])
            facts["division_before"] = _division(log, number - 1, player) if number > 1 else 0
        wait = waiting_time(TOURNAMENT_ROUND.urgency, context.settings.hold_off)
        notices = about_account(TOURNAMENT_ROUND, player, facts, occasion=f"{log.id}.{number}", at=now, wait=wait)
        told.append((recipient_of(player, None), notices))
    announce_to_all(context.store, context.settings.queue_url, told)


def _add_board(facts: TournamentRoundFacts, log: Tournament, player: str, names: dict[int, str]) -> None:
    """Add a player's team, the one that it meets in the present round, and the board, from 1; or how many it lacked to play."""
    own = log.team_of(player)
    facts["team"] = _named(names, own)
    if own not in log.drawn_teams:
        facts["lacking"] = log.terms["boards"] - len(log.lineups[own])
        return
    for one in log.encounters[-1]:
        if own in (one.first, one.second):
            facts["rivals"] = _named(names, one.second if own == one.first else one.first)
        for place, board in enumerate(one.boards, start=1):
            if player in board.seated:
                facts["board"] = place


def _named(names: dict[int, str], team: int) -> str:
    return names.get(team) or f"#{team}"


def _division(log: Tournament, season: int, player: str) -> int:
    """Return a player's division in a season, both from 1; 0 if the player was in none."""
    divisions = log.paired[season - 1]["divisions"]
    return next((number for number, players in enumerate(divisions, start=1) if player in players), 0)


def tell_challenge(context: Context, found: StoredTournament, number: int, happening: Happening) -> None:
    """Tell the two of a challenge what has happened, as far as they do not know it; telling it again changes nothing.

    :param number: that of the happening in its ladder.
    """
    log, one, what, now = found.log, happening.challenge, happening.what, context.store.now()
    names, order = names_in(context.store, log), log.ladder.order() if log.ladder is not None else []
    kind = CHALLENGED if what == "challenged" else CHALLENGE_DECIDED
    told: list[tuple[str, list[Notice]]] = []
    for player, other in ((one.player, one.rival), (one.rival, one.player)):
        if player == {"challenged": one.player, "accepted": one.rival, "declined": one.rival}.get(what):
            continue  # it is what they did
        table = one.table if what == "accepted" else None
        facts = ChallengeFacts(
            tournament=log.id,
            name=found.name,
            challenge=one.number,
            what=what,
            is_challenger=player == one.player,
            other=names.get(other, ""),
            place=order.index(player) + 1 if player in order else None,
            entrants=len(order),
            answer_by=log.answerable_until(one),
            tables=[] if table is None else [TournamentTableFacts(match=table["match"], others=[names.get(other, "")])],
        )
        wait = waiting_time(kind.urgency, context.settings.hold_off)
        notices = about_account(kind, player, facts, occasion=f"{log.id}.c{number}", at=now, wait=wait)
        told.append((recipient_of(player, None), notices))
    announce_to_all(context.store, context.settings.queue_url, told)


def tell_end(context: Context, found: StoredTournament) -> None:
    """Tell every player that a tournament is over; telling it again changes nothing."""
    log, now = found.log, context.store.now()
    wait = waiting_time(TOURNAMENT_OVER.urgency, context.settings.hold_off)
    told = [
        (recipient_of(player, None), about_account(TOURNAMENT_OVER, player, facts, occasion=log.id, at=now, wait=wait))
        for player, facts in _standings(context.store, found).items()
    ]
    announce_to_all(context.store, context.settings.queue_url, told)


def tell_removed(context: Context, found: StoredTournament, player: str, team: int) -> None:
    """Tell a player that the captain of a team has removed them from it."""
    wait = waiting_time(REMOVED_FROM_TEAM.urgency, context.settings.hold_off)
    name = _named(context.store.team_names(found.log), team)
    facts = RemovalFacts(tournament=found.id, name=found.name, team=name)
    occasion, now = f"{found.id}.{found.log.length}", context.store.now()
    notices = about_account(REMOVED_FROM_TEAM, player, facts, occasion=occasion, at=now, wait=wait)
    announce_to_all(context.store, context.settings.queue_url, [(recipient_of(player, None), notices)])


def tell_cancelled(context: Context, found: StoredTournament) -> None:
    """Tell entrants and organiser that a tournament does not take place; telling it again changes nothing."""
    log, store, now = found.log, context.store, context.store.now()
    wait, teams = waiting_time(TOURNAMENT_OVER.urgency, context.settings.hold_off), store.team_names(log)
    facts = TournamentStandingsFacts(
        tournament=log.id,
        name=found.name,
        place=None,
        entrants=log.summary["entrants"],
        unplayed=0,
        rows=[],
        least=log.terms["least"],
    )
    told = []
    for player in dict.fromkeys([*log.inside, log.terms["by"]]):
        own = facts.copy()
        if log.format.is_of_teams:
            own["team"] = _named(teams, log.team_of(player)) if player in log.inside else ""
        notices = about_account(TOURNAMENT_OVER, player, own, occasion=log.id, at=now, wait=wait)
        told.append((recipient_of(player, None), notices))
    announce_to_all(store, context.settings.queue_url, told)


def tell_week(context: Context, found: StoredTournament, weeks: int) -> None:
    """Put the standings into the next digest of the players who have one; telling the same week again changes nothing."""
    store, now = context.store, context.store.now()
    told = _standings(store, found)
    for account in store.accounts(list(told)):
        if account is not None and account.id not in found.log.gone and wish_of(account).mode != "off":
            at = next_digest(now, wish_of(account).hour, account.zone)
            occasion = f"{found.id}.{weeks}"
            notices = about_account(TOURNAMENT_STANDINGS, account.id, told[account.id], occasion=occasion, at=now)
            store.notify([for_digest(one, at) for one in notices], recipient_of(account.id, None, DIGEST))


def weeks_since_draw(log: Tournament, now: int) -> int:
    """Return how many whole weeks ago a tournament was drawn."""
    return 0 if log.drawn is None else (now - milliseconds(log.drawn["at"])) // WEEK


def _standings(store: Store, found: StoredTournament) -> dict[str, TournamentStandingsFacts]:
    """Return by player what a letter says of the standings, in a league in seasons of those of the player's division."""
    log, names = found.log, names_in(store, found.log)
    standings = log.standings(store.voided(list(log.scored)))
    if log.format.is_of_teams:
        return _standings_of_teams(store, found)
    unplayed = [player for table in log.awaited() for player in table["players"]]
    divisions = {one.get("division") for one in standings}
    together = {number: [one for one in standings if one.get("division") == number] for number in divisions}
    return {
        own["player"]: TournamentStandingsFacts(
            tournament=log.id,
            name=found.name,
            place=own["place"],
            entrants=len(together[own.get("division")]),
            unplayed=unplayed.count(own["player"]),
            rows=[
                TournamentRow(name=names.get(one["player"], ""), place=one["place"], points=one["points"])
                for one in _shown(together[own.get("division")], own)
            ],
        )
        for own in standings
        if own.get("division") != 0
    }


def _standings_of_teams(store: Store, found: StoredTournament) -> dict[str, TournamentStandingsFacts]:
    """Return the same of a league of teams, whose rows are teams."""
    log, names = found.log, store.team_names(found.log)
    voided = store.voided(list(log.scored))
    teams = [one for one in log.team_standings(voided) if one["team"] in log.drawn_teams]
    unplayed = [player for table in log.awaited() for player in table["players"]]
    rows = [TournamentRow(name=_named(names, one["team"]), place=one["place"], points=one["points"]) for one in teams]
    return {
        own["player"]: TournamentStandingsFacts(
            tournament=log.id,
            name=found.name,
            place=own["place"],
            entrants=len(teams),
            unplayed=unplayed.count(own["player"]),
            rows=rows,
            team=_named(names, log.team_of(own["player"])),
        )
        for own in log.standings(voided)
    }


def _shown(standings: list[Standing], own: Standing) -> list[Standing]:
    first = standings[:MOST_ROWS]
    return first if own in first else [*first, own]
