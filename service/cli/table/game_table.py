"""Showing a game's table in the terminal: with the game's own drawing, else in its plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from engine.contract import Language
from engine.kit.terminal import Field, Line, Terminal, terminal_of
from engine.registry import OtherData, UnknownRules, game, game_with
from service.cli.player.exits import Failed
from service.cli.table.match_facts import MatchFacts


def table(
    facts: MatchFacts,
    view: Mapping[str, Any],
    console: Console,
    language: Language,
    choices: Mapping[Field, str] | None = None,
    *,
    brief: bool = False,
) -> RenderableType:
    """Return the table as the view's owner sees it; ``choices`` are labels to print on fields, ``brief`` is for choosing.

    :raises Failed: when the match is played with cards that are not on this machine.
    """
    names = facts.names
    shorter = terminal(facts).brief(dict(view), names, language) if brief else None
    if shorter is not None:
        return Text(shorter)
    try:
        drawn = terminal_of(game(facts.rules)).table(
            dict(view),
            names,
            language=language,
            columns=console.width,
            choices=choices,
            ascii_only=console.options.ascii_only,
        )
        if drawn is not None:
            return drawing(drawn)
        words = game_with(facts.rules, facts.data, facts.options).words
    except UnknownRules:
        raise Failed(f"this version of siegelpost does not know the rules {facts.rules}: install a newer one") from None
    except OtherData as error:
        raise Failed(f"{error}; name a folder with them in SIEGELPOST_RULE_DATA") from error
    return Text(words.table(dict(view), names, language))


def drawing(lines: Sequence[Line]) -> RenderableType:
    """Return a game's own drawing in the terminal's form."""
    return Group(*(Text.assemble(*line.pieces) for line in lines))


def terminal(facts: MatchFacts) -> Terminal:
    """Return the game's support for terminals; empty if the match's cards are not on this machine."""
    try:
        return terminal_of(game_with(facts.rules, facts.data, facts.options))
    except (UnknownRules, OtherData):
        return Terminal()


def time_left(seconds: int | None, language: Language = "en") -> str:
    """Return a time left in at most two units.

    >>> time_left(93784), time_left(93784, "de")
    ('1 d 2 h', '1 T. 2 Std.')
    >>> time_left(59)
    '59 s'
    """
    german = language == "de"
    if seconds is None:
        return "ohne Frist" if german else "no deadline"
    if seconds <= 0:
        return "abgelaufen" if german else "time is up"
    units = ("T.", "Std.", "Min.", "Sek.") if german else ("d", "h", "min", "s")
    counts = (seconds // 86_400, seconds // 3_600 % 24, seconds // 60 % 60, seconds % 60)
    parts = list(zip(counts, units, strict=True))
    first = next(index for index, (count, _) in enumerate(parts) if count)
    return " ".join(f"{count} {unit}" for count, unit in parts[first : first + 2] if count)


def local_time(text: str | None) -> str:
    """Return an RFC 3339 time in this machine's zone, and the zone, like ``2026-11-21 20:00 CET``: the same in every language."""
    if text is None:
        return ""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone()
    return moment.strftime("%Y-%m-%d %H:%M %Z").rstrip()
