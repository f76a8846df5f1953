"""The page behind the buttons of a letter: shows one question, what an answer would be in words, and answers it by POST.

Mail scanners open links before any person does, and some send HEAD or POST of their own: none of it does anything, for the
form carries a text of its own (``once``) that this page has signed for this link. A scanner that fills in and sends the
forms of pages it has opened cannot be told from a person; whoever has such a scanner switches the buttons off.

The link answers this one question and shows nothing that the letter did not: no hand, no table, not what was answered. A
reader who is signed in with the account sees the table beside it, and after answering the choices of the next question. The
browser that answered is told what came of it, as far as everybody at the table may know it, and may take a sealed answer
back until it is opened: it keeps a text for that, in a cookie for the pages of this link alone.

What may be said ahead about later questions is offered in the same form, as plain lists to choose from.
"""

from __future__ import annotations

import json
import logging
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from engine.contract import Language, Move
from engine.kit.ahead import Ahead, Wishes
from engine.kit.text.particulars import Seen, choice_in_words, details_of, note_on
from engine.kit.text.phrases import language_of
from engine.match.asking import decision_of
from engine.protocol.canon import b64
from engine.registry import game_of
from service.api.http.blueprint import admit_anybody
from service.api.http.current import context
from service.api.http.long_poll import wake_soon
from service.api.http.session import is_secure, refuse_strangers, session_token
from service.api.pages.account_page import book, spoken
from service.api.pages.account_page import page as account_page
from service.api.pages.choice_aftermath import Aftermath, aftermath_of, came_of, counted, is_open
from service.calendar import moment
from service.choices.ahead import (
    Given,
    SaidAhead,
    answers_after,
    end_ahead,
    given_with,
    may_answer_again,
    may_say_ahead,
    may_take_back,
    say_with,
    sealed_by,
    take_back,
)
from service.choices.answering import (
    Asked,
    Closed,
    Shut,
    choose,
    find,
    is_blocked,
    look,
    make_choice_link,
    questions_of,
    why_no_links,
)
from service.keys.signing import new_seed
from service.matches.errors import ActError
from service.matches.numbering import Numbered, as_last_time, digest_of, foremost, short_list
from service.matches.receipts import Acted
from service.matches.seating.seats import seat_of, title_of
from service.notifications.asks import asks
from service.store.records import Account, Record
from service.text.deleted_names import names_as_read
from service.text.names import plain


@dataclass(frozen=True)
class Line:
    """A choice: its number, its words, its price and what is left (empty if free)."""

    number: int
    words: str
    price: str = ""


def seen_by(asked: Asked) -> Seen:
    """Return the question as its addressee sees it."""
    table, state, language = asked.record.table, asked.record.state, language_of(asked.account.language)
    assert state is not None
    names = [plain(name, 60) for name in names_as_read(table["seats"], language)]
    return Seen(decision_of(asked.standing), game_of(table).view(state, asked.seat), language, names)


def line_of(asked: Asked, number: int, move: Move, seen: Seen) -> Line:
    """Return a choice in words."""
    game = game_of(asked.record.table)
    return Line(number, choice_in_words(game, move, seen), details_of(game, move, seen))


FEW = 6
"""The most choices shown on the page; with more there is a link to the page that lists them."""


@dataclass(frozen=True)
class NextQuestion:
    """The link of the next question, and its choices; no choices if there are many."""

    link: str
    lines: Sequence[Line]


def next_question(record: Record, account: Account, decision: str) -> NextQuestion | None:
    """Return the reader's next question after ``decision``, or ``None`` if a link can answer none."""
    seat = seat_of(record.table, account.id)
    if seat is None or why_no_links(account, record, seat) is not None or is_blocked(context(), account):
        return None
    ask = next((one for one in asks(record, seat) if one.standing["id"] != decision), None)
    found = [one for one in questions_of(record, seat) if ask is not None and one.standing["id"] == ask.standing["id"]]
    if not found or record.state is None:
        return None
    link = make_choice_link(context().links, account, record.match, seat, digest_of([found[0]]))
    asked = Asked(account, record, seat, found[0].standing, found[0].moves)
    seen, shown = seen_by(asked), asked.moves if len(asked.moves) <= FEW else ()
    lines = [line_of(asked, number, move, seen) for number, move in enumerate(shown, 1)]
    return NextQuestion(link, lines)


LISTS = 3
"""The most wishes per part on this page: one, and an alternative; more by mail, at the table and by the API."""


@dataclass(frozen=True)
class Told:
    """The outcome of wishes given with a choice: each part's in words, and whether they are ``lasting``; ``refused`` is the
    store's reason, else empty.
    """

    sentences: list[str]
    lasting: bool = False
    replaced: bool = False
    refused: str = ""


