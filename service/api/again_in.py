"""When something that was asked for too often can be asked for again, in words for people."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from babel.dates import format_timedelta

from engine.contract import Language

UNITS: tuple[tuple[int, int, Literal["day", "hour", "minute"]], ...] = (
    (2 * 86_400, 86_400, "day"),
    (2 * 3_600, 3_600, "hour"),
    (0, 60, "minute"),
)
"""From how many seconds on a wait is told in units of how many, and what these are called."""


def again_in(seconds: int, language: Language) -> str:
    """Return a wait in its largest fitting unit, rounded up. In German a sentence begins with it.

    >>> again_in(61, "en"), again_in(7_000, "de"), again_in(86_000, "de"), again_in(1_100_000, "en")
    ('in 2 minutes', 'In 117 Minuten', 'In 24 Stunden', 'in 13 days')
    """
    unit, name = next((unit, name) for least, unit, name in UNITS if seconds >= least)
    whole = timedelta(seconds=max(1, -(-seconds // unit)) * unit)
    told = format_timedelta(whole, name, threshold=10**6, add_direction=True, locale=language)
    return told[0].upper() + told[1:] if language == "de" else told


__all__ = ["again_in"]
