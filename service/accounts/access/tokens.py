"""API tokens: made, handed on, revoked.

Tokens are random and kept as hashes; their text is shown once. A token made by another one is shown again, within a
minute, if the answer was lost and the same request is repeated; a repeated login makes another token in place of the
first. A token can make others with no more scopes and no longer life, which are revoked with it.

An account's calendar and news feed have private addresses: anybody who has one can read, but do nothing else. Such a
link is signed and names a serial that the account's preferences hold: making a new one, or revoking, invalidates
the old one. The server does not keep its text, so a link is shown once.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from engine.protocol.canon import b64, canonical, parse
from service.accounts import AccountError
from service.accounts.access import scopes
from service.accounts.access.work import count
from service.context import Context
from service.ending import allowed_scopes
from service.keys.signing import keep, new_seed, take_back
from service.store.accounts.tokens import ListFull, Token, TokenKind
from service.store.records import SUBSCRIPTIONS, Account

OWNER, SCOPES, WHOLE = scopes.OWNER, scopes.SCOPES, scopes.WHOLE
TOKEN_TEXT = re.compile(r"sp_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
SECOND_USE = 60_000
"""How soon a request must be repeated after a lost response to be shown its token again (milliseconds)."""
MOST_TOKENS = 50
"""The most tokens per account, not counting browser sessions."""
MOST_OF_KIND: dict[TokenKind, int] = {"login": 20, "session": 20}
"""The most logins and sessions per account: one more replaces the least recently used one, because an owner who can
read the mail must always get in."""
MOST_PER_CLIENT = 5
"""The most tokens one program has for an account, across devices; one more replaces the least recently used one."""
TOKENS_MADE = (200, 86_400)
"""The most tokens an account makes, per seconds: each revocation is stored in every bucket."""


@dataclass(frozen=True)
class Issued:
    """A new token with its text, which is shown only this once."""

    text: str = field(repr=False)
    token: Token


@dataclass(frozen=True)
class Again:
    """A token-making request that may be repeated.

    ``request`` identifies it, ``shown`` is a secret that its sender presents each time and nobody stores (the text of a
    token), ``done``: its token was made before, so that none may be made now.
    """

    request: str
    shown: str = field(repr=False)
    done: bool


def issue_token(
    context: Context,
    account: str,
    *,
    name: str,
    scopes: Sequence[str],
    expires: int | None = None,
    parent: Token | None = None,
    ends_with: Token | None = None,
    again: Again | None = None,
    kind: TokenKind | None = None,
    client: str = "",
    text: str | None = None,
    since: int | None = None,
) -> Issued:
    """Make a token for the account.

    :param expires: milliseconds since 1970, or None for never.
    :param parent: the token that makes it; the new one can do no more, lives no longer, and is revoked with it.
    :param ends_with: a token that bounds its life and is revoked together with it, without bounding its scopes.
    :param again: the request if it may be repeated: for a minute it is shown the same token.
    :param kind: defaults to ``personal`` with a parent, else ``login``. ``client``: an ``app``'s own name.
    :param text: its text, from :func:`new_text`; drawn here by default.
    :param since: without a parent, when it was allowed (ms), see :func:`check_right`.
    :raises AccountError: ``too-many-tokens``; ``code-wrong`` where all tokens were ended since; ``token-shown`` where the token
        was made before and is shown no more, or was revoked or expired since.
    """
    if parent is not None:
        scopes = [one for one in scopes if one in parent.scopes]
    maker = parent or ends_with
    if maker is not None:
        expires = min((one for one in (expires, maker.expires) if one is not None), default=None)
    if again is None or not again.done:
        if len(_counted(context, account)) >= MOST_TOKENS:
            raise _too_many()
        count(context, "tokens-made", account, TOKENS_MADE, "too-many-tokens")
    try:
        issued = _issue(
            context,
            account,
            name=name,
            scopes=scopes,
            expires=expires,
            parent=maker,
            again=again,
            kind=kind or ("personal" if parent else "login"),
            client=client,
            text=text or new_text(),
        )
    except ListFull:  # others were made since
        raise _too_many() from None
    if issued is None:
        raise AccountError("token-shown", "the token made by this request cannot be shown again")
    if since is not None:
        check_right(context, issued.token, since)
    return issued


def has_room(context: Context, account: str) -> bool:
    """Return whether the account may have another token."""
    return len(_counted(context, account)) < MOST_TOKENS


def sign_in(
    context: Context,
    account: str,
    text: str,
    *,
    name: str,
    scopes: tuple[str, ...],
    life: int,
    kind: Literal["login", "session"],
    since: int,
) -> Issued:
    """Store the token of a login or of a browser, with this life in milliseconds, and make room for it.

    :param since: when its code or link was made (ms).
    :raises AccountError: ``code-wrong`` if all tokens were revoked since.

    The text is kept nowhere, not even under a key of the code or link: those go through the store and can be made again with
    the links' secret, and anybody with the text of a token can open what is kept for its acts
    (:mod:`service.keys.signing`).
    Nothing is stored where the sender has sent the code again meanwhile: then this is the token revoked for the other.
    """
    now = context.store.now()
    token = Token(
        id=token_id(text) or "",
        account=account,
        sha256=digest_of(text),
        name=name,
        created=now,
        scopes=allowed_scopes(context.store, account, scopes),
        expires=now + life,
        kind=kind,
    )
    context.store.add_token(token)
    check_right(context, token, since)
    make_room(context, token)
    return Issued(text, token)


def check_right(context: Context, token: Token, since: int, whose: str = "") -> None:
    """Revoke a stored token that was allowed before all tokens of its account were revoked, or whose account is gone.

    :param whose: the account that allowed it; by default its own.

    To be called after the token was stored: revoking all tokens records that first and then revokes the stored ones, so
    one of the two finds the other. Tokens made by tokens do not need this: they end with their makers.
    """
    ended = context.store.tokens_ended(whose or token.account)
    if ended is None or ended >= max(1, since):
        context.store.revoke_token(token.id)
        raise AccountError("code-wrong", "this account was signed out everywhere meanwhile: sign in again", "/code")


def make_room(context: Context, kept: Token) -> None:
    """Revoke the least recently used tokens like the given one until their number is within the limit.

    Logins that have made tokens are spared as long as there are others, because those tokens would be revoked with
    them.
    """
    all_of_them = context.store.tokens_of(kept.account)
    alike = [one for one in all_of_them if (one.kind, one.client) == (kept.kind, kept.client) and one.id != kept.id]
    most = MOST_PER_CLIENT if kept.kind == "app" else MOST_OF_KIND[kept.kind]
    parents = {one.parent for one in all_of_them}
    alike.sort(key=lambda one: (one.id in parents, one.last_use, one.id))
    for one in alike[: max(0, len(alike) + 1 - most)]:
        context.store.revoke_token(one.id)


def _counted(context: Context, account: str) -> list[Token]:
    return [one for one in context.store.tokens_of(account) if one.kind != "session"]


def _too_many() -> AccountError:
    return AccountError("too-many-tokens", f"an account has at most {MOST_TOKENS} tokens: revoke one first")


def may_revoke(token: Token, other: Token, known: Sequence[Token] = ()) -> bool:
    """Return whether a token may revoke another token of its account.

    Every token may revoke itself. A token of a login, or of a browser's, may revoke all: its owner can read the
    account's mail. A token made by another one may revoke those it could have made: those that can do no more and live
    no longer. A program may revoke only the tokens it has made, directly or through tokens that it made.

    :param known: all tokens of the account.
    """
    if token.id == other.id or (token.kind in ("login", "session") and set(OWNER) <= set(token.scopes)):
        return True
    by_id = {one.id: one for one in known}
    if any(one.kind == "app" for one in (token, *_makers(token, by_id))):
        return other.parent == token.id or any(one.id == token.id for one in _makers(other, by_id))
    outlives = token.expires is not None and (other.expires is None or other.expires > token.expires)
    return set(other.scopes) <= set(token.scopes) and not outlives


def program_of(token: Token, known: Sequence[Token]) -> str:
    """Return the id of the token granted to the program behind this one, or an empty string if a person has it.

    :param known: all tokens of the account.
    """
    chain = (token, *_makers(token, {one.id: one for one in known}))
    return next((one.id for one in chain if one.kind == "app"), "")


def _makers(token: Token, by_id: Mapping[str, Token]) -> list[Token]:
    """Yield the token's maker, that one's maker, and so on."""
    found: list[Token] = []
    while (maker := by_id.get(token.parent or "")) is not None and maker not in found:
        found.append(maker)
        token = maker
    return found


def token_id(text: str) -> str | None:
    """Return the id inside a token's text, or ``None`` for text that is no token."""
    found = TOKEN_TEXT.fullmatch(text)
    return None if found is None else f"t_{found.group(1)}"


