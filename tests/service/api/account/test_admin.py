"""The guarded API of operators: who gets in, what they may do, and what is left in the audit log."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from werkzeug.test import TestResponse

from engine.protocol.log import timestamp
from service.accounts.access import tokens
from service.accounts.access.scopes import SCOPES
from service.admin.operator import Operator, issue, token_of
from service.api.admin import blueprint as admin_blueprint
from service.api.admin.routes import document
from service.api.app import equip
from service.api.http.rate_limits import Quota
from service.config.networks import Proxies
from service.context import Context
from service.processes import wake
from service.store import keys
from service.store.accounts.operators import OperatorScope
from tests.given.contexts import open_context
from tests.service.api.players import Player, Table, new_player
from tests.store.examples import match_id, running
from workers.resolve.drain import drain_once

HERE = Proxies.parse("127.0.0.1")


@pytest.fixture
def guarded(app: Flask, context: Context) -> Iterator[Context]:
    """The service of the app with the operators' API open to this machine."""
    opened = Context.open(replace(context.settings, admin=HERE), resolver=True)
    equip(app, opened)
    yield opened
    opened.store.close()


def operator_of(app: Flask, context: Context, scope: OperatorScope = "admin", days: int = 1) -> Player:
    """Return a program of an operator."""
    made = issue(Operator(context.store, "grace"), "watcher", scope, days)
    return Player(app, made.text, "")


@pytest.fixture
def grace(app: Flask, guarded: Context) -> Player:
    """An operator whose token may change things."""
    return operator_of(app, guarded)


def book(context: Context) -> list[tuple[str, str, str, str]]:
    return [(one.who, one.what, one.about, one.why) for one in context.store.audited(100)]


def code_of(answer: TestResponse) -> str:
    told: dict[str, Any] = answer.get_json()
    return str(told["type"]).rpartition("/")[2]


