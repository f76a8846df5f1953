"""Beside the single move: where a sealed card goes, said in the same visit; and a match step by step."""

import re

from playwright.sync_api import Browser, Page, Route, expect

from engine.registry import game_of
from service.context import Context
from service.matches import acts
from service.matches.orders import NewOrders, set_orders
from service.matches.seating.lobby import resign
from service.store.records import Account, Record
from tests.browser.people import PHONE, assert_fit_for_everybody, at_browser, new_table, orders_of, record_of, sit_down
from tests.cli.served import Served
from tests.given.contexts import dealt
from tests.service.serve.watching import until
from workers.resolve.drain import drain_once


def test_in_kontor_the_place_of_a_sealed_card_is_said_in_the_same_visit(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    context.store.update_account(ada.id, language="de")
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)

    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.enter(match).page
        me.choose_any()
        me.confirm()
        page.get_by_role("button", name="Jetzt schon sagen, wohin deine Karte kommt").click()
        # The places lie on the picture, far above the form: that is what a phone shows now.
        expect(page.locator("[id='spot-field-1_1']")).to_be_in_viewport(ratio=1)
        expect(page.locator(".above")).to_contain_text("Tipp die Plätze in der Reihenfolge an")
        assert "spot" not in str(page.locator("[id='spot-field-1_0']").get_attribute("class")), "a canal lies there"
        for spot in ("1_1", "-1_1", "1_-1", "-1_1"):  # the last one takes its place off the list again
            page.locator(f"[id='spot-field-{spot}']").press("Enter")
        said = page.locator(".plan strong")
        expect(said).to_have_text("Leg sie auf (1, 1), sonst auf (1, -1).")
        expect(said).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Speichern")).to_be_in_viewport(ratio=1)
        expect(page.locator(".spot.picked")).to_have_count(2)
        expect(page.locator(".picture text.number")).to_have_text(["2", "1"])
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Speichern").click()
        expect(page.get_by_text("Das gilt für Runde 1: Leg sie auf")).to_be_visible()
        assert orders_of(context, match, 0) == {"plans": [{"round": 1, "place": [[1, 1], [1, -1]]}]}
        page.reload()
        expect(page.get_by_text("Das gilt für Runde 1: Leg sie auf")).to_be_visible()
        page.get_by_role("button", name="Doch lieber gefragt werden").click()
        offered = page.get_by_role("button", name="Jetzt schon sagen, wohin deine Karte kommt")
        expect(offered).to_be_visible()
        # Who has sealed that he passes lays no card.
        page.get_by_role("button", name="Ändern").click()
        me.choose("passen")
        me.confirm()
        expect(page.get_by_text("Du hast versiegelt: passen")).to_be_visible()
        expect(offered).to_have_count(0)
        assert orders_of(context, match, 0) is None


def test_what_became_of_what_was_said_ahead_is_told_first_and_in_the_story(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    context.store.update_account(ada.id, language="de")
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)
    set_orders(context, record_of(context, match), 0, NewOrders({"plans": [{"round": 1, "place": [[1, 0], [0, 1]]}]}))
    told = "Das Feld deiner Karte: (1, 0), sonst (0, 1). Dazu kam es nicht."
    with at_browser(browser, house, ada, locale="de-DE", size=PHONE) as me:
        page = me.enter(match).page
        me.choose("passen")
        me.confirm()
        acts.commit(context, record_of(context, match), 1, acts.SeatAct("r1.choose", move={"type": "pass"}))
        expect(page.locator(".said-ahead li")).to_have_text(told)
        expect(page.locator(".story li", has_text=told)).to_have_count(1)
        assert_fit_for_everybody(page)
        page.reload()
        expect(page.locator(".story li", has_text=told)).to_have_count(1)
        expect(page.locator(".said-ahead")).to_have_count(0)  # it is no news any more


