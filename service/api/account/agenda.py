"""An account's open questions as a calendar (RFC 5545) and as a news feed (RFC 4287); the dates of a tournament. Pure.

Calendar and feed of an account show the questions only: no hand, no table, no answers. A calendar also has to be told which
questions are gone, so those that a table asks no more are read from the end of its log.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

from icalendar import Alarm, Calendar, Event

from engine.contract import Decision, Language
from engine.kit.text.phrases import book_of, language_of
from engine.match.asking import decision_of
from engine.match.table import Standing
from engine.protocol.log import milliseconds, timestamp
from engine.registry import game_of
from engine.standings.tournaments import Tournament
from service.matches.seating.seats import seat_of, title_of
from service.notifications.asks import ask_of
from service.store.records import Account, Record
from service.text.names import plain

TOLD_FOR = 14 * 86_400_000
"""How long a question that is gone is listed as cancelled (ms)."""
TAIL = 60
"""How many entries at the end of a log are read."""


@dataclass(frozen=True)
class Past:
    """A past question asked with this ``head``, with its last deadline (ms); gone with entry ``n`` at a time (ms)."""

    decision: Decision
    head: str
    until: int
    n: int = 0
    at: int = 0


def past_questions(record: Record, lines: Iterable[bytes], seat: int) -> list[Past]:
    """Return a seat's questions that have been gone for at most :data:`TOLD_FOR`, the oldest first.

    :param lines: export lines of the match's log, rising, up to its end.
    """
    standing = {one["head"] for one in record.table["standing"]}
    asked: dict[str, Past] = {}
    found: list[Past] = []
    for line in lines:
        read = json.loads(line)
        entry, body = read["entry"], read["entry"]["body"]
        if entry["type"] == "opened" and seat in body["seats"] and body["deadline"] is not None:
            asked[body["decision"]] = Past(_decision(body), read["head"], milliseconds(body["deadline"]))
        elif entry["type"] == "extended" and body["decision"] in asked:
            asked[body["decision"]] = replace(asked[body["decision"]], until=milliseconds(body["deadline"]))
        elif entry["type"] == "resolved" and body["decision"] in asked:
            found.append(replace(asked.pop(body["decision"]), n=entry["n"], at=milliseconds(entry["at"])))
        elif entry["type"] == "closed":
            found += [replace(one, n=entry["n"], at=milliseconds(entry["at"])) for one in asked.values()]
            asked.clear()
    # What else ended a question is not told by name; it was over at the latest when the log was last written.
    found += [replace(one, n=record.n, at=record.at) for one in asked.values() if one.head not in standing]
    return [one for one in found if record.now - one.at < TOLD_FOR]


def _decision(body: dict[str, Any]) -> Decision:
    return Decision(id=body["decision"], kind=body["kind"], seats=body["seats"], sealed=body["sealed"], optional=False)


ALARM = timedelta(hours=-3)
LENGTH = timedelta(minutes=15)
"""The length of an event, which ends with the deadline: calendars do not show events of no length."""
_MINUTES = int(LENGTH.total_seconds()) * 1000
MORE_THAN_ACTS = 10_000
"""More than a seat's acts in one decision, so that a cancelled event has a higher SEQUENCE than ever before."""
REFRESH = timedelta(hours=1)
ATOM = "http://www.w3.org/2005/Atom"
LONGEST_WHY = 200
UNPLAYED = ("resigned", "abandoned")
"""Reasons for an end without points: not by the rules, so the outcome is all zeros."""


@dataclass(frozen=True)
class Entry:
    """A question of a table: its deadline (ms), and whether it is still to be answered."""

    record: Record
    standing: Standing
    seat: int
    until: int | None
    open: bool


def entries(records: Sequence[Record], account: str) -> list[Entry]:
    """Return the account's open questions, answered or not, without optional ones."""
    found = []
    for record in records:
        seat = seat_of(record.table, account)
        if seat is None or record.table["status"] != "running" or seat in record.table["resigning"]:
            continue
        for standing in record.table["standing"]:
            if seat in standing["seats"] and not standing["optional"]:
                ask = ask_of(record, standing, seat)
                until = standing["deadline"] if ask is None else ask.until
                found.append(Entry(record, standing, seat, until, ask is not None))
    return found


