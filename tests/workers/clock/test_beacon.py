"""A public randomness beacon is mixed into the seed: right, wrong, late, stale, oversized, absent (protocol section 12.2)."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from engine.protocol.beacon import round_time
from engine.verifier.replay import verify
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.seating import creation, lobby
from service.matches.seating.creation import NewMatch
from service.store.installation.beacons import WantedRound
from tests.given.contexts import account, loaded, open_context
from tests.servers import beacon
from workers.clock.beacon import LONGEST_PAUSE, BeaconReader, NoRound
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

LIMIT_KEPT = """
import sys
limit = sys.getrecursionlimit()
from engine.protocol.beacon import is_key
assert not is_key("00") and "py_ecc" in sys.modules
sys.exit(sys.getrecursionlimit() != limit)
"""
CHAIN = beacon.chain()
ROUND = 1_000


def told(number: int, signature: str) -> bytes:
    return json.dumps({"round": number, "randomness": "00" * 32, "signature": signature}).encode()


class Relay(ThreadingHTTPServer):
    """A relay that answers each request with the same status, body and headers, and remembers what it was asked."""

    status, body, headers = 200, b"", {}  # type: tuple[int, bytes, dict[str, str]]

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Answering(BaseHTTPRequestHandler):
    server: Relay

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running() -> Iterator[Relay]:
    with Relay() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def relay() -> Iterator[Relay]:
    with running() as server:
        yield server


@pytest.fixture
def context(redis_url: str, tmp_path: Path, relay: Relay) -> Context:
    chain = {name: fact for name, fact in CHAIN.items() if name != "delay"}
    return open_context(redis_url, tmp_path, beacon_url=relay.url, beacon_chain=chain)


def reader(context: Context) -> BeaconReader:
    return BeaconReader(context.store, context.settings.beacon_url, context.store.now)


def test_a_round_is_fetched_from_the_chain_of_the_settings_and_nowhere_else(context: Context, relay: Relay) -> None:
    relay.body = told(ROUND, beacon.signature(ROUND))
    assert reader(context).fetch(WantedRound(CHAIN, ROUND)) == beacon.signature(ROUND)
    assert relay.asked == [f"/{CHAIN['chain']}/public/{ROUND}"]


WRONG: dict[str, Callable[[Relay], None]] = {
    "another round": lambda relay: setattr(relay, "body", told(ROUND + 1, beacon.signature(ROUND + 1))),
    "signature is not": lambda relay: setattr(relay, "body", told(ROUND, beacon.signature(ROUND + 1))),
    "no signature in lower-case": lambda relay: setattr(relay, "body", told(ROUND, beacon.signature(ROUND).upper())),
    "something else than a round": lambda relay: setattr(relay, "body", b"<html>"),
    "does not end": lambda relay: setattr(relay, "body", b" " * 5_000 + told(ROUND, beacon.signature(ROUND))),
    "answers 404": lambda relay: setattr(relay, "status", 404),
    "answers 302": lambda relay: relay.__dict__.update(status=302, headers={"Location": "http://169.254.169.254/"}),
}


@pytest.mark.parametrize("reason", WRONG)
def test_an_answer_that_is_not_the_round_is_not_believed(context: Context, relay: Relay, reason: str) -> None:
    WRONG[reason](relay)
    with pytest.raises(NoRound, match=reason):
        reader(context).fetch(WantedRound(CHAIN, ROUND))
    assert len(relay.asked) == 1, "a redirect is not followed"


def test_a_stale_round_an_endless_answer_and_silence_are_no_rounds(
    context: Context, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay.body = told(ROUND - 1, beacon.signature(ROUND - 1))
    with pytest.raises(NoRound, match="another round"):
        reader(context).fetch(WantedRound(CHAIN, ROUND))
    relay.body = told(ROUND, beacon.signature(ROUND))
    with monkeypatch.context() as hurried:
        hurried.setattr("workers.clock.beacon.WHOLE", -1.0)  # the time for the whole answer is over with its first byte
        with pytest.raises(NoRound, match="does not end"):
            reader(context).fetch(WantedRound(CHAIN, ROUND))
    with running() as gone:
        nowhere = gone.url
    with pytest.raises(NoRound, match="does not answer"):
        BeaconReader(context.store, nowhere, context.store.now).fetch(WantedRound(CHAIN, ROUND))


def test_a_relay_that_is_down_is_asked_more_and_more_rarely(context: Context, relay: Relay) -> None:
    relay.status = 503
    wanted = WantedRound(_without_delay(), ROUND)
    assert context.store.beacon_round(CHAIN, ROUND) is None
    due = round_time(CHAIN, ROUND)
    for late, pause in ((0, 1_000), (40_000, 10_000), (10**9, LONGEST_PAUSE)):
        look = BeaconReader(context.store, relay.url, lambda now=due + late: now)  # type: ignore[misc]
        relay.asked.clear()
        assert (look.look(), look.look()) == (0, 0)
        assert len(relay.asked) == 1, "put off, not asked again at once"
        assert context.store.wanted_rounds(due + late + pause - 1, 9) == []
        assert context.store.wanted_rounds(due + late + pause, 9) == [wanted]
    relay.__dict__.update(status=200, body=told(ROUND, beacon.signature(ROUND)))
    later = BeaconReader(context.store, relay.url, lambda: due + 10**9 + LONGEST_PAUSE)
    assert later.look() == 1
    assert context.store.beacon_round(CHAIN, ROUND) == beacon.signature(ROUND)
    assert context.store.wanted_rounds(2 * due, 9) == []


def _without_delay() -> Any:
    return {name: fact for name, fact in CHAIN.items() if name != "delay"}


def stepped(context: Context, match: str, at: int) -> None:
    """Step a match as a worker does at that time (ms)."""
    record = loaded(context, match, secrets=True)
    assert context.store.transition(step_due(context, replace(record, now=at)))


def kinds(context: Context, match: str) -> list[str]:
    return [json.loads(line)["entry"]["type"] for line in context.store.lines(match, limit=100_000)]


def test_a_match_is_dealt_with_the_round_that_was_fixed_before_it_existed(context: Context, relay: Relay) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    creation.create(context, ann, NewMatch(rules="kontor"), match)
    lobby.join(context, match, ben, seat=1, invitation=None)
    drain_once(context)
    assert kinds(context, match)[-2:] == ["seated", "revealed"]
    number = loaded(context, match).table["seeding"]["revealing"]["round"]
    assert number is not None
    due = round_time(CHAIN, number)
    assert loaded(context, match).due == due, "nobody asks for a round that cannot be there yet"

    # The relay is away at first: the match waits and nothing else does.
    stepped(context, match, due)
    assert kinds(context, match)[-1] == "revealed"
    assert context.store.wanted_rounds(context.store.now(), 9) == [WantedRound(_without_delay(), number)]
    relay.body = told(number, beacon.signature(number))
    assert reader(context).look() == 1

    stepped(context, match, due + 1_500)
    assert kinds(context, match)[5] == "started"
    lobby.resign(context, match, ann)
    stepped(context, match, due + 2_000)
    public = context.signer.public_bytes
    found = verify(
        b"".join(context.store.lines(match, limit=100_000)),
        check_signature=lambda message, signature: verify_signature(public, message, signature),
        public_key=context.signer.public_key,
    )
    assert (found.verdict, found.reason) == ("PASS", "")
    chance = next(one.facts for one in found.unproved if one.code == "chance")
    assert (chance["beacon"], chance["chain"]) == (1, CHAIN["chain"])


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"SIEGELPOST_BEACON_URL": "api.drand.sh"}, "give an address like"),
        ({"SIEGELPOST_BEACON_DELAY": "3"}, "give 10 to"),
        ({"SIEGELPOST_BEACON_CHAIN": "/nowhere/chain.json"}, "holds no chain"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(env: dict[str, str], said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        Settings.from_environment({"REDIS_URL": "redis://127.0.0.1", **env})


def test_a_chain_of_ones_own_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "chain.json").write_text(json.dumps(_without_delay()))
    env = {
        "REDIS_URL": "redis://127.0.0.1",
        "SIEGELPOST_BEACON_URL": "https://relay.example/",
        "SIEGELPOST_BEACON_CHAIN": str(tmp_path / "chain.json"),
    }
    found = Settings.from_environment(env)
    assert (found.beacon_url, found.beacon) == ("https://relay.example", CHAIN)


def test_checking_a_beacon_leaves_the_recursion_limit_of_the_process_alone() -> None:
    assert subprocess.run([sys.executable, "-c", LIMIT_KEPT], check=False).returncode == 0
