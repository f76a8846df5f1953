"""Limits that the operator may change while the service runs, within bounds; for everybody, or for one account.

The defaults come from the settings and from the code that counts. Changed limits are kept in the store, and read each
time something is counted: that is seldom, and the store counts, too.

Newcomers together may use half of a common budget, and guests half of that. Anybody can make accounts, so with a fully
shared budget an attacker could block everybody by making enough of them. The other half is reserved for accounts at
least a week old, which nobody can make in a day. A guest account does not even need an address. Of what newcomers or
guests may use, one network has a share only, so that nobody uses it all up with many accounts from one place.

People who sign up, or start as guests, have no account yet. For them the second half of the budget costs a proof of
work (:mod:`service.accounts.access.work`).
"""

import logging
from dataclasses import dataclass

from service.config.networks import widening
from service.config.settings import Settings
from service.store.accounts.logins import Budget
from service.store.connection.connect import Unreadable
from service.store.records import Account
from service.store.store import Store

ESTABLISHED_AFTER = 7 * 86_400_000
"""The age (ms) from which an account no longer counts as a newcomer's."""


def half(most: int) -> int:
    """Return the part of a common budget that is not reserved."""
    return -(-most // 2)


def is_newcomer(store: Store, account: Account) -> bool:
    """Return whether an account has no part in what is reserved for those that nobody can make in a day."""
    return not account.verified or store.now() - account.created < ESTABLISHED_AFTER


SHARES = {"network": 8, "site": 4, "provider": 2}
"""The part of a pot of newcomers or guests that one network may use: one in so many."""


def common_budgets(store: Store, account: Account, name: str, most: int, window: int, address: str) -> list[Budget]:
    """Return the shared budgets that an account's act draws on, the narrowest first.

    :param most: the limit for all accounts together.
    :param window: length of the window, in seconds.
    :param address: network address of the caller, or :data:`service.config.networks.BY_MAIL`.
    """
    pots = []
    if account.is_guest:
        pots.append(Budget(name, "guests", -(-most // 4), window))
    if is_newcomer(store, account):
        pots.append(Budget(name, "newcomers", half(most), window))
    shares = [
        Budget(f"{name}-{pot.who}-{what}", network, -(-pot.limit // SHARES[what]), window)
        for pot in pots
        for what, network in widening(address)
    ]
    return [*shares, *pots, Budget(name, "all", most, window)]


log = logging.getLogger("siegelpost.caps")


@dataclass(frozen=True)
class Cap:
    """A limit: its subject, the most an operator may allow, and whether single accounts may have their own."""

    what: str
    most: int
    each: bool = True
    setting: str = ""
    usual: int = 0


CAPS = {
    "unfinished": Cap("matches of an account that wait or run", 10_000, usual=300),
    "tables": Cap("tables of an account that wait for players", 1_000, usual=20),
    "creations": Cap("matches that an account creates in a day", 10_000, usual=100),
    "creations-of-all": Cap("matches that all accounts create in a day", 10_000_000, each=False, setting="matches"),
    "invitations": Cap("invitations that an account sends in a day", 10_000, setting="invitations_per_sender"),
    "invitations-of-all": Cap("invitations of all accounts in a day", 1_000_000, each=False, setting="invitations"),
    "invitations-to": Cap(
        "invitations that a mailbox gets in a day", 1_000, each=False, setting="invitations_per_recipient"
    ),
    "letters-to-stranger": Cap(
        "letters in a day to a mailbox that nobody has confirmed", 1_000, each=False, setting="letters_per_stranger"
    ),
    "letters-to-strangers": Cap(
        "letters in an hour to all such mailboxes together", 1_000_000, each=False, setting="letters_to_strangers"
    ),
    "guests": Cap("guest accounts that nobody has kept yet", 1_000_000, each=False, usual=2_000),
    "logins": Cap("login codes that a network asks for in an hour", 10_000, each=False, usual=30),
}
"""The caps by name. 0 allows none: no new matches today, no logins."""


def usual(settings: Settings | None, name: str) -> int:
    """Return the default from the settings or the code; without settings, that of a fresh installation."""
    cap = CAPS[name]
    return cap.usual if not cap.setting else int(getattr(settings or Settings("", ""), cap.setting))


def cap(store: Store, settings: Settings, name: str, account: str = "", otherwise: int | None = None) -> int:
    """Return the current limit, for an account if one is named. An unreadable stored limit has no effect.

    :param otherwise: the default, if it comes from the code that counts.
    """
    try:
        kept = store.caps()
    except Unreadable as error:
        log.error("%s: the usual limits hold", error)
        kept = {}
    own = kept.get(f"{name} {account}") if account else None
    standing = usual(settings, name) if otherwise is None else otherwise
    most = kept.get(name, standing) if own is None else own
    return max(0, most)