def test_orders_are_said_in_sentences_tried_set_and_ended(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    context.store.update_account(ada.id, language="de")
    tables = {game: new_table(context, ada, rules=game, seats=2) for game in ("anno-1701", "packet-row")}
    tables["seafarers"] = new_table(
        context, ada, rules="seafarers", seats=5, bots=["steady"] * 4, options={"preset": "neue-welt-5"}
    )
    for game in ("anno-1701", "packet-row"):
        sit_down(context, tables[game], ben)

    with at_browser(browser, house, ada, locale="de-DE") as me:

        def unfold(match: str) -> Page:
            page = me.page if me.page.url.startswith(house.url) else me.enter(match).page
            page.goto(f"/table/{match}")
            page.get_by_text("Im Voraus sagen, was du antwortest").click()
            page.get_by_text("Du hast keine Daueranweisungen gegeben.").wait_for()
            return page

        def set_them(page: Page) -> None:
            page.get_by_role("button", name="Speichern").click()
            expect(page.get_by_text("Deine Daueranweisungen gelten.").first).to_be_visible()
            assert_fit_for_everybody(page)

        page = unfold(tables["anno-1701"])
        page.get_by_label("Ich gebe höchstens").nth(1).select_option(label="Ziegel")
        page.get_by_label("für mindestens").nth(0).select_option("2")
        page.get_by_label("für mindestens").nth(1).select_option(label="Nahrung")
        page.get_by_role("button", name="Handel hinzufügen").click()
        expect(page.get_by_text("höchstens 1 Ziegel für mindestens 2 Nahrung")).to_be_visible()
        page.get_by_label("Gold", exact=True).check()
        page.get_by_label("Meine Loge im Zug des anderen").select_option(label="frag mich")
        set_them(page)
        wished: dict[str, object] = {"trades": [{"give": "Z", "take": "NN"}], "reject": "G", "lodge": "ask"}
        assert orders_of(context, tables["anno-1701"], 0) == wished
        page.reload()
        read_back = page.get_by_role("region", name="Deine Daueranweisungen gelten.")
        expect(read_back.get_by_role("listitem")).to_have_text(
            [
                "Angebote, die ich annehme: höchstens 1 Ziegel für mindestens 2 Nahrung",
                "Ich lehne jedes Angebot ab, das eines davon verlangt: Gold",
                re.compile(r"^Meine Loge im Zug des anderen .*: frag mich$"),
            ]
        )
        with at_browser(browser, house, ada, locale="de-DE") as other:
            other.enter(tables["anno-1701"])
            expect(other.page.get_by_text("nur dort lassen sie sich nachlesen")).to_be_visible()
        page.get_by_text("Im Voraus sagen, was du antwortest").click()
        expect(page.locator(".advance").get_by_text("höchstens 1 Ziegel für mindestens 2 Nahrung")).to_be_visible()
        page.get_by_role("button", name="Meine Daueranweisungen beenden").click()
        expect(page.get_by_text("Du hast keine Daueranweisungen gegeben.")).to_be_visible()
        expect(read_back).to_have_count(0)
        assert not orders_of(context, tables["anno-1701"], 0)

        page = unfold(tables["packet-row"])
        cards = page.get_by_label("Werde ich gefragt", exact=False)
        names = cards.locator("option").all_inner_texts()[1:]
        assert len(set(names)) == len(names), "each kind of card once"
        in_order = "(names) => [...names].sort((a, b) => a.localeCompare(b, 'de'))"
        assert names == page.evaluate(in_order, names), "as a German dictionary orders them"
        cards.select_option(label=names[1])
        cards.select_option(label=names[0])
        page.get_by_role("button", name=f"{names[0]}: weiter nach vorn").click()
        page.get_by_label("Ist davon nichts zu haben").select_option(label="lehne ab")
        page.get_by_role("button", name="Ausprobieren").click()
        expect(
            page.get_by_role("status").filter(has_text=re.compile("^(Das geht|Das würde jetzt antworten)"))
        ).to_be_visible()
        set_them(page)
        said = orders_of(context, tables["packet-row"], 0)
        assert isinstance(said, dict)
        assert (len(said["ask"][0]["take"]), said["else"]) == (2, "decline")

        page = unfold(tables["seafarers"])
        page.get_by_label("Ich würfle sofort").check()
        for resource in ("Erz", "Holz"):
            page.get_by_label("Am Goldfluss").select_option(label=resource)
        page.get_by_role("button", name="Erz streichen").click()
        page.get_by_label("In der außerordentlichen Bauphase").select_option(label="baue ich nichts")
        set_them(page)
        expect(page.locator(".stands li")).to_have_text(
            [
                "Ich würfle sofort, auch wenn ich vorher eine Karte spielen könnte",
                "Am Goldfluss nehme ich, in dieser Reihenfolge: Holz",
                "In der außerordentlichen Bauphase: baue ich nichts",
            ]
        )
        assert orders_of(context, tables["seafarers"], 0) == {"roll": True, "gold": ["wood"], "special": "pass"}

        # What orders would have answered that were replaced meanwhile is not told of those that stand now.
        held: list[Route] = []
        page.route("**/orders/check*", lambda route: route.continue_() if held else held.append(route))
        with page.expect_request("**/orders/check*"):
            page.reload()
        page.get_by_text("Im Voraus sagen, was du antwortest").click()
        page.get_by_label("Ich würfle sofort").uncheck()
        set_them(page)
        expect(page.locator(".stands li")).to_have_count(2)
        with page.expect_response("**/orders/check*"):
            late = {"decision": "t1.turn", "words": "veraltet"}
            held[0].fulfill(json={"legal": True, "answers": [late]})
        expect(page.locator(".stands")).not_to_contain_text("veraltet")


def test_a_match_that_is_over_is_stepped_through_by_keyboard(browser: Browser, house: Served, ada: Account) -> None:
    context = house.context
    match = new_table(context, ada, bots=["steady"])
    with at_browser(browser, house, ada) as me:
        page = me.enter(match).page
        me.choose_any()
        me.confirm()
        expect(page.locator("#ask")).to_be_focused()  # the answer has come, and takes the focus once
        page.locator(".story li").first.wait_for()
        resign(context, match, ada)
        drain_once(context)
        steps = page.get_by_role("group", name="Step through the match")
        expect(steps).to_be_visible()
        said = steps.locator(".at").inner_text()
        expect(steps.locator(".at")).to_have_text(re.compile(r"^Step (\d+) of \1$"))
        picture = page.locator(".board .picture svg")
        end = picture.inner_html()
        back = steps.get_by_role("button", name="Beginning")
        back.focus()
        with page.expect_response("**/picture.svg?n=*"):
            page.keyboard.press("Home")
        expect(steps.locator(".at")).to_have_text(re.compile("^Step 1 of"))
        expect(page.locator(".replayed li").first).to_have_text("The table before the first move.")
        expect(steps.get_by_role("status")).to_have_text("")
        assert_fit_for_everybody(page)
        assert picture.inner_html() != end
        page.keyboard.press("End")
        expect(steps.locator(".at")).to_have_text(said)
        assert picture.inner_html() == end


def test_the_steps_of_a_match_fit_a_small_phone_in_german(browser: Browser, house: Served, ada: Account) -> None:
    """ "Eine Runde zurück" stood out of its button; and who gives up in round 1 does not do it before that."""
    house.context.store.update_account(ada.id, language="de")
    match = new_table(house.context, ada, bots=["steady"])
    resign(house.context, match, ada)
    drain_once(house.context)
    with at_browser(browser, house, ada, locale="de-DE") as me:
        page = me.enter(match).page
        expect(page.get_by_role("button", name="Eine Runde zurück")).to_be_visible()
        expect(page.locator(".story")).to_contain_text("Ada hat aufgegeben.")
        expect(page.locator("main")).not_to_contain_text("Vor der ersten Runde")
        assert_fit_for_everybody(page)


def top(page: Page, selector: str) -> float:
    """Return how far below the upper edge of the screen something stands, in pixels."""
    return float(page.locator(selector).first.evaluate("one => one.getBoundingClientRect().top"))


def test_who_looks_back_while_the_match_goes_on_stays_there(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """On a telephone, in German: back by a tap, on by the keyboard; what happens meanwhile throws nobody back."""
    context = house.context
    context.store.update_account(ada.id, language="de")
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)
    with at_browser(browser, house, ada, size=(390, 844), locale="de-DE") as me:
        page = me.enter(match).page
        play_on(context, match)
        page.get_by_role("button", name="Zurückblättern").click()
        steps = page.get_by_role("group", name="Die Partie nachspielen")
        at = steps.locator(".at")
        expect(steps.get_by_role("button", name="Einen Schritt zurück")).to_be_focused()
        expect(steps.get_by_text("Das ist ein früherer Stand.")).to_be_visible()
        page.keyboard.press("Home")
        expect(at).to_have_text(re.compile("^Schritt 1 von"))
        expect(steps.get_by_text("Das ist ein früherer Stand.")).to_be_visible()
        expect(page.locator(".board .spot")).to_have_count(0)
        expect(page.locator(".above").first).not_to_contain_text("Tipp im Bild")  # nothing is marked in this one
        wide = page.locator(".board .picture svg").evaluate("one => one.getBoundingClientRect().width")
        assert (page.locator(".lens").count(), wide >= 360) == (1, True), "nothing stands beside the picture"
        page.evaluate("window.scrollTo(0, 0)")
        assert top(page, ".board .replay") < top(page, ".board .picture"), "the buttons stand above what they change"
        page.locator(".board .picture svg").evaluate(
            "one => window.scrollTo(0, one.getBoundingClientRect().bottom - 300)"
        )
        assert 0 <= top(page, ".board .replay") < 200, "and stay in sight"
        first, said = page.locator(".board .picture svg").inner_html(), at.inner_text()
        assert_fit_for_everybody(page)
        play_on(context, match)
        expect(at).not_to_have_text(said)
        expect(at).to_have_text(re.compile("^Schritt 1 von"))
        assert page.locator(".board .picture svg").inner_html() == first
        steps.get_by_role("button", name="Eine Runde vor").click()
        expect(steps.locator(".round")).to_have_text("Runde 1")
        steps.get_by_role("button", name="Eine Runde zurück").click()
        expect(at).to_have_text(re.compile("^Schritt 1 von"))
        steps.get_by_role("button", name="Jetzt").click()
        expect(at).to_have_text(re.compile(r"^Schritt (\d+) von \1$"))
        assert page.locator(".board .picture svg").inner_html() != first


def play_on(context: Context, match: str) -> None:
    """Let everybody who is asked and has not answered take the first thing."""
    record = record_of(context, match)
    for standing in record.table["standing"]:
        for seat in standing["seats"]:
            if (standing["id"], seat) in record.acts:
                continue
            move = game_of(record.table).moves(dealt(record), seat, standing["id"])[0]
            if standing["sealed"]:
                acts.commit(context, record, seat, acts.SeatAct(standing["id"], move=move))
            else:
                acts.answer(context, record, seat, acts.SeatAct(standing["id"], move=move))
    drain_once(context)
    # The house's worker may be writing the step at this moment.
    until(lambda: not _waits_for_a_step(record_of(context, match)), "the step is written")


def _waits_for_a_step(record: Record) -> bool:
    asked = ((standing["id"], seat) for standing in record.table["standing"] for seat in standing["seats"])
    return any(one in record.acts for one in asked)
