"""Answers to an absence: a missed player reports back, and the others vote (section 12.12); and players' reliability.

Reliability is the share of a player's recent answers that came in time where people waited; tables may require a minimum.
Answers are counted where a decision is resolved (:mod:`workers.resolve.step`): an answer by the player or the player's
orders is in time, one by the rules is not. Two accounts of one person can raise each other's number, as in everything else.
"""

from typing import Any, NamedTuple

from engine.match.absence import (
    back_of,
    case_of,
    choices,
    decision_on,
    next_return,
    voters_on,
    wanted_by,
    write_returned,
    write_vote,
)
from engine.match.pauses import pause_of
from engine.match.step import Step
from engine.match.substitutes import (
    asked_of_others,
    back_voters,
    candidacy_of,
    candidates_of,
    handings,
    has_decided,
    write_welcome,
)
from engine.match.table import Back, Candidate, Case, LeastReliability, Table, Vote
from engine.protocol.agreements import HERE, LONGEST_NOTICE, MOST_MISSES, VOTE, Absence, Choice, Wanted
from service.context import Context
from service.matches.absence import handing
from service.matches.caps import ENOUGH_SAID, MOST_WORDS
from service.matches.changes import change_match, transition
from service.matches.errors import MatchError, SignedReceipt
from service.matches.pace import DAY, shortest
from service.matches.receipts import receipt_of_word
from service.matches.seat_keys import check_here, check_voted
from service.matches.seating.seats import seat_of
from service.notifications.collection import News
from service.store.records import Account, Record, Transition

MISSES = 2
"""How many answers in a row a new match lets a player miss by default."""