def is_text_of(token: Token, text: str) -> bool:
    """Return whether the text is that token's, comparing hashes in constant time."""
    return hmac.compare_digest(token.sha256, digest_of(text))


def digest_of(text: str) -> str:
    """Return a token's text in its stored form."""
    return hashlib.sha256(text.encode()).hexdigest()


def new_text() -> str:
    """Return the text of a new token, drawn at random."""
    return f"sp_{secrets.token_hex(8)}_{b64(new_seed())}"


def _issue(
    context: Context,
    account: str,
    *,
    name: str,
    scopes: Sequence[str],
    expires: int | None,
    parent: Token | None,
    again: Again | None,
    kind: TokenKind,
    client: str,
    text: str,
) -> Issued | None:
    """Draw and store a token, or return the one that the same request made less than a minute ago.

    Returns None if that was longer ago, or if the token or its maker was revoked or has expired.
    """
    now = context.store.now()
    drawn: dict[str, Any] = {"text": text, "created": now, "expires": expires}
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
        scopes=allowed_scopes(context.store, account, [one for one in SCOPES if one in scopes]),
        expires=drawn["expires"],
        parent=None if parent is None else parent.id,
        kind=kind,
        client=client,
    )
    sessions = sum(one.kind == "session" for one in context.store.tokens_of(account))
    return Issued(text, token) if context.store.add_token(token, most=MOST_TOKENS + sessions) else None


