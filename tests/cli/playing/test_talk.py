"""Conferring on the command line: said, read by the partner, hidden from others until the end, checked against the log."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry
from service.accounts.access import tokens
from service.cli.table.narration import Teller
from service.keys.signing import new_match_id
from service.matches import acts, messages
from service.matches.seating import creation, lobby
from service.store.records import Account
from tests.cli.playing.test_play import Machine
from tests.cli.served import Served, served
from tests.given.contexts import account, loaded
from tests.given.partners import RULES, Partners
from tests.service.serve.watching import until

NAMES = ("Ada", "Ben", "Cleo", "Dora")


@pytest.fixture
def live(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setitem(registry.GAMES, RULES, Partners())
    with served(redis_url, tmp_path / "keys") as running:
        yield running


@pytest.fixture
def people(live: Served) -> list[Account]:
    return [account(live.context, name) for name in NAMES]


@pytest.fixture
def machines(live: Served, people: list[Account], tmp_path: Path) -> list[Machine]:
    """Each with a token of its own: Ada and Cleo against Ben and Dora."""
    found = []
    for one in people:
        machine = Machine(live.url, tmp_path / one.name)
        token = tokens.issue_token(live.context, one.id, name="test", scopes=tokens.SCOPES).text
        machine.run("login", "--server", live.url, "--token", token)
        found.append(machine)
    return found


@pytest.fixture
def match(live: Served, people: list[Account]) -> str:
    """A match in which the cards are still hidden."""
    match = new_match_id()
    creation.create(live.context, people[0], creation.NewMatch(rules=RULES, seats=4, grace=0), match)
    for seat, one in enumerate(people[1:], start=1):
        lobby.join(live.context, match, one, seat=seat, invitation=None)
    stands(live, match, "r1.show")
    return match


def stands(live: Served, match: str, decision: str) -> None:
    def there() -> bool:
        record = loaded(live.context, match)
        return any(one["id"] == decision for one in record.table["standing"])

    until(there, decision)


def reveal(live: Served, match: str) -> None:
    for seat in range(4):
        acts.commit(live.context, loaded(live.context, match), seat, acts.SeatAct("r1.show", move={"show": 1}))
    stands(live, match, "r1.claim")


def in_the_log(live: Served, match: str, kind: str, count: int) -> None:
    until(lambda: sum(f'"type":"{kind}"'.encode() in line for line in live.context.store.lines(match)) == count, kind)


def test_partners_talk_in_the_window_and_opponents_only_see_that_they_do(
    live: Served, match: str, machines: list[Machine], people: list[Account]
) -> None:
    ada, ben, cleo, _ = machines
    assert "you cannot talk to your partner now" in ada.run("say", match, "too", "early", code=1)
    reveal(live, match)
    assert "Said." in ada.run("say", match[:8], "take", "it,", "\U0001f4ef")
    in_the_log(live, match, "said", 1)
    assert "Ada to Cleo: take it, \U0001f4ef" in cleo.run("watch", match, "--all", "--once")
    assert "Ada zu Cleo: take it" in cleo.run("watch", match, "--all", "--once", "--language", "de")
    seen = ben.run("watch", match, "--all", "--once")
    assert "Ada says something to Cleo." in seen and "take it" not in seen
    mine = json.loads(cleo.run("log", match, "--messages"))
    assert (mine["text"], mine["seat"], mine["state"]) == ("take it, \U0001f4ef", 0, "said")
    assert ben.run("log", match, "--messages") == ""
    lobby.resign(live.context, match, people[1])
    in_the_log(live, match, "closed", 1)
    assert "Ada to Cleo: take it" in ben.run("watch", match, "--all", "--once")
    assert json.loads(ben.run("log", match, "--messages")) == mine
    assert "Said to everybody at the table." in ben.run("say", match, "good", "game")
    assert ada.run("say", match) == "Ben: good game\n"
    assert json.loads(ada.run("say", match, "--json"))["text"] == "good game"


def test_a_player_who_is_asked_reads_what_the_partner_said_and_how_to_answer(
    live: Served, match: str, machines: list[Machine]
) -> None:
    _, ben, _, dora = machines
    reveal(live, match)
    dora.run("say", match, "leave it", "--json")
    in_the_log(live, match, "said", 1)
    shown = ben.run("play", match, typed="q\n")
    assert "Dora: leave it" in shown
    assert f"siegelpost say {match[:8]}" in shown


def test_a_server_that_shows_other_words_than_it_committed_to_is_found_out(
    live: Served, match: str, machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, cleo, _ = machines
    reveal(live, match)
    ada.run("say", match, "leave it")
    in_the_log(live, match, "said", 1)
    shown = live.context.store.messages(match)[0]
    changed = type(shown)(**{**shown.__dict__, "text": "take it"})
    monkeypatch.setattr(type(live.context.store), "messages", lambda self, match: [changed])
    found = cleo.run("log", match, "--messages", code=1)
    assert "another message than the one it committed to" in found


def test_the_sender_finds_out_that_a_message_came_too_late(
    live: Served, match: str, machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, cleo, _ = machines
    reveal(live, match)
    record = loaded(live.context, match)
    with monkeypatch.context() as closed:
        closed.setattr("workers.resolve.phases.addressees", lambda *_: None)
        messages.say(live.context, record, 0, "r1.confer.0", "too late", name="late")
        until(lambda: live.context.store.messages(match)[0].refused, "a worker refuses it")
    found = json.loads(ada.run("log", match, "--messages"))
    assert (found["text"], found["state"], found["n"]) == ("too late", "refused", None)
    assert cleo.run("log", match, "--messages") == ""


def test_an_unknown_channel_and_an_empty_text_are_refused(live: Served, match: str, machines: list[Machine]) -> None:
    ada = machines[0]
    reveal(live, match)
    assert "can talk only while" in ada.run("say", match, "x", "--channel", "r9.confer.0", code=1)
    assert "1 to 1000 characters" in ada.run("say", match, " ", code=2)
    assert "1 to 1000 characters" in ada.run("say", match, "x" * 1001, code=2)


def test_the_disclosure_tells_what_was_not_heard_before_and_nothing_drives_the_terminal() -> None:
    teller = Teller(RULES, NAMES, "en")
    teller.hear({7: "known"})
    messages = [
        {"n": 7, "channel": "r1.confer.0", "from": 0, "salt": "", "text": "known"},
        {"n": 8, "channel": "r1.confer.1", "from": 1, "salt": "", "text": "new\x1b[2J"},
    ]
    assert teller.tell({"n": 9, "at": "", "type": "disclosed", "body": {"messages": messages}}) == [
        "What Ben had said: new?[2J"
    ]
