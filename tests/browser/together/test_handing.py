"""Handing the seat over from the menu where one resigns: the other is asked on the table's page, and a bot plays on."""

from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from workers.resolve.drain import drain_once


def test_a_seat_is_handed_over_by_a_button(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, absence={})
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        me.page.locator("details.more > summary").click()
        me.page.get_by_role("button", name="Hand it over to a bot").click()
        me.page.get_by_role("button", name="Yes, hand it over").click()
        expect(me.page.get_by_text("You want to hand your seat over, to a bot.")).to_be_visible()
    with at_browser(browser, house, ben) as me:
        me.enter(match)
        expect(me.page.get_by_text("Ada wants to hand the seat over, to a bot.")).to_be_visible()
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="I agree").click()
        drain_once(house.context)
        expect(me.page.get_by_text("wants to hand the seat over")).to_have_count(0)
    assert record_of(house.context, match).table["seats"][0]["bot"] == "steady"