LOOKS = [
    ("GET", "/v1/admin/accounts/blocked", None),
    ("GET", "/v1/admin/matches/stuck", None),
    ("GET", "/v1/admin/reports", None),
    ("GET", "/v1/admin/suspicions", None),
    ("GET", "/v1/admin/letters", None),
    ("GET", "/v1/admin/letters/given-up", None),
    ("GET", "/v1/admin/letters/bouncing", None),
    ("GET", "/v1/admin/webhooks", None),
    ("GET", "/v1/admin/announcement", None),
    ("GET", "/v1/admin/maintenance", None),
    ("GET", "/v1/admin/limits", None),
    ("GET", "/v1/admin/audit", None),
    ("GET", "/v1/admin/audit/check", None),
    ("POST", "/v1/admin/accounts/search", {"name": "Ada"}),
]
NOBODY = "p_" + "0" * 32
CHANGES = [
    ("PUT", "/v1/admin/announcement", {"en": "Hello."}),
    ("DELETE", "/v1/admin/announcement", None),
    ("PUT", "/v1/admin/maintenance", {"why": "New disks."}),
    ("DELETE", "/v1/admin/maintenance", None),
    ("PUT", "/v1/admin/limits/creations", {"most": 5}),
    ("POST", "/v1/admin/letters/again", {}),
    *(
        ("POST", f"/v1/admin/accounts/{NOBODY}/{act}", {"why": "ticket 7"})
        for act in ("export", "sign-out", "deliverable", "block", "unblock")
    ),
    ("POST", f"/v1/admin/accounts/{NOBODY}/erase", {"why": "ticket 7", "confirm": NOBODY}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/retry", {}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/talk/erase", {"remark": 1, "why": "ticket 7"}),
    ("POST", "/v1/admin/reports/forget", {"report": "0123456789abcdef"}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/hand-over", {}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/set-aside", {"why": "ticket 7"}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/take-up", {}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/extension", {"seconds": 60, "why": "ticket 7"}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/cancel", {"why": "ticket 7"}),
    ("POST", f"/v1/admin/matches/{match_id(1)}/void-result", {"why": "ticket 7"}),
    ("POST", f"/v1/admin/tournaments/{match_id(2)}/name", {"name": "Cup", "why": "ticket 7"}),
    ("POST", f"/v1/admin/accounts/{NOBODY}/webhooks/w_{'0' * 16}/retry", {}),
    ("POST", f"/v1/admin/accounts/{NOBODY}/webhooks/w_{'0' * 16}/off", {"why": "ticket 7"}),
    ("POST", "/v1/admin/letters/resend", {"to": f"acct:{NOBODY}"}),
    ("POST", "/v1/admin/letters/drop", {"recipient": f"acct:{NOBODY}", "why": "ticket 7"}),
]


def test_without_the_setting_there_is_no_such_path(app: Flask, context: Context, ada: Player) -> None:
    grace = operator_of(app, context)
    unknown = ada.get("/v1/nothing")
    for method, path, body in [*LOOKS, *CHANGES, ("PATCH", "/v1/admin/audit", None), ("GET", "/v1/admin", None)]:
        answer = grace.ask(method, path, body)
        assert (answer.status_code, answer.get_json()) == (404, unknown.get_json()), path


def test_from_elsewhere_there_is_no_such_path_and_a_forged_header_changes_nothing(app: Flask, guarded: Context) -> None:
    grace = operator_of(app, guarded)
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    sent = {"Authorization": f"Bearer {grace.token}", "X-Forwarded-For": "127.0.0.1"}
    answer = app.test_client().get("/v1/admin/audit", headers=sent, environ_overrides=elsewhere)
    assert answer.status_code == 404
    assert grace.get("/v1/admin/audit").status_code == 200


@pytest.mark.parametrize("admin", ["127.0.0.0/8", "unix", "127.0.0.0/8,unix,0.0.0.0/0,::/0"])
@pytest.mark.parametrize("forwarded", ["unknown", "nonsense", "_hidden", ",", "6.6.6.6, nonsense, 127.0.0.1"])
def test_a_proxy_that_names_no_readable_address_opens_no_path_to_operators(
    app: Flask, context: Context, admin: str, forwarded: str
) -> None:
    known = replace(context.settings, trusted_proxies=Proxies.parse("127.0.0.1"), admin=Proxies.parse(admin))
    equip(app, replace(context, settings=known))
    grace = operator_of(app, context)
    assert grace.get("/v1/admin/audit", X_Forwarded_For=forwarded).status_code == 404


@pytest.mark.parametrize("header", ["Forwarded", "Via", "X_Real_IP", "X_Forwarded_Host"])
def test_a_proxy_that_does_not_say_for_whom_it_asks_opens_no_path_to_operators(
    app: Flask, guarded: Context, header: str
) -> None:
    grace = operator_of(app, guarded)
    assert grace.get("/v1/admin/audit", **{header: "for=192.0.2.7"}).status_code == 404
    assert grace.get("/operator", **{header: "for=192.0.2.7"}).status_code == 404
    assert grace.get("/v1/admin/audit").status_code == 200


@pytest.mark.parametrize(("method", "path", "body"), [*LOOKS, *CHANGES])
def test_no_player_s_token_opens_it_and_no_visitor(
    guarded: Context, ada: Player, visitor: Player, method: str, path: str, body: Any
) -> None:
    before = book(guarded)
    assert code_of(ada.ask(method, path, body)) == "token-wrong"
    assert code_of(visitor.ask(method, path, body)) == "token-missing"
    assert (
        code_of(visitor.ask(method, path, body, Authorization="Bearer spa_" + "0" * 16 + "_" + "A" * 43))
        == "token-wrong"
    )
    assert book(guarded) == before


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
def test_a_token_that_looks_changes_nothing(app: Flask, guarded: Context, method: str, path: str, body: Any) -> None:
    reader = operator_of(app, guarded, "admin:read")
    before = book(guarded)
    answer = reader.ask(method, path, body)
    assert (answer.status_code, code_of(answer)) == (403, "scope-missing")
    assert book(guarded) == before


@pytest.mark.parametrize(("method", "path", "body"), LOOKS)
def test_a_token_that_looks_may_look(app: Flask, guarded: Context, method: str, path: str, body: Any) -> None:
    assert operator_of(app, guarded, "admin:read").ask(method, path, body).status_code == 200


def test_a_player_asks_for_the_scope_in_vain(guarded: Context, ada: Player) -> None:
    for scope in ("admin", "admin:read"):
        asked = ada.post("/v1/me/tokens", {"name": "x", "scopes": [scope]}, Idempotency_Key=scope)
        assert asked.status_code == 422
    made = tokens.issue_token(guarded, ada.account, name="x", scopes=("admin", *SCOPES))
    assert "admin" not in made.token.scopes
    assert token_of(guarded.store, made.text) is None


def test_an_operator_s_token_is_no_player_s(grace: Player) -> None:
    for path in ("/v1/me", "/v1/me/waiting", "/v1/me/export"):
        assert code_of(grace.get(path)) == "token-wrong"


def test_a_cookie_opens_nothing(app: Flask, guarded: Context, grace: Player) -> None:
    client = app.test_client()
    for name in ("siegelpost", "siegelpost-session", "__Host-siegelpost", "Authorization"):
        client.set_cookie(name, grace.token or "")
    assert code_of(client.get("/v1/admin/audit")) == "token-missing"


def test_no_website_may_read_it(grace: Player) -> None:
    answer = grace.get("/v1/admin/audit", Origin="https://evil.example")
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    asked = grace.ask("OPTIONS", "/v1/admin/audit", Origin="https://evil.example", Access_Control_Request_Method="GET")
    assert "Access-Control-Allow-Origin" not in asked.headers


def test_an_expired_token_and_a_revoked_one_open_nothing(app: Flask, guarded: Context, grace: Player) -> None:
    assert grace.token is not None
    known = token_of(guarded.store, grace.token)
    assert known is not None
    guarded.store.add_operator_token(replace(known, expires=guarded.store.now()))
    assert code_of(grace.get("/v1/admin/audit")) == "token-wrong"

    other = operator_of(app, guarded)
    assert other.ask("DELETE", "/v1/admin/token").status_code == 204
    assert code_of(other.get("/v1/admin/audit")) == "token-wrong"


def test_a_rotten_token_opens_nothing_and_says_so(app: Flask, guarded: Context, grace: Player) -> None:
    assert grace.token is not None
    guarded.store._ask(("HSET", keys.operator_tokens(), f"a_{grace.token[4:20]}", "garbage"))
    assert grace.get("/v1/admin/audit").status_code == 503


def test_operators_have_a_quota_of_their_own(
    app: Flask, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = open_context(redis_url, tmp_path / "limited", admin=HERE, rate_limits=True)
    equip(app, limited)
    grace = operator_of(app, limited)
    answer = grace.get("/v1/admin/limits")
    assert answer.headers["RateLimit-Policy"] == '"operator";q=12000;w=60;qu="cpu-ms"'
    monkeypatch.setattr(admin_blueprint, "PER_OPERATOR", Quota("operator", 1, 60))
    assert [grace.get("/v1/admin/limits").status_code for _ in range(2)] == [429, 429]
    limited.store.close()


HOSTILE = [
    "line\nforged",
    "carriage\rreturn",
    "\x1b]0;title\x07",
    "right-to-left \u202e",
    "zero\u200bwidth",
    "lone \ud800",
    "x" * 201,
]


@pytest.mark.parametrize("why", HOSTILE)
def test_a_reason_that_hides_something_is_refused_and_nothing_is_done(
    guarded: Context, grace: Player, ada: Player, why: str
) -> None:
    before = book(guarded)
    body = json.dumps({"why": why})  # escaped, as any client would send it
    sent = {"Authorization": f"Bearer {grace.token}", "Content-Type": "application/json"}
    answer = grace.app.test_client().post(f"/v1/admin/accounts/{ada.account}/block", data=body, headers=sent)
    assert answer.status_code in (400, 422), answer.get_json()
    assert guarded.store.blocking(ada.account) is None
    assert book(guarded) == before


def test_a_megabyte_of_reason_is_refused(guarded: Context, grace: Player, ada: Player) -> None:
    assert grace.post(f"/v1/admin/accounts/{ada.account}/block", {"why": "x" * 1_000_000}).status_code == 413


def test_markup_in_a_reason_is_text(guarded: Context, grace: Player, ada: Player) -> None:
    why = '<script>alert("1")</script>'
    assert grace.post(f"/v1/admin/accounts/{ada.account}/block", {"why": why}).status_code == 200
    (entry, *_) = grace.get("/v1/admin/audit").get_json()["entries"]
    assert entry["why"] == why
    assert (entry["who"], entry["via"]) == ("watcher", f"a_{(grace.token or '')[4:20]}")


def test_accounts_are_found_by_mail_id_and_the_beginning_of_their_names(
    app: Flask, guarded: Context, grace: Player, ada: Player
) -> None:
    new_player(app, guarded, "Adam")
    new_player(app, guarded, "Ben")
    by_mail = grace.post("/v1/admin/accounts/find", {"who": "ADA@players.example", "why": "ticket 7"}).get_json()
    assert by_mail == grace.post("/v1/admin/accounts/find", {"who": ada.account}).get_json()
    assert (by_mail["id"], by_mail["blocked"]) == (ada.account, None)

    names, cursor = [], None
    while True:
        page = grace.post(
            "/v1/admin/accounts/search", {"name": "aD", **({"cursor": cursor} if cursor else {})}
        ).get_json()
        names += [one["name"] for one in page["accounts"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert sorted(set(names)) == ["Ada", "Adam"]
    assert grace.post("/v1/admin/accounts/search", {"name": "a"}).status_code == 422
    assert grace.post("/v1/admin/accounts/search", {"name": "ad", "cursor": "../../etc"}).status_code == 422
    assert grace.post("/v1/admin/accounts/find", {"who": "mallory@example.org"}).status_code == 404
    assert not any("@" in part for entry in book(guarded) for part in entry)


def test_an_export_has_no_secret_and_nothing_of_others(
    guarded: Context, grace: Player, table: Table, ada: Player, ben: Player
) -> None:
    told = grace.post(f"/v1/admin/accounts/{ada.account}/export", {"why": "she asked"})
    text = told.get_data(as_text=True)
    assert [one["match"] for one in told.get_json()["export"]["matches"]] == [table.match]
    assert "sha256" not in text
    assert (ada.token or "") not in text
    assert "ben@players.example" not in text


def test_limits_change_without_a_restart_and_within_bounds(app: Flask, redis_url: str, tmp_path: Path) -> None:
    limited = open_context(redis_url, tmp_path / "limited", admin=HERE, rate_limits=True)
    equip(app, limited)
    grace, ada, ben = operator_of(app, limited), new_player(app, limited, "Ada"), new_player(app, limited, "Ben")

    def creates(player: Player, key: str) -> int:
        return player.post("/v1/matches", {"rules": "kontor"}, Idempotency_Key=key).status_code

    told = grace.put("/v1/admin/limits/creations", {"most": 1, "why": "flood"}).get_json()
    assert next(one for one in told["limits"] if one["name"] == "creations")["now"] == 1
    assert [creates(ada, "a"), creates(ada, "b")] == [201, 429]
    assert grace.put("/v1/admin/limits/creations", {"most": 0, "account": ben.account}).status_code == 200
    assert creates(ben, "c") == 429
    assert grace.put("/v1/admin/limits/creations", {"most": None}).status_code == 200
    assert [creates(ada, "d"), creates(ben, "e")] == [201, 429]
    assert grace.put("/v1/admin/limits/creations-of-all", {"most": 0}).status_code == 200
    assert creates(ada, "f") == 429

    assert grace.put("/v1/admin/limits/creations", {"most": 10_001}).status_code == 422
    assert grace.put("/v1/admin/limits/creations", {"most": -1}).status_code == 422
    assert grace.put("/v1/admin/limits/creations", {}).status_code == 422
    assert grace.put("/v1/admin/limits/nothing", {"most": 1}).status_code == 404
    assert grace.put("/v1/admin/limits/creations-of-all", {"most": 1, "account": ada.account}).status_code == 422
    limited.store.close()


def test_maintenance_refuses_acts_with_503_and_a_time_to_wait(
    guarded: Context, grace: Player, table: Table, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake, "clock_says", lambda url: wake.TICKING)  # what the clock's last beat said, halted or not
    late = {"why": "New disks.", "until": timestamp(guarded.store.now() - 1)}
    assert grace.put("/v1/admin/maintenance", late).status_code == 422
    for until, least, most in ((guarded.store.now() + 7_200_000, 7_000, 7_201), (None, 60, 60)):
        asked = {"why": "New disks.", "until": None if until is None else timestamp(until)}
        assert grace.put("/v1/admin/maintenance", asked).get_json() == asked
        assert ada.sees("/v1/meta")["halted_until"] == asked["until"]
        ready = ada.sees("/ready")
        assert (ready["halted"], ready["status"]) == (True, "degraded"), "also before the clock's next beat"
        refused = ada.post(f"/v1/matches/{table.match}/resign", {})
        assert (refused.status_code, "New disks." in refused.get_json()["detail"]) == (503, True)
        assert least <= int(refused.headers["Retry-After"]) <= most
    assert ada.get(f"/v1/matches/{table.match}").status_code == 200
    assert grace.ask("DELETE", "/v1/admin/maintenance").get_json() == {"why": None, "until": None}
    ready = ada.sees("/ready")
    assert (ready["halted"], ready["status"]) == (False, "ready")


def test_stuck_matches_are_listed_with_the_reason_tried_again_and_handed_over(guarded: Context, grace: Player) -> None:
    store, now = guarded.store, guarded.store.now()
    parked = running(store, match_id(1), due=now + 60_000)
    store.park(parked.match, "KeyError at x.py:7", head=(parked.n, parked.head))
    held = running(store, match_id(2, bucket=0x20), due=now - 1_000)
    assert store.claim_due(keys.bucket_of(held.match), 30_000, 10) == [held.match]

    listed = {one["match"]: one for one in grace.get("/v1/admin/matches/stuck").get_json()["matches"]}
    assert (listed[parked.match]["state"], listed[parked.match]["reason"]) == ("parked", "KeyError at x.py:7")
    assert listed[held.match]["state"] == "leased"

    assert grace.post(f"/v1/admin/matches/{parked.match}/retry", {"why": "mended"}).status_code == 202
    assert grace.post(f"/v1/admin/matches/{held.match}/retry", {}).status_code == 409
    assert grace.post(f"/v1/admin/matches/{held.match}/hand-over", {}).status_code == 202
    assert store.claim_due(keys.bucket_of(held.match), 30_000, 10) == [held.match]
    assert grace.post(f"/v1/admin/matches/{match_id(3)}/hand-over", {}).status_code == 409
    assert ("watcher", "retry", parked.match, "mended") in book(guarded)


def test_a_match_is_set_aside_and_taken_up_again_and_its_players_are_told(
    guarded: Context, grace: Player, table: Table, redis_url: str
) -> None:
    path = f"/v1/admin/matches/{table.match}"
    with redis.Redis.from_url(redis_url) as server:
        whole = server.hget(keys.match(table.match), "table")
        assert whole is not None
        assert code_of(grace.post(f"{path}/set-aside", {"why": "garbage"})) == "not-possible", "it can be read"
        server.hset(keys.match(table.match), "table", "garbage")
        assert grace.post(f"{path}/set-aside", {}).status_code == 422, "a reason is demanded"
        assert grace.post(f"{path}/set-aside", {"why": "garbage"}).status_code == 200
        assert grace.post(f"{path}/set-aside", {"why": "garbage"}).status_code == 409
        listed = {one["match"]: one for one in grace.get("/v1/admin/matches/stuck").get_json()["matches"]}
        assert (listed[table.match]["state"], listed[table.match]["next"]) == ("set-aside", None)
        assert grace.post(f"{path}/retry", {}).status_code == 409

        told = table.players[0].get(f"/v1/matches/{table.match}")
        assert (told.status_code, code_of(told)) == (503, "match-unavailable")
        assert "set aside until the operator has repaired it" in told.get_json()["detail"]
        assert table.players[0].sees("/v1/me/matches")["unavailable"] == [table.match]

        server.hset(keys.match(table.match), "table", whole)
    assert grace.post(f"{path}/take-up", {"why": "repaired"}).status_code == 202
    drain_once(guarded)
    assert table.players[0].get(f"/v1/matches/{table.match}").status_code == 200
    assert grace.post(f"{path}/take-up", {}).status_code == 409
    assert [one[1] for one in book(guarded) if one[2] == table.match] == [
        *["set aside"] * 3, "take up",
    ]  # fmt: skip


def test_an_operator_exports_what_the_player_would_and_what_only_he_sees_apart(
    grace: Player, guarded: Context, ada: Player, table: Table
) -> None:
    grace.put("/v1/admin/limits/creations", {"most": 3, "account": ada.account})
    own = ada.get("/v1/me/export").get_json()

    given = grace.post(f"/v1/admin/accounts/{ada.account}/export", {"why": "asked for by post"}).get_json()

    same = given["export"]
    for export in (own, same):
        export.pop("exported_at")
        for token in export["tokens"]:
            token.pop("current")
            token.pop("used_at")
    assert same == own
    assert given["operator"]["blocked"] is None
    assert given["operator"]["limits"] == {"creations": 3}
    assert ("watcher", "account export", ada.account, "asked for by post") in book(guarded)


def test_more_time_that_is_asked_for_again_after_a_lost_answer_is_given_once(
    app: Flask, grace: Player, guarded: Context, table: Table
) -> None:
    path, wanted = f"/v1/admin/matches/{table.match}/extension", {"seconds": 60, "why": "ticket 7"}
    deadlines = []
    answers = []
    for _ in range(3):
        answers.append(grace.post(path, wanted, Idempotency_Key="ticket-7"))
        drain_once(guarded)
        deadlines.append(table.players[0].sees(f"/v1/matches/{table.match}")["decisions"][0]["deadline_at"])
    assert [one.status_code for one in answers] == [202] * 3
    assert len({one.get_data() for one in answers}) == len(set(deadlines)) == 1
    assert code_of(grace.post(path, {**wanted, "seconds": 61}, Idempotency_Key="ticket-7")) == "key-reused"
    assert grace.post(path, wanted, Idempotency_Key="two words").status_code == 422
    other = operator_of(app, guarded)
    assert other.post(path, wanted, Idempotency_Key="ticket-7").status_code == 202, "a key is its token's own"
    drain_once(guarded)
    assert table.players[0].sees(f"/v1/matches/{table.match}")["decisions"][0]["deadline_at"] > deadlines[0]
    assert [one[1] for one in book(guarded) if one[2] == table.match] == ["extend"] * 2


def test_a_match_is_ended_and_its_players_see_who_did_it_and_why(grace: Player, guarded: Context, table: Table) -> None:
    ada, path = table.players[0], f"/v1/admin/matches/{table.match}/cancel"
    for nothing in ({}, {"why": ""}, {"why": "x" * 201}, {"why": "two\nlines"}):
        assert grace.post(path, nothing).status_code == 422

    done = grace.post(path, {"why": "the rules fail (ticket 7)"})
    drain_once(guarded)

    assert (done.status_code, done.get_json()) == (202, {"match": table.match, "in_log": True})
    seen = ada.get(f"/v1/matches/{table.match}").get_json()
    assert (seen["status"], seen["over"], seen["stopped"], seen["outcome"]) == (
        "closed", "stopped", "the rules fail (ticket 7)", None,
    )  # fmt: skip
    (over,) = [one for one in ada.get("/v1/me/events").get_json()["events"] if one["type"] == "over"]
    assert (over["reason"], over["why"]) == ("stopped", "the rules fail (ticket 7)")
    assert grace.post(path, {"why": "again"}).status_code == 409
    assert grace.post(f"/v1/admin/matches/{match_id(7)}/cancel", {"why": "gone"}).status_code == 404
    assert ("watcher", "cancel", table.match, "the rules fail (ticket 7)") in book(guarded)


def test_the_document_has_every_operation_and_nothing_of_players(guarded: Context) -> None:
    found = document()
    told = {(name.upper(), path) for path, one in found["paths"].items() for name in one if name != "parameters"}
    assert all(path.startswith("/v1/admin/") for _, path in told)
    tried = {
        (
            method,
            path.replace(NOBODY, "{account}")
            .replace(match_id(1), "{match}")
            .replace(match_id(2), "{tournament}")
            .replace(f"w_{'0' * 16}", "{webhook}")
            .replace("limits/creations", "limits/{limit}"),
        )
        for method, path, _ in [*LOOKS, *CHANGES]
    }
    alone = {("POST", "/v1/admin/accounts/find"), ("POST", "/v1/admin/letters/attempts"), ("DELETE", "/v1/admin/token")}
    assert told == tried | alone
