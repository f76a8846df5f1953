"""Who needs more time asks the others; it goes together with pauses, absences, substitutes, nights, and the operator's time."""

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from engine.match.table import Standing
from service.admin.operator import AdminError
from service.context import Context
from service.matches import acts
from service.matches.errors import ActError, MatchError
from tests.service.absent_people import People

HOUR = 3_600_000
DAY = 24 * HOUR
BASIC: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 2}, "time_requests": {}}
FOUR: dict[str, Any] = {"options": {"preset": "goldsieber-teams", "round_limit": 2}, "time_requests": {}}


def two(context: Context, **wish: Any) -> People:
    return People(context, wish={**BASIC, **wish}).begin()


def four(context: Context, **wish: Any) -> People:
    """Four people who are all asked for their first card."""
    return People(context, "kontor", 4, {**FOUR, **wish}).begin()


def first(people: People) -> Standing:
    return people.record.table["standing"][0]


def deadline(people: People) -> int:
    found = first(people)["deadline"]
    assert found is not None
    return found


def told(people: People, kind: str = "time-decided") -> list[tuple[int | None, Any]]:
    return [(one["seat"], one["facts"].get("what")) for one in people.notices if one["kind"] == kind]


def settled(people: People) -> None:
    """Let a worker do what is due by the store's clock, too, which people act by."""
    people.now = max(people.now, people.context.store.now())
    people.settle()


def on(people: People) -> None:
    """Let everybody who is there answer, else time pass."""
    if not people.visit():
        people.wait()
    assert people.over is None


def asked_now(people: People) -> tuple[int, Standing]:
    """Go on until seat 0 or 1 is asked something and has not answered; return which, and what."""
    while True:
        record = people.record
        for standing in record.table["standing"]:
            for seat in {0, 1} & set(standing["seats"]):
                if standing["deadline"] and standing["phase"] == "open" and (standing["id"], seat) not in record.acts:
                    return seat, standing
        on(people)


def ends(people: People, standing: Standing) -> int:
    """Return the deadline of a decision now."""
    found = next(one["deadline"] for one in people.record.table["standing"] if one["id"] == standing["id"])
    assert found is not None
    return found


def refusal(act: Callable[[], object]) -> str:
    try:
        act()
    except (MatchError, ActError, AdminError) as error:
        return error.code
    raise AssertionError("it was not refused")


def holds(people: People, *receipts: Any) -> None:
    """Check the log as far as it goes, without playing on."""
    found = people.proof(*receipts)
    assert (found.verdict, found.ignored) == ("INCOMPLETE", ()), found
    assert found.receipts == len(receipts)


def passes(people: People, *receipts: Any) -> None:
    people.away = set()
    people.to_the_end()
    found = people.proof(*receipts)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ()), people.types()


def test_of_four_two_of_the_three_others_decide(context: Context) -> None:
    people = four(context)
    before = deadline(people)
    receipts = [people.ask_time(0), people.grant(1, 0)]
    assert deadline(people) == before
    receipts += [people.grant(2, 0, False), people.grant(3, 0, False)]
    assert refusal(lambda: people.grant(3, 0)) == "gone", "two of three have refused: that is all"
    receipts += [people.ask_time(1), people.grant(0, 1), people.grant(0, 1, False), people.grant(2, 1)]
    receipts += [people.grant(0, 1)]
    assert deadline(people) == before + HOUR
    passes(people, *receipts)


def test_where_all_have_to_agree_one_who_does_not_is_enough(context: Context) -> None:
    people = four(context, time_requests={"majority": "all"})
    before = deadline(people)
    people.ask_time(0)
    people.grant(1, 0)
    people.grant(2, 0, False)
    assert refusal(lambda: people.grant(3, 0)) == "gone"
    people.ask_time(1)
    receipts = [people.grant(seat, 1) for seat in (0, 2, 3)]
    assert deadline(people) == before + HOUR
    holds(people, *receipts)


def test_nobody_is_flooded_and_no_majority_stalls_a_match_for_ever(context: Context) -> None:
    people = four(context)
    before = deadline(people)
    for seat in range(4):
        people.ask_time(seat, 3 * 86_400)
        assert refusal(partial(people.ask_time, (seat + 1) % 4)) == "no-time-request", "one at a time"
        for other in sorted({0, 1, 2, 3} - {seat})[:2]:
            people.grant(other, seat)
    assert deadline(people) == before + 12 * DAY
    for seat in range(4):
        assert refusal(partial(people.ask_time, seat)) == "no-time-request", "each once for a decision"
    holds(people)


def test_who_is_silent_grants_nothing_and_the_asker_is_told(context: Context) -> None:
    people = two(context)
    before = deadline(people)
    people.away = {0, 1}
    people.ask_time(0)
    while first(people)["id"] == "r1.choose":
        people.wait()
    assert told(people) == [(0, "unanswered")]
    assert people.now < before + DAY
    holds(people)


def test_who_asked_and_then_answered_himself_is_told_nothing(context: Context) -> None:
    people = two(context)
    people.ask_time(0)
    people.visit()
    assert first(people)["id"] != "r1.choose" and told(people) == []
    holds(people)


def test_whoever_is_missed_shows_by_asking_or_granting_that_he_is_there(context: Context) -> None:
    for act in ("ask", "grant"):
        wish = {**BASIC, "options": {"preset": "goldsieber-basic", "round_limit": 5}}
        people = People(context, away={1}, wish=wish).begin().until_told("you-are-missed")
        while not (set(first(people)["seats"]) >= {0, 1} and first(people)["sealed"]):
            on(people)
        if act == "ask":
            people.ask_time(1)
            people.grant(0, 1)
        else:
            people.ask_time(0)
            people.grant(1, 0)
        assert people.case(1) is None
        holds(people)


