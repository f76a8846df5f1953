"""Changing a match outside its decisions: read it, write one guarded transition, retry if another writer was quicker."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from engine.match.step import Step
from engine.match.table import Table
from engine.protocol.canon import b64
from engine.registry import game_of
from service.context import Context
from service.matches.errors import ActErrorCode, MatchError
from service.notifications.events import announce
from service.notifications.kind import Kind
from service.notifications.notices import about_match, waiting_time
from service.store.records import Notice, Record, Transition

F = TypeVar("F")
LOBBY_LIFE = 14 * 86_400_000
"""How long, in milliseconds, a match may wait before it is closed without having started."""
TRIES = 16
TRIES_OF_ACTS = 5
OVERTAKEN: tuple[ActErrorCode, ...] = ("conflict", "stale")
"""Refusals of an act after which it may be checked again in the match's new state."""


def change_match(context: Context, match: str, change: Callable[[Record, Step], Transition | None]) -> Record:
    """Apply ``change`` to the current match, until its transition is written; return the match right afterwards.

    ``None`` from ``change`` means that nothing is to be written. The returned match does not include what workers have
    done since: a player who has just made a statement may have lost the seat by now, but gets a receipt all the same.

    :raises MatchError: not-found, and busy when others were quicker every time.
    """
    for _ in range(TRIES):
        record = load_match(context, match)
        step = new_step(context, record.table, n=record.n, head=record.head, at=record.at, now=record.now)
        written = change(record, step)
        if written is None:
            return record
        if context.store.transition(written):
            announce(context.store, context.settings.queue_url, [written])
            n = written.n + len(written.lines)
            return replace(
                record, n=n, head=written.head, at=written.at, table=written.table, state=written.state, due=written.due
            )
    raise MatchError("busy", "many people change this match at once: try again")


def load_match(context: Context, match: str) -> Record:
    """Return a match. :raises MatchError: not-found."""
    record = context.store.load(match)
    if record is None:
        raise MatchError("not-found", "there is no such match")
    return record


def tries_of_act(context: Context, record: Record, seat: int) -> Iterator[Record]:
    """Yield the match for a seat's act, then its newer states a few times, until somebody else has the seat."""
    player = record.table["seats"][seat]["player"]
    for _ in range(TRIES_OF_ACTS):
        yield record
        now = context.store.load(record.match)
        if now is None or now.table["seats"][seat]["player"] != player:
            return
        record = now


def new_step(context: Context, table: Table, *, n: int, head: str, at: int, now: int) -> Step:
    """Return a step of the match machine that starts at the table's state and signs with the match's key."""
    signer = context.signers.of(table)
    return Step(
        game_of(table),
        table,
        None,
        n=n,
        head=head,
        at=at,
        now=now,
        sign=lambda number, raw: signer.sign_head(table["match"], number, raw),
    )


def transition(
    step: Step,
    record: Record,
    notices: list[Notice] | None = None,
    entropy: tuple[int, str] | None = None,
    due: int | None = None,
    boxes: dict[tuple[str, int], str] | None = None,
) -> Transition:
    """Return a step's results as one transition of the record.

    ``entropy`` is a seat's, base64url; ``boxes`` are sealed, by (decision, seat). Empty text erases either.
    """
    table = step.table
    if due is None:
        due = record.now if table["request"] else table["created"] + LOBBY_LIFE
    return replace(
        of_table_alone(record, table, due),
        head=b64(step.head),
        at=step.at if step.lines else record.at,
        lines=step.lines,
        notices=notices or [],
        entropy=entropy,
        boxes=boxes or {},
        state=record.state,
    )


def of_table_alone(record: Record, table: Table, due: int | None) -> Transition:
    """Return a transition that changes only the table; ``due``: when the clock looks at the match again (ms)."""
    return Transition(
        match=record.match,
        n=record.n,
        acts_version=record.acts_version,
        basis=record.basis,
        table=table,
        head=record.head,
        at=record.at,
        due=due,
        now=record.now,
    )


def notices_for(
    context: Context, kind: Kind[F], step: Step, account: str, seat: int | None, facts: F, *, occasion: str = ""
) -> list[Notice]:
    """Return what an account is told about the step; ``occasion`` as for :func:`about_match`."""
    wait = waiting_time(kind.urgency, context.settings.hold_off)
    return about_match(kind, step, account, seat, facts, at=step.at, wait=wait, occasion=occasion)
