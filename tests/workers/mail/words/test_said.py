"""What a partner says comes by mail: several messages in one letter, in others' words, which are data and nothing else."""

import dataclasses
import email
import email.policy
import re
from pathlib import Path

import pytest

from engine import registry
from engine.games.kontor.game import Kontor
from service.accounts.people import block_player
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import acts, messages
from service.matches.seating import creation, lobby
from service.notifications.delivery import State
from service.notifications.kinds import switchable
from service.store.keys import recipient_of
from service.store.records import Account
from tests.given.contexts import account, open_context
from tests.given.partners import RULES, Partners
from tests.workers.mail.match import ADA, HOUR, SENDER, Match
from tests.workers.mail.post_office import PostOffice, html_of, subject_and_line, text_of
from tests.workers.mail.sending.delivering import hurry, records, to
from workers.deliver.job import deliver_once
from workers.mail.compose import compose
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once

EVIL = '</li><script>alert(1)</script> {{ 7*7 }} "Bcc: all@example.org <img src=https://x.example/p.png>'
"""The API takes one line without control characters; this is what is left to try."""


def told(match: Match, text: str, reader: Account = ADA) -> email.message.EmailMessage:
    match.hear(0, text)
    one = compose(match.news_for(ADA, "said"), reader, match.record, SENDER)
    again = email.message_from_bytes(one.as_bytes(), policy=email.policy.SMTP)
    assert isinstance(again, email.message.EmailMessage)
    return again


def table() -> Match:
    return Match(preset="tilsit").start().forget().later(HOUR).commit(0)


def test_a_partners_words_are_data_in_both_parts_and_in_no_header() -> None:
    one = told(table(), EVIL)
    page, text = html_of(one), re.sub(r"\s+", " ", text_of(one))
    assert "<script>" not in page and "<img src=https" not in page
    assert "&lt;/li&gt;&lt;script&gt;alert(1)" in page
    assert EVIL in text and "{{ 7*7 }}" in page
    assert not [value for value in one.values() if "script" in str(value) or "7*7" in str(value)]
    assert one["Bcc"] is None


def test_even_words_that_passed_every_guard_are_one_line() -> None:
    one = told(table(), "first\r\nBcc: all@example.org\r\n\r\n-- \r\nsecond\u202e")
    assert one["Bcc"] is None
    assert 'Bert: "first Bcc: all@example.org -- second"' in re.sub(r"\s+", " ", text_of(one))
    assert not [line for line in text_of(one).splitlines() if line.startswith("Bcc")]
    assert text_of(one).count("\n-- \n") == 1, "the letter's own"


@pytest.mark.parametrize("text", ["x" * 1000, "\U0001f4ef" * 1000, "word " * 199 + "words"])
def test_the_longest_message_is_a_whole_letter(text: str) -> None:
    one = told(table(), text)
    assert text in re.sub(r"\s+", " ", text_of(one))
    assert one.defects == []
    assert all(len(line) <= 998 for line in one.as_bytes().split(b"\r\n"))


def test_messages_are_told_in_their_order_and_a_question_gives_the_subject() -> None:
    match = Match(preset="tilsit").start()
    match.hear(0, "first").hear(0, "second")
    one = compose(match.news_for(ADA), ADA, match.record, SENDER)
    assert text_of(one).index("It is your turn") < text_of(one).index("first") < text_of(one).index("second")
    assert text_of(one).count("Your partner says\n") == 1
    assert "says something" not in subject_and_line(one)


