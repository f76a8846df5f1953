"""The question in a letter: deadline, choices, consequence of silence, how to send the answer; the subject line.

Letters also offer commands for copying: requests to the API with ``curl``.
"""

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from engine.contract import Move
from engine.kit.text.particulars import Group, Seen, advice_in_words, choice_in_words, details_of, particulars_of
from engine.match.asking import decision_of
from engine.match.table import Standing
from service.matches.numbering import ALL_CHOICES, Numbered, answerable, foremost, in_order, short_list
from service.notifications.asks import Ask, asks, optional_asks
from service.notifications.kinds import MORE_TIME, TIME_DECIDED, asking, kind_of
from service.notifications.notices import seat_told
from service.store.records import Notice
from workers.mail.letter import Choice, Command, Link, Question
from workers.mail.page import Page
from workers.mail.parts.ahead import ahead_lines, ending_lines
from workers.mail.parts.matters import leads


def curl_put(url: str, body: dict[str, Any]) -> str:
    """Return the command that PUTs a body."""
    return f"{curl_start(url)} -d {shlex.quote(compact(body))}"


def curl_start(url: str) -> str:
    """Return a ``curl`` command that answers a question, up to the request's body."""
    return (
        f'curl -X PUT {shlex.quote(url)} -H "Authorization: Bearer $SIEGELPOST_TOKEN"'
        " -H 'Content-Type: application/json'"
    )


