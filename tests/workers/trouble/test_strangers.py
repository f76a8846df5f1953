"""Mail to people who never asked for it: how much of it there can be, what it says, and how it stops for good."""

from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from service.accounts import AccountError
from service.accounts.access import login
from service.accounts.access.login import SENDING, request_login
from service.accounts.mail.mail_address import mailbox_of
from service.accounts.mail.mail_budgets import invited_accounts
from service.accounts.mail.mail_preferences import unsubscribe, unsubscribe_link
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation
from service.notifications.delivery import State
from service.store.accounts.logins import Budget
from service.store.records import Account, Invited
from tests.given.contexts import account, open_context
from tests.workers.mail.post_office import PostOffice, html_of, text_of
from tests.workers.mail.sending.delivering import hurry
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of

STRANGER = "stranger@elsewhere.example"
SPAM = "Cheap pills at https://evil.example"


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    return open_context(redis_url, tmp_path, smtp_url=office.url, rate_limits=True)


def deliver(context: Context) -> dict[State, int]:
    hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


ANYWHERE = (f"203.0.113.{number}" for number in count())
"""Addresses of different networks."""


def invite(context: Context, sender: Account, *mails: str, title: str = "") -> str:
    """Make a match and invite people by mail, as the API does it."""
    match = new_match_id()
    people = [one.account for one in invited_accounts(context, sender, mails, address=next(ANYWHERE))]
    wish = creation.NewMatch(rules="kontor", title=title, invite=people, sit=False)
    creation.create(context, sender, wish, match)
    return match


def invite_while_allowed(context: Context, sender: Account, mail: str, times: int) -> int:
    sent = 0
    for _ in range(times):
        try:
            invite(context, sender, mail, title=SPAM)
        except AccountError as error:
            assert (error.code, error.pointer) == ("too-many-invitations", "/invite")
            assert error.retry_after and error.retry_after > 0
        else:
            sent += 1
    return sent


def link_in(letter: EmailMessage) -> str:
    return str(letter["List-Unsubscribe"]).strip("<>").rpartition("/")[2]


def test_sixty_invitations_of_one_player_are_few_letters_to_a_stranger(context: Context, office: PostOffice) -> None:
    ann = account(context, "Ann")
    assert invite_while_allowed(context, ann, STRANGER, 60) == context.settings.invitations_per_sender
    deliver(context)
    assert len(office.letters) == context.settings.invitations_per_recipient
    stranger = context.store.account_by_mail(STRANGER)
    assert stranger is not None


def test_a_player_who_is_invited_too_often_can_read_why_no_letter_came(context: Context, office: PostOffice) -> None:
    ann = account(context, "Ann")
    matches = [invite(context, ann, STRANGER) for _ in range(6)]
    assert deliver(context) == {"sent": 5, "dropped": 1}
    stranger = context.store.account_by_mail(STRANGER)
    assert stranger is not None
    dropped = [one["dropped"] for match in matches for one in context.store.deliveries(f"{match}:{stranger.id}")]
    assert [one for one in dropped if one] == [[{"kind": "invited", "reason": "too-many-invitations"}]]


def test_many_senders_and_many_spellings_are_one_mailbox(context: Context, office: PostOffice) -> None:
    for number, mail in enumerate(
        ("s@x.example", "S@X.example", "s+1@x.example", "s+a.b@x.EXAMPLE", "s+2@x.example") * 2
    ):
        invite(context, account(context, f"Ann{number}"), mail)
    deliver(context)
    assert len(office.letters) == context.settings.invitations_per_recipient


def test_invited_by_account_counts_like_invited_by_mail(context: Context, office: PostOffice) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    assert invite_while_allowed(context, ann, ben.id, 25) == 20
    deliver(context)
    assert len(office.letters) == 5


def test_known_and_unknown_addresses_cost_a_sender_the_same(context: Context) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    account(context, "Known")
    for sender, mail in ((ann, "known@players.example"), (ben, "unknown@players.example")):
        assert invite_while_allowed(context, sender, mail, 25) == 20


def test_the_installation_has_a_budget_of_its_own(
    redis_url: str, tmp_path: Path, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "demand", lambda *_, **__: None)  # all do the work that is asked for
    context = open_context(
        redis_url, tmp_path, smtp_url=office.url, rate_limits=True, invitations=24, letters_to_strangers=16
    )
    sent = [
        invite_while_allowed(context, account(context, f"Ann{number}"), f"s{number}@x.example", 3)
        for number in range(6)
    ]
    assert sum(sent) == 12, "newcomers have half of it"
    assert deliver(context)["sent"] == 8
    for number in range(8):
        request_login(context, f"new{number}@y.example", f"198.51.100.{number}", name=None, language="en", zone="UTC")
    assert deliver(context) == {"sent": 8}, "invitations leave half of it to those who sign up"
    account(context, "Ben")
    with pytest.raises(AccountError, match="too many codes"):
        request_login(context, "ben@players.example", "192.0.2.1", name=None, language="en", zone="UTC")
    SENDING.submit(lambda: None).result()
    assert deliver(context) == {"sent": 1}, "a flood to strangers keeps nobody out who has an account"


def test_login_codes_to_a_stranger_are_few_whatever_the_sender_and_spelling(
    context: Context, office: PostOffice
) -> None:
    for number in range(60):
        mail = ("stranger", "STRANGER", f"stranger+{number}")[number % 3] + "@elsewhere.example"
        try:
            request_login(context, mail, f"192.0.2.{number}", name=SPAM, language="en", zone="UTC")
        except AccountError as error:
            assert error.code == "too-many-logins"
        deliver(context)
    assert len(office.letters) == context.settings.letters_per_stranger + 1, (
        "and one an hour, for a newcomer's own wish"
    )


