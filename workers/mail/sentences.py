"""The words of a language and the templates around them.

Words live in ``templates/<language>``, one Jinja macro per sentence: ``sentences.txt`` has those common to all letters,
and every kind of news has its own file. ``match``, ``account`` and ``login`` are the layouts, ``sections`` those of
their parts, shared by all languages. The text part is rendered without escaping, the HTML part with escaping; an
undefined name is an error.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound

from engine.contract import Language
from engine.kit.text.phrases import ENGLISH, wrapped
from service.text.names import plain
from workers.mail.letter import Choice, DigestLetter, Letter, Link, LoginLetter, Section

Part = Literal["text", "html"]

TEMPLATES = [Path(__file__).parent / "templates"]
"""Folders with templates; the first that contains a template wins."""
WIDTH = 72
FOLDED_FROM = 6
"""The number of choices above which those that differ in a few words are listed by these words only."""
SHORT_CHOICE = 24
"""The most characters of the differing words for which choices are listed by these only."""
SIGNATURE = "-- \n"
"""The line above the foot of a text part, by which mail programs know it."""
NAME = 60
"""The most characters of a name that a letter shows."""


FIELD = re.compile(r"\((-?\d+), (-?\d+)\)")
DOLLARS = re.compile(r"(?<=\d) (?=\$)")


def kept(text: str) -> str:
    """Return a text with non-breaking blanks inside fields and sums of money: ``(1, 3)``, ``6 $``.

    >>> kept("(1, -3) for 6 $") == "(1,\\u00a0-3) for 6\\u00a0$"
    True
    """
    return DOLLARS.sub("\u00a0", FIELD.sub("(\\1,\u00a0\\2)", text))


def wrap(text: str) -> str:
    """Break a sentence into lines of at most 72 columns; longer words (ids, links) stay whole."""
    return "\n".join(wrapped(kept(text), WIDTH, words=False))


def item(text: str, mark: str = "- ") -> str:
    """Return a sentence as a list item with its continuation lines indented."""
    return "\n".join(wrapped(kept(text), WIDTH, mark, " " * len(mark), words=False))


def heading(text: str) -> str:
    """Return a heading that stands out in plain text."""
    lines = wrap(text)
    return f"{lines}\n{'-' * max(len(line) for line in lines.splitlines())}"


def choices(listed: Sequence[Choice]) -> str:
    """Return moves as the lines of a letter, each group below its heading.

    With a move go its JSON (on a line of its own if both are too long for one), its price, and, if it has no number to
    answer with, its link. Of many moves that differ in a few words, only these words are listed.
    """
    if not any(one.json or one.price for one in listed):
        return "\n".join(line for block in _blocks(listed) for line in _in_few_lines(block))
    return "\n".join(_one_by_one(listed))


def _blocks(listed: Sequence[Choice]) -> list[list[Choice]]:
    """Return choices divided at each group heading."""
    found: list[list[Choice]] = []
    for one in listed:
        if one.group or not found:
            found.append([])
        found[-1].append(one)
    return found


def _in_few_lines(listed: Sequence[Choice]) -> list[str]:
    said = [kept(one.words).split(" ") for one in listed]
    before, after = _alike(said), _alike([words[::-1] for words in said])
    least = min(map(len, said))
    if len(listed) <= FOLDED_FROM or before + after >= least or not before + after:
        return _one_by_one(listed)
    unlike = [" ".join(words[before : len(words) - after]) for words in said]
    if max(map(len, unlike)) > SHORT_CHOICE:
        return _one_by_one(listed)
    frame = [*said[0][:before], "\u2026", *(said[0][-after:] if after else [])]
    marks = [f"[{one.number}]\u00a0" if one.number else "" for one in listed]
    each = " \u00b7 ".join(mark + text.replace(" ", "\u00a0") for mark, text in zip(marks, unlike, strict=True))
    title = [f"{listed[0].group}:"] if listed[0].group else []
    return [*title, wrap(f"{' '.join(frame)}:"), wrap(each).replace("]\u00a0", "] ")]


def _alike(said: Sequence[Sequence[str]]) -> int:
    """Return with how many words all begin."""
    return next((at for at, words in enumerate(zip(*said, strict=False)) if len({*words}) > 1), min(map(len, said)))


def _one_by_one(listed: Sequence[Choice]) -> list[str]:
    beside = [one for one in listed if len(_mark(one)) + len(one.words) + len(one.json) + 1 <= WIDTH]
    column = max((len(one.words) for one in beside), default=0)
    lines = []
    for one in listed:
        line = f"{_mark(one)}{one.words:<{column}} {one.json}"
        lines += [f"{one.group}:"] if one.group else []
        below = [one.json] if one.json and len(line) > WIDTH else []
        lines.append(line if one.json and not below else item(one.words, _mark(one)))
        lines += [item(one.price, "    ")] if one.price else []
        lines += [f"    {text}" for text in (*below, one.url if one.few and not one.number else "") if text]
    return lines


def _mark(one: Choice) -> str:
    return f"[{one.number}] " if one.number else "- "


def name(text: str) -> str:
    """Return a name, cut to the length shown in a letter."""
    return plain(text, NAME)


def short(text: str) -> str:
    """Return a name, cut to the length that fits a subject."""
    return plain(text, 24)


@cache
def environment(part: Part) -> Environment:
    """Return the templates' environment for one part of a mail."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=part == "html",  # noqa: S701  # the text part is not markup: escaping would show "&amp;" to people
        auto_reload=False,  # the templates of an update belong to the code of the update
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"wrap": wrap, "item": item, "choices": choices, "name": name, "short": short}
    made.globals["heading"] = heading
    return made


