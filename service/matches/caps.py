"""Caps on what one account may have and change: matches, those in the lobby, seats taken and given back.

Every match, log entry and used salt is kept for good on a disk that all players share, so nobody may make an unlimited number of
them. The caps are far beyond what a person plays; the installation's setting that turns rate limits off turns them off, too.

Each is counted in the step that uses it up (a place is reserved before a match is made), so parallel requests get no more
than the same requests in a row.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from engine.kit.foresight import THINKING
from service.config.operator_caps import cap, common_budgets, usual
from service.context import Context
from service.store.connection.connect import StoreUnavailable
from service.store.records import Account

MOST_UNFINISHED = usual(None, "unfinished")
"""The most matches of an account that wait for players or run."""
MOST_OF_GUEST = 3
"""The same for a guest account."""
MOST_THINKING = 20
"""The most seats of bots that think, in unfinished matches that an account has created: each move of theirs costs seconds."""
MOST_THINKING_OF_GUEST = 4
"""The same for a guest account."""
MOST_BOTS = 8
"""The most bots that take seats in a new match."""
MOST_TABLES = usual(None, "tables")
"""The most matches that an account has created and that still wait for players."""
CREATIONS = (usual(None, "creations"), 86_400)
"""Matches created, in how many seconds."""
CREATIONS_OF_GUEST = 10
"""The same for a guest account."""
SEATS_TAKEN = (5, 30 * 86_400)
"""How often an account may sit down at the same table, per seconds: by coming and going, few would close it to others."""
LOBBY_ENTRIES = 400
"""The most log entries of a match that has not started; beyond them no new players sit down."""

MOST_WORDS = 500
"""How often one seat of a match may change its statements in each matter: pauses, more time for others, absences."""
ENOUGH = {
    "all": "all players together have made enough matches today",
    "newcomers": "new players together have made enough matches today",
    "guests": "all guests together have made enough matches today",
}
ENOUGH_OF_NETWORK = "new players and guests of your network have made enough matches today"
ENOUGH_SAID = f"you have said so {MOST_WORDS} times in this match, which is all that it keeps: your last word stands"

CapCode = Literal["too-many-matches", "too-many-creations", "too-many-changes"]


class Created(NamedTuple):
    """The matches that an account may create within ``window`` seconds, how many are left, and when all are again (s)."""

    most: int
    window: int
    remaining: int
    reset: int


class CapReached(Exception):
    """A request that would exceed a cap. ``retry_after`` in seconds where waiting helps; ``pointer`` to a field to change."""

    def __init__(self, code: CapCode, message: str, retry_after: int | None = None, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after
        self.pointer = pointer


@contextmanager
def place_to_create(
    context: Context, owner: Account, match: str, bots: Sequence[str], address: str
) -> Iterator[Created | None]:
    """Context for creating a match with these bots: refuse one too many and count the creation; a failure inside releases
    the place.

    Yields how many more may be created, None if they are not counted. Not to be used when a creation is repeated.

    :param address: network address of the caller, for the share of its network.
    :raises CapReached: too-many-matches, too-many-creations.
    """
    if not context.settings.rate_limits:
        yield None
        return
    account = owner.id
    with _place(context, owner, match, _cap(context, "tables", account, MOST_TABLES)):
        _check_thinking(context, owner, match, sum(one in THINKING for one in bots))
        yield _count_created(context, owner, 1, address)


def _check_thinking(context: Context, owner: Account, match: str, wanted: int) -> None:
    """Refuse bots that think if their owner has too many. :raises CapReached: too-many-matches.

    Each match being created holds a place (:func:`_place`) and counts as full of such bots.
    """
    if not wanted:
        return
    most, store = MOST_THINKING_OF_GUEST if owner.is_guest else MOST_THINKING, context.store
    begun = store.places_of(owner.id) - {match}  # read before the list, which has each of them before its place is free
    tables = [one for one in store.tables_among(store.unfinished_of(owner.id)) if one["owner"] == owner.id]
    seats = [one for table in tables if table["match"] not in begun for one in table["seats"]]
    if wanted + sum(one["bot"] in THINKING for one in seats) + MOST_BOTS * len(begun) > most:
        message = (
            f"{most} seats of bots that think are allowed in your unfinished matches: finish some, or take `steady`"
        )
        raise CapReached("too-many-matches", message, pointer="/bots")


@contextmanager
def place_to_join(context: Context, player: Account, match: str) -> Iterator[None]:
    """Context for taking a seat: refuse one match too many, or too many changes at the same table.

    :raises CapReached: too-many-matches, too-many-changes.
    """
    if not context.settings.rate_limits:
        yield
        return
    with _place(context, player, match, None):
        allowance = context.store.hit("seats-taken", f"{player.id} {match}", *SEATS_TAKEN)
        if not allowance.allowed:
            message = f"you have sat down at this table {SEATS_TAKEN[0]} times: wait, or join another"
            raise CapReached("too-many-changes", message, allowance.reset)
        yield


def keep_places_in_tournament(
    context: Context, player: Account, place: str, *, matches: int, seats: int, wait: int, address: str
) -> None:
    """Keep places for all matches that a tournament may bring, and count the player's share of them as created.

    They begin at once, or while earlier rounds' are late, so the account must have room; its entrants make them together.

    :param place: the tournament's id, a colon, and which entry of the player it is.
    :param matches: the most that the player may get there, at tables of so many ``seats``.
    :param wait: milliseconds until all of them have begun at the latest.
    :param address: network address of the caller, for the share of its network.
    :raises CapReached: too-many-matches, too-many-creations.
    """
    if not context.settings.rate_limits:
        return
    store, account, unfinished = context.store, player.id, _cap(context, "unfinished", player.id, MOST_UNFINISHED)
    if store.keep_place(account, place, f"+{matches}", matches=unfinished, kept=wait) is not None:
        message = (
            f"{unfinished} unfinished matches are allowed, and this tournament may bring {matches}, "
            "besides those of others that you have entered: finish some, or withdraw from one of these"
        )
        raise CapReached("too-many-matches", message)
    try:
        _count_created(context, player, -(-matches // seats), address)
    except CapReached:
        store.give_place_back(account, place, f"+{matches}", exists=True)
        raise


def _count_created(context: Context, owner: Account, count: int, address: str) -> Created:
    """Count matches as created by an account, its network and all. :raises CapReached: too-many-creations."""
    most = CREATIONS_OF_GUEST if owner.is_guest else _cap(context, "creations", owner.id, CREATIONS[0])
    allowance = context.store.hit("creations", owner.id, most, CREATIONS[1], count)
    if not allowance.allowed:
        message = f"{most} matches a day are allowed"
        if count > 1:
            message = f"{most} matches a day are allowed, and this tournament counts as {count}"
        raise CapReached("too-many-creations", message, allowance.reset)
    common = _cap(context, "creations-of-all")
    budgets = common_budgets(context.store, owner, "creations-of-all", common, CREATIONS[1], address)
    spent = context.store.spend(budgets, count)
    if spent is not None:
        raise CapReached("too-many-creations", ENOUGH.get(spent.budget.who, ENOUGH_OF_NETWORK), spent.seconds)
    return Created(most, CREATIONS[1], allowance.remaining, allowance.reset)


def _cap(context: Context, name: str, account: str = "", otherwise: int | None = None) -> int:
    return cap(context.store, context.settings, name, account, otherwise)


@contextmanager
def _place(context: Context, player: Account, match: str, tables: int | None) -> Iterator[None]:
    """Reserve a place until the block has put the match on the account's list, or failed."""
    store, mark, account = context.store, secrets.token_hex(8), player.id
    unfinished = MOST_OF_GUEST if player.is_guest else _cap(context, "unfinished", account, MOST_UNFINISHED)
    full = store.keep_place(account, match, mark, matches=unfinished, tables=tables)
    if full == "matches":
        message = f"you have {unfinished} matches that are not over: finish, resign or cancel one first"
        raise CapReached("too-many-matches", message)
    if full == "tables":
        message = f"{tables} of your matches wait for players: cancel one, or start one"
        raise CapReached("too-many-matches", message)
    try:
        yield
    except StoreUnavailable:
        raise  # nobody knows what was done: the place is kept until its time is over
    except BaseException:
        store.give_place_back(account, match, mark, exists=False)
        raise
    store.give_place_back(account, match, mark, exists=True)