def test_a_letter_tried_again_counts_once(context: Context, office: PostOffice) -> None:
    ann = account(context, "Ann")
    invite(context, ann, STRANGER)
    office.rcpt_answer = "451 4.7.1 greylisted"
    for _ in range(8):
        assert deliver(context) == {"retry": 1}
    office.rcpt_answer = None
    for _ in range(4):
        invite(context, ann, STRANGER)
    assert deliver(context) == {"sent": 5}


def test_a_repeated_request_does_not_count_again(context: Context) -> None:
    ann = account(context, "Ann")
    assert invite_while_allowed(context, ann, STRANGER, 20) == 20
    stranger = context.store.account_by_mail(STRANGER)
    assert stranger is not None
    assert invited_accounts(context, ann, [STRANGER], again=True, address="192.0.2.1") == [
        Invited(stranger.id, STRANGER)
    ]


def test_budgets_are_counted_together_or_not_at_all(context: Context) -> None:
    def both(_: int) -> bool:
        return context.store.spend([Budget("wide", "all", 1_000, 60), Budget("narrow", "one", 7, 60)]) is None

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(both, range(100))) == 7
    assert context.store.spend([Budget("wide", "all", 1_000, 60)], 993) is None, "refusals used nothing up"
    spent = context.store.spend([Budget("wide", "all", 1_000, 60)])
    assert spent is not None and 0 < spent.seconds <= 60


def test_nothing_a_stranger_wrote_is_in_a_letter_to_an_unconfirmed_address(
    context: Context, office: PostOffice
) -> None:
    ann = account(context, "Ann")
    context.store.update_account(ann.id, name=SPAM)
    ann = context.store.account(ann.id) or ann
    invite(context, ann, STRANGER, title=SPAM)
    request_login(context, "other@elsewhere.example", "192.0.2.1", name=SPAM, language="en", zone="UTC")
    assert deliver(context) == {"sent": 2}
    for raw, letter in zip(office.raw, office.letters, strict=True):
        assert b"evil" not in raw and b"pills" not in raw
        assert "evil" not in text_of(letter) + html_of(letter)
        assert [one.display_name for one in letter["To"].addresses] == [""]
    assert {str(one["Subject"]) for one in office.letters} == {
        "Kontor - An invitation to play",
        "[Siegelpost] Your login link",
    }


def test_a_recipient_with_an_account_reads_who_invites(context: Context, office: PostOffice) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    invite(context, ann, ben.mail, title="Sunday")
    deliver(context)
    assert 'Ann invites you to a match of Kontor: "Sunday".' in " ".join(text_of(office.letters[0]).split())


def test_a_stranger_reads_what_this_is_and_needs_no_program(context: Context, office: PostOffice) -> None:
    invite(context, account(context, "Ann"), STRANGER)
    deliver(context)
    said = " ".join(text_of(office.letters[0]).split())
    assert "Ann invites you to a match of Kontor. Siegelpost is for playing board games by mail" in said
    assert "/enter/" in said
    assert "siegelpost login" not in said and "curl" not in said, "commands are for accounts that have asked for them"


@pytest.mark.parametrize("everything", [False, True])
def test_unsubscribing_from_an_invitation_stops_those_of_everybody(
    context: Context, office: PostOffice, everything: bool
) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    invite(context, ann, STRANGER)
    deliver(context)
    stopped = unsubscribe(context, link_in(office.letters[0]), everything)
    assert stopped == ("all" if everything else "invitations")
    for sender, mail in ((ann, STRANGER), (ben, STRANGER), (ben, "Stranger+new@elsewhere.example")):
        invite(context, sender, mail)
    assert deliver(context) == {"dropped": 3}
    request_login(context, STRANGER, "192.0.2.1", name=None, language="en", zone="UTC")
    assert deliver(context) == {"sent": 1}, "he can still come in himself"


def test_a_link_of_an_invitation_sent_before_this_release_stops_all_invitations_too(
    context: Context, office: PostOffice
) -> None:
    ann = account(context, "Ann")
    match = invite(context, ann, STRANGER)
    stranger = context.store.account_by_mail(STRANGER)
    assert stranger is not None
    assert unsubscribe(context, unsubscribe_link(context, stranger, match, invitation=True)) == "invitations"
    invite(context, account(context, "Ben"), STRANGER)
    assert deliver(context) == {"dropped": 2}


def test_a_player_unsubscribes_from_a_match_and_is_still_invited(context: Context, office: PostOffice) -> None:
    ann, ben = account(context, "Ann"), account(context, "Ben")
    match = new_match_id()
    assert unsubscribe(context, unsubscribe_link(context, ben, match, invitation=False)) == "match"
    assert deliver(context) == {"sent": 1}, "that it was done"
    invite(context, ann, ben.mail)
    assert deliver(context) == {"sent": 1}


@pytest.mark.parametrize(
    ("mail", "mailbox"),
    [("A+b+c@X.example", "a@x.example"), ("+b@x.example", "+b@x.example"), ("a.b+c@gmail.com", "ab@gmail.com"),
     ("a.b@x.example", "a.b@x.example")],
)  # fmt: skip
def test_the_mailbox_behind_an_address(mail: str, mailbox: str) -> None:
    assert mailbox_of(mail) == mailbox
