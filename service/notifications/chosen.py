"""Notices for channels that an account sets up for itself: queued for those who have, and for nobody else.

Mail goes to everybody, so its copies are made where something happens, without asking the store. A copy for each browser that
nobody has would double what the deliverers do.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.notifications.channels import CHANNELS
from service.notifications.kinds import kind_of
from service.store.keys import MAIL
from service.store.records import Notice
from service.store.store import Store


def with_chosen(store: Store, notices: Sequence[Notice]) -> list[Notice]:
    """Return the notices, and copies of them for the channels that their accounts have set up; one round trip at most."""
    routes = [one for one in CHANNELS.values() if one.preference]
    wanted = [
        (route, notice)
        for notice in notices
        for route in routes
        if notice.get("channel", MAIL) == MAIL and route.carries(kind_of(notice))
    ]
    if not wanted:
        return list(notices)
    accounts = sorted({notice["account"] for _, notice in wanted})
    prefs = dict(zip(accounts, store.prefs_of(accounts), strict=True))
    copies = []
    for route, notice in wanted:
        if prefs[notice["account"]].get(route.preference):
            copy = notice.copy()
            copy.pop("event", None)  # it comes with the letter
            copy["channel"] = route.name
            copies.append(copy)
    return [*notices, *copies]


__all__ = ["with_chosen"]
