"""The page for a person whose request is refused before the API sees it, as ``service.api.refused_page`` says other refusals."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.http import parse_accept_header

from engine.contract import Language
from service.api.account_page import book
from service.api.refused_page import prefers_pages

POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'"
TOO_LARGE = 413
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Siegelpost</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body class="page">
<main><h1>{title}</h1><p>{words}</p><p><a href="/">{home}</a></p></main>
</body>
</html>
"""


def page_of(headers: Mapping[str, str], path: str, status: int) -> str | None:
    """Return the page; ``None`` for programs, and for what they ask for.

    :param headers: the request's as far as they could be read, named as in WSGI without ``HTTP_``.
    """
    if not prefers_pages(parse_accept_header(headers.get("ACCEPT"), MIMEAccept), path):
        return None
    best = parse_accept_header(headers.get("ACCEPT_LANGUAGE"), LanguageAccept).best_match(["en", "de"])
    language: Language = "de" if best == "de" else "en"
    say, said = book(language).say, "large" if status == TOO_LARGE else "wrong"
    words = {"title": f"refused.{said}_title", "words": f"refused.{said}", "home": "refused.home"}
    return PAGE.format(language=language, **{name: escape(say(key)) for name, key in words.items()})


__all__ = ["POLICY", "page_of"]
