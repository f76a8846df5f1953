"""Accounts: logging in by mail, API tokens, leaving mails alone.

Whoever can read mails to an address owns its account: a login sends a code there, and the code, used once within minutes,
becomes a token. Asking never tells whether an address is known.

Tokens are random and kept as hashes; their text is shown once. One that a token made is shown once more within a minute to who
has lost the answer and sends the very same request again; a login sent again makes another in place of the first. A token
makes others that can do less and live no longer, and they go with it.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.protocol.canon import b64, canonical, parse
from service import login_limits, mail_budgets
from service.context import Context
from service.names import UNNAMED
from service.networks import network_of
from service.notifications.facts import LoginFacts
from service.notifications.kinds import LOGIN, switchable, uninvited
from service.notifications.notices import about_account
from service.retry_secrets import keep, take_back
from service.signing import new_seed
from service.store.outbox import recipient_of_notice
from service.store.records import Account, Notice
from service.store.store import StoreUnavailable, Token

log = logging.getLogger("siegelpost.accounts")

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
"""A request sent again this soon, after a lost answer, is shown the token it made again (milliseconds)."""
WISH_OUTLIVES = 120_000
"""A wish is kept this much longer than its code is good (ms): clocks differ."""
SENDING = ThreadPoolExecutor(1, thread_name_prefix="codes")
"""Sends the codes that owners get although the answer is no. Losing one to a crash breaks no promise."""
TOO_MANY = (
    "too many codes were asked for this mailbox or from this network: look for one that came in the last minutes, it is good "
    "for a quarter of an hour, or wait. To an account's owner one may be on its way nevertheless"
)
LOGIN_TOKEN_LIFE = 365 * 86_400_000
MOST_TOKENS = 50
TOKENS_MADE = (200, 86_400)
"""How many tokens an account makes in how many seconds: revoking one is noted in every bucket of the store."""
CODES_PER_NETWORK = (60, 600)
"""How many in how many seconds; kept by the store, so they hold over all processes and fail closed."""

Problem = Literal[
    "too-many-logins", "too-many-invitations", "invalid", "code-wrong", "too-many-tokens", "not-found", "token-shown"
]

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

    text: str = field(repr=False)
    token: Token


@dataclass(frozen=True)
class Again:
    """A request that makes a token and may be sent again.

    ``request`` names it and nothing else, ``shown`` is a secret that its sender shows each time and nobody keeps (the text
    of a token), ``done``: its token was made before, so that nothing may be made now.
    """

    request: str
    shown: str = field(repr=False)
    done: bool


def request_login(context: Context, mail: str, address: str, *, name: str | None, language: str, zone: str) -> None:
    """Send a login code to the mail; an unknown address gets an account, unverified until a code is used.

    Anybody can ask, so what is wished is kept with the code and becomes true when the code is used by a newcomer.

    :param address: network address of who asks, for the rate limits; what they answer does not tell who is known.
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
    now, nonce = context.store.now(), secrets.token_hex(16)
    expires = now + CODE_LIFE
    context.store.keep_wish(account.id, nonce, wish, CODE_LIFE + WISH_OUTLIVES)
    code = context.links.make("login", {"account": account.id, "at": now, "nonce": nonce}, expires)
    facts = LoginFacts(
        hidden_code=context.links.hide("login", code), expires=expires, language=wish["language"], zone=wish["zone"]
    )
    for notice in about_account(LOGIN, account.id, facts, occasion=secrets.token_hex(8), at=now):
        context.store.notify([notice], recipient_of_notice(notice))


def invited_accounts(context: Context, owner: Account, invited: Sequence[str], *, again: bool = False) -> list[str]:
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
        # Written alike for known and unknown addresses: nobody learns by inviting who has an account.
        found.append(
            context.store.create_account(mail=one, name=UNNAMED, language=owner.language, zone=owner.zone).id
            if "@" in one
            else one
        )
    return list(dict.fromkeys(found))


