"""The answer to a mail tells what came of it and asks what is next: then no letter of its own follows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from service.store.keys import bucket_of, recipient_of
from service.store.records import Account, Record
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import html_of, text_of
from workers.inbox.arrive import take
from workers.inbox.desk import Aftermath
from workers.mail.reply_address import read_address
from workers.resolve.drain import drain_once


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", options={"preset": "goldsieber-pro"}, hold=0)
        yield post


def last_to_seal(post: Correspondence) -> Account:
    """Let the first player seal, so that the other one's answer opens the round; return that one."""
    first, last = post.players
    assert post.answer(first, "1")[0] == 250
    post.go_on()
    return last


def pending(post: Correspondence, player: Account) -> list[str]:
    return [one["kind"] for one in post.context.store.notices(recipient_of(player.id, post.match)).pending]


def test_who_answers_last_is_asked_next_by_the_answer(post: Correspondence) -> None:
    last = last_to_seal(post)
    before = len(post.letters_to(last))

    assert post.answer(last, "1")[0] == 250

    [answer] = post.letters_to(last)[before:]
    said = text_of(answer)
    assert said.index("Sealed: ") < said.index("\nWhat happened\n") < said.index("The receipt is attached")
    assert "Sealed: " in html_of(answer) and "The receipt is attached" in html_of(answer)
    names = [one.get_filename() for one in answer.iter_attachments()]
    assert names == ["receipts.jsonl", "openings.jsonl"]
    assert answer["Auto-Submitted"] == "auto-replied" and str(answer["Reply-To"]).startswith("m+")
    post.go_on()
    assert len(post.letters_to(last)) == before + 1, "nothing is left for a letter of its own"


def test_the_answer_itself_can_be_answered(post: Correspondence) -> None:
    post.answer(last_to_seal(post), "1")
    placing = next(one for one in post.players if post.is_asked(one))
    for _ in range(8):  # cards are placed one after another, until somebody is asked again at once
        post.go_on()
        assert post.answer(placing, "1")[0] == 250
        if post.is_asked(placing):
            break
        placing = next(one for one in post.players if post.is_asked(one))
    answer = post.last_to(placing)
    assert answer["Auto-Submitted"] == "auto-replied" and "[1] " in text_of(answer)
    assert post.answer(placing, "1", to=answer)[0] == 250
    assert "Nothing was changed" not in text_of(post.last_to(placing))


def test_what_went_with_the_answer_stands_among_the_deliveries(post: Correspondence) -> None:
    last = last_to_seal(post)
    post.answer(last, "1")
    assert pending(post, last) == []
    [delivery, *_] = post.context.store.deliveries(recipient_of(last.id, post.match))
    assert delivery["state"] == "sent" and "resolved" in delivery["kinds"]
    assert str(post.last_to(last)["Message-ID"]).startswith(f"<{delivery['mail']}@")


def test_workers_that_take_their_time_are_not_waited_for(post: Correspondence) -> None:
    last = last_to_seal(post)
    before = len(post.letters_to(last))
    assert take_mail(post, last, lambda record: record).startswith("250")
    [answer] = post.letters_to(last)[before:]
    assert "Sealed: " in text_of(answer) and "What happened" not in text_of(answer)
    post.go_on()
    assert "What happened" in text_of(post.last_to(last)), "by a letter of its own"


def test_news_that_somebody_else_is_sending_are_left_to_them(post: Correspondence) -> None:
    last = last_to_seal(post)
    before = len(post.letters_to(last))

    def goes_on(record: Record) -> Record:
        drain_once(post.context)
        assert post.context.store.claim_out(bucket_of(post.match), 60_000, 10)
        return post.record

    assert take_mail(post, last, goes_on).startswith("250")
    [answer] = post.letters_to(last)[before:]
    assert "Sealed: " in text_of(answer) and "What happened" not in text_of(answer)
    assert "resolved" in pending(post, last)


def test_an_answer_that_cannot_be_sent_loses_no_news(post: Correspondence) -> None:
    last = last_to_seal(post)
    before = len(post.letters_to(last))
    post.office.data_answer = "451 4.3.0 not now"
    assert post.answer(last, "1")[0] == 451
    assert "resolved" in pending(post, last)
    post.office.data_answer = None
    post.go_on()
    [letter] = post.letters_to(last)[before:]
    assert "What happened" in text_of(letter) and letter["Auto-Submitted"] == "auto-generated"


def test_a_refused_answer_takes_nothing_along(post: Correspondence) -> None:
    last = last_to_seal(post)
    letter = post.last_to(last)
    post.answer(last, "1")
    post.answer(last, "1", to=letter)
    assert "What happened" not in text_of(post.last_to(last))


def take_mail(post: Correspondence, player: Account, aftermath: object) -> str:
    """Let the desk take the answer ``1`` to a player's last letter, with this for what comes of it."""
    letter: EmailMessage = post.last_to(player)
    to = str(letter["Reply-To"])
    address = read_address(to, to.partition("@")[2])
    assert address is not None
    desk = replace(post.desk, aftermath=aftermath)  # type: ignore[arg-type]
    return take(desk, reply_to(letter, player, "1").as_bytes(), player.mail, address)


def test_what_comes_of_an_answer_is_waited_for_by_the_bell(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post, Aftermath(post.context, patience=60) as aftermath:
        post.begin("kontor", options={"preset": "goldsieber-pro"}, hold=0)
        last = last_to_seal(post)
        found: list[Record] = []

        def waits(record: Record) -> Record:
            works = threading.Thread(target=drain_once, args=(post.context,))
            works.start()
            found.append(aftermath(record))
            works.join()
            return found[0]

        assert take_mail(post, last, waits).startswith("250")
        assert found[0].n > 0 and found[0].due != 0
        assert "What happened" in text_of(post.last_to(last))


def test_patience_ends_where_no_worker_is(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post, Aftermath(post.context, patience=0) as aftermath:
        post.begin("kontor", options={"preset": "goldsieber-pro"}, hold=0)
        last = last_to_seal(post)
        assert take_mail(post, last, aftermath).startswith("250")
        assert "What happened" not in text_of(post.last_to(last))
