"""Blocked accounts: they can read, export their data and delete themselves, but do nothing at any table.

The block works through tokens: all existing ones end, and new ones can neither play nor create matches. Letters and
buttons act without a token, so they check the block; so does everything that affects others through another scope:
vacations, which stop clocks, the time zone and the quiet hours, which move deadlines, bots, and new addresses of
webhooks. A blocked account is no longer ready to substitute for anybody.

Its seats count as absent: standing orders go on answering, then the rules do, and the others are asked as usual. Nobody
at the table is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocol.log import timestamp
from service.ending import end_tokens
from service.store.accounts.operators import Blocking
from service.store.store import Store

NOT_WHILE_BLOCKED = ("match:play", "match:create", "league:write")


def allowed_scopes(store: Store, account: str, scopes: Sequence[str]) -> tuple[str, ...]:
    """Return those of the scopes that a token of the account may have now."""
    if not set(NOT_WHILE_BLOCKED) & set(scopes) or store.blocking(account) is None:
        return tuple(scopes)
    return tuple(one for one in scopes if one not in NOT_WHILE_BLOCKED)


def why_blocked(store: Store, account: str) -> str | None:
    """Return when and why an account was blocked, in words for its owner, or ``None`` if it is not blocked."""
    found = store.blocking(account)
    return None if found is None else f"your account is blocked, since {timestamp(found.since)[:10]}: {found.why}"


def block(store: Store, account: str, why: str) -> int:
    """Block an account and its bots, and revoke all their tokens; return how many tokens that were.

    Blocking again changes the reason but not the time.
    """
    ended = _block(store, account, why)  # before its bots are read: one that is made meanwhile finds its owner blocked
    return ended + sum(_block(store, bot, why) for bot in store.bots_of(account))


def _block(store: Store, account: str, why: str) -> int:
    before = store.blocking(account)
    store.block(account, Blocking(store.now() if before is None else before.since, why))
    store.unlist_bot(account)
    return end_tokens(store, account)


def unblock(store: Store, account: str) -> bool:
    """Let an account and its bots play again; return ``False`` if it was not blocked. Its limited tokens are revoked, too."""
    was = store.unblock(account)
    for one in (account, *store.bots_of(account)):
        store.unblock(one)
        if was:
            end_tokens(store, one)
    return was