def _drawn_before(context: Context, account: str, again: Again, drawn: dict[str, Any]) -> dict[str, Any] | None:
    """Return the token drawn by the same request in the last minute; otherwise store the new one, if it may still be
    made.

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


Subscription = Literal["calendar", "news"]
"""Deadlines (iCalendar), and events at the account's tables (Atom)."""
PURPOSE = "subscription"


def make_subscription(context: Context, account: Account, kind: Subscription) -> str:
    """Return the text of a new link, invalidating any earlier one."""
    serial = secrets.token_hex(8)
    context.store.change_prefs(
        account.id, lambda now: {**now.prefs, SUBSCRIPTIONS: {**now.prefs.get(SUBSCRIPTIONS, {}), kind: serial}}
    )
    return context.links.make(PURPOSE, {"account": account.id, "kind": kind, "serial": serial})


def revoke_subscription(context: Context, account: Account, kind: Subscription) -> None:
    """End the link."""

    def without(now: Account) -> dict[str, object]:
        kept = {name: serial for name, serial in now.prefs.get(SUBSCRIPTIONS, {}).items() if name != kind}
        return {**now.prefs, SUBSCRIPTIONS: kept}

    context.store.change_prefs(account.id, without)


def made_subscriptions(account: Account) -> list[Subscription]:
    """Return the kinds of links that the account has."""
    return [one for one in get_args(Subscription) if one in account.prefs.get(SUBSCRIPTIONS, {})]


def subscriber(context: Context, link: str, kind: Subscription) -> Account | None:
    """Return the owner of a link, or None for one that is forged, revoked, or of another kind."""
    payload = context.links.read(PURPOSE, link)
    account = None if payload is None or payload["kind"] != kind else context.store.account(payload["account"])
    if payload is None or account is None:
        return None
    serial = account.prefs.get(SUBSCRIPTIONS, {}).get(kind, "")
    return account if hmac.compare_digest(str(serial).encode(), payload["serial"].encode()) else None
