"""An invitation in a letter: the host, the game and its length, the seated players, and how to take a seat, by mail,
too."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.match.pauses import stops
from service.calendar import city, span, weekdays
from service.matches.orders import unasked_told
from service.matches.seating.seats import preset_title
from service.notifications.kind import Kind
from service.notifications.kinds import INVITED, kind_of
from service.store.records import Account, Notice
from service.text.deleted_names import BOT_IN, as_read
from service.text.names import plain
from workers.mail.letter import Command, Invitation
from workers.mail.page import Page
from workers.mail.parts.question import curl_put
from workers.mail.parts.telling import introduced, listed
from workers.mail.reader import Reader
from workers.mail.sentences import NAME


def invitation(row: Kind[Any], news: Sequence[Notice], page: Page) -> Invitation | None:
    """Return the latest invitation among the news."""
    notice = next((one for one in reversed(news) if one["kind"] == row.name), None)
    if notice is None:
        return None
    reader, words = page.reader, page.reader.words(row.words)
    match, secret, rules = notice["match"], notice["facts"]["invitation"], page.rules.rules
    by = notice["facts"]["by"]
    return Invitation(
        row.words,
        by=introduced(by) if reader.newcomer else plain(by, NAME),
        newcomer=bool(reader.newcomer),
        game=page.game_title,
        title="" if page.title == page.game_title else page.title,
        about=" ".join(one[reader.language] for one in (rules.about, rules.length) if reader.language in one),
        terms=[*_terms(page, words), *filter(None, [unasked_told(page.match.table, None, reader.language)])],
        commands=[]
        if not reader.programmer
        else [
            Command(str(reader.say.with_program()), f"siegelpost join {match} --invitation {shlex.quote(secret)}"),
            Command(str(words.with_curl()), curl_put(f"{page.match_url}/seats/me", {"invitation": secret})),
        ],
    )


def as_invited(account: Account, news: Sequence[Notice]) -> Account:
    """Return the account as letters with this news address it: newcomers read the language of the invitation."""
    spoken = next((one["facts"]["language"] for one in reversed(news) if kind_of(one) is INVITED), None)
    return replace(account, language=spoken) if spoken and not account.verified else account


def _terms(page: Page, words: Any) -> list[str]:
    """Return what a guest should know before taking a seat; individual options only for programmers."""
    reader, table = page.reader, page.match.table
    taken = sum(seat["player"] is not None for seat in table["seats"])
    lines = [_seated(page, words, taken), _pace(table["pace"], reader, words)]
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


def _seated(page: Page, words: Any, taken: int) -> Any:
    """Return the seated players, by name where all of them can be named, and how many seats are free."""
    reader, seats = page.reader, page.match.table["seats"]
    names = [as_read(seat["name"], reader.language) for seat in seats if seat["player"] is not None]
    told = [_told(one, reader) for one in names]
    together = listed(told, reader) if told and all(told) else ""
    return words.seats(taken, len(seats), together)


def _told(name: str, reader: Reader) -> str:
    mark = BOT_IN[reader.language] if name.endswith(BOT_IN[reader.language]) else ""
    if not reader.newcomer:
        return plain(name, NAME)
    found = introduced(name.removesuffix(mark))
    # One word each: several seats of three words would hold whole sentences, as one's own accounts can be named.
    return found + mark if found and " " not in found else ""


def _pace(pace: dict[str, Any], reader: Reader, words: Any) -> str:
    if pace["kind"] == "duration":
        counted, time = pace.get("counted"), span(pace["seconds"], reader.language)
        if counted is None:
            return str(words.pace_duration(time))
        left_out = [day for day in range(1, 8) if day not in counted["weekdays"]]
        return str(
            words.pace_counted(time, weekdays(left_out, reader.language), city(counted["zone"], reader.language))
        )
    zone = city(pace["zone"], reader.language)
    if len(pace["weekdays"]) == 7:
        return str(words.pace_daily_every(pace["time"], zone))
    return str(words.pace_daily(weekdays(pace["weekdays"], reader.language), pace["time"], zone))
