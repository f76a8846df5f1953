"""A law: what a letter asks to confirm takes one word, whatever stands below, and nobody is asked twice in the same words."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.protocol.acts import ORDERS
from service.calendar import vacations_of
from service.choices.rematch import rematch_of
from service.store.records import Account
from tests.given.undrawn import draw_nothing
from tests.mail_programs.bench import first_paragraphs
from tests.mail_programs.written import FOOTERS, QUOTES
from tests.workers.inbox.commands.test_invited import invited
from tests.workers.inbox.commands.test_time_off import SHOWN
from tests.workers.inbox.corresponding import Correspondence, correspondence
from workers.inbox.grammar import Consent, consent_in
from workers.inbox.text import read

ANN = "ann@players.example"

KNOWN = ("none", "emoji", "wishes", "lower-case name", "title", "iPhone", "Yahoo", "AOL", "Samsung", "WEB.DE")
"""Footers below which a yes is done at once."""
NO_PLAIN_YES = (
    "No", "not yes", "Yes, but not now", "Yes\n\nUNDO", "Yes?", "yes\nI made a mistake", "👍", "maybe yes", "Ja, 7",
    "Ja\n\naber nur, wenn Ben passt", "Nein, doch nicht", "ok, we will come back to you", "yes\n---\nOnly if Ben passes.",
)  # fmt: skip
MOST_MAILS = 2
"""Mails that a yes takes at most, whatever stands below it."""


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


def is_sealed(post: Correspondence) -> bool:
    return any(act.commitment is not None for act in post.record.acts.values())


def has_orders(post: Correspondence) -> bool:
    return any(decision == ORDERS for decision, _ in post.record.acts)


def has_vacation(post: Correspondence) -> bool:
    now = post.context.store.account(post.players[0].id)
    return now is not None and bool(vacations_of(now))


def is_over(post: Correspondence) -> None:
    """Have the match end, so that it can be played again."""
    post.answer(post.players[1], "RESIGN")
    post.answer(post.players[1], "YES")
    post.go_on()


SOON = datetime.now(UTC).date() + timedelta(days=20)
VACATION = f"VACATION {SOON} {SOON + timedelta(days=2)}"
PENDING: Mapping[str, tuple[str, Callable[[Correspondence], bool]]] = {
    "a choice": ("PASE", is_sealed),
    "taking back": ("UDNO", lambda post: not is_sealed(post)),
    "resigning": ("RESIGN", lambda post: bool(post.record.table["resigning"])),
    "a vacation": (VACATION, has_vacation),
    "an order": ("PLAN lay crad 46 at (0,-3)", has_orders),
    "a rematch": ("REMATCH", lambda post: rematch_of(post.context, post.match) is not None),
    "a condition below": ("1\n\nOnly if Ben passes.", is_sealed),
}
"""What brings a letter that asks for a yes, and what that yes does."""


@contextmanager
def asked_about(kind: str, redis_url: str, folder: Path) -> Iterator[tuple[Correspondence, Account]]:
    """Bring a player a letter that asks for a yes."""
    with correspondence(redis_url, folder) as post:
        post.begin("kontor", options={"pass_mode": "declare"} if kind != "an order" else {}, hold=0)
        if kind == "a rematch":
            is_over(post)
        if kind == "taking back":
            post.answer(post.players[0], "1")
        assert post.answer(post.players[0], PENDING[kind][0])[0] == 250
        yield post, post.players[0]


def say(
    post: Correspondence, player: Account, text: str, quote: str, to: EmailMessage | None = None, **headers: str
) -> str:
    """Answer a letter, the last one unless given, with a text above a quote; return what the answer says."""
    letter = to or post.last_to(player)
    quoted = QUOTES[quote].format(letter="Nothing was changed. Did you mean: pass? If not, do nothing.")
    assert post.answer(player, f"{text}\n\n{quoted}", to=letter, **headers)[0] == 250
    return first_paragraphs(post.last_to(player))


@pytest.mark.parametrize("footer", ["none", "title", "notice that nobody knows"])
@pytest.mark.parametrize("kind", PENDING)
def test_a_yes_is_done_by_its_first_word_whatever_stands_below(
    kind: str, footer: str, redis_url: str, tmp_path: Path
) -> None:
    done = PENDING[kind][1]
    with asked_about(kind, redis_url, tmp_path) as (post, player):
        assert not done(post)
        said = {first_paragraphs(post.last_to(player))}
        for _ in range(MOST_MAILS):
            answer = say(post, player, f"YES\n\n{FOOTERS[footer]}", "Outlook")
            if done(post):
                break
            assert answer not in said, "it is asked for in the same words"
            assert footer not in KNOWN, answer
            said.add(answer)
        assert done(post), answer


@pytest.mark.parametrize("kind", [kind for kind in PENDING if kind != "a condition below"])
def test_what_is_no_plain_yes_does_nothing(kind: str, redis_url: str, tmp_path: Path) -> None:
    with asked_about(kind, redis_url, tmp_path) as (post, player):
        letter = post.last_to(player)
        for text in NO_PLAIN_YES:
            say(post, player, text, "Gmail", letter)
            assert not PENDING[kind][1](post), text


@pytest.mark.parametrize("final", [False, True])
@pytest.mark.parametrize("quote", QUOTES.values())
def test_below_what_programs_write_a_yes_is_a_yes_and_what_else_people_write_is_asked_about(
    quote: str, final: bool
) -> None:
    def read_as(text: str) -> Consent | None:
        mail = EmailMessage()
        mail["From"] = ANN
        mail.set_content(f"{text}\n\n{quote.format(letter='Nothing was changed. If not, do nothing.')}")
        return consent_in(read(mail.as_bytes(), ANN).lines, ["Ann", "Ben"], final=final)

    for footer in KNOWN:
        for yes in ("JA", "Ja!", "yes", "Yes,", "Hallo Siegelpost, ja bitte"):
            assert read_as(f"{yes}\n\n{FOOTERS[footer]}") == Consent(), (yes, footer)
    for text in NO_PLAIN_YES:
        assert read_as(text) != Consent(), text


@pytest.mark.parametrize("footer", ["none", "notice that nobody knows"])
def test_to_an_invitation_the_first_word_is_enough_as_well(footer: str, redis_url: str, tmp_path: Path) -> None:
    with invited(redis_url, tmp_path, reply_authserv="mx.example") as (post, guest):
        said = {first_paragraphs(post.last_to(guest))}
        for _ in range(MOST_MAILS):
            answer = say(post, guest, f"JA\n\n{FOOTERS[footer]}", "Outlook", **SHOWN)
            if any(one["name"] == "Gerd" for one in post.record.table["seats"]):
                break
            assert answer not in said and footer not in KNOWN, answer
            said.add(answer)
        assert [one["name"] for one in post.record.table["seats"]] == ["Robin", "Gerd"]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("1", is_sealed),
        (VACATION, has_vacation),
        ("PLAN lay card 46 at (0, -3)", has_orders),
        ("HELP", lambda post: True),
    ],
)
def test_what_is_sent_once_more_counts_whatever_stands_below(
    text: str, done: Callable[[Correspondence], bool], redis_url: str, tmp_path: Path
) -> None:
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        post.begin("kontor")
        below, player = FOOTERS["notice that nobody knows"], post.players[0]
        first = say(post, player, f"{text}\n\n{below}", "Gmail", **SHOWN)
        if not done(post):
            confirms = "YES" if "with YES" in first else text
            assert say(post, player, f"{confirms}\n\n{below}", "Gmail", **SHOWN) != first
        assert done(post)


ORDERS_TO_SAY = (
    "1", "[2]", "PASS", "Ich passe", "pass, please", "UNDO", "STATUS", "HELP", "MORE", "RULES", "PLAN", "VACATION", "HERE",
    "RESIGN",
    "REMATCH", "DEUTSCH", "ENGLISH", "MORE TIME", "ASK TIME 1 DAY", "WAIT", "BOT", "SAME", "YES", "NO", "AGREED", "CARD 35",
    "What have I sealed?", "1 AT (0, -3)", "Danke, 2", "2️⃣", "👍", "hm",
)  # fmt: skip


def test_no_mail_that_orders_something_is_without_an_answer(redis_url: str, tmp_path: Path) -> None:
    """Of a player, without a mark of programs; whatever stands below, in whatever quote."""
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", options={"pass_mode": "declare"}, hold=0)
        player, first = post.players[0], post.last_to(post.players[0])
        footers, quotes = [*FOOTERS.values()], [*QUOTES]
        for place, order in enumerate(ORDERS_TO_SAY):
            before = len(post.letters_to(player))
            text = f"{order}\n\n{footers[place % len(footers)]}"
            say(post, player, text, quotes[place % len(quotes)], first)
            assert len(post.letters_to(player)) == before + 1, order
            assert post.players[1].id == post.record.table["seats"][1]["player"], "nobody has left"


@pytest.mark.parametrize("line", ["Yep", "yepp", "yup", "Jep", "Yes, pass"])
def test_a_short_yes_is_one(line: str) -> None:
    assert consent_in([line]) == Consent()


@pytest.mark.parametrize(
    "line",
    [
        "Yes, tomorrow", "Ja, morgen", "Ja, nachher", "Yes, I will do it tomorrow", "Yes ... hm", "Ja, tja", "Ja 🤔",
        "Yes, status", "Yes, help please", "Ja, Regeln", "Yes, more time", "Ja, 2 Stunden mehr", "Yes, resign", "Ja, aufgeben",
    ],
)  # fmt: skip
def test_a_yes_that_hesitates_is_put_off_or_orders_something_else_is_asked_about(line: str) -> None:
    assert consent_in([line]) == Consent(line)


def test_a_saying_below_the_closing_changes_nothing() -> None:
    saying = '"Not all those who wander are lost." (Tolkien)'
    assert consent_in(["Yes", "Cheers, Ann", saying]) == Consent()
    assert consent_in(["Yes", saying]) != Consent()
    assert consent_in(["Yes", "Cheers, Ann", "Not if Ben passes"]) != Consent()
