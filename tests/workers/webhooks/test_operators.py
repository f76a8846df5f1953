"""Webhooks as their operator sees them: which fail and why, tried again, switched off and on."""

import pytest

from service.accounts import AccountError, webhooks
from service.accounts.access import tokens
from service.admin import letters
from service.admin.operator import AdminError, Operator
from service.context import Context
from service.store import keys
from service.store.accounts.webhooks import Webhook
from service.store.records import Account
from tests.workers.webhooks.sending import Recipient, make, now_is, send_all, tell
from workers.webhooks.post import Answer


@pytest.fixture
def grace(context: Context) -> Operator:
    return Operator(context.store, "grace")


@pytest.fixture
def failing(context: Context, ann: Account) -> Webhook:
    """A webhook with two events that were refused a moment ago, and wait."""
    webhook = make(context, ann)
    tell(context, ann, "one", "two")
    send_all(context, Recipient([Answer(503, "out of order", 0)] * 2))
    return now_is(context, webhook)


def test_what_fails_is_listed_with_the_reason_and_its_host_alone(
    context: Context, ann: Account, grace: Operator, failing: Webhook
) -> None:
    make(context, ann)  # all is well with this one

    (line,) = letters.failing_webhooks(grace)["webhooks"]

    assert (line["account"], line["webhook"], line["state"], line["reason"]) == (ann.id, failing.id, "active", None)
    assert (line["failures"], line["waiting"], line["status"], line["answer"]) == (2, 2, 503, "out of order")
    assert line["host"] and line["host"] in failing.url
    assert failing.url not in str(line)


def test_what_waits_is_sent_when_the_operator_says_so_and_once(
    context: Context, ann: Account, grace: Operator, failing: Webhook
) -> None:
    there = Recipient()
    assert send_all(context, there) == {}, "it rests"

    assert letters.retry_webhook(grace, ann.id, failing.id, "mended")["events"] == 2
    assert letters.retry_webhook(Operator(context.store, "hopper"), ann.id, failing.id)["events"] == 2
    assert send_all(context, there) == {"delivered": 2}
    assert send_all(context, there) == {}

    noted = [(one.who, one.what, one.about) for one in context.store.audited(100)]
    assert noted == [(who, "webhook retry", f"{ann.id}:{failing.id}") for who in ("grace", "hopper")]


def test_one_that_is_switched_off_gets_nothing_and_its_owner_is_told_why(
    context: Context, ann: Account, grace: Operator, failing: Webhook
) -> None:
    token = tokens.issue_token(context, ann.id, name="own", scopes=tokens.SCOPES).token
    letters.switch_off_webhook(grace, ann.id, failing.id, "it answers with a minute of silence")
    with pytest.raises(AdminError, match="a minute of silence"):
        letters.switch_off_webhook(Operator(context.store, "hopper"), ann.id, failing.id, "another reason")
    tell(context, ann, "three")

    assert send_all(context, Recipient()) == {}
    told = [
        one
        for one in context.store.notices(keys.recipient_of(ann.id, None)).pending
        if one["kind"] == "webhook-disabled"
    ]
    assert [(one["facts"]["reason"], one["facts"]["why"]) for one in told] == [
        ("operator", "it answers with a minute of silence")
    ]
    wishes = {"url": "https://elsewhere.example/", "kinds": [], "matches": []}
    for attempt in (
        lambda: webhooks.test(context, token, failing.id),
        lambda: webhooks.change(context, token, failing.id, lambda _: None, wishes),
    ):
        with pytest.raises(AccountError, match="a minute of silence"):
            attempt()
    (line,) = letters.failing_webhooks(grace)["webhooks"]
    assert (line["state"], line["reason"], line["why"]) == (
        "disabled",
        "operator",
        "it answers with a minute of silence",
    )

    letters.retry_webhook(grace, ann.id, failing.id, "all is well again")
    assert send_all(context, Recipient())["delivered"] >= 1
    assert letters.failing_webhooks(grace)["webhooks"] == []


@pytest.mark.parametrize(
    ("state", "reason", "again"),
    [("disabled", "failing", True), ("disabled", "gone", False), ("unconfirmed", "", False)],
)
def test_which_may_be_switched_on_again_by_an_operator(
    context: Context, ann: Account, grace: Operator, failing: Webhook, state: str, reason: str, again: bool
) -> None:
    context.store.change_webhook(failing, state=state, reason=reason)
    if again:
        letters.retry_webhook(grace, ann.id, failing.id)
        assert now_is(context, failing).state == "active"
    else:
        with pytest.raises(AdminError, match="its owner must test it"):
            letters.retry_webhook(grace, ann.id, failing.id)


def test_a_webhook_that_nobody_has_is_not_found(context: Context, ann: Account, grace: Operator) -> None:
    nobody = "w_" + "0" * 16
    with pytest.raises(AdminError, match="no such webhook"):
        letters.retry_webhook(grace, ann.id, nobody)
    with pytest.raises(AdminError, match="no such webhook"):
        letters.switch_off_webhook(grace, ann.id, nobody, "ticket 7")
    with pytest.raises(AdminError, match="id of a webhook"):
        letters.retry_webhook(grace, ann.id, "w_7")
