"""The coach on the page: the curve and the moments of a match that is over, and a hint while one practises."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from engine.kit import review
from engine.kit.foresight import foresight_of
from engine.kit.review import Advice, Chances, Part
from engine.registry import KONTOR
from service.matches.seating.lobby import resign
from service.store.matches.moments import StoredReview
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
        expect(page.locator("#confirm strong")).to_have_text(re.compile("^(play|Pass)"))
        me.confirm()
        resign(context, match, ada)
        drain_once(context)
        page.get_by_role("button", name="Ask the coach").click()
        expect(page.locator(".coach summary")).to_be_visible(timeout=60_000)


def test_the_curve_and_the_moments_stand_beside_what_the_coach_would_have_played(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    match = new_table(context, ada, "kontor", seats=2)
    sit_down(context, match, ben)
    resign(context, match, ben)
    drain_once(context)
    curve = [500, 550, 300, 350, 900, 1000]
    advice = Advice(
        n=5, round=2, decision="r2.choose", kind="choose", seat=0, played={"type": "pass"}, advised={"type": "stay"}
    )
    parts: list[Part] = [Chances(n=3 + n, round=n, chances=[one, 1000 - one]) for n, one in enumerate(curve)]
    context.store.keep_review(match, StoredReview([*parts, advice], done=True))
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        page.get_by_role("button", name="Ask the coach").click()
        line = page.locator(".coach > svg")
        expect(line).to_have_attribute(
            "aria-label", "The chances after each round: Ada from 50 to 100 %; Ben from 50 to 0 %"
        )
        expect(page.locator(".coach .moments > li")).to_have_count(3)
        expect(page.locator(".coach .moments > li").first).to_contain_text("Round 2: Ada 55 → 30 %, Ben 45 → 70 %")
        expect(page.locator(".coach .moments > li").first).to_contain_text("The coach: ")
        page.locator(".coach summary").click()
        assert_fit_for_everybody(page)


def test_no_coach_beside_people(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, "kontor", seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        expect(page.locator("#ask h2")).to_be_visible()
        expect(page.get_by_role("button", name="What would the coach play?")).to_have_count(0)
