"""Quotas: told in every answer, kept per account and per network, refused with a time to wait."""

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, Response
from werkzeug import http
from werkzeug.test import TestResponse

from service.accounts.access import tokens
from service.api.app import equip
from service.api.http import blueprint, rate_limits
from service.api.http.current import Caller
from service.api.http.holding import HELD, Limits, Places
from service.api.http.problems import Problem
from service.api.http.rate_limits import LEAST, PER_ACCOUNT, Quota, Rates, SharedCounts
from service.api.matches.log import head_log
from service.config.networks import Proxies
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context
from tests.given.contexts import account
from tests.servers.redis_server import RedisServer
from tests.service.api.players import Player, Table, new_player
from tests.store.wire import cost_of


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, limited: Context) -> Context:
    """Quotas a test can use up."""
    monkeypatch.setattr(blueprint, "PER_ACCOUNT", Quota("account", 3 * LEAST, 60))
    monkeypatch.setattr(blueprint, "PER_ADDRESS", Quota("address", 2 * LEAST, 60))
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    return limited


def test_an_account_is_told_what_is_left_and_refused_beyond(app: Flask, small: Context) -> None:
    player = new_player(app, small, "Ada")
    left = []
    for _ in range(3):
        answer = player.get("/v1/me")
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"account";q=15;w=60;qu="cpu-ms"'
        found = re.fullmatch(r'"account";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
        assert found is not None
        left.append(int(found.group(1)))
        assert "Retry-After" not in answer.headers
    assert left == [10, 5, 0]
    refused = player.get("/v1/me")
    assert (refused.status_code, refused.get_json()["type"]) == (429, "/problems/too-many-requests")
    assert 0 < int(refused.headers["Retry-After"]) <= 61


@pytest.mark.parametrize("taken", [True, False])
@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_what_is_made_while_it_is_sent_counts_as_well(
    app: Flask, limited: Context, ada: Player, ben: Player, taken: bool, coding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: exports of a long match, read and packed behind the head that tells their cost, count a third of it."""
    table, clock = Table.begin(limited, ada, ben), [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: clock[0])

    def lines(*_: object) -> Iterator[bytes]:
        for _line in range(5):
            clock[0] += 0.1
            yield b"{}\n"

    monkeypatch.setattr(head_log, "_lines", lines)

    def left(answer: TestResponse) -> int:
        return int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0])

    before = left(ada.get("/v1/me"))
    asked = {"Authorization": f"Bearer {ada.token}", "Accept-Encoding": coding}
    sent = app.test_client().get(f"{table.path}/log.jsonl", headers=asked)
    if taken:
        assert sent.data
    sent.close()
    spent = before - left(ada.get("/v1/me")) - LEAST
    assert spent == (500 if taken else 100), "what nobody has fetched has not been made"


def test_accounts_have_quotas_of_their_own(app: Flask, small: Context) -> None:
    ada, ben = new_player(app, small, "Ada"), new_player(app, small, "Ben")
    for _ in range(4):
        ada.get("/v1/me")
    assert ben.get("/v1/me").status_code == 200


def test_a_program_that_was_granted_something_cannot_lock_its_account_out(app: Flask, small: Context) -> None:
    """The attack: a small program asks all the time; whoever granted it can no longer open the page that takes it back."""
    ada = new_player(app, small, "Ada")
    granted = [
        tokens.issue_token(small, ada.account, name=name, scopes=("match:read",), kind="app") for name in ("one", "two")
    ]
    programs = [Player(app, one.text, ada.account) for one in granted]
    assert [programs[number % 2].get("/v1/me/matches").status_code for number in range(4)] == [200, 200, 200, 429]
    assert ada.get("/v1/me").status_code == 200
    places = Places(Limits(account=1))
    phone = tokens.issue_token(small, ada.account, name="phone", scopes=tokens.SCOPES, kind="session")
    assert all(places.take(Caller(one.token, "192.0.2.7")) for one in (granted[0], phone))


def test_requests_without_a_token_or_with_a_wrong_one_are_counted_by_address(
    app: Flask, small: Context, visitor: Player
) -> None:
    assert visitor.get("/v1/meta").headers["RateLimit"].startswith('"address";r=5;')
    assert Player(app, "sp_0123456789abcdef_" + "A" * 43, "").get("/v1/me").status_code == 401
    assert visitor.get("/v1/meta").status_code == 429
    one = account(small, "Ada")
    token = tokens.issue_token(small, one.id, name="t", scopes=tokens.SCOPES).text
    assert Player(app, token, one.id).get("/v1/me").status_code == 200


PROXIES = "10.0.0.0/8, 192.0.2.1, 2001:db8::/32"


@pytest.mark.parametrize(
    ("direct", "forwarded", "counted"),
    [
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        ("127.0.0.1", "198.51.100.1", "127.0.0.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1, 192.0.2.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1:443,[2001:db8::7]:8080", "198.51.100.1"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "unknown"),
        ("10.0.0.1", "nonsense", "unknown"),
        ("10.0.0.1", "unknown", "unknown"),
        ("10.0.0.1", ",", "unknown"),
        ("10.0.0.1", "6.6.6.6, nonsense, 192.0.2.1", "unknown"),
        ("::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("::ffff:203.0.113.7", None, "203.0.113.7"),
        ("", "198.51.100.1", "local"),
        ("10.0.0.1", ", ".join(["10.1.1.1"] * 1000), "10.1.1.1"),
    ],
)
def test_only_trusted_proxies_are_believed_hop_by_hop_from_the_right(
    app: Flask, context: Context, direct: str, forwarded: str | None, counted: str
) -> None:
    from service.api.http.current import address

    equip(app, replace(context, settings=replace(context.settings, trusted_proxies=Proxies.parse(PROXIES))))
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    with app.test_request_context("/", headers=headers, environ_base={"REMOTE_ADDR": direct}):
        assert address() == counted


def test_by_default_no_proxy_is_trusted(app: Flask) -> None:
    from service.api.http.current import address

    for direct in ("127.0.0.1", "::1", "10.0.0.1"):
        with app.test_request_context(
            "/", headers={"X-Forwarded-For": "6.6.6.6"}, environ_base={"REMOTE_ADDR": direct}
        ):
            assert address() == direct


def test_a_proxy_at_the_unix_socket_is_trusted_when_the_setting_says_so() -> None:
    assert Proxies.parse("unix").client("", "6.6.6.6, 198.51.100.1") == "198.51.100.1"
    assert Proxies.parse("10.0.0.0/8").client("", "198.51.100.1") == "local"


@pytest.mark.parametrize("text", ["10.0.0.1/8", "proxy.example", "*", "10.0.0.0/8 192.0.2.1"])
def test_a_setting_that_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="SIEGELPOST_TRUSTED_PROXIES"):
        Settings.from_environment({"REDIS_URL": "unix:///nowhere", "SIEGELPOST_TRUSTED_PROXIES": text})


def test_fifty_tokens_have_one_quota(app: Flask, small: Context) -> None:
    """The attack: an account makes tokens, and uses each up to its quota."""
    player = new_player(app, small, "Ada")
    others = [
        Player(app, tokens.issue_token(small, player.account, name="t", scopes=tokens.SCOPES).text, player.account)
        for _ in range(4)
    ]
    assert [one.get("/v1/me").status_code for one in others] == [200, 200, 200, 429]


def test_an_answer_that_says_nothing_new_costs_a_fifth(app: Flask, small: Context) -> None:
    """The quota is three: one answer and ten that say 304 are three; whoever asks with a tag may ask longer."""
    player = new_player(app, small, "Ada")
    tag = player.get("/v1/me").headers["ETag"]
    found = [player.get("/v1/me", If_None_Match=tag) for _ in range(11)]
    assert [one.status_code for one in found] == [304] * 10 + [429]
    left = [int(one.headers["RateLimit"].partition(";r=")[2].partition(";")[0]) for one in found]
    assert left == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]


def test_a_request_counts_with_what_it_takes_of_a_processor(
    app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: requests that take a hundred times as long as others, as many of them as of others."""
    clock = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: clock[0])
    ada, dear = new_player(app, limited, "Ada"), app.view_functions["me.get_me"]

    @wraps(dear)
    def slowly(**given: Any) -> Any:
        clock[0] += 0.5
        return dear(**given)

    monkeypatch.setitem(app.view_functions, "me.get_me", slowly)
    left = [ada.get("/v1/me").headers["RateLimit"] for _ in range(PER_ACCOUNT.limit // 500)]
    assert left[0].startswith(f'"account";r={PER_ACCOUNT.limit - 500};')
    assert left[-1].startswith('"account";r=0;')
    assert ada.get("/v1/me").status_code == 429
    assert new_player(app, limited, "Ben").get("/v1/me").status_code == 200


def test_a_drawn_picture_counts_with_what_drawing_takes(app: Flask, limited: Context) -> None:
    with app.test_request_context("/"):
        rate_limits.begin()
        rate_limits.admit(PER_ACCOUNT, "p_ada")
        rate_limits.charge(790)
        told = rate_limits.settle(Response())
    left = int(told["RateLimit"].partition(";r=")[2].partition(";")[0])
    assert 790 <= PER_ACCOUNT.limit - left < 890


def test_looks_of_a_request_that_waits_count_and_are_not_refused(app: Flask, limited: Context) -> None:
    """The attack: streams, each of which reads much again whenever something happens."""
    spent = Quota("account", 3, 60)
    for cost in (7, 7):
        with app.test_request_context("/", environ_base={HELD: None}):
            rate_limits.begin()
            rate_limits.admit(spent, "p_ada")
            rate_limits.charge(cost)
            rate_limits.settle()
    with app.test_request_context("/"), pytest.raises(Problem):
        rate_limits.begin()
        rate_limits.admit(spent, "p_ada")


@pytest.mark.parametrize("path", ["/rules", "/sign-in", "/protocol", "/nowhere"])
def test_pages_count_for_the_address(app: Flask, small: Context, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(rate_limits, "PER_ADDRESS", Quota("address", 2, 60))
    visitor = app.test_client()
    found = [visitor.get(path) for _ in range(3)]
    assert [one.status_code == 429 for one in found] == [False, False, True]
    assert found[0].headers["RateLimit"].startswith('"address";r=1;')


def test_the_front_door_counts_with_the_answer_that_it_brings(
    app: Flask, small: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "PER_ADDRESS", Quota("address", 2, 60))
    visitor = app.test_client()
    assert [visitor.get("/").status_code for _ in range(2)] == [200, 429]


def test_whoever_is_signed_in_opens_pages_though_others_have_used_up_the_network(
    app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mobile network puts thousands of phones behind one address; one of them asks all the time."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    monkeypatch.setattr(rate_limits, "PER_ADDRESS", Quota("address", 1, 60))
    monkeypatch.setattr(rate_limits, "PER_ACCOUNT", Quota("account", 2, 60))
    stranger, phone = app.test_client(), app.test_client()
    assert [stranger.get("/nowhere").status_code for _ in range(2)] == [404, 429]
    one = account(limited, "Ada")
    text = tokens.issue_token(limited, one.id, name="phone", scopes=tokens.SCOPES, kind="session").text
    phone.set_cookie("siegelpost", text)
    assert [phone.get("/nowhere").status_code for _ in range(3)] == [404, 404, 429]
    phone.set_cookie("siegelpost", f"{text[:-1]}{'A' if text[-1] != 'A' else 'Q'}")
    assert phone.get("/nowhere").status_code == 429, "a session made up"


def test_a_form_that_is_also_an_operation_counts_once(
    app: Flask, limited: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = iter(range(0, 100, 20))
    monkeypatch.setattr(time, "thread_time", lambda: next(taken) / 1000)
    answer = app.test_client().post("/sign-in/code", data={"code": "x"})
    assert answer.headers["RateLimit"].startswith('"address";r=5980;')


def test_preferences_longer_than_any_browser_s_are_not_read(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: 30 kB of languages, each of which is parsed and compared."""
    read: list[str | None] = []
    parse = http.parse_accept_header

    def parsed(text: str | None, *kind: Any) -> Any:
        read.append(text)
        return parse(text, *kind)

    monkeypatch.setattr("werkzeug.sansio.request.parse_accept_header", parsed)
    many = ",".join(f"de-{number}" for number in range(4_000))
    answer = app.test_client().get(
        "/", headers=[(f"Accept{one}", f"en,{many}") for one in ("", "-Language", "-Encoding")]
    )
    assert answer.status_code == 200
    assert read and max(len(one or "") for one in read) <= 1_024


def test_all_addresses_of_a_network_have_one_quota(app: Flask, small: Context) -> None:
    """The attack: a subscriber takes a new one of 2^64 addresses for every request."""
    found = [
        app.test_client().get("/v1/rules", environ_base={"REMOTE_ADDR": f"2001:db8::{number}"}).status_code
        for number in range(1, 4)
    ]
    assert found == [200, 200, 429]
    other = app.test_client().get("/v1/rules", environ_base={"REMOTE_ADDR": "2001:db8:0:1::1"})
    assert other.status_code == 200
    for one in ("192.0.2.1", "::ffff:192.0.2.1"):
        last = app.test_client().get("/v1/rules", environ_base={"REMOTE_ADDR": one})
    assert last.headers["RateLimit"].startswith('"address";r=0;')


def test_whoever_watches_over_the_process_is_answered_beyond_the_quota(app: Flask, small: Context) -> None:
    """Behind one address with many players, a health check that is refused would have a well process restarted."""
    visitor = app.test_client()
    assert [visitor.get("/v1/rules").status_code for _ in range(3)] == [200, 200, 429]
    answer = visitor.get("/health")
    assert (answer.status_code, answer.headers.get("RateLimit")) == (200, None)


@pytest.fixture
def processes(redis_url: str) -> Iterator[list[Rates]]:
    """Three processes that share their counts."""
    shared = [SharedCounts(redis_url) for _ in range(3)]
    yield [Rates(one) for one in shared]
    for one in shared:
        one.close()


def test_processes_share_a_quota(processes: list[Rates]) -> None:
    """The attack: requests of one account are spread over all processes."""
    quota = Quota("q", 6, 60)
    found = [processes[number % 3].hit(quota, "x") for number in range(12)]
    assert [one.exceeded for one in found] == [False] * 6 + [True] * 6
    assert [one.remaining for one in found[:6]] == [5, 4, 3, 2, 1, 0]
    assert not processes[0].hit(quota, "y").exceeded


def test_many_threads_of_many_processes_exceed_a_quota_by_a_few_batches(processes: list[Rates]) -> None:
    quota = Quota("q", 300, 60)
    assert quota.batch == 5
    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(lambda number: processes[number % 3].hit(quota, "x").exceeded, range(900)))
    assert 300 <= found.count(False) <= 300 + (3 + 12) * quota.batch  # what each has not shared, and what is on its way


def test_most_requests_cost_no_round_trip(redis_url: str, redis_session: RedisServer) -> None:
    shared = SharedCounts(redis_url)
    rates = Rates(shared)
    rates.hit(Quota("warm", 1, 60), "x")
    cost = cost_of(redis_session, lambda: [rates.hit(PER_ACCOUNT, "x", LEAST) for _ in range(100)])
    assert cost.round_trips == 2
    shared.close()


def test_processes_share_what_requests_have_cost_in_the_end(processes: list[Rates]) -> None:
    """The attack: a few dear requests at each process, whose cost is known only when they are over."""
    one, two, _ = processes
    quota = Quota("q", 1_000, 60)
    one.settle(one.hit(quota, "x", 5), 990)
    assert one.hit(quota, "x", 5).remaining == 5
    assert two.hit(quota, "x", 20).remaining == 0
    assert two.hit(quota, "x", 5).exceeded
    one.settle(one.hit(quota, "y", 800), 5)
    assert one.hit(quota, "y", 5).remaining == 990
    assert two.hit(quota, "y", 20).remaining == 970


def test_a_refused_request_costs_no_round_trip(redis_url: str, redis_session: RedisServer) -> None:
    shared = SharedCounts(redis_url)
    rates, quota = Rates(shared), Quota("q", 2, 60)
    for _ in range(2):
        rates.hit(quota, "x")
    assert cost_of(redis_session, lambda: [rates.hit(quota, "x") for _ in range(50)]).round_trips == 0
    shared.close()


def test_without_the_shared_counts_each_process_counts_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue's Redis is away: neither open to all nor closed to all, and asked again only after a while."""
    away = SharedCounts(f"unix://{tmp_path}/nowhere.sock")
    rates, quota = Rates(away), Quota("q", 3, 60)
    tries: list[int] = []
    asked = away._add

    def add(**given: Any) -> Any:
        tries.append(1)
        return asked(**given)

    monkeypatch.setattr(away, "_add", add)
    assert [rates.hit(quota, "x").exceeded for _ in range(5)] == [False, False, False, True, True]
    assert len(tries) == 1


def test_what_was_counted_during_an_outage_is_shared_after_it(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, other = SharedCounts(redis_url), SharedCounts(redis_url)
    one, two, quota = Rates(shared), Rates(other), Quota("q", 4, 60)
    shared._away_until = time.monotonic() + 60
    for _ in range(2):
        one.hit(quota, "x")
    shared._away_until = 0.0
    assert one.hit(quota, "x").remaining == 1
    assert [two.hit(quota, "x").exceeded for _ in range(2)] == [False, True]
    shared.close()
    other.close()


def test_counting_forgets_what_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    rates, quota = Rates(), Quota("q", 1, 60)
    clock = [0.0]
    monkeypatch.setattr("service.api.http.rate_limits.time", SimpleNamespace(monotonic=lambda: clock[0]))
    assert [rates.hit(quota, "x").exceeded for _ in range(2)] == [False, True]
    clock[0] = 61.0
    assert rates.hit(quota, "x").exceeded is False


def test_a_flood_of_addresses_neither_fills_the_memory_nor_frees_later_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.http.rate_limits.MOST_COUNTED", 100)
    rates, quota = Rates(), Quota("q", 1, 60)
    for number in range(1_000):
        rates.hit(quota, f"address {number}")
    assert len(rates._windows) == 100
    assert rates.hit(quota, "address 999").exceeded


def test_without_limits_nothing_is_counted(ada: Player) -> None:
    answer = ada.get("/v1/me")
    assert "RateLimit" not in answer.headers
