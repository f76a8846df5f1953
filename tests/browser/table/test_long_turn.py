"""A turn with many choices, on a telephone, in German: choices in groups, targets in view, orders by the names the log uses."""

import re
from collections.abc import Iterator
from itertools import permutations

from playwright.sync_api import Browser, Locator, Page, Route, expect

from engine.contract import IllegalMove
from engine.registry import game_of
from service.matches import acts
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, new_table, record_of
from tests.cli.served import Served
from workers.resolve.drain import drain_once

NARROW = (390, 844)
GAME = "anno-1701"
EVEN, UNEQUAL = ("1:1",), ("2:1", "1:2")
GOODS = {"N": "Nahrung", "T": "Tuch", "H": "Holz", "Z": "Ziegel", "W": "Werkzeug", "G": "Gold"}


def to_the_turn(house: Served, match: str, turns: int, *, begun: bool = False, offering: bool = False) -> None:
    """Answer for the only person by the rules' own fallback until she is asked for her turn number ``turns``.

    ``begun``: or for the next one after it in which nobody has been asked anything else; ``offering``: in which the dice have
    left her something to offer.
    """
    context, asked = house.context, set[str]()
    for _ in range(300):
        drain_once(context)
        record = record_of(context, match)
        seat = next(place for place, one in enumerate(record.table["seats"]) if one["name"] == "Ada")
        mine = [
            one
            for one in record.table["standing"]
            if seat in one["seats"] and not one["optional"] and (one["id"], seat) not in record.acts
        ]
        for standing in mine:
            if standing["kind"] == "act":
                asked.add(standing["id"].split(".")[0])
                fits = len(asked) >= turns and (not begun or standing["id"].endswith(".1"))
                if fits and (not offering or all(any(possible_offers(house, match, *one)) for one in (EVEN, UNEQUAL))):
                    return
            assert record.state is not None
            move = game_of(record.table).fallback(record.state, seat, standing["id"], "absent")
            act = acts.commit if standing["sealed"] else acts.answer
            act(context, record, seat, acts.SeatAct(standing["id"], move=move))
    raise AssertionError("her turn never came")


def possible_offers(house: Served, match: str, *rates: str) -> Iterator[dict[str, str]]:
    """Yield the offers of one good for another that the rules take now; ``rates`` such as two for one: ``"2:1"``."""
    record = record_of(house.context, match)
    (asked,) = [one for one in record.table["standing"] if one["kind"] == "act"]
    assert record.state is not None
    for mine, theirs in permutations(GOODS, 2):
        for give, take in (rate.split(":") for rate in rates):
            offer = {"give": mine * int(give), "take": theirs * int(take)}
            try:
                game_of(record.table).check(record.state, asked["seats"][0], asked["id"], {"type": "offer", **offer})
            except IllegalMove:
                continue
            yield offer


def on_screen(page: Page, what: Locator) -> bool:
    """Whether the middle of something can be seen: inside the picture's frame, not behind the bar."""
    place, frame = what.bounding_box(), page.locator(".board .picture").bounding_box()
    bar = page.locator(".confirm").first.bounding_box()
    assert place is not None and frame is not None and bar is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    return (
        frame["x"] <= x <= frame["x"] + frame["width"]
        and frame["y"] <= y <= frame["y"] + frame["height"]
        and 0 <= y <= bar["y"]
    )


