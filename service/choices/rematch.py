"""The same table once more, after a match is over: opened by the first who asks, joined by the others.

Each match has one such table, whose id is made from the match's: whoever asks first opens it and sits down, the others are
invited, and one of them who asks as well sits down there. So nothing happens twice, however often it is asked for.
"""

from dataclasses import dataclass
from typing import Literal

from engine.match.table import Table
from service.accounts.mail.mail_budgets import invited_accounts
from service.config.networks import BY_MAIL
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.errors import MatchError
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch, challenged, seat_bots
from service.matches.seating.seats import seat_of
from service.store.records import Account, Record
from service.text.names import BadName, checked

PURPOSE = "rematch"


@dataclass(frozen=True)
class PlayedAgain:
    """The table of a rematch, and what was just done: opened, joined, or nothing."""

    did: Literal["opened", "joined", "stands"]
    record: Record


def has_rematch(table: Table) -> bool:
    """Return whether a match can have a rematch: it was dealt and is over."""
    return table["status"] == "closed" and table["outcome"] is not None


def rematch_of(context: Context, match: str) -> Record | None:
    """Return the table that was opened by :func:`play_again` for a match, ``None`` if there is none yet."""
    found = (context.store.load(one) for one in _ids(context, match))
    return next((one for one in found if one is not None), None)


def play_again(context: Context, account: Account, record: Record) -> PlayedAgain:
    """Open the same table again for a player of a match that is over, with the same people and bots, or join it.

    :raises MatchError: not-seated, not-running (it is not over), and as :func:`service.matches.seating.creation.admitted` and
        :func:`service.matches.seating.lobby.join`.
    :raises AccountError: too-many-invitations. :raises CapReached: one match too many.
    """
    seat = seat_of(record.table, account.id)
    if seat is None:
        raise MatchError("not-seated", "you do not sit at this table")
    if not has_rematch(record.table):
        raise MatchError("not-running", "this match is not over")
    before = rematch_of(context, record.match)
    match = _ids(context, record.match)[0] if before is None else before.match
    if before is None or before.table["owner"] == account.id:
        if before is not None and seat_of(before.table, account.id) is not None:
            return _standing(before)
        if before is not None:
            lobby.in_lobby(before.table)
        try:
            return PlayedAgain("opened", _open(context, account, record.table, seat, match, again=before is not None))
        except MatchError as error:
            before = context.store.load(match) if error.code == "busy" else None
            if before is None:
                raise  # else somebody of the table has opened it in the same moment
    return _sit_down(context, account, record.table, before)


def _sit_down(context: Context, account: Account, table: Table, before: Record) -> PlayedAgain:
    """Take a seat at the rematch that somebody else has opened."""
    if seat_of(before.table, account.id) is not None:
        return _standing(before)
    if before.n == 1:
        _finish(context, table, before)
    invitation = before.table["invitation"]
    try:
        joined = lobby.join(context, before.match, account, seat=None, invitation=invitation)
    except MatchError:
        now = context.store.load(before.match)
        if now is None or seat_of(now.table, account.id) is None:
            raise
        return _standing(now)  # the same person has asked twice in the same moment
    return PlayedAgain("joined", joined)


def _standing(record: Record) -> PlayedAgain:
    """Return the rematch at which the player already sits. :raises MatchError: not-in-lobby, for one that was given up
    before it began."""
    if record.table["status"] == "closed" and record.table["outcome"] is None:
        raise MatchError("not-in-lobby", "this table was given up before the match began")
    return PlayedAgain("stands", record)


def _open(context: Context, account: Account, table: Table, seat: int, match: str, *, again: bool) -> Record:
    wanted = _same(context, table, seat)
    with creation.admitted(context, account, wanted, match, again=again, address=BY_MAIL) as admitted:
        bots = challenged(context, admitted, again=again)
        people = (
            invited_accounts(context, account, wanted.invite, address=BY_MAIL, bots=bots, again=again)
            if wanted.invite
            else []
        )
        made = creation.open_table(context, admitted, people)
    return seat_bots(context, made, bots)


def _finish(context: Context, table: Table, begun: Record) -> None:
    """Seat the opener and the bots before anybody else joins and takes their seats."""
    owner = context.store.account(begun.table["owner"])
    seat = None if owner is None else seat_of(table, owner.id)
    if owner is not None and seat is not None:
        _open(context, owner, table, seat, begun.match, again=True)


def _same(context: Context, table: Table, seat: int) -> NewMatch:
    """Return the same request as the page's (``rematch.js``): game, pace and people as before, everything else as
    usual."""
    others = [one for number, one in enumerate(table["seats"]) if number != seat]
    people = [str(one["player"]) for one in others if one["bot"] is None and one["player"]]
    return NewMatch(
        rules=table["rules"].partition("@")[0],
        seats=len(table["seats"]),
        options=table["options"],
        title=_title(table["title"]),
        pace=table["pace"],
        grace=table["grace"],
        visibility="private",
        bots=[one["bot"] for one in others if one["bot"] is not None],
        invite=[one for one in people if context.store.account(one) is not None],
        absence={},
        extensions={},
        pauses={},
        time_requests={},
        nights="kept" if table.get("nights") == "kept" else "ignored",
        vacation=None,
    )


def _title(stored: str) -> str:
    """Return a table's title for its rematch; empty (the game's) if the title predates a rule that refuses it."""
    try:
        return checked(stored, "title")
    except BadName:
        return ""


def _ids(context: Context, match: str) -> list[str]:
    """Return the rematch's id under today's link secret, and those under earlier secrets."""
    return [new_match_id(derived=one.derive(PURPOSE, match)) for one in context.links.all()]
