"""Matches: created once, loaded as they stand, stepped by exactly one."""

from service.store.store import Store
from tests.store.examples import act, digest, loaded, match_id, running, standing, step


def test_a_match_loads_as_it_was_created(store: Store) -> None:
    created = running(store, None, standing(deadline=1_800_000_000_000), due=1_800_000_001_000)
    assert (created.n, created.head, created.acts_version) == (1, digest("head 1"), 0)
    assert created.table["options"] == {"cards": []}
    assert created.table["standing"] == [standing(deadline=1_800_000_000_000)]
    assert created.due == 1_800_000_001_000
    assert created.state is None
    assert store.lines(created.match) == [b'{"n":1}\n']


def test_there_is_no_match_of_an_unknown_id(store: Store) -> None:
    known = running(store)
    assert store.load(match_id(999)) is None
    assert store.load_many([match_id(999), known.match, match_id(998)])[1] is not None


def test_a_step_replaces_state_and_extends_the_log(store: Store) -> None:
    record = running(store)
    state = {"hands": [[], ["C36"]], "names": "Kölln", "big": 2**53 - 1, "deck": {}}
    assert store.transition(step(record, standing("r2.choose"), lines=2, state=state))
    after = loaded(store, record.match)
    assert (after.n, after.state) == (3, state)
    assert [one["id"] for one in after.table["standing"]] == ["r2.choose"]
    assert store.lines(record.match, after=1) == [b'{"n":2,"by":""}\n', b'{"n":3,"by":""}\n']


def test_an_act_is_stored_and_loaded(store: Store) -> None:
    record = running(store)
    result = store.act(act(record, 0))
    assert result.outcome == "stored"
    assert result.act is not None and result.act.seq == 1
    after = loaded(store, record.match, secrets=True)
    assert after.acts == {("r1.choose", 0): result.act}
    assert after.acts_version == 1
    assert after.boxes == {("r1.choose", 0): "box of card 0"}
    assert after.seed == "secret seed"
    assert record.now <= result.act.received <= after.now


def test_what_is_due_is_claimed_once(store: Store) -> None:
    record = running(store, due=1)
    peeks, now = store.peek()
    assert peeks[1].due == 1 and now > 1_700_000_000_000
    assert store.claim_due(1, 30_000, 10) == [record.match]
    assert store.claim_due(1, 30_000, 10) == []
