"""``siegelpost login`` without an email address: a code to type on a page, and a patient wait."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from siegelpost_client.login import _seconds

from service.accounts.access import grants
from service.accounts.access.tokens import WHOLE, issue_token
from service.cli import login, main
from service.cli.login import log_in_by_device
from service.cli.player.exits import Failed
from service.cli.player.local_files import Keep
from service.cli.player.transport import Refused, Transport
from tests.cli.served import Served
from tests.given import contexts


class Person:
    """Reads what the terminal says, and decides on the page while the command waits."""

    def __init__(self, live: Served, decision: str, after: int = 0) -> None:
        self.live, self.decision, self.after = live, decision, after
        self.account = contexts.account(live.context, "Ada").id
        self.said: list[str] = []
        self.pauses: list[float] = []

    def tell(self, line: str) -> None:
        self.said.append(line)

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        if len(self.pauses) <= self.after:
            return
        code = re.findall(r"^ +([A-Z]{4}-[A-Z]{4})$", "\n".join(self.said), re.MULTILINE)[0]
        found = grants.device_by_user_code(self.live.context, code, self.account, "203.0.113.5")
        if found is not None:
            grants.decide(self.live.context, found.device, self.decision, self.account)  # type: ignore[arg-type]


def test_the_command_waits_until_it_is_allowed_and_slows_down_when_told_to(
    live: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        grants, "PAUSE", 50_000
    )  # no machine is so slow that the second question does not come too soon
    ada = Person(live, "approved", after=2)
    token = log_in_by_device(Transport(live.url), ada.tell, sleep=ada.sleep)
    assert ada.pauses == [50.0, 50.0, 55.0]
    assert f"{live.context.settings.public_url}/device" in ada.said[0]
    (stored,) = live.context.store.tokens_of(ada.account)
    assert (stored.id, stored.client, stored.scopes) == (f"t_{token[3:19]}", "siegelpost-cli", WHOLE)


def test_a_refusal_and_a_code_too_old_end_the_wait(live: Served) -> None:
    ada = Person(live, "denied")
    with pytest.raises(Failed, match="refused on the page"):
        log_in_by_device(Transport(live.url), ada.tell, sleep=ada.sleep)
    ticks = iter([0.0, 0.0, 901.0])
    with pytest.raises(Failed, match="start again"):
        log_in_by_device(Transport(live.url), ada.tell, sleep=lambda _: None, clock=lambda: next(ticks))


@pytest.mark.parametrize(
    ("interval", "pause"), [(5, 5.0), (0, 1.0), (-3, 1.0), (1e9, 60.0), ("soon", 5.0), (None, 5.0), (float("nan"), 5.0)]
)
def test_a_server_cannot_make_the_command_hammer_or_sleep_for_ever(interval: Any, pause: float) -> None:
    assert _seconds(interval, 5.0) == pause


def test_login_without_an_address_asks_for_a_code_and_keeps_the_token(
    live: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Person(live, "approved")
    waiting: Callable[..., str] = login.log_in_by_device
    monkeypatch.setattr(
        "service.cli.login.log_in_by_device",
        lambda transport, tell, language: waiting(
            transport,
            lambda line: (ada.tell(line), tell(line)),  # type: ignore[func-returns-value]
            language,
            sleep=ada.sleep,
        ),
    )
    monkeypatch.setenv("SIEGELPOST_DATA", str(tmp_path / "ada"))
    monkeypatch.delenv("SIEGELPOST_TOKEN", raising=False)
    done = CliRunner().invoke(main, ["login", "--server", live.url])
    assert done.exit_code == 0, done.output
    assert "You are Ada" in done.output
    keep = Keep(tmp_path / "ada", live.url)
    first = keep.login()
    assert first is not None
    assert first["token"] not in done.output
    again = CliRunner().invoke(main, ["login"])  # the kept token is good: nobody is asked again
    assert (again.exit_code, "type the code" in again.output) == (0, False)
    live.context.store.revoke_token(f"t_{first['token'][3:19]}")
    ada.said.clear()
    after = CliRunner().invoke(main, ["login"])
    assert (after.exit_code, "type the code" in after.output) == (0, True), after.output
    assert keep.login() != first


@pytest.mark.parametrize("scopes", [("match:play",), ("match:read", "match:play")])
def test_a_token_that_may_only_play_logs_in_and_out(
    live: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scopes: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SIEGELPOST_DATA", str(tmp_path / "bo"))
    monkeypatch.delenv("SIEGELPOST_TOKEN", raising=False)
    bo = contexts.account(live.context, "Bo").id
    token = issue_token(live.context, bo, name="bot", scopes=scopes).text
    done = CliRunner().invoke(main, ["login", "--server", live.url, "--token", token])
    assert (done.exit_code, done.output.splitlines()[0]) == (
        0,
        f"Signed in at {live.url} with a token that cannot see who you are.",
    )
    kept = Keep(tmp_path / "bo", live.url).login()
    assert kept == {"token": token, "account": None, "name": None, "language": "en"}
    again = CliRunner().invoke(main, ["login"])  # the kept token is good: nobody is asked again
    assert (again.exit_code, "type the code" in again.output) == (0, False)
    out = CliRunner().invoke(main, ["logout"])
    assert (out.exit_code, out.output, live.context.store.token(f"t_{token[3:19]}")) == (0, "Logged out.\n", None)


def test_a_server_without_device_codes_says_so(live: Served) -> None:
    with pytest.raises(Refused):
        log_in_by_device(Transport(f"{live.url}/v1"), lambda _: None)
