"""The language of a page: the one it is asked for, else the one that this browser has read here before, else its own.

The pages' modules note in a cookie what their reader reads (``static/language.js``): the account's language, or what a visitor
has chosen. It says nothing of who that is, and pages without modules speak it, too.
"""

from __future__ import annotations

from flask import request

from engine.contract import Language
from service.moments import language_of

COOKIE = "siegelpost-language"
LANGUAGES = ("en", "de")


def of_reader(*asked: str | None, otherwise: str = "en") -> Language:
    """Return the first of ``asked`` that is one of ours, else what the browser has read here before, else its own language;
    ``otherwise`` for one that speaks neither of ours."""
    wished = (*asked, request.cookies.get(COOKIE), request.accept_languages.best_match(LANGUAGES), otherwise)
    return language_of(next((one for one in wished if one in LANGUAGES), "en"))


__all__ = ["COOKIE", "LANGUAGES", "of_reader"]
