"""Places kept for matches to come: counted once, given back when nothing comes of them, sooner or later."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from engine.match.table import Seat
from service.store.connection.connect import Client
from service.store.connection.scripts import Call
from service.store.matches import matches
from service.store.store import Store, StoredAnswer, Token
from tests.store.examples import ANNA, match_id, running

FIVE = [match_id(number) for number in range(5)]


def keep(store: Store, match: str, mark: str = "a", *, matches: int = 2, tables: int | None = None) -> str | None:
    return store.keep_place(ANNA, match, mark, matches=matches, tables=tables)


def test_places_and_matches_count_together_and_each_once(store: Store) -> None:
    store.note_match(ANNA, FIVE[0])
    assert keep(store, FIVE[1]) is None
    assert keep(store, FIVE[2]) == "matches"
    assert keep(store, FIVE[1], "b") is None, "the same match again is no further one"
    assert keep(store, FIVE[0], "b") is None, "nor is one that the account has"
    store.note_match(ANNA, FIVE[1])
    assert keep(store, FIVE[2], matches=3) is None


def test_a_place_given_back_is_free_but_for_a_repetition_that_holds_it_too(store: Store) -> None:
    assert keep(store, FIVE[0], "a", matches=1) is None
    assert keep(store, FIVE[0], "b", matches=1) is None
    store.give_place_back(ANNA, FIVE[0], "a", exists=False)
    assert keep(store, FIVE[1], matches=1) == "matches"
    store.give_place_back(ANNA, FIVE[0], "b", exists=False)
    assert keep(store, FIVE[1], matches=1) is None


def test_the_place_of_a_request_that_died_is_free_after_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "ENDED_KEPT", 1)
    assert keep(store, FIVE[0], matches=1, tables=1) is None
    before = store.now()
    while store.now() < before + 2:
        pass
    assert keep(store, FIVE[1], matches=1, tables=1) is None


def test_a_table_counts_while_it_waits_whoever_looked_before_it_was_there(store: Store) -> None:
    """Its place outlives the request that made it, so an older look at the list overlooks nothing."""
    assert keep(store, FIVE[0], matches=9, tables=1) is None
    running(
        store,
        FIVE[0],
        status="lobby",
        seats=[Seat(player=ANNA, name="Anna", bot=None), Seat(player=None, name="", bot=None)],
    )
    store.note_match(ANNA, FIVE[0])
    store.give_place_back(ANNA, FIVE[0], "a", exists=True)
    assert keep(store, FIVE[1], matches=9, tables=1) == "tables"
    assert keep(store, FIVE[1], matches=9, tables=2) is None


def test_a_table_that_waits_no_more_is_not_counted_though_its_place_is_young(store: Store) -> None:
    assert keep(store, FIVE[0], matches=9, tables=1) is None
    running(store, FIVE[0])
    assert keep(store, FIVE[1], matches=9, tables=1) is None


def test_a_match_that_is_joined_is_no_table(store: Store) -> None:
    assert keep(store, FIVE[0], matches=9) is None
    assert keep(store, FIVE[1], matches=9, tables=1) is None


def test_no_script_of_an_account_crosses_the_nodes_of_a_cluster(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, set[str]] = {}
    evaluate = Client._evaluate

    def note(self: Client, call: Call) -> Any:
        tags = {found[0] for name in call.keys if (found := re.search(r"\{\d\d\}", name))}
        seen.setdefault(call.script.name, set()).add(",".join(sorted(tags)))
        return evaluate(self, call)

    def note_many(self: Client, calls: Sequence[Call], *, each: bool = False) -> list[Any]:
        return [note(self, call) for call in calls]

    monkeypatch.setattr(Client, "_evaluate", note)
    monkeypatch.setattr(Client, "_evaluate_many", note_many)
    account = store.create_account(mail="new@example.org", name="Player")
    keep(store, FIVE[0], tables=1)
    store.add_token(Token("t_" + "a" * 16, account.id, "ab" * 32, ("match:read",), "phone", 5), most=3)
    store.use_code(account.id, "code", 1, token="t_" + "b" * 16, sender="me", repeats=1, kept=1_000)
    store.begin(ANNA, "key", "print", mark="one")
    store.finish(ANNA, "key", "print", StoredAnswer(200, {}, ""), mark="one")
    other = store.create_account(mail="old@example.org", name="Player")
    monkeypatch.setattr(Store, "now", lambda _: 2**42)
    assert store.purge_unconfirmed() >= 1
    assert store.account(other.id) is None
    assert {"reserve", "list_token", "add_token", "use_code", "begin", "finish", "purge", "unlink"} <= seen.keys()
    assert all("," not in tags for all_of in seen.values() for tags in all_of), seen


def test_a_tournament_keeps_several_places_for_as_long_as_it_waits(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "ENDED_KEPT", 1)
    cup = FIVE[0]
    assert store.keep_place(ANNA, f"{cup}:0", "+3", matches=4, kept=60_000) is None
    assert keep(store, FIVE[1], matches=4) is None
    before = store.now()
    while store.now() < before + 2:
        pass
    assert store.keep_place(ANNA, f"{cup}:1", "+2", matches=4) == "matches"
    assert keep(store, FIVE[2], matches=3) == "matches", "the shorter place has not ended the longer one"
    store.give_place_back(ANNA, f"{cup}:0", "+3", exists=True)
    assert store.keep_place(ANNA, f"{cup}:1", "+2", matches=4) is None