@cache
def sentences(language: Language, part: Part = "text") -> Any:
    """Return an object with one method per sentence common to all letters of the language."""
    return words(language, "sentences", part)


@cache
def words(language: Language, kind: str, part: Part = "text") -> Any:
    """Return an object with one method per sentence of one kind's template; in English what the language lacks."""
    made = environment(part)
    said: dict[str, object] = {}
    for one in dict.fromkeys((ENGLISH, language)):
        with suppress(TemplateNotFound):
            said |= vars(made.get_template(f"{one}/{kind}.txt").module)
    return SimpleNamespace(**said)


def render(letter: Letter, part: Part, language: Language, legal: Sequence[Link] = ()) -> str:
    """Return one part of a mail, which ends with the links of the operator's own pages. Sections are rendered first,
    split into those above the questions and those below the table."""
    end = "txt" if part == "text" else "html"
    say = sentences(language, part)
    made = environment(part)
    above, below = _sections(letter.sections, part, language)
    tables = letter.tables if isinstance(letter, DigestLetter) else []
    told = [[*_sections(one.sections, part, language)[0]] for one in tables]
    own = words(language, letter.words, part) if isinstance(letter, LoginLetter) else None
    text = made.get_template(f"{letter.layout}.{end}").render(
        vars(letter)
        | {"say": say, "words": own, "language": language, "above": above, "below": below, "told": told, "legal": legal}
    )
    text = (text if part == "text" else kept(text)).strip("\n") + "\n"
    if part == "text" and legal:
        text += "" if SIGNATURE in text else f"\n{SIGNATURE}"
        text += "".join(f"{one.label}: {one.url}\n" for one in legal)
    return text


def _sections(sections: Sequence[Section], part: Part, language: Language) -> tuple[list[str], list[str]]:
    """Return the text of sections above the questions, and of those below the table."""
    end, say = "txt" if part == "text" else "html", sentences(language, part)
    above, below = [], []
    for section in sections:
        parts: Any = environment(part).get_template(f"sections/{section.layout}.{end}").module
        spoken = words(language, section.words, part)
        above.append(parts.above(section, say, spoken).strip("\n"))
        if hasattr(parts, "below"):
            below.append(parts.below(section, say, spoken).strip("\n"))
    return above, below
