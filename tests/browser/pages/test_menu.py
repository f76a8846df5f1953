"""The menu beside the title: what concerns the match as a whole is found without scrolling."""

from playwright.sync_api import Browser, Route, expect

from service.store.records import Account
from tests.browser.people import PHONE, assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served


def test_giving_up_is_found_beside_the_title_and_asks_once_more(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, "packet-row", seats=3, bots=["steady", "steady"])
    with at_browser(browser, house, ada, size=PHONE) as me:
        me.enter(match)
        me.answer_any()
        title = me.page.locator("details.more > summary")
        held: list[Route] = []
        me.page.route("**/more.js", lambda route: route.continue_() if held else held.append(route))
        with me.page.expect_request("**/more.js"):
            title.click()
        expect(me.page.locator("details.more")).to_have_attribute("open", "")
        expect(me.page.locator(".menu")).to_have_count(0)  # an empty box stood there until it had come
        held[0].continue_()
        expect(me.page.locator(".menu")).to_be_in_viewport(ratio=1)
        for way in ("How to play", "What happened", "Verify this match"):
            expect(me.page.locator(".menu").get_by_role("link", name=way)).to_be_in_viewport()
        assert_fit_for_everybody(me.page)
        give_up = me.page.get_by_role("button", name="Resign")
        me.page.locator("#ask").focus()  # where an answer that comes meanwhile takes it
        me.page.keyboard.press("Escape")
        expect(give_up).to_be_hidden()
        expect(title).to_be_focused()
        me.page.keyboard.press("Enter")
        give_up.click()
        assert record_of(house.context, match).table["status"] == "running", "it is asked once more"
        me.page.get_by_role("button", name="No, play on").click()
        me.page.locator(".picture").click(position={"x": 5, "y": 5})
        expect(give_up).to_be_hidden()
        title.click()
        me.page.locator(".menu").get_by_role("link", name="What happened").click()
        expect(me.page.locator("#story")).to_be_focused()
        expect(give_up).to_be_hidden()


def test_giving_up_stands_among_the_ways_on_not_below_what_people_can_ask_each_other(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """Pauses, substitutes and handing over are much to read; giving up stood below all of it."""
    match = new_table(house.context, ada, absence={})
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=PHONE) as me:
        me.enter(match)
        me.page.locator("details.more > summary").click()
        menu = me.page.locator(".menu")
        expect(menu.get_by_text("Hand over my seat")).to_be_attached()
        expect(menu.get_by_role("button", name="Resign")).to_be_in_viewport(ratio=1)
        assert_fit_for_everybody(me.page)
