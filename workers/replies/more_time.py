"""More time by mail: taking an extension, or asking the others for one; neither is done twice for the same mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from service.context import Context
from service.matches.matters import Matter, asks_for_time, more_time_for
from service.matches.numbering import Numbered
from service.store.records import Account, Record
from service.store.replies import ReplyNote
from workers.replies.commands import Order
from workers.replies.grammar import Picks
from workers.replies.matters_said import WORDS
from workers.replies.out_of_place import say_about
from workers.replies.outcome import Note, Outcome, Trouble


def began_before(context: Context, account: Account, record: Record, seat: int, before: ReplyNote) -> Outcome | None:
    """Return what became of more time that this very mail was about to take, or to ask for, when it came before; ``None``: it was
    about something else."""
    if before.extensions:
        return _more_time(context, account, record, seat, before.extensions)
    return _ask(context, account, record, seat, before.requests) if before.requests else None


def take_time(
    context: Context, account: Account, record: Record, seat: int, wanted: Picks, asked: Sequence[Numbered], note: Note
) -> Outcome:
    """Take more time, or ask for it, for the most urgent question that allows it; beside nothing that acts as well."""
    besides = wanted.orders & ({"undo"} | (WORDS.keys() - {"here"}))
    if wanted.numbers or besides or {"time", "ask"} <= wanted.orders:
        return Outcome(record, trouble="time-alone", orders=wanted.orders, asked=asked)
    ids = {one.standing["id"] for one in asked}
    if "ask" in wanted.orders:
        return _ask_the_others(context, account, record, seat, wanted, asked, note)
    matter = next((one for one in more_time_for(record, seat) if one.decision in ids), None)
    if matter is None:
        may_ask = any(one.decision in ids for one in asks_for_time(record, seat))
        most = record.table["time_requests"]["agreed"]["seconds"] if may_ask else 0
        return Outcome(record, trouble="no-time", orders=wanted.orders, asked=asked, most=most)
    extensions = {matter.decision: matter.seq}
    note({}, extensions)
    return _more_time(context, account, record, seat, extensions, orders=wanted.orders)


def _ask_the_others(
    context: Context, account: Account, record: Record, seat: int, wanted: Picks, asked: Sequence[Numbered], note: Note
) -> Outcome:
    """Ask the others for more time, for the most urgent question of the letter for which the seat may."""
    ids = {one.standing["id"] for one in asked}
    matter = next((one for one in asks_for_time(record, seat) if one.decision in ids), None)
    if matter is None:
        return Outcome(record, trouble="no-asking", orders=wanted.orders, asked=asked)
    most = record.table["time_requests"]["agreed"]["seconds"]
    if not 1 <= wanted.seconds <= most:
        trouble: Trouble = "ask-too-much" if wanted.seconds > most else "ask-how-much"
        return Outcome(record, trouble=trouble, orders=wanted.orders, asked=asked, most=most)
    requests = {matter.decision: [matter.seq, wanted.seconds]}
    note({}, None, requests)
    return _ask(context, account, record, seat, requests, orders=wanted.orders)


def _ask(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    requests: Mapping[str, Sequence[int]],
    orders: frozenset[Order] = frozenset(),
) -> Outcome:
    """Make requests for more time by decision, number and seconds; one that this very mail made before is not made twice."""
    done = []
    for decision, (seq, seconds) in requests.items():
        standing = next((one for one in record.table["standing"] if one["id"] == decision), None)
        matter = Matter("ask", seat, "", ("ask-1",), None, decision, seq, seconds=seconds)
        became = replace(say_about(context, account, record, seat, matter, "ask-1"), standing=standing)
        done.append(replace(became, refused="no-asking") if became.refused == "no-time-request" else became)
    return Outcome(context.store.load(record.match) or record, done, orders=orders)


def _more_time(
    context: Context,
    account: Account,
    record: Record,
    seat: int,
    extensions: Mapping[str, int],
    orders: frozenset[Order] = frozenset(),
) -> Outcome:
    """Take extensions by decision and number; one that this very mail took before is not taken twice."""
    done = []
    for decision, seq in extensions.items():
        standing = next((one for one in record.table["standing"] if one["id"] == decision), None)
        matter = Matter("time", seat, "", ("time",), None, decision, seq)
        done.append(replace(say_about(context, account, record, seat, matter, "time"), standing=standing))
    return Outcome(context.store.load(record.match) or record, done, orders=orders)


__all__ = ["began_before", "take_time"]
