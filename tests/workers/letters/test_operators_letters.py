"""The outbox as its operator sees it: poison letters hold up nobody and say why; what waits is tried again or taken out."""

from pathlib import Path
from unittest.mock import patch

import pytest

from engine import registry
from service.accounts.access.login import CODE_LIFE
from service.admin import letters, matches
from service.admin.operator import AdminError, Operator
from service.context import Context
from service.matches import departure
from service.notifications.delivery import State
from service.store import keys
from service.store.connection.connect import StoreUnavailable
from service.store.records import Account
from tests.given.contexts import account, open_context
from tests.workers.mail.post_office import PostOffice, subject_and_line
from tests.workers.mail.sending.delivering import begin, hurry, invite, login, records, to
from workers.deliver.job import deliver_once
from workers.mail import channel
from workers.mail import compose as mail_compose
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=0)


@pytest.fixture
def grace(context: Context) -> Operator:
    return Operator(context.store, "grace")


def deliver(context: Context, *, later: bool = True) -> dict[State, int]:
    if later:
        hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


@pytest.fixture
def poison(context: Context, office: PostOffice, ann: Account, ben: Account, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match whose letters to Ann cannot be written, not even plainly; the recipient."""
    compose = mail_compose.compose

    def broken(notices: list[dict[str, str]], reader: Account, *args: object, **options: object) -> object:
        if reader.id == ann.id:
            raise KeyError("secret words of the letter")
        return compose(notices, reader, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(channel, "compose", broken)
    monkeypatch.setattr(channel, "compose_plainly", broken)
    match = begin(context, ann, ben)
    return keys.recipient_of(ann.id, match)


def test_a_letter_that_cannot_be_written_says_why_and_holds_up_nobody(
    context: Context, office: PostOffice, grace: Operator, poison: str, ben: Account
) -> None:
    assert deliver(context) == {"sent": 1, "retry": 1}
    assert len(to(office, ben)) == 1

    page = letters.queue(grace)
    (waiting,) = page["letters"]
    assert (waiting["recipient"], waiting["failures"]) == (poison, 1)
    assert waiting["why"] == "the letter could not be written: KeyError"
    assert "secret" not in str(page)
    assert (page["waiting"], page["next"]) == (1, None)


def test_it_is_tried_again_when_the_operator_says_so_and_goes_out_when_mended(
    context: Context, office: PostOffice, grace: Operator, poison: str, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver(context)
    assert deliver(context, later=False) == {}  # it rests
    monkeypatch.undo()
    assert letters.again(grace, poison, "mended") == {"letters": 1}
    assert deliver(context, later=False) == {"sent": 1}
    assert len(to(office, ann)) == 1
    assert letters.queue(grace)["letters"] == []
    with pytest.raises(AdminError, match="nothing waits"):
        letters.again(grace, poison)


def test_all_that_failed_is_tried_again_and_nothing_else(
    context: Context, office: PostOffice, grace: Operator, poison: str, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver(context)
    monkeypatch.undo()
    invite(context, ann, account(context, "Cleo"))
    assert letters.all_again(grace) == {"letters": 1}


def test_what_is_taken_out_never_goes_out_and_its_reader_finds_a_record(
    context: Context, office: PostOffice, grace: Operator, poison: str, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver(context)
    with pytest.raises(AdminError, match="give a reason"):
        letters.drop(grace, poison, "")
    assert letters.drop(grace, poison, "ticket 7")["letters"] >= 1
    monkeypatch.undo()

    assert deliver(context) == {}
    assert to(office, ann) == []
    assert records(context, keys.parse_recipient(poison).match or "", ann)[0]["answer"] == letters.TAKEN_OUT
    (given_up,) = letters.given_up(grace)["letters"]
    assert (given_up["recipient"], given_up["state"]) == (poison, "dead")
    with pytest.raises(AdminError, match="nothing waits"):
        letters.drop(grace, poison, "ticket 7")
    assert [one.what for one in context.store.audited(10)][-1] == "letter drop"


def test_a_letter_in_the_moment_of_its_handover_is_left_alone(context: Context, grace: Operator, poison: str) -> None:
    store = context.store
    bucket = keys.bucket_of_recipient(poison)
    hurry(context)
    claims = {one.recipient: one for one in store.claim_out(bucket, 60_000, 10)}
    ids = [one["id"] for one in store.notices(poison).pending]
    assert store.handing(claims[poison], ids, "mail-1", 1)
    with pytest.raises(AdminError, match="being handed over"):
        letters.again(grace, poison)
    with pytest.raises(AdminError, match="being handed over"):
        letters.drop(grace, poison, "ticket 7")
    assert store.settle(claims[poison], ids, mail="mail-1")


def test_who_lost_the_lease_to_the_operator_sends_nothing(context: Context, grace: Operator, poison: str) -> None:
    store = context.store
    hurry(context)
    claims = {one.recipient: one for one in store.claim_out(keys.bucket_of_recipient(poison), 60_000, 10)}
    ids = [one["id"] for one in store.notices(poison).pending]
    letters.again(grace, poison)
    assert not store.handing(claims[poison], ids, "mail-1", 1)


def test_the_queue_comes_in_pages_in_one_order(context: Context, grace: Operator, ann: Account) -> None:
    for number in range(7):
        invite(context, ann, account(context, f"Guest{number}"))
    whole = [one["recipient"] for one in letters.queue(grace)["letters"]]
    paged, cursor = [], None
    while True:
        page = letters.queue(grace, cursor, 2)
        paged += [one["recipient"] for one in page["letters"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert len(whole) >= 7
    assert paged == whole
    with pytest.raises(AdminError, match="cursor"):
        letters.queue(grace, "0 ../../etc")


@pytest.mark.parametrize("name", ["acct:p_x", "* ", "sp:{audit}:log", "acct:" + "p_" + "0" * 32 + ":\n", ""])
def test_only_recipients_are_recipients(grace: Operator, name: str) -> None:
    with pytest.raises(AdminError, match="recipient"):
        letters.drop(grace, name, "ticket 7")


def test_bouncing_addresses_are_listed_by_account(
    context: Context, grace: Operator, ann: Account, ben: Account
) -> None:
    context.store.update_account(ben.id, bouncing=True)
    found, cursor = [], None
    while True:
        page = letters.bouncing(grace, cursor)
        found += page["accounts"]
        cursor = page["next"]
        if cursor is None:
            break
    assert found == [ben.id]


def test_nothing_is_done_that_cannot_be_noted(
    context: Context, grace: Operator, poison: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(**_: str) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(context.store, "note", away)
    with pytest.raises(StoreUnavailable):
        letters.drop(grace, poison, "ticket 7")
    assert context.store.notices(poison).pending


def test_people_are_told_that_a_match_was_ended_whose_rules_can_write_no_letter(
    context: Context, office: PostOffice, grace: Operator, ann: Account, ben: Account
) -> None:
    match = begin(context, ann, ben)
    deliver(context)
    record = context.store.load(match)
    assert record is not None

    with patch.dict(registry.GAMES):  # which keeps their order for the tests after this one
        del registry.GAMES[record.table["rules"]]
        matches.cancel(grace, match, "its rules are gone for good (ticket 7)")
        drain_once(context)
        deliver(context)

    for one in (ann, ben):
        letter = to(office, one)[-1]
        assert "is over" in subject_and_line(letter)
        body = letter.get_body(("plain",))
        assert body is not None and "its rules are gone for good (ticket 7)" in " ".join(body.get_content().split())


@pytest.fixture
def refused(context: Context, office: PostOffice, ann: Account, ben: Account) -> str:
    """A match whose letter to Ann the mail server refused for good; the recipient."""
    office.refuses[ann.mail] = "554 5.7.1 not today"
    match = begin(context, ann, ben)
    deliver(context)
    office.refuses.clear()
    return keys.recipient_of(ann.id, match)


def test_what_was_given_up_is_listed_with_the_reason_and_sent_again_once(
    context: Context, office: PostOffice, grace: Operator, refused: str, ann: Account
) -> None:
    (gone,) = letters.given_up(grace)["letters"]
    assert (gone["recipient"], gone["state"], gone["kinds"], gone["again"]) == (
        refused,
        "dead",
        ["started", "your-turn"],
        True,
    )
    assert "not today" in gone["answer"]

    assert letters.resend(grace, refused, why="their filter is mended") == {"letters": 1, "next": None}
    with pytest.raises(AdminError, match="sent again"):
        letters.resend(Operator(context.store, "hopper"), refused)
    assert deliver(context, later=False) == {"sent": 1}

    (letter,) = to(office, ann)
    assert "Round 1: Choose a card" in subject_and_line(letter)
    assert [one["again"] for one in letters.given_up(grace)["letters"]] == [False]
    noted = [(one.who, one.what, one.about, one.why) for one in context.store.audited(100)]
    assert ("grace", "letters resend", refused, "their filter is mended") in noted
    assert ("hopper", "letters resend", refused, "") in noted


@pytest.mark.parametrize("how", ["mail", "account", "all"])
def test_it_is_sent_again_by_address_account_or_all_at_once(
    context: Context, office: PostOffice, grace: Operator, refused: str, ann: Account, how: str
) -> None:
    to_whom = {"mail": ann.mail, "account": ann.id, "all": letters.ALL}[how]

    cursor, count = None, 0
    while True:
        done = letters.resend(grace, to_whom, cursor=cursor)
        cursor, count = done["next"], count + done["letters"]
        if cursor is None:
            break

    assert count == 1
    assert deliver(context, later=False) == {"sent": 1}
    assert ann.mail not in str([(one.about, one.why) for one in context.store.audited(100)])


def test_only_the_kinds_that_are_asked_for_go_out_again(
    context: Context, office: PostOffice, grace: Operator, refused: str, ann: Account
) -> None:
    with pytest.raises(AdminError, match="no such kind"):
        letters.resend(grace, refused, "nonsense")
    with pytest.raises(AdminError, match="nothing that was given up"):
        letters.resend(grace, refused, "over")
    assert letters.resend(grace, refused, "your-turn")["letters"] == 1
    assert deliver(context, later=False) == {"sent": 1}
    assert [one["again"] for one in letters.given_up(grace)["letters"]] == [True], "the other kind is still kept"


def test_nothing_is_sent_again_to_an_address_that_bounces(
    context: Context, office: PostOffice, grace: Operator, refused: str, ann: Account
) -> None:
    context.store.update_account(ann.id, bouncing=True)

    with pytest.raises(AdminError, match="account deliverable"):
        letters.resend(grace, refused)
    assert letters.resend(grace, letters.ALL)["letters"] == 0

    context.store.update_account(ann.id, bouncing=False)
    assert letters.resend(grace, refused)["letters"] == 1


def test_what_is_no_news_any_more_is_left_out_with_the_reason(
    context: Context, office: PostOffice, grace: Operator, refused: str, ann: Account
) -> None:
    match = refused.partition(":")[0]
    matches.cancel(grace, match, "ticket 7")
    drain_once(context)
    letters.resend(grace, refused, "your-turn")

    deliver(context)

    assert {"kind": "your-turn", "reason": "decision-over"} in [
        dropped for one in context.store.deliveries(refused) for dropped in one["dropped"]
    ]


def test_a_login_letter_is_not_sent_again_when_its_link_is_too_old(
    context: Context, office: PostOffice, grace: Operator, ann: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.refuses[ann.mail] = "554 5.7.1 not today"
    notice = login(context, ann, "12345678")
    context.store.notify([notice], keys.recipient_of(ann.id, None))
    deliver(context)
    office.refuses.clear()
    recipient = keys.recipient_of(ann.id, None)
    assert [one["again"] for one in letters.given_up(grace)["letters"]] == [True]

    now = context.store.now()
    with monkeypatch.context() as later:
        later.setattr(type(context.store), "now", lambda _: now + CODE_LIFE)
        assert [one["again"] for one in letters.given_up(grace)["letters"]] == [False]
        with pytest.raises(AdminError, match="too old"):
            letters.resend(grace, recipient)

    assert letters.resend(grace, recipient)["letters"] == 1
    assert deliver(context, later=False) == {"sent": 1}


def test_who_leaves_for_good_leaves_nothing_that_was_given_up(
    context: Context, office: PostOffice, grace: Operator, refused: str, ann: Account
) -> None:
    assert context.store.given_up(refused)

    departure.depart(context, ann.id)
    drain_once(context)
    departure.go_on(context, ann.id)

    assert context.store.given_up(refused) == []
