"""Pages that know nobody speak what their reader reads on the others: the account's language, or the one that was chosen."""

from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import at_browser, new_table
from tests.cli.served import Served


def test_rules_speak_what_was_chosen_and_then_what_the_account_reads(
    browser: Browser, house: Served, ada: Account
) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.page
        page.goto("/")
        page.get_by_role("link", name="English").click()
        expect(page.get_by_role("link", name="Deutsch")).to_be_visible()
        for path in ("/rules/kontor", "/sign-in", "/lobby"):
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.get_by_role("heading", name="Open tables")).to_be_visible()
        me.enter(match)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.goto("/rules/kontor")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.goto("/")
        expect(page.locator(".skip")).to_have_text("Zum Inhalt")
