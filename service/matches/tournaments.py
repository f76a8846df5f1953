"""Tournaments: announcing one, entering, leaving, and what follows when entries close and matches end.

What people do is written here by the API; :func:`advance` is the clock's part. Every change is entries that follow the last one
known, so two writers never both succeed. Tables are made from the draw by ids that follow from it, so a crash leaves nothing
that a repetition does not find: a tournament stays due until all of them are there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hmac import compare_digest
from typing import Any

from engine.match.step import Step
from engine.match.table import LeastReliability
from engine.protocol.canon import b64, unb64
from engine.protocol.chance import entropy_commitment, server_seed_commitment
from engine.protocol.log import milliseconds, timestamp
from engine.standings import swiss
from engine.standings.formats import FORMATS
from engine.standings.ladder import LONGEST_VACATION
from engine.standings.pairing import MOST_PLACES
from engine.standings.ratings import UNRATED
from engine.standings.results import (
    HIGHEST_RATING,
    MOST_BOARDS,
    Answer,
    Answered,
    Cancelled,
    Challenged,
    DrawnTable,
    Ended,
    Entered,
    Left,
    Opened,
    Scored,
    Struck,
    TournamentEntry,
    TournamentFormat,
)
from engine.standings.rounds import CannotPair
from engine.standings.seasons import MOST_MATCHES, count_matches
from engine.standings.tournaments import Ratings, Tournament, draw, pair
from service.calendar import spans_of
from service.config.networks import widening
from service.config.operator_caps import half, is_newcomer
from service.context import Context
from service.matches.absence.absence import lets_in
from service.matches.caps import CapReached, keep_places_in_tournament
from service.matches.changes import change_match, notices_for, transition
from service.matches.errors import MatchError
from service.matches.pace import DEFAULT_PACE
from service.matches.seating.creation import NewMatch, check_table, open_table
from service.matches.seating.guests import KEEP
from service.matches.seating.seats import seat_for, sit
from service.matches.tournament_news import (
    tell_cancelled,
    tell_challenge,
    tell_end,
    tell_removed,
    tell_round,
    tell_week,
    weeks_since_draw,
)
from service.notifications.facts import NoFacts
from service.notifications.kinds import PROJECTION
from service.store.installation.results import (
    INVITATION,
    MADE,
    SEED,
    TOLD_CHALLENGES,
    TOLD_WEEKS,
    StoredTournament,
    entry_field,
)
from service.store.records import Account, Record, Transition
from service.store.store import Store
from service.text.names import look_alike

SOONEST, LATEST = 60_000, 60 * 86_400_000
"""How long entries stay open, in milliseconds."""
ANNOUNCED, ENTRIES = (5, 86_400), (30, 86_400)
"""The most tournaments that an account announces and enters, per seconds."""
ANNOUNCED_AHEAD = (20, LATEST // 1000)
"""The most that one account announces while entries may stay open, so that nobody fills the installation alone."""
ANNOUNCED_BY_NEWCOMER = 2
"""The same for a newcomer: a dozen new accounts must not take all places of newcomers."""
FAIR = 20
"""One account announces so many times less than there are places left, so that the last ones go to many."""
NEWCOMERS_OF = {what: (most, LATEST // 1000) for what, most in (("network", 10), ("site", 20), ("provider", 60))}
"""The most that newcomers announce from one network, per seconds; networks as for logins."""
MOST_RUNNING = 500
"""The most tournaments of an installation that are not over; newcomers announce only while there are half as many."""
MOST_ENTERED = 256
"""The most entries of one tournament, of accounts that left again, too."""
MOST_ENTERED_BY_ONE = 3
"""The most of them by one account: whoever came and went again and again would leave none to others."""
CONDITIONS = ("least_rating", "most_rating", "least_reliability")
AGAIN = 60_000
"""How long until an unfinished look is repeated (ms)."""
QUIET = 600_000
"""How often a running tournament is looked at though nothing happened (ms)."""
TRIES = 16
NOBODY = Account(id="", mail="", name="")
Made = tuple[Sequence[TournamentEntry], dict[str, str]] | None
"""Entries to append, and fields to keep with them."""


@dataclass(frozen=True)
class NewTournament:
    """A requested tournament; members as in :class:`NewMatch` and :class:`engine.standings.results.Opened`."""

    name: str
    rules: str
    closes: str
    seats: int = 2
    tables: int = 3
    options: dict[str, Any] = field(default_factory=dict)
    pace: dict[str, Any] = field(default_factory=lambda: dict(DEFAULT_PACE))
    absence: dict[str, Any] | None = None
    rated: bool = False
    least: int = 2
    most: int = 0
    """The most entrants; 0: as many as a league has, or fewer where the format has no more."""
    format: TournamentFormat = "league"
    rounds: int = 5
    round_seconds: int = 30 * 86_400
    division_size: int = 6
    moving: int = 1
    reach: int = 3
    at_once: int = 1
    answer_seconds: int = 7 * 86_400
    again_seconds: int = 14 * 86_400
    boards: int = 4
    least_rating: int | None = None
    most_rating: int | None = None
    least_reliability: LeastReliability | None = None


def announce(
    context: Context, organiser: Account, wanted: NewTournament, tournament: str, seed: bytes, address: str
) -> None:
    """Announce a tournament; announcing the same one again changes nothing.

    :param address: network address of the caller, for the limits.
    :raises MatchError: invalid, with a pointer; guest; busy, if the id belongs to somebody else. :raises CapReached:
    """
    store = context.store
    there = store.tournament(tournament)
    if there is not None:
        if there.log.terms["by"] != organiser.id:
            raise MatchError("busy", "this id belongs to somebody else: use another Idempotency-Key")
        return
    _check_person(organiser)
    now = store.now()
    try:
        closes = milliseconds(wanted.closes)
    except ValueError:
        raise MatchError("invalid", "a time like 2026-12-24T18:00:00.000Z", "/closes_at") from None
    if not now + SOONEST <= closes <= now + LATEST:
        raise MatchError("invalid", "entries stay open for a minute at least, and for 60 days at most", "/closes_at")
    wanted = replace(wanted, most=wanted.most or min(MOST_PLACES, FORMATS[wanted.format].most))
    least = _checked_size(wanted)
    table = check_table(context, organiser, _match(wanted, ""), tournament).table
    if context.settings.rate_limits:
        _count_announced(context, organiser, address)
    opened = Opened(
        type="opened",
        tournament=tournament,
        at=timestamp(now),
        by=organiser.id,
        format=wanted.format,
        method=FORMATS[wanted.format].method,
        rules=table["rules"],
        options=table["options"],
        seats=wanted.seats,
        tables=wanted.tables,
        pace=table["pace"],
        absence=table["absence"]["agreed"] if "absence" in table else None,
        rated=wanted.rated,
        least=least,
        most=wanted.most,
        closes=timestamp(closes),
        commitment=server_seed_commitment(tournament, seed),
        beacon=context.settings.beacon,
    )
    for term in (*FORMATS[wanted.format].terms, *CONDITIONS):
        if getattr(wanted, term) is not None:
            opened[term] = getattr(wanted, term)  # type: ignore[literal-required]
    store.open_tournament(wanted.name, b64(seed), now, closes, opened)


def _count_announced(context: Context, organiser: Account, address: str) -> None:
    """Count a tournament for its organiser and, while that is a newcomer, for the network. :raises CapReached:"""
    store, newcomer = context.store, is_newcomer(context.store, organiser)
    left = (half(MOST_RUNNING) if newcomer else MOST_RUNNING) - store.unfinished_tournaments()
    if left <= 0:
        raise CapReached("too-many-creations", "there are as many tournaments as this installation can hold")
    _count(context, "tournaments", organiser.id, ANNOUNCED, "tournaments a day may be announced by one account")
    own, share = ANNOUNCED_BY_NEWCOMER if newcomer else ANNOUNCED_AHEAD[0], max(1, left // FAIR)
    said = "tournaments may be announced by one account in 60 days"
    why = ", while few places are left" if share < own else ", while it is new" if newcomer else ""
    _count(context, "tournaments-ahead", organiser.id, (min(own, share), ANNOUNCED_AHEAD[1]), said + why)
    for what, network in widening(address) if newcomer else ():
        said = "tournaments of new accounts may be announced from one network in 60 days"
        _count(context, f"tournaments-{what}", network, NEWCOMERS_OF[what], said)


def _checked_size(wanted: NewTournament) -> int:
    """Return the least number of entrants. :raises MatchError: invalid, if the format has no such tables or numbers."""
    if wanted.most > FORMATS[wanted.format].most:
        raise MatchError("invalid", f"at most {FORMATS[wanted.format].most} may enter this format", "/most")
    if wanted.seats > FORMATS[wanted.format].seats:
        raise MatchError("invalid", "only a league has tables of more than two", "/seats")
    if wanted.format == "seasons" and 2 * wanted.moving > wanted.division_size:
        raise MatchError("invalid", "at most half of a division goes up or down", "/moving")
    if wanted.format == "seasons" and count_matches(wanted.most, wanted.division_size, wanted.rounds) > MOST_MATCHES:
        raise MatchError(
            "invalid", f"this would be more than {MOST_MATCHES} matches: announce fewer seasons", "/rounds"
        )
    if wanted.format == "swiss" and not swiss.installed():
        raise MatchError(
            "invalid", "this server cannot pair Swiss tournaments: announce a league or a knock-out", "/format"
        )
    least = max(wanted.least, wanted.seats)
    if least > wanted.most:
        raise MatchError("invalid", "it admits fewer than it needs, or than a table has seats", "/most")
    if wanted.least_rating is not None and wanted.most_rating is not None and wanted.least_rating > wanted.most_rating:
        raise MatchError("invalid", "nobody has such a rating: it is below least_rating", "/most_rating")
    return least


def load(store: Store, tournament: str) -> StoredTournament:
    """Return a tournament. :raises MatchError: not-found."""
    found = store.tournament(tournament)
    if found is None:
        raise MatchError("not-found", "there is no such tournament")
    return found


def enter(
    context: Context,
    tournament: str,
    account: Account,
    entropy: bytes | None,
    address: str,
    *,
    team_name: str | None = None,
    invitation: str | None = None,
) -> StoredTournament:
    """Enter a tournament; entering again changes nothing.

    :param entropy: the entrant's part of the seed, secret until the draw.
    :param team_name: that of a team to found; :param invitation: the secret text that lets one join a team.
    :param address: network address of the caller, for the limits.
    :raises MatchError: not-found, entries-closed, full, guest, bot-declines, not-admitted; invalid, without a team.
    :raises CapReached:
    """
    counted = False

    def change(log: Tournament, now: int) -> Made:
        nonlocal counted
        if log.is_in(account.id):
            _check_own_team(context, log, account.id, team_name, invitation)
            return None
        if not log.takes_entries(now):
            raise MatchError("entries-closed", "entries to this tournament have closed")
        _check_person(account)
        number = len(log.entered)
        team = _team(context, log, team_name, invitation)
        if not log.has_place(team) or number >= MOST_ENTERED:
            is_full = team in log.lineups and len(log.lineups[team]) == MOST_BOARDS
            message = "this team has no place left" if is_full else "this tournament has no place left"
            raise MatchError("full", message)
        if sum(one["player"] == account.id for one in log.entered) >= MOST_ENTERED_BY_ONE:
            message = (
                f"you have entered this tournament {MOST_ENTERED_BY_ONE} times, the most there can be: enter another"
            )
            raise CapReached("too-many-changes", message)
        _check_conditions(context.store, log.terms, account)
        if context.settings.rate_limits and not counted:
            _count(context, "tournament-entries", account.id, ENTRIES, "times a day an account may enter tournaments")
            place, each, seats = _place(log, account.id, 0), log.format.matches(log.terms), log.terms["seats"]
            rounds = log.format.rounds(log.terms, log.terms["most"])
            wait = max(0, log.closes - now) + rounds * log.terms.get("round_seconds", 0) * 1000
            keep_places_in_tournament(context, account, place, matches=each, seats=seats, wait=wait, address=address)
            counted = True
        added = entropy if log.status == "open" else None  # the seed is drawn once, for all seasons
        given = None if added is None else entropy_commitment(log.id, number, added)
        entry = Entered(type="entered", tournament=log.id, at=timestamp(now), player=account.id, entropy=given)
        if team is not None:
            entry["team"] = team
        return [entry], {} if added is None else {str(number): b64(added)}

    found = _change(context.store, tournament, change)
    number = found.log.inside[account.id]
    founded = team_name if found.log.entered[number].get("team") == number else None
    context.store.note_entry(account.id, tournament, number, founded or "")
    return found


def _team(context: Context, log: Tournament, name: str | None, invitation: str | None) -> int | None:
    """Return the number of the team that somebody founds or joins; None where none enter.

    :raises MatchError: invalid; not-admitted, if the invitation is to no team that there is.
    """
    if not log.format.is_of_teams:
        if name is None and invitation is None:
            return None
        pointer = "/invitation" if name is None else "/team_name"
        raise MatchError("invalid", "in this tournament people play for themselves: leave it out", pointer)
    if (name is None) == (invitation is None):
        raise MatchError("invalid", "give either the name of a team to found, or the invitation to one", "/team_name")
    if name is not None:
        if name.startswith("#"):
            raise MatchError("invalid", "# marks the number of a team without a name: leave it out", "/team_name")
        if any(look_alike(name, other) for other in context.store.team_names(log).values()):
            raise MatchError("invalid", "another team is called like that: choose another name", "/team_name")
        return len(log.entered)
    given, invitations = (invitation or "").encode(), _invitations(context, log)
    team = next((one for one, text in invitations.items() if compare_digest(text.encode(), given)), None)
    if team is None:
        raise MatchError("not-admitted", "this invitation is to no team that there is: ask its captain for a new one")
    return team


def _check_own_team(context: Context, log: Tournament, account: str, name: str | None, invitation: str | None) -> None:
    """Refuse who is in a team already, and would found or join another. :raises MatchError: invalid."""
    if not log.format.is_of_teams:
        return
    own = log.team_of(account)
    if name is not None and not look_alike(name, context.store.team_names(log).get(own, "")):
        raise MatchError("invalid", "you are in a team already: withdraw before you found another", "/team_name")
    if invitation is not None and invitation.partition(".")[0] != str(own):
        raise MatchError("invalid", "you are in another team: withdraw before you join this one", "/invitation")


def _invitations(context: Context, log: Tournament) -> dict[int, str]:
    """Return by team the secret text with which one joins it; each time that it is renewed, another one follows."""
    kept = context.store.tournament_secrets(log.id)
    parts = {one: [str(one), *([kept[name]] if (name := f"{INVITATION}{one}") in kept else [])] for one in log.lineups}
    return {one: f"{one}.{b64(context.links.derive('team', log.id, *parts[one])[:16])}" for one in parts}


def invitation_to(context: Context, log: Tournament, team: int) -> str:
    """Return the secret text with which one joins a team; its captain gives it to the others."""
    return _invitations(context, log)[team]


def renew_invitation(context: Context, tournament: str, captain: str) -> StoredTournament:
    """Let nobody join the captain's team any more by the text that there was, but by another one.

    :raises MatchError: not-found, if the account is no captain; entries-closed.
    """
    found = load(context.store, tournament)
    context.store.renew_invitation(tournament, _captained(found.log, captain, context.store.now()))
    return found


def remove_member(context: Context, tournament: str, captain: str, player: str) -> StoredTournament:
    """Remove a member from the captain's team before the draw, and renew its invitation; the member is told.

    Removing somebody again changes nothing.

    :raises MatchError: not-found, if the account is no captain, or the player no other member; entries-closed.
    """
    store, log = context.store, load(context.store, tournament).log
    team = _captained(log, captain, store.now())
    entries = [one for one in log.entered if one["player"] == player and one.get("team") == team]
    if player == captain or not entries or (log.is_in(player) and log.team_of(player) != team):
        raise MatchError("not-found", "your team has no such member besides you")
    if not log.is_in(player):
        return load(store, tournament)
    store.renew_invitation(tournament, team)  # first, so that the member cannot be back at once
    found = leave(context, tournament, player)
    tell_removed(context, found, player, team)
    return found


def _captained(log: Tournament, captain: str, now: int) -> int:
    """Return the team of which an account is the captain. :raises MatchError: not-found; entries-closed."""
    team = next((one for one in log.lineups if captain_of(log, one) == captain), None)
    if team is None:
        raise MatchError("not-found", "you are the captain of no team there")
    if log.status != "open" or now >= log.closes:
        raise MatchError("entries-closed", "entries have closed, and with them the teams")
    return team


def captain_of(log: Tournament, team: int) -> str | None:
    """Return the captain of a team: whoever has been in it longest."""
    return next(iter(log.lineups.get(team, [])), None)


def leave(context: Context, tournament: str, account: str) -> StoredTournament:
    """Withdraw from a tournament, also while it runs. Leaving again changes nothing.

    The tables of a running tournament stay: they can be played on, or resigned.

    :raises MatchError: not-found, entries-closed, if it is over.
    """

    def change(log: Tournament, now: int) -> Made:
        if not log.is_in(account):
            return None
        if log.status not in ("open", "running"):
            raise MatchError("entries-closed", "this tournament is over")
        if log.status == "open" and log.is_settled(now):
            raise MatchError("entries-closed", "this tournament is about to be drawn: withdraw in a minute")
        return [Left(type="left", tournament=log.id, at=timestamp(now), player=account)], {}

    found = _change(context.store, tournament, change)
    if found.log.status == "running":
        context.store.look_at_tournament(tournament, context.store.now())
    if found.log.status != "running" or not found.log.format.is_at_once:
        _give_places_back(context.store, found.log, account)
    return found


def challenge(context: Context, tournament: str, account: str, rival: str) -> StoredTournament:
    """Challenge a player of a ladder; a challenge that is open changes nothing.

    :raises MatchError: not-found; cannot-challenge, with the reason.
    """
    store = context.store

    def change(log: Tournament, now: int) -> Made:
        ladder = log.ladder
        if ladder is None or log.status != "running" or log.is_round_over(now):
            raise MatchError("cannot-challenge", "this is no ladder that is running")
        if any((one.player, one.rival) == (account, rival) for one in ladder.open):
            return None
        why = ladder.refusal(account, rival, now, ladder.order())
        if why is not None:
            raise MatchError("cannot-challenge", why, "/rival")
        until = _answer_by(store.account(rival), now, ladder.answer)
        at = timestamp(now)
        entry = Challenged(
            type="challenged", tournament=log.id, at=at, player=account, rival=rival, answer_by=timestamp(until)
        )
        return [entry], {}

    _change(store, tournament, partial(_settle, store))
    found = _change(store, tournament, change)
    store.look_at_tournament(tournament, store.now())
    return found


def answer_challenge(context: Context, tournament: str, account: str, number: int, *, accept: bool) -> StoredTournament:
    """Accept or decline a challenge; giving the same answer again changes nothing.

    :raises MatchError: not-found, if the account has no such challenge; challenge-over.
    """
    store, answer = context.store, "accepted" if accept else "declined"

    def change(log: Tournament, now: int) -> Made:
        challenges = [] if log.ladder is None else log.ladder.challenges
        found = challenges[number - 1] if 0 < number <= len(challenges) else None
        if found is None or found.rival != account:
            raise MatchError("not-found", "you have no such challenge to answer")
        if found.answer == answer:
            return None
        over = log.status != "running" or log.is_round_over(now) or now >= found.answer_by
        if over or found.over is not None or found.answer is not None:
            raise MatchError("challenge-over", "this challenge waits for no answer any more")
        table, at = log.table_of(number) if accept else None, timestamp(now)
        given: Answer = "accepted" if accept else "declined"
        return [Answered(type="answered", tournament=log.id, at=at, challenge=number, answer=given, table=table)], {}

    found = _change(store, tournament, change)
    store.look_at_tournament(tournament, store.now())
    begun = [one.table for one in found.log.ladder.open if one.number == number] if found.log.ladder else []
    for table in begun:
        if table is not None:
            make_table(context, found, table)
    return found


def rivals(store: Store, log: Tournament, account: str) -> list[str]:
    """Return the players whom an account can challenge now."""
    if log.ladder is None or log.status != "running" or log.is_round_over(store.now()):
        return []
    return log.ladder.rivals(account, store.now())


def _answer_by(rival: Account | None, now: int, time: int) -> int:
    """Return until when a challenge can be answered: days of vacations that are entered by now do not count."""
    until = now + time
    for begins, ends in sorted(spans_of(rival)) if rival is not None else ():
        if begins < until and ends > now:
            until += ends - max(begins, now)
    return min(until, now + time + LONGEST_VACATION)


def _settle(store: Store, log: Tournament, now: int) -> Made:
    """Strike the matches of a ladder that are voided, and note who has not answered in time."""
    ladder, ends = log.ladder, log.round_ends
    if ladder is None or ends is None or log.status != "running":
        return None
    at, voided = timestamp(now), store.voided(list(log.scored)) - ladder.struck
    struck = [Struck(type="struck", tournament=log.id, at=at, match=one) for one in sorted(voided)]
    late = [
        Answered(type="answered", tournament=log.id, at=at, challenge=one.number, answer="silent", table=None)
        for one in ladder.unanswered(min(now, ends))
    ]
    return [*struck, *late], {}


def _place(log: Tournament, account: str, back: int) -> str:
    """Return the name of the places for an account's next entry, or of one so many entries back: each has its own, so that
    leaving gives back none of an entry that follows at once."""
    return f"{log.id}:{sum(one['player'] == account for one in log.entered) - back}"


def _give_places_back(store: Store, log: Tournament, account: str) -> None:
    store.give_place_back(account, _place(log, account, 1), f"+{log.format.matches(log.terms)}", exists=True)


def note_result(store: Store, scored: Scored) -> bool:
    """Count a match that is over, once; return whether it is rated, too."""

    def change(log: Tournament, now: int) -> Made:
        if scored["match"] in log.scored or log.status != "running":
            return None
        at = max(scored["at"], log.latest)
        return [{**scored, "at": at}], {}

    found = _change(store, scored["tournament"], change)
    if found.log.status == "running":
        store.look_at_tournament(found.id, store.now())
    return found.log.terms["rated"]


def advance(context: Context, tournament: str) -> None:
    """Do what is due in a tournament: draw it when entries have closed, make its tables, end it."""
    store = context.store
    found, now = store.tournament(tournament), store.now()
    if found is None:
        store.forget_due_tournament(tournament)
        return
    store.look_at_tournament(tournament, now + AGAIN)
    if found.log.round_ends is not None and now >= found.log.round_ends:
        for scored in store.waiting_results_of([one["match"] for one in found.log.awaited()]):
            note_result(store, scored)  # it ended in time, and only the writer of the log is late
    if now >= found.log.closes:
        found = _change(store, tournament, partial(_clear, store))
    if found.log.status == "open" and now >= found.log.closes:
        found = _close(context, found)
    if found.log.status == "running":
        found = _run(context, found)
    if found.log.status in ("over", "cancelled"):
        (tell_end if found.log.status == "over" else tell_cancelled)(context, found)
        for player in found.log.inside:
            _give_places_back(store, found.log, player)
    if found.log.status in ("over", "cancelled"):
        store.forget_due_tournament(tournament)
    elif found.log.status == "running":
        store.look_at_tournament(tournament, _next_look(found.log, now))
    elif now < found.log.closes:
        store.look_at_tournament(tournament, found.log.closes)


def _next_look(log: Tournament, now: int) -> int:
    """Return when (ms) to look at a running tournament again: at once behind a round in which nobody had to play."""
    if log.is_round_over(now):
        return now
    answers = [] if log.ladder is None else [one.answer_by for one in log.ladder.open if one.answer is None]
    return min([now + QUIET, *answers, *([] if log.round_ends is None else [log.round_ends])])


def _run(context: Context, found: StoredTournament) -> StoredTournament:
    """Do what is due in a tournament that runs: make its tables, pair the next round, end it, tell its players."""
    store = context.store
    _make_round(context, found)  # before another one is paired: whoever was here last may have died
    _change(store, found.id, partial(_settle, store))
    found = _change(store, found.id, _go_on)
    noted = _make_round(context, found)
    if found.log.ladder is not None:
        _go_on_with_challenges(context, found, int(noted.get(TOLD_CHALLENGES, 0)))
    weeks = weeks_since_draw(found.log, store.now())
    if found.log.status == "running" and weeks > int(noted.get(TOLD_WEEKS, 0)):
        tell_week(context, found, weeks)
        store.note_of_tournament(found.id, TOLD_WEEKS, weeks)
    return found


def _make_round(context: Context, found: StoredTournament) -> dict[str, str]:
    """Make the tables of the present round, and tell its players, unless that is done; return what is noted."""
    noted, number = context.store.tournament_secrets(found.id), found.log.round
    if int(noted.get(MADE, 0)) < number:
        for table in found.log.tables_of(number):
            make_table(context, found, table)
        settled = list(found.log.inside) if found.log.format.is_at_once else []  # its matches are on its list now
        if found.log.format.is_of_teams:
            settled = [one for one in found.log.inside if one not in found.log.order]  # its team was not complete
        for player in settled:
            _give_places_back(context.store, found.log, player)
        tell_round(context, found, number)
        context.store.note_of_tournament(found.id, MADE, number)
    return noted


def _go_on_with_challenges(context: Context, found: StoredTournament, told: int) -> None:
    """Make the tables of the challenges that were accepted, and tell what has happened since so many happenings."""
    happened = found.log.ladder.happened if found.log.ladder is not None else []
    for number, one in enumerate(happened[told:], start=told + 1):
        if one.what == "accepted" and one.challenge.table is not None:
            make_table(context, found, one.challenge.table)
        tell_challenge(context, found, number, one)
        context.store.note_of_tournament(found.id, TOLD_CHALLENGES, number)


def _go_on(log: Tournament, now: int) -> Made:
    """Pair the next round, or end the tournament, once the round before is over."""
    if log.status != "running" or not log.is_round_over(now):
        return None
    if log.round < log.rounds:
        with suppress(CannotPair):
            return [pair(log, at=timestamp(now))], {}
    ended = Ended(type="ended", tournament=log.id, at=timestamp(now), standings=log.standings(final=True))
    if log.format.is_of_teams:
        ended["teams"] = log.team_standings(final=True)
    return [ended], {}


def _clear(store: Store, log: Tournament, now: int) -> Made:
    """Take out the accounts that are deleted; those that are blocked, too, before the draw and before each next round, and in
    a ladder at any time."""
    if log.status not in ("open", "running") or (log.status == "open" and log.is_settled(now)):
        return None
    is_next = log.status == "open" or log.ladder is not None or (log.round < log.rounds and log.is_round_over(now))
    players = log.active
    there = zip(players, store.accounts(players), strict=True)
    out = [player for player, one in there if one is None or (is_next and store.blocking(player) is not None)]
    at = timestamp(now)
    return [Left(type="left", tournament=log.id, at=at, player=one) for one in out], {}


def _close(context: Context, found: StoredTournament) -> StoredTournament:
    """Draw a tournament whose entries have closed, or cancel it; unchanged while its beacon's round, or a rating, is missing."""
    store, beacon, number = context.store, found.log.terms["beacon"], found.log.beacon_round

    def close(log: Tournament, now: int) -> Made:
        if log.status != "open" or (ratings is not None and log.length != length):
            return None
        secrets, at = store.tournament_secrets(log.id), timestamp(now)
        if not log.has_enough:
            return [Cancelled(type="cancelled", tournament=log.id, at=at, seed=secrets[SEED])], {}
        numbers = {str(one) for one in log.inside.values()}
        given = [secrets.get(str(one)) if str(one) in numbers else None for one in range(len(log.entered))]
        entropies = [None if one is None else unb64(one) for one in given]
        signed = None if signature is None else bytes.fromhex(signature)
        return [draw(log, unb64(secrets[SEED]), entropies, signed, at=at, ratings=ratings)], {}

    signature, ratings, length = None, None, found.log.length
    if beacon is not None and number is not None:
        if not found.log.is_settled(store.now()):
            return found
        signature = store.beacon_round(beacon, number)
        if signature is None:
            return found
    if found.log.format.is_ordered_by_rating:
        ratings = _read_ratings(store, found.log)
        if ratings is None:
            store.look_at_tournament(found.id, store.now())
            return found
    return _change(store, found.id, close)


