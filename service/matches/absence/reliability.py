"""Reliability: the share of a player's recent answers that came in time where people waited; and tables that require a
minimum.

Answers are counted where a decision is resolved (:mod:`workers.resolve.step`): an answer by the player or the player's
orders is in time, one by the rules is not. Two accounts of one person can raise each other's number, as in everything
else.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.match.table import LeastReliability
from service.store.records import Account

LEAST_ASKED = 10
"""The fewest questions for a reliability; below that, the player is a newcomer."""


class Reliability(NamedTuple):
    """A player's remembered questions, and how many of them were answered in time."""

    asked: int
    answered: int

    @property
    def percent(self) -> int | None:
        """The percentage answered in time, rounded down; None for newcomers."""
        return None if self.asked < LEAST_ASKED else 100 * self.answered // self.asked


def reliability_of(answered: str) -> Reliability:
    """Return the reliability for an account's ``answered``.

    >>> reliability_of("1101111111").percent
    90
    """
    return Reliability(answered.count("1") + answered.count("0"), answered.count("1"))


def lets_in(condition: LeastReliability, account: Account) -> bool:
    """Return whether a table with a minimum reliability admits an account."""
    percent = reliability_of(account.answered).percent
    return condition["newcomers"] if percent is None else percent >= condition["percent"]


def of_account(account: Account) -> dict[str, Any] | None:
    """Return the account's own reliability as JSON, or None for bots."""
    found = reliability_of(account.answered)
    return None if account.owner else {**found._asdict(), "percent": found.percent}


def in_public(answered: str) -> dict[str, Any] | None:
    """Return the public part of a reliability as JSON, or None for newcomers."""
    found = reliability_of(answered)
    return None if found.percent is None else {**found._asdict(), "percent": found.percent}


__all__ = ["LEAST_ASKED", "Reliability", "in_public", "lets_in", "of_account", "reliability_of"]
