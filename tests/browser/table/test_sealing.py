"""From the mail to the sealed card, as people do it: with a thumb, with a keyboard, in two windows, with a bad connection."""

import re
from email import message_from_bytes, policy
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, TimeoutError, expect

from engine.registry import game_of
from service.accounts.mail.mail_preferences import BUTTONS
from service.matches.absence import pauses
from service.matches.acts import SeatAct, commit
from service.store.records import Account
from tests.browser.people import PHONE, SOLE, WIDE, at_browser, bare, new_table, record_of, sit_down
from tests.cli.served import Served
from tests.workers.mail.post_office import html_of, text_of
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import FolderTransport

CHOICES = "#ask [type=radio], #ask button.link"


def button_of_letter(house: Served, folder: Path, player: Account) -> str:
    """The address behind the button of the only letter to a player."""
    deliver_once(house.context, FolderTransport(folder))
    letters = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in sorted(folder.glob("*.eml"))]
    (letter,) = [one for one in letters if player.mail in str(one["To"])]
    found = re.search(r'href="[^"]*(/enter/[^"]+)"[^>]*>Answer at the table', html_of(letter))
    assert found and found[1] in text_of(letter), "the text part has it too"
    return found[1]


def test_from_the_turn_mail_to_the_sealed_card_in_three_taps(
    browser: Browser, house: Served, ada: Account, ben: Account, tmp_path: Path
) -> None:
    house.context.store.change_prefs(ada.id, lambda now: {**now.prefs, BUTTONS: "sign-in"})
    match = new_table(house.context, ada, seats=2, title="Tuesday")
    sit_down(house.context, match, ben)
    link = button_of_letter(house, tmp_path, ada)
    with at_browser(browser, house, ada, size=PHONE) as me:
        me.was_here()
        me.page.goto(link)  # the first tap
        me.page.wait_for_url(f"**/table/{match}")
        expect(me.page.get_by_role("heading", name="Choose a card or pass")).to_be_visible()
        expect(me.page.get_by_text("If you don't answer: Pass (+1 coin).")).to_be_visible()
        card = me.page.locator("[id^='spot-card-']").first
        label = card.get_attribute("aria-label")
        assert label and label.startswith("play "), "what the tap does comes before what the card is"
        words = label.partition(" – ")[0]
        card.tap()  # the second
        confirm = me.page.get_by_role("region", name="You will seal")
        expect(confirm).to_contain_text(words)
        confirm.get_by_role("button", name="Seal it").tap()  # the third
        expect(me.page.get_by_role("heading", name=f"You have sealed: {words}.")).to_be_visible()
        expect(me.page.locator("#ask").get_by_text("Whether Ben has sealed yet")).to_be_visible()
        ((act,)) = [one for one in record_of(house.context, match).acts.values() if one.seat == 0]
        assert act.commitment and act.custody == "escrow"

        me.page.reload()
        expect(me.page.get_by_role("heading", name=f"You have sealed: {words}.")).to_be_visible()
        me.page.get_by_role("button", name="Take it back").click()
        expect(me.page.get_by_role("heading", name="Choose a card or pass")).to_be_visible()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something that the selector matches has the focus, once there is such a thing and it can have it."""
    expect(page.locator(selector).first).to_be_visible()
    expect(page.locator(selector).first).to_be_enabled()  # nothing is while an answer is under way
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_card_in_the_picture_is_played_with_the_keyboard_alone(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        tab_to(me.page, "[id^='spot-card-']")
        words = str(me.page.evaluate("document.activeElement.getAttribute('aria-label')")).partition(" – ")[0]
        me.page.keyboard.press("Enter")
        expect(me.page.get_by_role("region", name="You will seal")).to_contain_text(words)
        tab_to(me.page, ".confirm button.seal")
        me.page.keyboard.press("Enter")
        expect(me.page.locator(".story")).to_contain_text("You play")


def choose_by_keys(page: Page) -> None:
    """Take what has the focus, or the first thing of the list that it unfolds; :raises TimeoutError: nothing was taken."""
    unfolds = page.evaluate("document.activeElement.matches('button')")
    page.keyboard.press("Space")
    if unfolds:
        page.locator("#ask [type=radio]").first.wait_for(timeout=10_000)
        tab_to(page, "#ask [type=radio]")
        page.keyboard.press("Space")
    # Enabled, because the button of an answer that is still under way goes a moment later.
    page.locator(".confirm button.seal:enabled").first.wait_for(timeout=10_000)


@pytest.mark.parametrize(("rules", "seats"), [("kontor", 2), ("packet-row", 2), ("anno-1701", 2), ("seafarers", 5)])
def test_a_round_of_every_game_is_played_with_the_keyboard_alone(
    browser: Browser, house: Served, ada: Account, rules: str, seats: int
) -> None:
    match = new_table(house.context, ada, rules, seats=seats, bots=["steady"] * (seats - 1))
    with at_browser(browser, house, ada, size=WIDE) as me:
        page = me.enter(match).page
        asked, when, ways = page.locator("#ask"), page.locator("#ask p").first, f"{CHOICES}, {SOLE}"
        expect(page.locator(ways).first).to_be_visible()
        begun = when.inner_text()
        for _ in range(40):
            tab_to(page, ways)
            if not page.evaluate("sole => document.activeElement.matches(sole)", SOLE):  # the button of one answers
                try:
                    choose_by_keys(page)
                except TimeoutError:
                    continue  # the table went on in between, so there was something else to choose
                tab_to(page, ".confirm button.seal")
            before = asked.inner_text()  # of the unfolded list, which is another text already
            page.keyboard.press("Enter")
            expect(asked).not_to_have_text(before)
            expect(page.locator(ways).first).to_be_visible()
            if when.inner_text() != begun:
                break
        assert when.inner_text() != begun
        expect(page.locator(".story h3").first).to_be_visible()
        titles = {title.strip() for title in page.locator(".story h3").all_inner_texts()}
        told = {line.strip() for line in page.locator(".story li").all_inner_texts()}
        assert not {f"{title} begins." for title in titles} & told, "the title says so"


def test_what_i_was_doing_survives_news_and_a_lost_connection(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, seats=2)
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        sit_down(house.context, match, ben)
        expect(me.page.get_by_role("heading", name="Choose a card or pass")).to_be_visible()  # by itself
        me.choose(re.compile("^play"))
        me.page.context.set_offline(True)
        expect(me.page.get_by_text("Connection lost")).to_be_visible()
        me.confirm()
        alert = me.page.locator("#ask").get_by_role("alert")
        expect(alert).to_contain_text("this may not have arrived")
        me.page.context.set_offline(False)
        expect(me.page.get_by_text("Connection lost")).to_be_hidden()
        expect(alert).to_contain_text("what you did last has not arrived")
        expect(me.page.get_by_role("radio", name=re.compile("^play")).first).to_be_checked()
        me.confirm()
        expect(me.page.locator("#ask").get_by_text("Whether Ben has sealed yet")).to_be_visible()
        expect(alert).to_have_count(0)


def test_what_i_was_doing_survives_a_server_that_starts_anew(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, seats=2, pauses={})
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=WIDE) as me:
        with me.page.expect_response(re.compile("/v1/rules/")):  # comes last, after the table can be used
            me.enter(match)
        me.choose(re.compile("^play"))
        with house.down():
            pauses.wish(house.context, match, ben, pause=True, seq=1)  # ends the request that waits for news
            expect(me.page.get_by_text("Connection lost")).to_be_visible()
        expect(me.page.get_by_text("Connection lost")).to_be_hidden()
        expect(me.page.get_by_role("radio", name=re.compile("^play")).first).to_be_checked()
        me.confirm()
        expect(me.page.locator("#ask").get_by_text("Whether Ben has sealed yet")).to_be_visible()


@pytest.mark.parametrize("part", ["sealing", "with-vault"])
def test_a_part_of_the_page_that_could_not_be_fetched_is_asked_for_again(
    browser: Browser, house: Served, ada: Account, ben: Account, part: str
) -> None:
    """Chromium never asks again for a module that failed, nor for what it imports; who seals after that needs both."""
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=WIDE) as me:
        away = [True]
        me.page.route(f"**/{part}.js", lambda route: route.abort("connectionfailed") if away else route.continue_())
        with me.page.expect_event("requestfailed", lambda one: f"/{part}.js" in one.url):
            me.enter(match)
        me.choose(re.compile("^play"))
        me.confirm()
        expect(me.page.get_by_role("alert")).to_have_text(re.compile("The server cannot be reached"))
        away.clear()
        me.confirm()
        expect(me.page.locator("#ask").get_by_text("Whether Ben has sealed yet")).to_be_visible()
        me.complaints.clear()  # the browser's own, about what was held back


@pytest.mark.parametrize("stale", [1, 8])
def test_an_answer_from_before_does_not_hide_what_is_asked_now(
    browser: Browser, house: Served, ada: Account, ben: Account, stale: int
) -> None:
    """The match and its words are two answers; one of them can be of the moment before the other."""
    match = new_table(house.context, ada, seats=2)
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        me.page.route("**/table/**", bare)
        with me.page.expect_response("**/words*") as before:
            me.page.reload()
        body = before.value.text()
        me.page.route("**/words*", lambda route: route.fulfill(body=body, content_type="application/json"), times=stale)
        sit_down(house.context, match, ben)
        expect(me.page.get_by_role("heading", name="Choose a card or pass")).to_be_visible()


def test_an_answer_that_was_overtaken_does_not_undo_what_i_sealed(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    """News make the page ask how the table stands; that answer is slow, and its reader seals meanwhile."""
    match = new_table(house.context, ada, seats=2, pauses={})
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        me.choose(re.compile("^play"))
        held: list[tuple[Route, APIResponse]] = []

        def hold(route: Route) -> None:
            if held:
                route.continue_()
            else:
                held.append((route, route.fetch()))

        plain = re.compile(rf"/v1/matches/{match}\??$")  # not the request that waits for news
        with me.page.expect_request(plain):
            me.page.route(plain, hold)
            pauses.wish(house.context, match, ben, pause=True, seq=1)
        me.confirm()
        expect(me.page.locator("#ask").get_by_text("Whether Ben has sealed yet")).to_be_visible()
        ((route, before),) = held
        with me.page.expect_request(lambda one: "after=" in one.url):  # the page waits for news again
            route.fulfill(response=before)
        shown = me.page.locator("#ask").inner_text()  # now: the next news, 25 seconds later, would mend it
        assert "Whether Ben has sealed yet" in shown and "Choose a card or pass" not in shown


def test_question_and_picture_change_at_once(browser: Browser, house: Served, ada: Account) -> None:
    """While the new picture was on its way, whatever was drawn anew spoke of what the picture did not show yet."""
    match = new_table(house.context, ada, bots=["steady"])
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        with me.page.expect_request("**/picture.svg?*"):
            me.page.route("**/picture.svg?*", lambda _: None)  # which holds it
            me.choose(re.compile("^play"))
            me.confirm()
        before = me.page.locator("#ask h2").inner_text()
        told = me.page.locator("figure .told").first
        title = str(told.get_attribute("aria-label"))
        told.click()  # says what it is, for which the page is drawn anew
        expect(me.page.locator("figure .explained")).to_have_text(title)
        assert me.page.locator("#ask h2").inner_text() == before
        me.page.unroute("**/picture.svg?*")  # what was held goes on
        expect(me.page.locator("#ask h2")).not_to_have_text(before)
        expect(me.page.locator(".story")).to_contain_text("You play")


def test_two_windows_are_no_conflict(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada) as here, at_browser(browser, house, ada) as there:
        here.enter(match)
        there.enter(match)
        expect(there.page.get_by_role("heading", name="Choose a card or pass")).to_be_visible()
        # The other window does not hear of it in time.
        deaf = Event()
        deaf.set()
        there.page.route("**/v1/matches/*", lambda route: route.abort() if deaf.is_set() else route.continue_())
        there.choose(re.compile("^play"))
        here.choose("Pass (+1 coin)")
        here.confirm()
        expect(here.page.locator("#ask").get_by_text("Whether Ben has sealed yet")).to_be_visible()
        with there.page.expect_event("requestfailed"):  # by which it looks what became of it
            there.confirm()
        deaf.clear()
        expect(there.page.get_by_text("You have already sealed in another window")).to_be_visible()
        # Sooner than a request for news would have ended, which takes 25 seconds.
        stands = there.page.get_by_role("heading", name="You have sealed: Pass (+1 coin).")
        expect(stands).to_be_visible(timeout=15_000)
        expect(there.page.locator("#ask").get_by_role("alert")).to_have_count(0)  # the server can be reached again


def test_what_was_sealed_elsewhere_is_shown_in_words(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    record = record_of(house.context, match)
    moves = game_of(record.table).moves(record.state or {}, 0, "r1.choose")
    card = next(one for one in moves if one["type"] == "play")
    commit(house.context, record, 0, SeatAct("r1.choose", move=card))
    with at_browser(browser, house, ada, size=WIDE) as me:
        me.enter(match)
        stands = me.page.get_by_role("heading", name="You have sealed: play ")
        expect(stands).to_be_visible()
        expect(me.page.get_by_role("button", name="Say now where your card goes")).to_be_visible()
        commit(
            house.context, record_of(house.context, match), 0, SeatAct("r1.choose", move={"type": "pass"}, replaces=1)
        )
        me.page.reload()
        expect(me.page.get_by_role("heading", name="You have sealed: pass")).to_be_visible()
        expect(me.page.get_by_role("button", name="Say now where your card goes")).to_have_count(0)
