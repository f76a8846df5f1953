"""API tokens: made, handed on, revoked.

Tokens are random and kept as hashes; their text is shown once. One that a token made is shown once more within a minute to
whoever lost the answer and sends the very same request again; a login sent again makes another in place of the first. A token
makes others that can do no more and live no longer, and they go with it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.protocol.canon import b64, canonical, parse
from service.accounts.access import scopes
from service.accounts.access.limits import count
from service.accounts.blocking import allowed_scopes
from service.accounts.errors import AccountError
from service.context import Context
from service.keys.signing import keep, new_seed, take_back
from service.store.accounts.tokens import ListFull, Token, TokenKind

SCOPES, WHOLE = scopes.SCOPES, scopes.WHOLE
TOKEN_TEXT = re.compile(r"sp_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
SECOND_USE = 60_000
"""A request sent again this soon, after a lost response, is shown the token that it made, once more (milliseconds)."""
MOST_TOKENS = 50
"""How many tokens an account has, sessions of browsers not counted."""
MOST_OF_KIND: dict[TokenKind, int] = {"login": 20, "session": 20}
"""How many logins and sessions an account has: one more takes the place of the one used least lately, because an owner who can
read the mail must always get in."""
MOST_PER_CLIENT = 5
"""How many tokens one program has for an account, on as many devices; one more takes the place of the one used least lately."""
TOKENS_MADE = (200, 86_400)
"""How many tokens an account makes in how many seconds: revoking one is noted in every bucket of the store."""


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

    :param expires: milliseconds since 1970, ``None``: never.
    :param parent: the token that makes it; the new one can do no more, lives no longer, and is revoked with it.
    :param ends_with: a token that it lives no longer than and is revoked with, without being bound to its scopes.
    :param again: the request, where it may be sent again: for a minute it is shown the same token.
    :param kind: left out: ``personal`` with a parent, else ``login``. ``client``: what an ``app`` calls itself.
    :param text: its text, from :func:`new_text`; left out: drawn here.
    :param since: where no token makes it: when it was allowed (ms), see :func:`check_right`.
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
        raise AccountError("token-shown", "the token that this request made is shown no more")
    if since is not None:
        check_right(context, issued.token, since)
    return issued


def has_room(context: Context, account: str) -> bool:
    """Return whether the account may have one token more."""
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
    """Store the token of a login or of a browser, which lives for so many milliseconds, and make room for it.

    :param since: when the code or link was made that it is for (ms).
    :raises AccountError: ``code-wrong`` where all tokens were ended since.

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
    """Take a token back that was allowed before all tokens of its account were ended, or whose account is gone.

    :param whose: the account that allowed it; left out: its own.

    Asked after the token was stored: whoever ends all tokens notes that first and takes back what is stored after it, so
    either he finds this one or this finds the note. Tokens that others make need none of this: they end with their makers.
    """
    ended = context.store.tokens_ended(whose or token.account)
    if ended is None or ended >= max(1, since):
        context.store.revoke_token(token.id)
        raise AccountError("code-wrong", "everything was signed out of this account meanwhile: sign in again", "/code")


def make_room(context: Context, kept: Token) -> None:
    """Revoke the tokens used least lately of those like one that was just made, until there are no more than there may be.

    Logins that have made tokens are spared as long as there are others: those tokens would go with them.
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

    Every token may revoke itself. A token of a login, or of a browser's, may revoke all: its owner can read the account's
    mail. A token made by another one may revoke those it could have made: those that can do no more and live no longer.
    Somebody's program may revoke those it has made, and no others; so may each token that it has made, or that one of
    those has made, and so on.

    :param known: all tokens of the account.
    """
    if token.id == other.id or (token.kind in ("login", "session") and set(WHOLE) <= set(token.scopes)):
        return True
    by_id = {one.id: one for one in known}
    if any(one.kind == "app" for one in (token, *_makers(token, by_id))):
        return other.parent == token.id or any(one.id == token.id for one in _makers(other, by_id))
    outlives = token.expires is not None and (other.expires is None or other.expires > token.expires)
    return set(other.scopes) <= set(token.scopes) and not outlives


def program_of(token: Token, known: Sequence[Token]) -> str:
    """Return the id of the token granted to the program that has or made this one, or an empty text if a person has it.

    :param known: all tokens of the account.
    """
    chain = (token, *_makers(token, {one.id: one for one in known}))
    return next((one.id for one in chain if one.kind == "app"), "")


def _makers(token: Token, by_id: Mapping[str, Token]) -> list[Token]:
    """Return the token that has made this one, the one that has made that, and so on."""
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
    """Return whether the text is that token's; compares hashes in constant time."""
    return hmac.compare_digest(token.sha256, digest_of(text))


def digest_of(text: str) -> str:
    """Return how a token's text is stored."""
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

    ``None``: that is longer ago, or the token, or the one that makes it, was revoked or has expired.
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
