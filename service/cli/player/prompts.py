"""Texts and prompts of ``siegelpost play`` at a table, in the player's language."""

from __future__ import annotations

from typing import Any

import click

from engine.contract import Language
from engine.kit.text.phrases import book_of


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
