"""The rules of delivering, without a server: what goes into the next letter, and when a failed one is tried again."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from service.notifications.delivery import ATTEMPTS, delay, delivery, letter_name, plan, resendable
from service.store.outbox import Outgoing
from tests.workers.mail.match import ADA, HOUR, Match


def waiting(match: Match) -> Outgoing:
    return Outgoing(pending=match.news_for(ADA), handing=None, attempts=0)


@given(st.text(max_size=40), st.integers(1, ATTEMPTS))
def test_a_delay_is_the_same_whoever_computes_it_and_stays_near_its_step(mail: str, attempt: int) -> None:
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
    first = plan(waiting(match), ADA, match.record, None, match.now)
    assert first.mail == result["id"]
    assert resendable(first.letter)
    record = delivery(first, "ambiguous", 1, match.now, "the connection broke")
    record["resend"] = True
    match.notices.append({**result, "id": f"{result['match']}.99.0.later", "n": 99})
    second = plan(waiting(match), ADA, match.record, record, match.now)
    assert (second.mail, second.letter, second.again) == (result["id"], [result], True)
    match.notices.remove(result)
    third = plan(waiting(match), ADA, match.record, record, match.now)
    assert not third.again, "once it is settled the rest goes its own way"
    assert third.mail.endswith(".99.0.later")


def test_a_letter_is_named_after_its_latest_news() -> None:
    match = Match().start()
    assert letter_name(match.news_for(ADA)).endswith(".your-turn")
    assert letter_name(list(reversed(match.news_for(ADA)))) == letter_name(match.news_for(ADA))


def test_news_for_nobody_are_dropped_with_the_reason() -> None:
    match = Match().start()
    for account, reason in (
        (None, "no-address"),
        (dataclasses.replace(ADA, mail=""), "no-address"),
        (dataclasses.replace(ADA, verified=False), "address-unverified"),
        (dataclasses.replace(ADA, bouncing=True), "address-bounces"),
    ):
        made = plan(waiting(match), account, match.record, None, match.now)
        assert made.letter == []
        assert {why for _, why in made.dropped} == {reason}
    gone = plan(waiting(match), ADA, None, None, match.now)
    assert {why for _, why in gone.dropped} == {"match-gone"}
