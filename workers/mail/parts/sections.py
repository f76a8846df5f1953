"""The sections of a letter: the content of each kind of news, in the order of the registry's positions."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.match.pauses import stops
from service.calendar import city, span, weekdays
from service.matches.orders import unasked_told
from service.matches.seating.seats import preset_title
from service.notifications.kind import Kind
from service.notifications.kinds import INVITED, KINDS, kind_of
from service.store.records import Account, Notice
from service.text.deleted_names import BOT_IN, as_read
from service.text.names import plain
from workers.mail.letter import Block, Command, Invitation, Link, Listed, Plain, PosedPuzzle, Section
from workers.mail.page import Page
from workers.mail.parts.outcome import outcome, remarks, report, talk
from workers.mail.parts.question import curl_put
from workers.mail.parts.telling import introduced, listed
from workers.mail.reader import Reader
from workers.mail.sentences import NAME


def texts(row: Kind[Any], news: Sequence[Notice], page: Page) -> Plain | None:
    """Return the template's text for each notice of the kind and for those that accompany it; a blank line starts a
    paragraph."""
    told = [one for one in news if row.name in (one["kind"], kind_of(one).goes_with)]
    bodies = [page.reader.words(kind_of(one).words).body(page.telling(one)) for one in told]
    paragraphs = [line for body in bodies for line in _paragraphs(body)]
    return Plain(row.words, paragraphs) if paragraphs else None


def lists(row: Kind[Any], news: Sequence[Notice], page: Page) -> Listed | None:
    """Return the news of a kind about tournaments, each with its tables or standings as a list."""
    words, blocks = page.reader.words(row.words), []
    for one in news:
        if one["kind"] == row.name:
            told = page.telling(one)
            rows = told.facts.get("tables", told.facts.get("rows", []))
            lines = [
                Link(
                    str(words.item(row, listed([who for who in row.get("others", ()) if who], page.reader))),
                    f"{page.public_url}/table/{row['match']}" if "match" in row else "",
                )
                for row in rows
            ]
            link = Link(str(words.page()), f"{page.public_url}/tournament/{told.facts['tournament']}")
            blocks.append(Block(_paragraphs(words.body(told)), lines, link))
    return Listed(row.words, blocks) if blocks else None


def puzzle(row: Kind[Any], news: Sequence[Notice], page: Page) -> PosedPuzzle | None:
    """Return the puzzle of a day; only the address of its page where it cannot be put into words (any more)."""
    one = next((one for one in reversed(news) if one["kind"] == row.name), None)
    if one is None:
        return None
    words, posed = page.reader.words(row.words), one["facts"].get("posed")
    link = Link(str(words.page()), f"{page.public_url}/puzzles/{one['facts']['day']}")
    if posed is None:
        return PosedPuzzle(row.words, [], "", [], "", "", link, None)
    paragraphs = [*_paragraphs(words.lead(posed["title"], posed["seat"])), posed["question"]]
    how = str(words.reply()) if page.takes_replies else ""
    stop = Link(str(words.stop()), posed["stop"])
    return PosedPuzzle(row.words, paragraphs, posed["picture"], posed["choices"], posed["table"], how, link, stop)


def _paragraphs(body: object) -> list[str]:
    """Return the paragraphs of a template's text; a blank line starts one."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", str(body)) if part.strip()]


# An invitation: the host, the game and its length, the seated players, and how to take a seat, by mail, too.


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


# The layout of a letter.


SECTIONS: dict[str, Callable[[Kind[Any], Sequence[Notice], Page], Section | None]] = {
    "plain": texts,
    "listed": lists,
    "posed": puzzle,
    "outcome": outcome,
    "invitation": invitation,
    "report": report,
    "talk": talk,
    "remarks": remarks,
}
"""Fillers of the sections that a row of the registry may name: each gets all news, and returns None for an empty
section."""


def subject_of(news: Sequence[Notice], page: Page) -> str:
    """Return the subject line of a letter about an account: its foremost news, or the names of several tournaments."""
    row = min((kind_of(one) for one in news), key=lambda one: one.rank)
    names = {
        one["facts"]["tournament"]: page.telling(one).facts["name"] for one in news if kind_of(one).section == "listed"
    }
    if row.section == "listed" and len(names) > 1:
        return str(page.reader.say.of_tournaments([*names.values()]))
    foremost = next(one for one in reversed(news) if one["kind"] == row.name)
    return str(page.reader.words(row.words).subject(page.telling(foremost)))


def sections_of(news: Sequence[Notice], page: Page) -> list[Section]:
    """Return the sections of a letter, from above."""
    layout = kind_of(news[0]).layout
    rows = sorted(
        (one for one in KINDS.values() if one.section and one.layout == layout and not one.goes_with),
        key=lambda one: one.position,
    )
    found = [SECTIONS[row.section](row, news, page) for row in rows]
    return [one for one in found if one is not None]
