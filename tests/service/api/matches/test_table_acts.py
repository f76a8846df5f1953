"""What people do beside the game, as the story of a match tells it."""

from typing import Any

import pytest

from engine.contract import Language
from engine.kit.text.phrases import book_of
from service.text.table_acts import told
from tests.service.api.players import Player, Table

BEFORE, AFTER = ("Ada", "Ben"), ("Ada", "Cleo")
TOLD: dict[str, tuple[str, dict[str, Any], str]] = {
    "missed": ("absent", {"seat": 1, "missed": [], "until": ""}, "Ben has missed too many answers and has been told so."),
    "polled": ("polled", {"seat": 1}, "The others are asked what they want to do about Ben."),
    "voted-wait": ("voted", {"absent": 1, "seat": 0, "choice": "wait"}, "Ada wants to wait for Ben."),
    "voted-bot": ("voted", {"absent": 1, "seat": 0, "choice": "bot"}, "Ada wants a bot to play for Ben."),
    "voted-person": (
        "voted", {"absent": 1, "seat": 0, "choice": "person", "player": "p_1"}, "Ada wants somebody else to play for Ben.",
    ),
    "voted-win": ("voted", {"absent": 1, "seat": 0, "choice": "win"}, "Ada wants to end the match without Ben."),
    "volunteered": ("volunteered", {"by": 0, "seat": 1, "player": "p_1"}, "Somebody is ready to play on for Ben."),
    "volunteered-back": (
        "volunteered", {"by": None, "seat": 1, "player": "p_1"}, "Whoever sat there before would like the seat of Ben back.",
    ),
    "declined": ("declined", {"seat": 1, "player": "p_1"}, "Somebody is no longer ready to play for Ben."),
    "handed-bot": ("handed", {"seat": 1, "choice": "bot", "until": ""}, "Ben would like to hand the seat over to a bot."),
    "handed-person": (
        "handed", {"seat": 1, "choice": "person", "until": ""},
        "Ben would like to hand the seat over to somebody who is ready.",
    ),
    "kept": ("kept", {"seat": 1}, "Ben keeps the seat: not enough of the others agreed in time."),
    "substituted": ("substituted", {"seat": 1, "player": "p_1"}, "Cleo plays on in the place of Ben."),
    "returned": ("returned", {"seat": 1, "by": "seat"}, "Ben is back."),
    "extended-operator": ("extended", {"decision": "r1.choose", "by": "operator"}, "The operator gave more time to answer."),
    "extended-server": (
        "extended", {"decision": "r1.choose", "by": "server"}, "The server was away; the time that was lost is given back.",
    ),
    "extended-seat": ("extended", {"decision": "r1.choose", "by": "seat", "seat": 0}, "Ada took more time."),
    "extended-vacation": (
        "extended", {"decision": "r1.choose", "by": "vacation", "seat": 0},
        "Ada is on vacation; there is more time to answer.",
    ),
    "extended-agreement": ("extended", {"decision": "r1.choose", "by": "agreement", "seat": 0}, "Ada was given more time."),
    "requested": ("requested", {"decision": "r1.choose", "seat": 0, "seconds": 60}, "Ada asked for more time."),
    "granted": ("responded", {"decision": "r1.choose", "seat": 1, "requester": 0, "grant": True}, "Ben gives Ada more time."),
    "refused": (
        "responded", {"decision": "r1.choose", "seat": 1, "requester": 0, "grant": False},
        "Ben does not give Ada more time.",
    ),
    "wished": ("wished", {"seat": 0, "pause": True}, "Ada would like a pause."),
    "wished-no-more": ("wished", {"seat": 0, "pause": False}, "Ada no longer wants a pause."),
    "paused": ("paused", {"until": ""}, "The match pauses."),
    "resigned": ("resigned", {"seat": 1, "received": ""}, "Ben gave up."),
    "rekeyed": (
        "rekeyed", {"seat": 1, "key": "", "signature": ""}, "Ben has another key and signs with it from now on.",
    ),
    "rekeyed-lost": (
        "rekeyed", {"seat": 1, "key": "", "consents": []}, "Ben has another key, and the others have agreed to it.",
    ),
    "resumed": ("resumed", {"moved": []}, "The match goes on after the pause."),
}  # fmt: skip


def test_every_sentence_has_its_example() -> None:
    assert set(TOLD) == {key for key, _ in book_of("service", "en").below("acts")}


@pytest.mark.parametrize("kind", TOLD)
def test_what_people_do_is_told_in_both_languages(kind: str) -> None:
    type_, body, words = TOLD[kind]
    entry = {"type": type_, "body": body}
    assert told(entry, BEFORE, AFTER, "en") == words
    german = told(entry, BEFORE, AFTER, "de")
    assert german is not None
    languages: tuple[Language, Language] = ("en", "de")
    shown = [
        {name for name in ("Ada", "Ben", "Cleo") if name in str(told(entry, BEFORE, AFTER, one))} for one in languages
    ]
    assert german != words and shown[0] == shown[1]


@pytest.mark.parametrize("type_", ["created", "joined", "opened", "locked", "committed", "said", "closed"])
def test_what_else_the_log_holds_is_no_act_at_the_table(type_: str) -> None:
    assert told({"type": type_, "body": {"seat": 0}}, BEFORE, AFTER, "en") is None


def test_the_time_for_random_numbers_is_no_time_to_answer() -> None:
    assert told({"type": "extended", "body": {"decision": "seated", "by": "server"}}, BEFORE, AFTER, "en") is None


def test_the_story_tells_of_a_wish_where_it_happened(table: Table, ada: Player) -> None:
    seq = ada.sees(table.path)["pauses"]["mine"]["seq"]
    assert ada.put(f"{table.path}/pause", {"pause": True, "seq": seq}).status_code == 200
    *_, last = ada.sees(f"{table.path}/feed?language=de")["events"]
    assert (last["text"], last["decision"]) == ("Ada möchte eine Pause.", "")
    assert last["event"] == {"type": "wished", "pause": True, "seat": 0}
