"""One word in answer to any letter changes the language: of the answer, of all that follows, and of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.given.contexts import account_of
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import subject_and_line, text_of


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def said(post: Correspondence, place: int = 0) -> str:
    return " ".join(text_of(post.last_to(post.players[place])).split())


def test_the_word_alone_changes_the_language_and_asks_the_same_in_it(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        ann = post.players[0]
        assert post.answer(ann, "Deutsch bitte\n\nAnn")[0] == 250
        letter = post.last_to(ann)
        assert letter["Content-Language"] == "de" and " - Ab jetzt auf Deutsch (Runde 1 bis " in subject_and_line(
            letter
        )
        assert "Ab jetzt auf Deutsch" in said(post) and "Du bist am Zug: " in said(post)
        assert account_of(post.context, ann.mail).language == "de"
        post.answer(ann, "1")
        assert "Versiegelt:" in said(post), "the letter in the other language is answered like any"
        post.answer(ann, "ENGLISH", to=post.letters_to(ann)[0])
        assert "From now on, these mails and the table's page are in English" in said(post), (
            "in answer to an old letter, too"
        )


@pytest.mark.parametrize("words", ["Deutsch?", "Deutsch\n1", "Auf Deutsch kann ich das besser"])
def test_what_says_more_changes_no_language(redis_url: str, tmp_path: Path, words: str) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        post.answer(post.players[0], words)
        assert account_of(post.context, post.players[0].mail).language == "en"


def test_help_says_where_one_opens_a_table_of_ones_own(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        ann = post.players[0]
        post.answer(ann, "HELP")
        assert "To open a table of your own you need the web page" in said(post) and "/enter/" in text_of(
            post.last_to(ann)
        )
        post.context.store.change_prefs(ann.id, lambda before: {**before.prefs, "buttons": "none"})
        post.answer(ann, "HELP")
        text = text_of(post.last_to(ann))
        assert "/new" in text and "/enter/" not in text, "whoever wants no links that act gets none"
