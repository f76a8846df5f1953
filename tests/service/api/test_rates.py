"""Quotas: told in every answer, kept per token and per address, refused with a time to wait."""

from __future__ import annotations

import re

import pytest

from service import accounts
from service.api import blueprint
from service.api.rates import Quota, Rates
from tests.contexts import account
from tests.service.api.players import Player, new_player


@pytest.fixture
def small(monkeypatch, limited):
    """Quotas a test can use up."""
    monkeypatch.setattr(blueprint, "PER_TOKEN", Quota("token", 3, 60))
    monkeypatch.setattr(blueprint, "PER_ADDRESS", Quota("address", 2, 60))
    return limited


def test_a_token_is_told_what_is_left_and_refused_beyond(app, small):
    player = new_player(app, small, "Ada")
    left = []
    for _ in range(3):
        answer = player.get("/v1/me")
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"token";q=3;w=60'
        found = re.fullmatch(r'"token";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
        left.append(int(found.group(1)))
        assert "Retry-After" not in answer.headers
    assert left == [2, 1, 0]
    refused = player.get("/v1/me")
    assert (refused.status_code, refused.get_json()["type"]) == (429, "/problems/too-many-requests")
    assert 0 < int(refused.headers["Retry-After"]) <= 61


def test_tokens_have_quotas_of_their_own(app, small):
    ada, ben = new_player(app, small, "Ada"), new_player(app, small, "Ben")
    for _ in range(4):
        ada.get("/v1/me")
    assert ben.get("/v1/me").status_code == 200


def test_who_has_no_token_is_counted_by_address_and_wrong_tokens_too(app, small, visitor):
    assert visitor.get("/v1/meta").headers["RateLimit"].startswith('"address";r=1;')
    assert Player(app, "sp_0123456789abcdef_" + "A" * 43, "").get("/v1/me").status_code == 401
    assert visitor.get("/v1/meta").status_code == 429
    one = account(small, "Ada")
    token = accounts.issue_token(small, one.id, name="t", scopes=accounts.SCOPES).text
    assert Player(app, token, one.id).get("/v1/me").status_code == 200


@pytest.mark.parametrize(
    ("direct", "forwarded", "counted"),
    [
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "", "127.0.0.1"),
    ],
)
def test_only_a_proxy_on_this_machine_is_believed(app, direct, forwarded, counted):
    from service.api.current import address

    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    with app.test_request_context("/", headers=headers, environ_base={"REMOTE_ADDR": direct}):
        assert address() == counted


def test_counting_forgets_what_is_over(monkeypatch):
    rates, quota = Rates(), Quota("q", 1, 60)
    clock = [0.0]
    monkeypatch.setattr("service.api.rates.time.monotonic", lambda: clock[0])
    assert [rates.hit(quota, "x").exceeded for _ in range(2)] == [False, True]
    clock[0] = 61.0
    assert rates.hit(quota, "x").exceeded is False


def test_a_flood_of_addresses_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr("service.api.rates.MOST_COUNTED", 100)
    rates = Rates()
    for number in range(1_000):
        rates.hit(Quota("q", 5, 60), f"address {number}")
    assert len(rates._counts) <= 101


def test_without_limits_nothing_is_counted(ada):
    answer = ada.get("/v1/me")
    assert "RateLimit" not in answer.headers