def agreed(wanted: dict[str, Any] | None, pace: dict[str, Any]) -> Absence | None:
    """Return a new match's complete terms for absence, or None if it has none. The request's form was checked.

    By default a seat is notified half the time of a decision, at most a day, before the others are asked.

    :raises ValueError: for numbers out of bounds.
    """
    if wanted is None:
        return None
    made = Absence(
        majority=wanted.get("majority", "most"),
        misses=wanted.get("misses", MISSES),
        notice_seconds=wanted.get("notice_seconds", max(1, min(DAY, shortest(pace) // 2))),
    )
    if wanted.get("substitutes", True):
        made["substitutes"] = True
    if wanted.get("handing", True):
        made["handing"] = handing.agreed(pace)
    if not 1 <= made["misses"] <= MOST_MISSES or not 1 <= made["notice_seconds"] <= LONGEST_NOTICE:
        raise ValueError(f"misses is from 1 to {MOST_MISSES}, notice_seconds from 1 to {LONGEST_NOTICE}")
    return made


def here(
    context: Context, match: str, account: Account, place: int | None = None, signature: str | None = None
) -> Record:
    """Record that the account is present in its missed seat (``place`` if given); repeating it changes nothing.

    It also withdraws a request to hand the seat over.

    :raises MatchError: not-found, not-seated, not-running, not-missed.
    :raises ActError: signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        seat = _own_seat(record, account)
        if place not in (None, seat):
            raise MatchError("not-seated", "this is not your seat")
        case = case_of(record.table, seat)
        if case is None:
            if "absence" in record.table and back_of(record.table, seat) is not None:
                return None
            raise MatchError("not-missed", "nobody misses you in this match")
        check_here(record.table, seat, case["head"], next_return(record.table, seat), signature)
        asked = voters_on(record.table, seat) if "polled" in case and "to" not in case else []
        write_returned(step, seat, "seat", signature)
        news = News(context.settings.hold_off, record.now)
        news.back(step, seat, asked)
        handing.tell_ends(handings(record.table), step, news)
        return transition(step, record, news.notices(step), due=record.now)

    return change_match(context, match, change)


def vote(
    context: Context,
    match: str,
    account: Account,
    absent: int,
    choice: Choice,
    signature: str | None = None,
    player: str | None = None,
) -> Record:
    """Record the account's vote about a missed seat; another choice replaces it, the same one changes nothing.

    About a seat that is not missed, it may vote for the return of a replaced player. A worker carries out the decision.

    :param player: the chosen player, with ``person``.
    :raises MatchError: not-found, not-seated, not-running, not-missed, not-a-voter, choice-not-offered.
    :raises ActError: signature-needed, signature-wrong, no-seat-key.
    """

    def change(record: Record, step: Step) -> Transition | None:
        table, own = record.table, seat_of(record.table, account.id)
        case, one = case_of(table, absent), None if player is None else candidacy_of(table, player)
        one = None if one is None or one["seat"] != absent or choice != "person" else one
        back = one is not None and one["by"] is None and not asked_of_others(table, absent)
        if case is None and not back and own is not None and _voted(table, own, absent, choice, player) is not None:
            return None  # it was carried out, and its answer got lost
        seat = _own_seat(record, account)
        if not back and (case is None or "polled" not in case):
            raise MatchError("not-missed", "nobody is asked about this seat (any more): load the match again")
        if seat not in (back_voters(table, absent) if back else voters_on(table, absent)):
            raise MatchError("not-a-voter", "the others are asked about your own seat: say first that you are there")
        if (
            _has_said(case, one, seat, Wanted(choice, player), back=back)
            and _voted(table, seat, absent, choice, player) is not None
        ):
            return None  # but with another word in between, about the case or about who comes back, it is said anew
        if not back and case is not None and decision_on(table, case) is not None:
            raise MatchError("not-missed", "this is decided: load the match again in a moment")
        if has_decided(table):
            # Nothing but what the others have decided comes next in the log.
            raise MatchError("busy", "what was decided about a seat is carried out just now: try again in a moment")
        if pause_of(table) is not None:
            raise MatchError("paused", "this match is paused: vote when it goes on")
        if case is not None and not back:
            handing.check_in_time(case, step.at)
        _check_choice(table, seat, absent, Wanted(choice, player), one, None if back else case)
        head = case["polled"] if case is not None and not back else one["head"] if one is not None else ""
        check_voted(table, seat, Wanted(choice, player), head, table["absence"]["votes"][seat] + 1, signature)
        if one is not None and back:
            write_welcome(step, one, seat, signature)
        elif case is not None:
            write_vote(step, case, seat, choice, signature, player)
        news = News(context.settings.hold_off, record.now)
        handing.tell_ends(handings(table), step, news)
        return transition(step, record, news.notices(step), due=record.now)

    return change_match(context, match, change)


def receipt_for_here(context: Context, record: Record, seat: int) -> SignedReceipt | None:
    """Return the receipt of a seat that has reported back, or None if it never has."""
    back = back_of(record.table, seat) if "absence" in record.table else None
    return None if back is None else _receipt(context, record.table, HERE, seat, back, {})


def receipt_for_vote(
    context: Context, record: Record, seat: int, absent: int, choice: Choice, player: str | None = None
) -> SignedReceipt | None:
    """Return the receipt of a seat's vote about another, or None if it has not voted so or the case is over."""
    found = _voted(record.table, seat, absent, choice, player)
    if found is None:
        return None
    chosen = {} if player is None else {"player": player}
    return _receipt(context, record.table, VOTE, seat, found, {"absent": absent, "choice": choice, **chosen})


def cases_of(table: Table) -> list[Case]:
    """Return the cases of missed seats in a running match."""
    cases = table["absence"]["cases"] if "absence" in table and table["status"] == "running" else []
    return [one for one in cases if "to" not in one]


def _check_choice(
    table: Table, seat: int, absent: int, wanted: Wanted, one: Candidate | None, case: Case | None
) -> None:
    to = None if case is None or "to" not in case else wanted_by(case["to"])
    choice = wanted.choice
    if (one is None) if choice == "person" else (choice not in choices(table)):
        offered = [*choices(table), *(f"person {other['player']}" for other in candidates_of(table, absent))]
    else:
        offered = [] if to is None or wanted in (Wanted("wait"), to) else ["wait", str(to.choice)]
    if offered:
        pointer = "/player" if choice == "person" else "/choice"
        raise MatchError("choice-not-offered", f"here you may choose {', '.join(offered)}", pointer)
    if table["absence"]["votes"][seat] >= MOST_WORDS:
        raise MatchError("choice-not-offered", ENOUGH_SAID)


def _voted(table: Table, seat: int, absent: int, choice: Choice, player: str | None) -> Vote | None:
    """Return a seat's last vote about another, if it is this one."""
    given = table["absence"]["voted"] if "absence" in table else []
    mine = next((one for one in given if (one["seat"], one["absent"]) == (seat, absent)), None)
    return mine if mine is not None and wanted_by(mine) == Wanted(choice, player) else None


def _has_said(case: Case | None, one: Candidate | None, seat: int, wanted: Wanted, *, back: bool) -> bool:
    """Return whether a seat has already said exactly this."""
    if back:
        return one is not None and seat in one["agreed"]
    mine = None if case is None else _vote_of(case, seat)
    return mine is not None and wanted_by(mine) == wanted


def _own_seat(record: Record, account: Account) -> int:
    seat = seat_of(record.table, account.id)
    if seat is None:
        raise MatchError("not-seated", "you do not sit at this table")
    if record.table["status"] != "running" or record.table["resigning"]:
        raise MatchError("not-running", "this match is not running")
    return seat


def _vote_of(case: Case, seat: int) -> Vote | None:
    return next((one for one in case["votes"] if one["seat"] == seat), None)


def _receipt(
    context: Context, table: Table, act: str, seat: int, said: Back | Vote, besides: dict[str, Any]
) -> SignedReceipt:
    return SignedReceipt(*receipt_of_word(context, table, act, seat, said["seq"], said, **besides))


LEAST_ASKED = 10
"""The fewest questions for a reliability; below that, the player is a newcomer."""


class Reliability(NamedTuple):
    """A player's remembered questions, and how many of them were answered in time."""

    asked: int
    answered: int

    @property
    def percent(self) -> int | None:
        """The percentage answered in time, rounded down; None for newcomers."""
        return None if self.asked < LEAST_ASKED else 100 * self.answered // self.asked


def reliability_of(answered: str) -> Reliability:
    """Return the reliability for an account's ``answered``.

    >>> reliability_of("1101111111").percent
    90
    """
    return Reliability(answered.count("1") + answered.count("0"), answered.count("1"))


def lets_in(condition: LeastReliability, account: Account) -> bool:
    """Return whether a table with a minimum reliability admits an account."""
    percent = reliability_of(account.answered).percent
    return condition["newcomers"] if percent is None else percent >= condition["percent"]


def of_account(account: Account) -> dict[str, Any]:
    """Return the account's own reliability as JSON."""
    found = reliability_of(account.answered)
    return {**found._asdict(), "percent": found.percent}


def in_public(answered: str) -> dict[str, Any] | None:
    """Return the public part of a reliability as JSON, or None for newcomers."""
    found = reliability_of(answered)
    return None if found.percent is None else {**found._asdict(), "percent": found.percent}
