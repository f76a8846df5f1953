"""Reliability: the share of a player's recent answers that came in time where people waited; and tables that require it.

Answers are counted where a decision is resolved (:mod:`workers.resolve.step`): an own answer or one by own orders is in
time, one that the rules gave is not. Two accounts of one person can raise each other's number, as in everything else.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.match.table import LeastReliability
from service.store.records import Account

LEAST_ASKED = 10
"""Who was asked less often is a newcomer, of whom nothing is said."""


class Reliability(NamedTuple):
    """Number of remembered questions to a player, and number of those answered in time."""

    asked: int
    answered: int

    @property
    def percent(self) -> int | None:
        """The share answered in time, rounded down; ``None`` for newcomers."""
        return None if self.asked < LEAST_ASKED else 100 * self.answered // self.asked


def reliability_of(answered: str) -> Reliability:
    """Return the reliability that ``answered`` of an account says.

    >>> reliability_of("1101111111").percent
    90
    """
    return Reliability(answered.count("1") + answered.count("0"), answered.count("1"))


def lets_in(condition: LeastReliability, account: Account) -> bool:
    """Return whether a table that asks for reliability takes an account."""
    percent = reliability_of(account.answered).percent
    return condition["newcomers"] if percent is None else percent >= condition["percent"]


def of_account(account: Account) -> dict[str, Any] | None:
    """Return the account's own reliability as JSON; ``None`` for bots."""
    found = reliability_of(account.answered)
    return None if account.owner else {**found._asdict(), "percent": found.percent}


def in_public(answered: str) -> dict[str, Any] | None:
    """Return what everybody may see of a reliability, as JSON; of newcomers nothing."""
    found = reliability_of(answered)
    return None if found.percent is None else {**found._asdict(), "percent": found.percent}


__all__ = ["LEAST_ASKED", "Reliability", "in_public", "lets_in", "of_account", "reliability_of"]
