"""More time, asked for as well, and pauses: one button each; the deadline has moved for everybody, the table stands still."""

import re

from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served


def test_more_time_is_taken_by_a_button(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, extensions={"times": 1}, pauses={}, time_requests={})
    sit_down(house.context, match, ben)
    before = record_of(house.context, match).table["standing"][0]["deadline"]
    with at_browser(browser, house, ada) as me:
        with me.page.expect_request(re.compile("&here=true")):
            me.enter(match)
        expect(me.page.locator("#ask time.due")).to_contain_text(re.compile("left, until"))
        me.page.get_by_role("button", name="I need more time").click()
        expect(me.page.get_by_text("once more in this match")).to_be_visible()
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="Take more time").click()
        expect(me.page.get_by_role("button", name="Take more time")).to_have_count(0)
        expect(me.page.get_by_role("button", name="I need more time")).to_have_count(0)
        me.page.get_by_text("Ask the others for more time").click()
        me.page.locator("select[name=seconds]").select_option("10800")
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="Ask them").click()
        expect(me.page.get_by_text("You have asked the others for 3 hours more.")).to_be_visible()
        expect(me.page.get_by_text("Ask the others for more time")).to_have_count(0)
        me.page.locator("details.more > summary").click()
        me.page.get_by_role("button", name="I would like a pause").click()
        expect(me.page.get_by_role("paragraph").filter(has_text="Ada would like a pause.")).to_be_visible()
        expect(me.page.locator(".story")).to_contain_text("Ada would like a pause.")
        assert house.context.store.is_here(
            match, ada.id
        )  # letters about the table wait as long as the page is looked at
    with at_browser(browser, house, ben) as me:
        me.enter(match)
        expect(me.page.get_by_text("Ada asks for 3 hours more.")).to_be_visible()
        assert_fit_for_everybody(me.page)
        me.page.get_by_role("button", name="Give the time").click()
        expect(me.page.get_by_text("Ada asks for")).to_have_count(0)
        me.page.get_by_role("button", name="I would like a pause, too").click()
        expect(me.page.get_by_role("heading", name="The table is paused")).to_be_visible()
        expect(me.page.get_by_role("radio")).to_have_count(0)  # no answer would be taken
        expect(me.page.locator("#ask time.due")).to_have_count(0)  # and that deadline is going to move
        expect(me.page.locator(".head .above")).to_contain_text("The table is paused")  # seen before the picture
        me.page.evaluate("scrollTo(0, 0)")  # what the bar in sight covers elsewhere comes out when one scrolls
        assert_fit_for_everybody(me.page)
        me.page.goto("/")
        expect(me.page.get_by_text("pauses, until")).to_be_visible()
        me.page.goto(f"/table/{match}")
        me.page.get_by_role("button", name="Go on playing").click()
        expect(me.page.get_by_text("The table is paused")).to_have_count(0)
        expect(me.page.get_by_role("radio")).not_to_have_count(0)
    after = record_of(house.context, match).table["standing"][0]["deadline"]
    assert before is not None and after is not None and after > before + 86_400_000 + 10_800_000
