"""People who stay away, at the web table: "I am here", and what the others choose."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from engine.match.absence import case_of
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from tests.service.hours import pass_hours


def test_one_comes_back_and_decides_about_the_other(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, absence={"misses": 1})
    sit_down(house.context, match, ben)
    pass_hours(house.context, match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    with at_browser(browser, house, ben) as me:
        me.enter(match).page.goto("/")
        expect(me.page.locator("#away + ul li").first).to_contain_text("Ada stays away")
        if case_of(record_of(house.context, match).table, 1) is not None:
            expect(me.page.locator("#missed")).to_have_text("You are missed")
            expect(me.page.locator("#missed + ul li").first).to_contain_text("You are missed here")
        me.page.goto(f"/table/{match}")
        expect(me.page.get_by_text("has missed an answer")).to_be_visible()
        if case_of(record_of(house.context, match).table, 1) is not None:
            me.page.get_by_role("button", name="I am here").click()
        expect(me.page.get_by_role("button", name="I am here")).to_have_count(0)
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="End the match and take the win").click()
        expect(me.page.get_by_text("cannot be taken back")).to_be_visible()
        me.page.get_by_role("button", name="End the match and take the win").click()
        expect(me.page.get_by_text("You won").first).to_be_visible()
    types = [json.loads(line)["entry"]["type"] for line in house.context.store.lines(match)]
    assert "voted" in types and types[-1] == "closed"
