"""Logging in by mail, and the limits on how many login codes are mailed.

Whoever can read the mail sent to an address owns its account: a login sends a code there, and the code, used once within
minutes, becomes a token. Asking never tells whether an address is known.

The limits keep mailboxes from being flooded, and strangers from locking an owner out. A mail counts against three budgets:
that of the requesting network (and of its site, a /48, and its provider, a /32), that of the mailbox, and that of the pair of
both. The latter two allow a burst each day and after it one mail in ten minutes. A code is valid for longer than that, so a user
refused by these two has a valid code in the mailbox. Strangers could use up a network's budget, or a mailbox's by requesting
codes for other addresses that lead to it. Therefore an owner gets one mail in ten minutes whatever others do, and the pair's
whole budget from a network used for a login before. The response, its timing and the cost of a refusal are the same for known
and unknown addresses.
"""

import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from service.accounts import AccountError
from service.accounts.access.guest_accounts import kept_guest
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import SECOND_USE, Issued, new_text, sign_in, token_id
from service.accounts.access.work import count, demand, doublings
from service.accounts.mail.mail_address import mailbox_of
from service.accounts.mail.mail_budgets import strangers
from service.config.networks import network_of, provider_of, site_of
from service.config.operator_caps import cap, usual
from service.context import Context
from service.notifications.facts import LoginFacts
from service.notifications.kinds import LOGIN
from service.notifications.notices import about_account
from service.store.outbox import recipient_of_notice
from service.store.records import Account, Notice
from service.store.store import StoreUnavailable
from service.text.names import UNNAMED

PER_NETWORK = (usual(None, "logins"), 3600)
"""Mails in seconds."""
PER_SITE = (120, 3600)
"""The same for a whole /48 of IPv6: its holder (tunnel brokers give them away) has 65,536 networks."""
PER_PROVIDER = (1_200, 3600)
"""The same for a whole /32, which has 65,536 sites: each mail to an unknown address keeps an account for a month."""
PER_PAIR = 10
PER_MAILBOX = 30
"""Mails per day; after that, one per slot."""
DAY = 86_400
SLOT = 600
"""Seconds per slot: shorter than a code's life, by enough for the mail to arrive."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a login request. A refused one has ``retry_after`` (seconds), whether or not a code is mailed."""

    send: bool
    retry_after: int | None = None


def judge(context: Context, mail: str, address: str, proof: str = "") -> Verdict:
    """Count a login request from a network address.

    All codes, including those to known addresses, count against the hour's letters to strangers, so that nobody learns
    which are known.

    :raises WorkNeeded: see :mod:`service.accounts.access.work`; nothing is counted then.
    """
    if not context.settings.rate_limits:
        return Verdict(send=True)
    store, network = context.store, network_of(address)
    common = strangers(context)
    used, reset = store.used(common)
    if used < common.limit:
        demand(context, "login", address, proof, doublings(used, common.limit), retry_after=reset)
    known = store.knows_network(mail, word_of(context, network))
    most = cap(store, context.settings, "logins", otherwise=PER_NETWORK[0])
    own = store.hit("login-network", network, most, PER_NETWORK[1])
    site = site_of(address)
    if own.allowed and site is not None:
        own = store.hit("login-site", site, *PER_SITE)
    provider = provider_of(address)
    if own.allowed and provider is not None:
        own = store.hit("login-provider", provider, *PER_PROVIDER)
    account = store.account_by_mail(mail)
    owned = account is not None and account.verified
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
        owned=owned,
    )
    if not found.yes:
        return Verdict(found.send, max(1, found.reset if own.allowed else own.reset))
    if used >= common.limit:
        return Verdict(owned, max(1, reset))
    store.spend([common])
    return Verdict(send=True)


def word_of(context: Context, network: str) -> str:
    """Return the word under which a network is remembered: it reveals the network only to holders of this
    installation's secret."""
    return context.links.derive("network", network)[:12].hex()


log = logging.getLogger("siegelpost.accounts")
CODE_LIFE = 15 * 60_000
"""How long a login code is valid, in milliseconds."""
WISH_OUTLIVES = 120_000
"""How much longer than its code a newcomer's profile is kept, in milliseconds: clocks differ."""
SENDING = ThreadPoolExecutor(1, thread_name_prefix="codes")
"""Sends the codes that owners get although the request was refused. Losing one in a crash breaks no promise."""
TOO_MANY = (
    "too many codes were asked for this mailbox or from this network: look for one that came in the last minutes, it is valid "
    "for a quarter of an hour, or wait. The account's owner may get one even so"
)
LOGIN_TOKEN_LIFE = 365 * 86_400_000
SESSION_LIFE = 30 * 86_400_000
"""How long a browser stays signed in by a code, in milliseconds."""
CODES_PER_NETWORK = (60, 600)
"""The most codes, per seconds; counted by the store, so the limit holds across processes and fails closed."""


def request_login(
    context: Context,
    mail: str,
    address: str,
    *,
    name: str | None,
    language: str,
    zone: str,
    guest: str = "",
    proof: str = "",
) -> None:
    """Send a login code to the address; an unknown address gets an account, unverified until a code is used.

    Anybody can ask, so the requested name, language and zone are kept with the code and take effect when a newcomer
    uses it.

    :param address: network address of the caller, for the rate limits; their verdict does not reveal which mailboxes are known.
    :param guest: the guest account to be kept under this address, if the address has no account yet.
    :param proof: the proof of work, if the request has one.
    :raises AccountError: ``too-many-logins``, ``work-needed``.
    """
    verdict = judge(context, mail, address, proof)
    wish = {"language": language, "zone": zone} | ({"name": name} if name else {})
    if verdict.retry_after is None:
        _send_code(context, mail, wish, guest)
        return
    if verdict.send:
        # Behind the answer's back: the time it takes would tell that the address has an owner.
        SENDING.submit(_send_code_later, context, mail, wish, guest)
    raise AccountError("too-many-logins", TOO_MANY, retry_after=verdict.retry_after)


