"""The page of puzzles: the one of today or of a day, its choices, and what came of an answer. It needs no scripts.

Anybody may try; only the first answer of a signed-in account is stored.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from babel.dates import format_date
from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from engine.contract import Language
from service.api.http.blueprint import admit
from service.api.http.current import context
from service.api.http.problems import Problem
from service.api.http.session import refuse_strangers
from service.api.pages.account_page import Visitor, is_ours, page, spoken, stale, visitor
from service.api.puzzles import NONE_YET
from service.calendar import LOCALES
from service.matches import puzzles
from service.matches.puzzles import Posed, Solution, Solved
from service.notifications.digests import PUZZLE_HOUR, puzzle_hour

blp = Blueprint("puzzles-page", __name__)
PATH = "/puzzles"
WISH = "puzzles by mail"
HOURS = [str(one) for one in range(24)]
SHOWN = 14
"""The most puzzles of other days to which the page links."""


@dataclass(frozen=True)
class Line:
    """A choice: its number, its words, and once the puzzle is answered its share in percent."""

    number: int
    words: str
    percent: int | None
    best: bool
    chosen: bool


@blp.get(PATH)
def newest() -> Response:
    """Show the puzzle of today, or the latest if today has none."""
    who, found = visitor(), puzzles.posed(context(), "today")
    if found is None:
        found = next((one for one, _ in puzzles.earlier(context().store, 0, 1)), None)
    return _show(who, found)


@blp.get(f"{PATH}/<puzzle:day>")
def show(day: str) -> Response:
    """Show the puzzle of a day."""
    who = visitor()
    return _show(who, _posed(day))


@blp.post(f"{PATH}/<puzzle:day>")
def answer(day: str) -> Response | Redirect:
    """Answer a puzzle; show what came of it to somebody who only tries."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    who, one = visitor(), _posed(day)
    if who is not None and not is_ours(who, PATH):
        return stale(who.language)
    chosen = request.form.get("choice", "")
    if not chosen.isdecimal() or len(chosen) > 2 or not 1 <= int(chosen) <= len(one.puzzle["moves"]):
        return _show(who, one, status=422)
    account = None if who is None else who.account.id
    found = puzzles.answer(context().store, account, one, int(chosen) - 1)
    return _show(who, one, found) if who is None else redirect(f"{PATH}/{one.day}", 303)


@blp.post(f"{PATH}/by-mail")
def wish() -> Response | Redirect:
    """Set the local hour at which the puzzle of the day comes by mail, or that it does not."""
    refuse_strangers()
    admit(None, optional=True, remembered=True)
    who, hour = visitor(), request.form.get("hour", "")
    if who is None or not is_ours(who, WISH):
        return stale(spoken() if who is None else who.language)
    wanted = int(hour) if hour in HOURS else None
    changed = context().store.change_prefs(who.account.id, lambda before: {**before.prefs, PUZZLE_HOUR: wanted})
    puzzles.want_puzzles(context(), changed or who.account)
    return redirect(PATH, 303)


def _posed(day: str) -> Posed:
    found = puzzles.posed(context(), day)
    if found is None:
        raise Problem("not-found", NONE_YET)
    return found


def _show(who: Visitor | None, one: Posed | None, found: Solution | None = None, status: int = 200) -> Response:
    language, store = spoken() if who is None else who.language, context().store
    others = [(posed.day, _date(posed.day, language)) for posed, _ in puzzles.earlier(store, 0, SHOWN)]
    wish: dict[str, Any] = {} if who is None else {"hour": puzzle_hour(who.account), "wish_key": who.key(WISH)}
    if one is None:
        return page("puzzle.html", language, puzzle=None, others=others, **wish)
    if found is None and who is not None:
        found = puzzles.answered(store, who.account.id, one)
    return page(
        "puzzle.html",
        language,
        status,
        puzzle=one,
        date=_date(one.day, language),
        game=one.game.rules.title_in(language),
        seat=one.names(language)[one.puzzle["seat"]],
        question=one.question(language),
        lines=_lines(one, language, found),
        table=one.table(language),
        solution=found,
        solved=Solved.of(one.found, store.puzzle_counts([one.day])[0]),
        others=[(day, words) for day, words in others if day != one.day],
        key=None if who is None else who.key(PATH),
        **wish,
    )


def _lines(one: Posed, language: Language, found: Solution | None) -> list[Line]:
    return [
        Line(
            place + 1,
            words,
            None if found is None else round(found.values[place] / 10),
            found is not None and found.best == place,
            found is not None and found.choice == place,
        )
        for place, words in enumerate(one.choices(language))
    ]


def _date(day: str, language: Language) -> str:
    return format_date(date.fromisoformat(day), "long", locale=LOCALES[language])
