"""Do all that is due in a match in one step: read a record, go through the phases, return a transition.

No rules, no store, no clock here: time is the record's, the rules are the engine's. Everything that a match needs now goes
into one transition guarded by the log head and by the number of acts, so that an act that arrives meanwhile either counts
or finds the decision locked. What is done in which order: :mod:`workers.resolve.phases`.
"""

from __future__ import annotations

from functools import partial

from engine.match.open_answers import OpenAnswers
from engine.match.standing import last_lapsed
from engine.match.step import Step
from engine.match.stopping import is_to_be_stopped
from engine.match.table import Standing
from engine.protocol.canon import b64, unb64
from engine.registry import game_of
from service.context import Context
from service.keys.signing import new_seed
from service.matches.absence.fair_hours import FairHours
from service.notifications.collection import News
from service.notifications.said_ahead import keep_settled, settled_in
from service.store.records import Record, Transition
from workers.resolve.answered import answers_in
from workers.resolve.messages import disclosed, unheard
from workers.resolve.next_look import next_look
from workers.resolve.openings import Resolution, orders_in_force, published_salts, set_by_holder
from workers.resolve.phases import take_step
from workers.resolve.seat_signatures import signed_answer
from workers.resolve.stopping import stop


def step_due(context: Context, record: Record) -> Transition:
    """Return the transition that does everything the match needs at ``record.now``, and says when to look again."""
    if is_to_be_stopped(record.table):
        return stop(context, record, _log_time(record))
    return _step_on(context, record)


def _step_on(context: Context, record: Record) -> Transition:
    table = record.table
    signer = context.signers.of(table)
    step = Step(
        game_of(table),
        table,
        record.state,
        n=record.n,
        head=record.head,
        at=record.at,
        now=_log_time(record),
        sign=lambda n, head: signer.sign_head(record.match, n, head),
    )
    step.disclosures = disclosed(record)  # whatever ends the match
    # A match that is over may be looked at once more, by whoever had seen it due; its seed is erased.
    if table["status"] != "closed":
        assert record.seed is not None
        step.open_answers = OpenAnswers(
            unb64(record.seed), new_seed, partial(_last_seq, record, step), partial(signed_answer, record)
        )
    resolution = Resolution(
        context,
        record,
        step,
        News(context.settings.hold_off, record.now),
        FairHours(context.store),
        orders=orders_in_force(context, record),
    )
    take_step(resolution)
    closed = step.table["status"] == "closed"
    resolution.seen += published_salts(step.entries)
    own = {seat: orders for seat, orders in resolution.orders.items() if set_by_holder(record, step.table, seat)}
    settled = settled_in(step, own)
    news = resolution.news.notices(step, settled)
    keep_settled(step, settled)
    return Transition(
        match=record.match,
        n=record.n,
        table=step.table,
        head=b64(step.head),
        at=step.at if step.lines else record.at,
        lines=step.lines,
        acts_version=record.acts_version,
        basis=record.basis,
        state=step.state,
        due=None if closed else next_look(resolution),
        ended=[*step.ended, *resolution.dropped],
        erase_seed=closed,
        seen=resolution.seen,
        notices=news,
        boxes=resolution.boxes,
        messages=[*resolution.messages, *(unheard(record, resolution.messages) if closed else [])],
        unparks=True,
        answers=answers_in(step),
        now=record.now,
    )


def _log_time(record: Record) -> int:
    """Return the time of what is written now (ms): never before an act that it goes by, not even after the clock went back."""
    resigned = (one["received"] for one in record.table.get("resignations", []))
    return max([record.now, *(act.received for act in record.acts.values()), *resigned])


def _last_seq(record: Record, step: Step, standing: Standing, seat: int) -> int:
    """Return the number of the seat's last act in an open decision, one that was taken back included; 0 without any."""
    act = record.acts.get((standing["id"], seat))
    return last_lapsed(step.table, standing["id"]) if act is None else act.seq
