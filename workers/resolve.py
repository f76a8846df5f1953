"""What is due in a match, as one step: start, lock, resolve, remind, close. Reads a record, returns a transition.

No rules, no store, no clock here: time is the record's, the rules are the engine's. Everything that a match needs now goes
into one transition guarded by the log head and by the number of acts, so that an act that arrives meanwhile either counts
or finds the decision locked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engine.contract import IllegalMove, Rules
from engine.match.ending import outcome_of_resigning
from engine.match.handing import handings
from engine.match.open_answers import OpenAnswers
from engine.match.orders import check_own
from engine.match.pauses import pause_of
from engine.match.seeding import stage_of
from engine.match.standing import last_lapsed, protocol_of
from engine.match.step import Locked, Standing, Step, standing_of
from engine.match.stopping import is_to_be_stopped
from engine.protocol.canon import b64, unb64
from engine.protocol.deadline import too_late_from
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening
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
from service.store.records import Act, Record, Transition
from workers.absence import next_look_of_absence, settle, tell_the_missed
from workers.answered import answers_in
from workers.bot_patience import waits_until
from workers.faults import fault_of, published_salts
from workers.messages import hear
from workers.openings import Resolution, absent, is_opened, lock_absent, ordered, orders_in_force, set_by_holder, unseal
from workers.pauses import all_are_in, settle_pause
from workers.releases import asked_now, next_order, ready, released, times
from workers.reminding import REMIND_AT, SHORTEST_REMINDED
from workers.seat_signatures import signed_answer, signed_lock
from workers.seeding import close_the_table, go_on_seeding, next_look_of_seeding
from workers.stopping import stop
from workers.time_back import give_time_back, put_back_since
from workers.time_requests import carry_out_orders, settle_requests, tell_unanswered
from workers.vacations import next_look_of_vacations, stop_clocks


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
        messages=resolution.messages,
        unparks=True,
        answers=answers_in(step),
        now=record.now,
    )


def _log_time(record: Record) -> int:
    """Return the time of what is written now (ms): never before an act that it goes by, not even after the clock went back."""
    resigned = (one["received"] for one in record.table.get("resignations", []))
    return max([record.now, *(act.received for act in record.acts.values()), *resigned])


def bots_to_play(context: Context, record: Record) -> list[tuple[Standing, int]]:
    """Return the decisions that a bot is to answer now, with its seat."""
    table = record.table
    if table["status"] != "running" or pause_of(table) is not None or is_to_be_stopped(table):
        return []
    rules = game_of(record.table).rules
    return [
        (standing, seat)
        for standing in record.table["standing"]
        for seat in standing["seats"]
        if standing["phase"] == "open"
        and _is_for_bots(rules, standing)
        and record.table["seats"][seat]["bot"] is not None
        and _is_unanswered(record.acts.get((standing["id"], seat)))
        and waits_until(context, rules, table, record.acts, standing, record.now) is None
    ]


def _is_unanswered(act: Act | None) -> bool:
    """Return whether a bot has to answer: nothing lies there, or what only the player before it could open, or took back."""
    return act is None or act.commitment is None or (act.custody == "client" and not act.opened)


def _is_for_bots(rules: Rules, standing: Standing) -> bool:
    """Return whether bots answer a decision: one that waits for an answer, or an optional one of a kind the rules name."""
    return not standing["optional"] or standing["kind"] in rules.bots_reply


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
        waiting = {seat for seat in bots if new or _is_unanswered(record.acts.get((standing["id"], seat)))}
        if waiting and _is_for_bots(resolution.step.game.rules, standing):
            rules, context = resolution.step.game.rules, resolution.context
            until = waits_until(context, rules, table, record.acts, standing, now)
            if until is None:
                return now
            looks.append(until)
        if standing["deadline"] is not None:
            looks.append(too_late_from(standing["deadline"]))
            reminder = _reminder(standing)
            if reminder is not None:
                looks.append(max(reminder, now))
        if not new and standing["id"] in record.closes:
            looks.append(record.closes[standing["id"]])
        if acted and not standing["sealed"]:
            looks.append(max(now, standing["release"] or now))
    looks += next_look_of_absence(resolution)
    looks += next_look_of_vacations(resolution)
    order = next_order(resolution)
    looks += [] if order is None else [order]
    return min(looks) if looks else now + 86_400_000


def _lobby(resolution: Resolution) -> None:
    table, step = resolution.record.table, resolution.step
    if table["request"] == "start" or stage_of(table) != "joining":
        step.table["request"] = ""
        seed = _seed(resolution)
        if seed is not None:
            resolution.news.started(step)
            _go_on(resolution, seed)
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
            _one(resolution, standing)
    if resolution.orders and step.table["status"] == "running":
        _go_on(resolution, resolution.seed)
    for standing in step.table["standing"]:
        reminder = _reminder(standing)
        if reminder is not None and reminder <= record.now and standing["phase"] == "open":
            silent = [seat for seat in standing["seats"] if (standing["id"], seat) not in record.acts]
            resolution.news.deadline_near(step, standing, silent)
            step.remind(standing)


def _one(resolution: Resolution, standing: Standing) -> None:
    """Do what one standing decision needs now, if anything."""
    record, now = resolution.record, resolution.record.now
    late = standing["deadline"] is not None and now >= too_late_from(standing["deadline"])
    if not standing["sealed"]:
        act = record.acts.get((standing["id"], standing["seats"][0]))
        if late or (act is not None and released(resolution, standing)):
            _resolve_open(resolution, standing, act, late=late)
    elif standing["phase"] == "opening":
        missing = [seat for seat in standing["awaited"] if not is_opened(record, standing, seat)]
        if not missing or now >= too_late_from(standing["opening_ends"] or 0):
            _resolve_sealed(resolution, standing, standing["locked"])
    elif late or record.closes.get(standing["id"], now + 1) <= now or all_are_in(resolution, standing):
        _lock(resolution, standing)


def _lock(resolution: Resolution, standing: Standing) -> None:
    locked: list[Locked] = []
    awaited: list[int] = []
    for seat in standing["seats"]:
        act = resolution.record.acts.get((standing["id"], seat))
        if act is None or act.commitment is None:
            locked.append(lock_absent(resolution, standing, seat, 0 if act is None else act.seq))
            continue
        locked.append(Locked(seat=seat, commitment=act.commitment, seq=act.seq, custody=act.custody))
        if act.custody == "client" or unseal(resolution, standing, seat, act.commitment) is None:
            awaited.append(seat)
    locked = [signed_lock(resolution.record, standing, one) for one in locked]
    resolution.step.lock(standing["id"], locked, awaited)
    if awaited:
        resolution.hours.mend(resolution.step, standing["id"])
        resolution.news.opening_needed(resolution.step, standing["id"], awaited)
    else:
        _resolve_sealed(resolution, standing, locked)


def _resolve_sealed(resolution: Resolution, standing: Standing, locked: list[Locked]) -> None:
    step = resolution.step
    found = {one["seat"]: _opening_of(resolution, standing, one) for one in locked}
    # What is under client custody is judged last: the salts of the others are known by then (protocol section 12.4).
    others = [found[one["seat"]] for one in locked if one["custody"] != "client"]
    beside = [opening for opening in others if opening is not None]
    moves: list[dict[str, Any]] = []
    openings: list[Opening] = []
    faults: list[dict[str, Any]] = []
    for one in locked:
        seat = one["seat"]
        opening = found[seat]
        fault = None if one["custody"] == "absent" else fault_of(resolution, standing, one, opening, beside)
        if opening is not None and one["custody"] == "client":
            beside.append(opening)
        if fault is None:
            assert opening is not None
            openings.append(opening)
            moves.append(_answer(resolution, standing, one, opening))
        else:
            public = {"opening": opening} if opening is not None and protocol_of(step.table) > 1 else {}
            faults.append({"fault": fault, "seat": seat, **public})
            why = "absent" if fault == "escrow-failed" else "unopened"
            assert step.state is not None
            move = step.game.fallback(step.state, seat, standing["id"], why)  # type: ignore[arg-type]
            moves.append({"by": "fallback", "move": move, "received": None, "seat": seat})
    seed = resolution.seed
    step.resolve(seed, standing["id"], moves, openings, faults)
    _go_on(resolution, seed)


def _opening_of(resolution: Resolution, standing: Standing, locked: Locked) -> Opening | None:
    """Return the opening of what a seat was locked with: made here for a silent seat, else what is in its box."""
    if locked["custody"] != "absent":
        return unseal(resolution, standing, locked["seat"], locked["commitment"])
    if "order" in locked:
        return ordered(resolution, standing, locked)
    return absent(resolution, standing, locked["seat"])


def _answer(resolution: Resolution, standing: Standing, locked: Locked, opening: Opening) -> dict[str, Any]:
    """Return what the log says of an answer that counts."""
    seat, by, received = locked["seat"], "order" if "order" in locked else "fallback", None
    if locked["custody"] != "absent":
        by, received = "seat", timestamp(resolution.record.acts[standing["id"], seat].committed)
    return {"by": by, "move": opening["move"], "received": received, "seat": seat}


def _resolve_open(resolution: Resolution, standing: Standing, act: Act | None, *, late: bool) -> None:
    """Resolve an open decision with the seat's answer; without one that counts, with that of its orders or of the rules."""
    step, seat = resolution.step, standing["seats"][0]
    assert step.state is not None
    opening = _legal(resolution, standing, act)
    move, by = None if opening is None else opening["move"], "seat"
    received = None if act is None else timestamp(act.received)
    if act is not None and received is not None and move is None:
        step.lapse(standing, act.seq, received)
    if move is None and not late:
        # Something else resolved first and made it impossible. It is not answered then: whoever waits for it asks again.
        resolution.dropped.append(standing["id"])
        if not standing["optional"]:
            step.note_asked(standing["id"], asked=False)
        return
    if move is None:
        move = (
            step.game.consult(step.state, seat, standing["id"], resolution.orders[seat])
            if seat in resolution.orders
            else None
        )
        by, received = "fallback" if move is None else "order", None
    if move is None:
        move = step.game.fallback(step.state, seat, standing["id"], "absent")
    seed = resolution.seed
    own = [opening] if opening is not None and protocol_of(step.table) > 1 else []
    step.resolve(seed, standing["id"], [{"by": by, "move": move, "received": received, "seat": seat}], own)
    _go_on(resolution, seed)


