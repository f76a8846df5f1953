"""Muting, blocking, reporting and reactions by mail: done at once, told clearly, undone by the line that the answer names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.contract import Language
from service.matches.talk import heard
from service.store.matches.talk import Remark
from tests.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence

LINES: dict[Language, dict[str, str]] = {
    "en": {
        "mute": "MUTE BEN", "unmute": "UNMUTE Ben", "talk": "Mute talk", "loud": "unmute talk", "match": "MUTE this match",
        "again": "UNMUTE match", "kind": "Mute reminders", "no kind": "unmute reminders", "block": "Block Ben",
        "unblock": "UNBLOCK BEN", "report": "REPORT Ben: he insults me", "withdraw": "WITHDRAW REPORT", "unsay": "UNSAY",
        "react": "REACT thanks!", "how": "MUTE", "whom": "BLOCK Zoe",
    },
    "de": {
        "mute": "STUMM BEN", "unmute": "LAUT Ben", "talk": "Stumm Gespräch", "loud": "laut gespräch",
        "match": "STUMM diese Partie", "again": "LAUT Partie", "kind": "Stumm Erinnerungen",
        "no kind": "laut erinnerungen", "block": "Sperre Ben",
        "unblock": "ENTSPERRE BEN", "report": "MELDE Ben: er beleidigt mich", "withdraw": "MELDUNG ZURÜCK",
        "unsay": "GESAGTES LÖSCHEN", "react": "REAGIERE danke!", "how": "STUMM", "whom": "SPERRE Zoe",
    },
    "fr": {
        "mute": "MASQUER BEN", "unmute": "DÉMASQUER Ben", "talk": "Mettre en sourdine discussion", "loud": "démasquer discussion",
        "match": "MUET cette partie", "again": "DÉMASQUER partie", "kind": "Muet rappels", "no kind": "démasquer rappels",
        "block": "Bloquer Ben", "unblock": "DÉBLOQUER BEN", "report": "SIGNALER Ben: il m'insulte",
        "withdraw": "RETIRER SIGNALEMENT", "unsay": "EFFACER", "react": "RÉAGIR merci !", "how": "MUET", "whom": "BLOQUER Zoe",
    },
}  # fmt: skip
NOTHING = {"en": "Nothing was changed", "de": "Nichts wurde geändert", "fr": "Rien n'a changé"}


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        yield post


def begin(post: Correspondence, language: Language) -> dict[str, str]:
    """Start a match in a language, at which Ben has said something; return the lines of that language."""
    post.begin("packet-row", 3, hold=0, language=language)
    post.answer(post.players[1], {"en": "SAY You fool!", "de": "SAG Du Narr!", "fr": "DIS Imbécile !"}[language])
    return LINES[language]


def read_by_ann(post: Correspondence) -> list[Remark]:
    return heard(post.context, post.record, post.players[0].id, 0)[0]


def say(post: Correspondence, line: str, *, seat: int = 0) -> str:
    """Answer the last letter; return the text of what answers that."""
    before = len(post.letters_to(post.players[seat]))
    assert post.answer(post.players[seat], line)[0] == 250
    assert len(post.letters_to(post.players[seat])) == before + 1
    return post.said(seat)


@pytest.mark.parametrize("language", LINES)
def test_a_person_or_the_talk_of_a_table_is_muted_and_heard_again(post: Correspondence, language: Language) -> None:
    lines = begin(post, language)
    assert len(read_by_ann(post)) == 1
    for mute, undo in (("mute", "unmute"), ("talk", "loud")):
        said = say(post, lines[mute])
        assert read_by_ann(post) == [], said
        assert lines[undo].split()[0].upper() in said, "it names the line that undoes it"
        say(post, lines[undo])
        assert len(read_by_ann(post)) == 1


@pytest.mark.parametrize("language", LINES)
def test_a_match_or_a_kind_of_news_is_muted_and_mailed_again(post: Correspondence, language: Language) -> None:
    lines = begin(post, language)

    def prefs() -> dict[str, object]:
        found = post.context.store.account(post.players[0].id)
        assert found is not None
        return dict(found.prefs)

    say(post, lines["match"])
    assert prefs()["muted_matches"] == [post.match]
    say(post, lines["again"])
    assert prefs()["muted_matches"] == []
    say(post, lines["kind"])
    assert prefs()["kinds"] == {"deadline-near": False}
    say(post, lines["no kind"])
    assert prefs()["kinds"] == {"deadline-near": True}


@pytest.mark.parametrize("language", LINES)
def test_a_person_is_blocked_and_unblocked(post: Correspondence, language: Language) -> None:
    lines, store = begin(post, language), post.context.store
    ann, ben, _ = post.players
    said = say(post, lines["block"])
    assert store.has_blocked(ann.id, ben.id)
    assert lines["unblock"].split()[0] in said
    assert not post.office.letters[-1]["To"].count(ben.mail), "nobody is told"
    say(post, lines["unblock"])
    assert not store.has_blocked(ann.id, ben.id)


@pytest.mark.parametrize("language", LINES)
def test_a_remark_is_reported_with_the_reason_and_the_report_withdrawn(
    post: Correspondence, language: Language
) -> None:
    lines, store = begin(post, language), post.context.store
    said = say(post, lines["report"])
    (report,) = store.reports()
    assert (report.by, report.player) == (post.players[0].id, post.players[1].id)
    assert report.why == lines["report"].partition(": ")[2]
    assert report.text in said
    say(post, lines["withdraw"])
    assert store.reports() == []
    assert NOTHING[language] in say(post, lines["withdraw"])


@pytest.mark.parametrize("language", LINES)
def test_a_reaction_is_said_in_each_readers_words_and_erased(post: Correspondence, language: Language) -> None:
    lines = begin(post, language)
    say(post, lines["react"])
    assert [(one.seat, one.reaction, one.text) for one in read_by_ann(post)][1:] == [(0, "thanks", "")]
    say(post, lines["unsay"])
    assert [one.seat for one in read_by_ann(post)] == [1]
    assert NOTHING[language] in say(post, lines["unsay"])


@pytest.mark.parametrize("language", LINES)
def test_a_line_without_anybody_known_is_answered_with_whom_or_what_it_may_name(
    post: Correspondence, language: Language
) -> None:
    lines = begin(post, language)
    assert NOTHING[language] in say(post, lines["how"])
    said = say(post, lines["whom"])
    assert NOTHING[language] in said
    assert "Ben, Cleo" in said or "Ann, Ben, Cleo" in said


@pytest.mark.parametrize("line", ["Block Ben?", "Melde mich morgen", "Laut Regeln darf ich das", "Report tomorrow"])
def test_questions_and_sentences_that_only_begin_so_do_nothing(post: Correspondence, line: str) -> None:
    begin(post, "en")
    ann, ben, _ = post.players
    post.answer(ann, line)
    assert "Nothing was changed" in post.said()
    assert not post.context.store.has_blocked(ann.id, ben.id)
    assert post.context.store.reports() == []


def test_a_condition_below_is_asked_about_once(post: Correspondence) -> None:
    begin(post, "en")
    ann, ben, _ = post.players
    assert "Nothing was changed" in say(post, "BLOCK Ben\n\nBut only if he goes on like that.")
    assert not post.context.store.has_blocked(ann.id, ben.id)
    say(post, "BLOCK Ben\n\nBut only if he goes on like that.")
    assert post.context.store.has_blocked(ann.id, ben.id)
