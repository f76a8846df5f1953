"""The same table once more: what the page asks for with one tap, for those who say it elsewhere.

Of each match there is one such table, whose id is made from the match's: whoever asks first opens it and sits down, the others
are invited, and one of them who asks as well sits down there. So nothing happens twice, however often it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.match.standing import Table
from service.accounts.invitations import invited_accounts
from service.context import Context
from service.matches import creation, lobby
from service.matches.challenges import challenged, seat_bots
from service.matches.creation import NewMatch
from service.matches.errors import MatchError
from service.matches.seats import seat_of
from service.signing import new_match_id
from service.store.records import Account, Record

PURPOSE = "rematch"


@dataclass(frozen=True)
class PlayedAgain:
    """The table on which a match is played again, and what was done now: opened, sat down at, or nothing any more."""

    did: Literal["opened", "joined", "stands"]
    record: Record


def has_rematch(table: Table) -> bool:
    """Return whether a match can be played again: it was dealt and is over."""
    return table["status"] == "closed" and table["outcome"] is not None


def rematch_of(context: Context, match: str) -> Record | None:
    """Return the table that was opened by :func:`play_again` for a match, ``None`` if there is none yet."""
    return context.store.load(_id(context, match))


def play_again(context: Context, account: Account, record: Record) -> PlayedAgain:
    """Open the same table for who sits at a match that is over, with the same people and bots, or sit down there.

    :raises MatchError: not-seated, not-running (it is not over), and as :func:`service.matches.creation.admitted` and
        :func:`service.matches.lobby.join`.
    :raises AccountError: too-many-invitations. :raises CapReached: one match too many.
    """
    seat = seat_of(record.table, account.id)
    if seat is None:
        raise MatchError("not-seated", "you do not sit at this table")
    if not has_rematch(record.table):
        raise MatchError("not-running", "this match is not over")
    match = _id(context, record.match)
    before = context.store.load(match)
    if before is None or before.table["owner"] == account.id:
        if before is not None and seat_of(before.table, account.id) is not None:
            return PlayedAgain("stands", before)
        if before is not None:
            lobby.in_lobby(before.table)
        try:
            return PlayedAgain("opened", _open(context, account, record.table, seat, match, again=before is not None))
        except MatchError as error:
            before = context.store.load(match) if error.code == "busy" else None
            if before is None:
                raise  # else somebody of the table has opened it in the same moment
    if seat_of(before.table, account.id) is not None:
        return PlayedAgain("stands", before)
    if before.n == 1:
        _finish(context, record.table, before)
    invitation = before.table["invitation"]
    return PlayedAgain("joined", lobby.join(context, match, account, seat=None, invitation=invitation, entropy=None))


def _open(context: Context, account: Account, table: Table, seat: int, match: str, *, again: bool) -> Record:
    wanted = _same(context, table, seat)
    with creation.admitted(context, account, wanted, match, again=again) as admitted:
        bots = challenged(context, admitted, again=again)
        invited = invited_accounts(context, account, wanted.invite, again=again) if wanted.invite else []
        at_once = {bot.id for bot in bots}
        made = creation.open_table(context, admitted, [one for one in invited if one.account not in at_once])
    return seat_bots(context, made, bots)


def _finish(context: Context, table: Table, begun: Record) -> None:
    """Let whoever opens the table, and its bots, sit down before anybody else does: who comes first would keep them from it."""
    owner = context.store.account(begun.table["owner"])
    seat = None if owner is None else seat_of(table, owner.id)
    if owner is not None and seat is not None:
        _open(context, owner, table, seat, begun.match, again=True)


def _same(context: Context, table: Table, seat: int) -> NewMatch:
    """Return what the page asks for (``rematch.js``): game, pace and people are the same, all else is as usual."""
    others = [one for number, one in enumerate(table["seats"]) if number != seat]
    people = [str(one["player"]) for one in others if one["bot"] is None and one["player"]]
    return NewMatch(
        rules=table["rules"].partition("@")[0],
        seats=len(table["seats"]),
        options=table["options"],
        title=table["title"],
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


def _id(context: Context, match: str) -> str:
    return new_match_id(derived=context.links.derive(PURPOSE, match))


__all__ = ["PlayedAgain", "has_rematch", "play_again", "rematch_of"]