def _last_seq(record: Record, step: Step, standing: Standing, seat: int) -> int:
    """Return the number of the seat's last act in an open decision, one that was taken back included; 0 without any."""
    act = record.acts.get((standing["id"], seat))
    return last_lapsed(step.table, standing["id"]) if act is None else act.seq


def _legal(resolution: Resolution, standing: Standing, act: Act | None) -> Opening | None:
    """Return the opening of an answer to an open decision, if it is (still) legal."""
    step, seat = resolution.step, standing["seats"][0]
    assert step.state is not None
    opening = None if act is None or act.commitment is None else unseal(resolution, standing, seat, act.commitment)
    if opening is None:
        return None
    try:
        check_own(step.game, step.state, seat, standing["id"], opening["move"])
    except IllegalMove:
        return None
    return opening


def _go_on(resolution: Resolution, seed: bytes) -> None:
    step = resolution.step
    if step.finish(resolution.server_seed):
        resolution.news.over(step)
        return
    step.run_on(seed, partial(times, resolution), resolution.orders, partial(ready, resolution))
    if step.finish(resolution.server_seed):
        resolution.news.over(step)


def _ask(resolution: Resolution) -> None:
    """Tell seats that a decision waits for them, once. One whose orders would answer is told only when they no longer would."""
    for standing in asked_now(resolution):
        resolution.news.your_turn(resolution.step, standing, again=standing["id"] in resolution.dropped)
        resolution.step.note_asked(standing["id"])


def _reminder(standing: Standing) -> int | None:
    """Return when the reminder for the present deadline is due, ``None`` if there is none (any more)."""
    deadline = standing["deadline"] if standing["asked"] else None
    since = max(standing["opened"], standing.get("stopped_until", 0))  # nobody is reminded while the clock stands
    if deadline is None or standing["reminded"] == deadline or deadline - since < SHORTEST_REMINDED:
        return None
    return since + (deadline - since) * REMIND_AT // 100


__all__ = ["bots_to_play", "next_look", "step_due"]
