"""``SAY`` and ``SAG`` by mail: said to everybody at the table, told in their letters, and never by mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.post_office import html_of, subject_and_line, text_of
from workers.inbox.commands.ask import SAYING, _unwrapped


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def told(post: Correspondence, account: Account) -> str:
    return " ".join(text_of(post.last_to(account)).split())


def next_round(post: Correspondence) -> None:
    """Have both seal; what follows is told by letter."""
    for player in post.players[:2]:
        post.answer(player, "1", to=post.letters_to(player)[0])
    post.go_on()


def remarks(post: Correspondence) -> list[str]:
    return [one.text for one in post.context.store.talk(post.match).remarks]


def test_what_is_said_by_mail_is_quoted_and_goes_along_with_the_others_next_letter(
    redis_url: str, tmp_path: Path
) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        ann, ben = post.players[:2]
        words = "Good luck <b>Ben</b>, and I shall be away from Friday until\nMonday."
        assert post.answer(ann, f"SAY {words}")[0] == 250
        plain = " ".join(words.split())
        assert remarks(post) == [plain]
        assert f'Said to everybody at the table: "{plain}"' in told(post, ann)
        assert "said at the table" in subject_and_line(post.last_to(ann)).lower()
        post.context.store.update_account(ben.id, language="de")
        next_round(post)
        letter = post.last_to(ben)
        assert f"schreibt: „{plain}“" in told(post, ben)
        assert "<b>Ben</b>" not in html_of(letter) and "&lt;b&gt;Ben&lt;/b&gt;" in html_of(letter)
        assert not [value for value in letter.values() if "Friday" in str(value)]


def test_what_was_erased_is_not_in_a_later_letter(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        ann, ben = post.players[:2]
        post.answer(ann, "SAG allen: vorschnell")
        (said,) = post.context.store.talk(post.match).remarks
        assert said.text == "vorschnell"
        post.context.store.unsay(post.match, said.number, ann.id)
        next_round(post)
        assert "vorschnell" not in told(post, ben)
        assert "wrote something and has erased it" in told(post, ben)


@pytest.mark.parametrize(
    ("line", "text"),
    [("SAY hello", "hello"), ("SAG hallo", "hallo"), ("say: hello", "hello"), ("Sag allen, hallo", "hallo"),
     ("say to all: hello", "hello"), ("SAY ALL hello", "hello"), ("SAG ALLEN hallo", "hallo"), ("SAY all", ""),
     ("Sag mal, wann geht es weiter?", None), ("Say, when does it go on?", None), ("SAY, when?", None),
     ("Saying hello", None), ("1", None)],
)  # fmt: skip
def test_the_word_is_read_only_where_it_is_meant(line: str, text: str | None) -> None:
    found = SAYING.fullmatch(line)
    assert (None if found is None else found["text"]) == text


def test_a_telephone_writes_the_word_small_and_still_it_is_said(post: Correspondence) -> None:
    """What may be a question to us, or a choice, is not told to the others; the answer says how it would be."""
    ann = post.players[0]
    for line in ("Sag viel Glück Ben!", "sag heute wird es spät", "Say good luck"):
        post.answer(ann, f"{line}\n\nVon meinem iPhone gesendet")
    assert remarks(post) == ["viel Glück Ben!", "heute wird es spät", "good luck"]
    for line in ("Sag mir wer dran ist", "Sag Ben passt du?", "Sag passen", "sag 3", "Say I take 3", "Sag ja"):
        post.answer(ann, line)
        assert "Allen am Tisch gesagt" not in told(post, ann), line
    post.answer(ann, "Sag Ben kommst du?")
    assert "schreib SAG groß" in told(post, ann)
    assert len(remarks(post)) == 3
    assert all(act.commitment is None for act in post.record.acts.values())


def test_only_wrapped_lines_belong_to_the_first() -> None:
    assert _unwrapped(["short", "more"]) == ("short", 1)
    assert _unwrapped(["w" * 60, "w" * 60, "end", "Kim"]) == (f"{'w' * 60} {'w' * 60} end", 1)


def test_nothing_is_said_where_nobody_talks_and_the_answer_says_why(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        ann = post.players[0]
        for lines, why in (("SAY", "behind SAY"), (f"SAY {'x' * 1001}", "too long"), ("SAY a\u202eb", "invisible")):
            post.answer(ann, lines)
            assert why in told(post, ann), lines
        assert remarks(post) == []
