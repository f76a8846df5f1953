"""The attacks by names: somebody who looks like a bot, like somebody else, or like nobody at all."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.context import Context
from tests.service.api.players import Player, new_player, refused

DECEIVING = ["Steady (bot)", "\u3164", "Αda", "Admin", "=?utf-8?q?=0d=0aBcc:?=", "Ada (2)", "Siegelpost"]


def join(player: Player, created: TestResponse) -> TestResponse:
    shown = created.get_json()
    return player.put(f"/v1/matches/{shown['match']}/seats/me", {"invitation": shown["invitation"]})


def names_of(answer: TestResponse) -> list[str]:
    return [seat["name"] for seat in answer.get_json()["seats"]]


@pytest.mark.parametrize("name", DECEIVING)
def test_nobody_takes_a_deceiving_name(visitor: Player, ada: Player, name: str) -> None:
    for answer in (
        visitor.post("/v1/login", {"mail": "m@players.example", "name": name}),
        ada.ask("PATCH", "/v1/me", {"name": name}),
    ):
        assert refused(answer, 422, "invalid")["errors"][0]["pointer"] == "/name"
    assert ada.get("/v1/me").get_json()["name"] == "Ada"


@pytest.mark.parametrize(
    "text", ["\u3164", "pаypal", "=?utf-8?q?x?=", "a\u0300\u0301\u0302\u0303\u0304b", "Pay: http://evil.example"]
)
def test_titles_deceive_nobody(ada: Player, text: str) -> None:
    answer = ada.post("/v1/matches", {"rules": "kontor", "title": text})
    assert refused(answer, 422, "invalid")["errors"][0]["pointer"] == "/title"


@pytest.mark.parametrize("text", ["\u3164", "=?utf-8?q?x?=", "a\u2060b"])
def test_labels_of_tokens_deceive_nobody(ada: Player, visitor: Player, text: str) -> None:
    answer = ada.post("/v1/me/tokens", {"name": text, "scopes": ["match:read"]})
    assert refused(answer, 422, "invalid")["errors"][0]["pointer"] == "/name"
    answer = visitor.post("/v1/login/confirm", {"code": "A" * 60, "name": text})
    assert refused(answer, 422, "invalid")["errors"][0]["pointer"] == "/name"


def test_a_name_is_kept_in_one_form(ada: Player) -> None:
    assert ada.ask("PATCH", "/v1/me", {"name": "Ａda\u00a0  Lovelace"}).get_json()["name"] == "Ada Lovelace"


def test_two_people_with_like_names_are_told_apart_at_their_table(app: Flask, context: Context, ada: Player) -> None:
    twin = new_player(app, context, "Twin")
    assert twin.ask("PATCH", "/v1/me", {"name": "ADA"}).status_code == 200
    created = ada.post("/v1/matches", {"rules": "kontor", "seats": 2})
    assert names_of(join(twin, created)) == ["Ada", "ADA (2)"]


def test_names_stored_before_the_rules_are_still_read_but_deceive_nobody_at_a_table(
    app: Flask, context: Context, ada: Player
) -> None:
    old = new_player(app, context, "Old")
    context.store.update_account(old.account, name="Steady (bot)")
    assert old.get("/v1/me").get_json()["name"] == "Steady (bot)"
    created = ada.post("/v1/matches", {"rules": "kontor", "seats": 2})
    assert names_of(join(old, created)) == ["Ada", "Player"]
