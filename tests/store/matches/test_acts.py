"""Every answer the act script can give, and what an accepted act does to the time at which a decision closes."""

from dataclasses import replace
from typing import Any

import pytest
import redis

from engine.match.table import Standing
from service.store import keys
from service.store.connection.durability import LARGEST_INTSET
from service.store.records import Act, ActRequest, Record
from service.store.store import Store, Token
from service.store.values import number_of, text
from tests.store.examples import (
    ANNA,
    HOUR,
    act,
    digest,
    loaded,
    locked_for_openings,
    match_id,
    running,
    sealed,
    standing,
    step,
)

TOKEN = Token("t_" + "0" * 16, ANNA, "ab" * 32, ("match:play",), "phone", 1)


def given_lock(store: Store, *openers: int, **changes: Any) -> Record:
    """Return a match whose decision is locked with client commitments, awaiting openings."""
    record = running(store)
    for seat in (0, 1):
        assert store.act(act(record, seat, custody="client", box=None, salt=None)).outcome == "stored"
    opening = locked_for_openings(openers, **changes)
    assert store.transition(step(record, opening, due=record.now + HOUR))
    return loaded(store, record.match)


def opening_of(record: Record, seat: int, **changes: Any) -> ActRequest:
    """Return the seat's opening of its locked commitment."""
    return act(record, seat, **{"kind": "open", "custody": "client", "box": "opened box", "salt": None, **changes})


def decision_until(deadline: int) -> Standing:
    """Return a decision that lasts until then."""
    return standing(deadline=deadline)


def test_a_first_commitment_is_stored_with_its_place_in_the_log(store: Store) -> None:
    record = running(store)
    result = store.act(act(record, 1, wait=True))
    assert result.outcome == "stored" and result.act is not None
    received = result.act.received
    assert result.act == Act(
        decision="r1.choose", seat=1, act="commit", seq=1, commitment=sealed("card 1"), custody="escrow",
        received=received, first=received, n=1, head=record.head, wait=True, opened=False,
        committed=received,
    )  # fmt: skip
    assert result.closes is None


def test_sending_the_same_commitment_again_gives_the_act_as_first_stored(store: Store) -> None:
    record = running(store)
    first = store.act(act(record, 0))
    again = store.act(act(record, 0, box="sealed anew, so other bytes"))
    assert again.outcome == "same"
    assert again.act == first.act
    after = loaded(store, record.match, secrets=True)
    assert after.acts_version == 1
    assert after.boxes == {("r1.choose", 0): "box of card 0"}


def test_the_same_commitment_is_still_the_same_after_the_lock(store: Store) -> None:
    record = given_lock(store, 0, 1)
    repeated = store.act(act(record, 0, custody="client", box=None, salt=None))
    assert repeated.outcome == "same"
    assert repeated.act == record.acts["r1.choose", 0]


def test_a_replacement_names_what_it_replaces(store: Store) -> None:
    record = running(store)
    first = store.act(act(record, 0)).act
    assert first is not None
    refused = store.act(act(record, 0, "other", kind="replace", replaces=0))
    assert (refused.outcome, refused.act) == ("conflict", first)
    second = store.act(act(record, 0, "other", kind="replace", replaces=1)).act
    assert second is not None
    assert (second.act, second.seq, second.commitment, second.first) == (
        "replace",
        2,
        sealed("other 0"),
        first.received,
    )
    assert loaded(store, record.match, secrets=True).boxes == {("r1.choose", 0): "box of other 0"}


def test_a_first_commitment_cannot_claim_to_replace(store: Store) -> None:
    result = store.act(act(running(store), 0, kind="replace", replaces=1))
    assert (result.outcome, result.act) == ("conflict", None)


