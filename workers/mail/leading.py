"""News that come before the questions of a letter: they want something of their reader, or say why the reader is asked at all."""

from __future__ import annotations

from service.notifications.kinds import KEY_ASKED, PAUSE, PUT_BACK, SUBSTITUTE_READY, SUBSTITUTED, kind_of
from service.store.records import Notice


def leads(notice: Notice) -> bool:
    """Return whether a piece of news stands above the choices, and has the subject of its letter."""
    row, facts = kind_of(notice), notice["facts"]
    if row is PAUSE:
        return bool(facts["what"] == "wished")
    if row is SUBSTITUTE_READY:
        return bool(facts.get("back"))
    if row is SUBSTITUTED:
        return bool(facts["about"] == notice["seat"])
    return row in (KEY_ASKED, PUT_BACK)


__all__ = ["leads"]
