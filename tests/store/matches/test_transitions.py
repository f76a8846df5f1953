"""Steps of a match: guarded, atomic, and careful with what goes on standing."""

from dataclasses import replace

import pytest
import redis

from service.store import keys
from service.store.matches.lists import Head, Open
from service.store.records import Creation, Record, Transition
from service.store.store import Store, TokenRevoked
from tests.store.examples import (
    ANNA,
    BERT,
    HOUR,
    act,
    digest,
    loaded,
    locked_for_openings,
    match_id,
    notice,
    recipient,
    running,
    sealed,
    standing,
    step,
    table,
)


def creation_of(match: str) -> Creation:
    """Return a creation of that match, with another head than :func:`running` gives it."""
    return Creation(match=match, table=table(match), head=digest("another"), at=1, line=b"{}\n", seed="another seed")


def test_a_match_is_created_once(store: Store) -> None:
    record = running(store)
    again = creation_of(record.match)
    assert not store.create(again)
    assert loaded(store, record.match).head == record.head


def test_creating_the_very_same_again_is_the_same_creation(store: Store) -> None:
    creation = creation_of(match_id(50))
    assert store.create(creation)
    assert store.create(creation)
    assert store.lines(match_id(50)) == [b"{}\n"]


def test_a_step_from_an_old_entry_is_stale_and_writes_nothing(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, by="first"))
    before = loaded(store, record.match, secrets=True)
    late = step(
        record, standing("r9.choose"), by="second", lines=3, due=1, seen=["x"], erase_seed=True, entropy=(0, "e"),
        notices=[notice(record.match)],
    )  # fmt: skip
    assert not store.transition(late)
    assert replace(loaded(store, record.match, secrets=True), now=0) == replace(before, now=0)
    assert store.seen(record.match, ["x"]) == [False]
    assert store.notices(recipient(record.match)).pending == []
    assert store.peek()[0][1].out is None


def test_a_step_of_a_match_that_does_not_exist_is_stale(store: Store) -> None:
    record = running(store)
    assert not store.transition(replace(step(record), match=match_id(999)))


def test_a_step_that_read_the_acts_is_stale_when_one_came_after(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert not store.transition(step(record, acts_version=record.acts_version))
    assert store.transition(step(record, acts_version=1))


def test_a_step_without_lines_counts_as_an_act_so_that_none_overwrites_another(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, standing(), lines=0, acts_version=0))
    assert not store.transition(step(record, standing(), lines=0, acts_version=0))
    assert loaded(store, record.match).acts_version == 1


def test_the_twin_of_a_step_is_told_that_it_was_not_the_one(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record))
    assert not store.transition(step(record))


def test_many_steps_in_one_round_trip_each_stand_for_themselves(store: Store) -> None:
    records = [running(store, match_id(100 + number, bucket=number)) for number in range(5)]
    assert store.transition(step(records[2], by="quicker"))
    assert store.transition_many([step(record) for record in records]) == [True, True, False, True, True]
    after = store.load_many([record.match for record in records])
    assert [one.n for one in after if isinstance(one, Record)] == [2] * 5


def test_ended_decisions_lose_their_acts_and_boxes_others_keep_them(store: Store) -> None:
    record = running(store, None, standing("r1.choose"), standing("r1.ask", (0,)))
    for seat in (0, 1):
        store.act(act(record, seat))
    ask = record.table["standing"][1]
    store.act(act(record, 0, "answer", decision="r1.ask", opened_head=ask["head"]))
    assert store.transition(step(record, ask, ended=["r1.choose"]))
    after = loaded(store, record.match, secrets=True)
    assert set(after.acts) == set(after.boxes) == {("r1.ask", 0)}
    assert after.closes == {"r1.ask": after.acts["r1.ask", 0].received}


def test_an_early_close_brings_the_due_time_of_a_step_forward(store: Store) -> None:
    record = running(store, grace=HOUR)
    store.act(act(record, 0))
    closes = store.act(act(record, 1)).closes
    assert store.transition(step(record, standing(), lines=0, acts_version=2, due=4_000_000_000_000))
    after = loaded(store, record.match)
    assert after.due == closes == after.closes["r1.choose"]


def test_the_lock_ends_the_early_close(store: Store) -> None:
    record = running(store)
    for seat in (0, 1):
        store.act(act(record, seat, custody="client", box=None))
    assert store.transition(step(record, locked_for_openings((0, 1)), due=4_000_000_000_000))
    after = loaded(store, record.match)
    assert (after.closes, after.due) == ({}, 4_000_000_000_000)


def test_nothing_is_due_after_a_step_that_waits_for_nothing(store: Store) -> None:
    record = running(store, due=1)
    assert store.transition(step(record, due=None))
    assert loaded(store, record.match).due is None
    assert store.peek()[0][1].due is None


def test_a_closed_match_keeps_no_secrets_and_its_whole_log(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    assert store.transition(step(record, status="closed", ended=["r1.choose"], erase_seed=True))
    after = loaded(store, record.match, secrets=True)
    assert (after.seed, after.boxes, after.acts, after.entropies) == (None, {}, {}, {})
    assert store.seen(record.match, [sealed("card 0")]) == [False]
    assert len(store.lines(record.match)) == 2


def test_entropy_is_kept_with_the_secrets_and_can_be_taken_back(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, entropy=(1, "e1")))
    assert loaded(store, record.match, secrets=True).entropies == {1: "e1"}
    assert loaded(store, record.match).entropies == {}
    assert store.transition(step(loaded(store, record.match), entropy=(1, "")))
    assert loaded(store, record.match, secrets=True).entropies == {}


def test_readers_without_need_get_no_secrets(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0))
    plain = loaded(store, record.match)
    assert plain.seed is None and plain.boxes == {} and plain.acts != {}


