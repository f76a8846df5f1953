"""A step as input for the script ``transition``: one plan, the table, the state and the new lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.match.asking import is_joinable, last_lapsed, missed_seats, phase_for_acts
from engine.match.table import Standing, Table
from service.store import keys
from service.store.connection.scripts import TRANSITION, Call
from service.store.mail.outbox import recipient_of_notice, told
from service.store.matches.asks import asks_of
from service.store.matches.messages import message_fields
from service.store.matches.packing import pack
from service.store.matches.talk import KEPT
from service.store.records import Notice, Transition
from service.store.values import encode, number_of


def _notice_facts(notices: Sequence[Notice]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the plan entries of notices and the keys of their queues, in the order that the scripts expect."""
    entries, names = [], []
    for notice in notices:
        recipient = recipient_of_notice(notice)
        facts = {"id": notice["id"], "number": number_of(notice["id"]), "recipient": recipient}
        entry = {**facts, "send_at": notice["send_at"], **told(notice)}
        entries.append(entry)
        names += [keys.queue(recipient), keys.sent(recipient)]
    return entries, names


def transition_call(step: Transition, secrets: dict[str, str]) -> Call:
    """Return the call that writes a step, with additional ``secrets`` (by field)."""
    if not step.lines and step.acts_version is None:
        raise ValueError("acts_version is None: the log's length alone does not guard a step without lines")
    bucket = keys.bucket_of(step.match)
    notices, queues = _notice_facts(step.notices)
    table = step.table
    plan: dict[str, Any] = {
        "n": step.n,
        "last": step.n + len(step.lines),
        "head": step.head,
        "at": step.at,
        "status": table["status"],
        "decisions": {one["id"]: _compact(one, table) for one in table["standing"]},
        "erase": [f"{seat}:{decision}" for decision in step.ended for seat in range(len(table["seats"]))],
        "erase_seed": step.erase_seed,
        "seen": [number_of(one) for one in step.seen],
        "notices": notices,
        "secrets": {**secrets, **_secrets(step)},
    }
    if table["status"] == "closed":
        plan["talk_kept"] = KEPT
    if asks := asks_of(table):
        plan["asks"] = asks
    if step.result is not None:
        plan["result"] = encode(step.result)
    if step.answers:
        plan["answers"] = [list(one) for one in step.answers]
    if step.now is not None:
        plan["now"] = step.now
    if step.unparks:
        plan["unparks"] = True
    if step.acts_version is not None:
        plan["av"] = step.acts_version
    if step.basis is not None:
        plan["basis"] = step.basis.plan()
    if step.due is not None:
        plan["due"] = step.due
    if table["visibility"] == "open" and (is_joinable(table) or table["status"] == "running"):
        plan["lobby"] = table["created"] * (1 if table["status"] == "lobby" else -1)
    names = [
        keys.match(step.match),
        keys.acts(step.match),
        keys.secrets(step.match),
        keys.seen(step.match),
        keys.lines(step.match),
        keys.due(bucket),
        keys.out(bucket),
        keys.lobby(bucket),
        keys.heads(bucket),
        keys.parked(bucket),
        keys.not_before(bucket),
        keys.unlogged(bucket),
        keys.running(bucket),
        keys.asking(bucket),
        keys.talk(step.match),
        keys.results_due(bucket),
        *queues,
        keys.news(bucket),
    ]
    state = b"" if step.state is None else encode(step.state).encode()
    packed = [pack(one, table["rules"], step.match) for one in (encode(table).encode(), state, *step.lines)]
    return Call(TRANSITION, names, [encode(plan), *packed])


def _secrets(step: Transition) -> dict[str, str]:
    boxes = {f"box:{seat}:{decision}": box for (decision, seat), box in step.boxes.items()}
    hidden = {**boxes, **message_fields(step.messages)}
    return hidden if step.entropy is None else {**hidden, f"entropy:{step.entropy[0]}": step.entropy[1]}


def _holder(table: Table, seat: int) -> bool | str:
    """Return the act script's value for a seat: after a takeover, acts count only from clients that have seen it."""
    return "anew" if table["seats"][seat].get("taken_over") else True


def _compact(standing: Standing, table: Table) -> dict[str, str]:
    """Return what the act script needs to know about a decision. Seats are keys, because Lua does not distinguish an
    empty list."""
    locked = {one["seat"]: one["commitment"] for one in standing["locked"]}
    phase, missed = phase_for_acts(standing, table), missed_seats(standing, table)
    facts = {
        "head": standing["head"],
        "phase": phase,
        "sealed": standing["sealed"],
        "opened": standing["opened"] if missed else None,
        "deadline": standing["deadline"],
        "opening_ends": standing["opening_ends"],
        "grace": table["grace"],
        "release": standing["release"],
        "lapsed": last_lapsed(table, standing["id"]) or None,
        "seats": {str(seat): _holder(table, seat) for seat in standing["seats"]},
        "missed": {str(seat): step for seat, step in missed.items()} or None,
        "openers": {str(seat): locked[seat] for seat in standing["awaited"]},
    }
    return {"phase": phase, "text": encode({name: fact for name, fact in facts.items() if fact is not None})}
