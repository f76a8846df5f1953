"""A telephone on its side: the board stands beside the question, and nothing moves while it plays what came."""

import pytest
from playwright.sync_api import Browser, expect

from service.store.records import Account
from tests.browser.people import at_browser
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
