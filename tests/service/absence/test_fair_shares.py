"""Budgets of all accounts together: newcomers cannot use up what people who have been here for longer need."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from service.accounts.mail.mail_budgets import invite
from service.config.operator_caps import ESTABLISHED_AFTER
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.caps import CapReached, place_to_create
from service.store.records import GUEST, Account
from tests.contexts import account, open_context


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path, rate_limits=True, invitations=20, matches=20)


@pytest.fixture
def ada(context: Context) -> Account:
    """Somebody who has been here for more than a week."""
    return replace(account(context, "Ada"), created=context.store.now() - ESTABLISHED_AFTER - 1)


def created_by(context: Context, one: Account, count: int) -> int:
    """Create matches; return how many of them were allowed."""
    done = 0
    for _ in range(count):
        try:
            with place_to_create(context, one, new_match_id(), ()):
                done += 1
        except CapReached:
            pass
    return done


def test_a_crowd_of_new_accounts_cannot_stop_everybody_s_invitations(context: Context, ada: Account) -> None:
    """The attack: fifty accounts spend the day's invitations of all accounts, each within its own share."""
    crowd = [account(context, f"New{number}") for number in range(5)]
    sent = sum(invite(context, one, 1) is None for one in crowd for _ in range(5))
    assert sent == 10
    assert all(invite(context, ada, 1) is None for _ in range(10))
    assert invite(context, ada, 1) is not None, "the pot of all is what it was"


def test_a_crowd_of_new_accounts_cannot_stop_everybody_s_new_tables(context: Context, ada: Account) -> None:
    """The attack: a hundred accounts create the day's matches of all accounts."""
    crowd = [account(context, f"New{number}") for number in range(5)]
    assert sum(created_by(context, one, 5) for one in crowd) == 10
    assert created_by(context, ada, 12) == 10


def test_a_crowd_of_guests_cannot_stop_newcomers_tables(context: Context, ada: Account) -> None:
    """The attack: guests, who take no address, create the day's matches of all newcomers."""
    guests = [replace(account(context, f"Guest{number}"), mail="", prefs={GUEST: True}) for number in range(5)]
    assert sum(created_by(context, one, 3) for one in guests) == 5
    assert created_by(context, account(context, "New"), 6) == 5
    assert created_by(context, ada, 12) == 10


def test_newcomers_have_their_share_while_others_use_up_theirs(context: Context, ada: Account) -> None:
    assert created_by(context, account(context, "New"), 3) == 3


def test_an_operator_who_allows_none_allows_none(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path, rate_limits=True, invitations=0, matches=0)
    new = account(context, "New")
    assert invite(context, new, 1) is not None
    assert created_by(context, new, 1) == 0