def lists_for(asked: Asked, move: Move, language: Language) -> list[Ahead]:
    """Return what may be said ahead with a choice."""
    return may_say_ahead(asked.record, asked.seat, asked.standing, move, language)


def wishes_in(form: Mapping[str, str], asked: Asked, move: Move) -> Wishes | None:
    """Return the wishes in a form (perhaps none), or None if it contains something that the page did not offer."""
    found: dict[str, list[str]] = {}
    for one in lists_for(asked, move, "en"):
        names = {wish.name for wish in one.wishes}
        said = [name for place in range(1, LISTS + 1) if (name := form.get(f"ahead-{one.part}-{place}", ""))]
        if not names.issuperset(said):
            return None
        if said:
            found[one.part] = list(dict.fromkeys(said))
    return found


def told(
    asked: Asked, move: Move, wishes: Wishes, said: SaidAhead | str, otherwise: str, language: Language, now: Record
) -> Told:
    """Return in words what was said ahead, without parts already over in the match as it is ``now``, which are reported
    separately.

    :param otherwise: stands between the wishes; :param said: why it was refused, or the act.
    """
    if isinstance(said, str):
        return Told([], refused=said)
    sentences = []
    for one in lists_for(asked, move, language):
        words = {wish.name: wish.words for wish in one.wishes}
        if wishes.get(one.part) and (one.lasting or not _is_over(asked, now)):
            sentences.append(f"{one.lead} {otherwise.join(words[name] for name in wishes[one.part])}.")
    lasting = any(one.lasting for one in lists_for(asked, move, language) if wishes.get(one.part))
    return Told(sentences, lasting, said.replaced)


def _is_over(asked: Asked, now: Record) -> bool:
    """Return whether the question's round or turn is over."""
    place = asked.standing["id"].partition(".")[0]
    return not any(one["id"].partition(".")[0] == place for one in now.table["standing"])


log = logging.getLogger("siegelpost.choice")
blp = Blueprint("choice-page", __name__)
PATH = "/choose/<link>"
FORM = "choice-form"
COOKIE = "siegelpost-choice"
"""The cookie with the answers that this browser gave by links: it permits taking back a seal, and being told the outcome."""
TOLD_FOR = 3 * 86_400_000
"""How long after its deadline the browser that answered a question can see the outcome, in milliseconds."""
WENT_ON: frozenset[Closed] = frozenset({"moved-on", "over", "answered"})
"""Reasons which mean that the table has gone on since the letter, so that the reader is shown the current question."""
STATUS: dict[Closed, int] = {
    "dead": 404,
    "off": 403,
    "blocked": 403,
    "over": 410,
    "answered": 409,
    "reopened": 409,
    "taken": 409,
    "asked": 409,
    "late": 410,
    "table": 409,
    "moved-on": 410,
}


@dataclass(frozen=True)
class File:
    """A file about an answer, for the reader to keep."""

    name: str
    text: str

    @classmethod
    def of(cls, name: str, facts: Mapping[str, object]) -> File:
        """Return the file with one line of JSON, in the verifiers' format."""
        return cls(name, json.dumps(facts, ensure_ascii=False, sort_keys=True) + "\n")

    @property
    def url(self) -> str:
        """A ``data:`` URL of the file, for a page without scripts."""
        return f"data:application/jsonl;base64,{b64encode(self.text.encode()).decode()}"


@blp.get(PATH)
def show_all(link: str) -> Response:
    """List the choices of the question, each with its own page, those that the letter lists first; looking does nothing."""
    admit_anybody(counted=True)
    found, again, _ = _looked_at(link)
    return _shut_or_back(found, link) if isinstance(found, Shut) else _list(found, link, again)


def _looked_at(link: str) -> tuple[Asked | Shut, str, int]:
    """Return the question of a link, with the text for answering it again and the act that this follows, if available.

    A letter alone does not answer what its reader took back. Whoever is signed in as the reader may do so in any way.
    """
    again, after = _again(link)
    found = look(context(), link, after)
    if isinstance(found, Shut) and found.why == "reopened":
        asked = find(context(), link)
        if isinstance(asked, Asked) and _is_signed_in(asked.account, "match:play"):
            seq = asked.taken_back
            if seq is not None:
                return asked, may_answer_again(context().links, link, seq), seq
    return found, again, after


def _is_signed_in(reader: Account, scope: str) -> bool:
    """Return whether the browser is signed in as the letter's reader, with a token with this scope."""
    token = session_token()
    return token is not None and token.account == reader.id and scope in token.scopes


def _again(link: str) -> tuple[str, int]:
    """Return the text for answering again, and the act that this follows; empty and 0 if there is none for this link."""
    again = request.args.get("again", "")
    after = answers_after(context().links, link, again)
    return (again, after) if after else ("", 0)


