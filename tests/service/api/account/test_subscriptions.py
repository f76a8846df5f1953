"""Private addresses: a calendar of deadlines and a feed of tables, read with real parsers; made, shown once, ended."""

import html
import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from icalendar import Calendar
from werkzeug.test import TestResponse

from engine.protocol.log import milliseconds
from service.accounts.access.tokens import make_subscription
from service.api.account.agenda import TOLD_FOR, past_questions
from service.context import Context
from service.matches.absence import extensions
from service.matches.seating.lobby import resign
from tests.given.contexts import loaded
from tests.service.api.browser import Browser
from tests.service.api.players import Player, Table
from workers.resolve.drain import drain_once

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def address(page: TestResponse) -> str:
    found = re.search(
        r'<pre class="address">http://[^/]+(/feeds/[^<]+)</pre>', html.unescape(page.get_data(as_text=True))
    )
    assert found is not None
    return found[1]


def events(app: Flask, path: str) -> list[Any]:
    answer = app.test_client().get(path)
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    return list(Calendar.from_ical(answer.data).walk("VEVENT"))


def test_a_deadline_is_one_event_with_an_alarm_until_it_is_answered(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    path = f"/feeds/{make_subscription(context, ada.stored(context), 'calendar')}/deadlines.ics"
    deadline = loaded(context, table.match).table["standing"][0]["deadline"]
    assert deadline is not None

    (asked,) = events(app, path)

    assert asked["STATUS"] == "CONFIRMED"
    assert int(asked.decoded("dtend").timestamp()) == deadline // 1000
    (alarm,) = asked.walk("VALARM")
    assert alarm.decoded("trigger") == timedelta(hours=-3)
    assert table.match in asked["URL"]
    seal = {"move": table.moves(ada, table.standing()["id"])[0]}
    assert ada.put(f"{table.here()}/commitment", seal).status_code == 200
    (answered,) = events(app, path)
    assert (answered["UID"], answered["STATUS"]) == (asked["UID"], "CANCELLED")
    assert answered["SEQUENCE"] > asked["SEQUENCE"]
    assert answered.walk("VALARM") == []
    assert ada.delete(f"{table.here()}/commitment?replaces=1").status_code == 200
    (again,) = events(app, path)
    assert (again["STATUS"], again["SEQUENCE"] > answered["SEQUENCE"]) == ("CONFIRMED", True)
    other = events(
        app, f"/feeds/{make_subscription(context, table.players[1].stored(context), 'calendar')}/deadlines.ics"
    )
    assert other[0]["UID"] != asked["UID"]


def test_what_is_gone_stays_cancelled_for_a_while(app: Flask, context: Context, table: Table) -> None:
    ada = table.players[0]
    path = f"/feeds/{make_subscription(context, ada.stored(context), 'calendar')}/deadlines.ics"
    (asked,) = events(app, path)
    for one in table.players:
        move = table.moves(one, table.standing()["id"])[0]
        assert one.put(f"{table.here()}/commitment", {"move": move}).status_code == 200
    (answered,) = events(app, path)
    table.resolve()

    gone = {str(one["UID"]): one for one in events(app, path)}[asked["UID"]]
    assert gone["STATUS"] == "CANCELLED"
    assert asked["SEQUENCE"] < answered["SEQUENCE"] < gone["SEQUENCE"]
    assert gone.walk("VALARM") == []
    assert (gone["SUMMARY"], gone["DTEND"].dt) == (asked["SUMMARY"], asked["DTEND"].dt)
    assert ada.post(f"{table.path}/resign").status_code in (200, 202)
    table.resolve()
    over = events(app, path)
    assert {str(one["STATUS"]) for one in over} == {"CANCELLED"}
    assert asked["UID"] in {str(one["UID"]) for one in over}

    record, lines = loaded(context, table.match), context.store.lines(table.match)
    (first, *_) = past_questions(record, lines, 0)
    assert first.decision["id"] == "r1.choose"
    later = replace(record, now=first.at + TOLD_FOR)
    assert first not in past_questions(later, lines, 0)
    assert past_questions(replace(record, now=record.at + TOLD_FOR), lines, 0) == []


def test_a_deadline_that_moved_is_the_last_one_when_the_question_is_gone(context: Context, table: Table) -> None:
    record = loaded(context, table.match)
    lines = context.store.lines(table.match)
    body = {"decision": "r1.choose", "deadline": "2026-12-24T18:00:00.000Z", "by": "server"}
    moved = json.dumps({"entry": {"n": 90, "type": "extended", "at": "", "body": body}, "head": ""}).encode()
    gone = replace(record, table={**record.table, "standing": []})
    (one,) = past_questions(gone, [*lines, moved], 0)
    assert (one.until, one.n) == (milliseconds("2026-12-24T18:00:00.000Z"), record.n)
    assert past_questions(record, lines, 0) == []


def test_a_question_is_one_piece_of_news_also_when_its_deadline_moves(
    app: Flask, context: Context, table: Table
) -> None:
    ada = table.players[0]
    path = f"/feeds/{make_subscription(context, ada.stored(context), 'news')}/tables.atom"

    def read() -> str | None:
        (entry,) = ElementTree.fromstring(app.test_client().get(path).data).findall("a:entry", ATOM)
        return entry.findtext("a:id", "", ATOM)

    asked, until = read(), loaded(context, table.match).table["standing"][0]["deadline"]
    extensions.take(context, table.match, ada.stored(context), table.standing()["id"], 1)
    table.resolve()
    assert loaded(context, table.match).table["standing"][0]["deadline"] != until
    assert read() == asked
    assert ada.put(f"{table.here()}/commitment", {"move": table.moves(ada, "r1.choose")[0]}).status_code == 200
    assert read() != asked


def test_a_title_is_text_in_both_documents(app: Flask, context: Context, ada: Player, ben: Player) -> None:
    title = "A;B,C <b>&amp; END:VEVENT"
    Table.begin(context, ada, ben, title=title)
    (event,) = events(app, f"/feeds/{make_subscription(context, ada.stored(context), 'calendar')}/deadlines.ics")
    assert str(event["SUMMARY"]).endswith(title)
    path = f"/feeds/{make_subscription(context, ada.stored(context), 'news')}/tables.atom"
    feed = ElementTree.fromstring(app.test_client().get(path).data)
    (entry,) = feed.findall("a:entry", ATOM)
    assert entry.findtext("a:title", "", ATOM).startswith(title)
    assert all(feed.find(f"a:{name}", ATOM) is not None for name in ("id", "title", "updated", "author", "link"))


@pytest.mark.parametrize(
    ("loser", "said"),
    [(0, "The match is over. Ben won (somebody gave up)"), (1, "The match is over. You won (somebody gave up)")],
)
def test_a_table_that_is_over_says_who_won(app: Flask, context: Context, table: Table, loser: int, said: str) -> None:
    resign(context, table.match, table.players[loser].stored(context))
    drain_once(context)
    path = f"/feeds/{make_subscription(context, table.players[0].stored(context), 'news')}/tables.atom"
    (entry,) = ElementTree.fromstring(app.test_client().get(path).data).findall("a:entry", ATOM)
    assert entry.findtext("a:summary", "", ATOM) == said


def test_the_page_makes_an_address_shows_it_once_and_ends_it(app: Flask, context: Context, table: Table) -> None:
    browser = Browser(app).sign_in(context, table.players[0])
    made = browser.press(browser.get("/account/feeds"), "/account/feeds/calendar")
    path = address(made)
    assert re.search(rf'href="webcal://[^/"]+{re.escape(path)}"', made.get_data(as_text=True)), "one tap on a telephone"
    assert len(events(app, path)) == 1
    assert path not in browser.get("/account/feeds").get_data(as_text=True)

    second = address(browser.press(browser.get("/account/feeds"), "/account/feeds/calendar"))
    assert app.test_client().get(path).status_code == 404
    assert browser.press(browser.get("/account/feeds"), "/account/feeds/calendar/revoke").status_code == 303
    assert app.test_client().get(second).status_code == 404


def test_nobody_else_makes_or_uses_an_address(app: Flask, context: Context, table: Table) -> None:
    link = make_subscription(context, table.players[0].stored(context), "calendar")
    client = app.test_client()
    assert client.get(f"/feeds/{link}/tables.atom").status_code == 404, "it is for the calendar alone"
    assert client.get(f"/feeds/{link[:-2]}/deadlines.ics").status_code == 404
    assert client.get("/v1/me", headers={"Authorization": f"Bearer {link}"}).status_code == 401
    assert client.get("/account/feeds").status_code == 303
    for path in ("/account/feeds/calendar", "/account/feeds/calendar/revoke", "/account/feeds/other"):
        assert client.post(path).status_code in (403, 404)
    browser = Browser(app).sign_in(context, table.players[1])
    shown = browser.get("/account/feeds")
    assert "None" not in shown.get_data(as_text=True)
    assert client.get(f"/feeds/{link}/deadlines.ics").status_code == 200


@pytest.mark.parametrize("name", ["calendar", "news"])
def test_what_has_not_changed_is_not_sent_again(app: Flask, context: Context, table: Table, name: Any) -> None:
    link = make_subscription(context, table.players[0].stored(context), name)
    path = f"/feeds/{link}/{'deadlines.ics' if name == 'calendar' else 'tables.atom'}"
    first = app.test_client().get(path)
    assert "private" in first.headers["Cache-Control"]
    again = app.test_client().get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
