"""Do everything due in a match in one step: read a record, run the phases, return a transition.

No rules, no store, no clock here: time is the record's, the rules are the engine's. Everything that a match needs now
goes into one transition guarded by the log head and by the number of acts, so that an act that arrives meanwhile either
counts or finds the decision locked. For the order see :mod:`workers.resolve.phases`.

The end of a match by the operator (recorded in its log if the log can express it, otherwise only at its table) comes
before everything else in a step and does not involve the rules, which may be at fault. Nothing sealed is opened any
more, and no decision or request is carried out.
"""

from functools import partial
from typing import cast

from engine.contract import Game
from engine.match.asking import last_lapsed
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.step import OpenAnswers, Step, is_to_be_stopped, reason_in_log
from engine.match.table import Seat, Standing
from engine.protocol.agreements import STOPPED
from engine.protocol.canon import b64, unb64
from engine.protocol.log import too_late_from
from engine.registry import game_of
from engine.standings.results import Result, Scored, result_of
from service.context import Context
from service.keys.signing import new_seed
from service.matches.absence.fair_hours import FairHours
from service.matches.changes import LOBBY_LIFE
from service.notifications.collection import News
from service.notifications.facts import OverFacts
from service.notifications.kinds import OVER
from service.notifications.notices import about_match, waiting_time
from service.notifications.said_ahead import keep_settled, settled_in
from service.store.records import Answered, Notice, Record, Transition
from workers.resolve.absence import next_look_of_absence
from workers.resolve.bots import is_for_bots, is_unanswered, next_thought, thinks, waits_until
from workers.resolve.deciding import reminders_of, signed_answer
from workers.resolve.openings import Resolution, orders_in_force, published_salts, set_by_holder
from workers.resolve.phases import disclosed, take_step, unheard
from workers.resolve.releases import next_order
from workers.resolve.seeding import next_look_of_seeding
from workers.resolve.time_back import next_look_of_vacations


def stop(context: Context, record: Record, at: int) -> Transition:
    """Return the transition that ends a match at this time (ms)."""
    signer, why = context.signers.of(record.table), record.table["stopped"]["why"]
    step = Step(
        cast("Game", None),  # closing asks the rules nothing
        record.table,
        record.state,
        n=record.n,
        head=record.head,
        at=record.at,
        now=at,
        sign=lambda n, head: signer.sign_head(record.match, n, head),
    )
    step.table["request"] = ""
    reason = reason_in_log(record.table)
    if reason is None or record.seed is None:
        step.end(None, STOPPED)
    else:
        step.disclosures = disclosed(record)
        step.close(None, reason, unb64(record.seed), why=why if reason == STOPPED else None)
    news = _news(context, record, step)
    return Transition(
        match=record.match,
        n=record.n,
        table=step.table,
        head=b64(step.head),
        at=step.at,
        lines=step.lines,
        acts_version=record.acts_version,
        basis=record.basis,
        state=record.state,
        due=None,
        ended=step.ended,
        erase_seed=True,
        notices=news,
        messages=unheard(record),
        unparks=True,
        now=record.now,
    )


def _news(context: Context, record: Record, step: Step) -> list[Notice]:
    """Write news for everybody at the table, and for its owner, who may have no seat."""
    news = News(context.settings.hold_off, record.now)
    news.over(step)
    owner, told = step.table["owner"], news.notices(step)
    if owner and all(one["account"] != owner for one in told):
        facts = OverFacts(outcome=None, reason=step.table["over"], why=step.table["stopped"]["why"])
        wait = waiting_time(OVER.urgency, context.settings.hold_off)
        told += about_match(OVER, step, owner, None, facts, at=record.now, wait=wait)
    return told


def answers_in(step: Step) -> list[Answered]:
    """For each account asked in a decision that a step resolved, return whether it or its orders answered in time.

    Only an answer that another person waits for counts, a bot account's as well. Neither a failed opening by the server
    (``escrow-failed``) nor a question that nobody waited for counts against anybody.
    """
    seats = step.table["seats"]
    people = {number for number, one in enumerate(seats) if _is_person(one)}
    awaited = {number: one["player"] for number, one in enumerate(seats) if one["bot"] is None and people - {number}}
    found = []
    for resolution in step.resolutions:
        if resolution.standing["deadline"] is None:
            continue
        excused = {one["seat"] for one in resolution.faults if one["fault"] == "escrow-failed"}
        for move in resolution.moves:
            account = None if move["seat"] in excused else awaited.get(move["seat"])
            if move["by"] == "order" and move["move"] == step.game.rules.unasked.get(resolution.standing["kind"]):
                continue  # most likely the default: nobody was asked
            if account is not None:
                found.append(Answered(account, move["by"] != "fallback"))
    return found


