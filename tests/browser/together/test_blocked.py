"""What somebody sees in a browser whose account is blocked: the table, why nothing is sealed, and the way to his data."""

import pytest
from playwright.sync_api import Browser, expect

from service.admin import accounts
from service.admin.operator import Operator
from service.store.records import Account
from tests.browser.people import WIDE, at_browser, new_table
from tests.cli.served import Served
from workers.resolve.drain import drain_once

WORDS = [
    ("en-GB", "Seal it", "you can look, but not play"),
    ("de-DE", "Versiegeln", "Du kannst zusehen, aber nicht spielen"),
]


@pytest.mark.parametrize(("locale", "button", "words"), WORDS)
def test_a_blocked_player_sees_the_table_and_is_told_why_nothing_is_sealed(
    browser: Browser, house: Served, ada: Account, locale: str, button: str, words: str
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    drain_once(house.context)
    house.context.store.update_account(ada.id, language=locale[:2])
    accounts.block(Operator(house.context.store, "grace"), ada.id, "insults at three tables")
    with at_browser(browser, house, ada, size=WIDE, locale=locale) as me:
        me.enter(match)
        expect(me.page.get_by_role("status").filter(has_text="insults at three tables")).to_contain_text(words)
        me.choose_any()
        me.page.get_by_role("button", name=button, exact=True).click()
        expect(me.page.get_by_role("alert")).to_contain_text(words)
    record = house.context.store.load(match)
    assert record is not None
    assert not any(seat == 0 for _, seat in record.acts)
