"""The operators' book: entries in a chain, in which nothing can be changed, removed or inserted unseen."""

from __future__ import annotations

import threading

import pytest

from service.store import keys
from service.store.store import Store
from service.store.values import text


def filled(store: Store, entries: int = 5) -> Store:
    for number in range(entries):
        store.note(who="grace", what="retry", about=f"match {number}", why="ticket")
    return store


def positions(store: Store) -> list[str]:
    return [text(one[0]) for one in store._ask(("XRANGE", keys.audit(), "-", "+"))]


def fields_at(store: Store, position: str) -> dict[str, str]:
    ((_, fields),) = store._ask(("XRANGE", keys.audit(), position, position))
    told = fields if isinstance(fields, dict) else dict(zip(fields[::2], fields[1::2], strict=True))
    return {text(name): text(value) for name, value in told.items()}


def test_entries_are_numbered_and_hold_the_hash_of_the_one_before(store: Store) -> None:
    entries = filled(store).audited(10)
    assert [one.n for one in entries] == [1, 2, 3, 4, 5]
    assert [one.prev for one in entries[1:]] == [one.hash for one in entries[:-1]]
    found = store.check_audit()
    assert (found.entries, found.end, found.fault) == (5, entries[-1].hash, None)


def test_an_empty_book_is_whole(store: Store) -> None:
    assert store.check_audit().fault is None


@pytest.mark.parametrize("name", ["who", "what", "about", "why", "at", "via", "n", "prev", "hash"])
def test_a_changed_entry_breaks_the_chain(store: Store, name: str) -> None:
    last = positions(filled(store))[-1]
    told = fields_at(store, last)
    changed = str(int(told[name]) + 1) if name in ("at", "n") else told[name] + "x"
    store._ask(("XDEL", keys.audit(), last))
    written = [part for pair in {**told, name: changed}.items() for part in pair]
    store._ask(("XADD", keys.audit(), f"{last.partition('-')[0]}-9", *written))
    assert store.check_audit().fault is not None


@pytest.mark.parametrize("which", [0, 2, 4])
def test_a_removed_entry_breaks_the_chain(store: Store, which: int) -> None:
    store._ask(("XDEL", keys.audit(), positions(filled(store))[which]))
    assert store.check_audit().fault is not None


def test_an_inserted_entry_breaks_the_chain(store: Store) -> None:
    filled(store)
    store._ask(("XADD", keys.audit(), "*", "who", "mallory", "what", "nothing", "about", "", "why", ""))
    assert store.check_audit().fault is not None


def test_a_cut_end_breaks_the_chain(store: Store) -> None:
    filled(store)
    store._ask(("XTRIM", keys.audit(), "MAXLEN", 2))
    assert store.check_audit().fault is not None


def test_what_cannot_be_read_is_a_fault_and_no_error(store: Store) -> None:
    filled(store, 1)
    store._ask(("XADD", keys.audit(), "*", "n", "two"))
    found = store.check_audit()
    assert found.fault == "an entry after 1 cannot be read"


def test_operators_who_write_at_once_write_one_chain(store: Store) -> None:
    together = [threading.Thread(target=filled, args=(store, 5)) for _ in range(4)]
    for one in together:
        one.start()
    for one in together:
        one.join()
    found = store.check_audit()
    assert (found.entries, found.fault) == (20, None)