def code_in(context: Context, notice: Notice) -> str:
    """Return the login code that a notice carries to the deliverer; earlier releases wrote it in clear."""
    facts = notice["facts"]
    return str(facts["code"]) if "code" in facts else context.links.reveal("login", facts["hidden_code"])


def confirm_login(context: Context, code: str, address: str, *, name: str) -> tuple[Account, Issued]:
    """Change a login code into a token with all scopes; the address counts as verified from then on.

    A code is good once; sent again within a minute it gives another token and revokes the first, so a lost answer is no lost
    login. Its use ends all other codes of the account. What a newcomer wished who asked for it becomes the account's.

    :param name: what the token is called in the account's list.
    :raises AccountError: ``code-wrong``, ``too-many-logins``.
    """
    _count(context, "code-address", network_of(address), CODES_PER_NETWORK)
    payload = context.links.read("login", code)
    account = None if payload is None else context.store.account(payload["account"])
    if account is None:
        raise AccountError("code-wrong", "this code is wrong or too old: ask for a new one", "/code")
    first = context.store.hit("login-code", code, 1, CODE_LIFE // 1000 + 60).allowed
    assert payload is not None
    # A code made before codes said when: good unless any other was used since.
    if first and not context.store.use_code(account.id, payload.get("at", 0)):
        raise AccountError("code-wrong", "a code for this account was used since: ask for a new one", "/code")
    issued = _login_token(context, account.id, code, name=name, first=first)
    if issued is None:
        raise AccountError("code-wrong", "this code has been used: ask for a new one", "/code")
    if not first:
        return account, issued
    context.store.note_network(account.mail, login_limits.word_of(context, network_of(address)))
    wish = {} if account.verified else context.store.wish(account.id, payload["nonce"])
    verified = context.store.update_account(account.id, verified=True, bouncing=False, **wish)
    return verified or account, issued


def issue_token(
    context: Context,
    account: str,
    *,
    name: str,
    scopes: Sequence[str],
    expires: int | None = None,
    parent: Token | None = None,
    again: Again | None = None,
) -> Issued:
    """Make a token for the account.

    :param expires: milliseconds since 1970, ``None``: never.
    :param parent: the token that makes it; the new one can do no more, lives no longer, and is revoked with it.
    :param again: the request, where it may be sent again: for a minute it is shown the same token.
    :raises AccountError: ``too-many-tokens``; ``token-shown`` where the token was made before and is shown no more, or was
        revoked or expired since.
    """
    if parent is not None:
        scopes = [one for one in scopes if one in parent.scopes]
        expires = min((one for one in (expires, parent.expires) if one is not None), default=None)
    if not (again is not None and again.done) and len(context.store.tokens_of(account)) >= MOST_TOKENS:
        raise AccountError("too-many-tokens", f"an account has at most {MOST_TOKENS} tokens: revoke one first")
    if again is None or not again.done:
        _count(context, "tokens-made", account, TOKENS_MADE, "too-many-tokens")
    issued = _issue(context, account, name=name, scopes=scopes, expires=expires, parent=parent, again=again)
    if issued is None:
        raise AccountError("token-shown", "the token that this request made is shown no more")
    return issued


def may_revoke(token: Token, other: Token) -> bool:
    """Return whether a token may revoke another one of its account.

    Each may end itself. A login's token may end all: its owner can read the account's mail. One that was made by another
    may end what it could have made: what can do no more and lives no longer.
    """
    if token.id == other.id or (token.parent is None and set(SCOPES) <= set(token.scopes)):
        return True
    outlives = token.expires is not None and (other.expires is None or other.expires > token.expires)
    return set(other.scopes) <= set(token.scopes) and not outlives


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
        "kinds": {kind: bool(kinds.get(kind, True)) for kind in switchable()},
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
        prefs["kinds"] = dict.fromkeys(switchable(), False)
    else:
        prefs["muted_matches"] = sorted({*prefs.get("muted_matches", []), match})
        if stopped == "invitations":
            prefs["kinds"] = {**prefs.get("kinds", {}), **dict.fromkeys(uninvited(), False)}
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


def _count(context: Context, name: str, who: str, limit: tuple[int, int], code: Problem = "too-many-logins") -> None:
    if not context.settings.rate_limits:
        return
    allowance = context.store.hit(name, who, *limit)
    if not allowance.allowed:
        raise AccountError(code, "too much was asked for in too short a time: wait a while", "", allowance.reset)


def _new_text() -> str:
    return f"sp_{secrets.token_hex(8)}_{b64(new_seed())}"


def _login_token(context: Context, account: str, code: str, *, name: str, first: bool) -> Issued | None:
    """Make the token of a login. For a request that is sent again it takes the place of the one made before.

    The text is kept nowhere, not even under a key of the code: codes go through the store and can be made again with the
    links' secret, and who has the text of a token can open what is kept for its acts (:mod:`service.retry_secrets`).

    ``None``: the first was more than a minute ago, or its token was revoked since.
    """
    store, request, now, text = context.store, f"login {code}", context.store.now(), _new_text()
    made = token_id(text) or ""
    if first:
        store.keep_token(account, request, f"{made} {now}", max(1, SECOND_USE))
    else:
        before, _, since = (store.kept_token(account, request) or "").partition(" ")
        if not since or now - int(since) > SECOND_USE or store.is_revoked(before):
            return None
        # Of several sent again at once each revokes the one whose place it took, so that one token is left.
        other = (store.replace_kept_token(account, request, f"{made} {since}") or "").partition(" ")[0]
        for one in {before, other} - {made, ""}:
            store.revoke_token(one)
    token = Token(
        id=made,
        account=account,
        sha256=digest_of(text),
        name=name,
        created=now,
        scopes=SCOPES,
        expires=now + LOGIN_TOKEN_LIFE,
    )
    return Issued(text, token) if store.add_token(token) else None


def _issue(
    context: Context,
    account: str,
    *,
    name: str,
    scopes: Sequence[str],
    expires: int | None,
    parent: Token | None = None,
    again: Again | None = None,
) -> Issued | None:
    """Draw and store a token, or return the one that the same request made less than a minute ago.

    ``None``: that is longer ago, or the token, or the one that makes it, was revoked or has expired.
    """
    now = context.store.now()
    drawn: dict[str, Any] = {"text": _new_text(), "created": now, "expires": expires}
    if again is not None:
        found = _drawn_before(context, account, again, drawn)
        if found is None or (found["expires"] is not None and found["expires"] <= now):
            return None
        drawn = found
    text = drawn["text"]
    token = Token(
        id=token_id(text) or "",
        account=account,
        sha256=digest_of(text),
        name=name,
        created=drawn["created"],
        scopes=tuple(one for one in SCOPES if one in scopes),
        expires=drawn["expires"],
        parent=None if parent is None else parent.id,
    )
    return Issued(text, token) if context.store.add_token(token) else None


def _drawn_before(context: Context, account: str, again: Again, drawn: dict[str, Any]) -> dict[str, Any] | None:
    """Return what the same request drew in the last minute; else keep what it has drawn now, if it may still make one.

    It is kept before the token is stored, so a request that was cut off between the two leads to one token.
    """
    store, place = context.store, f"token {account} {again.request}"
    if again.done:
        kept = store.kept_token(account, again.request)
    else:
        text = keep(again.shown, place, canonical(drawn))
        kept = store.keep_token(account, again.request, text, max(1, SECOND_USE)) or text
    opened = None if kept is None else take_back(again.shown, place, kept)
    if opened is None:
        return None
    found: dict[str, Any] = parse(opened)
    return None if store.now() - found["created"] > SECOND_USE else found


__all__ = [
    "MAIL",
    "SCOPES",
    "AccountError",
    "Again",
    "Issued",
    "code_in",
    "confirm_login",
    "digest_of",
    "invited_accounts",
    "is_text_of",
    "issue_token",
    "may_revoke",
    "notifications",
    "request_login",
    "token_id",
    "unsubscribe",
    "unsubscribe_scope",
]