def _read_ratings(store: Store, log: Tournament) -> Ratings | None:
    """Return the ratings of a tournament's entrants, or None while the log of results has not all of its entries, or changes."""
    size, players = store.results_head().size, log.active
    if store.result_index(entry_field(log.id, log.length - 1)) is None or store.ratings_are_stale():
        return None
    game = log.terms["rules"].partition("@")[0]
    found = zip(players, store.ratings_of(game, players), strict=True)
    ratings = {player: UNRATED if one is None else one.shown for player, one in found}
    return None if store.results_head().size != size or store.ratings_are_stale() else Ratings(size, ratings)


def make_table(context: Context, found: StoredTournament, table: DrawnTable) -> Record:
    """Make a table of a tournament with its players seated as drawn; making it again changes nothing.

    It has no owner: else the lot decided whose blocks keep others from playing on there.
    """
    terms = found.log.terms
    players = [
        one or Account(id=player, mail="", name="?")
        for player, one in zip(table["players"], context.store.accounts(table["players"]), strict=True)
    ]
    agreed = terms["absence"]
    wanted = NewTournament(
        name=found.name,
        rules=terms["rules"],
        closes=terms["closes"],
        seats=terms["seats"],
        options=terms["options"],
        pace=terms["pace"],
        absence=None if agreed is None else {"substitutes": False, "handing": False, **agreed},
        rated=terms["rated"],
    )
    admitted = check_table(context, NOBODY, _match(wanted, found.id), table["match"])
    record = open_table(context, admitted, [])
    if record.table["status"] != "lobby" or record.n > 1:
        return record

    def change(record: Record, step: Step) -> Transition | None:
        if record.n > 1 or record.table["status"] != "lobby":
            return None
        for seat, player in enumerate(players):
            sit(step, seat, seat_for(player, step.table))
        notices = [
            notice
            for seat, player in enumerate(players)
            for notice in notices_for(context, PROJECTION, step, player.id, seat, NoFacts())
        ]
        return transition(step, record, notices)

    for player in players:
        context.store.note_match(player.id, table["match"])
    return change_match(context, table["match"], change)