def compact(value: Any) -> str:
    """Return JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


FEW = 6
"""The most choices for which a question gets a button each, in every letter. Beyond that it has a list whose lines are
links, and one button for all, however many of them the letter lists."""

DEADLINE_MOVES = (MORE_TIME, TIME_DECIDED)
GIVEN = ("granted", "operator")
"""Outcomes of a request for time, or orders of the operator, that move a deadline."""

Choose = Callable[[Numbered], str]
"""Takes a question with all its choices; returns the address of the page that answers it."""


def questions(
    news: Sequence[Notice],
    page: Page,
    listed: Sequence[Numbered] = (),
    choose: Choose | None = None,
    more_time: Mapping[str, Link] | None = None,
) -> list[Question]:
    """Return every question open to the reader's seat, the most urgent first, then the optional ones.

    :param listed: those that can be answered by mail, with numbered choices.
    :param choose: returns the pages that answer with a choice; None if the letter has no such buttons.
    :param more_time: by decision, the links for taking more time; where nobody waits, only a reminder has them.
    """
    seat = seat_told(news)
    by_id = {one.standing["id"]: one for one in listed}
    open_here = {} if choose is None or seat is None else {one["id"]: one for one in answerable(page.match, seat)}
    near = {notice.get("decision") for notice in news if kind_of(notice).speech == "reminds"}
    found = []
    asked = asks(page.match, seat, news)
    for ask in (*asked, *optional_asks(page.match, seat, asked)):
        assert seat is not None
        if ask.kind == "open":
            found.append(_opening(ask, page, seat, decision_url(page, ask.standing)))
        else:
            own = by_id.get(ask.standing["id"])
            buttons = choose if ask.standing["id"] in open_here else None
            question = answer_to(ask, page, seat, near=ask.standing["id"] in near, listed=own, choose=buttons)
            if moves_deadline_only(news) and not ask.standing["optional"]:
                asked_still = page.rules.words.question(decision_of(ask.standing), page.reader.language)
                question = replace(question, title=str(page.reader.words(asking(ask.kind).words).still(asked_still)))
            wanted = ask.standing["id"] in near or _has_company(page, seat)
            found.append(replace(question, time=(more_time or {}).get(ask.standing["id"]) if wanted else None))
    return found


def _has_company(page: Page, seat: int) -> bool:
    """Return whether other people at the table are waiting: alone with bots, more time deserves a link only shortly
    before the deadline."""
    return any(one["bot"] is None for number, one in enumerate(page.match.table["seats"]) if number != seat)


def headline(news: Sequence[Notice], page: Page) -> tuple[list[str], str]:
    """Return what the subject says after the table, in wordings from long to short, and the kind of news that it comes
    from.

    :raises LookupError: when none of the news has a subject, so that there is no letter.
    """
    leading = [kind_of(one) for one in news if leads(one)]
    told = sorted(
        (kind_of(one) for one in news if kind_of(one).speech == "tells"),
        key=lambda row: (0 if row in leading else row.rank, row.rank),
    )
    asked = asks(page.match, seat_told(news), news)
    first = told[0] if told else None
    asks_more = first is not None and (first in leading or not asked or first.rank < asking(asked[0].kind).rank)
    if asked and not asks_more and not moves_deadline_only(news):
        return _question_lines(asked[0], page, reminding=any(kind_of(one).speech == "reminds" for one in news))
    if first is None:
        raise LookupError("nothing is asked or told")
    notice = next(one for one in reversed(news) if one["kind"] == first.name)
    words, telling = page.reader.words(first.words), page.telling(notice)
    if asked and moves_deadline_only(news):
        place, by = page.reader.place(asked[0].standing["id"]), page.reader.short_moment(asked[0].until)
        return [str(words.moved(telling, place, by)), str(page.reader.say.deadline_moved(place, by))], first.name
    if not asked:
        return [str(words.subject(telling))], first.name
    said = words.in_short(telling) if hasattr(words, "in_short") else words.subject(telling)
    return [f"{said}{due_in_short(asked[0].standing, asked[0].until, page)}"], first.name


def due_in_short(standing: Standing, until: int | None, page: Page) -> str:
    """Return the turn and the deadline of a question in the form used at the end of a subject."""
    return str(page.reader.say.due(page.reader.place(standing["id"]), page.reader.short_moment(until)))


def moves_deadline_only(news: Sequence[Notice]) -> bool:
    """Return whether the only news is a moved deadline, so that a known question must not look like a new one."""
    return all(kind_of(one) in DEADLINE_MOVES and one["facts"].get("what", "granted") in GIVEN for one in news)


def decision_url(page: Page, standing: Standing) -> str:
    """Return the API address of a decision."""
    return f"{page.match_url}/decisions/{quote(standing['id'], safe='')}"


def _question_lines(ask: Ask, page: Page, *, reminding: bool) -> tuple[list[str], str]:
    reader, row = page.reader, asking(ask.kind, reminding=reminding)
    place, by = reader.place(ask.standing["id"]), reader.short_moment(ask.until)
    question = page.rules.words.question(decision_of(ask.standing), reader.language)
    line = reader.words(row.words).subject
    return [str(line(place, question, by)), str(line(place, reader.say.your_turn(), by))], row.name


def answer_to(
    ask: Ask, page: Page, seat: int, *, near: bool = False, listed: Numbered | None = None, choose: Choose | None = None
) -> Question:
    """Return a decision's question with its choices: numbered if ``listed``, with links if ``choose`` is given."""
    url = decision_url(page, ask.standing)
    reader, record, game, standing = page.reader, page.match, page.rules, ask.standing
    say, language = reader.say, reader.language
    assert record.state is not None
    words = reader.words(asking(ask.kind, reminding=near).words)

    seen = Seen(decision_of(standing), page.view(seat), language, page.names)

    particulars = particulars_of(game)

    def said(move: Move) -> str:
        return choice_in_words(game, move, seen)

    silence = game.fallback(record.state, seat, standing["id"], "absent")
    until = say.no_deadline() if ask.until is None else say.until(reader.moment(ask.until), reader.left(ask.until))
    why = particulars.why(seen)
    terms = [] if why is None else [why]
    terms += [say.optional()] if standing["optional"] and ask.until is None else [until]
    terms += [say.sealed()] if standing["sealed"] else []
    terms += [] if standing["optional"] else [say.silence(said(silence))]
    question = game.words.question(decision_of(standing), language)
    title = say.may_answer(question) if standing["optional"] else words.title(question)
    moves = game.moves(record.state, seat, standing["id"])
    best = foremost(record, seat, moves)
    shown = short_list(moves, best) if listed is None else list(listed.moves)
    first = 0 if listed is None else listed.first
    ordered = in_order(moves, best)  # it begins with those that are shown
    offered = ordered[:ALL_CHOICES]
    way = "" if choose is None or not moves else choose(Numbered(standing, tuple(offered), 1))
    few = len(moves) <= FEW
    hidden = ordered[len(shown) :]
    divide = particulars.group if listed is None else particulars.section
    # Those that the game advises come first in any order, one of each kind.
    groups = (
        {} if few else {at: divide(move, seen) for at, move in enumerate(shown) if listed is None or at >= len(best)}
    )
    beyond = particulars.beyond(shown, hidden, language, written=listed is not None) if best else None
    notes = [beyond or "", "" if standing["optional"] else advice_in_words(game, seen)]
    commands = [Command(str(say.with_program()), f"siegelpost play {record.match}")] if reader.programmer else []
    if commands and moves and not (standing["sealed"] and record.table["custody"] == "client"):
        lead = say.with_curl_sealed() if standing["sealed"] else say.with_curl_open()
        door = "commitment" if standing["sealed"] else "move"
        commands.append(Command(str(lead), curl_put(f"{url}/{door}", {"move": moves[0]})))
    return Question(
        title=str(title),
        terms=[str(line) for line in terms],
        choices=[
            Choice(
                said(shown[place]),
                compact(shown[place]) if reader.programmer else "",
                first + place if first else 0,
                f"{way}/{place + 1}" if way and place < len(offered) else "",
                few,
                details_of(game, shown[place], seen),
                title,
            )
            for place, title in _divided(len(shown), groups)
        ],
        more=_more(hidden, [particulars.group(move, seen) for move in hidden], say),
        elsewhere=f"{url}/moves" if reader.programmer else way or page.table_url,
        how=str(say.how_to_answer()),
        commands=commands,
        url=way,
        about=particulars.about(seen) or "",
        # What the rules advise is about what they wait for.
        note=" ".join(filter(None, notes)),
        ahead=[]
        if listed is None
        else [*ending_lines(listed, offered, said, say), *ahead_lines(record, seat, listed, say, language)],
    )


