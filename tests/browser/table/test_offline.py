"""Without a network, or a server, a page says so in the reader's language, and the page that was wanted comes back with it."""

import pytest
from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table
from tests.cli.served import Served

PREPARED = """void navigator.serviceWorker.ready.then(({ active }) => {
  const look = () => { if (active.state === "activated") document.documentElement.dataset.prepared = ""; };
  active.addEventListener("statechange", look);
  look();
})"""
"""Marks the page once the worker answers for the next."""
ENGLISH = """async () => {
  const english = (names) => names.length === 1 && names[0].endsWith(" en");
  while (!english(await caches.keys())) await new Promise(requestAnimationFrame);
}"""
"""Waits until the page for who reads English is the one that is kept."""


def test_without_a_network_a_page_says_so_and_the_table_comes_back_with_it(
    browser: Browser, house: Served, ada: Account
) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, locale="de-DE", offline=True) as me:
        page = me.enter(match).page
        page.evaluate(PREPARED)
        page.locator("html[data-prepared]").wait_for()
        page.context.set_offline(True)
        page.goto("/")  # where the home screen leads
        expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()
        page.locator(".brand img").evaluate("image => image.decode()")  # fails unless it is a picture
        page.goto(f"/table/{match}")
        expect(page.get_by_role("heading", name="Kein Netz")).to_be_visible()
        assert_fit_for_everybody(page)
        assert page.evaluate("document.styleSheets.length > 0 && document.styleSheets[0].cssRules.length > 0")
        page.context.set_offline(False)
        expect(page.locator("#ask h2")).to_be_visible()
        with house.down():
            page.goto("/lobby")
            expect(page.get_by_role("heading", name="Siegelpost ist gerade nicht erreichbar")).to_be_visible()
            expect(page.get_by_text("Kein Netz")).to_have_count(0)
        house.context.store.update_account(ada.id, language="en")
        page.goto("/lobby")
        page.evaluate(ENGLISH)
        page.context.set_offline(True)
        page.goto("/")
        expect(page.get_by_role("heading", name="No network")).to_be_visible()


@pytest.mark.parametrize("lost", ["**/v1/rules/*", "**/feed?*"])
def test_a_table_stays_when_what_comes_after_it_is_lost(
    browser: Browser, house: Served, ada: Account, lost: str
) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        me.enter(match)
        me.page.route(lost, lambda route: route.abort())
        with me.page.expect_request(lost):
            me.page.goto(f"/table/{match}")
        missing = me.page.get_by_text("Nicht alles kam an").or_(me.page.get_by_text("Verbindung verloren"))
        expect(missing.first).to_be_visible()
        card = me.page.locator(".board [id^='spot-card'][role=button]").first
        expect(card).to_be_visible()
        me.page.unroute(lost)
        again = me.page.get_by_role("button", name="Noch einmal versuchen")
        if again.count():
            again.click()
        expect(missing).to_have_count(0)
        card.click()
        me.confirm()
        expect(me.page.locator("#confirm")).to_have_count(0)
