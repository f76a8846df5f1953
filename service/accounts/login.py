"""Logging in by mail.

Anybody who can read mail sent to an address owns its account: a login sends a code there, and the code, used once within minutes,
becomes a token. Asking never tells whether an address is known.
"""

from __future__ import annotations

import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from service.accounts import login_limits
from service.accounts.errors import AccountError
from service.accounts.limits import count
from service.accounts.scopes import SCOPES
from service.accounts.tokens import SECOND_USE, Issued, new_text, sign_in, token_id
from service.context import Context
from service.names import UNNAMED
from service.networks import network_of
from service.notifications.facts import LoginFacts
from service.notifications.kinds import LOGIN
from service.notifications.notices import about_account
from service.store.outbox import recipient_of_notice
from service.store.records import Account, Notice
from service.store.store import StoreUnavailable

log = logging.getLogger("siegelpost.accounts")
CODE_LIFE = 15 * 60_000
"""How long a login code is good for, in milliseconds."""
WISH_OUTLIVES = 120_000
"""How much longer than its code a newcomer's wishes are kept, in milliseconds: clocks differ."""
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
"""How many in how many seconds; kept by the store, so they hold over all processes and fail closed."""


def request_login(context: Context, mail: str, address: str, *, name: str | None, language: str, zone: str) -> None:
    """Send a login code to the mail; an unknown address gets an account, unverified until a code is used.

    Anybody can ask, so the name, language and zone asked for are kept with the code and take effect when a newcomer uses it.

    :param address: network address of the caller, for the rate limits; their verdict does not reveal which mailboxes are known.
    :raises AccountError: ``too-many-logins``.
    """
    verdict = login_limits.judge(context, mail, address)
    wish = {"language": language, "zone": zone} | ({"name": name} if name else {})
    if verdict.retry_after is None:
        _send_code(context, mail, wish)
        return
    if verdict.send:
        # Behind the answer's back: the time it takes would tell that the address has an owner.
        SENDING.submit(_send_code_later, context, mail, wish)
    raise AccountError("too-many-logins", TOO_MANY, retry_after=verdict.retry_after)


def _send_code_later(context: Context, mail: str, wish: dict[str, str]) -> None:
    try:
        _send_code(context, mail, wish)
    except StoreUnavailable as error:
        log.warning("a login code was not sent beyond the budgets: %s", error)


def _send_code(context: Context, mail: str, wish: dict[str, str]) -> None:
    account = context.store.create_account(mail=mail, name=UNNAMED)
    now, nonce = context.store.next_code_at(account.id), secrets.token_hex(16)
    expires = now + CODE_LIFE
    context.store.keep_wish(account.id, nonce, wish, CODE_LIFE + WISH_OUTLIVES)
    code = context.links.make("login", {"account": account.id, "at": now, "nonce": nonce}, expires)
    facts = LoginFacts(
        hidden_code=context.links.hide("login", code), expires=expires, language=wish["language"], zone=wish["zone"]
    )
    for notice in about_account(LOGIN, account.id, facts, occasion=secrets.token_hex(8), at=now):
        context.store.notify([notice], recipient_of_notice(notice))


def code_in(context: Context, notice: Notice) -> str:
    """Return the code that a notice carries to the deliverer, hidden for its kind."""
    return context.links.reveal(notice["kind"], notice["facts"]["hidden_code"])


def owner_of_code(context: Context, code: str) -> str | None:
    """Return the account that a login code of ours is for; ``None``: it is none, or too old. It may have been used."""
    payload = context.links.read("login", code)
    return None if payload is None else str(payload["account"])


def confirm_owner(context: Context, account: str, code: str, address: str) -> None:
    """Check that whoever asks reads the account's mail now: by a login code, which this uses up as a login does.

    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    network = network_of(address)
    count(context, "code-address", network, CODES_PER_NETWORK)
    payload = context.links.read("login", code)
    if payload is None or payload["account"] != account:
        raise AccountError("code-wrong", "this code is wrong, too old, or another account's: ask for a new one")
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
        raise AccountError("code-wrong", "this code has been used, or another one since: ask for a new one")


def confirm_login(
    context: Context,
    code: str,
    address: str,
    *,
    name: str,
    kind: Literal["login", "session"] = "login",
    attempt: str | None = None,
) -> tuple[Account, Issued]:
    """Change a login code into a token with all scopes; the address counts as verified from then on.

    A code is good once. Whoever used it first may send it again within a minute, from the same network, with the same name
    for the token and for the same attempt: that gives another token and revokes the one before, so losing the response does
    not lose the login. Sent several times at once, the last to come takes the place of the others. Anybody else is refused.
    The first use ends all other codes of the account. What a newcomer asked for with it becomes the account's.

    :param name: what the token is called in the account's list.
    :param attempt: what its sender calls this attempt, and nobody else can know; ``None``: it is not sent again.
    :param kind: ``session``: the token of a browser, which lives less long.
    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    network = network_of(address)
    count(context, "code-address", network, CODES_PER_NETWORK)
    payload = context.links.read("login", code)
    account = None if payload is None else context.store.account(payload["account"])
    if account is None:
        raise AccountError("code-wrong", "this code is wrong or too old: ask for a new one", "/code")
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
        raise AccountError("code-wrong", "a code for this account was used since: ask for a new one", "/code")
    if used.outcome == "used":
        raise AccountError("code-wrong", "this code has been used: ask for a new one", "/code")
    if used.before:
        context.store.revoke_token(used.before)
    life = LOGIN_TOKEN_LIFE if kind == "login" else SESSION_LIFE
    issued = sign_in(context, account.id, text, name=name, scopes=SCOPES, life=life, kind=kind, since=payload["at"])
    if used.outcome == "again" and account.verified:
        return account, issued
    context.store.note_network(account.mail, login_limits.word_of(context, network))
    wish = {} if account.verified else context.store.wish(account.id, payload["nonce"])
    verified = context.store.update_account(account.id, verified=True, bouncing=False, **wish)
    context.store.forget_bounces(account.id)  # a letter has arrived
    return verified or account, issued
