"""The rules of delivering, without a server: what goes into the next letter, and when a failed one is tried again."""

import dataclasses
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from service.notifications.delivery import Delivery
from service.notifications.planning import Plan, bundle_name, delivery, plan
from service.store.outbox import Outgoing
from service.store.records import Account, Record
from tests.workers.mail.match import ADA, HOUR, Match
from workers.mail.channel import ATTEMPTS, delay, judge, resendable


def planned(waiting: Outgoing, account: Account | None, record: Record | None, last: Delivery | None, now: int) -> Plan:
    """Return what mail does with what waits for the account."""
    return plan(waiting, partial(judge, account=account), record, last, now)


def waiting(match: Match) -> Outgoing:
    return Outgoing(pending=match.news_for(ADA), handing=None, attempts=0)


@given(st.text(max_size=40), st.integers(1, ATTEMPTS))
def test_a_delay_is_the_same_in_every_process_and_stays_near_its_step(mail: str, attempt: int) -> None:
    wanted = min(12 * HOUR, 60_000 * 3 ** (attempt - 1))
    assert delay(mail, attempt, ["your-turn"]) == delay(mail, attempt, ["your-turn"])
    assert 0.8 * wanted <= delay(mail, attempt, ["your-turn"]) <= 1.2 * wanted


def test_letters_that_failed_together_do_not_come_back_together() -> None:
    assert len({delay(f"letter {number}", 6, ["your-turn"]) for number in range(50)}) == 50


def test_a_login_code_is_tried_every_minute_because_it_does_not_live_long() -> None:
    assert max(delay("x", attempt, ["login"]) for attempt in range(1, ATTEMPTS)) <= 72_000


def test_a_result_that_may_have_arrived_goes_out_again_without_newer_news() -> None:
    match = Match().start().forget().resign(1)
    (result,) = match.news_for(ADA)
    first = planned(waiting(match), ADA, match.record, None, match.now)
    assert first.name == result["id"]
    assert resendable(first.bundle)
    record = delivery(first, "ambiguous", 1, match.now, "the connection broke")
    record["resend"] = True
    match.notices.append({**result, "id": f"{result['match']}.99.0.later", "n": 99})
    second = planned(waiting(match), ADA, match.record, record, match.now)
    assert (second.name, second.bundle, second.again) == (result["id"], [result], True)
    match.notices.remove(result)
    third = planned(waiting(match), ADA, match.record, record, match.now)
    assert not third.again, "once it is settled the rest goes its own way"
    assert third.name.endswith(".99.0.later")


def test_a_letter_is_named_after_its_latest_news() -> None:
    match = Match().start()
    assert bundle_name(match.news_for(ADA)).endswith(".your-turn")
    assert bundle_name(list(reversed(match.news_for(ADA)))) == bundle_name(match.news_for(ADA))


def test_news_for_nobody_are_dropped_with_the_reason() -> None:
    match = Match().start()
    for account, reason in (
        (None, "no-address"),
        (dataclasses.replace(ADA, mail=""), "no-address"),
        (dataclasses.replace(ADA, verified=False), "address-unverified"),
        (dataclasses.replace(ADA, bouncing=True), "address-bounces"),
    ):
        made = planned(waiting(match), account, match.record, None, match.now)
        assert made.bundle == []
        assert {why for _, why in made.dropped} == {reason}
    gone = planned(waiting(match), ADA, None, None, match.now)
    assert {why for _, why in gone.dropped} == {"match-gone"}


def test_news_of_a_kind_that_this_release_does_not_know_hold_up_nothing() -> None:
    match = Match().start()
    (started, turn) = match.news_for(ADA)
    match.notices = [{**started, "kind": "of-a-later-release"}, turn]
    made = planned(waiting(match), ADA, match.record, None, match.now)
    assert (made.bundle, made.rotten) == ([turn], [started["id"]])
    assert started["id"] in made.settled, "it is done with, and not told as something else"