def test_who_is_called_away_is_not_asked_and_holds_nobody_up(context: Context) -> None:
    people = People(context, "packet-row", 3, {"time_requests": {"majority": "all"}}, away={2}).begin()
    people.until_told("absence-asked")
    asker, asked = asked_now(people)
    before, receipts = ends(people, asked), [people.ask_time(asker, decision=asked["id"])]
    assert refusal(lambda: people.grant(2, asker)) == "not-a-voter"
    receipts.append(people.grant(1 - asker, asker))
    assert ends(people, asked) == before + HOUR
    holds(people, *receipts)


def test_time_is_granted_when_the_one_who_has_not_answered_is_called_away(context: Context) -> None:
    wish = {"time_requests": {"majority": "all"}, "absence": {"misses": 1, "notice_seconds": 60}}
    people = People(context, "packet-row", 3, wish, away={2}).begin().until_told("you-are-missed")
    asker, asked = asked_now(people)
    receipts = [people.ask_time(asker, decision=asked["id"]), people.grant(1 - asker, asker)]
    before = asked["deadline"]
    people.now += 60_000
    people.step()
    now = next(one for one in people.record.table["standing"] if one["id"] == asked["id"])
    assert (now["deadline"], "request" in now) == ((before or 0) + HOUR, False)
    assert people.types()[-1] == "extended" and people.entries()[-1]["body"]["by"] == "agreement"
    holds(people, *receipts)


def test_a_seat_that_changes_hands_has_neither_asked_nor_granted(context: Context) -> None:
    people = People(context, "packet-row", 3, {"time_requests": {"majority": "all"}}, away={2}).begin()
    people.until_told("absence-asked")
    asker, asked = asked_now(people)
    people.vote(0, 2, "bot")
    people.vote(1, 2, "bot")
    assert refusal(lambda: people.ask_time(asker)) == "busy", "what was decided comes first"
    settled(people)
    before = ends(people, asked)
    people.ask_time(asker, decision=asked["id"])
    people.grant(1 - asker, asker)
    assert ends(people, asked) == before + HOUR, "bots are not asked"
    holds(people)


def test_a_request_and_an_answer_at_the_same_moment_leave_one_truth(context: Context) -> None:
    """Ben seals, Ann asks and Ben grants at once, twenty times over: the log agrees with every receipt."""
    for _ in range(4):
        people = two(context)
        receipts: list[Any] = []

        def attempt(act: Callable[[], Any], receipts: list[Any] = receipts) -> None:
            with suppress(MatchError, ActError):
                receipts.append(act())

        people.ask_time(0)
        move = {"type": "pass"}
        record = people.record
        decision = first(people)["id"]

        def seal(record: Any = record, decision: str = decision, move: Any = move) -> Any:
            done = acts.commit(context, record, 1, acts.SeatAct(decision, move=move))
            return {"receipt": done.receipt, "signature": done.signature}

        some = [
            seal,
            lambda people=people: people.grant(1, 0),
            lambda people=people: people.grant(1, 0, False),
            lambda people=people: people.ask_time(1),
        ]
        threads = [threading.Thread(target=attempt, args=(one,)) for one in some]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        settled(people)
        holds(people, *receipts)


def test_the_operator_gives_time_counted_and_told(context: Context) -> None:
    people = two(context)
    before = deadline(people)
    people.ask_time(0)
    assert people.give_by_operator(86_400) == ["r1.choose"]
    assert refusal(lambda: people.give_by_operator(60)) == "not-possible", "the first has not been carried out yet"
    settled(people)
    assert deadline(people) == before + DAY
    assert (people.types()[-1], people.entries()[-1]["body"]["by"]) == ("extended", "operator")
    assert told(people) == [(0, "operator"), (1, "operator")]
    people.grant(1, 0)
    assert deadline(people) == before + DAY + HOUR
    for _ in range(19):
        people.give_by_operator(60)
        settled(people)
    assert refusal(lambda: people.give_by_operator(60)) == "not-possible", "so often as agreed"
    assert deadline(people) == before + DAY + HOUR + 19 * 60_000
    passes(people)


def test_what_the_operator_cannot_give(context: Context) -> None:
    people = two(context, pauses={"majority": "all"})
    assert refusal(lambda: people.give_by_operator(0)) == "invalid"
    assert refusal(lambda: people.give_by_operator(14 * 86_400 + 1)) == "invalid"
    assert refusal(lambda: people.give_by_operator(60, "r9.choose")) == "not-possible"
    people.pause(0, True)
    people.pause(1, True)
    settled(people)
    assert refusal(lambda: people.give_by_operator(60)) == "not-possible"
    people.pause(0, False)
    settled(people)
    people.to_the_end()
    assert refusal(lambda: people.give_by_operator(60)) == "not-possible"


def test_an_order_of_the_operator_that_comes_too_late_changes_nothing(context: Context) -> None:
    people = two(context)
    people.away = {0, 1}
    people.give_by_operator(86_400, "r1.choose")
    people.now = deadline(people) + 2_000
    people.step()
    assert "operator" not in [one["body"].get("by") for one in people.entries()]
    assert "ordered" not in people.record.table["operator_extensions"]
    settled(people)
    holds(people)
