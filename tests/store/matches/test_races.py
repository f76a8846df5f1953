"""Two at once: whatever the order, one outcome, and everybody is told the same."""

import random
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from service.store.records import ActResult, Record
from service.store.store import Store
from tests.store.examples import HOUR, act, loaded, locked_for_openings, running, sealed, standing, step

ROUNDS = 60
Result = TypeVar("Result")


def at_once(*calls: Callable[[], Result]) -> list[Result]:
    """Run calls in threads that start together; return what each returned."""
    ready = threading.Barrier(len(calls))
    results: dict[int, Result] = {}

    def run(number: int, call: Callable[[], Result]) -> None:
        ready.wait()
        results[number] = call()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[number] for number in range(len(calls))]


def test_of_two_clients_answering_for_one_seat_one_is_stored(store: Store) -> None:
    for _ in range(ROUNDS):
        record = running(store)
        results = at_once(*(partial(store.act, act(record, 0, name)) for name in ("left", "right", "third")))
        stored = [one for one in results if one.outcome == "stored"]
        assert sorted(one.outcome for one in results) == ["conflict", "conflict", "stored"]
        assert [one.act for one in results] == [stored[0].act] * 3, "who lost is shown what stands"


def test_of_two_replacements_of_the_same_act_one_is_stored(store: Store) -> None:
    record = running(store)
    store.act(act(record, 0, "card 0"))
    for seq in range(1, ROUNDS):
        requests = [act(record, 0, f"{side} {seq}", kind="replace", replaces=seq) for side in ("left", "right")]
        results = at_once(*(partial(store.act, request) for request in requests))
        assert sorted(one.outcome for one in results) == ["conflict", "stored"]
        assert loaded(store, record.match).acts_version == seq + 1


def test_both_seats_committing_at_once_close_the_decision_once(store: Store) -> None:
    for _ in range(ROUNDS):
        record = running(store, grace=HOUR)
        results = at_once(*(partial(store.act, act(record, seat)) for seat in (0, 1)))
        closes = [one.closes for one in results if one.closes is not None]
        assert [one.outcome for one in results] == ["stored", "stored"]
        assert len(closes) == 1, "the second of the two, whichever it was"
        assert loaded(store, record.match).due == closes[0]


def test_of_two_workers_resolving_one_match_one_writes(store: Store) -> None:
    for _ in range(ROUNDS):
        record = running(store)
        steps = [step(record, standing("r2.choose"), by=by) for by in "abc"]
        results = at_once(*(partial(store.transition, change) for change in steps))
        assert sorted(results) == [False, False, True]
        assert len(store.lines(record.match)) == 2


def _lock(store: Store, match: str) -> str | None:
    """Lock the decision as a worker does, with what it has read; return the commitment it locked."""
    record = loaded(store, match)
    commitment = record.acts["r1.choose", 0].commitment
    locked = locked_for_openings((), str(commitment))
    return commitment if store.transition(step(record, locked, acts_version=record.acts_version)) else None


def _replace(store: Store, record: Record, pause: float) -> ActResult:
    """Replace the seat's card after a while."""
    threading.Event().wait(pause)
    return store.act(act(record, 0, "other", kind="replace", replaces=1))


def test_a_replacement_racing_the_lock_is_either_locked_or_refused(store: Store) -> None:
    outcomes = set()
    for number in range(4 * ROUNDS):
        record = running(store)
        store.act(act(record, 0))
        pause = random.Random(number).random() / 500

        locked, replaced = at_once(partial(_lock, store, record.match), partial(_replace, store, record, pause))
        assert isinstance(replaced, ActResult)
        stands = loaded(store, record.match).acts["r1.choose", 0]
        if locked is None:
            assert replaced.outcome == "stored", "only an act in between makes the lock stale"
            assert _lock(store, record.match) == sealed("other 0")
        else:
            assert locked == stands.commitment, "what is locked is what stands"
            assert replaced.outcome == ("stored" if locked == sealed("other 0") else "locked")
        outcomes.add((locked is None, replaced.outcome))
    assert len(outcomes) > 1, "the race never went both ways"


def test_an_act_arriving_with_the_deadline_is_in_time_or_late_never_both(store: Store) -> None:
    outcomes = set()
    for number in range(ROUNDS):
        deadline = store.now() - 1_000 + number
        record = running(store, None, standing(deadline=deadline))
        result = store.act(act(record, 0))
        after = loaded(store, record.match)
        if result.outcome == "stored":
            assert result.act is not None and result.act.received < deadline + 1_000
        else:
            assert result.outcome == "late" and after.now >= deadline + 1_000
        assert (("r1.choose", 0) in after.acts) == (result.outcome == "stored")
        outcomes.add(result.outcome)
    assert outcomes == {"stored", "late"}