def calendar(
    records: Sequence[Record], account: Account, public_url: str, past: Mapping[str, Sequence[Past]] | None = None
) -> bytes:
    """Return the deadlines as a calendar: one event for each decision, cancelled once it is answered, or gone.

    The event keeps its UID; its SEQUENCE grows with the log and with the seat's acts, whatever changes. Its URL tells
    tables apart where the UID does not: vdirsyncer 0.21 drops the UIDs of subscribed calendars and keeps one of two
    events that are otherwise alike (findings/ics-subscribed-identity.sh).

    :param past: questions that are gone, by match: they stay cancelled for a while, then leave the calendar.
    """
    language, host = language_of(account.language), urlsplit(public_url).hostname or "localhost"
    shown = [_standing(one) for one in entries(records, account.id) if one.until is not None]
    for record in records:
        seat = seat_of(record.table, account.id)
        shown += [_past(record, seat, one) for one in (past or {}).get(record.match, ()) if seat is not None]
    return _published(_say(language, "calendar"), [_event(event, language, host, public_url) for event in shown])


def _published(name: str, events: Iterable[Event]) -> bytes:
    """Return a calendar of this name to subscribe to."""
    made = Calendar()
    for member, value in (("prodid", "-//Siegelpost//EN"), ("version", "2.0"), ("method", "PUBLISH")):
        made.add(member, value)
    made.add("x-wr-calname", name)
    made.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for event in events:
        made.add_component(event)
    return bytes(made.to_ical())


def season(name: str, log: Tournament, language: Language, public_url: str) -> bytes:
    """Return the dates of a tournament: the close of entries, and each round from its beginning to its end.

    Of a ladder the time in which one can challenge, and until when each open challenge can be answered.
    """
    dates = [("close", _say(language, "closes"), log.closes - _MINUTES, log.closes, True)]
    dates += _rounds(log, language) if log.ladder is None else _of_ladder(log, language)
    if log.ended is not None:
        at = milliseconds(log.ended["at"])
        dates.append(("end", _say(language, "ends"), at, at + _MINUTES, True))
    host, shown = urlsplit(public_url).hostname or "localhost", []
    for key, said, begins, ends, is_certain in dates:
        made = Event()
        made.add("uid", f"{log.id}.{key}@{host}")
        made.add("sequence", log.length)
        made.add("dtstamp", _moment(milliseconds(log.latest)))
        made.add("dtstart", _moment(begins))
        made.add("dtend", _moment(ends))
        made.add("summary", f"{name}: {said}")
        made.add("url", f"{public_url}/tournament/{log.id}")
        status = "CANCELLED" if log.cancelled else "CONFIRMED" if is_certain else "TENTATIVE"
        made.add("status", status)
        made.add("transp", "TRANSPARENT")
        shown.append(made)
    return _published(f"Siegelpost: {name}", shown)


Date = tuple[str, str, int, int, bool]
"""A date of a tournament: its key, its words, beginning and end (ms), and whether it is certain."""


def _rounds(log: Tournament, language: Language) -> list[Date]:
    """Return the rounds. Those that have not begun are tentative: each begins once the one before it is over, maybe sooner."""
    dates: list[Date] = []
    begins, seconds = log.closes, log.terms.get("round_seconds")
    kind = "round" if log.divisions is None else "season"
    for number in range(1, log.rounds + 1 if seconds is not None else 1):
        begun = log.paired[number - 1 : number + 1]
        begins = milliseconds(begun[0]["at"]) if begun else begins
        over = begun[1]["at"] if len(begun) > 1 else log.ended["at"] if log.ended is not None else None
        if not begun and over is not None:
            break  # it ended early
        ends = begins + (seconds or 0) * 1000 if over is None else milliseconds(over)
        said = _say(language, kind, n=number, rounds=log.rounds)
        dates.append((f"round{number}", said, begins, ends, bool(begun)))
        begins = ends
    return dates


def _of_ladder(log: Tournament, language: Language) -> list[Date]:
    begins, length = log.closes, log.terms["round_seconds"] * 1000
    if log.drawn is not None:
        begins = milliseconds(log.drawn["at"])
    dates: list[Date] = [("ladder", _say(language, "challenges"), begins, begins + length, log.drawn is not None)]
    for one in log.ladder.open if log.ladder is not None and log.status == "running" else ():
        if one.answer is None:
            said = _say(language, "challenge", n=one.number)
            until = log.answerable_until(one)
            dates.append((f"challenge{one.number}", said, until - _MINUTES, until, True))
    return dates


@dataclass(frozen=True)
class Shown:
    """A feed entry: the question, the head after the entry that asked it, its deadline, and when it last changed (ms)."""

    record: Record
    seat: int
    decision: Decision
    head: str
    until: int
    sequence: int
    at: int
    open: bool


