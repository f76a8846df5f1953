"""Somebody who asks for everything at once: what is capped is counted where it is taken, so thirty requests get no more."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from engine import registry
from service.accounts.access import tokens
from service.context import Context
from service.matches import caps
from service.store.matches import acts
from service.store.matches.stored_matches import MOST_A_MINUTE
from tests.engine.fingers.siegelpost_fingers import Fingers
from tests.given.contexts import loaded
from tests.service.api.players import Player, Table, refused
from tests.service.api.talk import say

WISH = {"rules": "kontor", "grace_seconds": 0, "start": "by-owner"}
AT_ONCE = 30


def at_once(ask: Callable[[int], TestResponse], count: int = AT_ONCE) -> list[TestResponse]:
    """Send that many requests from as many threads, all of which start together; return what they were answered."""
    ready, answers = threading.Barrier(count), []

    def one(number: int) -> None:
        ready.wait()
        answers.append(ask(number))

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def outcomes(answers: list[TestResponse]) -> Counter[Any]:
    """Return how often each came: the status of what was accepted, the kind of problem of what was not."""
    return Counter(
        one.status_code if one.status_code < 300 else one.get_json()["type"].removeprefix("/problems/")
        for one in answers
    )


def test_no_more_tables_wait_than_one_person_may_have(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "MOST_TABLES", 7)
    made = outcomes(at_once(lambda _: ada.post("/v1/matches", WISH)))
    assert made == {201: 7, "too-many-matches": AT_ONCE - 7}
    assert len(limited.store.lobby_tables_of(ada.account)) == 7


def test_no_more_matches_run_than_one_person_may_have(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of them are created, half are joined: both count for the one cap."""
    open_to_ben = [ada.post("/v1/matches", WISH).get_json()["match"] for _ in range(AT_ONCE // 2)]
    monkeypatch.setattr(caps, "MOST_UNFINISHED", 5)

    def ask(number: int) -> TestResponse:
        if number < len(open_to_ben):
            return ben.put(f"/v1/matches/{open_to_ben[number]}/seats/me", {})
        return ben.post("/v1/matches", WISH)

    done = outcomes(at_once(ask))
    assert done[200] + done[201] == 5
    assert done["too-many-matches"] == AT_ONCE - 5
    assert limited.store.count_unfinished(ben.account) == 5


def test_no_more_bots_think_than_one_person_may_have(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each costs seconds of a core for every move; how many a request gets while others are under way is not said."""
    monkeypatch.setattr(caps, "MOST_THINKING", 16)
    wish = {"rules": "packet-row", "seats": 5, "bots": ["sharp", "keen", "sharp", "steady"], "grace_seconds": 0}
    at_once(lambda _: ada.post("/v1/matches", wish))
    while (answer := ada.post("/v1/matches", wish)).status_code == 201:
        assert limited.store.count_unfinished(ada.account) <= 5
    assert limited.store.count_unfinished(ada.account) == 5
    problem = refused(answer, 409, "too-many-matches")
    assert problem["errors"][0]["pointer"] == "/bots"
    assert "16 seats" in problem["detail"] and "`steady`" in problem["detail"]
    assert ada.post("/v1/matches", {**wish, "bots": ["steady", "keen"]}).status_code == 201
    refused(ada.post("/v1/matches", {**wish, "bots": ["keen"]}), 409, "too-many-matches")
    assert ada.post("/v1/matches", {**wish, "bots": ["steady", "random"]}).status_code == 201


def test_no_more_tokens_are_made_than_an_account_may_have(
    limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 6)  # the test's own is one of them
    wish = {"name": "another", "scopes": ["match:read"]}
    assert outcomes(at_once(lambda _: ada.post("/v1/me/tokens", wish))) == {201: 5, "too-many-tokens": AT_ONCE - 5}
    assert len(limited.store.tokens_of(ada.account)) == 6


def test_no_more_invitations_go_out_than_a_sender_may_send(limited: Context, ada: Player) -> None:
    def ask(number: int) -> TestResponse:
        return ada.post("/v1/matches", {**WISH, "invite": [f"{number}-{one}@players.example" for one in range(3)]})

    done = outcomes(at_once(ask, 12))
    assert done == {201: 6, "too-many-invitations": 6}  # twenty a day: six times three


def test_a_creation_that_fails_takes_no_place(limited: Context, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused for their invitations, after their places were reserved: the places are free at once."""
    monkeypatch.setattr(caps, "MOST_TABLES", 3)
    wish = {**WISH, "invite": ["p_" + "0" * 32]}
    assert set(outcomes(at_once(lambda _: ada.post("/v1/matches", wish), 9))) <= {"invalid", "too-many-matches"}
    assert [ada.post("/v1/matches", WISH).status_code for _ in range(3)] == [201] * 3


def test_nobody_takes_one_seat_more_often_by_taking_it_at_once(
    limited: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "SEATS_TAKEN", (4, 3600))
    match = ada.post("/v1/matches", WISH).get_json()["match"]

    def ask(number: int) -> TestResponse:
        path = f"/v1/matches/{match}/seats/me"
        return ben.delete(path) if number % 2 else ben.put(path, {})

    at_once(ask, 24)
    while ben.put(f"/v1/matches/{match}/seats/me", {}).status_code == 200:
        if ben.delete(f"/v1/matches/{match}/seats/me").status_code != 204:
            break
    joined = [line for line in limited.store.lines(match) if b'"joined"' in line and ben.account.encode() in line]
    assert len(joined) <= 4


def test_answers_changed_at_once_stay_below_the_cap(table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tries to follow every other: no order of them stores one commitment too many."""
    monkeypatch.setattr(acts, "MOST_COMMITMENTS", 5)
    here, moves = table.here(), table.moves(ada, table.standing()["id"])

    def ask(number: int) -> TestResponse:
        for seq in range(12):
            body = {"move": moves[(number + seq) % len(moves)], "replaces": seq, "wait": True}
            answer = ada.put(f"{here}/commitment", body)
        return answer

    done = outcomes(at_once(ask, 8))
    assert set(done) <= {"too-many-acts", "conflict"}
    stored = table.context.store.load(table.match, secrets=True)
    assert stored is not None
    assert [act.seq for (_, seat), act in stored.acts.items() if seat == 0] == [5]


def test_orders_changed_at_once_stay_below_the_cap(
    context: Context, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST_ORDERS", 4)
    monkeypatch.setitem(registry.GAMES, "fingers@1", Fingers())
    table = Table.begin(context, ada, ben, rules="fingers@1")
    before = loaded(context, table.match).acts_version

    def ask(number: int) -> TestResponse:
        for seq in range(10):
            orders = {"claim": "take" if (number + seq) % 2 else "leave"}
            answer = ada.put(f"{table.path}/orders", {"orders": orders, "replaces": seq})
        return answer

    assert set(outcomes(at_once(ask, 8))) <= {"too-many-acts", "conflict"}
    assert loaded(context, table.match).acts_version - before == 4


def test_partners_say_no_more_at_once_than_in_turn(conferring: Table) -> None:
    ada = conferring.players[0]
    done = outcomes(at_once(lambda number: say(conferring, ada, f"psst {number}"), MOST_A_MINUTE + 10))
    assert done == {202: MOST_A_MINUTE, "talk-too-fast": 10}