def _match(wanted: NewTournament, tournament: str) -> NewMatch:
    return NewMatch(
        rules=wanted.rules,
        seats=wanted.seats,
        options=wanted.options,
        title=wanted.name,
        pace=wanted.pace,
        absence=wanted.absence,
        rated=wanted.rated,
        nights=None,
        vacation=None,
        sit=False,
        tournament=tournament,
    )


def _change(store: Store, tournament: str, change: Callable[[Tournament, int], Made]) -> StoredTournament:
    """Append what ``change`` returns (None: nothing) to a tournament, until it is written; return the tournament then.

    :raises MatchError: not-found; busy. :raises BadTournament: for entries that cannot follow.
    """
    for _ in range(TRIES):
        found = load(store, tournament)
        length = found.log.length
        # The store's clock may have gone back since the last entry, and no entry is older than the one before it.
        made = change(found.log, max(store.now(), milliseconds(found.log.latest)))
        if made is None:
            return found
        entries, fields = made
        for entry in entries:
            found.log.add(entry, check=False)
        if store.extend_tournament(found.log, length, entries, fields):
            return found
    raise MatchError("busy", "many people change this tournament at once: try again")


def _check_person(account: Account) -> None:
    """Refuse bots and guests. :raises MatchError: bot-declines, guest."""
    if account.owner:
        raise MatchError("bot-declines", "tournaments are for people")
    if account.is_guest:
        raise MatchError("guest", f"tournaments are for people whose account lasts: {KEEP}")


def _check_conditions(store: Store, terms: Opened, account: Account) -> None:
    """Refuse who does not meet the entry conditions. :raises MatchError: not-admitted."""
    least, most = terms.get("least_rating", 0), terms.get("most_rating", HIGHEST_RATING)
    if (least, most) != (0, HIGHEST_RATING):
        found = store.ratings_of(terms["rules"].partition("@")[0], [account.id])[0]
        rating = UNRATED if found is None else found.shown
        if not least <= rating <= most:
            raise MatchError("not-admitted", f"it is for ratings from {least} to {most}, and yours is {rating}")
    condition = terms.get("least_reliability")
    if condition is not None and not lets_in(condition, account):
        raise MatchError("not-admitted", f"it is for people who answer {condition['percent']} % in time")


def _count(context: Context, name: str, who: str, most: tuple[int, int], said: str) -> None:
    allowance = context.store.hit(name, who, *most)
    if not allowance.allowed:
        raise CapReached("too-many-creations", f"{most[0]} {said}", allowance.reset)
