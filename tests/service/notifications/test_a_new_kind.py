"""Adding a kind is a row and a template in every language: toy kinds go out by mail, in German and English, as any other."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from marshmallow import fields

from checks.web.__main__ import kinds_module
from service.api.schemas.responses.events import shape_of
from service.context import Context
from service.notifications.collection import News
from service.notifications.delivery import State
from service.notifications.facts import NoFacts
from service.notifications.kinds import STARTED, switchable
from service.notifications.notices import about_account
from service.store.outbox import recipient_of_notice
from service.store.records import Account
from tests.service.notifications.toys import THANKED, WELCOMED, ThankedFacts, WelcomedFacts, step_of, thank, toy_kinds
from tests.workers.mail.post_office import PostOffice, html_of, subject_and_line, text_of
from tests.workers.mail.sending.delivering import begin, hurry, login, records, to
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with toy_kinds(monkeypatch):
        yield


def deliver(context: Context) -> dict[State, int]:
    """Let time pass and deliver to the mail server, until nothing is left."""
    ended: Counter[State] = Counter()
    while True:
        hurry(context)
        more = deliver_once(context, transport_of(context.settings.smtp_url))
        if not more:
            return dict(ended)
        ended += more


@pytest.fixture
def match(context: Context, office: PostOffice, ann: Account, ben: Account) -> str:
    """A match that has begun, its first letters read."""
    match = begin(context, ann, ben)
    assert deliver(context) == {"sent": 2}
    office.letters.clear()
    return match


def test_it_reaches_everybody_in_their_own_language(
    context: Context, office: PostOffice, ann: Account, ben: Account, match: str
) -> None:
    thank(context, match, by=0, note="Good game, <b>Ben</b>!", seats=[1])
    thank(context, match, by=1, note="Same to you.", seats=[0])
    assert deliver(context) == {"sent": 2}
    (english,), (german,) = to(office, ann), to(office, ben)
    assert 'Ben thanks you for "Kontor" and writes: Same to you.' in text_of(english)
    assert "Ann dankt dir für „Kontor“ und schreibt: Good game, <b>Ben</b>!" in text_of(german)
    assert "Ann dankt dir für „Kontor“ und schreibt: Good game, &lt;b&gt;Ben&lt;/b&gt;!" in html_of(german)
    assert "\n\nDas war " in text_of(german) and " Uhr ME" in text_of(german), "a blank line begins a paragraph"
    assert records(context, match, ann)[0]["kinds"] == ["thanked"]


def test_it_stands_in_one_letter_with_the_question_and_below_it_in_importance(
    context: Context, office: PostOffice, ann: Account, match: str
) -> None:
    thank(context, match, by=1, note="Hello", seats=[0])
    deliver(context)
    (letter,) = to(office, ann)
    assert subject_and_line(letter).startswith("Kontor with Ben - Round 1: "), "what is asked matters more"
    assert letter["Feedback-ID"].startswith("your-turn:")
    assert text_of(letter).index("It is your turn") < text_of(letter).index("Ben thanks you")


def test_feeds_tell_of_it_and_the_document_says_how() -> None:
    said = THANKED.event(ThankedFacts(by=1, note="Hello", when=5)) if THANKED.event is not None else None
    assert said == {"by": 1, "note": "Hello"}
    shape = shape_of(THANKED)
    assert (shape.__name__, shape.__doc__) == ("Thanked", "Somebody at the table thanks you.")
    described = {name: one.metadata.get("description") for name, one in shape().fields.items()}
    assert described["by"] == "The seat that thanks." and described["note"] == "In its own words."
    assert isinstance(shape().fields["by"], fields.Integer) and isinstance(shape().fields["note"], fields.String)
    assert shape().dump({}) == {"type": "thanked"}


def test_the_settings_of_an_account_have_a_place_for_it() -> None:
    assert re.search(r'"tables": \[[^\]]*"thanked"', kinds_module())


def test_told_twice_it_is_one_letter(context: Context, office: PostOffice, ann: Account, match: str) -> None:
    first = thank(context, match, by=1, note="Hello", seats=[0])
    assert thank(context, match, by=1, note="Hello", seats=[0])[0]["id"] == first[0]["id"]
    deliver(context)
    thank(context, match, by=1, note="Hello", seats=[0])
    assert deliver(context) == {}
    assert len(to(office, ann)) == 1


def test_a_player_may_switch_it_off(context: Context, office: PostOffice, ann: Account, match: str) -> None:
    assert "thanked" in switchable()
    context.store.change_prefs(ann.id, lambda _: {"kinds": {"thanked": False}})
    thank(context, match, by=1, note="Hello", seats=[0])
    assert deliver(context) == {"dropped": 1}
    assert records(context, match, ann)[0]["dropped"] == [{"kind": "thanked", "reason": "kind-off"}]


def test_foreign_text_in_its_facts_is_one_harmless_line(
    context: Context, office: PostOffice, ann: Account, match: str
) -> None:
    thank(context, match, by=1, note="a\r\nBcc: x@victims.example\u202e b", seats=[0])
    deliver(context)
    (letter,) = to(office, ann)
    assert letter["Bcc"] is None
    assert "writes: a Bcc: x@victims.example b" in " ".join(text_of(letter).split())


def test_one_about_an_account_goes_out_beside_the_login_code_and_not_in_its_letter(
    context: Context, office: PostOffice, ann: Account, ben: Account
) -> None:
    for one in (ann, ben):
        for notice in about_account(WELCOMED, one.id, WelcomedFacts(matches=3), occasion="3", at=context.store.now()):
            context.store.notify([notice], recipient_of_notice(notice))
    context.store.notify([login(context, ann, "k7Qp")], f"acct:{ann.id}")
    assert deliver(context) == {"sent": 3}
    code, welcome = to(office, ann)
    assert ("k7Qp" in text_of(code), "matches" in text_of(code)) == (True, False)
    assert welcome["Subject"] == "[Siegelpost] Welcome"
    assert text_of(welcome).startswith("Hello Ann,\n\nYou have played 3 matches here.\n\n-- \n")
    (german,) = to(office, ben)
    assert (german["Subject"], "3 Partien gespielt" in html_of(german)) == ("[Siegelpost] Willkommen", True)


def test_the_row_says_who_is_told(context: Context, match: str) -> None:
    record = context.store.load(match)
    assert record is not None
    news = News(0, record.now)
    step = step_of(record)
    with pytest.raises(ValueError, match="started is for table"):
        news.tell(STARTED, step, NoFacts(), [0])
    with pytest.raises(ValueError, match="thanked is for seats"):
        news.tell(THANKED, step, ThankedFacts(by=0, note="", when=0))
