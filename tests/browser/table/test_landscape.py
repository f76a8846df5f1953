"""A telephone on its side: the board stands beside the question, and nothing moves while it plays what came."""

import pytest
from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import ASKED, at_browser, new_table
from tests.browser.table.test_since import SHIFTS, missed
from tests.cli.served import Served

__all__ = ["missed"]
SIDEWAYS = (844, 390)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_nothing_moves_while_the_board_plays_what_came_since_my_last_visit(
    browser: Browser, house: Served, ada: Account, missed: str, locale: str
) -> None:
    house.context.store.update_account(ada.id, language=locale[:2])
    with at_browser(browser, house, ada, size=SIDEWAYS, motion=True, locale=locale) as me:
        page = me.page
        page.add_init_script(f"({SHIFTS})()")
        me.enter(missed)
        expect(page.locator(".film")).to_have_count(1)
        expect(page.locator(".film")).to_have_count(0)  # to the end
        moved = page.evaluate("window.moved")
        assert sum(value for value, *_ in moved) < 0.02, moved


def test_all_games_can_be_played_at_once_without_scrolling(browser: Browser, house: Served) -> None:
    with at_browser(browser, house, None, size=SIDEWAYS, locale="de-DE") as me:
        me.page.goto("/")
        buttons = me.page.get_by_role("button", name="Jetzt spielen")
        expect(buttons).to_have_count(4)
        for button in buttons.all():
            expect(button).to_be_in_viewport(ratio=1)


def test_the_board_stays_while_the_question_beside_it_is_read(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=SIDEWAYS) as me:
        page = me.enter(match).page
        page.locator(ASKED).first.wait_for()
        page.evaluate("scrollTo(0, 300)")
        expect(page.locator(".picture svg").first).to_be_in_viewport(ratio=0.99)
