"""A match's log in words, and what others word never drives the terminal."""

import json
import time
from collections.abc import Iterator
from typing import cast

import pytest
from rich.console import Console

from engine.contract import Language, Outcome
from engine.protocol.body_forms import FORMS
from engine.protocol.log import Entry
from service.cli.listings import waiting_table
from service.cli.player.exits import Failed
from service.cli.player.session import telling_errors
from service.cli.table.match_facts import match_facts, plain
from service.cli.table.narration import Teller, local_time
from service.cli.table.ownlog import Tampered
from service.text import table_acts
from tests.engine.playing import Server


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    played = Server(seed=3, silence=0.1, unopened=0.1).play()
    return [json.loads(line)["entry"] for line in played.export.splitlines()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_entry_of_a_whole_match_is_told_in_words(entries: list[Entry], language: Language) -> None:
    teller = Teller("kontor@1", ["Ada", "Ben"], language)
    lines = [line for entry in entries for line in teller.tell(entry)]
    assert len(lines) > len(entries)
    assert all(line and not line.startswith("{") for line in lines)
    seated, absent, unopened, over = {
        "en": ("Ada took seat 0.", "No answer in time: ", "did not open the sealed move", "The match is over."),
        "de": ("Ada hat Platz 0 genommen.", "Keine Antwort in der Frist: ", "nicht rechtzeitig geöffnet",
               "Die Partie ist zu Ende."),
    }[language]  # fmt: skip
    assert lines[1] == seated
    assert any(line.startswith(absent) for line in lines)
    assert any(unopened in line for line in lines)
    assert lines[-1].startswith(over)


def test_absences_are_told_with_names() -> None:
    entries = [
        ("absent", {"missed": ["r1.choose", "r2.choose"], "seat": 1, "until": "2026-11-21T08:00:00.000Z"}),
        ("polled", {"seat": 1}), ("voted", {"absent": 1, "choice": "bot", "seat": 0}),
        ("extended", {"by": "seat", "decision": "r3.choose", "deadline": "2026-11-21T08:00:00.000Z", "seat": 1}),
        ("handed", {"choice": "bot", "seat": 1, "until": "2026-12-01T08:00:00.000Z"}),
        ("kept", {"seat": 1}),
        ("requested", {"decision": "r3.choose", "seat": 1, "seconds": 7_200}),
        ("responded", {"decision": "r3.choose", "grant": False, "requester": 1, "seat": 0}),
        ("responded", {"decision": "r3.choose", "grant": True, "requester": 1, "seat": 0}),
        ("extended", {"by": "agreement", "decision": "r3.choose", "deadline": "2026-11-21T08:00:00.000Z", "seat": 1}),
        ("extended", {"by": "operator", "decision": "r3.choose", "deadline": "2026-11-21T08:00:00.000Z"}),
        ("extended", {"by": "tide", "decision": "r3.choose", "deadline": "2026-11-21T08:00:00.000Z"}),
        ("extended", {"by": "server", "decision": "seated", "deadline": "2026-11-21T08:00:00.000Z"}),
        ("wished", {"pause": True, "seat": 0}), ("wished", {"pause": False, "seat": 0}),
        ("paused", {"until": "2026-11-21T08:00:00.000Z"}), ("resumed", {"moved": []}),
        ("returned", {"by": "seat", "seat": 1}), ("substituted", {"player": "bot:steady", "seat": 1}),
    ]  # fmt: skip
    teller = Teller("kontor@1", ["Ada", "Ben"], "en")
    made = [{"n": 9, "at": "2026-11-21T08:00:00.000Z", "type": kind, "body": body} for kind, body in entries]
    assert [line for entry in made for line in teller.tell(cast(Entry, entry))] == [
        "Ben has missed too many answers and has been told so. Answers missed in a row: 2.",
        "The others are asked what they want to do about Ben.",
        "Ada wants a bot to play for Ben.",
        f"Ben took more time. The deadline of r3.choose is now {local_time('2026-11-21T08:00:00.000Z')}.",
        f"Ben would like to hand the seat over to a bot. The others can agree until {local_time('2026-12-01T08:00:00.000Z')}.",
        "Ben keeps the seat: not enough of the others agreed in time.",
        "Ben asked for more time. For r3.choose: 2 h.",
        "Ada does not give Ben more time.",
        "Ada gives Ben more time.",
        f"Ben was given more time. The deadline of r3.choose is now {local_time('2026-11-21T08:00:00.000Z')}.",
        f"The operator gave more time to answer. The deadline of r3.choose is now {local_time('2026-11-21T08:00:00.000Z')}.",
        f"The deadline of r3.choose is now {local_time('2026-11-21T08:00:00.000Z')}.",
        f"The time to send random numbers ends {local_time('2026-11-21T08:00:00.000Z')}.",
        "Ada would like a pause.",
        "Ada no longer wants a pause.",
        f"The match pauses. It goes on at {local_time('2026-11-21T08:00:00.000Z')} at the latest.",
        "The match goes on after the pause. Every deadline has moved by the length of the pause.",
        "Ben is back.",
        "A bot plays seat 1 from now on.",
    ]


@pytest.fixture
def at_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose clock is Berlin's."""
    with monkeypatch.context() as here:
        here.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("at_berlin")
def test_times_say_their_zone() -> None:
    assert local_time("2026-11-21T19:00:00.000Z") == "2026-11-21 20:00 CET"
    assert local_time("2026-07-21T19:00:00.000Z") == "2026-07-21 21:00 CEST"


def test_what_happened_before_a_seat_changed_hands_is_told_of_who_had_it_then() -> None:
    taken_over = [{"n": 9, "seat": 1, "before": "Ben"}, {"n": 20, "seat": 1, "before": "Steady (bot)"}]
    teller = Teller("kontor@1", ["Ada", "Cleo"], "de", taken_over=taken_over)
    told = [
        teller.tell({"n": n, "at": "2026-11-21T08:00:00.000Z", "type": "returned", "body": {"by": "seat", "seat": 1}})
        for n in (8, 19, 21)
    ]
    assert told == [["Ben ist wieder da."], ["Steady (Bot) ist wieder da."], ["Cleo ist wieder da."]]


def test_every_kind_of_entry_has_words() -> None:
    wordless = {kind for kind in FORMS if kind not in table_acts.TYPES and not hasattr(Teller, f"_{kind}")}
    assert wordless == set()
    bodies = [{"seat": 1, "key": "k", "signature": "s"}, {"seat": 1, "key": "k", "consents": [[0, None]]}]
    entries = [("rekeyed", body) for body in bodies]
    entries += [("closed", {"reason": one, "outcome": None}) for one in ("cancelled", "expired", "unrevealed")]
    teller = Teller("kontor@1", ["Ada", "Ben"], "de")
    told = [
        teller.tell({"n": 9, "at": "2026-11-21T08:00:00.000Z", "type": kind, "body": body}) for kind, body in entries
    ]
    assert told == [
        ["Ben hat einen anderen Schlüssel und unterschreibt von nun an damit."],
        ["Ben hat einen anderen Schlüssel, und die anderen haben zugestimmt."],
        ["Die Partie wurde abgesagt."],
        ["Die Partie ist verfallen: Es kamen zu wenige."],
        ["Die Partie ist ohne Ergebnis zu Ende: Eine Zufallszahl fehlte."],
    ]


def test_an_entry_type_of_a_later_version_is_told_by_its_members() -> None:
    told = Teller("kontor@1", ["Ada", "Ben"], "en").tell(
        {"n": 9, "at": "2026-11-21T08:00:00.000Z", "type": "moderated", "body": {"by": 1, "until": None}}
    )
    assert told == ["moderated: by 1, until None"]


def test_rules_unknown_here_are_told_without_their_words(entries: list[Entry]) -> None:
    teller = Teller("chess@1", ["Ada", "Ben"], "en")
    lines = [line for entry in entries for line in teller.tell(entry)]
    assert "All moves of r1.choose are locked." in lines
    assert any("Ada and Ben: choose" in line for line in lines)


def test_a_draw_and_a_shared_win_are_told() -> None:
    two, four = Teller("kontor@1", ["Ada", "Ben"], "en"), Teller("kontor@1", ["A", "B", "C", "D"], "de")
    assert two.result({"winners": [1], "scores": [3, 5], "reason": "x"}) == "Ben wins. Ada 3, Ben 5."
    assert two.result({"winners": [0, 1], "scores": [4, 4], "reason": "x"}) == "A draw. Ada 4, Ben 4."
    shared: Outcome = {"winners": [0, 2], "scores": [5, 3, 5, 3], "reason": "x"}
    assert four.result(shared) == "A und C gewinnen. A 5, B 3, C 5, D 3."
    resigned: Outcome = {"winners": [1], "scores": [0, 0], "reason": "resigned"}
    assert two.result(resigned) == "Ben wins. It was given up.", "nobody has points in it"


EVIL = "Ada\x1b[2J\x9b31m\u202e[red]"


def test_control_characters_in_names_and_titles_never_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain(EVIL) == "Ada?[2J?31m?[red]"
    facts = match_facts(
        {"match": "m", "title": EVIL, "rules": "kontor@1", "status": "lobby", "seat": None, "n": 2, "view": None,
         "seats": [{"name": EVIL}, {"name": ""}], "decisions": []}
    )  # fmt: skip
    assert facts.title == plain(EVIL)
    assert facts.names == (plain(EVIL), "-")
    decision = {
        "id": "r1.choose", "kind": "choose", "seats": [0], "sealed": True, "optional": False, "phase": "open", "mine": None,
        "seconds_left": 59, "deadline_at": None, "awaited": [], "committed": [], "custody": "any",
    }  # fmt: skip
    item = {
        "match": "018f7c2e", "title": EVIL, "rules": "kontor@1", "seconds_left": 59, "answer": "commitment",
        "decision": decision,
    }  # fmt: skip
    for language, heading in (("en", "time left"), ("de", "gefragt"), ("fr", "temps restant")):
        Console(markup=False, emoji=False, width=120).print(waiting_table([item], language))
        shown = capsys.readouterr().out
        assert plain(EVIL) in shown and heading in shown
        assert "\x1b" not in shown


def test_what_a_server_calls_a_match_drives_no_terminal_in_a_refusal() -> None:
    with pytest.raises(Failed) as caught, telling_errors("en"):
        raise Tampered("\x1b]0;gone\x07\x1b[2J", 1, "it is signed by another key\nor by none")
    assert "\x1b" not in caught.value.message and "\x07" not in caught.value.message
    assert "another key\nor by none" in caught.value.message
