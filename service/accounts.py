"""Accounts: logging in by mail, API tokens, leaving mails alone.

Whoever can read mails to an address owns its account: a login sends a code there, and the code, used once within minutes,
becomes a token. Asking never tells whether an address is known. Tokens are kept as hashes; their text is shown once.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.canon import b64
from service import mail_budgets
from service.context import Context
from service.store.keys import recipient_of
from service.store.outbox import URGENT
from service.store.records import Account, Notice
from service.store.store import Token

SCOPES = ("match:read", "match:play", "match:create", "account:read", "account:write")
"""What a token may do: see and play the account's matches, make new ones, read and change the account itself."""

TOKEN_TEXT = re.compile(r"sp_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
MAIL = re.compile(
    r"(?=.{3,254}\Z)(?=[^@]{1,64}@)(?!.*(?:=\?|\?=))[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*"
)
"""Mail addresses as the mail workers can write them: ASCII, no quoted local parts, no address literals, no encoded words."""

CODE_LIFE = 15 * 60_000
"""How long a login code is good for, in milliseconds."""
SECOND_USE = 60_000
"""A code sent again this soon, after a lost answer, gives the same token again (milliseconds)."""
LOGIN_TOKEN_LIFE = 365 * 86_400_000
MOST_TOKENS = 50
LOGINS_PER_MAIL = (5, 3600)
LOGINS_PER_ADDRESS = (30, 3600)
CODES_PER_ADDRESS = (60, 600)
"""How many in how many seconds; kept by the store, so they hold over all processes and fail closed."""
KINDS = ("invited", "started", "your-turn", "opening-needed", "deadline-near", "resolved", "said", "over")
"""The kinds of news an account may choose to have by mail or not. Login codes are always sent."""

Problem = Literal["too-many-logins", "too-many-invitations", "invalid", "code-wrong", "too-many-tokens", "not-found"]

Stopped = Literal["match", "invitations", "all"]
"""Which mails an unsubscribe link stops."""


class AccountError(Exception):
    """A wish about an account that cannot be granted. ``retry_after`` in seconds where waiting helps."""

    def __init__(self, code: Problem, message: str, pointer: str = "", retry_after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.retry_after = retry_after


@dataclass(frozen=True)
class Issued:
    """A token just made, with its text: the only time anybody sees it."""

    text: str
    token: Token


def request_login(context: Context, mail: str, address: str, *, name: str | None, language: str, zone: str) -> None:
    """Send a login code to the mail; an unknown address gets an account, unverified until a code is used.

    :param address: network address of who asks, for the rate limit.
    :raises AccountError: ``too-many-logins``.
    """
    _count(context, "login-address", address, LOGINS_PER_ADDRESS)
    _count(context, "login-mail", mail_budgets.mailbox_of(mail), LOGINS_PER_MAIL)
    account = context.store.create_account(mail=mail, name=name or "Player", language=language, zone=zone)
    if not account.verified:
        # Somebody's invitation made this account before its owner came: what the owner says counts.
        mine = {"language": language, "zone": zone} | ({"name": name} if name else {})
        account = context.store.update_account(account.id, **mine) or account
    now = context.store.now()
    expires = now + CODE_LIFE
    code = context.links.make("login", {"account": account.id, "nonce": secrets.token_hex(8)}, expires)
    notice = Notice(
        id=f"login.{secrets.token_hex(8)}", kind="login", account=account.id, match="", seat=None, n=0, at=now,
        send_at=URGENT, facts={"code": code, "expires": expires, "title": "", "names": [], "seat": None},
    )  # fmt: skip
    context.store.notify([notice], recipient_of(account.id, None))


def invited_accounts(
    context: Context, owner: Account, invited: Sequence[str], *, again: bool = False
) -> list[str]:  # fmt: skip
    """Return the accounts of those invited: account ids as they are, mail addresses as accounts, made where needed.

    Such an account is unverified; its address gets the invitation and nothing else until its owner logs in.

    Every invitation counts alike, so that nobody learns whose address is known.

    :param again: these invitations were sent before, by a request that is repeated: they do not count again.
    :raises AccountError: ``invalid`` with a pointer, ``too-many-invitations``.
    """
    for number, one in enumerate(invited):
        if "@" not in one and context.store.account(one) is None:
            raise AccountError("invalid", "there is no such account", f"/invite/{number}")
    spent = None if again else mail_budgets.invite(context, owner, len({one.lower() for one in invited}))
    if spent is not None:
        message = "you, or all players together, have sent too many invitations lately"
        raise AccountError("too-many-invitations", message, "/invite", spent.reset)
    found = []
    for one in invited:
        account = context.store.account_by_mail(one) if "@" in one else None
        if "@" in one and account is None:
            account = context.store.create_account(mail=one, name="Player", language=owner.language, zone=owner.zone)
        found.append(one if account is None else account.id)
    return list(dict.fromkeys(found))


def confirm_login(context: Context, code: str, address: str, *, name: str) -> tuple[Account, Issued]:
    """Change a login code into a token with all scopes; the address counts as verified from then on.

    A code is good once; sent again within a minute it gives the same token again, so a lost answer is no lost login.

    :param name: what the token is called in the account's list.
    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    _count(context, "code-address", address, CODES_PER_ADDRESS)
    payload = context.links.read("login", code)
    account = None if payload is None else context.store.account(payload["account"])
    if account is None:
        raise AccountError("code-wrong", "this code is wrong or too old: ask for a new one", "/code")
    issued = _derived(context, account.id, "login-token", code, name=name, scopes=SCOPES, life=LOGIN_TOKEN_LIFE)
    first = context.store.hit("login-code", code, 1, CODE_LIFE // 1000 + 60).allowed
    if not first:
        stored = context.store.token(issued.token.id)
        if stored is None or issued.token.created - stored.created > SECOND_USE:
            raise AccountError("code-wrong", "this code has been used: ask for a new one", "/code")
        return account, Issued(issued.text, stored)
    context.store.add_token(issued.token)
    verified = context.store.update_account(account.id, verified=True, bouncing=False)
    return verified or account, issued


def issue_token(
    context: Context, account: str, *, name: str, scopes: Sequence[str], expires: int | None = None,
    retry_key: str | None = None,
) -> Issued:  # fmt: skip
    """Make a token for the account.

    :param expires: milliseconds since 1970, ``None``: never.
    :param retry_key: a repeated call with the same key gives the same token, which nothing but this answer contains.
    :raises AccountError: ``too-many-tokens``.
    """
    if retry_key is None:
        retry_key = secrets.token_hex(16)
    life = None if expires is None else expires - context.store.now()
    issued = _derived(context, account, "token", account, retry_key, name=name, scopes=scopes, life=life)
    others = [one for one in context.store.tokens_of(account) if one.id != issued.token.id]
    if len(others) >= MOST_TOKENS:
        raise AccountError("too-many-tokens", f"an account has at most {MOST_TOKENS} tokens: revoke one first")
    known = context.store.token(issued.token.id)
    if known is not None:
        return Issued(issued.text, known)
    context.store.add_token(issued.token)
    return issued


def token_id(text: str) -> str | None:
    """Return the id inside a token's text, or ``None`` for text that is no token."""
    found = TOKEN_TEXT.fullmatch(text)
    return None if found is None else f"t_{found.group(1)}"


def is_text_of(token: Token, text: str) -> bool:
    """Return whether the text is that token's; compares hashes in constant time."""
    return hmac.compare_digest(token.sha256, digest_of(text))


def digest_of(text: str) -> str:
    """Return how a token's text is stored."""
    return hashlib.sha256(text.encode()).hexdigest()


def notifications(account: Account) -> dict[str, Any]:
    """Return which kinds of news come by mail and which matches are muted."""
    kinds = account.prefs.get("kinds", {})
    return {
        "kinds": {kind: bool(kinds.get(kind, True)) for kind in KINDS},
        "muted_matches": sorted(account.prefs.get("muted_matches", [])),
    }


def unsubscribe(context: Context, link: str, everything: bool = False) -> Stopped | None:
    """Stop what the link stops, or all mails; doing it again changes nothing. ``None``: not our link.

    A link from an invitation, or of an address that nobody has confirmed, stops all invitations of everybody.
    """
    scope = unsubscribe_scope(context, link)
    if scope is None:
        return None
    account, match, stopped = scope
    prefs = dict(account.prefs)
    if everything:
        stopped = "all"
        prefs["kinds"] = dict.fromkeys(KINDS, False)
    else:
        prefs["muted_matches"] = sorted({*prefs.get("muted_matches", []), match})
        if stopped == "invitations":
            prefs["kinds"] = {**prefs.get("kinds", {}), "invited": False}
    if stopped != "match":
        mail_budgets.refuse_invitations(context, account)
    context.store.update_account(account.id, prefs=prefs)
    return stopped


def unsubscribe_scope(context: Context, link: str) -> tuple[Account, str, Stopped] | None:
    """Return whose mails a link stops, about which match, and which of them; ``None``: not our link."""
    payload = context.links.read("unsubscribe", link)
    account = None if payload is None else context.store.account(payload["account"])
    if payload is None or account is None:
        return None
    # Links of before this word was in them stand in invitations too, and those went to unconfirmed addresses.
    invitation = payload.get("of") == "invitation" or not account.verified
    return account, payload["match"], "invitations" if invitation else "match"


def _count(
    context: Context, name: str, who: str, limit: tuple[int, int], code: Problem = "too-many-logins"
) -> None:  # fmt: skip
    if not context.settings.rate_limits:
        return
    allowance = context.store.hit(name, who, *limit)
    if not allowance.allowed:
        raise AccountError(code, "too much was asked for in too short a time: wait a while", "", allowance.reset)


def _derived(
    context: Context, account: str, purpose: str, *parts: str, name: str, scopes: Sequence[str], life: int | None
) -> Issued:
    """Return a token only this installation can compute, the same one for the same parts; stores nothing."""
    key = context.links.derive(f"{purpose}-id", *parts)[:8].hex()
    text = f"sp_{key}_{b64(context.links.derive(purpose, *parts))}"
    now = context.store.now()
    token = Token(
        id=f"t_{key}", account=account, sha256=digest_of(text), scopes=tuple(one for one in SCOPES if one in scopes),
        name=name, created=now, expires=None if life is None else now + life,
    )  # fmt: skip
    return Issued(text, token)


__all__ = [
    "KINDS", "MAIL", "SCOPES", "AccountError", "Issued", "confirm_login", "digest_of", "invited_accounts", "is_text_of",
    "issue_token",
    "notifications", "request_login", "token_id", "unsubscribe", "unsubscribe_scope",
]  # fmt: skip
