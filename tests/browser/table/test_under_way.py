"""A voyage stands where one decides about it: beside the board on a wide screen, directly above the question on a phone."""

import json

from playwright.sync_api import Browser, FloatRect, Locator, Route, expect

from engine.contract import Move
from service.context import Context
from service.matches import acts
from service.store.records import Account
from tests.browser.people import WIDE, assert_fit_for_everybody, at_browser, bare, new_table, record_of
from tests.cli.served import Served
from workers.resolve.drain import drain_once

OF_A_VOYAGE: dict[str, Move] = {
    "settle": {"type": "settle", "pile": "1a"},
    "act": {"type": "close"},
    "close": {"type": "voyage"},
}


STANDS_STILL = "() => { const last = window.stood; window.stood = scrollY; return last === scrollY; }"


def set_sail(context: Context, match: str, *, to: str = "voyage") -> None:
    """Play until the player is asked whether to reveal the first voyage card, or something before."""
    while True:
        record = record_of(context, match)
        asked = next((one for one in record.table["standing"] if 0 in one["seats"]), None)
        if asked is None:
            drain_once(context)
        elif asked["kind"] == to:
            return
        else:
            if (asked["id"], 0) not in record.acts:
                move = OF_A_VOYAGE[asked["kind"]]
                if asked["sealed"]:
                    acts.commit(context, record, 0, acts.SeatAct(asked["id"], move=move))
                else:
                    acts.answer(context, record, 0, acts.SeatAct(asked["id"], move=move))
            drain_once(context)


def box_of(one: Locator) -> FloatRect:
    """Return where something stands on the page."""
    box = one.bounding_box()
    assert box is not None
    return box


def foot_of(one: Locator) -> float:
    """Return how far down the page something reaches."""
    box = box_of(one)
    return box["y"] + box["height"]


def test_a_voyage_stands_right_above_the_question_of_a_phone_or_beside_the_board(
    browser: Browser, house: Served, ada: Account
) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, "anno-1701", bots=["steady"])
    set_sail(house.context, match)
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        voyage = page.get_by_role("region", name="Deine Handelsfahrt")
        expect(voyage.get_by_text("Was noch kommen kann (15")).to_be_visible()
        me.choose("nächste Karte aufdecken")
        me.confirm()
        expect(voyage.get_by_text("Was noch kommen kann (14")).to_be_visible()
        expect(voyage.get_by_text("deckst auf")).to_be_visible()
        assert_fit_for_everybody(page)
        assert 0 <= box_of(page.locator("#ask"))["y"] - foot_of(voyage) < 40, "nothing stands between them"
        assert box_of(voyage)["y"] > foot_of(page.locator("figure.board"))
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        shown, board = box_of(voyage), box_of(page.locator("figure.board"))
        assert shown["x"] >= board["x"] + board["width"] and board["y"] <= shown["y"] < WIDE[1] / 2
        assert 0 <= box_of(page.locator("#ask"))["y"] - foot_of(voyage) < 40


def test_the_end_of_the_actions_the_voyage_and_its_first_card_are_one_answer(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, "anno-1701", bots=["steady"])
    set_sail(house.context, match, to="act")
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        page.get_by_role("button", name="End the turn …").tap()
        way = page.locator(".at-hand").get_by_role("button", name="end the actions")
        way.wait_for()
        page.wait_for_function(STANDS_STILL, polling=100)  # as it opens, a phone's page glides to the board
        before = page.evaluate("scrollY")
        way.tap()
        assert page.evaluate("scrollY") == before, "who answers at the foot is not led to the list"
        page.get_by_role("button", name="And then: set sail and reveal the first card").tap()
        expect(page.get_by_role("region", name="Your voyage").get_by_text("What may still come (14")).to_be_visible()
    assert answers_in(house, match)[-3:] == ["close", "voyage", "reveal"], "each in an entry of its own"


def answers_in(house: Served, match: str) -> list[str]:
    """Return the types of all moves that the player has made."""
    entries = [json.loads(line)["entry"] for line in house.context.store.lines(match)]
    resolved = [entry["body"] for entry in entries if entry["type"] == "resolved"]
    return [one["move"]["type"] for body in resolved for one in body["moves"] if one["seat"] == 0]


def test_the_only_answer_that_there_is_takes_one_tap(browser: Browser, house: Served, ada: Account) -> None:
    """In the special building phase of Seafarers hardly anything else was ever asked, with two taps each time."""
    match = new_table(house.context, ada, "anno-1701", bots=["steady"])
    set_sail(house.context, match)

    def stop_only(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        for one in found["decisions"]:
            one["choices"] = [choice for choice in one["choices"] if choice["move"] == {"type": "stop"}]
        route.fulfill(response=answer, json=found)

    with at_browser(browser, house, ada) as me:
        me.page.route("**/words?*", stop_only)
        page = me.enter(match).page
        page.route("**/table/**", bare)
        page.reload()
        foot = page.locator(".at-hand").get_by_role("button")
        expect(foot).to_have_count(1)
        expect(foot).to_have_class("seal big")
        voyage = page.get_by_role("region", name="Your voyage")
        expect(voyage).to_be_visible()
        foot.tap()
        expect(voyage).to_have_count(0)
    assert answers_in(house, match)[-1] == "stop"
