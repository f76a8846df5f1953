"""The sentences of a language and the templates around them.

Words live in ``templates/<language>/sentences.txt``, one Jinja macro per sentence; ``match`` and ``login`` are the layouts,
shared by all languages. The text part is rendered without escaping, the HTML part with it; an undefined name is an error.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine.contract import Language

TEMPLATES = Path(__file__).parent / "templates"
WIDTH = 72


def wrap(text: str) -> str:
    """Break a sentence into lines of at most 72 columns; longer words (ids, links) stay whole."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def item(text: str) -> str:
    """Return a sentence as a list item with its continuation lines indented."""
    return textwrap.fill(
        text, WIDTH, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def heading(text: str) -> str:
    """Return a heading that stands out in plain text."""
    lines = wrap(text)
    return f"{lines}\n{'-' * max(len(line) for line in lines.splitlines())}"


def choices(listed: Sequence[Any]) -> str:
    """Return moves in words, each with its JSON beside it, or below it where both do not fit one line."""
    beside = [one for one in listed if len(one.words) + len(one.json) + 3 <= WIDTH]
    column = max((len(one.words) for one in beside), default=0)
    lines = []
    for one in listed:
        line = f"- {one.words:<{column}} {one.json}"
        lines.append(line if len(line) <= WIDTH else f"{item(one.words)}\n    {one.json}")
    return "\n".join(lines)


@cache
def environment(part: Literal["text", "html"]) -> Environment:
    """Return the templates' environment for one part of a mail."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=part == "html",  # noqa: S701  # the text part is not markup: escaping would show "&amp;" to people
        auto_reload=False,  # the templates of an update belong to the code of the update
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"wrap": wrap, "item": item, "choices": choices}
    made.globals["heading"] = heading
    return made


@cache
def sentences(language: Language, part: Literal["text", "html"] = "text") -> Any:
    """Return an object with one method per sentence of the language."""
    return environment(part).get_template(f"{language}/sentences.txt").module


def render(
    layout: Literal["match", "login"], part: Literal["text", "html"], language: Language, facts: SimpleNamespace
) -> str:
    """Return one part of a mail."""
    template = environment(part).get_template(f"{layout}.{'txt' if part == 'text' else 'html'}")
    text = template.render(vars(facts) | {"say": sentences(language, part), "language": language})
    return text.strip("\n") + "\n"
