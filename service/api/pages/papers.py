"""Markdown texts for people and programmers (CommonMark with tables), as parts of a page.

Headings get the anchors that GitHub gives them. A fence whose info names a file (``python file=seal.py``) shows that file: what a
reader copies is what the tests run.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

ADDRESSES = ("/", "#", "https://", "http://")
"""Beginnings of link targets. `[player](1..64)` in the protocol is no link, but a list of 1 to 64 players."""
NAMED = re.compile(r"file=(\S+)")


@dataclass(frozen=True)
class Heading:
    """A line of the table of contents."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True)
class Paper:
    """A text as HTML, its title, and its headings below that."""

    title: str
    body: str
    headings: list[Heading]


def paper(
    text: str, file: Callable[[str], str] | None = None, rewrite: Callable[[list[Token]], None] | None = None
) -> Paper:
    """Return a Markdown text as a page shows it; HTML in it is shown as text.

    :param file: returns the content of a file that a fence names.
    :param rewrite: changes the parsed text before anything else; an ``id`` that it gives a heading is kept.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "highlight": _coloured}).enable("table")
    markdown.validateLink = lambda url: url.startswith(ADDRESSES)  # type: ignore[method-assign]
    tokens = markdown.parse(text)
    if rewrite is not None:
        rewrite(tokens)
    title, headings = "", []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            words = _plain(tokens[place + 1])
            anchor = str(token.attrGet("id") or anchor_of(words))
            token.attrSet("id", anchor)
            if token.tag == "h1":
                title = title or words
            else:
                headings.append(Heading(int(token.tag[1:]), anchor, words))
        elif token.type == "fence" and file is not None:
            named = NAMED.search(token.info)
            if named is not None:
                token.content = file(named[1])
    return Paper(title, markdown.renderer.render(tokens, markdown.options, {}), headings)


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading.

    >>> anchor_of("12.8 What a network observer sees")
    '128-what-a-network-observer-sees'
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _plain(inline: Token) -> str:
    return "".join(one.content for one in inline.children or () if one.type in ("text", "code_inline"))


def _coloured(code: str, language: str, info: str) -> str:
    """Return a whole ``pre`` of a fence; a named file is headed by a link to it."""
    if not language:
        return ""  # as plain text
    shown: str = highlight(code, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    # markdown-it takes what begins with <pre as it is; where the file stands is told by the caption above it.
    named = NAMED.search(info)
    name = html.escape(named[1]) if named else ""
    caption = f'<a class="file" href="/docs/guide/{name}">{name}</a>\n' if named else ""
    return f'<pre class="code" tabindex="0">{caption}<code>{shown}</code></pre>\n'


__all__ = ["Heading", "Paper", "anchor_of", "paper"]