def _list(found: Asked, link: str, again: str, *, taken_back: bool = False) -> Response:
    plain = short_list(found.moves, foremost(found.record, found.seat, found.moves))
    asked = Numbered(found.standing, found.moves, 1)
    same = as_last_time(context(), found.record, found.seat, asked)
    seen = seen_by(found)
    lines = [(move in plain, line_of(found, place, move, seen)) for place, move in enumerate(found.moves, start=1)]
    return _page(
        "choose.html",
        found,
        link=link,
        again=again,
        taken_back=taken_back,
        same=next((line for _, line in lines if line.number == same), None),
        lines=[line for first, line in lines if first],
        others=[line for first, line in lines if not first],
        picture=_picture(found),
    )


@blp.get(f"{PATH}/<number>")
def show(link: str, number: str) -> Response:
    """Show one choice in words, and the button that answers with it; looking does nothing."""
    admit_anybody(counted=True)
    found, again, after = _looked_at(link)
    if isinstance(found, Shut):
        return _shut_or_back(found, link)
    move = found.move(_number(number))
    if move is None:
        return shut_page(Shut("moved-on", found.account, found.record))
    once = context().links.make(FORM, {"link": link, "once": b64(new_seed()), "after": after})
    line = line_of(found, _number(number), move, seen_by(found))
    return _page(
        "choice.html",
        found,
        link=link,
        again=again,
        number=line.number,
        words=line.words,
        price=line.price,
        once=once,
        ahead=lists_for(found, move, _language(found)),
        lists=range(1, LISTS + 1),
        picture=_picture(found),
    )


