"""The page can be put on a home screen: Chromium finds nothing against it, and the account page says how, where one can."""

from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import at_browser, new_table
from tests.cli.served import Served

OFFERS = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = () => { document.documentElement.dataset.prompted = ""; return Promise.resolve(); };
  dispatchEvent(offer);
}"""
"""What Chromium does by itself with a page that people come back to; headless it does not."""
APPLE = "Object.defineProperty(navigator, 'standalone', { value: false })"


def test_the_account_page_offers_what_the_browser_offers_and_chromium_finds_nothing_missing(
    browser: Browser, house: Served, ada: Account
) -> None:
    with at_browser(browser, house, ada, locale="de-DE") as me:
        me.enter(new_table(house.context, ada))
        me.page.goto("/account")
        part = me.page.get_by_role("region", name="home screen")
        expect(part).to_contain_text("Add to home screen")
        found = me.page.context.new_cdp_session(me.page).send("Page.getInstallabilityErrors")
        assert {one["errorId"] for one in found["installabilityErrors"]} <= {"in-incognito"}, "tests have no profile"
        me.page.evaluate(OFFERS)
        part.get_by_role("button", name="Put it there").click()
        me.page.locator("html[data-prompted]").wait_for()
        expect(part.get_by_role("button")).to_have_count(0)
        me.page.add_init_script(APPLE)
        me.page.reload()
        expect(part).to_contain_text("Add to Home Screen")
