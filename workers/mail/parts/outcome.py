"""Results of a match in a letter: the report of moves and events visible to its reader; and the end of a match, with the result,
the scores, the reason, and how anybody can verify it.

Reports are sentences made from facts. Sentences are grouped by round or turn, and a letter holds a limited number of them.
Messages from partners are other people's words: one harmless line each, in quotation marks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engine.contract import Event, Move
from engine.kit.text.particulars import answer_in_words, events_in_words, quiet_answer
from engine.kit.text.phrases import speaking_to
from engine.match.absence import pending
from engine.protocol.agreements import STOPPED
from engine.protocol.talk import LONGEST_TEXT
from service.matches.messages import open_channels
from service.matches.seen import held_at_end
from service.notifications.facts import DecisionFacts, PlayedMove
from service.notifications.kind import Kind
from service.notifications.kinds import FOLLOWED, OVER, RESOLVED
from service.notifications.notices import seat_told
from service.store.records import Notice
from service.text.deleted_names import as_read
from service.text.names import plain
from workers.mail.letter import Group, Outcome, Report, Talk
from workers.mail.page import Page
from workers.mail.parts.telling import listed
from workers.mail.reader import Reader
from workers.mail.sentences import NAME

LONGEST_WHY = 200
NEVER_BEGAN = ("cancelled", "expired", "unrevealed")
"""Reasons for closing a match before it begins, each with a sentence of its own: there is no result and nothing to
verify."""


def outcome(row: Kind[Any], news: Sequence[Notice], page: Page) -> Outcome | None:
    """Return how the match ended, according to its table now."""
    if not any(one["kind"] == row.name for one in news):
        return None
    words = page.reader.words(row.words)
    reason = page.match.table["over"] or "finished"
    if "stopped" in page.match.table:
        return outcome_of_stopped(page, page.title)
    if reason in NEVER_BEGAN:
        return Outcome(row.words, result=str(getattr(words, reason)(page.title)), scores=[], reason="", verify="")
    result, scores = _result(page, words)
    return Outcome(
        row.words,
        result=result,
        scores=scores if any(_scores(page)) or reason == "finished" else [],
        reason=_why(page, words, reason, seat_told(news)),
        verify=_verified(page),
        before=_before(page, words),
        held=_held(page, words, {one["seat"] for one in news}),
        private=page.match.table["visibility"] == "private",
    )


def outcome_of_stopped(page: Page, title: str) -> Outcome:
    """Return that the operator has ended the match, and why; verification is mentioned only where the log records this
    end, too."""
    table, words = page.match.table, page.reader.words(OVER.words)
    result, why = str(words.stopped(title)), str(words.stopped_why(plain(table["stopped"]["why"], LONGEST_WHY)))
    verify = _verified(page) if "operator" in table and table["over"] == STOPPED else ""
    return Outcome(
        OVER.words, result=result, scores=[], reason=why, verify=verify, private=table["visibility"] == "private"
    )


def _verified(page: Page) -> str:
    """Return how the reader checks the match."""
    command = f"siegelpost verify {page.match_url}/log.jsonl --key {page.public_key}"
    return command if page.reader.programmer else page.verify_url


def _result(page: Page, words: Any) -> tuple[str, list[str]]:
    """Return the winners, and everybody's score."""
    ended, names = page.match.table["outcome"], page.names
    if ended is None:
        return str(words.no_result(page.title)), []
    winners = [names[seat] for seat in ended["winners"]]
    said = (words.won if len(winners) == 1 else words.shared)(page.title, listed(winners, page.reader))
    return str(said), [str(words.score(name, score)) for name, score in zip(names, ended["scores"], strict=True)]


def _before(page: Page, words: Any) -> list[str]:
    """Return the former players of seats that were taken over, and until when they played, one line each."""
    reader, table = page.reader, page.match.table
    changes = table["absence"].get("changes", []) if "absence" in table else []
    lines = []
    for seat in sorted({one["seat"] for one in changes}):
        own = [one for one in changes if one["seat"] == seat]
        former = []
        for one in own:
            name = plain(as_read(one["name"], reader.language), NAME)
            former.append(str(words.until(name, reader.place(one.get("decision", "")), reader.moment(one["at"]))))
        lines.append(str(words.before(page.names[seat], listed(former, reader), len(own) > 1)))
    return lines


