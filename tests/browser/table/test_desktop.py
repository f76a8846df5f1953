"""The table on a wide screen: what somebody sees there without scrolling, and what is kept of what was filled in."""

import json
import re

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from service.matches.seating.lobby import resign
from service.store.records import Account
from service.web import assets
from tests.browser.people import PHONE, WIDE, assert_fit_for_everybody, at_browser, new_table, sit_down
from tests.cli.served import Served
from workers.resolve.drain import drain_once

LAPTOP = (1280, 800)
NUMBERS = re.compile(r"\(-?\d+, -?\d+\)")


def box_of(one: Locator) -> dict[str, float]:
    """Where something lies in the window."""
    found = one.bounding_box()
    assert found is not None
    return {
        "top": found["y"],
        "bottom": found["y"] + found["height"],
        "left": found["x"],
        "right": found["x"] + found["width"],
    }


def overlap(one: Locator, other: Locator) -> bool:
    """Whether one thing covers another."""
    here, there = box_of(one), box_of(other)
    beside = here["right"] <= there["left"] or there["right"] <= here["left"]
    return not (beside or here["bottom"] <= there["top"] or there["bottom"] <= here["top"])


def test_the_own_hand_is_seen_with_the_board_and_no_button_covers_anything(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=WIDE, scheme="dark") as me:
        me.enter(match)
        hand = me.page.locator("[id^='spot-card-']").first
        assert box_of(hand)["bottom"] <= WIDE[1]
        me.answer_any()
        came = me.page.locator(".came")
        expect(came).to_be_visible()
        lens = me.page.locator(".lens")
        for covered in (
            came,
            me.page.locator(".picture"),
            me.page.locator("#ask"),
            me.page.get_by_role("heading", level=1),
        ):
            assert not overlap(lens, covered)
        assert box_of(hand)["bottom"] <= WIDE[1]


def test_what_is_confirmed_covers_neither_the_picture_nor_the_choice(
    browser: Browser, house: Served, ada: Account
) -> None:
    """The bar lay across the foot of the window, and so over the card that had just been chosen."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=LAPTOP, motion=True) as me:
        me.enter(match)
        me.page.locator("[id^='spot-card-'].spot").first.click()
        bar = me.page.locator(".confirm")
        bar.evaluate("bar => Promise.all(bar.getAnimations().map((one) => one.finished))")
        assert not overlap(bar, me.page.locator(".picture")) and not overlap(bar, me.page.locator("#ask .choice"))
        assert box_of(bar)["bottom"] <= LAPTOP[1]
        assert_fit_for_everybody(me.page)


def test_the_only_answer_is_one_button(browser: Browser, house: Served, ada: Account) -> None:
    """To roll the dice took three clicks: the only entry of a list, and to confirm it."""
    match = new_table(house.context, ada, bots=["steady"])

    def only_one(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        for one in found["decisions"]:
            if one["question"] == "Lay your card" and one["choices"]:
                one["choices"] = [{**one["choices"][0], "spots": []}]
        route.fulfill(response=answer, body=json.dumps(found))

    with at_browser(browser, house, ada, size=WIDE) as me:
        me.page.route("**/words?*", only_one)
        me.enter(match)
        me.page.locator("[id^='spot-card-'].spot").first.click()
        me.confirm()
        for _ in range(3):  # the ship is asked for before
            me.page.get_by_role("heading", level=2, name=re.compile("^(Lay your card|Move the ship)")).wait_for()
            if me.page.get_by_role("heading", level=2, name="Lay your card").count():
                break
            me.answer_any()
        lay = me.page.locator("#ask").get_by_role("button", name=re.compile("^lay the card"))
        expect(me.page.locator("#ask [type=radio]")).to_have_count(0)
        lay.click()
        expect(me.page.locator("section.story")).to_contain_text(re.compile("You lay"))


def test_what_happened_at_a_step_is_read_beside_its_picture(browser: Browser, house: Served, ada: Account) -> None:
    """It stood below the picture, where a laptop does not show it."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=LAPTOP) as me:
        me.enter(match)
        me.answer_any()
        me.page.get_by_role("button", name="Look back").click()
        told = me.page.locator(".replayed")
        expect(told).to_be_in_viewport(ratio=0.9)
        assert box_of(told)["left"] >= box_of(me.page.locator(".picture"))["right"]
        # When the match is over, its picture does not run below a short window; the steps stood above it.
        resign(house.context, match, ada)
        drain_once(house.context)
        expect(me.page.locator(".head .result")).to_be_visible()
        me.page.get_by_role("button", name="End").click()
        me.page.evaluate("window.scrollTo(0, 0)")
        me.page.wait_for_function(
            f"document.querySelector('.board .picture').getBoundingClientRect().bottom <= {LAPTOP[1]}"
        )


