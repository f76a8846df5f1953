"""The lettering of pictures in a browser: in the typeface that the server brings, no text on another or over an edge."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from checks.web.typeface import FAMILY, LETTERS
from engine.kit.text.phrases import LANGUAGES
from service.store.records import Account
from service.web import assets
from tests.browser.people import at_browser, new_table
from tests.cli.served import Served
from tests.system.goldens import GOLDENS, export_of, replay

WIDTHS = (320, 390, 844, 1366)
HEIGHTS = {844: 390}
NAMES = ("Wilhelmine", "Ben", "Maximiliane-Charlotte", "Günther", "Zoë", "Łukasz")
TEXT = re.compile("<text[^>]*>([^<]*)<")
MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def pictures(golden: str) -> Iterator[tuple[str, str]]:
    """Yield pictures of the middle and the end of a golden match, as a player and a spectator see them, in all languages."""
    steps = list(replay(export_of(golden)))
    for number, viewer in ((len(steps) * 2 // 3, 0), (len(steps) - 1, None)):
        rules, _, state, _ = steps[number]
        view = rules.view(state, viewer)
        for language in LANGUAGES:
            yield f"{golden} {number} {viewer} {language}", rules.picture(view, language, NAMES)


@pytest.fixture(scope="module")
def sheet(browser: Browser, house: Served) -> Iterator[Page]:
    """A page with the style of the web table."""
    with at_browser(browser, house, None) as me:
        me.page.goto("/fairness")
        me.page.get_by_role("heading").first.wait_for()
        yield me.page


@pytest.mark.parametrize("golden", GOLDENS)
def test_no_text_of_a_picture_lies_on_another_or_over_the_edge_of_its_frame(sheet: Page, golden: str) -> None:
    shown = list(pictures(golden))
    for width in WIDTHS:
        sheet.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 844)})
        assert measured(sheet, shown) == [], width


def test_text_on_another_and_over_an_edge_is_found(sheet: Page) -> None:
    words = [
        '<text x="20" y="40" font-size="20">Amsterdam</text>',
        '<text x="60" y="45" font-size="20">Harbour</text>',
        '<rect x="10" y="100" width="80" height="40" fill="#eee"/><text x="20" y="125" font-size="20">Amsterdam</text>',
    ]
    paper = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 200"><rect width="720" height="200" fill="#fff"/>'
    found = measured(sheet, [("drawn", f"{paper}{''.join(words)}</svg>")])
    assert found == ["drawn: “Amsterdam” lies on “Harbour”", "drawn: “Amsterdam” crosses its frame"]


def measured(sheet: Page, shown: Sequence[tuple[str, str]]) -> list[str]:
    """Return what a browser finds wrong with the text of some pictures."""
    found: list[str] = sheet.evaluate(MEASURE, [assets.url("table/picture.js"), FAMILY, [list(one) for one in shown]])
    return found


def test_a_table_is_lettered_in_the_typeface_that_the_server_brings(
    browser: Browser, house: Served, ada: Account
) -> None:
    match = new_table(house.context, ada, "anno-1701", bots=["steady"])
    with at_browser(browser, house, ada) as me:
        asked: list[str] = []
        me.page.on("request", lambda one: asked.append(one.url))
        me.enter(match)
        expect(me.page.locator(".picture svg").first).to_be_visible()
        me.page.evaluate("document.fonts.ready.then(() => true)")
        loaded = me.page.evaluate("[...document.fonts].map((one) => [one.family, one.weight, one.status])")
        assert loaded == [[FAMILY, weight, "loaded"] for weight in ("normal", "700")]
        assert sorted(one.rpartition("/")[2] for one in asked if one.endswith(".woff2")) == [
            "bold.woff2",
            "regular.woff2",
        ]


def test_the_typeface_has_all_letters_of_the_pictures() -> None:
    written = {
        letter for golden in GOLDENS for _, svg in pictures(golden) for said in TEXT.findall(svg) for letter in said
    }
    assert len(written) > 70
    assert written - set(LETTERS) - set("".join(NAMES)) == set()
