"""Tokens: scopes are demanded everywhere, revoked means now, and refusals say how to do it right."""

import json
import time
from typing import Any

import pytest
from flask import Flask

from service.accounts.access import tokens
from service.api.document.spec import PUBLISHED
from service.context import Context
from tests.service.api.players import Player, Table, new_player

DOCUMENT: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
GUARDED = [
    (method.upper(), path, operation["security"])
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method != "parameters" and operation["security"]
]


def path_of(template: str, table: Table) -> str:
    ids = {
        "token": "t_" + "0" * 16,
        "bot": "p_" + "0" * 32,
        "webhook": "w_" + "0" * 16,
        "browser": "b_" + "0" * 16,
        "chat": "c_" + "0" * 16,
        "day": "2026-12-24",
        "guest": "me",
        "remark": 1,
        "challenge": 1,
        "game": "kontor",
        "player": "p_" + "0" * 32,
    }
    path = template.format(match=table.match, decision="r1.choose", tournament=table.match, seat="me", **ids)
    return path + ("?replaces=1" if template.endswith("/commitment") else "")


def test_every_guarded_operation_demands_its_scope(app: Flask, context: Context, table: Table, visitor: Player) -> None:
    weak = {
        scope: new_player(app, context, f"Weak{number}", tuple(one for one in tokens.SCOPES if one != scope))
        for number, scope in enumerate(tokens.SCOPES)
    }
    for number, (method, template, security) in enumerate(GUARDED):
        scopes, path, what = security[0]["oauth"], path_of(template, table), f"{method} {template}"
        refused = visitor.ask(method, path)
        if {} in security:
            assert refused.status_code not in (401, 403), what
        else:
            assert (refused.status_code, refused.get_json()["type"]) == (401, "/problems/token-missing"), what
            assert refused.headers["WWW-Authenticate"].startswith('Bearer realm="siegelpost"'), what
        for scope in scopes:
            answer = weak[scope].ask(method, path)
            assert (answer.status_code, answer.get_json()["type"]) == (403, "/problems/scope-missing"), what
            assert f'error="insufficient_scope", scope="{scope}"' in answer.headers["WWW-Authenticate"], what
        right = new_player(app, context, f"Right{number}", tuple(scopes)).ask(method, path)
        assert right.get_json(silent=True) is None or "scope-missing" not in right.get_data(as_text=True), what


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic YTpi",
        "Bearer sp_0123456789abcdef_" + "A" * 43,
        "bearer \x7f",
        "Token t",
    ],
)
def test_what_is_no_token_is_refused_even_where_none_is_needed(app: Flask, table: Table, header: str) -> None:
    for path in ("/v1/me", table.path):
        answer = Player(app, None, "").get(path, Authorization=header)
        assert answer.status_code == 401
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


def test_another_secret_with_a_known_id_is_refused_also_when_the_token_is_remembered(
    app: Flask, table: Table, ada: Player
) -> None:
    assert ada.get(table.path).status_code == 200
    assert ada.token is not None
    forged = ada.token[:20] + "A" * (len(ada.token) - 20)
    assert Player(app, forged, "").get(table.path).status_code == 401
    assert Player(app, forged, "").get("/v1/me").status_code == 401


def test_a_revoked_token_acts_and_reads_no_more_at_once(
    table: Table, ada: Player, app: Flask, context: Context
) -> None:
    other = tokens.issue_token(context, ada.account, name="lost", scopes=tokens.SCOPES)
    lost = Player(app, other.text, ada.account)
    here = f"{table.here()}/commitment"
    assert lost.put(here, {"move": {"type": "pass"}}).status_code == 200  # this process remembers the token now
    assert lost.get(table.path).status_code == 200
    assert ada.delete(f"/v1/me/tokens/{other.token.id}").status_code == 204
    for answer in (
        lost.put(here, {"move": table.moves(ada, "r1.choose")[0], "replaces": 1}),
        lost.ask("DELETE", f"{here}?replaces=1"),
        lost.get(table.path),
        lost.get(f"{table.path}/decisions/r1.choose/moves"),
        lost.get(here),
        lost.get("/v1/me"),
        lost.get("/v1/me/waiting"),
        lost.post("/v1/matches", {"rules": "kontor"}),
    ):
        assert (answer.status_code, answer.get_json()["type"]) == (401, "/problems/token-wrong")
    assert ada.get(here).get_json()["receipt"]["seq"] == 1


