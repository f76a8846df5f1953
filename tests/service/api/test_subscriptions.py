"""Private addresses: a calendar of deadlines and a feed of tables, read with real parsers; made, shown once, ended."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from icalendar import Calendar
from werkzeug.test import TestResponse

from service.accounts.subscriptions import make_subscription
from service.context import Context
from tests.contexts import loaded
from tests.service.api.browser import Browser
from tests.service.api.players import Player, Table

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def address(page: TestResponse) -> str:
    found = re.search(r"<pre>http://[^/]+(/feeds/[^<]+)</pre>", html.unescape(page.get_data(as_text=True)))
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


def test_the_page_makes_an_address_shows_it_once_and_ends_it(app: Flask, context: Context, table: Table) -> None:
    browser = Browser(app).sign_in(context, table.players[0])
    made = browser.press(browser.get("/account/feeds"), "/account/feeds/calendar")
    path = address(made)
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
