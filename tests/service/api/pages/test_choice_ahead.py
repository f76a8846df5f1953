"""Saying what comes next on the page behind a letter's button: lists without scripts, in the form that seals."""

import html
import json
import re
from typing import Any

import pytest
from flask import Flask

from engine.protocol.acts import ORDERS
from service.context import Context
from service.matches.orders import NewOrders, set_orders
from tests.given.contexts import loaded
from tests.service.api.browser import Browser, forms
from tests.service.api.pages.test_choice_page import link_of, said
from tests.service.api.players import Table
from workers.resolve.drain import drain_once

OPTION = re.compile(r'<option value="(-?\d+,-?\d+)">')


def orders_act(context: Context, table: Table, seat: int = 0) -> Any:
    return loaded(context, table.match).acts.get((ORDERS, seat))


def places(page: Any) -> list[str]:
    """Return the fields that the first list of a page offers."""
    (listed,) = re.findall(r'<select id="ahead-place-1".*?</select>', page.get_data(as_text=True), re.DOTALL)
    return OPTION.findall(listed)


def test_one_form_seals_the_card_and_says_where_it_goes(app: Flask, context: Context, table: Table) -> None:
    for player in table.players[:2]:
        link, browser = link_of(context, player, table.match), Browser(app)
        shown = browser.get(f"/choose/{link}/1")
        first, second = places(shown)[:2]
        done = browser.press(shown, f"/choose/{link}/1", **{"ahead-place-1": first, "ahead-place-2": second})
        assert done.status_code == 200
        words = [html.unescape(one) for one in re.findall(r'<p role="status">(.*?)</p>', done.get_data(as_text=True))]
        as_told = [f"({one.replace(',', ', ')})" for one in (first, second)]
        assert words == [
            f"If it is laid, your card goes to {as_told[0]}, else {as_told[1]}. If that is not possible, you are asked."
        ]
        kept = [json.loads(html.unescape(one)) for one in re.findall(r"<pre>(.*?)\n*</pre>", said(done), re.DOTALL)]
        assert kept[-1]["order"]["plans"][0]["place"] == [[int(n) for n in one.split(",")] for one in (first, second)]
        assert kept[-2]["receipt"]["act"] == "order"
    drain_once(context)
    assert all(
        ".place" not in one["id"] or not one["id"].startswith("r1.")
        for one in loaded(context, table.match).table["standing"]
    )


def test_nothing_chosen_says_nothing(app: Flask, context: Context, table: Table) -> None:
    link, browser = link_of(context, table.players[0], table.match), Browser(app)
    browser.press(browser.get(f"/choose/{link}/1"), f"/choose/{link}/1", **{"ahead-place-1": ""})
    assert orders_act(context, table) is None
    assert loaded(context, table.match).acts[table.standing()["id"], 0].commitment


@pytest.mark.parametrize("wish", ["99,99", "x" * 5_000, "../etc", "stay"])
def test_what_the_page_did_not_offer_seals_nothing(app: Flask, context: Context, table: Table, wish: str) -> None:
    link, browser = link_of(context, table.players[0], table.match), Browser(app)
    page = browser.get(f"/choose/{link}/1")
    shown = browser.press(page, f"/choose/{link}/1", **{"ahead-place-1": places(page)[0], "ahead-place-2": wish})
    assert (shown.status_code, "Your answer would be" in said(shown)) == (200, True)
    assert loaded(context, table.match).acts == {}


def test_the_form_sent_twice_says_it_once_and_nothing_against_newer_orders(
    app: Flask, context: Context, table: Table
) -> None:
    link, browser = link_of(context, table.players[0], table.match), Browser(app)
    page = browser.get(f"/choose/{link}/1")
    wish = {"ahead-place-1": places(page)[0]}
    once, again = (browser.press(page, f"/choose/{link}/1", **wish) for _ in range(2))
    assert said(once) == said(again)
    assert orders_act(context, table).seq == 1
    set_orders(context, loaded(context, table.match), 0, NewOrders({"plans": [{"place": [[0, 1]]}]}, replaces=1))
    late = browser.press(page, f"/choose/{link}/1", **wish)
    assert orders_act(context, table).seq == 2
    assert "was not taken" in said(late)


def test_taking_back_ends_it_too_and_orders_of_elsewhere_are_replaced_with_a_word(
    app: Flask, context: Context, table: Table
) -> None:
    set_orders(context, loaded(context, table.match), 0, NewOrders({"plans": [{"place": [[0, 1]]}]}))
    link, browser = link_of(context, table.players[0], table.match), Browser(app)
    page = browser.get(f"/choose/{link}/1")
    assert "takes their place" in said(page)
    done = browser.press(page, f"/choose/{link}/1", **{"ahead-place-1": places(page)[0]})
    assert "do not hold any more" in said(done)
    assert f"/choose/{link}/back" in [one.action for one in forms(done)]
    browser.press(done, f"/choose/{link}/back")
    assert orders_act(context, table).commitment is None