def test_a_token_expires(app: Flask, context: Context, ada: Player) -> None:
    soon = context.store.now() + 1_000
    brief = Player(
        app, tokens.issue_token(context, ada.account, name="brief", scopes=tokens.SCOPES, expires=soon).text, ""
    )
    assert brief.get("/v1/me").status_code == 200
    until = time.monotonic() + 10
    while brief.get("/v1/me").status_code == 200:
        assert time.monotonic() < until
    assert brief.get("/v1/me").status_code == 401


def test_a_token_hands_on_only_what_it_has(app: Flask, context: Context, ada: Player) -> None:
    weak = new_player(app, context, "Weak", ("account:write", "match:read"))
    refused = weak.post("/v1/me/tokens", {"name": "more", "scopes": ["match:read", "match:play"]})
    assert (refused.status_code, refused.get_json()["type"]) == (403, "/problems/scope-missing")
    made = weak.post("/v1/me/tokens", {"name": "less", "scopes": ["match:read"]})
    assert made.status_code == 201
    assert made.get_json()["info"]["scopes"] == ["match:read"]


def test_nobody_revokes_or_sees_the_tokens_of_others(ada: Player, ben: Player) -> None:
    (mine,) = ada.sees("/v1/me/tokens")["tokens"]
    assert mine["current"] is True
    assert ben.delete(f"/v1/me/tokens/{mine['id']}").status_code == 404
    assert mine["id"] not in {one["id"] for one in ben.sees("/v1/me/tokens")["tokens"]}
    assert ada.get("/v1/me").status_code == 200


def test_tokens_are_listed_without_their_text(ada: Player) -> None:
    made = ada.post("/v1/me/tokens", {"name": "bot", "scopes": ["match:read"], "expires_in": 3600}).get_json()
    listed = ada.get("/v1/me/tokens").get_data(as_text=True)
    assert made["info"]["id"] in listed
    assert made["token"].rpartition("_")[2] not in listed
    assert made["info"]["expires_at"] > made["info"]["created_at"]


def test_an_account_has_at_most_fifty_tokens(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 2)
    assert ada.post("/v1/me/tokens", {"name": "two", "scopes": ["match:read"]}).status_code == 201
    refused = ada.post("/v1/me/tokens", {"name": "three", "scopes": ["match:read"]})
    assert (refused.status_code, refused.get_json()["type"]) == (409, "/problems/too-many-tokens")


def test_a_player_acts_only_at_their_own_seat(
    app: Flask, context: Context, table: Table, ada: Player, ben: Player
) -> None:
    stranger = new_player(app, context, "Eve")
    here = table.here()
    for answer in (
        stranger.put(f"{here}/commitment", {"move": {"type": "pass"}}),
        stranger.get(f"{here}/moves"),
        stranger.get(f"{here}/commitment"),
        stranger.post(f"{here}/check", {"move": {"type": "pass"}}),
        stranger.post(f"{table.path}/resign"),
    ):
        assert (answer.status_code, answer.get_json()["type"]) == (403, "/problems/not-seated")


def test_a_token_that_may_only_change_the_account_does_not_read_its_mail_address(
    app: Flask, context: Context, ada: Player
) -> None:
    issued = tokens.issue_token(context, ada.account, name="changes", scopes=("account:write",))
    answer = Player(app, issued.text, ada.account).ask("PATCH", "/v1/me", {"language": "de"})
    assert (answer.status_code, answer.get_json()["mail"]) == (200, "")
    assert ada.sees("/v1/me")["mail"] == "ada@players.example"


@pytest.mark.parametrize("act", ["substitutes", "resign"])
def test_who_may_only_play_reads_no_hand_in_the_answer_to_an_act(
    app: Flask, context: Context, table: Table, ada: Player, act: str
) -> None:
    """The attack: a program without `match:read` asked for a substitute, and read in the answer which cards are held."""
    playing = Player(app, tokens.issue_token(context, ada.account, name="x", scopes=("match:play",)).text, "")
    assert table.seen_by(ada)["view"]["hands"][0] is not None
    paths = {"substitutes": f"{table.path}/seats/0/substitutes", "resign": f"{table.path}/resign"}
    answer = playing.post(paths[act], {})
    assert answer.status_code < 300, answer.get_data(as_text=True)
    assert answer.get_json()["view"]["hands"][0] is None
