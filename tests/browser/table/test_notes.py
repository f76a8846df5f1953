"""One's own note at a table, and which news of it one wants."""

from playwright.sync_api import Browser, expect

from service.matches.margins import margin_of
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, sit_down
from tests.cli.served import Served

NARROW = (390, 844)


def test_a_note_and_muted_news_are_kept_by_the_account_and_seen_by_nobody_else(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)
    with at_browser(browser, house, ada, size=NARROW) as me, at_browser(browser, house, ben) as other:
        page = me.enter(match).page
        fold = page.locator("details.notes")
        fold.locator("summary").first.tap()
        fold.get_by_label("Your note").fill("Ben hoards grain.\n<b>Bank</b> next.")
        fold.get_by_role("button", name="Save").tap()
        expect(fold.get_by_role("status")).to_have_text("Saved.")
        fold.get_by_text("One by one").last.tap()
        fold.get_by_label("A match is over").click()
        expect(fold.get_by_text("One by one").last).to_contain_text("(17 of 18 on)")
        expect(fold.get_by_label("A match is over")).not_to_be_checked()
        assert_fit_for_everybody(page)
        account = context.store.account(ada.id)
        assert account is not None
        kept = margin_of(context, account, match)
        assert (kept.note, list(kept.muted)) == ("Ben hoards grain.\n<b>Bank</b> next.", ["over"])

        page.reload()
        expect(fold.locator("summary").first).to_contain_text("Ben hoards grain. <b>Bank</b> next.")
        fold.locator("summary").first.tap()
        expect(fold.get_by_label("Your note")).to_have_value(kept.note)
        expect(fold.get_by_label("A match is over")).not_to_be_checked()
        other.enter(match)
        expect(other.page.locator("details.notes")).to_have_text("My note and my news")
        expect(other.page.locator("body")).not_to_contain_text("grain.")
