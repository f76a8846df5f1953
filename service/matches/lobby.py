"""Matches before and around play: create, join, leave, start, resign.

The API writes lobby entries here, each as one transition guarded by the log head and tried again when somebody else was
quicker. Dealing, cancelling and resigning need the server seed, which only workers read: those calls record the wish
durably and make the match due; a worker carries it out a moment later.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from engine.contract import BadOptions
from engine.kit.rule_data import data_of
from engine.match.step import Seat, Step, Table
from engine.protocol.canon import b64
from engine.protocol.chance import entropy_commitment, server_seed_commitment
from engine.protocol.log import FIRST_HEAD
from engine.registry import UnknownRules, game, game_of, newest
from service.context import Context
from service.matches.caps import LOBBY_ENTRIES, CapReached, may_create, may_join
from service.matches.hold import BadHold, check_hold
from service.matches.pace import DEFAULT_PACE, BadPace, check_pace
from service.names import at_table
from service.notifications.facts import InvitedFacts, NoFacts
from service.notifications.kinds import INVITED, PROJECTION, Kind
from service.notifications.notices import about_match, waiting_time
from service.signing import new_seed
from service.store.records import Account, Creation, Notice, Record, Transition

F = TypeVar("F")

LOBBY_LIFE = 14 * 86_400_000
"""A match that has not started after this long is closed, in milliseconds."""
LONGEST_GRACE = 3_600_000
TRIES = 16
BOTS = ("steady", "random")
"""Who can sit in for people: ``steady`` plays the game's own bot, ``random`` any legal move."""

Problem = Literal[
    "not-found",
    "bad-wish",
    "not-in-lobby",
    "full",
    "seat-taken",
    "already-seated",
    "not-seated",
    "not-owner",
    "not-full",
    "invitation-wrong",
    "entropy-required",
    "not-running",
    "busy",
    "rules-superseded",
]


