"""Letters of which something cannot be written: the reader is told in plain words, and the operator sees what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.admin import matches
from service.admin.operator import Operator
from service.context import Context
from service.keys.signing import new_match_id
from service.matches import creation, lobby
from service.notifications.delivery import State
from service.store.records import Account
from tests.contexts import account, open_context
from tests.workers.mail.delivering import hurry, to
from tests.workers.mail.post_office import PostOffice
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once


@pytest.fixture
def context(redis_url: str, tmp_path: Path, office: PostOffice) -> Context:
    """A service whose letters can be answered by mail."""
    return open_context(redis_url, tmp_path, smtp_url=office.url, hold_off=0, reply_host="post.example")


@pytest.fixture
def ben(context: Context) -> Account:
    return account(context, "Ben")


def deliver(context: Context) -> dict[State, int]:
    hurry(context)
    return dict(deliver_once(context, transport_of(context.settings.smtp_url)))


def last_words(office: PostOffice, one: Account) -> str:
    """Return the text of somebody's latest letter, in one line."""
    body = to(office, one)[-1].get_body(("plain",))
    assert body is not None
    return " ".join(body.get_content().split())


def lobby_of(context: Context, ann: Account, ben: Account) -> str:
    """A table for four at which two sit."""
    match = new_match_id()
    creation.create(context, ann, creation.NewMatch(rules="packet-row", seats=4, grace=0, title="Rainy days"), match)
    lobby.join(context, match, ben, seat=None, invitation=None)
    drain_once(context)
    return match


@pytest.mark.parametrize("who", ["owner", "operator"])
def test_people_are_told_that_a_table_was_called_off_before_it_began(
    context: Context, office: PostOffice, ann: Account, ben: Account, who: str
) -> None:
    match = lobby_of(context, ann, ben)
    if who == "owner":
        lobby.leave(context, match, ann)
    else:
        matches.cancel(Operator(context.store, "grace"), match, "the game is being mended")
    drain_once(context)

    assert deliver(context) == {"sent": 1 if who == "owner" else 2}  # the owner knows

    letter = to(office, ben)[-1]
    assert "Rainy days" in last_words(office, ben)
    assert ("will not be played" if who == "owner" else "is over") in str(letter["Subject"])
    assert str(letter["Reply-To"]).endswith("@post.example")