def _held(page: Page, words: Any, own: set[int | None]) -> list[str]:
    """Return the others' hands at the end, one line each; the reader's own hand is in the letter anyway."""
    found = held_at_end(page.match, page.reader.language)
    return [str(words.held(page.names[one["seat"]], one["words"])) for one in found if one["seat"] not in own]


def _scores(page: Page) -> list[int]:
    ended = page.match.table["outcome"]
    return [] if ended is None else ended["scores"]


def _why(page: Page, words: Any, reason: str, reader: int | None) -> str:
    """Return why the match ended, empty if the game was played to its end; ``reader`` is the reader's seat."""
    if reason == "finished":
        return ""
    if reason == "resigned":
        gone = page.match.table["resigning"]
        names = listed([page.names[seat] for seat in gone], page.reader)
        return str(words.resigned(names, len(gone) > 1, gone == [reader]))
    if reason == "abandoned":
        return why_left(page, words, pending(page.match.table, "win"), reader)
    return str(words.other(plain(reason, 80)))


def why_left(page: Page, words: Any, gone: Sequence[int], reader: int | None) -> str:
    """Return that these seats stopped answering, and who ended the match because of it."""
    names = listed([page.names[seat] for seat in gone], page.reader)
    left = [name for seat, name in enumerate(page.names) if seat not in gone]
    own, alone = list(gone) == [reader], len(left) == 1 and reader is not None
    return str(words.abandoned(names, len(gone) > 1, own, left[0] if own and alone else "", alone and not own))


SENTENCES = 9
"""The most sentences of a report: as much as a reader takes in beside the question; the rest is at the table."""
OWN = 6
"""Sentences reserved for consequences of the reader's own last move, even if they are older than the others."""
BEGINS = {"round": "r", "turn": "t", "rolled": "t"}
"""Events that begin a round or turn and belong to it, although the decision before brought them about (as in
``static/story.js``)."""


@dataclass(frozen=True)
class Line:
    """A sentence, its round or turn, and whether it tells a consequence of the reader's own move."""

    place: str
    text: str
    own: bool = False


def by_place(events: Sequence[Event], decision: str, reader: Reader) -> list[tuple[str, list[Event]]]:
    """Return the events that one answer brought about, in order, split where a round or turn begins."""
    place = reader.place(decision)
    parts: list[tuple[str, list[Event]]] = []
    for event in events:
        letter, number = BEGINS.get(str(event.get("type"))), event.get("turn", event.get("round"))
        if letter is not None and isinstance(number, int):
            place = reader.place_named(letter, number)
        if not parts or parts[-1][0] != place:
            parts.append((place, []))
        parts[-1][1].append(event)
    return parts


def in_sight(lines: Sequence[Line]) -> list[Line]:
    """Return the latest sentences that fit a letter, reserving room for the reader's own consequences; oldest first."""
    own = [at for at, one in enumerate(lines) if one.own][-OWN:]
    others = [at for at in range(len(lines)) if at not in own]
    kept = {*own, *others[-(SENTENCES - len(own)) :]}
    return [one for at, one in enumerate(lines) if at in kept]


def grouped(lines: Sequence[Line]) -> list[Group]:
    """Return sentences grouped by the round or turn they belong to, in order."""
    return [Group(place, [one.text for one in alike]) for place, alike in groupby(lines, lambda line: line.place)]


def worth_telling(lines: Sequence[Line]) -> list[Line]:
    """Return sentences without those that only repeat their heading, unless there are no others."""
    return [one for one in lines if not _only_begins(one)] or list(lines)


def _only_begins(line: Line) -> bool:
    """Return whether a sentence only says that its round or turn begins: ``Round 3 begins.``"""
    place = line.place.split()
    return bool(place) and line.text.split()[:-1] == place