class TableError(Exception):
    """A wish about a match that cannot be granted; ``pointer`` names the member of the request, where there is one."""

    def __init__(self, code: Problem, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


@dataclass(frozen=True)
class Wish:
    """The match somebody wants. ``rules`` is a rules id or a game's name, which stands for its newest rules.

    ``grace`` in milliseconds; ``bots`` are names of :data:`BOTS`, ``invite`` account ids.

    ``hold`` is for how long at most answers to open decisions are held back, in milliseconds; ``None``: as the game has it.
    ``sit`` seats the owner at once, without entropy; who wants to add entropy to the draws joins afterwards.
    """

    rules: str
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    pace: dict[str, Any] = field(default_factory=lambda: dict(DEFAULT_PACE))
    grace: int = 60_000
    hold: int | None = None
    custody: Literal["any", "client"] = "any"
    entropy: Literal["optional", "required"] = "optional"
    visibility: Literal["open", "private"] = "open"
    start: Literal["when-full", "by-owner"] = "when-full"
    bots: list[str] = field(default_factory=list)
    invite: list[str] = field(default_factory=list)
    sit: bool = True


def admit(context: Context, owner: Account, wish: Wish, match: str, *, again: bool) -> None:
    """Judge a wish, then count it, before anything is done for it; who is invited is not judged here.

    A refused wish is no creation. ``again`` says that the match exists, so that its creation was counted the first time.

    :raises TableError: ``bad-wish`` with a pointer into the request; ``rules-superseded`` for rules that were corrected.
    :raises CapReached: one match too many.
    """
    _table(owner, wish, _rules(context, wish, match), match, 0)
    if not again:
        may_create(context, owner.id)


def create(context: Context, owner: Account, wish: Wish, match: str) -> Record:
    """Create an admitted match, seat its bots and (if wished) its owner; return it.

    Creating the same ``match`` again continues where a crash interrupted and changes nothing otherwise.

    :raises TableError: as :func:`admit`, which also asks for the caps.
    """
    rules_id = _rules(context, wish, match)
    table, seed = _table(owner, wish, rules_id, match, context.store.now())
    step = _step(context, table, n=0, head=b64(FIRST_HEAD), at=0, now=table["created"])
    step.write(
        "created",
        {
            "custody": table["custody"],
            "data": table["data"],
            "key": context.signer.public_key,
            "match": match,
            "options": table["options"],
            "pace": table["pace"],
            "rules": table["rules"],
            "seats": len(table["seats"]),
            "seed": server_seed_commitment(match, seed),
            **({"hold_seconds": table["hold"] // 1000} if table["hold"] else {}),
        },
    )
    invited = InvitedFacts(
        by=_called(owner, table), invitation=table["invitation"], options=table["options"], pace=table["pace"]
    )
    notices = [notice for one in wish.invite for notice in _told(context, INVITED, step, one, None, invited)]
    context.store.create(
        Creation(
            match=match,
            table=step.table,
            head=b64(step.head),
            at=step.at,
            line=step.lines[0],
            seed=b64(seed),
            due=table["created"] + LOBBY_LIFE,
            notices=notices,
        )
    )
    record = _load(context, match)
    if record.table["owner"] != owner.id:
        raise TableError("busy", "this match id belongs to somebody else: use another Idempotency-Key")
    return _settle_in(context, owner, wish, match)


def join(
    context: Context, match: str, account: Account, *, seat: int | None, invitation: str | None, entropy: bytes | None
) -> Record:
    """Take a seat (any free one for ``None``); the last seat taken starts a match that starts when full.

    :raises TableError: not-found, not-in-lobby, full, seat-taken, already-seated, invitation-wrong, entropy-required.
    :raises CapReached: one match too many, or one change of this table.
    """
    if seat_of(_load(context, match).table, account.id) is not None:
        raise TableError("already-seated", "you sit at this table already")  # not counted: nothing changes
    may_join(context, account.id, match)

    def change(record: Record, step: Step) -> Transition:
        table = record.table
        _in_lobby(table)
        if any(one["player"] == account.id for one in table["seats"]):
            raise TableError("already-seated", "you sit at this table already")
        invited = secrets.compare_digest((invitation or "").encode(), table["invitation"].encode())
        if table["visibility"] == "private" and account.id != table["owner"] and not invited:
            raise TableError("invitation-wrong", "this match is private: join with its invitation", "/invitation")
        if record.n >= LOBBY_ENTRIES:
            raise CapReached("too-many-changes", "this table has seen too many people come and go: make another")
        if table["entropy"] == "required" and entropy is None:
            raise TableError("entropy-required", "this match wants 32 random bytes from every seat", "/entropy")
        place = _free_seat(table, seat)
        _sit(step, place, Seat(player=account.id, name=_called(account, table), bot=None), entropy)
        notices = _told(context, PROJECTION, step, account.id, place, NoFacts())
        return _transition(step, record, notices, (place, b64(entropy)) if entropy is not None else None)

    record = _change(context, match, change)
    context.store.note_match(account.id, match)
    return record


def leave(context: Context, match: str, account: Account) -> Record:
    """Give the seat back while the match is in the lobby; the owner's leaving cancels it.

    :raises TableError: not-found, not-in-lobby, not-seated.
    """

    def change(record: Record, step: Step) -> Transition:
        _in_lobby(record.table)
        seat = seat_of(record.table, account.id)
        if seat is None and account.id != record.table["owner"]:
            raise TableError("not-seated", "you do not sit at this table")
        if seat is not None:
            step.write("left", {"seat": seat})
            _set_seat(step, seat, Seat(player=None, name="", bot=None))
        if account.id == record.table["owner"]:
            step.table["request"] = "cancel"
        return _transition(step, record, entropy=None if seat is None else (seat, ""))

    record = _change(context, match, change)
    if account.id != record.table["owner"]:
        context.store.forget_match(account.id, match)
    return record


def start(context: Context, match: str, account: Account) -> Record:
    """Ask a worker to deal; :raises TableError: not-found, not-in-lobby, not-owner, not-full."""

    def change(record: Record, step: Step) -> Transition:
        _in_lobby(record.table)
        if account.id != record.table["owner"]:
            raise TableError("not-owner", "only who created the match starts it")
        if any(one["player"] is None for one in record.table["seats"]):
            raise TableError("not-full", "not every seat is taken: invite somebody, or create it with bots")
        step.table["request"] = "start"
        return _transition(step, record)

    return _change(context, match, change)


def resign(context: Context, match: str, account: Account) -> Record:
    """Give the match up; :raises TableError: not-found, not-running, not-seated."""

    def change(record: Record, step: Step) -> Transition:
        if record.table["status"] != "running":
            raise TableError("not-running", "only a running match can be resigned")
        seat = seat_of(record.table, account.id)
        if seat is None:
            raise TableError("not-seated", "you do not sit at this table")
        if seat not in record.table["resigning"]:
            step.table["resigning"] = [*record.table["resigning"], seat]
        return _transition(step, record, due=record.now)

    return _change(context, match, change)


def seat_of(table: Table, account: str) -> int | None:
    """Return where the account sits, or ``None``."""
    return next((number for number, seat in enumerate(table["seats"]) if seat["player"] == account), None)


def _rules(context: Context, wish: Wish, match: str) -> str:
    """Return the rules id a new match is played by: the newest of the game, never one that was corrected since."""
    try:
        current = newest(wish.rules)
    except UnknownRules:
        raise TableError("bad-wish", "unknown rules: see GET /v1/rules", "/rules") from None
    if wish.rules in (current, current.partition("@")[0]):
        return current
    if context.store.load(match) is not None:  # the wish is repeated: it was granted before the rules were corrected
        return wish.rules
    name = current.partition("@")[0]
    message = f"{wish.rules} was corrected: name {current}, or {name} for whatever is newest"
    raise TableError("rules-superseded", message, "/rules")


def _table(owner: Account, wish: Wish, rules_id: str, match: str, now: int) -> tuple[Table, bytes]:
    rules = game(rules_id)
    if wish.seats not in rules.rules.seats:
        raise TableError("bad-wish", f"{rules_id} is for {list(rules.rules.seats)} seats", "/seats")
    if len(wish.bots) >= wish.seats + (not wish.sit):
        raise TableError("bad-wish", "a match needs at least one seat for a person", "/bots")
    for number, bot in enumerate(wish.bots):
        if bot not in BOTS:
            raise TableError("bad-wish", f"bots are {', '.join(BOTS)}", f"/bots/{number}")
    if wish.entropy == "required" and (wish.bots or wish.sit):
        message = (
            "a match that demands entropy has no bots, and its owner joins with entropy like everybody (sit: false)"
        )
        raise TableError("bad-wish", message, "/entropy")
    if wish.custody == "client" and wish.bots:
        raise TableError(
            "bad-wish", "bots seal with escrow custody: leave custody at 'any' or take no bots", "/custody"
        )
    if not 0 <= wish.grace <= LONGEST_GRACE:
        raise TableError("bad-wish", "grace is from 0 to 3600 seconds", "/grace_seconds")
    try:
        options = rules.options(wish.options, wish.seats)
        pace = check_pace(wish.pace)
        hold = check_hold(wish.hold, pace, rules.rules, only_bots=len(wish.bots) >= wish.seats - 1)
    except BadOptions as error:
        raise TableError("bad-wish", error.message, "/options" + error.pointer) from error
    except BadPace as error:
        raise TableError("bad-wish", error.message, "/pace" + error.pointer) from error
    except BadHold as error:
        raise TableError("bad-wish", str(error), "/hold_seconds") from error
    empty = Seat(player=None, name="", bot=None)
    table = Table(
        match=match,
        title=wish.title or rules.rules.title,
        rules=rules_id,
        data=data_of(rules.rules, options),
        options=options,
        seats=[empty] * wish.seats,
        custody=wish.custody,
        entropy=wish.entropy,
        pace=pace,
        grace=wish.grace,
        hold=hold,
        visibility=wish.visibility,
        invitation=secrets.token_urlsafe(16),
        start=wish.start,
        status="lobby",
        request="",
        resigning=[],
        owner=owner.id,
        created=now,
        standing=[],
        marks=[],
        labels=[],
        outcome=None,
        over=None,
    )
    return table, new_seed()


def _settle_in(context: Context, owner: Account, wish: Wish, match: str) -> Record:
    """Seat the owner and the bots of a match that was just created, unless a first try has done so already."""

    def change(record: Record, step: Step) -> Transition | None:
        if record.n > 1 or record.table["status"] != "lobby" or not (wish.sit or wish.bots):
            return None
        if wish.sit:
            _sit(step, 0, Seat(player=owner.id, name=_called(owner, step.table), bot=None), None)
        for bot in wish.bots:
            place = _free_seat(step.table, None)
            _sit(step, place, Seat(player=f"bot:{bot}", name=f"{bot.title()} (bot)", bot=bot), None)
        notices = _told(context, PROJECTION, step, owner.id, 0, NoFacts())
        return _transition(step, record, notices)

    record = _change(context, match, change)
    context.store.note_match(owner.id, match)
    return record


def _sit(step: Step, place: int, seat: Seat, entropy: bytes | None) -> None:
    body: dict[str, Any] = {"player": seat["player"], "seat": place}
    if entropy is not None:
        body["entropy"] = entropy_commitment(step.table["match"], place, entropy)
    step.write("joined", body)
    _set_seat(step, place, seat)
    if step.table["start"] == "when-full" and all(one["player"] is not None for one in step.table["seats"]):
        step.table["request"] = "start"


def _called(account: Account, table: Table) -> str:
    """Return what the account is called among those who sit at the table."""
    return at_table(account.name, tuple(one["name"] for one in table["seats"] if one["player"] is not None))


def _set_seat(step: Step, place: int, seat: Seat) -> None:
    seats = list(step.table["seats"])
    seats[place] = seat
    step.table["seats"] = seats


def _free_seat(table: Table, wanted: int | None) -> int:
    free = [number for number, seat in enumerate(table["seats"]) if seat["player"] is None]
    if not free:
        raise TableError("full", "every seat is taken")
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise TableError("seat-taken", f"that seat is not free; free are {free}")
    return wanted


def _in_lobby(table: Table) -> None:
    if table["status"] != "lobby" or table["request"]:
        raise TableError("not-in-lobby", "this match has started or is over")


def _step(context: Context, table: Table, *, n: int, head: str, at: int, now: int) -> Step:
    return Step(
        game_of(table),
        table,
        None,
        n=n,
        head=head,
        at=at,
        now=now,
        sign=lambda number, raw: context.signer.sign_head(table["match"], number, raw),
    )


def _transition(
    step: Step,
    record: Record,
    notices: list[Notice] | None = None,
    entropy: tuple[int, str] | None = None,
    due: int | None = None,
) -> Transition:
    table = step.table
    if due is None:
        due = record.now if table["request"] else table["created"] + LOBBY_LIFE
    return Transition(
        match=record.match,
        n=record.n,
        acts_version=record.acts_version,
        table=table,
        head=b64(step.head),
        at=step.at if step.lines else record.at,
        lines=step.lines,
        due=due,
        notices=notices or [],
        entropy=entropy,
        state=record.state,
    )


def _change(context: Context, match: str, change: Callable[[Record, Step], Transition | None]) -> Record:
    for _ in range(TRIES):
        record = _load(context, match)
        step = _step(context, record.table, n=record.n, head=record.head, at=record.at, now=record.now)
        transition = change(record, step)
        if transition is None:
            return record
        if context.store.transition(transition):
            return _load(context, match)
    raise TableError("busy", "many people change this match at once: try again")


def _load(context: Context, match: str) -> Record:
    record = context.store.load(match)
    if record is None:
        raise TableError("not-found", "there is no such match")
    return record


def _told(context: Context, kind: Kind[F], step: Step, account: str, seat: int | None, facts: F) -> list[Notice]:
    wait = waiting_time(kind.urgency, context.settings.hold_off)
    return about_match(kind, step, account, seat, facts, at=step.at, wait=wait)


__all__ = ["BOTS", "TableError", "Wish", "admit", "create", "join", "leave", "resign", "seat_of", "start"]
