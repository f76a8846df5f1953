"""Budgets of all accounts together: newcomers cannot use up what people who have been here for longer need."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from service.accounts.mail.mail_budgets import invite
from service.config.networks import BY_MAIL
from service.config.operator_caps import ESTABLISHED_AFTER
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.caps import CapReached, place_to_create
from service.store.records import GUEST, Account
from tests.given.contexts import account, open_context

ANYWHERE = (f"192.0.2.{number}" for number in count(1))
"""Addresses of different networks."""
WITHIN = {
    "a network": ("203.0.113.9", "203.0.113.9"),
    "a /64": ("2001:db8:1:2::1", "2001:db8:1:2::2"),
    "mail": (BY_MAIL, BY_MAIL),
}
"""Addresses of one network."""


@pytest.fixture
def context(redis_url: str, tmp_path: Path) -> Context:
    return open_context(redis_url, tmp_path, rate_limits=True, invitations=20, matches=20)


@pytest.fixture
def ada(context: Context) -> Account:
    """Somebody who has been here for more than a week."""
    return replace(account(context, "Ada"), created=context.store.now() - ESTABLISHED_AFTER - 1)


def created_by(context: Context, one: Account, most: int, address: str = "") -> int:
    """Create matches, each from a network of its own unless an address is given; return how many were allowed."""
    done = 0
    for _ in range(most):
        try:
            with place_to_create(context, one, new_match_id(), (), address or next(ANYWHERE)):
                done += 1
        except CapReached:
            pass
    return done


def test_a_crowd_of_new_accounts_cannot_stop_everybody_s_invitations(context: Context, ada: Account) -> None:
    """The attack: fifty accounts spend the day's invitations of all accounts, each within its own share."""
    crowd = [account(context, f"New{number}") for number in range(5)]
    sent = sum(invite(context, one, 1, next(ANYWHERE)) is None for one in crowd for _ in range(5))
    assert sent == 10
    assert all(invite(context, ada, 1, next(ANYWHERE)) is None for _ in range(10))
    assert invite(context, ada, 1, next(ANYWHERE)) is not None, "the pot of all is what it was"


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


@pytest.mark.parametrize("addresses", WITHIN.values(), ids=WITHIN.keys())
def test_one_network_leaves_most_of_the_newcomers_part_to_others(
    context: Context, addresses: tuple[str, str], ada: Account
) -> None:
    """The attack: a few new accounts from one place use up all that newcomers may create and send in a day."""
    crowd = [account(context, f"New{number}") for number in range(4)]
    assert sum(created_by(context, one, 2, address) for one in crowd for address in addresses) == 2
    assert sum(invite(context, one, 1, address) is None for one in crowd for address in addresses) == 2
    other = account(context, "Other")
    assert created_by(context, other, 9) == 8
    assert sum(invite(context, other, 1, next(ANYWHERE)) is None for _ in range(9)) == 8
    assert created_by(context, ada, 10, addresses[0]) == 10, "who is established is not counted for a network"


def test_one_site_and_one_provider_have_a_share_of_the_newcomers_part(context: Context) -> None:
    """The attack: a tunnel broker's /48 has 65,536 networks, a provider's /32 as many sites."""
    new = account(context, "New")
    assert sum(created_by(context, new, 1, f"2001:db8:1:{number}::1") for number in range(9)) == 3
    assert sum(created_by(context, new, 1, f"2001:db8:{number}::1") for number in range(2, 9)) == 2
    assert created_by(context, new, 1, "2001:db9::1") == 1


def test_one_network_leaves_most_of_the_guests_part_to_others(context: Context) -> None:
    guests = [replace(account(context, f"Guest{number}"), mail="", prefs={GUEST: True}) for number in range(5)]
    assert sum(created_by(context, one, 3, "203.0.113.9") for one in guests) == 1
    assert sum(created_by(context, one, 3) for one in guests) == 4


def test_a_refusal_names_the_network(context: Context) -> None:
    new = account(context, "New")
    created_by(context, new, 2, "203.0.113.9")
    with pytest.raises(CapReached, match="of your network"), place_to_create(context, new, "m", (), "203.0.113.9"):
        pass


def test_newcomers_have_their_share_while_others_use_up_theirs(context: Context, ada: Account) -> None:
    assert created_by(context, account(context, "New"), 3) == 3


def test_an_operator_who_allows_none_allows_none(redis_url: str, tmp_path: Path) -> None:
    context = open_context(redis_url, tmp_path, rate_limits=True, invitations=0, matches=0)
    new = account(context, "New")
    assert invite(context, new, 1, next(ANYWHERE)) is not None
    assert created_by(context, new, 1) == 0
