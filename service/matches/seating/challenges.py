"""Challenging bots: a bot account invited to a new match sits down at once if it accepts the challenge."""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.table import Table
from service.bot_policy import declines
from service.context import Context
from service.matches.errors import MatchError
from service.matches.seating import lobby
from service.matches.seating.creation import Admitted
from service.store.records import Account, Record


def challenged(context: Context, admitted: Admitted, *, again: bool) -> list[Account]:
    """Return the bot accounts among those invited to a match about to be created.

    :param again: whether the match exists, so that they have accepted before.
    :raises MatchError: ``bot-declines``, ``invalid``, with a pointer.
    """
    wanted = admitted.wanted
    found = bots_among(context, admitted.table, wanted.invite, again=again)
    if not again and len(found) > wanted.seats - len(wanted.bots) - wanted.sit:
        raise MatchError("invalid", "there are not enough seats for all the bots", "/invite")
    return found


def bots_among(context: Context, table: Table, invite: Sequence[str], *, again: bool = False) -> list[Account]:
    """Return the bot accounts among those invited, checking that they accept the challenge.

    :raises MatchError: as :func:`challenged`.
    """
    found: list[Account] = []
    for number, one in enumerate(invite):
        bot = None if "@" in one else context.store.account(one)
        if bot is None or not bot.owner or bot in found:
            continue
        if again:
            found.append(bot)
            continue
        place = f"/invite/{number}"
        if table["entropy"] == "required":
            message = "bots cannot be challenged to a match that demands entropy from every seat"
            raise MatchError("invalid", message, place)
        if table.get("rated"):
            raise MatchError("invalid", "a rated table is for people: challenge no bots, or leave 'rated' out", place)
        if context.store.blocking(bot.id) is not None or context.store.has_blocked(bot.owner, table["owner"]):
            raise MatchError("bot-declines", "this bot accepts no challenges at present", place)
        why = declines(bot, table["rules"].partition("@")[0], context.store.count_unfinished(bot.id))
        if why is not None:
            raise MatchError("bot-declines", why, place)
        found.append(bot)
    return found


def seat_bots(context: Context, record: Record, challenged: Sequence[Account]) -> Record:
    """Seat the challenged bots; one that has a seat already stays.

    :raises MatchError: as :func:`service.matches.seating.lobby.join`. :raises CapReached: the bot has too many matches.
    """
    invitation = record.table["invitation"]
    for bot in challenged:
        try:
            record = lobby.join(context, record.match, bot, seat=None, invitation=invitation)
        except MatchError as error:
            if error.code not in ("already-seated", "not-in-lobby"):  # a repetition of a request that was cut off
                raise
    return record
