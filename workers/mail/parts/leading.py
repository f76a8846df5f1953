"""News that comes before the questions of a letter: it needs an answer, or explains why the reader is asked at all.

A reader who has just been replaced may be able to ask to come back by answering.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.substitutes import former_seat, substitutes_agreed
from service.matches.absence.substitutes import signs
from service.notifications.kinds import KEY_ASKED, PAUSE, PUT_BACK, SUBSTITUTE_READY, SUBSTITUTED, kind_of
from service.notifications.notices import seat_told
from service.store.records import Notice
from workers.mail.page import Page


def leads(notice: Notice) -> bool:
    """Return whether a piece of news appears above the choices, and gives the letter its subject."""
    row, facts = kind_of(notice), notice["facts"]
    if row is PAUSE:
        return bool(facts["what"] == "wished")
    if row is SUBSTITUTE_READY:
        return bool(facts.get("back"))
    if row is SUBSTITUTED:
        return bool(facts["about"] == notice["seat"])
    return row in (KEY_ASKED, PUT_BACK)


def seat_left(news: Sequence[Notice], page: Page, account: str) -> int | None:
    """Return the seat that the reader may ask back by mail, or None if this letter does not report its takeover.

    Taking back a seat that signs needs a key, which a mail cannot carry.
    """
    table = page.match.table
    told = [one for one in news if kind_of(one) is SUBSTITUTED and one["seat"] is None]
    if not told or seat_told(news) is not None or table["status"] != "running" or not substitutes_agreed(table):
        return None
    facts, seat = SUBSTITUTED.facts_of(told[-1]), former_seat(table, account)
    if seat is None or facts["about"] != seat or facts.get("back") or signs(table["seats"][seat]):
        return None
    return seat


__all__ = ["leads", "seat_left"]
