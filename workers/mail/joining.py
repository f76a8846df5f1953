"""An invitation in a letter: who invites, on what terms, how to sit down, and for newcomers how to log in first."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from typing import Any

from engine.match.vacations import stops
from service.matches.titles import preset_title
from service.moments import city, span, weekdays
from service.notifications.kinds import Kind
from service.notifications.plain import plain
from service.store.records import Notice
from workers.mail.commands import curl_put
from workers.mail.letter import Command, Invitation
from workers.mail.page import Page
from workers.mail.reader import Reader
from workers.mail.sentences import NAME


def invitation(row: Kind[Any], news: Sequence[Notice], page: Page) -> Invitation | None:
    """Return the latest invitation among the news."""
    notice = next((one for one in reversed(news) if one["kind"] == row.name), None)
    if notice is None:
        return None
    reader, words = page.reader, page.reader.words(row.words)
    match, secret = notice["match"], notice["facts"]["invitation"]
    return Invitation(
        row.words,
        # By name only where the reader has an account, for names are free text.
        by="" if reader.newcomer else plain(notice["facts"]["by"], NAME),
        game=page.game_title,
        title=page.title,
        terms=_terms(page, words),
        commands=[]
        if not reader.programmer
        else [
            Command(str(reader.say.with_program()), f"siegelpost join {match} --invitation {shlex.quote(secret)}"),
            Command(str(words.with_curl()), curl_put(f"{page.match_url}/seats/me", {"invitation": secret})),
        ],
    )


def _terms(page: Page, words: Any) -> list[str]:
    """Return what somebody who is invited should know before sitting down; the options one by one only for programmers."""
    reader, table = page.reader, page.match.table
    taken = sum(seat["player"] is not None for seat in table["seats"])
    lines = [words.seats(taken, len(table["seats"])), _pace(table["pace"], reader, words)]
    if table.get("nights") == "kept" and reader.night is not None:
        lines.append(words.by_day(reader.night.begins, reader.night.ends))
    if stops(table):
        lines.append(words.clock_stops())
    preset = preset_title(page.rules.rules, table["options"], reader.language)
    lines = [*([words.preset(preset)] if preset else []), *lines]
    if not reader.programmer:
        return [str(line) for line in lines]
    named = sorted(table["options"].items(), key=lambda option: (option[0] != "preset", option[0]))
    options = ", ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in named)
    return [str(line) for line in (*lines, *([words.options(plain(options))] if options else []))]


def _pace(pace: dict[str, Any], reader: Reader, words: Any) -> str:
    if pace["kind"] == "duration":
        return str(words.pace_duration(span(pace["seconds"], reader.language)))
    zone = city(pace["zone"], reader.language)
    if len(pace["weekdays"]) == 7:
        return str(words.pace_daily_every(pace["time"], zone))
    return str(words.pace_daily(weekdays(pace["weekdays"], reader.language), pace["time"], zone))


__all__ = ["invitation"]
