"""What an account's tables want from it, as a calendar (RFC 5545) and as a news feed (RFC 4287). Pure.

Neither shows more than the questions: no hand, no table, nothing that was answered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree

from icalendar import Alarm, Calendar, Event

from engine.contract import Language
from engine.match.standing import Standing, decision_of
from engine.protocol.log import timestamp
from engine.registry import game_of
from service.matches.seats import seat_of
from service.matches.titles import title_of
from service.moments import language_of
from service.notifications.asks import ask_of
from service.store.records import Account, Record

ALARM = timedelta(hours=-3)
LENGTH = timedelta(minutes=15)
"""How long an event is, which ends with the deadline: calendars show none of no length."""
REFRESH = timedelta(hours=1)
ATOM = "http://www.w3.org/2005/Atom"
ALARM_SAYS: dict[Language, str] = {"en": "Time runs out", "de": "Die Zeit läuft ab"}
CALENDAR: dict[Language, str] = {"en": "Siegelpost: deadlines", "de": "Siegelpost: Fristen"}
NEWS: dict[Language, str] = {"en": "Siegelpost: my tables", "de": "Siegelpost: meine Tische"}
WAITING: dict[Language, str] = {"en": "Nothing is asked of you", "de": "Du wirst nichts gefragt"}
OVER: dict[Language, str] = {"en": "The match is over", "de": "Die Partie ist vorbei"}


@dataclass(frozen=True)
class Entry:
    """A question of a table: until when (ms), and whether it is still to be answered."""

    record: Record
    standing: Standing
    seat: int
    until: int | None
    open: bool


def entries(records: Sequence[Record], account: str) -> list[Entry]:
    """Return every question that stands for the account, answered or not; not those that nobody waits for."""
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


def calendar(records: Sequence[Record], account: Account, public_url: str) -> bytes:
    """Return the deadlines as a calendar: one event for each decision, cancelled once it is answered.

    The event keeps its UID; its SEQUENCE grows with the log and with the seat's acts, whatever changes. What does not stand any
    more is not in it, and programs that subscribe take it away.
    """
    language, host = language_of(account.language), urlsplit(public_url).hostname or "localhost"
    made = Calendar()
    for name, value in (("prodid", "-//Siegelpost//EN"), ("version", "2.0"), ("method", "PUBLISH")):
        made.add(name, value)
    made.add("x-wr-calname", CALENDAR[language])
    made.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for one in entries(records, account.id):
        if one.until is not None:
            made.add_component(_event(one, language, host, public_url))
    return bytes(made.to_ical())


def _event(one: Entry, language: Language, host: str, public_url: str) -> Event:
    record, act = one.record, one.record.acts.get((one.standing["id"], one.seat))
    assert one.until is not None
    end, written = _moment(one.until), _moment(record.at)
    made = Event()
    named = f"{record.match} {one.standing['id']} {one.standing['head']} {one.seat}"
    made.add("uid", f"{hashlib.sha256(named.encode()).hexdigest()[:32]}@{host}")
    made.add("sequence", record.n + (0 if act is None else act.seq))
    made.add("dtstamp", written)
    made.add("dtstart", end - LENGTH)
    made.add("dtend", end)
    made.add("summary", f"{_question(one, language)} – {_title(record, language)}")
    made.add("url", f"{public_url}/table/{record.match}")
    made.add("status", "CONFIRMED" if one.open else "CANCELLED")
    made.add("transp", "TRANSPARENT")
    if one.open:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"{ALARM_SAYS[language]}: {_title(record, language)}")
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
    _text(top, "title", NEWS[language])
    _text(top, "updated", timestamp(latest[0].at if latest else account.created))
    ElementTree.SubElement(top, "link", rel="self", href=itself)
    _text(ElementTree.SubElement(top, "author"), "name", "Siegelpost")
    for record in latest:
        asked = [one for one in entries([record], account.id) if one.open]
        state = "; ".join(_question(one, language) for one in asked) or WAITING[language]
        state = OVER[language] if record.table["status"] == "closed" else state
        entry = ElementTree.SubElement(top, "entry")
        names = ",".join(one.standing["id"] for one in asked) or record.table["status"]
        _text(entry, "id", f"tag:{host},2026:{record.match}:{record.n if asked else ''}{names}")
        _text(entry, "title", f"{_title(record, language)}: {state}")
        _text(entry, "updated", timestamp(record.at))
        ElementTree.SubElement(entry, "link", href=f"{public_url}/table/{record.match}")
        _text(entry, "summary", state)
    return bytes(ElementTree.tostring(top, "utf-8", xml_declaration=True))


def _text(parent: ElementTree.Element, name: str, said: str) -> None:
    ElementTree.SubElement(parent, name).text = said


def _question(one: Entry, language: Language) -> str:
    return game_of(one.record.table).words.question(decision_of(one.standing), language)


def _title(record: Record, language: Language) -> str:
    return title_of(record.table, game_of(record.table).rules, language)


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds // 1000, UTC)


__all__ = ["Entry", "calendar", "entries", "news"]
