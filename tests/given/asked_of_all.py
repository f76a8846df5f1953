"""Matches of which the store says that they ask an account nothing, held against what the list of what waits would show of them.

The store may name too many as asking something, never too few: those it leaves out nobody reads.
"""

from engine.match.table import Table
from service.api.account import waiting
from service.api.account.waiting import QUESTIONS, offers
from service.context import Context
from service.store import keys
from service.store.records import Record


def asks_something(record: Record, account: str) -> bool:
    """Return whether the list would show anything of a match: what waits, what is offered, what stands beside decisions."""
    shown = (
        waiting.waiting(record, account),
        waiting.reveals(record, account),
        waiting.consents(record, account),
        waiting.absences(record, account),
        waiting.handings(record, account),
        offers(record, account),
    )
    return any(shown)


def people_at(table: Table) -> list[str]:
    """Return the accounts at a table."""
    return [one["player"] for one in table["seats"] if one["player"] and keys.ACCOUNT.fullmatch(one["player"])]


def overlooked(context: Context, record: Record) -> list[str]:
    """Return the accounts at a match that would not be shown what it asks them."""
    asked = [one for one in people_at(record.table) if asks_something(record, one)]
    return [one for one in asked if record.match not in context.store.may_ask(one, QUESTIONS)]
