"""Adding a channel is a module and its line in the registry: a toy channel gets the same notices as mail, and neither holds
up the other."""

import pytest
import redis

from service.accounts.access.login import request_login
from service.context import Context
from service.notifications.channel import Ambiguous, Permanent, Temporary
from service.notifications.channels import CHANNELS, Route
from service.notifications.delivery import State
from service.store import keys
from service.store.records import Account
from tests.service.notifications.slate import Slate
from tests.service.notifications.toys import thank, toy_kinds
from tests.workers.mail.post_office import PostOffice
from tests.workers.mail.sending.delivering import begin, commit, hurry, records, to
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of

ROUTE = Route(
    name="slate", module="tests.service.notifications.slate", carries=lambda kind: kind.layout == "match", gathers=False
)


@pytest.fixture
def slate(monkeypatch: pytest.MonkeyPatch) -> Slate:
    """The slate, wiped, as a channel of the installation."""
    monkeypatch.setitem(CHANNELS, ROUTE.name, ROUTE)
    wiped = Slate()
    monkeypatch.setattr("tests.service.notifications.slate.SLATE", wiped)
    return wiped


def deliver(context: Context) -> dict[State, int]:
    """Deliver what is due now."""
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


def on_slate(context: Context, match: str, one: Account) -> str:
    return keys.recipient_of(one.id, match, "slate")


def waiting(context: Context, recipient: str) -> set[str]:
    return {one["id"] for one in context.store.notices(recipient).pending}


def test_it_gets_the_same_notices_as_mail_under_the_same_ids_and_need_not_wait(
    context: Context, office: PostOffice, slate: Slate, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    by_mail = {one for who in (ann, ben) for one in waiting(context, f"{match}:{who.id}") if "projection" not in one}
    assert deliver(context) == {"sent": 2}
    assert (set(slate.lines), office.letters) == (by_mail, []), "the letters are held off, the slate is not"
    assert sorted(slate.lines.values()) == [
        ("started", "Ann"), ("started", "Ben"), ("your-turn", "Ann"), ("your-turn", "Ben"),
    ]  # fmt: skip
    hurry(context)
    assert deliver(context) == {"sent": 2}
    assert (len(office.letters), slate.tries, slate.closed) == (2, 2, True)


def test_it_has_a_record_of_its_own(context: Context, slate: Slate, ann: Account, ben: Account) -> None:
    match = begin(context, ann, ben)
    deliver(context)
    (record,) = context.store.deliveries(on_slate(context, match, ann))
    assert (record["channel"], record["state"], record["answer"]) == ("slate", "sent", "chalked")
    assert records(context, match, ann) == [], "nothing went by mail yet"
    hurry(context)
    deliver(context)
    assert "channel" not in records(context, match, ann)[0], "what mail writes is what earlier releases wrote"


def test_it_judges_for_itself_what_is_still_news(
    context: Context, office: PostOffice, slate: Slate, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    commit(context, match, 0)
    hurry(context)
    assert deliver(context) == {"sent": 3, "dropped": 1}
    assert to(office, ann) == [], "who has answered is not written to"
    assert ("your-turn", "Ann") in slate.lines.values(), "but a slate is a record of what was asked"


def test_when_it_fails_letters_go_out_and_it_is_retried_when_it_asks(
    context: Context, office: PostOffice, slate: Slate, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    slate.fails = Temporary("no chalk")
    hurry(context)
    assert deliver(context) == {"sent": 2, "retry": 2}
    assert len(office.letters) == 2
    for ends in ("retry", "dead"):
        hurry(context)
        assert deliver(context) == {ends: 2}
    hurry(context)
    assert deliver(context) == {}
    states = [one["state"] for one in context.store.deliveries(on_slate(context, match, ann))]
    assert states == ["dead", "retry", "retry"]


def test_what_may_have_arrived_is_sent_again_because_the_receiver_knows_repetitions(
    context: Context, slate: Slate, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    slate.fails = Ambiguous("the chalk broke")
    assert deliver(context) == {"ambiguous": 2}
    slate.fails = None
    hurry(context, on_slate(context, match, ann), on_slate(context, match, ben))
    assert deliver(context) == {"sent": 2}
    assert len(slate.lines) == 4
    assert context.store.deliveries(on_slate(context, match, ann))[0]["attempt"] == 2


def test_a_refusal_for_good_is_no_matter_of_the_mail_address(
    context: Context, slate: Slate, ann: Account, ben: Account
) -> None:
    begin(context, ann, ben)
    slate.fails = Permanent("the slate is full", recipient=True)
    assert deliver(context) == {"dead": 2}
    known = context.store.account(ann.id)
    assert known is not None and not known.bouncing


def test_a_recipient_it_does_not_serve_hears_nothing_and_has_no_record_of_it(
    context: Context, slate: Slate, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    slate.strangers = {ben.id}
    assert deliver(context) == {"sent": 1}
    assert {name for _, name in slate.lines.values()} == {"Ann"}
    recipient = on_slate(context, match, ben)
    assert (waiting(context, recipient), context.store.deliveries(recipient)) == (set(), [])


def test_it_carries_what_its_line_says_and_no_login_codes(
    context: Context, office: PostOffice, slate: Slate, ann: Account
) -> None:
    request_login(context, ann.mail, "192.0.2.1", name=None, language="en", zone="UTC")
    assert deliver(context) == {"sent": 1}
    assert (len(to(office, ann)), slate.tries) == (1, 0)


def test_news_for_a_channel_that_is_not_there_any_more_wait_for_it_and_hold_up_nothing(
    context: Context, office: PostOffice, slate: Slate, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    match = begin(context, ann, ben)
    monkeypatch.delitem(CHANNELS, "slate")
    hurry(context)
    assert deliver(context) == {"sent": 2}
    assert "this release has no channel slate" in caplog.text
    assert deliver(context) == {}, "they are not tried again and again"
    monkeypatch.setitem(CHANNELS, "slate", ROUTE)
    hurry(context, on_slate(context, match, ann))
    assert deliver(context) == {"sent": 1}


@pytest.mark.parametrize("channel", ["", "mail", "Slate", "slate:again", "sl ate", "x" * 21])
def test_a_recipient_names_a_channel_in_one_way_only(ann: Account, channel: str) -> None:
    assert keys.is_recipient(keys.recipient_of(ann.id, None))
    assert keys.is_recipient(keys.recipient_of(ann.id, None, "slate"))
    assert keys.parse_recipient(keys.recipient_of(ann.id, None, "slate")) == (ann.id, None, "slate")
    assert not keys.is_recipient(f"acct:{ann.id}:{channel}")


def test_the_sweep_finds_news_of_every_channel(
    context: Context, slate: Slate, ann: Account, ben: Account, redis_url: str
) -> None:
    match = begin(context, ann, ben)
    with redis.Redis.from_url(redis_url) as client:
        client.zrem(keys.out(keys.bucket_of(match)), on_slate(context, match, ann))
    swept = context.store.sweep()
    assert (swept.recipients_mended, swept.unreadable) == (1, 0)
    assert deliver(context) == {"sent": 2}
    assert len(slate.lines) == 4


def test_a_new_kind_goes_there_without_a_change(
    context: Context, slate: Slate, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    with toy_kinds(monkeypatch):
        monkeypatch.setitem(CHANNELS, ROUTE.name, ROUTE)
        match = begin(context, ann, ben)
        notices = thank(context, match, by=1, note="Hello", seats=[0])
        assert [one.get("channel") for one in notices] == [None, "slate"]
        deliver(context)
        assert slate.lines[notices[0]["id"]] == ("thanked", "Ann")
