"""What newcomers stumbled over at the table on a telephone: in German, at 390 pixels, with fingers."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from engine.games.seafarers.resources import RESOURCES
from engine.registry import game_of
from service.matches import acts
from service.store.records import Account
from tests.browser.people import ASKED, assert_fit_for_everybody, at_browser, new_table, orders_of, record_of, sit_down
from tests.cli.served import Served
from workers.resolve.drain import drain_once

NARROW = (390, 844)
FINGER = 44
"""Pixels: what a thumb hits without looking."""


def german(house: Served, *players: Account) -> None:
    for one in players:
        house.context.store.update_account(one.id, language="de")


def seen(page: Page, what: Locator) -> float:
    """Return how much of something is on the screen and not behind the bar, from 0 to 1."""
    box, bar = what.bounding_box(), page.locator(".confirm").first
    assert box is not None
    foot = float(NARROW[1])
    if bar.count() and (above := bar.bounding_box()) is not None:
        foot = above["y"]
    return (min(box["y"] + box["height"], foot) - max(box["y"], 0)) / box["height"]


def test_a_turn_is_taken_without_leaving_the_picture(browser: Browser, house: Served, ada: Account) -> None:
    """What is asked stands above the picture; after sealing, the picture is what one sees; the card to lay has a name."""
    german(house, ada)
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        above, picture = page.locator(".above"), page.locator(".board .picture")
        expect(above).to_contain_text("Wähle eine Karte oder passe")
        expect(above).to_contain_text("Tipp im Bild an")
        # Both at one moment: the page scrolls to what can be tapped.
        assert page.evaluate("""() => {
            const [head, board] = [".above", ".board .picture"].map((one) => document.querySelector(one).getBoundingClientRect());
            return head.bottom <= board.top;
        }""")
        expect(above.locator("time")).to_contain_text("bis ")
        assert page.evaluate("document.querySelector('.board .picture').getBoundingClientRect().top + scrollY") <= 120
        for button in page.locator(".lens button").all():
            place = button.bounding_box()
            assert place is not None and place["width"] >= FINGER and place["height"] >= FINGER
            assert place["x"] + place["width"] <= NARROW[0] - 4, "not cut at the edge"
        passing = page.locator(".at-hand").get_by_role("button")
        expect(passing).to_be_in_viewport()
        passing.tap()
        expect(page.locator("#confirm strong")).to_have_text(re.compile("passen", re.IGNORECASE))
        page.locator("#confirm").get_by_role("button", name="Anders wählen").tap()
        page.get_by_role("button", name=re.compile("^Alle .* Möglichkeiten zeigen")).tap()
        last = page.locator("#ask .choice").last
        last.scroll_into_view_if_needed()
        last.tap()
        expect(page.locator("#confirm")).to_be_visible()
        assert seen(page, last) == 1, "the bar covers what was chosen"
        me.confirm()
        expect(page.locator(".confirm")).to_have_count(0)
        expect(picture).to_be_in_viewport(ratio=0.5)
        for _ in range(12):
            page.locator(ASKED).first.wait_for()
            if page.locator("#ask h2").inner_text() == "Lege deine Karte":
                break
            me.answer_any()
        expect(page.locator("#ask")).to_contain_text(re.compile(r"Deine Karte: \d+"))
        expect(above).to_contain_text(re.compile(r"Deine Karte: \d+"))
        assert_fit_for_everybody(page)
        # Where the card would lie is seen before that is confirmed.
        field, card = page.locator(".board .spot[id^='spot-field-']").first, page.locator("#preview")
        expect(card).to_be_hidden()
        field.tap()
        expect(card).to_be_visible()
        here, there = card.bounding_box(), field.bounding_box()
        assert here is not None and there is not None
        assert abs(here["x"] - there["x"]) < FINGER / 4 and abs(here["y"] - there["y"]) < FINGER / 4
        page.locator("#confirm").get_by_role("button", name="Anders wählen").tap()
        expect(card).to_be_hidden()


def test_who_changes_what_is_sealed_reads_that_it_stands_and_that_it_was_taken_back(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    german(house, ada)
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        me.choose(re.compile("spielen"))
        me.confirm()
        page.get_by_role("button", name="Ändern").tap()
        expect(page.locator("#ask .notice")).to_contain_text("Weiterhin versiegelt: ")
        expect(page.locator(".above")).to_contain_text("Weiterhin versiegelt: ")
        expect(page.locator("#ask")).not_to_contain_text("Ohne Antwort gilt")
        page.reload()
        page.get_by_role("button", name="Zurücknehmen").tap()
        expect(page.locator("#ask [role=status]")).to_have_text("Zurückgenommen: Von dir ist jetzt nichts versiegelt.")
        expect(page.locator("#ask")).to_contain_text("Ohne Antwort gilt")


def play_on(house: Served, match: str) -> tuple[int, str]:
    """Answer for both people by the rules' own fallback until Ada is asked for her turn; return her seat and the decision."""
    context = house.context
    for _ in range(400):
        drain_once(context)
        record = record_of(context, match)
        names = [one["name"] for one in record.table["seats"]]
        for standing in record.table["standing"]:
            for seat in standing["seats"]:
                if standing["kind"] == "act" and names[seat] == "Ada":
                    return seat, standing["id"]
                if (
                    names[seat] in ("Ada", "Ben")
                    and not standing["optional"]
                    and (standing["id"], seat) not in record.acts
                ):
                    assert record.state is not None
                    move = game_of(record.table).fallback(record.state, seat, standing["id"], "absent")
                    act = acts.commit if standing["sealed"] else acts.answer
                    act(context, record, seat, acts.SeatAct(standing["id"], move=move))
                    break
    raise AssertionError("Ada's turn never came")


