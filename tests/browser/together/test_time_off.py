"""Time at the web table: nights and vacations of a new table, a vacation on the account page, and what the others see of it."""

import re
from datetime import timedelta

from playwright.sync_api import Browser, Page, expect

from service.accounts.access.login import code_in, request_login
from service.calendar import today, vacations_of
from service.store.keys import recipient_of
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.cli.served import Served
from tests.given.contexts import account_of


def sign_in(page: Page, house: Served, account: Account) -> None:
    """Sign in with the link of a letter."""
    request_login(house.context, account.mail, "127.0.0.1", name=None, language=account.language, zone=account.zone)
    waiting = house.context.store.notices(recipient_of(account.id, None)).pending
    page.goto(f"/login/{[code_in(house.context, one) for one in waiting if one['kind'] == 'login'][-1]}")
    page.locator("form button").first.click()
    page.wait_for_url(re.compile(r"/(account)?(\?.*)?$"))


def test_a_vacation_is_entered_and_the_others_see_it(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    match = new_table(context, ada, vacation="clock-stops", nights="kept")
    sit_down(context, match, ben)
    before = record_of(context, match).table["standing"][0]["deadline"]
    here = today(account_of(context, ada.mail), context.store.now())
    with at_browser(browser, house, ada) as me:
        page = me.page
        sign_in(page, house, ada)
        page.goto("/account")
        page.get_by_label("Quiet hours").click()
        expect(page.get_by_text("Without quiet hours your deadlines may end at any hour")).to_be_visible()
        expect(page.get_by_label("From (")).to_have_count(0)
        page.get_by_label("Quiet hours").click()
        page.get_by_label("From (").select_option("23:00")
        expect(page.get_by_text("Saved.")).to_be_visible()
        expect(page.get_by_text("Your night at tables where no deadline ends at night: 23 to 8")).to_be_visible()
        expect(page.get_by_text("Saved.")).to_have_count(0)  # it goes by itself, and covers nothing any more
        page.get_by_label("First day").fill((here - timedelta(days=9)).isoformat())
        page.get_by_label("Last day").fill((here - timedelta(days=8)).isoformat())
        expect(page.locator("#days-read")).to_contain_text(str((here - timedelta(days=8)).year))
        page.get_by_role("button", name="Enter the vacation").click()
        expect(page.get_by_role("alert")).to_contain_text("a vacation begins today or later")
        page.get_by_label("First day").fill(here.isoformat())
        page.get_by_label("Last day").fill((here + timedelta(days=2)).isoformat())
        page.get_by_role("button", name="Enter the vacation").click()
        expect(page.get_by_role("button", name="I am back")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
        assert_fit_for_everybody(page)
    with at_browser(browser, house, ben) as me:
        me.enter(match)
        expect(me.page.get_by_label("Players")).to_contain_text("on vacation until")
        me.page.locator("details.more > summary").click()
        expect(me.page.get_by_text("not at night (22 to 8 for you)")).to_be_visible()
        expect(me.page.get_by_text("The clock stops while somebody is on vacation")).to_be_visible()
        assert_fit_for_everybody(me.page)
    after = record_of(context, match).table["standing"][0]["deadline"]
    assert before is not None and after is not None and after > before + 86_400_000
    with at_browser(browser, house, ada) as me:
        sign_in(me.page, house, ada)
        me.page.goto(f"/table/{match}")
        me.page.locator("details.more > summary").click()
        expect(me.page.get_by_text("not at night (23 to 8 for you)")).to_be_visible()
        me.page.goto("/account")
        me.page.get_by_role("button", name="I am back").click()
        expect(me.page.get_by_role("button", name="I am back")).to_have_count(0)
    [kept] = vacations_of(account_of(context, ada.mail))
    assert (kept.last, kept.used) == (here - timedelta(days=1), here + timedelta(days=2))


def test_a_new_table_says_what_it_does_at_night_and_for_vacations(
    browser: Browser, house: Served, ada: Account
) -> None:
    german = house.context.store.update_account(ada.id, language="de")
    assert german is not None
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.page
        sign_in(page, house, german)
        page.goto("/new")
        expect(page.get_by_label("Keine Frist endet nachts")).to_have_count(0)
        page.get_by_label("Mit Leuten, die ich einlade").check()
        expect(page.get_by_label("Keine Frist endet nachts")).to_be_checked()
        page.get_by_label("Wenn jemand Urlaub macht, steht die Uhr").uncheck()
        page.get_by_label("Wie schnell").select_option("hour")
        expect(page.get_by_label("Keine Frist endet nachts")).to_have_count(0)
        page.get_by_label("Wie schnell").select_option("day")
        expect(page.get_by_label("Keine Frist endet nachts")).to_be_checked()
        page.get_by_label("Wenn jemand Urlaub macht, steht die Uhr").uncheck()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Tisch eröffnen").click()
        page.wait_for_url("**/table/*")
        match = page.url.rpartition("/")[2]
    table = record_of(house.context, match).table
    assert (table.get("nights"), "vacations" in table) == ("kept", False)
