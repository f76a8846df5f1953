"""A game played on a telephone by tapping its picture: in German, at 390 pixels, with fingers."""

import re

from playwright.sync_api import Browser, Page, expect

from engine.games.seafarers.resources import RESOURCES
from service.store.records import Account
from tests.browser.people import ASKED, IDLE, assert_fit_for_everybody, at_browser, new_table, record_of
from tests.cli.served import Served

NARROW = (390, 844)
FOUND, TURN = "Gründe eine Siedlung", "Handle, baue und beende deinen Zug"
FINGER = 24
"""Pixels: what WCAG 2.2 asks for at least."""


FOUNDED = re.compile("^eine Siedlung an .+ gründen, mit (einer Straße|einem Schiff)")


def spot(page: Page, name: str) -> None:
    page.locator(f"[id='spot-{name}']").tap(force=True)


def found(page: Page) -> None:
    """Found a settlement: the place, then the edge; the picture comes closer, so that a finger hits it."""
    page.locator("[id^='spot-node-'].spot").first.tap(force=True)
    expect(page.get_by_text("Tipp nun auf die nächste markierte Stelle.")).to_be_visible()
    edges = page.locator("[id^='spot-edge-'].spot:not(.other)")
    place = page.locator(".spot.picked").bounding_box()
    assert place is not None and place["width"] >= FINGER
    assert edges.count() in (2, 3)
    edges.first.tap(force=True)
    piece = page.locator(".confirm .acts button.seal").first
    if "big" not in str(piece.get_attribute("class")):  # a road or a ship
        piece.tap()
    expect(page.locator(".confirm strong")).to_contain_text(
        re.compile("^eine Siedlung an .+ gründen, mit (einer Straße|einem Schiff) ")
    )
    page.locator(".confirm button.seal.big").tap()
    expect(page.locator(".confirm")).to_have_count(0)


def test_numbers_of_places_stand_on_the_picture_for_who_asks_for_them(
    browser: Browser, house: Served, ada: Account
) -> None:
    """The numbers of what can be chosen now, and of nothing else: on a picture that was enlarged they covered the map."""
    house.context.store.update_account(ada.id, language="de")
    options = {"preset": "fuenf-inseln-5"}
    match = new_table(house.context, ada, "seafarers", seats=5, options=options, bots=["steady"] * 4)
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        numbers, sites = page.locator(".picture text.number"), page.locator(".picture .spot[data-number]:not(.other)")
        show = page.get_by_role("button", name="Nummern der Felder zeigen")
        expect(show).to_be_visible()
        expect(numbers.first).to_be_hidden()
        expect(page.locator(".picture .ids").first).to_be_hidden()
        show.tap()
        expect(numbers.first).to_be_visible()
        expect(page.locator(".picture .ids").first).to_be_visible()
        assert sorted(numbers.all_text_contents()) == sorted(
            str(one.get_attribute("data-number")) for one in sites.all()
        )
        high = [one["height"] for one in (each.bounding_box() for each in numbers.all()[:5]) if one is not None]
        assert high and min(high) >= 11, "readable without looking closer"
        page.get_by_role("button", name="Nummern der Felder verbergen").tap()
        sites.first.tap()
        expect(page.locator(".spot.picked")).to_have_count(1)
        expect(numbers.first).to_be_hidden()
        assert not re.search(r"(?:Bauplatz|Kante) \d", page.locator("#ask").inner_text())


def test_seafarers_is_founded_and_played_by_tapping_on_a_telephone(
    browser: Browser, house: Served, ada: Account
) -> None:
    context = house.context
    context.store.update_account(ada.id, language="de")
    match = new_table(context, ada, "seafarers", seats=5, options={"preset": "fuenf-inseln-5"}, bots=["steady"] * 4)
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        asked = page.locator(f"{IDLE} #ask h2")
        stop = page.locator(".spot[tabindex='0']")
        expect(stop).to_have_count(1)  # so many places are one stop of the tab key, and arrows lead on
        before = stop.get_attribute("id")
        stop.press("ArrowRight")
        expect(page.locator(".spot:focus")).not_to_have_id(str(before))
        expect(stop).to_have_count(1)
        for _ in range(2):
            expect(asked).to_have_text(FOUND)
            expect(page.get_by_role("radio")).to_have_count(0)
            found(page)
        assert_fit_for_everybody(page)
        page.locator(f"{IDLE} #ask h2:has-text('{TURN}'), {ASKED}").first.wait_for()
        for _ in range(8):  # dice, robbers, gold and discards before the turn itself, as the dice will have it
            if asked.inner_text() == TURN:
                break
            me.answer_any()
            page.locator(ASKED).first.wait_for()
        offer(house, page, match)
        me.choose("Zug beenden")
        me.confirm()
        expect(page.locator(".story")).to_contain_text(
            "Du beendest deinen Zug."
        )  # the next question may be the same: bots are quick


