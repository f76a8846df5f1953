"""What the table says while others are waited for, and while an answer is held back so that nobody can tell who gave it."""

import re

from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import at_browser, new_table, record_of, sit_down
from tests.cli.served import Served


def two_at_packet_row(house: Served, ada: Account, ben: Account) -> tuple[str, Account, Account]:
    """Return a match, who is asked first in it, and who waits meanwhile."""
    match = new_table(house.context, ada, "packet-row", seats=2)
    sit_down(house.context, match, ben)
    [due] = [one for one in record_of(house.context, match).table["standing"] if not one["optional"]]
    return (match, ada, ben) if due["seats"] == [0] else (match, ben, ada)


def test_who_waits_sees_the_deadline_of_those_who_are_awaited(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """Not that of the contracts, which stand beside it without any."""
    match, _, waiting = two_at_packet_row(house, ada, ben)
    with at_browser(browser, house, waiting) as me:
        me.enter(match)
        expect(me.page.locator("#ask time.due")).to_contain_text("2 days left")
        expect(me.page.locator(".head")).to_contain_text("Round 1")


def test_an_answer_that_is_held_back_says_for_how_long_and_why(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match, asked, _ = two_at_packet_row(house, ada, ben)
    with at_browser(browser, house, asked) as me:
        page = me.enter(match).page
        page.locator("details.more > summary").click()
        expect(page.locator("details.more")).to_contain_text("within 10 minutes")
        page.locator("details.advance > summary").click()
        page.locator("details.advance select").first.select_option(index=1)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Your standing orders are in force. If they answer this")).to_be_visible()
        page.reload()
        expect(page.get_by_text("Your standing orders are in force. If they answer this")).to_be_visible()
        me.choose_any()
        me.confirm()
        expect(page.get_by_text(re.compile("^You have answered. It takes effect within 10 minutes"))).to_be_visible()
        page.goto("/")
        expect(page.get_by_text("an answer counts soon")).to_be_visible()