def test_a_card_is_planned_for_free_fields_only(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        me.choose(re.compile("^play"))
        me.confirm()
        me.page.get_by_role("button", name="Say now where your card goes").click()
        fields = me.page.locator(".picture .spot[id^='spot-field-']")
        expect(fields.first).to_be_visible()
        assert 0 < fields.count() < me.page.locator(".picture [id^='spot-field-']").count() / 2, "not the whole chart"
        for one in fields.all():
            assert one.locator("title").count() == 0, "nothing lies there"
        fields.first.click()
        fields.nth(1).click()
        me.page.get_by_role("button", name="Save").click()
        stands = me.page.get_by_text("This stands for round 1: Lay it at")
        expect(stands).to_be_visible()
        said = stands.inner_text()
        assert len(NUMBERS.findall(said)) == 2 and said.count(".") == 1, said
        expect(me.page.get_by_role("button", name="Change it")).to_have_count(1)


OFFERS = """
async ([compose]) => {
  const { Composer, forms, keepUnfinished, takeUp } = await import(compose);
  const counted = { type: "object", properties: { wood: { type: "integer" }, ore: { type: "integer" } } };
  const form = (type) => ({ properties: { type: { const: type }, give: counted, take: counted } });
  const schema = { oneOf: [form("counter"), form("offer")] };
  const [counter, offer] = forms(schema, [{ move: { type: "offer" }, spots: [] }]);
  const filled = new Composer(schema, counter, []);
  const empty = keepUnfinished(filled);
  filled.add("give", "ore", 1);
  filled.add("take", "wood", 2);
  const kept = keepUnfinished(filled);
  const next = takeUp(new Composer(schema, offer, []));
  const covered = [next.covered({ ore: 1 }), next.covered({ ore: 0 })];
  const afterwards = takeUp(new Composer(schema, offer, []));
  return { empty, kept, move: next.move, covered, afterwards: afterwards.move };
}
"""


WHY = """
async ([over]) => {
  const shown = (await import(over)).over({
    match: { match: "m", status: "closed", seat: null, seats: [], outcome: null, story: [] },
    words: {},
    story: [{ event: { type: "over" }, text: "Ada reaches the goal." }, { event: { type: "ended" }, text: "Ada ends the turn." }],
  });
  return JSON.stringify(shown);
}
"""


def test_the_end_of_a_match_is_told_not_that_of_its_last_turn(browser: Browser, house: Served, ada: Account) -> None:
    """Of Seafarers it said "Ben ends the turn."."""
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(new_table(house.context, ada, bots=["steady"]))
        told = me.page.evaluate(WHY, [assets.url("table/over.js")])
    assert "Ada reaches the goal." in told and "Ada ends the turn." not in told


def test_what_was_filled_in_when_an_offer_went_away_is_in_the_next_form(
    browser: Browser, house: Served, ada: Account
) -> None:
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(new_table(house.context, ada, bots=["steady"]))
        found = me.page.evaluate(OFFERS, [assets.url("orders/compose.js")])
    assert (found["empty"], found["kept"]) == (False, True)
    assert found["move"]["give"] == {"ore": 1} and found["move"]["take"] == {"wood": 2}
    assert found["covered"] == [True, False], "what one has not any more cannot be given"
    assert found["afterwards"]["give"] == {}, "it is taken up once"


def test_a_table_from_the_rules_of_a_game_is_of_that_game(browser: Browser, house: Served, ada: Account) -> None:
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(new_table(house.context, ada, bots=["steady"]))
        me.page.goto("/rules/anno-1701")
        menu = me.page.get_by_role("navigation", name="Pages and language")
        expect(menu.get_by_role("link", name="Ada", exact=True)).to_have_attribute("href", "/account")
        me.page.get_by_role("navigation", name="Pages and language").get_by_role("link", name="New table").click()
        expect(me.page.get_by_role("radio", name="Anno 1701")).to_be_checked()
        expect(me.page.get_by_role("radio", name="Kontor, 2 or 4 players")).to_be_visible()
        expect(me.page.get_by_role("radio", name="Packet Row, 2 to 5 players")).to_be_visible()


def test_a_tall_picture_is_folded_so_that_both_players_are_seen_at_once(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, "anno-1701", bots=["steady"])
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        halves = me.page.locator(".picture > svg > g")
        mine, theirs = halves.nth(0), halves.nth(1)
        picture = box_of(me.page.locator(".picture > svg"))
        assert picture["bottom"] <= WIDE[1] and picture["right"] - picture["left"] > 800
        assert box_of(mine)["right"] <= box_of(theirs)["left"]
        assert abs(box_of(theirs)["top"] - box_of(mine)["top"]) < 10
        assert_fit_for_everybody(me.page)
        me.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(me.page.locator(".picture > svg.folded")).to_have_count(0)
        assert box_of(mine)["bottom"] <= box_of(theirs)["top"]
        assert abs(box_of(theirs)["left"] - box_of(mine)["left"]) < 10
        me.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        expect(me.page.locator(".picture > svg.folded")).to_have_count(1)
        me.page.wait_for_function("() => document.querySelector('.picture > svg').clientWidth > 800", polling=100)


@pytest.mark.parametrize("game", ["kontor", "seafarers"])
def test_on_a_telephone_on_its_side_all_of_the_board_lies_beside_the_question(
    browser: Browser, house: Served, ada: Account, game: str
) -> None:
    seats = 5 if game == "seafarers" else 2
    match = new_table(house.context, ada, game, seats=seats, bots=["steady"] * (seats - 1))
    with at_browser(browser, house, ada, size=PHONE[::-1]) as me:
        me.enter(match)
        me.page.wait_for_function("() => scrollY > 0", polling=100)
        picture, ask = box_of(me.page.locator(".picture > svg")), box_of(me.page.locator("#ask h2"))
        assert picture["top"] >= -1 and picture["bottom"] <= PHONE[0]
        assert picture["right"] - picture["left"] > PHONE[1] / 2
        assert picture["right"] <= ask["left"] and ask["bottom"] <= PHONE[0]
        assert_fit_for_everybody(me.page)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_own_panel_lies_beside_the_boards_of_a_wide_window(
    browser: Browser, house: Served, ada: Account, seats: int
) -> None:
    match = new_table(house.context, ada, "packet-row", seats=seats, bots=["steady"] * (seats - 1))
    with at_browser(browser, house, ada, size=LAPTOP) as me:
        me.enter(match)
        parts = me.page.locator(".picture > svg g[data-beside]")
        mine, theirs = parts.nth(0), parts.nth(1)
        cards = me.page.locator(".picture [id^='spot-card-']")
        for seen in (mine, cards.last, me.page.locator("#ask h2")):
            there = box_of(seen)
            assert there["top"] >= 0 and there["bottom"] <= LAPTOP[1], there
        assert box_of(cards.last)["right"] <= box_of(mine)["left"]
        assert box_of(mine)["bottom"] <= box_of(theirs)["top"], "the own panel first, the others' below it"
        assert box_of(theirs)["left"] == pytest.approx(box_of(mine)["left"], abs=4)
        assert not overlap(mine, me.page.locator("#ask"))
        assert_fit_for_everybody(me.page)
