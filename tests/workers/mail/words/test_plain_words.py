"""What somebody with only a mail program stumbled over: numbers and words that only the program knows, times without zone."""

import dataclasses
import re
from types import SimpleNamespace
from typing import cast

import pytest

from engine.contract import Game, Language
from engine.registry import game, newest
from service.store.records import Notice
from service.text.deleted_names import GONE
from tests.given.of_each import of_each
from tests.workers.mail.letters import GUEST, KINDS, deadline_near, letter, opening_round
from tests.workers.mail.match import ADA, BERT, HOUR, NOON, SENDER, Match, invitation
from tests.workers.mail.post_office import subject_and_line, text_of
from workers.mail import headers
from workers.mail.compose import compose
from workers.mail.headers import _shorter, company
from workers.mail.page import Page
from workers.mail.parts.matters import leads
from workers.mail.parts.outcome import why_left
from workers.mail.parts.question import headline
from workers.mail.reader import Reader

BOTH: list[Language] = ["en", "de"]
EVERY = [(kind, language) for kind in KINDS for language in BOTH]


HOSTILE: list[tuple[str, list[str]]] = [
    ("Hafenrunde", ["Bert"]),
    ("x" * 200, ["y" * 60]),
    ("The great long quay of the north", ["Bertram of Hohenstaufen", "Carla", "Dora", "Emil", "Fritz"]),
    ("=?utf-8?q?=0d=0aBcc:_all?=", ["=?utf-8?q?=0d=0a?=" * 3]),
    ("a\r\nBcc: all@example.org", ["b\r\n c", "\u202edrowssap"]),
    ("(by Wed 12:00 CET)" * 9, ["\U0001f469\u200d\U0001f4bb" * 20]),
]
"""Titles and opponents that try to push turn or deadline out of a subject, or a header in."""


def words_of(kind: str, language: Language) -> str:
    """Return the text of a letter on one line."""
    return " ".join(text_of(letter(kind, language)).split())


@of_each((kind,) for kind in KINDS)
def test_what_follows_the_greeting_begins_with_a_capital_so_german_greets_without_a_comma(kind: str) -> None:
    lines = text_of(letter(kind, "de")).splitlines()
    assert {"Hallo Ada!", "Hallo Cora!", "Hallo!"}.intersection(lines[:4]), "first, or below what is asked in short"


@of_each(EVERY)
def test_nobody_is_told_a_seat_counted_from_zero(kind: str, language: Language) -> None:
    assert not re.search(r"\b(seat|Platz) \d", words_of(kind, language))


@of_each(EVERY)
def test_every_moment_has_its_zone(kind: str, language: Language) -> None:
    """ "Your time" is no help to whoever has never said which that is: a newcomer has UTC, or the zone of whoever invites."""
    words = words_of(kind, language)
    for moment in re.finditer(r"\d\d:\d\d( Uhr)?", words):
        assert re.match(r" (CES?T|MES?Z)\b", words[moment.end() :]), moment


def test_what_comes_before_the_first_turn_is_no_turn() -> None:
    reader = Reader.of(ADA, 0)
    assert [reader.place(one) for one in ("t0.start", "t1.act.1", "r1.choose")] == ["", "Turn 1", "Round 1"]


@pytest.mark.parametrize(("kind", "language"), [(kind, one) for kind in ("over", "resigned") for one in BOTH])
def test_a_match_that_ended_is_named_where_its_end_is_told(kind: str, language: Language) -> None:
    """Somebody plays several matches of a game at once, and no letter's subject has room for their names."""
    first, greeting, result, *_ = text_of(letter(kind, language)).split("\n\n")
    assert "Hafenrunde" not in first + greeting and "Hafenrunde" in result


def test_a_table_that_was_given_up_is_not_called_the_present_one() -> None:
    assert "How it stood at the end" in text_of(letter("resigned", "en"))
    assert "Wie es am Ende stand" in text_of(letter("resigned", "de"))


def test_a_seal_that_waits_to_be_opened_is_told_without_words_of_the_api() -> None:
    for language in BOTH:
        assert "client" not in words_of("opening-needed", language)


def test_an_invitation_names_a_zone_by_its_city() -> None:
    pace = {"kind": "daily", "time": "20:00", "zone": "Europe/Vienna", "weekdays": [1, 4], "least": 0}
    match = Match(pace=pace)
    said = []
    for language in BOTH:
        guest = dataclasses.replace(GUEST, language=language)
        said.append(" ".join(text_of(compose([invitation(match, guest)], guest, match.record, SENDER)).split()))
    assert "Decisions are due at 20:00 (Vienna time) on Mon and Thu." in said[0]
    assert "Entscheidungen sind um 20:00 Uhr (Zeitzone Wien) fällig, und zwar an diesen Tagen: Mo und Do." in said[1]