def _send_code_later(context: Context, mail: str, wish: dict[str, str], guest: str) -> None:
    try:
        _send_code(context, mail, wish, guest)
    except StoreUnavailable as error:
        log.warning("a login code was not sent beyond the budgets: %s", error)


def _send_code(context: Context, mail: str, wish: dict[str, str], guest: str) -> None:
    account = context.store.create_account(mail=mail, name=UNNAMED)
    now, nonce = context.store.next_code_at(account.id), secrets.token_hex(16)
    expires = now + CODE_LIFE
    context.store.keep_wish(account.id, nonce, wish, CODE_LIFE + WISH_OUTLIVES)
    said = {"account": account.id, "at": now, "nonce": nonce} | ({"guest": guest} if guest else {})
    code = context.links.make("login", said, expires)
    facts = LoginFacts(
        hidden_code=context.links.hide("login", code), expires=expires, language=wish["language"], zone=wish["zone"]
    )
    for notice in about_account(LOGIN, account.id, facts, occasion=secrets.token_hex(8), at=now):
        context.store.notify([notice], recipient_of_notice(notice))


def code_in(context: Context, notice: Notice) -> str:
    """Return the login code hidden in a notice for its deliverer."""
    return context.links.reveal(notice["kind"], notice["facts"]["hidden_code"])


def owner_of_code(context: Context, code: str) -> str | None:
    """Return the account of one of our login codes, used or not, or None if the code is invalid or expired."""
    payload = context.links.read("login", code)
    return None if payload is None else str(payload["account"])


def confirm_owner(context: Context, account: str, code: str, address: str) -> None:
    """Check that the requester now reads the account's mail, by a login code, which this uses up as a login does.

    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    network = network_of(address)
    count(context, "code-address", network, CODES_PER_NETWORK)
    payload = context.links.read("login", code)
    if payload is None or payload["account"] != account:
        raise AccountError("code-wrong", "this code is invalid, expired or another account's: ask for a new one")
    used = context.store.use_code(
        account,
        code,
        payload["at"],
        token=token_id(new_text()) or "",
        sender=context.links.derive("owner-sender", network)[:12].hex(),
        repeats=SECOND_USE,
        kept=CODE_LIFE + WISH_OUTLIVES,
    )
    if used.outcome not in ("first", "again"):
        raise AccountError("code-wrong", "this code was used, or replaced by a newer one that was: ask for a new one")


def confirm_login(
    context: Context,
    code: str,
    address: str,
    *,
    name: str,
    kind: Literal["login", "session"] = "login",
    attempt: str | None = None,
) -> tuple[Account, Issued]:
    """Exchange a login code for a token with all scopes; from then on the address counts as verified.

    A code is valid once. Its first sender may repeat it within a minute, from the same network, with the same token
    name and attempt: this makes another token and revokes the previous one, so a lost response does not lose the login.
    Of simultaneous retries the last one wins. Anybody else is refused. The first use invalidates all other codes of
    the account. The profile requested by a newcomer becomes the account's. A code requested to keep a guest account
    makes that the account of an address which has none.

    :param name: the token's name in the account's list.
    :param attempt: the sender's secret name for this attempt, or None if it is not repeated.
    :param kind: ``session`` for a browser's token, which expires sooner.
    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    network = network_of(address)
    count(context, "code-address", network, CODES_PER_NETWORK)
    payload = context.links.read("login", code)
    account = None if payload is None else context.store.account(payload["account"])
    if account is None:
        raise AccountError("code-wrong", "this code is invalid or expired: ask for a new one", "/code")
    assert payload is not None
    text = new_text()
    used = context.store.use_code(
        account.id,
        code,
        payload["at"],
        token=token_id(text) or "",
        sender=context.links.derive("login-sender", network, name, attempt or secrets.token_hex(16))[:12].hex(),
        repeats=SECOND_USE,
        kept=CODE_LIFE + WISH_OUTLIVES,
    )
    if used.outcome == "ended":
        raise AccountError("code-wrong", "another code for this account was used since: ask for a new one", "/code")
    if used.outcome == "used":
        raise AccountError("code-wrong", "this code has been used: ask for a new one", "/code")
    if used.before:
        context.store.revoke_token(used.before)
    wish = {} if account.verified else context.store.wish(account.id, payload["nonce"])
    if "guest" in payload and not account.verified:
        account = kept_guest(context, payload["guest"], account, wish) or account
    life = LOGIN_TOKEN_LIFE if kind == "login" else SESSION_LIFE
    issued = sign_in(context, account.id, text, name=name, scopes=SCOPES, life=life, kind=kind, since=payload["at"])
    if used.outcome == "again" and account.verified:
        return account, issued
    context.store.note_network(account.mail, word_of(context, network))
    verified = context.store.update_account(account.id, verified=True, bouncing=False, **wish)
    context.store.forget_bounces(account.id)  # a letter has arrived
    return verified or account, issued
