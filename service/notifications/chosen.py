"""Notices for channels that an account sets up for itself: queued for those who have, and for nobody else.

Mail goes to everybody, so its copies are made where something happens, without asking the store. A copy for each browser that
nobody has would double what the deliverers do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from service.notifications.channels import CHANNELS, Route
from service.notifications.kinds import kind_of
from service.store.keys import MAIL
from service.store.records import Notice, Transition
from service.store.store import Store


def with_chosen(store: Store, steps: Sequence[Transition]) -> list[Transition]:
    """Return the steps, their notices with copies for the channels that the accounts have set up; one round trip at most."""
    accounts = sorted({notice["account"] for step in steps for _, notice in _wanted(step)})
    if not accounts:
        return list(steps)
    prefs = dict(zip(accounts, store.prefs_of(accounts), strict=True))
    return [replace(step, notices=[*step.notices, *_copies(step, prefs)]) for step in steps]


def _wanted(step: Transition) -> Iterator[tuple[Route, Notice]]:
    """Yield the notices that are carried by channels which an account sets up, with each such channel."""
    for notice in step.notices:
        if notice.get("channel", MAIL) == MAIL:
            for route in CHANNELS.values():
                if route.preference and route.carries(kind_of(notice)):
                    yield route, notice


def _copies(step: Transition, prefs: Mapping[str, Mapping[str, Any]]) -> Iterator[Notice]:
    for route, notice in _wanted(step):
        if prefs[notice["account"]].get(route.preference):
            copy = notice.copy()
            copy.pop("event", None)  # it comes with the letter
            copy["channel"] = route.name
            yield copy


__all__ = ["with_chosen"]