@blp.post(f"{PATH}/<number>")
def act(link: str, number: str) -> Response:
    """Answer with the choice, and show the result with its receipt and commitment."""
    refuse_strangers()
    admit_anybody(counted=True)
    once = request.form.get("once", "")
    made = context().links.read(FORM, once)
    if made is None or made["link"] != link:
        return show(link, number)
    asking = find(context(), link)
    move = asking.move(_number(number)) if isinstance(asking, Asked) else None
    wishes = wishes_in(request.form, asking, move) if isinstance(asking, Asked) and move is not None else {}
    if wishes is None:
        return show(link, number)
    found = choose(context(), link, _number(number), once, made["after"])
    if isinstance(found, Shut):
        return shut_page(found)
    asked, acted = found
    said = _say_ahead(asked, _chosen(asked, number), wishes, acted, once)
    goes_on = (acted.closes is not None and acted.closes <= acted.act.received) or isinstance(said, SaidAhead)
    if goes_on:
        wake_soon("resolve", asked.record.match, at_once=True)
    decision, sealed = asked.standing["id"], asked.standing["sealed"]
    kept = may_take_back(context().links, link, Given(acted.act.seq, acted.act.n, decision if sealed else ""))
    now, came = came_of(asked.record, asked.account, decision, acted.act.n)
    page = _page(
        "chosen.html",
        asked,
        link=link,
        words=choice_in_words(game_of(asked.record.table), _chosen(asked, number), seen_by(asked)),
        acted=acted,
        back=kept if sealed and is_open(now, decision) else "",
        files=_files(acted, said),
        ahead=_told(asked, _chosen(asked, number), wishes, said, now),
        aftermath=came,
        following=_following(asked.account, now, decision, came),
    )
    deadline = asked.standing["deadline"]
    page.set_cookie(
        COOKIE,
        kept,
        expires=None if deadline is None else (deadline + TOLD_FOR) / 1000,
        path=f"/choose/{link}",
        secure=is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return page


def _following(reader: Account, now: Record, decision: str, came: Aftermath) -> NextQuestion | None:
    """Return the next question, with its choices, for a browser that is signed in as the reader."""
    if not came.asked or not all(_is_signed_in(reader, scope) for scope in ("match:play", "match:read")):
        return None
    return next_question(now, reader, decision)


@blp.post(f"{PATH}/back")
def back(link: str) -> Response:
    """Take back what this browser sealed, and list the choices again."""
    refuse_strangers()
    admit_anybody(counted=True)
    found = take_back(context(), link, request.form.get("back", ""))
    if isinstance(found, Shut):
        return shut_page(found)
    asked, again = found
    return _list(asked, link, again, taken_back=True)


def _say_ahead(asked: Asked, move: Move, wishes: Wishes, acted: Acted, once: str) -> SaidAhead | str | None:
    """Set the answers ahead that the form gave, or cancel earlier ones if it gave none.

    The answer itself counts in any case.

    :returns: the orders set, None if there were none to set, ``replaced`` if later orders are in force, or an error's code.
    """
    if not any(wishes.values()):
        with suppress(ActError):
            end_ahead(context(), asked.record, asked.seat, asked.standing, move)
        return None
    try:
        return say_with(context(), asked, move, wishes, acted, once) or "replaced"
    except ActError as error:
        return error.code


def _told(asked: Asked, move: Move, wishes: Wishes, said: SaidAhead | str | None, now: Record) -> Told | None:
    language = _language(asked)
    otherwise = book(language).say("choice.ahead_between")
    return None if said is None else told(asked, move, wishes, said, otherwise, language, now)


def _number(text: str) -> int:
    """Return the number of a choice; 0, which no choice has, for anything but up to three digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else 0


def _chosen(asked: Asked, number: str) -> Move:
    move = asked.move(_number(number))
    assert move is not None
    return move


def _language(asked: Asked) -> Language:
    return language_of(asked.account.language)


def _page(template: str, asked: Asked, *, status: int = 200, **facts: Any) -> Response:
    language, standing, record = _language(asked), asked.standing, asked.record
    deadline = standing["deadline"]
    return account_page(
        template,
        language,
        status,
        question=game_of(record.table).words.question(decision_of(standing), language),
        table=title_in(record, language),
        way=f"/table/{record.match}",
        until="" if deadline is None else moment(deadline, language, asked.account.zone),
        sealed=standing["sealed"],
        name=plain(asked.account.name, 60),
        note=_note(asked),
        pictures=True,
        **facts,
    )


def _shut_or_back(found: Shut, link: str) -> Response:
    """Say why a link answers nothing; the browser that answered also sees the outcome and can take back a seal."""
    kept = request.cookies.get(COOKIE, "")
    asked = sealed_by(context(), link, kept) if found.why == "answered" and kept else None
    if asked is not None and is_open(asked.record, asked.standing["id"]):
        came = aftermath_of(asked.record, asked.account, asked.standing["id"], None)
        following = _following(asked.account, asked.record, asked.standing["id"], came)
        return _page(
            "choice_back.html",
            asked,
            link=link,
            back=kept,
            aftermath=came,
            following=following,
            status=STATUS["answered"],
        )
    if found.why in WENT_ON and found.account is not None and found.record is not None:
        given = given_with(context().links, link, kept)
        came = aftermath_of(found.record, found.account, "", None if given is None else given.n)
        answered = given is not None and (found.why == "answered" or counted(found.record, found.account, given))
        following = _following(found.account, found.record, "", came)
        return shut_page(found, came, answered=answered, following=following)
    return shut_page(found)


def shut_page(
    found: Shut, came: Aftermath | None = None, *, answered: bool = False, following: NextQuestion | None = None
) -> Response:
    """Return the page for a link that answers nothing, with its question's outcome, whether this browser ``answered``,
    and the next question."""
    language = spoken() if found.account is None else language_of(found.account.language)
    return account_page(
        "choice_shut.html",
        language,
        STATUS[found.why],
        why=found.why,
        aftermath=came,
        following=following,
        answered=answered,
        table="" if found.record is None else title_in(found.record, language),
        way="/" if found.record is None else f"/table/{found.record.match}",
    )


def _note(asked: Asked) -> str:
    """Return a note that distinguishes choices with the same words; empty if there are none."""
    return "" if asked.record.state is None else note_on(game_of(asked.record.table), seen_by(asked))


def title_in(record: Record, language: Language) -> str:
    """Return the match's title."""
    return title_of(record.table, game_of(record.table).rules, language)


def _picture(asked: Asked) -> str:
    """Return the table as a data URL if the browser is signed in with the account, else an empty string."""
    record = asked.record
    if record.state is None or not _is_signed_in(asked.account, "match:read"):
        return ""
    rules = game_of(record.table)
    try:
        language = _language(asked)
        names = names_as_read(record.table["seats"], language)
        svg = rules.picture(rules.view(record.state, asked.seat), language, names)
    except Exception as error:
        # The words say everything: an answer must not fail because a drawing does.
        log.error("the table of %s cannot be drawn: %s", record.match, type(error).__name__)
        return ""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _files(acted: Acted, said: SaidAhead | str | None = None) -> list[File]:
    """Return receipt and opening in the verifiers' format; only this page shows them."""
    found = [File.of("receipts.jsonl", {"receipt": acted.receipt, "signature": acted.signature})]
    if acted.opening:
        found.append(File.of("openings.jsonl", {"opening": acted.opening}))
    if isinstance(said, SaidAhead):
        orders = said.acted
        found.append(File.of("orders-receipt.jsonl", {"receipt": orders.receipt, "signature": orders.signature}))
        found.append(File.of("orders.jsonl", said.document or {}))
    return found
