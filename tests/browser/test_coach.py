"""The coach on the page: the curve and the moments of a match that is over, and a hint while one practises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from engine.kit import review
from engine.kit.foresight import foresight_of
from engine.registry import KONTOR
from service.matches.seating.lobby import resign
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, sit_down
from tests.cli.served import Served
from workers.resolve.drain import drain_once


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A coach who thinks for a few playouts only."""
    found = foresight_of(KONTOR)
    assert found is not None
    monkeypatch.setattr(KONTOR, "foresight", replace(found, playouts={"keen": 4}, steps=2))
    monkeypatch.setattr(review, "PLAYOUTS", 2)
    yield


def test_who_practises_takes_a_hint_and_looks_back_on_the_match(browser: Browser, house: Served, ada: Account) -> None:
    context = house.context
    match = new_table(context, ada, "kontor", bots=["steady"])
    drain_once(context)
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        page.get_by_role("button", name="What would the coach play?").click()
        expect(page.locator(".hinted")).to_contain_text("The coach advises: ", timeout=30_000)
        page.get_by_role("button", name="Choose that").click()
        expect(page.locator("#ask .choice:has(:checked)")).to_have_count(1)
        me.confirm()
        resign(context, match, ada)
        drain_once(context)
        page.get_by_role("button", name="Ask the coach").click()
        curve = page.locator(".coach > svg")
        expect(curve).to_be_visible(timeout=60_000)
        assert "The chances after each round: " in (curve.get_attribute("aria-label") or "")
        page.locator(".coach summary").click()
        assert_fit_for_everybody(page)


def test_no_coach_beside_people(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, "kontor", seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        expect(page.locator("#ask h2")).to_be_visible()
        expect(page.get_by_role("button", name="What would the coach play?")).to_have_count(0)
