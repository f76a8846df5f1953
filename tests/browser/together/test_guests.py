"""The first move of somebody who came by and has no account: counted, because each tap and word more loses people."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from service.accounts.access import guest_accounts, login, work
from service.accounts.access.login import code_in
from service.accounts.access.work import demand
from service.store.keys import recipient_of
from service.store.records import Account
from tests.browser.people import assert_fit_for_everybody, at_browser, bare, new_table
from tests.cli.served import Served
from tests.given.contexts import account_of

NARROW = (390, 844)
TEXTS_IN_SIGHT = """() => {
    const texts = [], foot = document.querySelector(".at-hand")?.getBoundingClientRect().top ?? innerHeight;
    const walker = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.textContent.trim() || node.parentElement.closest("svg, header.top")) continue;
        if (!node.parentElement.checkVisibility()) continue; // what a closed <details> holds may have a box all the same
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const end = node.parentElement.closest(".at-hand") ? innerHeight : foot;
        if (box.height && box.top < end && box.bottom > 0) texts.push(node.textContent.trim());
    }
    return texts;
}"""
"""Of the page in sight, without what stands in pictures, on every page's head, and behind the bar at a telephone's foot."""


def words_in_sight(page: Page) -> list[str]:
    return re.findall(r"[^\W\d_]+", " ".join(page.evaluate(TEXTS_IN_SIGHT)))


@pytest.mark.parametrize(
    ("locale", "play", "seal"),
    [("en-GB", "Play now: Kontor", "Seal it"), ("de-DE", "Jetzt spielen: Kontor", "Versiegeln")],
)
def test_the_first_card_is_sealed_on_two_screens_with_three_taps_and_nothing_typed(
    browser: Browser, house: Served, locale: str, play: str, seal: str
) -> None:
    with at_browser(browser, house, None, size=NARROW, locale=locale) as me:
        page = me.page
        screens: list[str] = []
        page.on("framenavigated", lambda frame: screens.append(frame.url))
        page.goto("/")
        door = page.get_by_role("button", name=play)
        expect(door).to_be_in_viewport(ratio=1)
        read = words_in_sight(page)
        assert_fit_for_everybody(page)
        door.tap()  # 1

        page.wait_for_url("**/table/**")
        card = page.locator(".board [id^='spot-card']").first
        expect(page.locator(".above")).to_contain_text("only bots" if locale == "en-GB" else "nur Bots")
        expect(card).to_be_in_viewport()
        read += words_in_sight(page)
        assert len(read) <= 60, " ".join(read)
        card.tap()  # 2
        page.locator("#confirm").get_by_role("button", name=seal).tap()  # 3

        expect(page.locator("#confirm")).to_have_count(0)
        expect(page.locator(".above")).not_to_contain_text("only bots" if locale == "en-GB" else "nur Bots")
        assert [one.partition("?")[0].rsplit("/", 2)[-2] for one in screens] == [house.url.rsplit("/", 1)[-1], "table"]


def test_a_guest_is_asked_once_to_keep_the_match_and_keeps_it_with_the_link_of_a_letter(
    browser: Browser, house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same under a flood: the browser does the work that the form and the request for the letter need."""
    monkeypatch.setitem(house.context.settings.__dict__, "rate_limits", True)
    monkeypatch.setattr(work, "EASIEST", 6)
    proved: list[str] = []

    def demanded(*said: Any, **more: Any) -> None:
        demand(*said, **more)
        proved.append(said[1])

    for asks in (guest_accounts, login):
        monkeypatch.setattr(asks, "doublings", lambda *_: 0)
        monkeypatch.setattr(asks, "demand", demanded)
    mail = "dora.guest@players.example"
    with at_browser(browser, house, None, size=NARROW) as me:
        page = me.page
        page.goto("/")
        page.get_by_role("button", name="Play now: Kontor").tap()
        page.locator(".board [id^='spot-card']").first.tap()
        page.locator("#confirm").get_by_role("button", name="Seal it").tap()
        keep = page.locator(".keep")
        expect(keep.get_by_role("heading", name="Keep this match?")).to_be_visible()
        keep.get_by_label("Your email address").fill(mail)
        keep.get_by_label("Your name").fill("Dora")
        keep.get_by_role("button", name="Keep it").tap()
        expect(keep.get_by_role("heading", name="Look into your mail")).to_be_visible()
        assert proved == ["guest", "login"]
        table = page.url

        (letter,) = house.context.store.notices(recipient_of(account_of(house.context, mail).id, None)).pending
        page.goto(f"/login/{code_in(house.context, letter)}")
        page.get_by_role("button", name=re.compile("Sign in")).tap()
        page.wait_for_url(house.url + "/")
        page.goto(table)
        expect(page.get_by_role("link", name="Dora")).to_be_visible()
        expect(page.locator(".keep")).to_have_count(0)


