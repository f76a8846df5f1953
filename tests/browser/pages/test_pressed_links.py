"""A mail's link in a browser that knows its account: it presses its own button, and the page goes on to the table by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from service.store.records import Account
from tests.browser.people import at_browser, new_table, record_of
from tests.cli.served import Served
from tests.given.contexts import link_for


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_a_link_leads_on_to_the_table_also_with_all_files_at_hand(
    browser: Browser, house: Served, ada: Account, language: str
) -> None:
    """The browser has app.js before the answer, or before the script that asks for it: neither may begin without the other."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, locale=language) as me:
        me.page.goto("/lobby")
        for ago in range(5):
            me.page.context.clear_cookies()
            me.was_here()
            me.page.goto(f"/enter/{link_for(house.context, ada.id, match, ago=ago)}")
            me.page.locator(".picture svg [role=button]").first.wait_for()
            assert me.page.url == f"{house.url}/table/{match}"
        me.page.reload()
        me.page.locator(".picture svg [role=button]").first.wait_for()
        me.page.go_back()
        assert "/enter/" not in me.page.url, "a link that was pressed is not come back to"


@pytest.mark.parametrize(("language", "sit"), [("de", "Platz nehmen und spielen"), ("fr", "Prendre place et jouer")])
def test_the_link_of_an_invitation_leads_on_to_its_page(
    browser: Browser, house: Served, ada: Account, ben: Account, language: str, sit: str
) -> None:
    match = new_table(house.context, ada, invite=[ben.id])
    invitation = record_of(house.context, match).table["invitation"]
    house.context.store.update_account(ben.id, language=language)
    with at_browser(browser, house, ben, locale=language) as me:
        me.was_here()
        me.page.goto(f"/enter/{link_for(house.context, ben.id, match, invitation=invitation)}")
        me.page.get_by_role("button", name=sit).wait_for()
        assert me.page.url == f"{house.url}/join/{match}?invitation={invitation}"


def lose(route: Route) -> None:
    """Lose the request on its way there."""
    route.abort() if route.request.resource_type == "fetch" else route.continue_()


def lose_answer(route: Route) -> None:
    """Lose the answer on its way back."""
    if route.request.resource_type == "fetch":
        route.fetch()
        route.abort()
    else:
        route.continue_()


@pytest.mark.parametrize("lost", [lose, lose_answer])
def test_a_press_without_an_answer_is_made_again_as_a_form(
    browser: Browser, house: Served, ada: Account, lost: Callable[[Route], None]
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        me.was_here()
        me.page.route("**/enter/**", lost)
        me.page.goto(f"/enter/{link_for(house.context, ada.id, match)}")
        me.page.locator(".picture svg [role=button]").first.wait_for()
        assert me.page.url == f"{house.url}/table/{match}"
        me.complaints.clear()  # about the request that was lost


def test_a_link_that_was_used_elsewhere_says_so(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    link = link_for(house.context, ada.id, match)
    house.context.store.use_link(ada.id, link, 0, token="t", sender="elsewhere", repeats=0, kept=60_000)
    with at_browser(browser, house, ada) as me:
        me.was_here()
        me.page.goto(f"/enter/{link}")
        expect(me.page.get_by_role("link", name="Get a new link")).to_be_visible()
        assert me.page.locator("#enter").count() == 0
        me.complaints.clear()  # about the refusals