def test_wait_can_be_said_later_without_sealing_again(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    changed = store.act(act(record, 0, kind="replace", replaces=1, wait=True, box=None))
    assert changed.outcome == "stored" and changed.act is not None
    assert (changed.act.seq, changed.act.wait) == (2, True)
    assert loaded(store, record.match, secrets=True).boxes == {("r1.choose", 0): "box of card 0"}


def test_a_withdrawal_erases_the_box_and_keeps_the_sticky_bit(store: Store) -> None:
    record = running(store)
    first = store.act(act(record, 0)).act
    withdrawal = act(record, 0, kind="withdraw", commitment=None, box=None, salt=None, replaces=1)
    gone = store.act(withdrawal).act
    assert first is not None and gone is not None
    assert (gone.act, gone.seq, gone.commitment, gone.first) == ("withdraw", 2, None, first.received)
    assert loaded(store, record.match, secrets=True).boxes == {}
    repeated = store.act(withdrawal)
    assert (repeated.outcome, repeated.act) == ("same", gone)


def test_nothing_can_be_withdrawn_before_there_is_something(store: Store) -> None:
    result = store.act(act(running(store), 0, kind="withdraw", commitment=None, box=None, salt=None))
    assert (result.outcome, result.act) == ("conflict", None)


def test_client_custody_replacing_escrow_erases_the_box(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    changed = store.act(act(record, 0, "other", kind="replace", replaces=1, custody="client", box=None))
    assert changed.outcome == "stored"
    assert loaded(store, record.match, secrets=True).boxes == {}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"decision": "r2.choose"}, "it does not stand"),
        ({"opened_head": digest("another head")}, "it was opened by another entry"),
        ({"seat": 2}, "it does not ask this seat"),
    ],
)
def test_gone(store: Store, changes: dict[str, Any], why: str) -> None:
    record = running(store)
    result = store.act(replace(act(record, 0), **changes))
    assert (result.outcome, result.act) == ("gone", None), why


def test_gone_once_the_decision_is_resolved(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert store.transition(step(record, standing("r2.choose"), ended=["r1.choose"]))
    assert store.act(act(record, 1)).outcome == "gone"


def test_gone_in_a_match_that_does_not_exist(store: Store) -> None:
    record = running(store)
    assert store.act(act(replace(record, match=match_id(bucket=2)), 0)).outcome == "gone"


def test_locked_for_commitments_after_the_lock(store: Store) -> None:
    record = given_lock(store, 0, 1)
    for kind in ("commit", "replace"):
        assert store.act(act(record, 0, "late", kind=kind, replaces=1)).outcome == "locked"
    withdrawal = act(record, 0, kind="withdraw", commitment=None, box=None, salt=None, replaces=1)
    assert store.act(withdrawal).outcome == "locked"


def test_locked_for_openings_before_the_lock(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0, custody="client", box=None))
    assert store.act(opening_of(record, 0)).outcome == "locked"


def test_locked_for_openings_nobody_waits_for(store: Store) -> None:
    record = given_lock(store, 0)
    assert store.act(opening_of(record, 1)).outcome == "locked"


def test_late_one_second_after_the_deadline_and_not_before(store: Store) -> None:
    now = store.now()
    in_time = running(store, None, decision_until(now + 1 - 1_000 + 500))
    assert store.act(act(in_time, 0)).outcome == "stored"
    too_late = running(store, None, decision_until(now - 1_000))
    result = store.act(act(too_late, 0))
    assert (result.outcome, result.act) == ("late", None)


def test_an_opening_is_late_after_its_own_deadline(store: Store) -> None:
    now = store.now()
    assert store.act(opening_of(given_lock(store, 0, 1, opening_ends=now - 1_000), 0)).outcome == "late"
    assert store.act(opening_of(given_lock(store, 0, 1, opening_ends=now + HOUR, deadline=1), 0)).outcome == "stored"


def test_stale_when_the_log_grew_since_the_check(store: Store) -> None:
    record = running(store, None, standing("t1.act", (0,)), standing("t1.other", (1,)))
    assert store.transition(step(record, standing("t1.act", (0,))))
    assert store.act(act(record, 0, n=1)).outcome == "stale"
    assert store.act(act(record, 0, n=2)).outcome == "stored"


def remembered(store: Store, match: str) -> int:
    """Return how much is remembered of what occurred."""
    return int(store._ask(("SCARD", keys.seen(match))))


