"""What a newcomer with a small telephone needs is in reach: the hand, the ways to answer, and what else a tap can mean."""

import json
import re

from playwright.sync_api import Browser, Page, Route, expect

from service.store.records import Account
from tests.browser.people import ASKED, PHONE, Person, assert_fit_for_everybody, at_browser, bare, new_table
from tests.browser.table.test_desktop import box_of, overlap
from tests.browser.table.test_first_turn import at_sea, german, offer_to_ben
from tests.browser.table.test_long_turn import GAME, to_the_turn
from tests.cli.served import Served


def hand_in_sight(page: Page) -> None:
    """Every card of the hand that can be played is on the screen, above the bar at its foot."""
    page.wait_for_function("""() => {
        const cards = [...document.querySelectorAll("[id^='spot-card-'].spot")];
        const bar = document.querySelector(".at-hand")?.getBoundingClientRect().top;
        const seen = cards.map((one) => one.getBoundingClientRect());
        return cards.length > 1 && seen.every(({ top, bottom }) => top >= 0 && bottom <= bar);
    }""")


def test_the_hand_is_seen_on_arrival_and_with_each_new_question(browser: Browser, house: Served, ada: Account) -> None:
    """All that a phone showed of a first turn was the board and one button: to pass."""
    german(house, ada)
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as me:
        page = me.enter(match).page
        hand_in_sight(page)
        page.locator("[id^='spot-card-'].spot").first.tap()
        me.confirm()
        for _ in range(12):
            expect(page.locator(".confirm")).to_have_count(0)
            page.locator(ASKED).first.wait_for()
            if page.locator("#ask h2").inner_text() == "Wähle eine Karte oder passe":
                break
            me.answer_any()
        hand_in_sight(page)
        news, board = page.locator(".came").bounding_box(), page.locator(".board").bounding_box()
        assert news is not None and board is not None
        assert news["width"] > 0.85 * board["width"], "what happened has the whole width"
        for button in page.locator(".lens button").all():
            expect(button).to_be_visible()


def test_the_deadline_is_never_cut(browser: Browser, house: Served, ada: Account) -> None:
    """A long question cut the moment until when to answer."""
    german(house, ada)
    match = new_table(house.context, ada, GAME, bots=["steady"])
    to_the_turn(house, match, 1)
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as me:
        page = me.enter(match).page
        until = page.locator(".above time")
        expect(until).to_have_text(re.compile(r"^bis .*\d$"))
        assert until.evaluate(
            "one => one.scrollWidth <= one.clientWidth + 1 || getComputedStyle(one).display === 'inline'"
        )
        assert box_of(until)["right"] <= PHONE[0] - 8


def test_what_came_of_my_answer_takes_one_line(browser: Browser, house: Served, ada: Account) -> None:
    """Five lines pushed the board down; a tap unfolds them."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=PHONE) as me:
        page, news = me.enter(match).page, me.page.locator("details.came")
        for _ in range(12):
            me.answer_any()
            page.locator(ASKED).first.wait_for()
            if news.count():
                break
        line = box_of(news)
        assert line["bottom"] - line["top"] <= 36
        expect(news.locator("p").first).to_be_hidden()
        news.locator("summary").tap()
        expect(news.locator("p").first).to_be_visible()


def test_what_can_be_tapped_is_listed_for_who_asks(browser: Browser, house: Served, ada: Account) -> None:
    """Six cards stood in the picture and beside it; who has asked for the list once keeps it."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=(1366, 768)) as me:
        page = me.enter(match).page
        page.locator(ASKED).first.wait_for()
        expect(page.get_by_role("radio")).to_have_count(1)
        expect(page.get_by_role("radio", name="Pass (+1 coin)")).to_be_visible()
        page.get_by_role("button", name=re.compile("^Show all")).click()
        assert page.get_by_role("radio").count() > 3
        me.answer_any()
        page.locator(ASKED).first.wait_for()
        assert page.get_by_role("radio").count() > 1


