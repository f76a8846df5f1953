"""What is due in a match, as one step: start, lock, resolve, remind, close. Reads a record, returns a transition.

No rules, no store, no clock here: time is the record's, the rules are the engine's. Everything that a match needs now goes
into one transition guarded by the log head and by the number of acts, so that an act that arrives meanwhile either counts
or finds the decision locked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.match.ending import outcome_of_resigning
from engine.match.handing import handings
from engine.match.open_answers import OpenAnswers
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.standing import last_lapsed, protocol_of
from engine.match.step import Standing, Step, standing_of
from engine.match.stopping import is_to_be_stopped
from engine.protocol.canon import b64, unb64
from engine.protocol.log import timestamp
from engine.registry import game_of
from service.context import Context
from service.matches.changes import LOBBY_LIFE
from service.matches.fair_hours import FairHours
from service.matches.handing import tell_ends
from service.notifications.collection import News
from service.notifications.facts import PutBackFacts
from service.notifications.kinds import PUT_BACK
from service.notifications.said_ahead import keep_settled, settled_in
from service.signing import new_seed
from service.store.records import Record, Transition
from workers.absence import settle, tell_the_missed
from workers.answered import answers_in
from workers.deciding import decide, go_on
from workers.faults import published_salts
from workers.messages import disclosed, hear, unheard
from workers.next_look import next_look
from workers.openings import Resolution, orders_in_force, set_by_holder
from workers.pauses import settle_pause
from workers.releases import asked_now
from workers.reminding import reminder_of
from workers.seat_signatures import signed_answer
from workers.seeding import close_the_table, go_on_seeding
from workers.stopping import stop
from workers.time_back import give_time_back, put_back_since
from workers.time_requests import carry_out_orders, settle_requests, tell_unanswered
from workers.vacations import stop_clocks


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
    hours = FairHours(context.store)
    record = give_time_back(step, record, hours)
    put_back = put_back_since(step)
    # A match that is over may be looked at once more, by whoever had seen it due; its seed is erased.
    if protocol_of(table) > 1 and table["status"] != "closed":
        assert record.seed is not None
        step.open_answers = OpenAnswers(
            unb64(record.seed), new_seed, partial(_last_seq, record, step), partial(signed_answer, record)
        )
    resolution = Resolution(
        context,
        record,
        step,
        News(context.settings.hold_off, record.now),
        hours,
        orders=orders_in_force(context, record),
    )
    if put_back is not None:
        resolution.news.tell(PUT_BACK, step, PutBackFacts(since=put_back), occasion=str(put_back))
    stop_clocks(resolution)
    record = resolution.record = replace(record, table={**record.table, "standing": list(step.table["standing"])})
    if table["status"] == "lobby":
        _lobby(resolution)
    elif table["status"] == "running":
        if pause_of(step.table) is None:
            settle(resolution)
        still = settle_pause(resolution)
        if resolution.resumed:
            settle(resolution)  # who came back in the pause may have made a majority about somebody else
        if step.table["status"] == "running":
            hear(resolution)
            if not still:
                carry_out_orders(resolution)
                settle_requests(resolution)
                _running(resolution)
    stop_clocks(resolution)
    if step.table["status"] == "running" and pause_of(step.table) is None:
        tell_the_missed(resolution)
    tell_unanswered(resolution)
    tell_ends(handings(table), step, resolution.news)
    closed = step.table["status"] == "closed"
    if protocol_of(table) > 1:
        resolution.seen += published_salts(step.entries)
    if step.table["status"] == "running" and pause_of(step.table) is None:
        _ask(resolution)
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


def _lobby(resolution: Resolution) -> None:
    table, step = resolution.record.table, resolution.step
    if table["request"] == "start" or stage_of(table) != "joining":
        step.table["request"] = ""
        seed = _seed(resolution)
        if seed is not None:
            resolution.news.started(step)
            go_on(resolution, seed)
    elif table["request"] == "cancel" or resolution.record.now >= table["created"] + LOBBY_LIFE:
        step.table["request"] = ""
        step.close(None, "cancelled" if table["request"] == "cancel" else "expired", resolution.server_seed)
        resolution.news.over(step)


def _seed(resolution: Resolution) -> bytes | None:
    """Deal; in siegelpost/2 do what comes before it, and return ``None`` while somebody or something is awaited."""
    if protocol_of(resolution.step.table) == 1:
        return resolution.step.start(resolution.server_seed, resolution.entropies)
    if stage_of(resolution.step.table) == "joining":
        close_the_table(resolution)
    return go_on_seeding(resolution)


def _running(resolution: Resolution) -> None:
    step, record = resolution.step, resolution.record
    if record.table["resigning"]:
        assert step.state is not None
        for one in record.table.get("resignations", []):
            signed = {"signature": one["signature"]} if "signature" in one else {}
            step.write("resigned", {"received": timestamp(one["received"]), "seat": one["seat"], **signed})
        seats, resigning = len(record.table["seats"]), record.table["resigning"]
        outcome = outcome_of_resigning(step.game, step.state, seats, resigning)
        step.close(outcome, "resigned", resolution.server_seed)
        resolution.news.over(step)
        return
    for standing in list(step.table["standing"]) if resolution.resumed else record.table["standing"]:
        if standing_of(step.table, standing["id"]) is not None and step.table["status"] == "running":
            decide(resolution, standing)
    if resolution.orders and step.table["status"] == "running":
        go_on(resolution, resolution.seed)
    for standing in step.table["standing"]:
        reminder = reminder_of(standing)
        if reminder is not None and reminder <= record.now and standing["phase"] == "open":
            silent = [seat for seat in standing["seats"] if (standing["id"], seat) not in record.acts]
            resolution.news.deadline_near(step, standing, silent)
            step.remind(standing)


def _last_seq(record: Record, step: Step, standing: Standing, seat: int) -> int:
    """Return the number of the seat's last act in an open decision, one that was taken back included; 0 without any."""
    act = record.acts.get((standing["id"], seat))
    return last_lapsed(step.table, standing["id"]) if act is None else act.seq


def _ask(resolution: Resolution) -> None:
    """Tell seats that a decision waits for them, once. One whose orders would answer is told only when they no longer would."""
    for standing in asked_now(resolution):
        resolution.news.your_turn(resolution.step, standing, again=standing["id"] in resolution.dropped)
        resolution.step.note_asked(standing["id"])
