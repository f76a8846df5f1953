"""Whom the owner of a table has invited, as its page shows it: to nobody else, and only while it waits for players."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.protocol.log import timestamp
from service.context import Context
from service.matches.guests import shown_guests
from service.matches.inviting import address_digest, guest_name
from service.store.records import Record


def show_guests(context: Context, shown: dict[str, Any], record: Record, account: str | None) -> None:
    """Fill ``guests`` of a match, as :func:`~service.api.representations.match` makes it."""
    table = record.table
    guests = table.get("guests", [])
    if not guests or account != table["owner"] or table["status"] != "lobby":
        return
    accounts = context.store.accounts([one["account"] for one in guests])
    shown["guests"] = [
        {
            "guest": one.guest,
            "mail": one.mail or None,
            "sent_at": timestamp(one.at),
            "times": one.times,
            "state": one.became,
            "again": one.again,
        }
        for one in shown_guests(
            table, accounts, record.now, partial(address_digest, context), partial(guest_name, context, record.match)
        )
    ]


__all__ = ["show_guests"]