TOLD = (RESOLVED.name, FOLLOWED.name)
"""Kinds of notices about something resolved: others' moves, and consequences of the reader's own."""
FAULTS = {
    "unopened": "fault_unopened",
    "illegal": "fault_illegal",
    "salt-reused": "fault_salt_reused",
    "escrow-failed": "fault_escrow",
}


def report(row: Kind[Any], news: Sequence[Notice], page: Page) -> Report | None:
    """Return past events, oldest first, by round: from resolved decisions, otherwise from those that led to the
    question."""
    resolved = [notice for notice in news if notice["kind"] in TOLD]
    if resolved:
        lines = _told(resolved, page, page.reader.words(row.words))
    else:
        lines = [line for notice in news for line in _events(notice, page)]
    if not lines:
        return None
    lines = worth_telling(lines)
    shown, say = in_sight(lines), page.reader.say
    hidden = len(lines) - len(shown)
    return Report(row.words, grouped(shown), str(say.more_news(hidden)) if hidden else "", page.table_url)


def _told(resolved: Sequence[Notice], page: Page, words: Any) -> list[Line]:
    """Return what was resolved in lines, without the answers by default that came to nothing unless there is nothing else."""
    worth = [one for one in resolved if not (_came_to_nothing(one) and _is_unasked(one, page))]
    lines: list[Line] = []
    ordered: int | None = None
    for alike in _runs(worth or resolved):
        notice, before = alike[0], ordered
        ordered = _ordered(notice)
        place, own = page.reader.place(notice["facts"]["decision"]["id"]), notice["kind"] == FOLLOWED.name
        if len(alike) > 1:
            seats = [page.names_at_notice(one)[seat] for one in alike if (seat := _ordered(one)) is not None]
            text = str(words.played_by_order(listed(seats, page.reader), _said(notice, page)[0]))
            lines.append(Line(place, text))
            ordered = None
            continue
        told = _events(notice, page)
        acts: list[str] = []
        if told and _is_unasked(notice, page):
            ordered = before
        elif ordered is None:
            acts += _moves(notice, page, words, all_of_them=not told)
        else:
            acts += [str(words.orders_play(page.names_at_notice(notice)[ordered]))] * (ordered != before)
            acts += [] if told else [_played(notice, page, words, one) for one in notice["facts"]["moves"]]
        acts += _faults(notice, page, words)
        lines += [*(Line(place, text, own) for text in acts), *told]
    return lines


def _runs(resolved: Sequence[Notice]) -> list[list[Notice]]:
    """Merge consecutive equal answers of several seats' orders that changed nothing, to be told in one line."""
    runs: list[list[Notice]] = []
    for notice in resolved:
        last = runs[-1] if runs else []
        if (
            last
            and _came_to_nothing(notice)
            and _came_to_nothing(last[0])
            and notice["facts"]["moves"][0]["move"] == last[0]["facts"]["moves"][0]["move"]
            and _ordered(notice) not in map(_ordered, last)
        ):
            last.append(notice)
        else:
            runs.append([notice])
    return runs


def _came_to_nothing(notice: Notice) -> bool:
    """Return whether standing orders answered without changing the table."""
    return _ordered(notice) is not None and not notice["facts"].get("events") and not notice["facts"].get("faults")


def _is_unasked(notice: Notice, page: Page) -> bool:
    """Return whether standing orders gave the answer that the rules give by default instead of asking."""
    usual = page.rules.rules.unasked.get(notice["facts"].get("decision", {}).get("kind", ""))
    return usual is not None and _ordered(notice) is not None and notice["facts"]["moves"][0]["move"] == usual


def _ordered(notice: Notice) -> int | None:
    """Return the seat if only standing orders answered: one line covers a run of such answers."""
    moves = notice["facts"].get("moves", [])
    return int(moves[0]["seat"]) if len(moves) == 1 and moves[0]["by"] == "order" else None


def _events(notice: Notice, page: Page) -> list[Line]:
    seat, names = notice["seat"], speaking_to(notice["seat"], page.names_at_notice(notice))
    mine: list[Event] = [one for one in notice["facts"].get("events", []) if "to" not in one or seat in one["to"]]
    decision = notice["facts"].get("decision", {}).get("id", "")
    return [
        Line(place, text, own=notice["kind"] == FOLLOWED.name)
        for place, events in by_place(mine, decision, page.reader)
        for text in events_in_words(page.rules.words, events, names, page.reader.language)
    ]


