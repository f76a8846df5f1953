"""Every letter of a running match takes what the newest letter about a turn takes; what is not certain is asked back."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import text_of
from workers.inbox.commands import Reply
from workers.inbox.offered import has_not_moved_since


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", 3, hold=0)
        yield post


def begun(post: Correspondence) -> tuple[int, EmailMessage]:
    """Return the first seat that is not asked at the beginning, and the letter that told it of the beginning."""
    seat = next(seat for seat, one in enumerate(post.players) if not post.is_asked(one))
    return seat, post.last_to(post.players[seat])


def until_asked(post: Correspondence, seat: int) -> None:
    """Let the others answer with their first choice until a seat is asked."""
    for _ in range(12):
        if post.is_asked(post.players[seat]):
            return
        other = next(one for one in post.players if post.is_asked(one))
        post.answer(other, "1")
        post.go_on()
    raise AssertionError("the seat is never asked")


def deadline(post: Correspondence, seat: int) -> int:
    """Return until when a seat is asked (ms)."""
    (found,) = (
        one["deadline"] for one in post.record.table["standing"] if seat in one["seats"] and not one["optional"]
    )
    assert found is not None
    return found


OPENED = {"type": "opened", "body": {"decision": "t9.reply.1", "seats": [1, 2]}}
MOVED = {"type": "resolved", "body": {"moves": [{"seat": 1}]}}
ELSEWHERE = {"type": "resolved", "body": {"moves": [{"seat": 0}]}}


@pytest.mark.parametrize(
    ("entries", "standing", "is_first"),
    [
        ([ELSEWHERE], [], True),
        ([OPENED, ELSEWHERE], ["t9.reply.1"], True),
        ([OPENED, ELSEWHERE], ["t10.act"], False),  # an offer that another has taken
        ([MOVED], ["t10.act"], False),
    ],
)
def test_an_answer_to_a_letter_that_asked_nothing_is_about_the_first_question_since(
    entries: list[object], standing: list[str], *, is_first: bool
) -> None:
    reply = SimpleNamespace(
        address=SimpleNamespace(asked_nothing_at=5),
        record=SimpleNamespace(n=9, match="m", table={"standing": [{"id": one} for one in standing]}),
        seat=1,
        context=SimpleNamespace(store=SimpleNamespace(entries=lambda *_: [{"entry": one} for one in entries])),
    )
    assert has_not_moved_since(cast(Reply, reply)) is is_first


def test_the_letter_about_the_beginning_can_be_answered(post: Correspondence) -> None:
    seat, letter = begun(post)
    assert letter["Reply-To"]
    assert "Replies are not read" not in " ".join(text_of(letter).split())
    post.answer(post.players[seat], "STATUS", to=letter)
    assert "Nothing was changed" not in post.said(seat)


@pytest.mark.parametrize("headers", [{}, {"In_Reply_To": "<nobody@players.example>"}], ids=["named", "no letter named"])
def test_a_number_in_answer_to_it_makes_the_first_choice_that_is_asked(
    post: Correspondence, headers: dict[str, str]
) -> None:
    seat, letter = begun(post)
    until_asked(post, seat)
    assert post.answer(post.players[seat], "1", to=letter, **headers)[0] == 250
    post.go_on()
    assert not post.is_asked(post.players[seat])


@pytest.mark.parametrize("forged", [False, True])
def test_a_number_that_may_be_of_another_round_is_asked_back_and_a_yes_does_it(
    post: Correspondence, *, forged: bool
) -> None:
    """Attacked: a mail that claims to answer the latest letter, by somebody to whom the first was passed on."""
    seat, letter = begun(post)
    player = post.players[seat]
    until_asked(post, seat)
    post.answer(player, "1")
    post.go_on()
    until_asked(post, seat)
    asked = post.record.table["standing"]
    latest = {"In_Reply_To": str(post.last_to(player)["Message-ID"])} if forged else {}
    post.answer(player, "1", to=letter, **latest)
    post.go_on()
    assert "Did you mean" in post.said(seat)
    assert "has no choices" in post.said(seat)
    assert post.record.table["standing"] == asked
    post.answer(player, "YES")
    post.go_on()
    assert post.record.table["standing"] != asked


def test_more_time_is_taken_in_answer_to_it(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as post:
        post.begin("packet-row", 3, hold=0, extensions={"count": 2, "seconds": 86_400})
        seat, letter = begun(post)
        until_asked(post, seat)
        before = deadline(post, seat)
        post.answer(post.players[seat], "MORE TIME", to=letter)
        assert deadline(post, seat) == before + 86_400_000
