"""A flood of sign-ups and guests makes everybody work a little, and keeps out only those who do not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from siegelpost_client.wire import Answer, Ask, Request, Server, Work, conversation

from service.accounts import AccountError
from service.accounts.access import guest_accounts, work
from service.accounts.access.login import CODE_LIFE, request_login
from service.accounts.access.work import WorkNeeded, doublings
from service.api.app import create_app
from service.context import Context
from tests.given.contexts import account, open_context
from tests.service.api.browser import Browser
from tests.service.api.players import Player, refused

LETTERS = 34
"""In an hour: half of them are free."""


@pytest.fixture
def context(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    monkeypatch.setattr(work, "EASIEST", 2)
    context = open_context(redis_url, tmp_path, rate_limits=True, letters_to_strangers=LETTERS)
    yield context
    context.store.close()


def ask(context: Context, mail: str, address: str, proof: str = "") -> None:
    request_login(context, mail, address, name=None, language="en", zone="UTC", proof=proof)


def challenged(context: Context, mail: str, address: str, proof: str = "") -> WorkNeeded:
    with pytest.raises(WorkNeeded) as found:
        ask(context, mail, address, proof)
    return found.value


def proof_of(needed: WorkNeeded) -> str:
    return Work(needed.text, needed.bits).proof()


def flood(context: Context, count: int = 17) -> None:
    for number in range(count):
        ask(context, f"flood{number}@x.example", f"192.0.2.{number}")


def test_after_a_flood_from_17_networks_an_18th_person_signs_up_with_work(context: Context) -> None:
    """The attack: each asks for no more than one network may, and nobody else could sign up for an hour."""
    flood(context)
    needed = challenged(context, "new@y.example", "198.51.100.1")
    assert context.store.account_by_mail("new@y.example") is None
    ask(context, "new@y.example", "198.51.100.1", proof_of(needed))
    assert context.store.account_by_mail("new@y.example") is not None


def test_whoever_does_not_work_gets_nothing(context: Context) -> None:
    flood(context)
    for number in range(20):
        needed = challenged(context, f"more{number}@x.example", f"192.0.2.{number}", "e30.1" if number % 2 else "")
        assert 0 < (needed.retry_after or 0) <= 3_600
    assert needed.bits == 2, "refusals make it no harder for others"


def test_an_answer_counts_once_and_only_for_what_was_asked(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    flood(context)
    proof = proof_of(challenged(context, "a@y.example", "198.51.100.1"))
    challenged(context, "a@y.example", "203.0.113.9", proof)  # another network's
    monkeypatch.setattr(guest_accounts, "cap", lambda *_: 2)
    open_guest(context, "198.51.100.1")
    with pytest.raises(WorkNeeded):
        open_guest(context, "198.51.100.1", proof)
    ask(context, "a@y.example", "198.51.100.1", proof)
    challenged(context, "b@y.example", "198.51.100.1", proof)
    text, _, number = proof_of(challenged(context, "b@y.example", "198.51.100.1")).rpartition(".")
    challenged(context, "b@y.example", "198.51.100.1", f"{text[:-1]}{'A' if text[-1] != 'A' else 'B'}.{number}")
    monkeypatch.setattr(context.links.__class__, "read", lambda *_: None)  # as once it is too old
    challenged(context, "b@y.example", "198.51.100.1", f"{text}.{number}")


def test_challenges_kept_from_when_they_were_easy_are_worth_nothing(context: Context) -> None:
    """The attack: challenges are gathered at the beginning, all easy, and answered when others have to work hard."""
    flood(context)
    easy = [proof_of(challenged(context, f"a{number}@y.example", f"198.51.100.{number}")) for number in range(9)]
    for number in range(5):
        ask(context, f"a{number}@y.example", f"198.51.100.{number}", easy[number])
    needed = challenged(context, "a8@y.example", "198.51.100.8", easy[8])
    assert needed.bits == 4
    ask(context, "a8@y.example", "198.51.100.8", proof_of(needed))


def test_work_doubles_eight_times_and_then_it_is_enough(context: Context) -> None:
    assert [doublings(used, LETTERS) for used in (16, 17, 20, 33)] == [None, 0, 1, 7]
    flood(context)
    for number in range(17):
        try:
            ask(context, f"a{number}@y.example", f"198.51.100.{number}")
        except WorkNeeded as needed:
            ask(context, f"a{number}@y.example", f"198.51.100.{number}", proof_of(needed))
    with pytest.raises(AccountError) as found:
        ask(context, "last@y.example", "198.51.100.99")
    assert found.value.code == "too-many-logins"


def test_known_addresses_are_asked_and_counted_like_unknown_ones(context: Context) -> None:
    """Else filling the free half to the last letter would tell whether an address has an account."""
    account(context, "Ada")
    flood(context, 16)
    ask(context, "ada@players.example", "198.51.100.1")
    challenged(context, "ada@players.example", "198.51.100.1")
    challenged(context, "unknown@players.example", "198.51.100.1")


def open_guest(context: Context, address: str, proof: str = "") -> None:
    guest_accounts.open_guest(context, address, name=None, language="en", zone="UTC", kind="login", proof=proof)


def test_guests_work_for_the_second_half_of_their_places(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: 70 networks open as many guest accounts as one network may, and nobody else can play as a guest."""
    monkeypatch.setattr(guest_accounts, "cap", lambda *_: 4)
    open_guest(context, "192.0.2.1")
    open_guest(context, "192.0.2.2")
    with pytest.raises(WorkNeeded) as found:
        open_guest(context, "192.0.2.3")
    open_guest(context, "192.0.2.3", proof_of(found.value))
    assert context.store.guest_count() == 3


