"""What the operator announces stands in a letter to each person, once, and in none with a code."""

from pathlib import Path

import pytest

from engine.registry import game_of
from service.accounts.mail.mail_preferences import TOLD
from service.context import Context
from service.matches import acts
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import html_of, text_of

GERMAN, ENGLISH = "Am Sonntag ziehen wir um.", "We move on Sunday."
WORDS = {"en": ENGLISH, "de": GERMAN}


def telling(post: Correspondence, player: Account, text: str) -> list[int]:
    """Return which letters to a player tell this, by their place."""
    return [at for at, one in enumerate(post.letters_to(player)) if text in text_of(one) and text in html_of(one)]


def seal_all(context: Context, post: Correspondence) -> None:
    """Let everybody who is asked answer at the table, so that letters about the result go out."""
    for seat in range(2):
        record = post.record
        standing = next((one for one in record.table["standing"] if seat in one["seats"]), None)
        if standing is None:
            continue
        move = game_of(record.table).moves(record.state or {}, seat, standing["id"])[0]
        act = acts.commit if standing["sealed"] else acts.answer
        act(context, record, seat, acts.SeatAct(standing["id"], move=move))
        if not standing["sealed"]:
            break
    post.go_on()


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def test_each_person_is_told_once_in_their_language(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.context.store.announce(WORDS, None)
        post.begin("kontor", language="de", hold=0)
        seal_all(post.context, post)
        for player in post.players:
            assert len(post.letters_to(player)) > 1
            assert telling(post, player, GERMAN) == [0]
            assert "Vom Betreiber" in text_of(post.letters_to(player)[0])
            known = post.context.store.account(player.id)
            assert known is not None and TOLD in known.prefs

        post.context.store.announce({"en": "Something else."}, None)
        seal_all(post.context, post)
        assert any(telling(post, player, "Something else.") for player in post.players), (
            "without German words the English"
        )


def test_a_letter_that_fails_does_not_count(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.context.store.announce(WORDS, None)
        post.office.data_answer = "451 4.3.0 not now"
        post.begin("kontor", hold=0)
        for player in post.players:
            known = post.context.store.account(player.id)
            assert known is not None and TOLD not in known.prefs


def test_the_answer_to_a_mail_that_tells_news_tells_it_too(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        first, last = post.players
        post.answer(first, "1")
        post.context.store.announce(WORDS, None)
        post.answer(last, "1")
        assert telling(post, last, ENGLISH) == [len(post.letters_to(last)) - 1]