def _divided(count: int, groups: Mapping[int, Group | None]) -> Iterator[tuple[int, str]]:
    """Yield the indices of the choices, group by group, each with the heading that comes above it.

    A choice keeps its number; only the order of display follows the groups.
    """
    before = ""
    for place in sorted(range(count), key=lambda one: 0 if (group := groups.get(one)) is None else group.place):
        group = groups.get(place)
        title = "" if group is None else group.title
        yield place, "" if title == before else title
        before = title


def _more(hidden: Sequence[Move], groups: Sequence[Group | None], say: Any) -> str:
    """Return how many choices a letter leaves out, and of what kind, where the game groups them."""
    if not hidden:
        return ""
    kinds = Counter(sorted((one.place, one.title) for one in groups if one is not None))
    told = [f"{count} × {title}" if len(kinds) > 1 else title for (_, title), count in kinds.items()]
    return str(say.more_choices(len(hidden), told))


def _opening(ask: Ask, page: Page, seat: int, url: str) -> Question:
    reader, until = page.reader, ask.until
    words = reader.words(asking(ask.kind).words)
    question = page.rules.words.question(decision_of(ask.standing), reader.language)
    ours = any(lock["seat"] == seat and lock["custody"] != "client" for lock in ask.standing["locked"])
    when = reader.say.no_deadline() if until is None else words.until(reader.moment(until), reader.left(until))
    return Question(
        title=str(words.title(question)),
        terms=[str(when), str(words.we_cannot_open() if ours else words.only_you_can_open())],
        choices=[],
        more="",
        elsewhere="",
        how=str(words.how_to_open()),
        commands=[
            Command(str(words.with_program()), f"siegelpost play {page.match.match}"),
            Command(str(words.with_curl()), f"{curl_start(f'{url}/opening')} --data-binary @opening.json"),
        ]
        if reader.programmer
        else [],
    )
