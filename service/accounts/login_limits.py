"""How many login codes are mailed: nobody is flooded with mail, and nobody is kept out of an account by strangers.

A mail counts for the network that asked (and for its site, a /48, and its provider, a /32), for the pair of network and
mailbox, and for the mailbox. Beyond a burst a day, pair and mailbox still get one mail in ten minutes, and a code is good for
longer than that: so whoever is refused by these two has a good code in the mailbox. Strangers could still use up a network's
own budget, or a mailbox's by asking for other addresses that lead to it; therefore an owner gets a mail in ten minutes whatever
others do, and the pair's whole budget from a network used for a login before. What is answered, how soon, and what a refusal
spends is the same for known and unknown addresses.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.accounts.mail_budgets import mailbox_of
from service.context import Context
from service.networks import network_of, provider_of, site_of
from service.operator_caps import cap, usual

PER_NETWORK = (usual(None, "logins"), 3600)
"""Mails in seconds."""
PER_SITE = (120, 3600)
"""The same for a whole /48 of IPv6: whoever has one, and tunnels give them away, has 65,536 networks."""
PER_PROVIDER = (1_200, 3600)
"""The same for a whole /32, which has 65,536 sites: each mail to an unknown address keeps an account for a month."""
PER_PAIR = 10
PER_MAILBOX = 30
"""Mails a day; after that, one per slot."""
DAY = 86_400
SLOT = 600
"""Seconds; less than a code is good for, by enough for the mail to arrive."""


@dataclass(frozen=True)
class Verdict:
    """Whether a code is mailed; ``retry_after`` (seconds) when the request is refused, which it may be even so."""

    send: bool
    retry_after: int | None = None


def judge(context: Context, mail: str, address: str) -> Verdict:
    """Count a login that a network address asks for."""
    if not context.settings.rate_limits:
        return Verdict(send=True)
    store, network = context.store, network_of(address)
    known = store.knows_network(mail, word_of(context, network))
    own = store.hit(
        "login-network", network, cap(store, context.settings, "logins", otherwise=PER_NETWORK[0]), PER_NETWORK[1]
    )
    site = site_of(address)
    if own.allowed and site is not None:
        own = store.hit("login-site", site, *PER_SITE)
    provider = provider_of(address)
    if own.allowed and provider is not None:
        own = store.hit("login-provider", provider, *PER_PROVIDER)
    account = store.account_by_mail(mail)
    found = store.count_login(
        mailbox_of(mail),
        mail,
        network,
        pair=PER_PAIR,
        box=PER_MAILBOX,
        day=DAY,
        slot=SLOT,
        room=own.allowed,
        known=known,
        owned=account is not None and account.verified,
    )
    if found.yes:
        return Verdict(send=True)
    return Verdict(found.send, max(1, found.reset if own.allowed else own.reset))


def word_of(context: Context, network: str) -> str:
    """Return how a network is remembered: a word that tells nobody without this installation's secret which it is."""
    return context.links.derive("network", network)[:12].hex()


__all__ = ["Verdict", "judge", "word_of"]
