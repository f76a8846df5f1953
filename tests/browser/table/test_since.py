"""What came since the last visit: a heading of its own before everything else, until it was seen."""

import re

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from service.context import Context
from service.matches.margins import mark_read
from service.store.records import Account
from tests.browser.people import WIDE, assert_fit_for_everybody, at_browser, new_table, record_of, sit_down
from tests.browser.table.test_plans import play_on
from tests.cli.served import Served

NARROW = (390, 844)
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


noted: dict[Page, list[Request]] = {}
"""Notes of what was read that are on their way, by page."""


def watch(page: Page) -> None:
    """Watch the page tell the account what was read."""
    on_their_way = noted.setdefault(page, [])

    def ended(one: Request) -> None:
        if one in on_their_way:
            on_their_way.remove(one)

    page.on("request", lambda one: on_their_way.append(one) if one.method == "PATCH" else None)
    page.on("requestfinished", ended)
    page.on("requestfailed", ended)


def leave(house: Served, page: Page, account: Account) -> None:
    """Look at another page, for days, once the account knows what was read."""
    while noted.get(page):
        page.wait_for_event("requestfinished")
    page.goto("/fairness")
    days_ago(house, account)


def days_ago(house: Served, account: Account) -> None:
    """Let what an account has read have been read long ago."""
    kept = house.context.store.margins_of(account.id)
    aged = {name: f"{said.rpartition(' ')[0]} 0" for name, said in kept.items() if name.startswith("read ")}
    house.context.store.keep_margin(account.id, aged)


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
        watch(me.page)
        page = me.enter(match).page
        expect(page.locator(".story li").first).to_be_visible()
        news = page.get_by_role("region", name="Seit deinem letzten Besuch")
        expect(news).to_have_count(0)  # who was never here has missed nothing
        before = lines_of(page, ".story")
        leave(house, page, ada)
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
            leave(house, page, ada)
        come_back(page, match)
        news.locator("summary").tap()
        expect(news.locator("li").first).to_be_visible()
        assert_fit_for_everybody(page)
        page.reload()
        expect(news).to_have_count(1)  # the same visit
        leave(house, page, ada)
        come_back(page, match)
        expect(page.locator(".story li").first).to_be_visible()
        expect(news).to_have_count(0)
        assert {*missed} <= {*lines_of(page, ".story")}

        # Beside the picture of a wide window all of it stands above the question; who has answered has read it.
        leave(house, page, ada)
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


SHIFTS = """() => {
  window.moved = [];
  new MutationObserver((_, self) => {
    if (!document.querySelector(".film")) return;
    self.disconnect();
    const begun = performance.now();
    new PerformanceObserver((list) => {
      const moved = list.getEntries().filter((one) => one.startTime >= begun && !one.hadRecentInput);
      window.moved.push(...moved.map((one) => [one.value, ...one.sources.map((it) => String(it.node?.className))]));
    }).observe({ type: "layout-shift", buffered: true });
  }).observe(document, { childList: true, subtree: true });
}"""
"""Has a page list its layout shifts from the beginning of the play on, each with what has moved."""

HELD = """() => {
  const later = window.setTimeout;
  window.setTimeout = (done, after, ...given) => after === 2000 ? void (window.goOn = done) : later(done, after, ...given);
}"""
"""Has the play wait at each moment for whoever looks closely: ``goOn()``."""


@pytest.fixture
def missed(house: Served, ada: Account, ben: Account) -> str:
    """Return a match of which Ada has seen the beginning, on another device, and missed some rounds since.

    Its board has not grown meanwhile: it would be drawn smaller, another picture altogether, of which nothing is marked.
    """
    context, had, has = house.context, [0], [1]
    while had != has:
        match = new_table(context, ada, seats=2)
        sit_down(context, match, ben)
        for _ in range(8):
            play_on(context, match)
        mark_read(context, ada.id, match, record_of(context, match).n, 0)
        days_ago(house, ada)
        had = extent(context, match)
        for _ in range(4):
            play_on(context, match)
        has = extent(context, match)
    return match


def extent(context: Context, match: str) -> list[int]:
    """Return the least and the greatest column and row in which a card lies."""
    state = record_of(context, match).state
    assert state is not None
    fields = [map(int, re.findall(r"-?\d+", one)) for one in state["board"]]
    return [end for axis in zip(*fields, strict=True) for end in (min(axis), max(axis))]


@pytest.mark.parametrize("size", [NARROW, (1366, 768)])
def test_the_board_plays_what_came_since_my_last_visit_on_another_device(
    browser: Browser, house: Served, ada: Account, missed: str, size: tuple[int, int]
) -> None:
    with at_browser(browser, house, ada, size=size, motion=True) as me:
        page = me.page
        page.add_init_script(f"({SHIFTS})()")
        page.add_init_script(f"({HELD})()")
        me.enter(missed)
        told = page.locator(".played [role=status]")
        expect(told).to_contain_text(re.compile(r"^1 of \d: \S"))
        expect(page.locator(".film .arriving").first).to_be_attached()
        page.evaluate("() => window.goOn()")
        expect(told).to_contain_text(re.compile(r"^2 of \d: \S"))
        assert_fit_for_everybody(page)
        page.get_by_role("button", name="Skip").click()
        expect(page.locator(".film, .played")).to_have_count(0)
        # What has changed stays marked on the table's own picture, on which one can choose again.
        expect(page.locator(".picture > svg .fresh").first).to_be_visible()
        expect(page.locator(".picture > svg [id^='spot-']").first).to_be_attached()
        moved = page.evaluate("window.moved")
        assert sum(value for value, *_ in moved) < 0.02, moved
        assert_fit_for_everybody(page)


def test_the_play_ends_by_itself_and_by_escape(browser: Browser, house: Served, ada: Account, missed: str) -> None:
    with at_browser(browser, house, ada, size=NARROW, motion=True) as me:
        page = me.enter(missed).page
        expect(page.locator(".film")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".film, .played")).to_have_count(0)
        page.reload()
        expect(page.locator(".film")).to_have_count(1)  # what was not read is played again
        expect(page.locator(".film")).to_have_count(0)
        expect(page.locator(".played")).to_have_count(0)


def test_nothing_moves_for_who_wants_no_motion_but_changes_are_marked(
    browser: Browser, house: Served, ada: Account, missed: str
) -> None:
    with at_browser(browser, house, ada, size=NARROW) as me:
        page = me.enter(missed).page
        expect(page.locator(".picture > svg .fresh").first).to_be_visible()
        expect(page.locator(".film, .played, .leaving")).to_have_count(0)
        assert page.evaluate("document.getAnimations().length") == 0


def test_what_comes_while_i_look_arrives_marked(browser: Browser, house: Served, ada: Account, ben: Account) -> None:
    match = new_table(house.context, ada, seats=2)
    sit_down(house.context, match, ben)
    with at_browser(browser, house, ada, size=NARROW) as me:
        page = me.enter(match).page
        page.locator(".picture > svg").wait_for()
        expect(page.locator(".fresh")).to_have_count(0)
        play_on(house.context, match)
        expect(page.locator(".picture > svg .fresh").first).to_be_visible()
