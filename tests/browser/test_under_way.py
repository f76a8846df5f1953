"""A voyage stands where one decides about it: beside the board on a wide screen, directly above the question on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from engine.contract import Move
from service.context import Context
from service.matches import acts
from service.store.records import Account
from tests.browser.people import PHONE, WIDE, assert_fit_for_everybody, at_browser, new_table, record_of
from tests.cli.served import Served
from workers.drain import drain_once

OF_A_VOYAGE: dict[str, Move] = {
    "settle": {"type": "settle", "pile": "1a"},
    "act": {"type": "close"},
    "close": {"type": "voyage"},
}


Size = tuple[int, int]


def set_sail(context: Context, match: str) -> None:
    """Play until the player is asked whether to reveal the first voyage card."""
    while True:
        record = record_of(context, match)
        asked = next((one for one in record.table["standing"] if 0 in one["seats"]), None)
        if asked is None:
            drain_once(context)
        elif asked["kind"] == "voyage":
            return
        else:
            if (asked["id"], 0) not in record.acts:
                move = OF_A_VOYAGE[asked["kind"]]
                if asked["sealed"]:
                    acts.commit(context, record, 0, asked["id"], move=move)
                else:
                    acts.answer(context, record, 0, asked["id"], move, token=None)
            drain_once(context)


def box_of(one: Locator) -> FloatRect:
    """Return where something stands on the page."""
    box = one.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize(
    ("size", "language", "title", "ahead", "reveal", "met"),
    [
        (PHONE, "de", "Deine Handelsfahrt", "Was noch kommen kann", "nächste Karte aufdecken", "begegnet"),
        (WIDE, "en", "Your voyage", "What may still come", "reveal the next card", "meets"),
    ],
)
def test_a_voyage_stands_beside_the_board_or_right_above_the_question(
    browser: Browser,
    house: Served,
    ada: Account,
    size: Size,
    language: str,
    title: str,
    ahead: str,
    reveal: str,
    met: str,
) -> None:
    house.context.store.update_account(ada.id, language=language)
    match = new_table(house.context, ada, "anno-1701", bots=["steady"])
    set_sail(house.context, match)
    with at_browser(browser, house, ada, size=size) as me:
        page = me.enter(match).page
        voyage = page.get_by_role("region", name=title)
        expect(voyage.get_by_text(f"{ahead} (15")).to_be_visible()
        me.choose(reveal)
        me.confirm()
        expect(voyage.get_by_text(f"{ahead} (14")).to_be_visible()
        expect(voyage.get_by_text(met)).to_be_visible()
        assert_fit_for_everybody(page)
        shown, asked, board = box_of(voyage), box_of(page.locator("#ask")), box_of(page.locator("figure.board"))
        assert 0 <= asked["y"] - (shown["y"] + shown["height"]) < 40, "nothing stands between it and the question"
        if size == WIDE:
            assert shown["x"] >= board["x"] + board["width"]
            assert board["y"] <= shown["y"] < WIDE[1] / 2, "in sight, beside the board"