@pytest.mark.parametrize("language", BOTH)
def test_the_first_line_of_a_reminder_has_its_deadline(language: Language) -> None:
    """A reminder without its deadline reminds of nothing."""
    line = subject_and_line(deadline_near(dataclasses.replace(ADA, language=language))).partition(" - ")[2]
    assert re.search(r"\((by Wed 12:00 CET|bis Mi 12:00 MEZ)\)$", line)


@pytest.mark.parametrize(
    ("language", "seat", "said"),
    [
        ("en", 1, "It ended because Bert gave up."),
        ("de", 1, "Bert hat aufgegeben."),
        ("en", 0, "It ended because you gave up."),
        ("de", 0, "Du hast aufgegeben."),
    ],
)
def test_who_gave_up_is_named(language: Language, seat: int, said: str) -> None:
    match = opening_round().forget().later(HOUR)
    match.resign(seat)
    reader = dataclasses.replace(ADA, language=language)
    assert said in text_of(compose(match.news_for(ADA), reader, match.record, SENDER))


@pytest.mark.parametrize(
    ("language", "seat", "said"),
    [
        ("en", 1, "It ended because Bert stopped answering, and you decided to end it."),
        ("de", 1, "Bert hat nicht mehr geantwortet; deshalb hast du die Partie beendet."),
        ("en", 0, "It ended because you stopped answering, and Bert decided to end it."),
        ("de", 0, "Du hast nicht mehr geantwortet; deshalb hat Bert die Partie beendet."),
    ],
)
def test_the_end_of_a_match_that_somebody_left_is_told_to_each_as_theirs(
    language: Language, seat: int, said: str
) -> None:
    match = opening_round().forget().later(HOUR)
    match.resign(seat)
    page = Page(Reader.of(dataclasses.replace(ADA, language=language), NOON), "", "", match.record, match.game)
    words = page.reader.words("over")
    assert why_left(page, words, [seat], 0) == said


def test_a_match_given_up_before_names_were_kept_says_that_somebody_did() -> None:
    match = opening_round().forget().later(HOUR).resign(1)
    match.record.table["resigning"] = []
    text = text_of(compose(match.news_for(ADA), ADA, match.record, SENDER))
    assert "It ended because a player gave up." in text
    assert "It ended because Bert gave up." in text_of(letter("resigned", "en"))


@pytest.mark.parametrize(
    ("kind", "facts", "first"),
    [
        ("substitute-ready", {"back": True}, True),
        ("substitute-ready", {"back": False}, False),
        ("table-pause", {"what": "wished"}, True),
        ("table-pause", {"what": "resumed"}, False),
        ("resolved", {}, False),
    ],
)
def test_what_wants_an_answer_of_its_own_has_the_subject(kind: str, facts: dict[str, object], *, first: bool) -> None:
    notice = {**opening_round().news_for(ADA)[0], "kind": kind, "facts": facts}
    assert leads(cast(Notice, notice)) == first


def test_a_game_is_called_in_the_readers_language_and_briefly_in_the_subject() -> None:
    match = opening_round()
    rules = game(newest("anno-1701")).rules
    anno = dataclasses.replace(match.game.rules, title=rules.title, titles=rules.titles)
    page = Page(Reader.of(BERT, 0), "", "", match.record, cast(Game, SimpleNamespace(rules=anno)))
    match.record.table["title"] = rules.title  # as it is stored where its owner gave none
    assert (page.game_title, page.title, page.short_title) == (
        "Anno 1701 – das Kartenspiel", "Anno 1701 – das Kartenspiel", "Anno 1701"
    )  # fmt: skip
    english = dataclasses.replace(page, reader=Reader.of(ADA, 0))
    assert (english.game_title, english.title) == ("Anno 1701 – the card game", "Anno 1701 – the card game")
    match.record.table["title"] = "Änne gegen Bernd"
    assert page.title == page.short_title == "Änne gegen Bernd"


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", ["kontor", "packet-row", "anno-1701"])
def test_no_question_of_any_game_loses_its_deadline(name: str, language: Language) -> None:
    """Whatever a game asks, how early or late in it."""
    match, played = opening_round(), game(newest(name))
    page = Page(Reader.of(dataclasses.replace(ADA, language=language), NOON), "", "", match.record, played)
    for kind in played.rules.moves:
        for place in ("r1", "r17", "t0", "t117"):
            standing = match.record.table["standing"][0]
            standing["id"], standing["kind"], standing["asked"] = f"{place}.{kind}", kind, True
            for of in ("your-turn", "deadline-near"):
                lines, _ = headline([{**match.news_for(ADA)[0], "kind": of}], page)
                for title, names in HOSTILE:
                    match.record.table["title"] = title
                    match.record.table["seats"] = [
                        {"player": None, "name": one, "bot": None} for one in ("Ada", *names)
                    ]
                    others = company(page, match.news_for(ADA)[0]["seat"])
                    subject = headers.match_subject(page.short_title, others)
                    assert lines[0].endswith((" CET)", " MEZ)")), lines
                    assert len(subject) <= headers.SUBJECT_LENGTH, subject
                    assert (page.reader.place(standing["id"]) or "") in lines[0]
                    assert re.match(r"\S.*(with|mit) (\S|\d)", subject), subject
                    assert not re.search(r"[\r\n\u202e]|=\?", subject)


