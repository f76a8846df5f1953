"""Absent players (protocol section 12.12): they are told first, then the others are asked, then their decision is
carried out.

A seat that has acted since it was missed returns before anything else in a step, as soon as the log may show it; before
a decision is carried out, every seat that has acted returns, so that no acknowledged act is overridden: the transition
is refused if another act comes meanwhile. A seat whose orders answer now returns, too, where the log shows their answer
as its own.
"""

import math

from engine.match.absence import (
    case_of,
    missing_now,
    pending,
    voters_on,
    write_absent,
    write_polled,
    write_returned,
    write_substituted,
)
from engine.match.step import outcome_of_resigning
from engine.match.substitutes import (
    handing_of,
    handings,
    has_decided,
    is_over,
    substitutes_agreed,
    taking_over,
    write_declined,
    write_kept,
)
from engine.match.table import Case, Seat
from engine.match.time_requests import forget_seat
from engine.protocol.acts import ORDERS
from service.matches.absence.substitutes import offered_about, seat_of_substitute
from service.notifications.facts import AbsenceFacts
from service.notifications.kinds import ABSENCE_ASKED, MISSED
from service.text.names import bot_at_table
from workers.resolve.openings import Resolution
from workers.resolve.releases import comes_back_by_orders, shown_from

BOT = "steady"
"""The bot that takes the seat of an absent player: the one that plays in the game's standard way."""


def settle(resolution: Resolution) -> None:
    """Carry out what the others have decided, ask them where a seat's notice period is over, and end what was not
    decided in time."""
    step = resolution.step
    if "absence" not in step.table or step.table["resigning"]:
        return
    _keep(resolution)
    _bring_back(resolution, resolution.record.now)
    _carry_out(resolution)
    _keep(resolution)
    for case in list(step.table["absence"]["cases"]):
        waits = case_of(step.table, case["seat"]) is not None and "polled" not in case
        if (
            step.table["status"] == "running"
            and waits
            and step.at >= case["until"]
            and voters_on(step.table, case["seat"])
        ):
            write_polled(step, case)
            _ask(resolution, case["seat"])
            _carry_out(resolution)


def _bring_back(resolution: Resolution, until: float) -> None:
    """Record the return of seats whose acts or orders show it by this instant (ms)."""
    step = resolution.step
    for case in step.table["absence"]["cases"]:
        acted = any(instant <= until for instant in _shows_back(resolution, case))
        if acted or ("to" not in case and _answers_by_orders(resolution, case)):
            asked = voters_on(step.table, case["seat"]) if "polled" in case else []
            write_returned(step, case["seat"], "answer")
            resolution.news.back(step, case["seat"], asked)


def _keep(resolution: Resolution) -> None:
    """End what was not decided in time, before anything else in this step changes the voters.

    Decisions not carried out yet come first.
    """
    step = resolution.step
    for case in handings(step.table):
        if step.table["status"] == "running" and not has_decided(step.table) and is_over(case, step.table, step.at):
            write_kept(step, case)


def tell_the_missed(resolution: Resolution) -> None:
    """Tell seats that they are missed, except those with an answer to a standing decision."""
    step, record = resolution.step, resolution.record
    for seat in missing_now(step.table):
        lying = any(
            (standing["id"], seat) in record.acts and standing["id"] not in resolution.dropped
            for standing in step.table["standing"]
        )
        if not lying:
            write_absent(step, seat)
            case = case_of(step.table, seat)
            assert case is not None
            facts = AbsenceFacts(about=seat, missed=len(case["missed"]), until=case["until"], choices=[])
            resolution.news.tell(MISSED, step, facts, [seat])


def next_look_of_absence(resolution: Resolution) -> list[int]:
    """Return when the others are to be asked about missed seats, in milliseconds."""
    table = resolution.step.table
    cases = table["absence"]["cases"] if "absence" in table else []
    waiting = [one["until"] for one in cases if "polled" not in one and voters_on(table, one["seat"])]
    back = [max(instant, resolution.record.now) for one in cases for instant in _shows_back(resolution, one)]
    return [*waiting, *back, *(one["until"] for one in handings(table))]


def _shows_back(resolution: Resolution, case: Case) -> list[int]:
    """Return when the acts of a missed seat show that it has returned, in milliseconds."""
    acts = () if "to" in case else resolution.record.acts.values()
    return [shown_from(resolution, act) for act in acts if act.seat == case["seat"] and act.n >= case["n"]]


def _answers_by_orders(resolution: Resolution, case: Case) -> bool:
    standing = resolution.step.table["standing"]
    return any(one["seats"] == [case["seat"]] and comes_back_by_orders(resolution, one) for one in standing)


def _ask(resolution: Resolution, seat: int) -> None:
    step = resolution.step
    case = case_of(step.table, seat)
    if case is not None:
        voters, offered = voters_on(step.table, seat), list[str](offered_about(step.table, seat))
        facts = AbsenceFacts(
            about=seat,
            missed=len(case["missed"]),
            until=case["until"],
            choices=offered,
            decides="alone" if len(voters) == 1 else step.table["absence"]["agreed"]["majority"],
            may_name=substitutes_agreed(step.table),
        )
        resolution.news.tell(ABSENCE_ASKED, step, facts, voters)


def _carry_out(resolution: Resolution) -> None:
    """Carry out decisions until none is left: a newcomer becomes a voter about others, and a bot that takes over is
    none."""
    step = resolution.step
    if has_decided(step.table):
        _bring_back(resolution, math.inf)
    while bots := pending(step.table, "bot"):
        _let_bot_in(resolution, bots[0])
    if _let_people_in(resolution):
        _carry_out(resolution)
        return
    left = pending(step.table, "win")
    if left:
        assert step.state is not None
        outcome = outcome_of_resigning(step.game, step.state, len(step.table["seats"]), left, "abandoned")
        step.close(outcome, "abandoned", resolution.server_seed)
        resolution.news.over(step)


def _let_bot_in(resolution: Resolution, seat: int) -> None:
    step = resolution.step
    gone, handed = step.table["seats"][seat], handing_of(step.table, seat) is not None
    taken = [one["name"] for one in step.table["seats"]]
    write_substituted(step, seat, Seat(player=f"bot:{BOT}", name=bot_at_table(BOT, taken), bot=BOT))
    forget_seat(step.table, seat)
    resolution.orders.pop(seat, None)
    resolution.news.substituted(step, seat, gone, handed=handed)


def _let_people_in(resolution: Resolution) -> bool:
    """Give seats to the people whom the table has chosen; volunteers without an account, or blocked ones, no longer
    count.

    Everybody who comes in is a voter about the other seats, so decisions are looked at again. Returns whether anybody
    was chosen.
    """
    step, record = resolution.step, resolution.record
    any_chosen = bool(taking_over(step.table))
    while chosen := taking_over(step.table):
        one = chosen[0]
        account = resolution.context.store.account(one["player"])
        if account is None or resolution.context.store.blocking(account.id) is not None:
            write_declined(step, one)
            continue
        gone, last = step.table["seats"][one["seat"]], record.acts.get((ORDERS, one["seat"]))
        new = seat_of_substitute(account, step.table, one, 0 if last is None else last.seq)
        handed = one["by"] == one["seat"] and handing_of(step.table, one["seat"]) is not None
        write_substituted(step, one["seat"], new)
        forget_seat(step.table, one["seat"])
        if new.get("orders_after"):
            resolution.orders.pop(one["seat"], None)
        resolution.news.substituted(step, one["seat"], gone, handed=handed)
    return any_chosen
