"""Texts and questions of commands away from the table, in the player's language. ``prompts`` asks for moves."""

from __future__ import annotations

from engine.contract import Language
from engine.kit.text.phrases import book_of


def answer(language: Language, key: str, /, **facts: object) -> str:
    """Return a sentence in a language.

    >>> answer("de", "you-are", name="Ada", server="https://siegelpost.example")
    'Du bist Ada auf https://siegelpost.example.'
    """
    return book_of("service.cli", language).say(f"answers.{key}", **facts)
