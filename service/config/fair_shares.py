"""Fair shares of what all accounts have in common: newcomers together may use half of it, and guests half of that.

Anybody can make accounts, so a budget that all share would be a lever: who makes enough of them stops everybody. The other
half is left to accounts that have been here for a week, which nobody can make in a day. A guest takes not even an address.

Who signs up, or plays as a guest, has no account yet. There the second half of the pot costs a proof of work
(:mod:`service.accounts.access.work`).
"""

from __future__ import annotations

from service.store.accounts.limits import Budget
from service.store.records import Account
from service.store.store import Store

ESTABLISHED_AFTER = 7 * 86_400_000
"""How long ago an account must have been made (ms) to count as no newcomer's."""


def half(most: int) -> int:
    """Return how much of a common pot may be used by those for whom the rest is not reserved."""
    return -(-most // 2)


def common_budgets(store: Store, account: Account, name: str, most: int, window: int) -> list[Budget]:
    """Return the budgets that an act of an account counts for besides its own, the narrower one first.

    :param most: how much all accounts together may do in the window of so many seconds.
    """
    common = Budget(name, "all", most, window)
    is_new = not account.verified or store.now() - account.created < ESTABLISHED_AFTER
    guests = [Budget(name, "guests", -(-most // 4), window)] if account.is_guest else []
    newcomers = [Budget(name, "newcomers", half(most), window)] if is_new else []
    return [*guests, *newcomers, common]


__all__ = ["ESTABLISHED_AFTER", "common_budgets", "half"]