def test_seen_commitments_and_salts_occur_once_in_a_match(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert store.act(act(record, 1, commitment=sealed("card 0"))).outcome == "seen"
    assert store.act(act(record, 1, salt="salt:card 0")).outcome == "seen"
    assert store.act(act(record, 0, "other", kind="replace", replaces=1, salt="salt:card 0")).outcome == "seen"
    assert store.act(act(record, 0, "other", kind="replace", replaces=1)).outcome == "stored"
    assert store.act(act(record, 0, kind="replace", replaces=2)).outcome == "seen", "what was replaced stays used"
    assert store.seen(record.match, [sealed("card 0"), "salt:other 0", "salt:never"]) == [True, True, False]
    assert remembered(store, record.match) == 4, "each once"


def test_seen_values_of_the_server_count_too_each_once(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, standing(), seen=[sealed("card 0"), sealed("x")]))
    assert store.act(act(record, 0)).outcome == "seen"
    assert store.transition(step(loaded(store, record.match), standing(), seen=[sealed("card 0")]))
    assert remembered(store, record.match) == 2


def test_an_act_is_remembered_by_all_64_bits_of_its_numbers(store: Store) -> None:
    record = running(store)
    request = act(record, 0)
    store.act(request)
    numbers = store._ask(("SMEMBERS", keys.seen(record.match)))
    assert {text(one) for one in numbers} == {number_of(request.commitment or ""), number_of(request.salt or "")}


def test_what_a_step_shows_is_remembered(store: Store) -> None:
    record, shown = running(store), [f"salt:{number}" for number in range(20)]
    assert store.transition(step(record, standing(), seen=shown))
    numbers = store._ask(("SMEMBERS", keys.seen(record.match)))
    assert {text(one) for one in numbers} == {number_of(one) for one in shown}


def test_five_thousand_used_salts_take_eight_bytes_each(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, standing(), seen=[f"salt:{number}" for number in range(5_000)]))
    assert store._ask(("OBJECT", "ENCODING", keys.seen(record.match))) == b"intset"
    assert store._ask(("MEMORY", "USAGE", keys.seen(record.match), "SAMPLES", 0)) < 42_000


def test_a_server_whose_sets_of_numbers_are_packed_too_briefly_is_named(store: Store, redis_url: str) -> None:
    assert store.check_memory_settings() == []
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("set-max-intset-entries", 512)
        try:
            [said] = store.check_memory_settings()
        finally:
            client.config_set(*LARGEST_INTSET)
    assert said == "set-max-intset-entries is 512: set it to 16384, or long matches take more memory"


def test_wrong_when_it_opens_another_commitment_than_the_locked_one(store: Store) -> None:
    record = given_lock(store, 0, 1)
    assert store.act(opening_of(record, 0, commitment=sealed("another"))).outcome == "wrong"


def test_an_opening_with_a_salt_used_before_is_seen(store: Store) -> None:
    record = given_lock(store, 0, 1)
    assert store.transition(step(record, *record.table["standing"], seen=["salt:used"]))
    assert store.act(opening_of(record, 0, salt="salt:used")).outcome == "seen"


def test_all_openings_in_make_the_match_due_now(store: Store) -> None:
    record = given_lock(store, 0, 1, opening_ends=store.now() + HOUR)
    first = store.act(opening_of(record, 0))
    assert first.outcome == "stored" and first.closes is None
    assert first.act is not None and (first.act.opened, first.act.seq, first.act.act) == (True, 2, "open")
    assert loaded(store, record.match).due == record.due
    last = store.act(opening_of(record, 1))
    after = loaded(store, record.match, secrets=True)
    assert last.act is not None and last.closes == last.act.received == after.due
    assert after.boxes == {("r1.choose", 0): "opened box", ("r1.choose", 1): "opened box"}
    assert store.act(opening_of(record, 1)).outcome == "same"


def test_revoked_tokens_act_no_more(store: Store) -> None:
    record = running(store)
    store.add_token(TOKEN)
    assert store.act(act(record, 0, token=TOKEN.id)).outcome == "stored"
    assert store.revoke_token(TOKEN.id)
    result = store.act(act(record, 0, "other", kind="replace", replaces=1, token=TOKEN.id))
    assert (result.outcome, result.act) == ("revoked", None)


