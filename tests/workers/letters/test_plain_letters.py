"""Letters of which something cannot be written: the reader is told in plain words, and the operator sees what is missing."""

from pathlib import Path
from typing import Any

import pytest

from service.admin import letters, matches
from service.admin.operator import Operator
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.notifications.channel import Bundle
from service.notifications.delivery import State
from service.notifications.kinds import WEBHOOK_DISABLED
from service.notifications.notices import about_account
from service.store.connection.connect import StoreUnavailable
from service.store.keys import recipient_of
from service.store.records import Account, Record
from service.telemetry.counts import LETTERS
from tests.given.contexts import open_context
from tests.workers.mail.post_office import PostOffice, subject_and_line, text_of
from tests.workers.mail.sending.delivering import begin, hurry, invite, login, to
from workers.deliver.job import deliver_once
from workers.mail import channel as mail_channel
from workers.mail import digest
from workers.mail.parts import question
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A service whose letters can be answered by mail."""
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=0, reply_host="post.example")


def deliver(context: Context) -> dict[State, int]:
    hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


def last_words(office: PostOffice, one: Account) -> str:
    """Return the text of somebody's latest letter, in one line."""
    return " ".join(text_of(to(office, one)[-1]).split())


def lobby_of(context: Context, ann: Account, ben: Account) -> str:
    """A table for four at which two sit."""
    match = new_match_id()
    creation.create(context, ann, creation.NewMatch(rules="packet-row", seats=4, grace=0, title="Rainy days"), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


@pytest.mark.parametrize("who", ["owner", "operator"])
def test_people_are_told_that_a_table_was_called_off_before_it_began(
    context: Context, office: PostOffice, ann: Account, ben: Account, who: str
) -> None:
    match = lobby_of(context, ann, ben)
    if who == "owner":
        lobby.leave(context, match, ann)
    else:
        matches.cancel(Operator(context.store, "grace"), match, "the game is being mended")
    drain_once(context)

    assert deliver(context) == {"sent": 1 if who == "owner" else 2}  # the owner knows

    letter = to(office, ben)[-1]
    assert "Rainy days" in last_words(office, ben)
    assert ("will not be played" if who == "owner" else "is over") in subject_and_line(letter)
    assert str(letter["Reply-To"]).endswith("@post.example")


@pytest.fixture(params=[KeyError("secret words of the letter"), ValueError("secret words of the letter")])
def fault(request: pytest.FixtureRequest) -> Exception:
    """An error of some rules that letters ask."""
    assert isinstance(request.param, Exception)
    return request.param


@pytest.fixture
def broken(context: Context, ann: Account, ben: Account, fault: Exception, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match of which no letter can be written: the questions of its rules fail."""
    match = begin(context, ann, ben, title="Rainy days")

    def fail(*_: object, **__: object) -> object:
        raise fault

    monkeypatch.setattr(question, "answer_to", fail)
    return match


def test_a_letter_that_cannot_be_written_goes_as_a_plain_one_that_says_what_is_certain(
    context: Context, office: PostOffice, ann: Account, ben: Account, broken: str
) -> None:
    assert deliver(context) == {"plain": 2}

    said = last_words(office, ann)
    assert "Rainy days" in said
    assert "answer by" in said
    assert f"/table/{broken}" in said
    assert "secret" not in to(office, ann)[-1].as_string()
    assert "List-Unsubscribe" in to(office, ann)[-1]
    assert deliver(context) == {}, "it is told once"


def test_what_a_plain_letter_did_not_tell_is_kept_for_the_operator_and_sent_when_mended(
    context: Context, office: PostOffice, ann: Account, broken: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver(context)
    grace = Operator(context.store, "grace")

    gone = letters.given_up(grace)["letters"]
    assert {(one["state"], one["again"], one["answer"]) for one in gone} == {
        ("plain", True, f"the letter could not be written: {type(fault).__name__}")
    }

    monkeypatch.undo()
    assert letters.resend(grace, ann.id)["letters"] == 1
    assert deliver(context) == {"sent": 1}
    plain, full = to(office, ann)
    assert "Round 1: Choose a card" in subject_and_line(full)
    assert full["Message-ID"] != plain["Message-ID"], "mail programs drop what they take for a copy"


def test_plain_letters_can_be_counted(context: Context, broken: str) -> None:
    before = LETTERS.labels("plain")._value.get()
    deliver(context)
    assert LETTERS.labels("plain")._value.get() == before + 2


def test_a_digest_tells_in_plain_words_only_the_match_that_cannot_be_written(
    context: Context, office: PostOffice, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    rainy = begin(context, ann, ben, title="Rainy days")
    sunny = begin(context, ann, ben, title="Sunny days")
    waiting = [one for match in (rainy, sunny) for one in context.store.notices(f"{match}:{ann.id}").pending]
    news = [one for one in waiting if one["kind"] != "projection"]
    whole = digest._table

    def fail(told: Any, record: Record, *given: Any) -> Any:
        if record.match == rainy:
            raise KeyError("secret words of the letter")
        return whole(told, record, *given)

    monkeypatch.setattr(digest, "_table", fail)
    writer = digest.Digest(context, transport_of(context.settings.smtp_url))
    bundle = Bundle(news, ann, None, "digest.1", None, context.store.now())
    with pytest.raises(KeyError):
        writer.write(bundle)

    said = " ".join(text_of(writer.stand_in(bundle)).split())

    assert 'news of the match "Rainy days". Because of a fault of ours' in said
    assert said.count("Because of a fault of ours") == 1
    assert "Sunny days" in said
    assert "Choose a card" in said


def test_a_stranger_who_is_invited_can_still_join_and_refuse(
    context: Context, office: PostOffice, ann: Account, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise fault

    monkeypatch.setattr(mail_channel, "compose", fail)
    cleo = context.store.create_account(mail="cleo@players.example", name="Win a prize", verified=False)
    match = invite(context, ann, cleo)

    assert deliver(context) == {"plain": 1}

    said = last_words(office, cleo)
    assert "/enter/" in said
    assert "/unsubscribe/" in said
    assert "prize" not in to(office, cleo)[-1].as_string()
    assert match


def test_news_of_an_account_that_cannot_be_written_say_where_to_look(context: Context, ann: Account) -> None:
    facts: Any = {"webhook": "w_1", "host": "bots.example", "name": "my bot", "reason": "gone", "since": 0}
    news = about_account(WEBHOOK_DISABLED, ann.id, facts, occasion="1", at=context.store.now())
    writer = mail_channel.Mail(context, transport_of(context.settings.smtp_url))

    letter = writer.stand_in(Bundle(news, ann, None, "acct.1", None, context.store.now()))

    assert letter is not None
    assert f"{context.settings.public_url}/account" in " ".join(text_of(letter).split())


def test_a_login_is_tried_again_for_nothing_else_would_help(
    context: Context, office: PostOffice, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise KeyError("a code")

    context.store.notify([login(context, ann, "12345678")], recipient_of(ann.id, None))
    with monkeypatch.context() as broken:
        broken.setattr(mail_channel, "compose_login", fail)
        assert deliver(context) == {"retry": 1}

    assert deliver(context) == {"sent": 1}


def test_no_plain_letter_goes_because_the_store_was_away(
    context: Context, office: PostOffice, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> object:
        raise StoreUnavailable

    begin(context, ann, ben)
    with monkeypatch.context() as broken:
        broken.setattr(mail_channel, "announcement_for", away)
        assert deliver(context) == {"retry": 2}

    assert deliver(context) == {"sent": 2}
    assert all("fault" not in str(one["Subject"]) for one in office.letters)


FAULTY = ["lost", "unwanted", "overtaken", "letter_rests_until", "may_wait_until", "wish_of"]
"""What the channel asks before it writes a letter: whether its news is still wanted, and when it goes."""


@pytest.mark.parametrize("asked", FAULTY)
def test_news_that_cannot_be_judged_is_told_in_plain_words_and_kept_for_the_operator(
    context: Context, office: PostOffice, ann: Account, ben: Account, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: it was tried again every five minutes for ever, held up all that came after it, and nobody was told."""
    begin(context, ann, ben, title="Rainy days")

    def fail(*_: object, **__: object) -> object:
        raise AssertionError("secret words of the letter")

    with monkeypatch.context() as broken:
        broken.setattr(mail_channel, asked, fail)
        assert deliver(context) == {"plain": 2}

    assert "Rainy days" in last_words(office, ann)
    gone = letters.given_up(Operator(context.store, "grace"))["letters"]
    assert {(one["state"], one["answer"]) for one in gone} == {
        ("plain", "the letter could not be written: AssertionError")
    }


@pytest.mark.parametrize("asked", ["overtaken", "refusal"])
def test_no_stranger_is_written_to_past_their_budget_because_something_fails(
    context: Context, office: PostOffice, ann: Account, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise AssertionError("secret words of the letter")

    cleo = context.store.create_account(mail="cleo@players.example", name="Cleo", verified=False)
    invite(context, ann, cleo)
    with monkeypatch.context() as broken:
        broken.setattr(mail_channel, asked, fail)
        assert deliver(context) == {"dead": 1}

    assert to(office, cleo) == []
    (gone,) = letters.given_up(Operator(context.store, "grace"))["letters"]
    assert gone["answer"] == "the letter could not be prepared: AssertionError"