def test_many_choices_are_grouped_and_what_is_tapped_next_is_seen(
    browser: Browser, house: Served, ada: Account
) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, GAME, bots=["steady"])
    to_the_turn(house, match, 3, offering=True)
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        groups = page.locator("#ask .group > summary")
        expect(groups.last).to_contain_text("Dem anderen etwas anbieten")
        titles = [one.inner_text() for one in groups.all()]
        assert len(titles) >= 3
        assert "Zug beenden" in titles[-2], "below it are only examples of offers, which a form makes"
        examples = page.locator("#ask .group").last
        few = examples.locator(".choice").count() <= 4
        assert (examples.get_attribute("open") is None) != few
        expect(page.get_by_text("Möglichkeiten zeigen")).to_have_count(0)
        first = page.locator("#ask .choice").first
        assert "Zug beenden" not in first.inner_text() and "Aktionen beenden" not in first.inner_text()
        assert_fit_for_everybody(page)
        good = page.locator(".picture .spot[id^='spot-good-']").first
        good.tap(force=True)
        expect(page.locator(".confirm")).to_contain_text("Tipp nun auf die nächste markierte Stelle")
        targets = page.locator(".picture .spot:not(.other):not(.picked)").all()
        assert targets
        seen = [on_screen(page, one) for one in targets]
        assert sum(seen) * 2 >= len(seen), "most of what is to be tapped next is out of view"
        for other in page.locator(".picture .spot.other").all():
            assert other.evaluate("one => getComputedStyle(one).strokeOpacity") == "0", "marked for another action"
        page.locator(".confirm").get_by_role("button", name="Anders wählen").tap()
        offered = next(possible_offers(house, match, *UNEQUAL))
        page.get_by_role("button", name="Einen Tausch anbieten").tap()
        for place, goods in enumerate((offered["give"], offered["take"])):
            row = page.locator(".compose fieldset").nth(place).locator(".count", has_text=GOODS[goods[0]])
            for _ in goods:
                row.locator("button").last.tap()
        page.locator(".compose button.seal").tap()
        give, take = (f"{len(one)} {GOODS[one[0]]}" for one in (offered["give"], offered["take"]))
        expect(page.locator(".confirm strong")).to_have_text(f"{give} für {take} anbieten")


def test_the_other_turn_is_told_whole_and_orders_are_called_what_the_log_calls_them(
    browser: Browser, house: Served, ada: Account
) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, GAME, bots=["steady"])
    to_the_turn(house, match, 4, begun=True)
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        turns = page.locator(".story > h3")
        expect(page.locator("#ask time.due")).to_contain_text("noch 2 Tage")
        expect(turns.nth(1)).to_be_visible()  # the story comes after what can be chosen
        now, before = (int(one.inner_text().removeprefix("Zug ")) for one in turns.all()[:2])
        assert before == now - 1, "one direction: the newest first"
        # Nothing of both turns is folded away, and what concerns her in the other's turn stands out.
        expect(page.locator(".story > details > summary")).to_have_text(["Früher"])
        for line in page.locator(".story > ul").nth(1).locator("li").all():
            mine = "mine" in (line.get_attribute("class") or "")
            assert mine == (re.search(r"\b(?:Du|du|dich|dir|dein\w*|Dein\w*)\b", line.inner_text()) is not None)
        page.locator("details.advance > summary").tap()
        orders = page.locator(".orders")
        goods = orders.get_by_label("Waren nach Wahl")
        give_up = orders.get_by_label("Abzugebende Waren")
        goods.select_option("ask")
        give_up.select_option("steps")
        orders.get_by_label("Taschendieb").select_option("never")
        orders.get_by_label("Abzugebende Waren (Feuer, Unzufriedenheit): Hinzufügen").select_option("Z")
        orders.get_by_role("button", name="Speichern").tap()
        expect(orders).to_contain_text("Deine Daueranweisungen gelten.")
        assert_fit_for_everybody(page)


def test_home_says_what_is_asked_and_what_is_offered(browser: Browser, house: Served, ada: Account) -> None:
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, GAME, bots=["steady"])
    to_the_turn(house, match, 1)

    def as_offered(route: Route) -> None:
        """Show what waits as an offer; the API's own are in tests/service/api/seats/test_offers.py."""
        answer = route.fetch()
        shown = answer.json()
        offer = {**shown["waiting"][0], "words": {"question": "?", "about": "Ben gibt dir 1 Holz für 1 Lehm."}}
        route.fulfill(response=answer, json={**shown, "waiting": [], "offers": [offer]})

    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        page.goto("/")
        expect(page.locator(".card.asked .wanted")).to_have_text(re.compile("Zug beenden"))
        assert_fit_for_everybody(page)
        page.route("**/v1/me/waiting?*", as_offered)
        page.reload()
        offer = page.locator("#offers + ul li")
        expect(offer).to_contain_text("Ben gibt dir 1 Holz für 1 Lehm.")
        expect(page.get_by_text("Nichts wartet auf dich.")).to_be_visible()
        assert_fit_for_everybody(page)
        offer.get_by_role("link").click()
        page.wait_for_url(f"**/table/{match}")