def at_sea(house: Served, ada: Account, ben: Account) -> str:
    """Have two people who read German play Seafarers with three bots; return the match."""
    german(house, ada, ben)
    options = {"preset": "fuenf-inseln-5"}
    match = new_table(house.context, ada, "seafarers", seats=5, options=options, bots=["steady"] * 3)
    sit_down(house.context, match, ben)
    return match


def offer_to_ben(house: Served, match: str) -> None:
    """Have Ada offer a card of hers for one that Ben has, in the first turn of hers in which that is possible."""
    context = house.context
    for _ in range(12):
        seat, decision = play_on(house, match)
        record = record_of(context, match)
        assert record.state is not None
        ben = next(place for place, one in enumerate(record.table["seats"]) if one["name"] == "Ben")
        hands = record.state["hands"]
        pairs = [
            (give, take)
            for place, give in enumerate(RESOURCES)
            for other, take in enumerate(RESOURCES)
            if place != other and hands[seat][place] and hands[ben][other]
        ]
        if pairs:
            give, take = pairs[0]
            move = {"type": "offer", "give": {give: 1}, "take": {take: 1}, "to": [ben]}
            acts.answer(context, record, seat, acts.SeatAct(decision, move=move))
            drain_once(context)
            return
        acts.answer(context, record, seat, acts.SeatAct(decision, move={"type": "end"}))
    raise AssertionError("nobody had anything to trade")


