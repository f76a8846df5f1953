"""What came since the last visit: a heading of its own before everything else, until it was seen."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from service.store.records import Account
from tests.browser.people import WIDE, assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.browser.test_plans import play_on
from tests.cli.served import Served

NARROW = (390, 844)
DAYS_AGO = """
    const kept = JSON.parse(localStorage.getItem("siegelpost.read"));
    for (const one of Object.values(kept)) one.at = 0;
    localStorage.setItem("siegelpost.read", JSON.stringify(kept));
"""
OUT_OF_SIGHT = """() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
IN_SIGHT_AN_HOUR_LATER = """() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
    delete document.visibilityState;
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def leave(page: Page) -> None:
    """Look at another page, for days."""
    page.goto("/fairness")
    page.evaluate(DAYS_AGO)


def come_back(page: Page, match: str) -> None:
    """Look at the table again."""
    page.goto(f"/table/{match}")
    page.locator(".story h2").wait_for()


def lines_of(page: Page, section: str) -> list[str]:
    return [line.strip() for line in page.locator(f"{section} li").all_text_contents()]


def test_what_i_missed_comes_first_until_i_have_seen_it(
    browser: Browser, house: Served, ada: Account, ben: Account
) -> None:
    context = house.context
    context.store.update_account(ada.id, language="de")
    match = new_table(context, ada, seats=2)
    sit_down(context, match, ben)
    play_on(context, match)
    with at_browser(browser, house, ada, locale="de-DE", size=NARROW) as me:
        page = me.enter(match).page
        expect(page.locator(".story li").first).to_be_visible()
        news = page.get_by_role("region", name="Seit deinem letzten Besuch")
        expect(news).to_have_count(0)  # who was never here has missed nothing
        before = lines_of(page, ".story")
        leave(page)
        for _ in range(2):
            play_on(context, match)

        # On a phone one line above the picture. It is kept, visit after visit, until somebody unfolds it.
        for _ in range(2):
            come_back(page, match)
            expect(news.get_by_role("heading", level=2)).to_be_in_viewport()
            assert me.page.evaluate("""() => {
                const [head, board] = [".since", ".board"].map((one) => document.querySelector(one));
                return Boolean(head.compareDocumentPosition(board) & Node.DOCUMENT_POSITION_FOLLOWING);
            }""")
            missed = lines_of(page, ".since")
            assert missed and not {*missed} & {*before}
            assert lines_of(page, ".story") == before, "what is told first is not told twice"
            leave(page)
        come_back(page, match)
        news.locator("summary").tap()
        expect(news.locator("li").first).to_be_visible()
        assert_fit_for_everybody(page)
        page.reload()
        expect(news).to_have_count(1)  # the same visit
        leave(page)
        come_back(page, match)
        expect(page.locator(".story li").first).to_be_visible()
        expect(news).to_have_count(0)
        assert {*missed} <= {*lines_of(page, ".story")}

        # Beside the picture of a wide window all of it stands above the question; who has answered has read it.
        leave(page)
        page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        play_on(context, match)
        while not any(0 in one["seats"] for one in record_of(context, match).table["standing"]):
            play_on(context, match)
        come_back(page, match)
        expect(news.locator("li").first).to_be_in_viewport()
        first, asked = news.bounding_box(), page.locator("#ask").bounding_box()
        assert first is not None and asked is not None and first["y"] < asked["y"]
        assert_fit_for_everybody(page)
        me.answer_any()
        expect(news).to_have_count(0)

        # A page that stays open, out of sight, is visited anew when somebody looks at it again.
        page.evaluate(OUT_OF_SIGHT)
        told = page.locator(".story li").count()
        for _ in range(2):
            play_on(context, match)
        expect(page.locator(".story li").nth(told)).to_be_attached()
        expect(news).to_have_count(0)
        page.evaluate(IN_SIGHT_AN_HOUR_LATER)
        expect(news.locator("li").first).to_be_visible()
