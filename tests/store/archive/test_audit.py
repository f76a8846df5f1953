"""The operators' book: entries in a chain, in which nothing can be changed, removed or inserted unseen."""

import threading
from dataclasses import replace

import pytest

from service.store import keys
from service.store.installation.audit import AuditEntry
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
    known = filled(store).check_audit()
    last = positions(store)[-1]
    told = fields_at(store, last)
    changed = str(int(told[name]) + 1) if name in ("at", "n") else told[name] + "x"
    store._ask(("XDEL", keys.audit(), last))
    written = [part for pair in {**told, name: changed}.items() for part in pair]
    store._ask(("XADD", keys.audit(), f"{last.partition('-')[0]}-9", *written))
    assert store.check_audit().fault is not None
    assert store.check_audit(known).fault is not None, "a later check looks at the last entry of the earlier one"


@pytest.mark.parametrize("which", [0, 2, 4])
def test_a_removed_entry_breaks_the_chain(store: Store, which: int) -> None:
    store._ask(("XDEL", keys.audit(), positions(filled(store))[which]))
    assert store.check_audit().fault is not None


def test_an_inserted_entry_breaks_the_chain(store: Store) -> None:
    known = filled(store).check_audit()
    store._ask(("XADD", keys.audit(), "*", "who", "mallory", "what", "nothing", "about", "", "why", ""))
    assert store.check_audit().fault is not None
    assert store.check_audit(known).fault is not None


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


def test_a_later_check_reads_only_what_came_since(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    known = filled(store, 600).check_audit()
    read: list[int] = []
    own_hash = AuditEntry.own_hash

    def counted(entry: AuditEntry) -> str:
        read.append(entry.n)
        return own_hash(entry)

    monkeypatch.setattr(AuditEntry, "own_hash", counted)
    assert store.check_audit(known) == known
    filled(store, 1)
    read.clear()
    found = store.check_audit(known)
    assert (found.entries, found.fault, read) == (601, None, [600, 601])
    assert found == store.check_audit()


def test_a_check_of_another_book_is_not_gone_on_with(store: Store) -> None:
    """After a restore the book may be another one, whose end is at the same place."""
    known = filled(store).check_audit()
    other = replace(known, end=known.end[::-1])
    assert store.check_audit(other) == known