def test_a_client_is_told_the_challenge_and_answers_it_by_itself(context: Context) -> None:
    flood(context)
    app = create_app(context)
    problem = refused(Player(app, None, "").post("/v1/login", {"mail": "new@y.example"}), 429, "work-needed")
    assert set(problem["challenge"]) == {"text", "bits"}

    asked: Ask[None] = Ask("POST", "/v1/login", body={"mail": "new@y.example"})
    steps = conversation(Server("http://here"), None, asked, agent="test", patience=0, clock=lambda: 0.0)
    step, sent = next(steps), 0
    with pytest.raises(StopIteration) as end:
        while True:
            if isinstance(step, Work):
                step = steps.send(step.proof())
                continue
            assert isinstance(step, Request)
            sent += 1
            got = app.test_client().post("/v1/login", data=step.content, headers=dict(step.headers))
            step = steps.send(Answer(got.status_code, dict(got.headers), got.data))
    assert (end.value.value.status, sent) == (202, 2)


@pytest.mark.parametrize(("path", "field"), [("/sign-in", "mail"), ("/play/kontor", "zone"), ("/guest", "name")])
def test_a_browser_gets_a_page_that_does_the_work_and_sends_the_form_again(
    context: Context, monkeypatch: pytest.MonkeyPatch, path: str, field: str
) -> None:
    flood(context)
    monkeypatch.setattr(guest_accounts, "cap", lambda *_: 2)
    open_guest(context, "192.0.2.1")
    browser = Browser(create_app(context))
    browser.client.environ_base["HTTP_ACCEPT"] = "text/html"
    typed = {field: {"mail": "new@y.example", "name": "Dora", "zone": "Europe/Berlin"}[field]}
    shown = browser.post(path, typed)
    assert shown.status_code == 429
    page = shown.get_data(as_text=True)
    assert "work-page.js" in page
    assert "script-src 'self'" in shown.headers["Content-Security-Policy"]
    text, bits = (page.split(f'data-{name}="')[1].split('"')[0] for name in ("text", "bits"))
    answer = browser.press(shown, path, proof=Work(text, int(bits)).proof())
    assert answer.status_code == (200 if path == "/sign-in" else 303)


def test_a_challenge_is_good_for_less_than_a_code() -> None:
    assert work.LIFE < CODE_LIFE
