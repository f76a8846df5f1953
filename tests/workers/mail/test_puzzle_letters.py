"""The puzzle of the day by mail: for who wants it, answered by a reply, ended by one click."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from service.accounts.mail import mail_preferences
from service.matches import puzzles
from service.matches.puzzles import send_letters, want_puzzles
from service.notifications.digests import PUZZLE_HOUR
from service.store.records import Account
from tests.given.contexts import account
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import Correspondence, correspondence
from tests.workers.mail.letters import posed_puzzle
from tests.workers.mail.post_office import text_of
from tests.workers.mail.sending.delivering import hurry
from workers.deliver.job import deliver_once
from workers.mail.reply_address import read_puzzle_address

MATCH = posed_puzzle().found.match
BEST = 1


@pytest.fixture
def post(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Correspondence]:
    draw_nothing(monkeypatch)
    with correspondence(redis_url, tmp_path) as opened:
        yield opened


def keep_puzzle(post: Correspondence) -> None:
    """Let a puzzle wait for its day."""
    store = post.context.store
    store.keep_puzzle(posed_puzzle().found, store.now())


def solver(post: Correspondence, name: str, language: str = "en") -> Account:
    """Return an account that wants the puzzle by mail."""
    made = account(post.context, name, language=language)
    changed = post.context.store.change_prefs(made.id, lambda before: {**before.prefs, PUZZLE_HOUR: 7})
    assert changed is not None
    want_puzzles(post.context, changed)
    return changed


def deliver(post: Correspondence, *solvers: Account) -> None:
    """Let the clock find these accounts' letters due, and send them."""
    for one in solvers:
        post.context.store.want_puzzles(one.id, 1)
    send_letters(post.context)
    hurry(post.context)
    deliver_once(post.context, post.desk.transport)


def answered(post: Correspondence, one: Account) -> dict[str, int]:
    return post.context.store.answered_puzzles(one.id)


def test_who_wants_it_gets_the_puzzle_and_answers_by_a_number(post: Correspondence) -> None:
    keep_puzzle(post)
    ann, other = solver(post, "Ann"), account(post.context, "Other")
    assert post.context.store.due_puzzle_letters(post.context.store.now(), 9) == [], "at its local hour"
    deliver(post, ann)
    assert post.letters_to(other) == []
    (letter,) = post.letters_to(ann)
    said = text_of(letter)
    assert str(letter["Subject"]) == "[Siegelpost] Puzzle of the day" and str(letter["Reply-To"]).startswith("q+")
    assert "[3] " in said and MATCH not in said and "clearly better than all others" in said
    deliver(post, ann)
    assert len(post.letters_to(ann)) == 1, "one a day"
    assert post.answer(ann, "2\n\n> quoted", to=letter)[0] == 250
    day = puzzles.today(post.context).isoformat()
    assert answered(post, ann) == {day: BEST}
    told = text_of(post.last_to(ann))
    assert "Right!" in told and f"/table/{MATCH}" in told and "70 %" in told
    # Attacked: a second answer, now that the best choice is known.
    assert post.answer(ann, "1", to=letter)[0] == 250
    assert answered(post, ann) == {day: BEST} and "answered this puzzle before" in text_of(post.last_to(ann))


@pytest.mark.parametrize("line", ["", "0", "4", "99", "2 but only if", "second", "YES", "2\u0662", "-2", "1e1"])
def test_anything_but_a_choice_answers_nothing(post: Correspondence, line: str) -> None:
    keep_puzzle(post)
    ann = solver(post, "Ann", "de")
    deliver(post, ann)
    letter = post.last_to(ann)
    post.answer(ann, line, to=letter)
    assert answered(post, ann) == {}
    assert "Nummer von 1 bis 3" in text_of(post.last_to(ann)) or post.last_to(ann) is letter


def test_an_address_answers_for_its_own_account_and_mailbox_alone(post: Correspondence) -> None:
    """Attacked: somebody knows another's address for answers; the mailbox changes hands; the day is changed."""
    keep_puzzle(post)
    ann, eve = solver(post, "Ann"), solver(post, "Eve")
    deliver(post, ann, eve)
    letter = post.last_to(ann)
    assert post.answer(eve, "2", to=letter)[0] == 550
    forged = EmailMessage()
    forged["From"], forged["To"], forged["Message-ID"] = ann.mail, str(letter["Reply-To"]), "<forged@players.example>"
    forged.set_content("2")
    address = str(letter["Reply-To"])
    for place in (3, 10, 30, 40):
        other = address[:place] + ("a" if address[place] != "a" else "b") + address[place + 1 :]
        assert post.post(forged, ann.mail, other)[0] == 550
    found = read_puzzle_address(address, post.context.settings.reply_host)
    assert found is not None and found.is_of(post.context.links, ann)
    assert not found.is_of(post.context.links, replace(ann, mail="ann@elsewhere.example"))
    assert not found.is_of(post.context.links, eve)
    assert not replace(found, day=found.day + 1).is_of(post.context.links, ann)
    assert answered(post, ann) == answered(post, eve) == {}


def test_one_click_stops_puzzles_and_nothing_else(post: Correspondence) -> None:
    keep_puzzle(post)
    ann = solver(post, "Ann")
    deliver(post, ann)
    link = re.fullmatch(r"<.*/unsubscribe/(.*)>", str(post.last_to(ann)["List-Unsubscribe"]))
    assert link is not None
    before = len(post.letters_to(ann))
    assert mail_preferences.unsubscribe(post.context, link[1]) == "puzzles"
    after = post.context.store.account(ann.id)
    assert after is not None and mail_preferences.notifications(after, "attached") == {
        **mail_preferences.notifications(ann, "attached"),
        PUZZLE_HOUR: None,
    }
    deliver(post, ann)
    assert len(post.letters_to(ann)) == before
    assert post.context.store.due_puzzle_letters(2**53, 9) == []


def test_nobody_is_asked_what_they_have_answered_and_a_day_without_a_puzzle_is_silent(post: Correspondence) -> None:
    ann = solver(post, "Ann")
    deliver(post, ann)
    assert post.letters_to(ann) == []
    keep_puzzle(post)
    one = puzzles.posed(post.context, "today")
    assert one is not None
    puzzles.answer(post.context.store, ann.id, one, 0)
    deliver(post, ann)
    assert post.letters_to(ann) == []
    assert post.context.store.due_puzzle_letters(2**53, 9) == [ann.id], "tomorrow again"
