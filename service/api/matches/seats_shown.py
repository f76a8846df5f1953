"""Representations of people at a table that still waits for players: invited guests; language and punctuality of those seated.

Guests are shown to the table's owner alone; the rest helps others decide whether to sit down with these people.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.protocol.log import timestamp
from service.context import Context
from service.matches.absence.absence import in_public
from service.matches.seating.guests import shown_guests
from service.matches.seating.inviting import address_digest, guest_name
from service.store.keys import ACCOUNT
from service.store.records import Record
from service.store.store import Store


def show_guests(context: Context, shown: dict[str, Any], record: Record, account: str | None) -> None:
    """Fill ``guests`` of a match, as :func:`~service.api.matches.representations.match` makes it."""
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


def show_people(store: Store, matches: Sequence[dict[str, Any]]) -> None:
    """Fill ``language`` and ``reliability`` of the seats of these matches.

    The matches are as :func:`~service.api.matches.representations.summary` makes them.

    Only of those in the lobby, and of people; what a match that runs costs to show stays as it is.
    """
    seats = [seat for one in matches if one["status"] == "lobby" for seat in one["seats"] if _is_person(seat)]
    if not seats:
        return
    people = store.seated(sorted({seat["player"] for seat in seats}))
    for seat in seats:
        language, answered = people[seat["player"]]
        seat["language"], seat["reliability"] = language or None, in_public(answered)


def _is_person(seat: dict[str, Any]) -> bool:
    return seat["bot"] is None and seat["player"] is not None and bool(ACCOUNT.fullmatch(seat["player"]))