def offer(house: Served, page: Page, match: str) -> None:
    """Offer a card for one of another kind, if there is one in the hand; what is offered is said before it is."""
    state = record_of(house.context, match).state
    assert state is not None
    held = [place for place, count in enumerate(state["hands"][0]) if count]
    if not held:
        return
    page.get_by_role("button", name="Einen Tausch anbieten").tap()
    give, take = (page.locator(".compose fieldset").nth(n) for n in (0, 1))
    for member, place in ((give, 0), (take, held[0])):  # only what one holds can be given
        member.locator(".count button:last-child").nth(place).tap()
    page.locator(".compose button.seal").tap()
    expect(page.get_by_role("alert")).to_have_text("Niemand tauscht eine Karte gegen die gleiche.")
    take.locator(".count button:nth-of-type(1)").nth(held[0]).tap()
    take.locator(".count button:last-child").nth((held[0] + 1) % len(RESOURCES)).tap()
    page.locator(".compose button.seal").tap()
    expect(page.locator(".confirm strong")).to_contain_text("anbieten")
    page.locator(".confirm button.seal.big").tap()
    expect(page.locator(".confirm")).to_have_count(0)


def test_the_confirmation_does_not_cover_the_card_that_was_tapped(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=NARROW) as me:
        page = me.enter(match).page
        page.locator("[id^='spot-card-'].spot").first.wait_for()
        page.evaluate("""() => {
            const card = document.querySelector("[id^='spot-card-'].spot");
            window.scrollBy({ top: card.getBoundingClientRect().bottom - window.innerHeight, behavior: "instant" });
        }""")
        page.locator("[id^='spot-card-'].spot").first.dispatch_event("click")
        expect(page.locator("#confirm")).to_be_visible()
        card = page.locator(".spot.picked").bounding_box()
        bar = page.locator("#confirm").bounding_box()
        assert card is not None and bar is not None
        assert card["y"] + card["height"] <= bar["y"]


def test_what_stands_in_panels_explains_itself_by_tap_and_by_keyboard(
    browser: Browser, house: Served, ada: Account
) -> None:
    """In the own panel and in that of the other player; keys go from one thing to the next and are no trap."""
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, "packet-row", bots=["steady"])
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        said = page.locator(".explained")
        picture = page.locator(".board .picture").bounding_box()
        assert picture is not None
        page.mouse.move(picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2)
        page.mouse.wheel(0, 120)  # the page goes on under a wheel, or a finger, that is over the picture
        page.wait_for_function("() => window.scrollY > 60")
        page.mouse.wheel(0, -120)
        page.wait_for_function("() => window.scrollY === 0")
        for money in ("Ada hat 25 $.", "Steady (Bot) hat 25 $."):
            page.locator(f".told[aria-label='{money}']").tap()
            expect(said).to_have_text(money)
            expect(said).to_be_in_viewport()
        page.locator(".told[aria-label='Steady (Bot) hat 25 $.']").tap()
        expect(said).to_have_text("")
        assert page.locator(".picture [role=img][tabindex='0']").count() == 1
        page.locator(".told[aria-label='Ada hat 25 $.']").focus()
        page.keyboard.press("ArrowRight")
        expect(said).to_have_text(str(page.evaluate("document.activeElement.getAttribute('aria-label')")))
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.classList.contains('told')") is False
        assert_fit_for_everybody(page)


def test_who_can_be_robbed_is_chosen_wherever_the_panel_is_tapped(
    browser: Browser, house: Served, ada: Account
) -> None:
    """What explains itself in a panel lies above the place that chooses its player, and gives the tap to it."""
    match = new_table(
        house.context, ada, "seafarers", seats=5, options={"preset": "fuenf-inseln-5"}, bots=["steady"] * 4
    )
    with at_browser(browser, house, ada, size=NARROW) as me:
        page = me.enter(match).page
        cards = page.locator(".told[aria-label^='Resource cards in hand']").nth(1)
        cards.scroll_into_view_if_needed()
        # In one go: what the page hears of the table meanwhile would mark it anew.
        chosen = cards.evaluate("""one => {
            const panel = document.getElementById("spot-seat-1");
            let chosen = false;
            panel.setAttribute("class", "spot");
            panel.onclick = () => { chosen = true; };
            const { x, y, width, height } = one.getBoundingClientRect();
            one.dispatchEvent(new MouseEvent("click", { clientX: x + width / 2, clientY: y + height / 2, bubbles: true }));
            return chosen;
        }""")
        assert chosen
        expect(page.locator(".explained")).to_have_text("")


def test_a_tap_that_can_mean_many_things_leaves_the_picture_in_sight(
    browser: Browser, house: Served, ada: Account
) -> None:
    """A newcomer's first tap on a card was followed by a wall of four long red buttons over half of the screen."""
    match = new_table(house.context, ada, options={"preset": "goldsieber-basic"}, bots=["steady"])
    with at_browser(browser, house, ada, size=NARROW) as me:
        page = me.enter(match).page
        page.locator("[id^='spot-card-'].spot").first.dispatch_event("click")
        bar = page.get_by_role("region", name="What you have tapped")
        expect(bar.get_by_role("button", name="more ways, in the list")).to_be_visible()
        expect(bar.get_by_role("button").nth(1)).to_contain_text("even if the opponent passes")
        shown = bar.bounding_box()
        assert shown is not None and shown["height"] < 0.36 * NARROW[1]
        bar.locator("button.seal").tap()
        page.locator(".confirm button.seal.big").tap()
        expect(page.locator(".confirm")).to_have_count(0)
