"""Going on with accounts that go (deleted or blocked ones, idle guests), in a thread of the clock: some things can only be
done when a match is over, and what the command line orders has no keys to sign with."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from engine.kit.rule_data import BadData
from service.accounts.guest_accounts import idle_guests
from service.config.settings import Settings
from service.context import Context
from service.keys.signing import KeyMissing
from service.matches.departure import depart, go_on_with_all, leave_lobbies
from service.store.connection.connect import StoreUnavailable, Unreadable

EVERY = 30.0
"""Seconds between two looks at the list."""

log = logging.getLogger("siegelpost.clock")


def go_on_for_ever(context: Context, sleep: Callable[[float], None] = time.sleep) -> None:
    """Look again and again; outages of the store are waited out."""
    while True:
        try:
            for guest in idle_guests(context):
                depart(context, guest)
            gone = go_on_with_all(context)
            leave_lobbies(context)
        except (StoreUnavailable, Unreadable) as error:
            log.warning("accounts that go, or are blocked, are looked at later: %s", type(error).__name__)
            gone = 0
        if gone:
            log.info("%d accounts are deleted: as their owners wished, or guests' that rested", gone)
        sleep(EVERY)


def start_departures(settings: Settings) -> None:
    """Go on in a thread of its own; without the keys that leaving a match needs there is none, and a warning."""
    try:
        context = Context.open(settings)
    except (KeyMissing, BadData) as error:
        log.warning("this clock does not go on with deleting accounts: %s", error)
        return
    threading.Thread(target=go_on_for_ever, args=(context,), name="departures", daemon=True).start()


__all__ = ["go_on_for_ever", "start_departures"]
