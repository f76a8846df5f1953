"""Somebody plays on for a person who stays away, at the web table: asked by a link, ready, chosen, and asked to come back."""

import re

from playwright.sync_api import Browser, expect

from engine.match.absence import case_of
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from tests.given.contexts import account, link_for
from tests.service.hours import pass_hours


def test_a_link_brings_a_substitute_and_who_was_replaced_asks_to_come_back(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, absence={"misses": 1})
    sit_down(house.context, match, ben)
    cleo = account(house.context, "Cleo")
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        me.page.locator("details.more > summary").click()
        me.page.get_by_role("button", name="Make a link instead").click()
        link = me.page.get_by_label("Give them this link, to nobody else:").input_value()
        assert_fit_for_everybody(me.page)
    with at_browser(browser, house, cleo) as me:
        entry = link_for(house.context, cleo.id, match)
        me.page.goto(f"/enter/{entry}")
        me.page.locator("#enter button").click()  # signs in; the table is private, and shows itself with the link only
        me.page.wait_for_url("**/table/**")
        me.page.goto(f"/join/{match}?invitation={record_of(house.context, match).table['invitation']}")
        expect(me.page.get_by_text("All seats are taken, and the match has begun. You are watching.")).to_be_visible()
        expect(me.page.get_by_text("Somebody asks whether you would play on")).to_have_count(0)
        me.page.goto(link)
        expect(me.page.get_by_text("Somebody asks whether you would play on for Ada")).to_be_visible()
        me.page.get_by_role("button", name="Yes, I am ready").click()
        expect(me.page.get_by_text("You are ready to play on for Ada")).to_be_visible()
    pass_hours(house.context, match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    with at_browser(browser, house, ben) as me:
        me.enter(match).page.goto(f"/table/{match}")
        expect(me.page.get_by_text("Cleo is ready to play on for Ada")).to_be_visible()
        me.page.get_by_role("button", name="Let Cleo play").click()
        expect(me.page.get_by_text("From then on Cleo has this seat")).to_be_visible()
        me.page.get_by_role("button", name="Let Cleo play").click()
        expect(me.page.get_by_text(re.compile("Cleo plays since .* for Ada"))).to_be_visible()
        assert_fit_for_everybody(me.page)
    assert record_of(house.context, match).table["seats"][0]["player"] == cleo.id
    with at_browser(browser, house, ada) as me:
        me.enter(match).page.goto(f"/table/{match}")
        expect(me.page.get_by_text("You had the seat where Cleo plays now")).to_be_visible()
        me.page.get_by_role("button", name="Ask to come back").click()
        expect(me.page.get_by_text("You have asked to come back")).to_be_visible()