def test_the_same_notice_is_queued_once(store: Store) -> None:
    record = running(store)
    for number in range(3):
        news = [notice(record.match), notice(record.match, account=BERT, id="bert")]
        assert store.transition(step(loaded(store, record.match), by=str(number), notices=news))
    assert store.notices(recipient(record.match)).pending == [notice(record.match)]
    assert [one["id"] for one in store.notices(recipient(record.match, BERT)).pending] == ["bert"]


def test_a_settled_notice_is_never_told_again(store: Store) -> None:
    record = running(store, notices=[notice(match_id(60))], match=match_id(60))
    [claim] = store.claim_out(1, 30_000, 10)
    assert store.settle(claim, [notice(record.match)["id"]])
    assert store.transition(step(record, notices=[notice(record.match)]))
    assert store.notices(claim.recipient).pending == []
    assert store.peek()[0][1].out is None


def test_the_lobby_lists_open_matches_that_wait_for_players(store: Store) -> None:
    created = 1_700_000_000_000
    for number in range(7):
        running(store, match_id(number, bucket=number % 3), status="lobby", created=created + number // 2)
    running(store, match_id(20), status="lobby", visibility="private")
    running(store, match_id(21), status="lobby", request="cancel")
    running(store, match_id(22))
    everything = store.lobby()
    assert len(everything) == 7 and everything == sorted(everything)
    pages: list[Open] = []
    after = None
    while page := store.lobby(after, limit=2):
        pages += page
        after = page[-1]
    assert pages == everything
    started = loaded(store, everything[0].match)
    assert store.transition(step(started, status="running"))
    assert store.lobby() == everything[1:]


def test_the_feed_of_heads_misses_nothing_and_repeats_nothing(store: Store) -> None:
    expected = []
    for number in range(6):
        record = running(store, match_id(number, bucket=number))
        expected += [(record.match, 1), (record.match, 2)]
        assert store.transition(step(record))
    written = store.now()
    while store.now() <= written:
        pass  # the feed leaves out the present millisecond
    pages: list[Head] = []
    after = None
    while page := store.heads(after, limit=1 + len(pages) % 3):
        pages += page
        after = page[-1]
    assert sorted((one.match, one.n) for one in pages) == sorted(expected)
    assert pages == sorted(pages)
    assert {one.head for one in pages} == {digest("head 1"), digest("head 2 ")}


def test_lines_come_in_pages(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, lines=4))
    everything = store.lines(record.match)
    assert len(everything) == 5
    assert store.lines(record.match, after=1, limit=2) == everything[1:3]
    assert store.lines(record.match, after=5) == []
    assert store.lines(record.match, limit=0) == []


@pytest.mark.parametrize("number", [2**53 - 1, -(2**53 - 1), 1_763_698_800_000, 0])
def test_numbers_and_empty_lists_survive_the_scripts(store: Store, number: int) -> None:
    record = running(store)
    state = {"list": [], "object": {}, "nested": [[], {}], "number": number, "text": 'Ä"\\\u2028\u0000'}
    change: Transition = step(record, state=state, at=1_763_698_800_123)
    assert store.transition(change)
    after = loaded(store, record.match)
    assert after.state == state
    assert after.at == 1_763_698_800_123
    assert ANNA in after.table["seats"][0].values()


def test_a_step_that_is_due_before_the_early_close_stays_so(store: Store) -> None:
    record = running(store, grace=HOUR)
    store.act(act(record, 0))
    store.act(act(record, 1))
    assert store.transition(step(record, standing(), due=7))
    assert loaded(store, record.match).due == 7 == store.peek()[0][1].due


def test_a_decision_whose_act_is_erased_and_that_goes_on_standing_closes_only_by_a_new_act(store: Store) -> None:
    record = running(store, None, standing("r1.place", (1,)))
    store.act(act(record, 1, n=record.n))
    before = loaded(store, record.match)
    assert store.transition(
        step(before, standing("r1.place", (1,)), lines=0, acts_version=before.acts_version, ended=["r1.place"], due=7)
    )
    after = loaded(store, record.match)
    assert (after.acts, after.closes, after.due) == ({}, {}, 7)
    assert store.act(act(record, 1, "other", n=record.n)).outcome == "stored"


def test_a_step_without_lines_must_say_which_acts_it_has_read(store: Store) -> None:
    record = running(store)
    with pytest.raises(ValueError, match="acts_version"):
        store.transition(step(record, standing(), lines=0))


def test_a_read_with_a_revoked_token_is_refused(store: Store) -> None:
    record = running(store)
    token = "t_" + "0" * 16
    assert store.load(record.match, token=token) is not None
    store.revoke_token(token)
    with pytest.raises(TokenRevoked):
        store.load(record.match, token=token)
    assert store.load(record.match) is not None


def test_the_feed_of_heads_keeps_the_last_ten_thousand_of_a_bucket(store: Store, redis_url: str) -> None:
    record = running(store)
    with redis.Redis.from_url(redis_url) as client:
        client.zadd(keys.heads(1), {f"{record.match} {n} old": n for n in range(10_500)})
        assert store.transition(step(record))
        assert client.zcard(keys.heads(1)) == 10_000
        assert client.zscore(keys.heads(1), f"{record.match} 2 {digest('head 2 ')}") is not None


def test_boxes_of_a_step_are_kept_until_their_decision_ends(store: Store) -> None:
    record = running(store)
    assert store.transition(step(record, standing(), boxes={("r1.choose", 1): "made by the server"}))
    assert loaded(store, record.match, secrets=True).boxes == {("r1.choose", 1): "made by the server"}
    assert store.transition(step(loaded(store, record.match), ended=["r1.choose"]))
    assert loaded(store, record.match, secrets=True).boxes == {}