def test_an_offer_to_me_is_asked_at_the_table_with_what_is_left(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = at_sea(house, ada, ben)
    offer_to_ben(house, match)
    with at_browser(browser, house, ben, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        expect(page.locator("#ask h2")).to_have_text("Beantworte das Angebot")
        expect(page.locator(".above")).to_contain_text("Ada gibt dir 1 ")
        expect(page.locator("#ask .kicker")).to_contain_text("Du darfst antworten")
        expect(page.locator("#ask .price").first).to_contain_text("Danach hast du ")
        page.get_by_role("button", name="Ein Gegenangebot machen").tap()
        expect(page.locator(".compose .count").first).to_contain_text(re.compile(r"\(du hast \d+\)"))


def until_extra_building(house: Served, match: str) -> None:
    """Have both people pass by the rules' fallback until Ada is asked whether she builds after the turn of somebody else."""
    context = house.context
    for _ in range(600):
        drain_once(context)
        record = record_of(context, match)
        assert record.state is not None
        for standing in record.table["standing"]:
            for seat in standing["seats"]:
                name = record.table["seats"][seat]["name"]
                if name == "Ada" and standing["kind"] == "special":
                    return
                if name in ("Ada", "Ben") and (standing["id"], seat) not in record.acts:
                    move = game_of(record.table).fallback(record.state, seat, standing["id"], "absent")
                    act = acts.commit if standing["sealed"] else acts.answer
                    act(context, record, seat, acts.SeatAct(standing["id"], move=move))
    raise AssertionError("Ada was never asked")


def test_one_tap_asks_in_special_building_phases_and_another_no_more(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = at_sea(house, ada, ben)

    def orders() -> object:
        names = [one["name"] for one in record_of(house.context, match).table["seats"]]
        return orders_of(house.context, match, names.index("Ada"))

    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        ask_me = page.get_by_role("button", name="Frag mich")
        ask_me.tap()
        expect(ask_me).to_have_count(0)
        assert orders() == {"special": "ask"}
        until_extra_building(house, match)
        page.reload()
        page.get_by_text("Zu oft gefragt?").tap()
        asked = page.locator("#ask h2").inner_text()
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="In der außerordentlichen Bauphase baue ich nichts").tap()
        expect(ask_me).to_be_visible()
        expect(page.locator("#ask h2")).not_to_have_text(asked)
        assert orders() == {"special": "pass"}


def test_standing_orders_name_cards_that_have_gone_and_the_entry_that_cannot_be(
    browser: Browser, house: Served, ada: Account
) -> None:
    """A card is called by its name wherever it lies, and a refusal stands at the entry that is meant."""
    german(house, ada)
    match = new_table(house.context, ada, "packet-row", bots=["steady"])
    starting = "G-ES-15b"
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        page.locator("details.advance > summary").tap()
        page.locator(".orders select").first.wait_for()
        page.evaluate(
            """([select, key]) => {
                const option = new Option("?", key);
                select.append(option);
                select.value = key;
                select.dispatchEvent(new Event("change"));
            }""",
            [page.locator(".orders select").first.element_handle(), starting],
        )
        entry = page.locator(".orders li span").first
        expect(entry).not_to_contain_text(starting)
        expect(entry).to_contain_text("Vertrag")


def test_a_trade_said_in_advance_begins_with_one_that_is_possible(
    browser: Browser, house: Served, ada: Account
) -> None:
    german(house, ada)
    options = {"preset": "fuenf-inseln-5"}
    match = new_table(house.context, ada, "seafarers", seats=5, options=options, bots=["steady"] * 4)
    with at_browser(browser, house, ada, size=NARROW, locale="de-DE") as me:
        page = me.enter(match).page
        page.locator("details.advance > summary").tap()
        trade = page.locator("form.trade")
        trade.get_by_role("button", name="Handel hinzufügen").tap()
        expect(page.locator(".orders li").first).to_contain_text("höchstens 1 Lehm für mindestens 1 Getreide")
        trade.locator("select[name=take-kind]").select_option("brick")
        trade.get_by_role("button", name="Handel hinzufügen").tap()
        refused = page.locator(".orders .refused")
        expect(refused.get_by_role("alert")).to_have_text("Niemand tauscht eine Karte gegen die gleiche.")
        expect(refused.locator("legend")).to_have_text("Angebote, die ich annehme")


def test_open_tables_speak_the_readers_language_and_can_be_told_apart(
    browser: Browser, house: Served, ada: Account
) -> None:
    new_table(house.context, ada, "seafarers", seats=5, options={"preset": "fuenf-inseln-5"}, visibility="open")
    new_table(house.context, ada, visibility="open")
    with at_browser(browser, house, None, size=NARROW, locale="de-DE") as me:
        page = me.page
        page.goto("/lobby")
        rows = page.locator(".tiles li")
        mine = rows.filter(has_text="Fünf Inseln")
        expect(mine.last).to_contain_text("Seefahrer")
        expect(mine.last).to_contain_text("4 fehlen noch")
        page.get_by_label("Tische zeigen von").select_option("Kontor")
        expect(mine).to_have_count(0)
        expect(rows.first).to_contain_text("einer fehlt noch")
        assert_fit_for_everybody(page)
        page.get_by_role("link", name="Anmelden").tap()
        page.get_by_label("Deine Mailadresse").wait_for()
