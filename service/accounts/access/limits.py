"""Rate limits of accounts and networks."""

from __future__ import annotations

from service.accounts.errors import AccountError, AccountErrorCode
from service.context import Context


def count(
    context: Context, name: str, who: str, limit: tuple[int, int], code: AccountErrorCode = "too-many-logins"
) -> None:
    """Count one more against a limit per seconds. :raises AccountError: with that code, when the limit is exceeded."""
    if not context.settings.rate_limits:
        return
    allowance = context.store.hit(name, who, *limit)
    if not allowance.allowed:
        raise AccountError(code, "there were too many requests in a short time: wait a while", "", allowance.reset)