def test_what_is_refused_writes_nothing(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    before = loaded(store, record.match, secrets=True)
    for refused in (
        act(record, 0),
        act(record, 0, "other"),
        act(record, 1, commitment=sealed("card 0")),
        act(record, 1, n=9),
        act(record, 1, opened_head="other"),
    ):
        assert store.act(refused).outcome != "stored"
    after = loaded(store, record.match, secrets=True)
    assert replace(after, now=0) == replace(before, now=0)


def test_requests_without_sense_are_refused_by_name(store: Store) -> None:
    record = running(store)
    with pytest.raises(ValueError, match="refused"):
        store.act(act(record, 0, kind="refused"))
    with pytest.raises(ValueError, match="commitment"):
        store.act(act(record, 0, kind="withdraw"))
    with pytest.raises(ValueError, match="commitment"):
        store.act(act(record, 0, commitment=None))


def test_the_last_seat_in_starts_the_grace(store: Store) -> None:
    now = store.now()
    record = running(store, None, decision_until(now + HOUR), grace=60_000, due=now + HOUR + 1_000)
    assert store.act(act(record, 0)).closes is None
    assert loaded(store, record.match).due == now + HOUR + 1_000
    last = store.act(act(record, 1))
    assert last.act is not None and last.closes == last.act.received + 60_000
    after = loaded(store, record.match)
    assert after.closes == {"r1.choose": last.closes}
    assert after.due == last.closes == store.peek()[0][1].due


def test_a_change_restarts_the_grace_at_most_three_times(store: Store) -> None:
    record = running(store, grace=HOUR)
    store.act(act(record, 0))
    store.act(act(record, 1))
    closings = []
    for seq in range(1, 6):
        changed = store.act(act(record, 0, f"card {seq}", kind="replace", replaces=seq))
        assert changed.act is not None and changed.closes is not None
        closings.append(changed.closes - changed.act.received)
    assert closings[:3] == [HOUR] * 3
    assert closings[3] <= HOUR and closings[4] <= closings[3]
    assert len({store.act(act(record, 1)).closes, loaded(store, record.match).closes["r1.choose"]}) == 1


def test_a_withdrawal_puts_the_due_time_back(store: Store) -> None:
    record = running(store, grace=1_000, due=4_000_000_000_000)
    store.act(act(record, 0))
    store.act(act(record, 1))
    store.act(act(record, 1, kind="withdraw", commitment=None, box=None, salt=None, replaces=1))
    after = loaded(store, record.match)
    assert (after.closes, after.due) == ({}, 4_000_000_000_000)
    assert store.peek()[0][1].due == 4_000_000_000_000


def test_a_withdrawal_without_deadline_makes_the_match_wait_for_nothing(store: Store) -> None:
    record = running(store, grace=1_000)
    store.act(act(record, 0))
    store.act(act(record, 1))
    assert store.peek()[0][1].due is not None
    store.act(act(record, 1, kind="withdraw", commitment=None, box=None, salt=None, replaces=1))
    assert loaded(store, record.match).due is None
    assert store.peek()[0][1].due is None


def test_an_answer_sent_with_wait_keeps_the_decision_open(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0, wait=True))
    assert store.act(act(record, 1)).closes is None
    ready = store.act(act(record, 0, kind="replace", replaces=1))
    assert ready.act is not None and ready.closes == ready.act.received


def test_an_open_decision_closes_with_its_answer(store: Store) -> None:
    record = running(store, None, standing("r1.place", (1,)), grace=HOUR)
    result = store.act(act(record, 1, n=record.n))
    assert result.act is not None and result.closes == result.act.received
    assert loaded(store, record.match).due == result.closes


def test_an_answer_that_is_held_back_closes_its_decision_at_the_release(store: Store) -> None:
    record = running(store, None, standing("r1.place", (1,), release=4_000_000_000_000))
    result = store.act(act(record, 1, n=record.n))
    assert result.closes == 4_000_000_000_000 == loaded(store, record.match).due
    replaced = store.act(act(record, 1, "other", kind="replace", n=record.n, replaces=1))
    assert (replaced.outcome, replaced.closes) == ("stored", 4_000_000_000_000)


def test_the_earliest_of_several_decisions_makes_the_match_due(store: Store) -> None:
    record = running(store, None, standing("r1.choose"), standing("r1.ask", (0,)), grace=HOUR, due=4_000_000_000_000)
    store.act(act(record, 0))
    slow = store.act(act(record, 1))
    ask = record.table["standing"][1]
    quick = store.act(act(record, 0, "answer", decision="r1.ask", opened_head=ask["head"]))
    after = loaded(store, record.match)
    assert after.closes == {"r1.choose": slow.closes, "r1.ask": quick.closes}
    assert after.due == quick.closes
