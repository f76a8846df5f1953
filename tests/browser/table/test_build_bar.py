"""The bar of a turn of Seafarers: what can be built and traded, its price as signs, and its places on the board with one tap."""

from playwright.sync_api import Browser, Page, expect

from engine.kit.drawing.svg import spots_of
from engine.match.asking import decision_of
from engine.protocol.chance import Draws
from engine.registry import game_of
from service.matches import acts
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of
from tests.cli.served import Served
from tests.service.serve.watching import until
from workers.resolve.drain import drain_once

PHONE, LOW, WIDE, NARROWEST = (390, 844), (844, 390), (1366, 768), (320, 640)
FINGER = 44
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: false });
}"""
"""Has a page add up its layout shifts, those too that follow a tap: a bar must not push the board around."""


def able_to_build(house: Served, ada: Account, wanted: tuple[str, ...], cards: int = 0) -> str:
    """Return a match in which Ada is asked in a turn of hers in which moves of these types are possible, and not all others.

    :param cards: the fewest in her hand.
    """
    context = house.context
    match = new_table(context, ada, "seafarers", seats=5, options={"preset": "fuenf-inseln-5"}, bots=["steady"] * 4)
    chance = Draws(bytes(32))
    for _ in range(900):
        drain_once(context)
        record = record_of(context, match)
        seat = next(place for place, one in enumerate(record.table["seats"]) if one["name"] == "Ada")
        assert record.state is not None
        for standing in record.table["standing"]:
            if seat not in standing["seats"] or (standing["id"], seat) in record.acts:
                continue
            game = game_of(record.table)
            moves = game.moves(record.state, seat, standing["id"])
            types = {move["type"] for move in moves}
            view = game.view(record.state, seat)
            fits = types >= {*wanted, "offer"} and not types & {"settlement", "city"}
            if standing["kind"] == "act" and fits and sum(view["own"]["hand"].values()) >= cards:
                return match
            move = game.bot(view, decision_of(standing), moves, chance)
            act = acts.commit if standing["sealed"] else acts.answer
            act(context, record, seat, acts.SeatAct(standing["id"], move=move))
    raise AssertionError("her turn never came")


def test_one_tap_on_the_bar_marks_where_that_can_be_built_and_moves_nothing(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = able_to_build(house, ada, ("road", "ship"))
    for size in (PHONE, LOW, WIDE, NARROWEST):
        with at_browser(browser, house, ada, size=size) as me:
            tap_on_the_bar(house, me.enter(match).page, match)


def tap_on_the_bar(house: Served, page: Page, match: str) -> None:
    bar = page.get_by_role("group", name="Build and trade")
    expect(bar).to_have_count(1)
    expect(bar.get_by_role("button")).to_have_count(7)
    for one in bar.get_by_role("button").all():
        box = one.bounding_box()
        assert box is not None and box["height"] >= FINGER, "as high as a thumb"
        assert box["width"] >= FINGER
    rows = bar.evaluate(
        "bar => new Set([...bar.querySelectorAll('button')].map((one) => Math.round(one.getBoundingClientRect().y))).size"
    )
    low = page.evaluate("innerHeight") < NARROWEST[1]
    assert rows == (2 if low else 1), "none stands alone in a row"
    road = bar.get_by_role("button", name="Road for 1 wood, 1 brick")
    city = bar.get_by_role("button", name="City for 2 grain, 3 ore")
    expect(city).to_have_attribute("aria-disabled", "true")
    expect(road).to_have_attribute("aria-disabled", "false")
    picture = page.locator(".board .picture > svg")
    before = picture.bounding_box()
    page.evaluate(SHIFTS)
    road.click()
    expect(road).to_have_attribute("aria-pressed", "true")
    # The places of roads, and nothing else: no card to trade, no ship to build or move.
    places = page.locator(".picture .spot")
    record = record_of(house.context, match)
    assert record.state is not None
    (asked,) = [one for one in record.table["standing"] if one["kind"] == "act"]
    moves = game_of(record.table).moves(record.state, asked["seats"][0], asked["id"])
    first = {move["type"]: set[str]() for move in moves}
    for move in moves:
        first[move["type"]] |= {f"spot-{one}" for one in spots_of(game_of(record.table), move)[:1]}
    assert {str(one.get_attribute("id")) for one in places.all()} == first["road"]
    city.click(force=True)  # what is missing is said where it is tapped
    expect(page.locator(".explained")).to_contain_text("You still lack:")
    expect(road).to_have_attribute("aria-pressed", "false")
    expect(places).to_have_count(len(set.union(*first.values())))
    after = picture.bounding_box()
    assert before is not None and after is not None and before["width"] == after["width"]
    assert page.evaluate("window.shifted") < 0.02
    assert_fit_for_everybody(page)


def tap_a_road(page: Page) -> None:
    road = page.get_by_role("button", name="Road for 1 wood, 1 brick")
    road.tap()
    expect(road).to_have_attribute("aria-pressed", "true")  # until then places of ships and trades are marked, too
    page.locator(".picture [id^='spot-edge-'].spot").first.tap(force=True)


def test_a_road_is_built_with_three_taps_from_the_bar(browser: Browser, house: Served, ada: Account) -> None:
    match = able_to_build(house, ada, ("road",))
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.enter(match).page
        tap_a_road(page)
        expect(page.locator(".confirm strong")).to_contain_text("build a road")  # not asked: a road or a ship?
        me.confirm()
        expect(page.locator(".story")).to_contain_text("You build a road")


def test_a_trade_shows_the_signs_of_the_cards(browser: Browser, house: Served, ada: Account) -> None:
    """Goods stand in the form with the sign that they have in the picture."""
    match = able_to_build(house, ada, ("road",))
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.enter(match).page
        page.get_by_role("button", name="Offer a trade").tap()
        rows = page.locator("form.compose .count")
        expect(rows.first).to_be_in_viewport()
        for one in rows.all():
            href = str(one.locator("svg.sign use").get_attribute("href"))
            assert page.locator(f".picture {href}").count() == 1, "defined by the picture"
        assert_fit_for_everybody(page)


def test_the_turn_ends_with_what_is_built_in_one_press(browser: Browser, house: Served, ada: Account) -> None:
    """A player who says so with a building is not asked again only to end the turn."""
    match = able_to_build(house, ada, ("road",), cards=4)  # with less than a road's price left the turn ends by itself
    turn = record_of(house.context, match).table["standing"][0]["id"].partition(".")[0]
    with at_browser(browser, house, ada, size=PHONE) as me:
        page = me.enter(match).page
        tap_a_road(page)
        page.locator("#confirm").get_by_role("button", name="And then: end the turn").tap()
        expect(page.locator(".story")).to_contain_text("You build a road")
        until(lambda: not is_her_turn(house, match, turn), "her turn is over")


def is_her_turn(house: Served, match: str, turn: str) -> bool:
    return any(one["id"].startswith(f"{turn}.act") for one in record_of(house.context, match).table["standing"])
