"""The load generator plays a served installation, says what came of it, and leaves nothing running."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from tests.campaigns.load import accounts
from tests.campaigns.load.__main__ import main
from tests.campaigns.load.measured import Counting, Measured
from tests.campaigns.load.pacing import Pace
from tests.campaigns.load.resolution import Resolutions
from tests.campaigns.load.target import NotYours, checked
from tests.cli.served import Served
from tests.service.serve.watching import until

SHORT = ("--matches", "3", "--rate", "30", "--seconds", "4")


@pytest.fixture
def tokens(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with the tokens of four accounts that were made as an operator makes them."""
    monkeypatch.setenv("REDIS_URL", redis_url)
    made = CliRunner().invoke(accounts.main, ["4"], catch_exceptions=False)
    assert made.exit_code == 0
    file = tmp_path / "tokens.txt"
    file.write_text(made.stdout)
    return file


def matches(live: Served, tokens: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for token in tokens.read_text().split():
        answer = httpx.get(f"{live.url}/v1/me/matches", headers={"Authorization": f"Bearer {token}"})
        found += answer.json()["matches"]
    return found


def test_it_plays_measures_and_clears_up(live: Served, tokens: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([live.url, "--tokens", str(tokens), *SHORT]) == 0
    said = capsys.readouterr().out
    acts = re.match(r"(\d+) acts in", said)
    assert acts is not None
    assert 10 < int(acts[1]) <= 30 * 4 + 4, "not above the rate that was asked for"
    assert "3 tables, 4 players" in said
    assert re.search(r"^seal .* ms$", said, re.MULTILINE)
    assert re.search(r"last seal -> resolved .*: [1-9]\d* decisions, median \d", said)
    assert "errors: none" in said
    until(lambda: {one["status"] for one in matches(live, tokens)} == {"closed"}, "all tables are given up")


def test_ctrl_c_ends_it_with_a_report_and_without_leaving_matches(live: Served, tokens: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.campaigns.load",
        live.url,
        "--tokens",
        str(tokens),
        "--matches",
        "2",
        "--seconds",
        "600",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        until(lambda: any(one["status"] == "running" for one in matches(live, tokens)), "it plays")
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    assert "acts in" in said
    until(lambda: {one["status"] for one in matches(live, tokens)} == {"closed"}, "all tables are given up")


def test_a_token_that_is_none_is_said_and_nothing_else_is_tried(
    live: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text("sp_0000000000000000_" + "A" * 43 + "\nsp_1111111111111111_" + "B" * 43)
    assert main([live.url, "--tokens", str(file), *SHORT]) == 1
    assert "the tables cannot be set up" in capsys.readouterr().err


@pytest.mark.parametrize("lines", ["", "sp_one", "sp_one\nsp_one", "\n".join(f"sp_{n}" for n in range(101))])
def test_too_few_tokens_or_too_many_are_refused(lines: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tokens.txt"
    file.write_text(lines)
    assert main(["http://127.0.0.1:9", "--tokens", str(file)]) == 2
    assert "tokens of different players" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["https://8.8.8.8", "http://[2001:4860:4860::8888]:8000/"])
def test_a_public_host_is_loaded_by_its_owner_only(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([url, "--tokens", str(tmp_path / "none")]) == 2
    assert "--i-own-this" in capsys.readouterr().err
    assert checked(url, owned=True) == url.rstrip("/")


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ftp://127.0.0.1", "http://", "http://nobody.invalid"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(NotYours, match=r"is no address of an installation|has no address"):
        checked(url, owned=True)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000", "http://[::1]:8000", "http://10.1.2.3", "http://192.168.0.9:80"]
)
def test_a_machine_of_one_s_own_network_needs_no_word(url: str) -> None:
    assert checked(url, owned=False) == url


def test_refusals_for_now_and_lost_connections_are_counted_though_the_client_tries_again() -> None:
    answers = [httpx.Response(503), httpx.Response(429), httpx.Response(200), httpx.Response(404)]

    def answer(_: httpx.Request) -> httpx.Response:
        if not answers:
            raise httpx.ConnectError("refused")
        return answers.pop()

    measured = Measured()
    with httpx.Client(transport=Counting(measured, httpx.MockTransport(answer))) as client:
        for _ in range(4):
            client.get("http://127.0.0.1")
        with pytest.raises(httpx.ConnectError):
            client.get("http://127.0.0.1")
    assert measured.errors == {"HTTP 503": 1, "HTTP 429": 1, "connection: ConnectError": 1}


def test_moments_come_at_the_rate_and_end_with_the_load() -> None:
    class Stop(threading.Event):
        waited: Sequence[float] = ()

        def wait(self, timeout: float | None = None) -> bool:
            self.waited = [*self.waited, timeout or 0.0]
            return len(self.waited) == 4

    stop = Stop()
    pace = Pace(0.5, stop)
    assert [pace.wait() for _ in range(4)] == [True, True, True, False]
    assert [round(one) for one in stop.waited] == [0, 2, 4, 6]


def test_the_log_says_how_long_after_the_last_seal_or_the_deadline() -> None:
    def line(at: str, type: str, **body: Any) -> dict[str, Any]:
        return {"entry": {"at": f"2026-01-01T00:00:{at}Z", "type": type, "body": body}}

    def move(received: str | None) -> dict[str, Any]:
        return {"received": received and f"2026-01-01T00:00:{received}Z"}

    found = Resolutions()
    found.read([
        line("00.000", "opened", decision="a", deadline="2026-01-01T00:00:30.000Z"),
        line("04.500", "resolved", decision="a", moves=[move("01.000"), move("04.000")]),
        line("05.000", "opened", decision="b", deadline="2026-01-01T00:00:10.000Z"),
        line("06.000", "extended", decision="b", deadline="2026-01-01T00:00:20.000Z"),
        line("20.250", "resolved", decision="b", moves=[move("07.000"), move(None)]),
        line("21.000", "opened", decision="c", deadline="2026-01-01T00:00:50.000Z"),
        line("22.000", "resolved", decision="c", moves=[move(None)]),
    ])  # fmt: skip
    assert found.after_answers == [0.5]
    assert found.after_deadlines == [0.25]