def test_the_card_that_was_tapped_stays_in_sight_while_the_bar_rises(
    browser: Browser, house: Served, ada: Account
) -> None:
    """The bar comes up from below: where it stands at first, it does not cover the hand yet."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=PHONE, motion=True) as me:
        page = me.enter(match).page
        hand_in_sight(page)
        card = page.locator("[id^='spot-card-'].spot").first
        card.tap()
        bar = page.locator(".confirm")
        bar.evaluate("bar => Promise.all(bar.getAnimations().map((one) => one.finished))")
        assert not overlap(card, bar)
        expect(bar.locator("strong")).to_have_text(re.compile("^play "))
        said = bar.locator("p").inner_text()
        number = re.findall(r"\d+", said)
        assert len(number) == 1, f"the card is named once: {said}"


def test_the_result_is_what_a_phone_shows_of_a_match_that_ends(browser: Browser, house: Served, ada: Account) -> None:
    """After the last answer a phone went on showing the board and what had happened, with the result above the screen."""
    match = new_table(house.context, ada, options={"preset": "tilsit", "round_limit": 1}, bots=["steady"])
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.enter(match).page
        result = page.locator(".ended .result")
        for _ in range(12):
            page.locator(ASKED).or_(result).first.wait_for()
            if result.count():
                break
            me.answer_any()
        expect(result).to_be_in_viewport(ratio=1)
        news = page.locator(".came")
        assert not news.count() or box_of(result)["bottom"] <= box_of(news)["top"]


def test_an_offer_is_answered_at_the_foot_of_the_screen(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """A minute to answer, and the answers lay two screens below the map."""
    match = at_sea(house, ada, ben)
    offer_to_ben(house, match)
    with at_browser(browser, house, ben, size=PHONE, locale="de-DE") as me:
        page = me.enter(match).page
        foot = page.locator(".at-hand")
        expect(foot.get_by_role("button", name="Annehmen")).to_be_in_viewport(ratio=1)
        foot.get_by_role("button", name="Ablehnen").tap()
        expect(page.locator("#confirm strong")).to_have_text("Ablehnen")


def test_the_ways_to_end_a_turn_are_one_button_at_the_foot(browser: Browser, house: Served, ada: Account) -> None:
    german(house, ada)
    match = new_table(house.context, ada, GAME, bots=["steady"])
    to_the_turn(house, match, 1)
    with at_browser(browser, house, ada, size=PHONE, locale="de-DE") as me:
        page = me.enter(match).page
        foot = page.locator(".at-hand")
        foot.get_by_role("button", name="Zug beenden …").tap()
        assert foot.get_by_role("button").count() > 3
        assert_fit_for_everybody(page)
        foot.get_by_role("button", name="Anders wählen").tap()
        foot.get_by_role("button", name="Zug beenden …").tap()
        foot.get_by_role("button", name=re.compile("^Zug beenden, ohne")).tap()
        expect(page.locator("#confirm")).to_contain_text("Du nimmst keine Karte mehr.")


def ship_may_take_a_card_away(me: Person, match: str) -> None:
    """Enter a table at which the first card to tap can mean more, if another one is tapped: as ships that remove a card do."""

    def more(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        choices = found["decisions"][0]["choices"]
        first, second = [one for one in choices if one["spots"]][:2]
        move = {**first["move"], "remove": "there"}
        longer = {**first, "move": move, "words": "sail and take it away", "spots": [*first["spots"], *second["spots"]]}
        choices.append(longer)
        route.fulfill(response=answer, body=json.dumps(found))

    me.page.route("**/words?*", more)
    me.enter(match)
    me.page.route("**/table/**", bare)
    me.page.reload()
    me.page.locator("[id^='spot-card-'].spot").first.wait_for()


def test_what_a_tap_can_mean_besides_is_offered_where_it_is_confirmed(
    browser: Browser, house: Served, ada: Account
) -> None:
    """A newcomer moved the ship and never learned that it could have taken a card away."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=PHONE) as me:
        ship_may_take_a_card_away(me, match)
        page = me.page
        page.locator("[id^='spot-card-'].spot").first.tap()
        bar = page.locator("#confirm")
        expect(bar).to_contain_text("Or: sail and take it away")
        assert_fit_for_everybody(page)
        bar.get_by_role("button", name="sail and take it away").tap()
        expect(bar.locator("strong")).to_have_text("sail and take it away")
        expect(page.locator(".spot.picked")).to_have_count(2)
