"""Texts and questions of commands away from the table, in the player's language; and durations and weekdays as they are typed
and printed. ``prompts`` asks for moves.
"""

import re
from typing import Any

import click

from engine.contract import Language
from engine.kit.text.phrases import book_of


def answer(language: Language, key: str, /, **facts: object) -> str:
    """Return a sentence in a language.

    >>> answer("de", "you-are", name="Ada", server="https://siegelpost.example")
    'Du bist Ada auf https://siegelpost.example.'
    """
    return book_of("service.cli", language).say(f"answers.{key}", **facts)


UNITS = {"s": 1, "min": 60, "h": 3_600, "d": 86_400}
DAYS = {"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7}


class Duration(click.ParamType[int]):
    """A length of time like ``2d``, ``12h``, ``30min``, ``45s``, in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seconds."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([0-9]{1,6})\s*(s|min|h|d)", str(value).strip().lower())
        if found is None:
            self.fail(f"{value!r} is not a duration like 2d, 12h, 30min or 45s", param, ctx)
        return int(found[1]) * UNITS[found[2]]


class Weekdays(click.ParamType[list[int]]):
    """Days like ``mon,wed,fri`` or ``mon-fri``, as ISO weekdays."""

    name = "weekdays"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[int]:
        """Return the days as numbers; 1 is Monday."""
        if isinstance(value, list):
            return value
        days: set[int] = set()
        for part in str(value).lower().split(","):
            first, _, last = part.strip().partition("-")
            if first not in DAYS or (last and last not in DAYS):
                self.fail(f"{part!r} is not a day like mon, or days like mon-fri", param, ctx)
            days |= set(range(DAYS[first], DAYS[last or first] + 1))
        return sorted(days)


def short(seconds: int) -> str:
    """Return a length of time as it is typed, with a space, such as ``2 d`` or ``90 min``."""
    unit, size = next((unit, size) for unit, size in reversed(UNITS.items()) if seconds % size == 0)
    return f"{seconds // size} {unit}"


def _means(language: Language, answer: str) -> list[str]:
    """Return the words that people may type for ``yes`` or ``no``."""
    return book_of("service.cli", language).alternatives(f"words.{answer}")


def said(language: Language, key: str, **facts: object) -> str:
    """Return a sentence in a language.

    >>> said("de", "time-left", left="2 h")
    'Zeit: 2 h'
    """
    return book_of("service.cli", language).say(f"prompts.{key}", **facts)


class YesOrNo(click.ParamType[bool]):
    """Yes or no in the player's language, also in English."""

    name = "yes or no"

    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        """Return whether it means yes."""
        if isinstance(value, bool):
            return value
        text = str(value).strip().lower()
        if text in _means(self._language, "yes"):
            return True
        if text not in _means(self._language, "no"):
            self.fail(said(self._language, "yes-or-no", text=text), param, ctx)
        return False


def confirmed(language: Language, key: str, **facts: object) -> bool:
    """Ask for a confirmation; an empty answer means yes."""
    brackets = f"[{_means(language, 'yes')[0].upper()}/{_means(language, 'no')[0]}]"
    asked: bool = click.prompt(
        f"{said(language, key, **facts)} {brackets}", type=YesOrNo(language), default=True, show_default=False
    )
    return asked


def asked_for_sure(language: Language, question: str) -> bool:
    """Ask whether the player is sure; an empty answer means no."""
    brackets = f"[{_means(language, 'yes')[0]}/{_means(language, 'no')[0].upper()}]"
    sure: bool = click.prompt(f"{question} {brackets}", type=YesOrNo(language), default=False, show_default=False)
    return sure