def _moves(notice: Notice, page: Page, words: Any, *, all_of_them: bool) -> list[str]:
    """Return lines on who played what; without ``all_of_them``, only for moves by orders or the rules: events tell the rest."""
    faulty = {fault["seat"] for fault in notice["facts"].get("faults", [])}
    lines = []
    for one in notice["facts"].get("moves", []):
        if not all_of_them and one["by"] == "seat":
            continue
        if one["by"] == "seat":
            lines.append(_played(notice, page, words, one))
            continue
        by_rules = words.played_by_rules if one["seat"] in faulty else words.played_by_fallback
        sentence = words.played_by_order if one["by"] == "order" else by_rules
        lines.append(str(sentence(page.names_at_notice(notice)[one["seat"]], _answer(notice, page, one["move"]))))
    return lines


def _played(notice: Notice, page: Page, words: Any, one: PlayedMove) -> str:
    """Say who played what, if no event tells it."""
    names, language = speaking_to(notice["seat"], page.names_at_notice(notice)), page.reader.language
    name = names[one["seat"]]
    quiet = quiet_answer(page.rules.words, one["move"], language, kind=_kind(notice), name=name)
    return quiet or str(words.played(name, _answer(notice, page, one["move"])))


def _answer(notice: Notice, page: Page, move: Move) -> str:
    """Return a move in words, in the context of the question that it answered."""
    return answer_in_words(
        page.rules.words, move, page.reader.language, kind=_kind(notice), names=page.names_at_notice(notice)
    )


def _kind(notice: Notice) -> str:
    decision: DecisionFacts = notice["facts"]["decision"]
    return decision["kind"]


def _said(notice: Notice, page: Page) -> list[str]:
    """Return the answered moves in words."""
    return [_answer(notice, page, one["move"]) for one in notice["facts"]["moves"]]


def _faults(notice: Notice, page: Page, words: Any) -> list[str]:
    lines = []
    for one in notice["facts"].get("faults", []):
        name = page.names_at_notice(notice)[one["seat"]]
        if one["fault"] in FAULTS:
            lines.append(str(getattr(words, FAULTS[one["fault"]])(name)))
        else:
            lines.append(str(words.fault_other(name, plain(one["fault"], 80))))
    return lines


def talk(row: Kind[Any], news: Sequence[Notice], page: Page) -> Talk | None:
    """Return the partners' messages, oldest first, and how to reply while a channel is open to the reader."""
    said = [one for one in news if one["kind"] == row.name]
    if not said:
        return None
    words, names = page.reader.words(row.words), page.names
    lines = [str(words.said(names[one["facts"]["from"]], plain(one["facts"]["text"], LONGEST_TEXT))) for one in said]
    reply = f"siegelpost say {page.match.match} ..." if page.reader.programmer else page.table_url
    open_now = open_channels(page.match, said[0]["seat"])
    return Talk(row.words, lines=lines, reply=reply if open_now else "")


def remarks(row: Kind[Any], news: Sequence[Notice], page: Page) -> Talk | None:
    """Return what was said to the whole table, oldest first, and how to reply; of what was erased since, only that."""
    told = {one["facts"]["remark"]: one["facts"] for one in news if one["kind"] == row.name}
    if not told:
        return None
    words, names = page.reader.words(row.words), page.names
    lines = [_remark(facts, names[facts["from"]], words) for _, facts in sorted(told.items())]
    reply = f"siegelpost say {page.match.match} ..." if page.reader.programmer else page.table_url
    return Talk(row.words, lines=lines, reply=reply, lead="" if page.takes_replies else str(words.reply_there()))


def _remark(facts: dict[str, Any], name: str, words: Any) -> str:
    said = facts.get("spoken")
    if said is None:
        return str(words.erased(name))
    if said["reaction"]:
        return str(words.said(said["name"], words.reaction(said["reaction"])))
    return str(words.said(said["name"], words.quoted(plain(said["text"], LONGEST_TEXT))))