def _is_person(seat: Seat) -> bool:
    return seat["bot"] is None and "owned_by" not in seat


def next_look(resolution: Resolution) -> int:
    """Return when the clock must look at the match again, in milliseconds."""
    record, table, now = resolution.record, resolution.step.table, resolution.record.now
    if table["status"] == "lobby":
        if stage_of(table) != "joining":
            return next_look_of_seeding(resolution)
        return now if table["request"] else table["created"] + LOBBY_LIFE
    pause = pause_of(table)
    if pause is not None:
        return pause["until"]
    looks: list[int] = []
    for standing in table["standing"]:
        new = standing["id"] in resolution.dropped or standing["id"] not in {
            old["id"] for old in record.table["standing"]
        }
        acted = set() if new else {seat for seat in standing["seats"] if (standing["id"], seat) in record.acts}
        if standing["phase"] == "opening":
            looks.append(too_late_from(standing["opening_ends"] or now))
            continue
        bots = {seat for seat in standing["seats"] if table["seats"][seat]["bot"] is not None}
        waiting = {seat for seat in bots if new or is_unanswered(record.acts.get((standing["id"], seat)))}
        if waiting and is_for_bots(resolution.step.game.rules, standing):
            until = waits_until(resolution.context, resolution.step.state, table, record.acts, standing, now)
            if until is None and not all(thinks(table, standing, seat, now) for seat in waiting):
                return now
            looks.append(next_thought(standing, now) if until is None else until)
        if standing["deadline"] is not None:
            looks.append(too_late_from(standing["deadline"]))
            looks += [max(one, now) for due in reminders_of(resolution, standing).values() for one in due]
        if not new and standing["id"] in record.closes:
            looks.append(record.closes[standing["id"]])
        if acted and not standing["sealed"]:
            looks.append(max(now, standing["release"] or now))
    looks += next_look_of_absence(resolution)
    looks += next_look_of_vacations(resolution)
    order = next_order(resolution)
    looks += [] if order is None else [order]
    return min(looks) if looks else now + 86_400_000


def step_due(context: Context, record: Record, hours: FairHours | None = None) -> Transition:
    """Return the transition with everything the match needs at ``record.now``, and the next time to look.

    :param hours: the hours of all people in a batch, to read their accounts together; by default only this match's.
    """
    if is_to_be_stopped(record.table):
        return stop(context, record, _log_time(record))
    return _step_on(context, record, hours or FairHours(context.store))


def _step_on(context: Context, record: Record, hours: FairHours) -> Transition:
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
    resolution = Resolution(
        context,
        record,
        step,
        News(context.settings.hold_off, record.now),
        hours,
        orders=orders_in_force(context, record),
    )
    # A match that is over may be looked at once more, by whoever had seen it due; its seed is erased.
    if table["status"] != "closed":
        step.open_answers = OpenAnswers(
            resolution.server_seed, new_seed, partial(_last_seq, record, step), partial(signed_answer, record)
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
        result=_result(step) if closed and record.table["status"] != "closed" else None,
        now=record.now,
    )


def _result(step: Step) -> Result | Scored | None:
    """Return what a match of a tournament, or a rated one, came to that this step has ended."""
    state = step.state

    def partners(seat: int) -> list[int]:  # asked only for a result that counts: games from outside may know none
        return [seat] if state is None else step.game.partners(state, seat)

    return result_of(step.table, partners, n=step.n, head=b64(step.head), at=step.at)


def _log_time(record: Record) -> int:
    """Return the time for new entries (ms): never before an act on which they rest, even if the clock was set back."""
    resigned = (one["received"] for one in record.table.get("resignations", []))
    return max([record.now, *(act.received for act in record.acts.values()), *resigned])


def _last_seq(record: Record, step: Step, standing: Standing, seat: int) -> int:
    """Return the number of the seat's last act in an open decision, including a withdrawn one; 0 without any."""
    act = record.acts.get((standing["id"], seat))
    return last_lapsed(step.table, standing["id"]) if act is None else act.seq