def _standing(one: Entry) -> Shown:
    record, act = one.record, one.record.acts.get((one.standing["id"], one.seat))
    assert one.until is not None
    sequence = record.n + (0 if act is None else act.seq)
    return Shown(
        record, one.seat, decision_of(one.standing), one.standing["head"], one.until, sequence, record.at, one.open
    )


def _past(record: Record, seat: int, one: Past) -> Shown:
    return Shown(record, seat, one.decision, one.head, one.until, one.n + MORE_THAN_ACTS, one.at, open=False)


def _event(one: Shown, language: Language, host: str, public_url: str) -> Event:
    record, end = one.record, _moment(one.until)
    made = Event()
    named = f"{record.match} {one.decision['id']} {one.head} {one.seat}"
    made.add("uid", f"{hashlib.sha256(named.encode()).hexdigest()[:32]}@{host}")
    made.add("sequence", one.sequence)
    made.add("dtstamp", _moment(one.at))
    made.add("dtstart", end - LENGTH)
    made.add("dtend", end)
    question = game_of(record.table).words.question(one.decision, language)
    made.add("summary", f"{question} – {_title(record, language)}")
    made.add("url", f"{public_url}/table/{record.match}")
    made.add("status", "CONFIRMED" if one.open else "CANCELLED")
    made.add("transp", "TRANSPARENT")
    if one.open:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"{_say(language, 'alarm')}: {_title(record, language)}")
        alarm.add("trigger", ALARM)
        made.add_component(alarm)
    return made


def news(records: Sequence[Record], account: Account, public_url: str, itself: str) -> bytes:
    """Return an Atom feed with an entry for each table as it stands, the latest first.

    :param itself: the address of the feed.
    """
    language = language_of(account.language)
    host = urlsplit(public_url).hostname or "localhost"
    latest = sorted(records, key=lambda one: -one.at)
    top = ElementTree.Element("feed", xmlns=ATOM)
    _text(top, "id", f"tag:{host},2026:{account.id}")
    _text(top, "title", _say(language, "news"))
    _text(top, "updated", timestamp(latest[0].at if latest else account.created))
    ElementTree.SubElement(top, "link", rel="self", href=itself)
    _text(ElementTree.SubElement(top, "author"), "name", "Siegelpost")
    for record in latest:
        asked = [one for one in entries([record], account.id) if one.open]
        state = "; ".join(_question(one, language) for one in asked) or _say(language, "waiting")
        state = _ended(record, account.id, language) if record.table["status"] == "closed" else state
        entry = ElementTree.SubElement(top, "entry")
        # The head with which a question was asked stays when its deadline moves: newsreaders show another id as news.
        state_id = ",".join(one.standing["head"][:16] for one in asked) or record.table["status"]
        _text(entry, "id", f"tag:{host},2026:{record.match}:{state_id}")
        _text(entry, "title", f"{_title(record, language)}: {state}")
        _text(entry, "updated", timestamp(record.at))
        ElementTree.SubElement(entry, "link", href=f"{public_url}/table/{record.match}")
        _text(entry, "summary", state)
    return bytes(ElementTree.tostring(top, "utf-8", xml_declaration=True))


def _ended(record: Record, account: str, language: Language) -> str:
    """Return that a match is over, how it ended for the account, and the points by seat, if any; names are made harmless."""
    outcome, names = record.table["outcome"], [plain(seat["name"]) for seat in record.table["seats"]]
    over = _say(language, "over")
    if "stopped" in record.table:
        return f"{over}. {_say(language, 'stopped', why=plain(record.table['stopped']['why'], LONGEST_WHY))}"
    if outcome is None:
        return over
    winners, points = outcome["winners"], " : ".join(map(str, outcome["scores"]))
    if record.table["over"] in UNPLAYED:
        points = _say(language, record.table["over"])
    said = "draw" if len(winners) == len(names) else "won" if seat_of(record.table, account) in winners else "lost"
    return f"{over}. {_say(language, said, points=points, names=', '.join(names[seat] for seat in winners))}"


def _say(language: Language, key: str, **facts: object) -> str:
    return book_of("service", language).say(f"agenda.{key}", **facts)


def _text(parent: ElementTree.Element, name: str, said: str) -> None:
    ElementTree.SubElement(parent, name).text = said


def _question(one: Entry, language: Language) -> str:
    return game_of(one.record.table).words.question(decision_of(one.standing), language)


def _title(record: Record, language: Language) -> str:
    return title_of(record.table, game_of(record.table).rules, language)


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds // 1000, UTC)