@pytest.mark.parametrize(
    ("names", "language", "said"),
    [
        ([GONE], "en", "with a deleted account"),
        ([GONE], "de", "mit einem gelöschten Konto"),
        ([GONE, "Bert"], "de", "mit einem gelöschten Konto und Bert"),
        ([GONE, f"{GONE} 2"], "de", "mit Gelöschtes Konto und Gelöschtes Konto 2"),  # names again: they are told apart
    ],
)
def test_whose_account_was_deleted_is_no_name_in_a_subject(names: list[str], language: Language, said: str) -> None:
    match = opening_round()
    match.record.table["seats"] = [{"player": None, "name": one, "bot": None} for one in ("Ada", *names)]
    page = Page(Reader.of(dataclasses.replace(ADA, language=language), NOON), "", "", match.record)
    assert company(page, 0)[0] == said


@pytest.mark.parametrize("language", BOTH)
def test_nobody_is_told_that_they_play_where_they_were_sent_away(language: Language) -> None:
    """The foot says why a letter comes; it used to say that its reader plays at the table that its body takes them from."""
    text = words_of("unseated", language)
    assert ("you play in" if language == "en" else "mitspielst") not in text
    assert ("you were removed from" if language == "en" else "vom Tisch genommen wurdest") in text
    assert re.search("No more mails about this match: http|Keine Mails mehr zu dieser Partie: http", text)


@pytest.mark.parametrize(
    ("reason", "language", "said"),
    [
        ("cancelled", "en", 'The match "Hafenrunde" was called off before it began.'),
        ("cancelled", "de", "Die Partie „Hafenrunde“ wurde abgesagt, bevor sie begonnen hat."),
        (
            "unrevealed",
            "en",
            'The match "Hafenrunde" was closed before it began: not everybody sent the randomness that they had promised.',
        ),
        ("expired", "en", 'The match "Hafenrunde" was closed, because it did not start in time.'),
        ("expired", "de", "Die Partie „Hafenrunde“ wurde geschlossen, weil sie nicht rechtzeitig begonnen hat."),
    ],
)
def test_a_match_that_never_began_has_neither_an_end_nor_cards(reason: str, language: Language, said: str) -> None:
    """It used to be over, without a result, with all its hidden cards public from now on."""
    match = Match(preset="tilsit").call_off(reason)
    letter_of = compose(match.news_for(ADA), dataclasses.replace(ADA, language=language), match.record, SENDER)
    text = " ".join(text_of(letter_of).split())
    assert said in text
    assert subject_and_line(letter_of).endswith(
        {"en": "The match will not be played", "de": "Die Partie findet nicht statt"}[language]
    )
    assert not re.search(r"verify|result|Ergebnis|public|öffentlich", text)


@of_each(EVERY)
def test_commands_are_told_only_to_programmers(kind: str, language: Language) -> None:
    """Who has never seen a terminal is told what the web page does instead."""
    assert not re.search(r"siegelpost [a-z]+ [0-9a-f]{8}-|siegelpost play", words_of(kind, language)), kind


def test_short_names_in_a_subject_can_be_told_apart() -> None:
    assert list(_shorter(["Steady (Bot)", "Steady 2 (Bot)"])) == [
        ["Steady (Bot)", "Steady 2 (Bot)"],
        *[["Steady", "Steady 2"]] * 4,
    ]
    assert list(_shorter(["Maximilian Alt", "Maximilian Neu"]))[-1] == ["Maximilian Alt", "Maximilian Neu"]
