"""``Idempotency-Key``: sent once or five times, at once or after a crash: one effect, one answer."""

import hashlib
import json
import threading

import pytest
import redis

from service.api.http import idempotency
from service.context import Context
from tests.given.at_once import at_once
from tests.given.contexts import forget_answer
from tests.service.api.players import Player, Table

WISH = {"rules": "kontor", "title": "Once"}


def matches_of(player: Player) -> list[str]:
    return [one["match"] for one in player.sees("/v1/me/matches")["matches"]]


def test_the_same_request_twice_makes_one_match_and_gives_one_answer(ada: Player) -> None:
    first = ada.post("/v1/matches", WISH, Idempotency_Key="evening")
    second = ada.post("/v1/matches", WISH, Idempotency_Key="evening")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.data == second.data
    for header in ("Location", "ETag", "Content-Type"):
        assert first.headers[header] == second.headers[header]
    assert len(matches_of(ada)) == 1


def test_without_a_key_every_request_makes_a_match(ada: Player) -> None:
    assert ada.post("/v1/matches", WISH).status_code == ada.post("/v1/matches", WISH).status_code == 201
    assert len(matches_of(ada)) == 2


def test_another_request_under_the_same_key_is_refused(ada: Player) -> None:
    ada.post("/v1/matches", WISH, Idempotency_Key="evening")
    other = ada.post("/v1/matches", {**WISH, "title": "Other"}, Idempotency_Key="evening")
    assert (other.status_code, other.get_json()["type"]) == (422, "/problems/key-reused")


def test_keys_belong_to_accounts(ada: Player, ben: Player) -> None:
    one = ada.post("/v1/matches", WISH, Idempotency_Key="evening").get_json()["match"]
    two = ben.post("/v1/matches", WISH, Idempotency_Key="evening").get_json()["match"]
    assert one != two


def test_a_refused_request_leaves_its_key_free(ada: Player) -> None:
    assert ada.post("/v1/matches", {"rules": "kontor", "seats": 7}, Idempotency_Key="k").status_code == 422
    assert ada.post("/v1/matches", WISH, Idempotency_Key="k").status_code == 201


def test_five_at_once_have_one_effect_and_equal_answers(ada: Player) -> None:
    answers = []
    barrier = threading.Barrier(5)

    def send() -> None:
        barrier.wait()
        answers.append(ada.post("/v1/matches", WISH, Idempotency_Key="rush"))

    at_once(*[send] * 5)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert len(matches_of(ada)) == 1


def test_a_crash_between_effect_and_stored_answer_leads_to_the_same_match(ada: Player, context: Context) -> None:
    first = ada.post("/v1/matches", WISH, Idempotency_Key="cut")
    forget_answer(context, ada.account, "cut")  # as if the process had died before it stored its answer
    again = ada.post("/v1/matches", WISH, Idempotency_Key="cut")
    assert again.status_code == 201
    assert again.headers["Location"] == first.headers["Location"]
    assert len(matches_of(ada)) == 1


def test_a_key_that_was_forgotten_leads_with_another_request_to_another_match(ada: Player, context: Context) -> None:
    first = ada.post("/v1/matches", WISH, Idempotency_Key="evening").get_json()
    forget_answer(context, ada.account, "evening")  # as after 48 hours
    other = ada.post("/v1/matches", {**WISH, "title": "Other"}, Idempotency_Key="evening").get_json()
    assert other["match"] != first["match"]
    assert other["title"] == "Other"


def begin(context: Context, player: Player, key: str, path: str, body: bytes) -> None:
    """Leave the mark of a first request that has not answered (yet), as a killed process does."""
    fingerprint = hashlib.sha256(b"POST\0" + path.encode() + b"?\0" + body).hexdigest()
    assert context.store.begin(player.account, key, fingerprint) == "new"


def test_a_first_request_that_died_is_carried_out_again(
    ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "PATIENCE", 0.2)
    begin(context, ada, "dead", "/v1/matches", json.dumps(WISH).encode())
    answer = ada.app.test_client().post(
        "/v1/matches", data=json.dumps(WISH), content_type="application/json",
        headers={"Authorization": f"Bearer {ada.token}", "Idempotency-Key": "dead"},
    )  # fmt: skip
    assert answer.status_code == 201


def test_a_first_request_that_cannot_be_repeated_is_waited_for(
    table: Table, ada: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "PATIENCE", 0.2)
    begin(context, ada, "slow", f"{table.path}/resign", b"")
    answer = ada.post(f"{table.path}/resign", Idempotency_Key="slow")
    assert (answer.status_code, answer.get_json()["type"]) == (409, "/problems/request-running")
    assert int(answer.headers["Retry-After"]) > 0


def test_resigning_twice_under_one_key_is_answered_twice_alike(table: Table, ada: Player) -> None:
    first = ada.post(f"{table.path}/resign", Idempotency_Key="enough")
    table.resolve()
    second = ada.post(f"{table.path}/resign", Idempotency_Key="enough")
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.data == second.data
    afterwards = ada.post(f"{table.path}/resign")
    assert (afterwards.status_code, afterwards.get_json()["pending"]) == (202, None)
    assert afterwards.get_json()["resignation"] == first.get_json()["resignation"], "a receipt may be asked for again"


def test_a_token_made_twice_under_one_key_is_one_token_and_its_text_is_stored_nowhere(
    ada: Player, context: Context, redis_url: str
) -> None:
    wish = {"name": "bot", "scopes": ["match:read"]}
    first = ada.post("/v1/me/tokens", wish, Idempotency_Key="bot")
    second = ada.post("/v1/me/tokens", wish, Idempotency_Key="bot")
    assert first.get_json()["token"] == second.get_json()["token"]
    assert len(ada.sees("/v1/me/tokens")["tokens"]) == 2
    secret = first.get_json()["token"].encode()
    with redis.Redis.from_url(redis_url) as client:
        for key in client.scan_iter():
            assert secret not in client.dump(key)


@pytest.mark.parametrize("key", ["", "a b", "ä", "x" * 201])
def test_a_key_that_is_none_is_refused(ada: Player, key: str) -> None:
    answer = ada.post("/v1/matches", WISH, Idempotency_Key=key)
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["header"] == "Idempotency-Key"