def test_who_does_not_want_to_be_asked_is_not_asked_again(browser: Browser, house: Served) -> None:
    with at_browser(browser, house, None, size=NARROW) as me:
        page = me.page
        page.goto("/")
        page.get_by_role("button", name="Play now: Kontor").tap()
        page.locator(".board [id^='spot-card']").first.tap()
        page.locator("#confirm").get_by_role("button", name="Seal it").tap()
        page.locator(".keep").get_by_role("button", name="Not now").tap()
        expect(page.locator(".keep")).to_have_count(0)
        page.reload()
        expect(page.locator("#ask h2")).to_be_visible()
        expect(page.locator(".keep")).to_have_count(0)
        page.goto("/account")
        expect(page.get_by_role("button", name="Keep it")).to_be_visible()  # where it can be done at any time


def test_a_guest_at_home_is_promised_no_mail_and_finds_more_to_play(browser: Browser, house: Served) -> None:
    with at_browser(browser, house, None, size=NARROW, locale="de-DE") as me:
        page = me.page
        page.goto("/")
        page.get_by_role("button", name="Jetzt spielen: Kontor").tap()
        page.wait_for_url("**/table/**")
        page.goto("/")
        expect(page.get_by_role("heading", name="Was hier gespielt wird")).to_be_visible()
        expect(page.get_by_text("Eine Mail sagt dir")).to_have_count(0)


def test_an_answer_without_a_place_is_listed_though_a_guest_has_answered_nothing_yet(
    browser: Browser, house: Served
) -> None:
    """The rules may wait until the first card is sealed only where the picture has all that can be chosen."""
    with at_browser(browser, house, None, size=(1366, 768), locale="de-DE") as me:
        page = me.page
        words = re.compile(r"/v1/matches/[^/]+/words")
        page.goto("/")
        page.get_by_role("button", name="Jetzt spielen: Kontor").click()
        page.wait_for_url("**/table/**")
        page.locator(".board [id^='spot-card']").first.wait_for()

        def placeless(route: Route) -> None:
            answer = route.fetch()
            shown = answer.json()
            for one in shown["decisions"]:
                one["choices"] = [{**choice, "spots": [], "move": {"type": "pass"}} for choice in one["choices"][-1:]]
            route.fulfill(response=answer, json=shown)

        page.route(words, placeless)
        page.route("**/table/**", bare)
        page.reload()
        expect(page.locator("#ask [type=radio], #ask .seal").first).to_be_visible()


def test_an_invitation_to_a_quick_table_asks_a_visitor_for_a_name_only(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, seats=2, pace={"kind": "duration", "seconds": 86_400})
    record = house.context.store.load(match)
    assert record is not None
    with at_browser(browser, house, None, size=NARROW) as me:
        page = me.page
        page.goto(f"/join/{match}?invitation={record.table['invitation']}")
        page.get_by_label(re.compile("what do the others call you")).fill("Dora")
        page.get_by_role("button", name="Sit down as a guest").tap()
        page.get_by_role("button", name="Sit down and play").tap()
        page.wait_for_url("**/table/**")
        expect(page.get_by_text("Dora").first).to_be_visible()


def test_an_invitation_to_a_slow_table_asks_for_an_address(browser: Browser, house: Served, ada: Account) -> None:
    match = new_table(house.context, ada, seats=2)
    record = house.context.store.load(match)
    assert record is not None
    with at_browser(browser, house, None, size=NARROW) as me:
        me.page.goto(f"/join/{match}?invitation={record.table['invitation']}")
        expect(me.page.get_by_label("Your email address")).to_be_visible()
        expect(me.page.get_by_role("button", name="Sit down as a guest")).to_have_count(0)
