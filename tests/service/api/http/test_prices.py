"""What a choice costs, and what is left after it, stands beside it wherever it is chosen: in letters and on their pages."""

import pytest
from flask import Flask

from engine.contract import Game, Move, State
from engine.kit.text.particulars import Seen, particulars_of
from engine.protocol.chance import Draws
from engine.registry import game_of
from service.context import Context
from service.matches import acts
from tests.given.contexts import loaded
from tests.given.undrawn import draw_nothing
from tests.service.api.browser import Browser
from tests.service.api.pages.test_choice_page import BUTTON, begin, said
from tests.workers.mail.post_office import html_of, post_office, text_of
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of
from workers.resolve.drain import drain_once


def prices_asked(game: Game, state: State) -> list[str]:
    """Return what each choice costs who is asked about a board; empty for what costs nothing."""
    asked = next(one for one in game.decisions(state) if one["kind"] == "ask")
    seat = asked["seats"][0]
    seen = Seen(asked, game.view(state, seat), "en", ("Ann", "Ben", "Cleo"))
    return [particulars_of(game).price(move, seen) or "" for move in game.moves(state, seat, asked["id"])]


def costly_board(game: Game, state: State, decision: str) -> Move | None:
    """Return the move that opens a board on which something costs money; ``None``: as the cards lie, nothing does."""
    master = next(one for one in game.decisions(state) if one["id"] == decision)["seats"][0]
    for opening in game.moves(state, master, decision):
        after, _ = game.resolve(state, decision, {master: opening}, Draws(bytes(32)))
        if any(prices_asked(game, after)):
            return opening
    return None


def test_prices_stand_in_the_letter_and_on_its_pages(
    app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_nothing(monkeypatch)
    opening = None
    while opening is None:  # most deals have something to pay for
        match = begin(context, "packet-row", 3, {})
        record = loaded(context, match)
        assert record.state is not None
        [master] = [one for one in record.table["standing"] if one["kind"] == "open"]
        opening = costly_board(game_of(record.table), record.state, master["id"])
    acts.answer(context, record, master["seats"][0], acts.SeatAct(master["id"], move=opening))
    drain_once(context)
    with post_office() as office:
        deliver_once(context, transport_of(office.url))
    letter = next(one for one in office.letters if "offers you a board" in text_of(one))

    record = loaded(context, match)
    assert record.state is not None
    names = [one["name"] for one in record.table["seats"]]
    every = prices_asked(game_of(record.table), record.state)
    prices = [one for one in every if one]
    assert prices and all(one.startswith("Costs ") for one in prices)

    # Long lines of a letter are broken on their way.
    text, layout = (" ".join(part.split()) for part in (text_of(letter), html_of(letter)))
    offered = f"{names[master['seats'][0]]} offers you a board"
    assert text.index(offered) < text.index("PACKET ROW, round"), "what is asked stands above the table"
    browser, question = Browser(app), BUTTON.findall(text_of(letter))[0].removeprefix("/choose/").partition("/")[0]
    listed = browser.get(f"/choose/{question}")
    for price in prices:
        assert price in text and price in layout and price in said(listed)
    number = every.index(prices[0]) + 1
    assert prices[0] in said(browser.get(f"/choose/{question}/{number}"))