def test_a_player_who_can_still_answer_is_told_how(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table()
    assert "siegelpost say" not in text_of(told(match, "hm"))
    monkeypatch.setattr(Kontor, "channels", lambda self, state: [{"id": "r1.confer.0", "seats": [0, 1]}])
    assert f":\n  https://post.example.org/table/{match.record.match}\n" in text_of(told(match, "hm"))
    programmer = dataclasses.replace(ADA, prefs={"programmer": True})
    assert f":\n  siegelpost say {match.record.match} ...\n" in text_of(told(match, "hm", programmer))


def test_both_languages_say_who_speaks() -> None:
    assert subject_and_line(told(table(), "hm")).endswith("Bert says something to you")
    german = told(table(), "hm", dataclasses.replace(ADA, language="de"))
    assert subject_and_line(german).endswith("Bert sagt dir etwas")
    assert "Bert: „hm“" in text_of(german)


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A service whose news waits an hour for company."""
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=3_600_000)


@pytest.fixture
def four(context: Context) -> list[Account]:
    return [account(context, name) for name in ("Ann", "Ben", "Cleo", "Dora")]


@pytest.fixture
def match(context: Context, four: list[Account], monkeypatch: pytest.MonkeyPatch) -> str:
    """A match in its first window, all earlier news delivered."""
    monkeypatch.setitem(registry.GAMES, RULES, Partners())
    match = new_match_id()
    creation.create(context, four[0], creation.NewMatch(rules=RULES, seats=4, grace=0), match)
    for seat, one in enumerate(four[1:], start=1):
        lobby.join(context, match, one, seat=seat, invitation=None)
    drain_once(context)
    for seat in range(4):
        record = context.store.load(match)
        assert record is not None
        acts.commit(context, record, seat, acts.SeatAct("r1.show", move={"show": 1}))
    drain_once(context)
    deliver(context)
    return match


def deliver(context: Context) -> dict[State, int]:
    hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


def say(context: Context, match: str, seat: int, *said: str) -> None:
    for text in said:
        record = context.store.load(match)
        assert record is not None
        messages.say(context, record, seat, f"r1.confer.{seat % 2}", text, name=f"{seat} {text}")
        drain_once(context)


def test_two_messages_are_one_letter_to_the_partner_and_to_nobody_else(
    context: Context, match: str, office: PostOffice, four: list[Account]
) -> None:
    before = len(office.letters)
    say(context, match, 0, "one", "two")
    assert deliver(context) == {"sent": 1}
    letter = to(office, four[2])[-1]
    assert len(office.letters) == before + 1
    assert text_of(letter).index('Ann: "one"') < text_of(letter).index('Ann: "two"')
    assert records(context, match, four[2])[0]["kinds"] == ["said"]
    assert letter["References"].startswith(f"<{match}@")


def test_no_letter_brings_the_words_of_a_partner_whom_its_reader_has_blocked(
    context: Context, match: str, office: PostOffice, four: list[Account]
) -> None:
    before = len(office.letters)
    say(context, match, 0, "one")
    block_player(context, four[2].id, four[0].id)
    assert deliver(context).get("sent") is None and len(office.letters) == before
    record = context.store.load(match)
    assert record is not None
    assert [one.text for one in messages.heard(context, record, 2)[0]] == ["one"], (
        "the log has it, and the table shows it"
    )


def waits_for(context: Context, match: str, reader: Account) -> int:
    """Return for how long (ms) what there is to tell a reader waits, if nothing else comes."""
    due = min(one["send_at"] for one in context.store.notices(recipient_of(reader.id, match)).pending)
    return due - context.store.now()


def test_talk_makes_one_letter_until_its_reader_makes_a_sign(
    context: Context, match: str, office: PostOffice, four: list[Account]
) -> None:
    before, ann, cleo = len(to(office, four[2])), 0, four[2]
    say(context, match, ann, "one")
    assert waits_for(context, match, cleo) <= HOUR
    assert deliver(context) == {"sent": 1}
    say(context, match, ann, "two", "three")
    assert waits_for(context, match, cleo) > 24 * HOUR, "no letter of its own: it waits for one to go with"
    assert deliver_once(context, transport_of(context.settings.smtp_url)) == {}
    say(context, match, 2, "I am here")
    say(context, match, ann, "four")
    assert waits_for(context, match, cleo) <= HOUR, "its reader has made a sign"
    deliver(context)
    assert len(to(office, cleo)) == before + 2
    assert all(f'Ann: "{one}"' in text_of(to(office, cleo)[-1]) for one in ("two", "three", "four"))


def test_what_waits_goes_with_the_next_question(
    context: Context, match: str, office: PostOffice, four: list[Account]
) -> None:
    say(context, match, 0, "one")
    deliver(context)
    say(context, match, 0, "two")
    while True:
        record = context.store.load(match)
        assert record is not None
        standing = record.table["standing"][0]
        if standing["sealed"]:
            break
        acts.answer(context, record, standing["seats"][0], acts.SeatAct(standing["id"], move={"claim": "leave"}))
        drain_once(context)
    assert waits_for(context, match, four[2]) <= HOUR
    deliver(context)
    letter = text_of(to(office, four[2])[-1])
    assert "It is your turn" in letter and 'Ann: "two"' in letter and 'Ann: "one"' not in letter


def test_nothing_is_mailed_before_the_hold_off(context: Context, match: str, office: PostOffice) -> None:
    say(context, match, 0, "one")
    assert deliver_once(context, transport_of(context.settings.smtp_url)) == {}


def test_a_player_who_does_not_want_such_mails_gets_none(
    context: Context, match: str, office: PostOffice, four: list[Account]
) -> None:
    context.store.change_prefs(four[2].id, lambda _: {"kinds": {"said": False}})
    say(context, match, 0, "one")
    assert deliver(context) == {"dropped": 1}
    assert records(context, match, four[2])[0]["dropped"] == [{"kind": "said", "reason": "kind-off"}]


def test_the_kind_is_one_that_an_account_may_switch_off() -> None:
    assert "said" in switchable()
