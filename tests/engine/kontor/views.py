"""Views to draw and to tell: of matches as they are played, and of tables that are not played yet (four seats, special
cards, large and fixed boards), made by hand in the shape that :mod:`engine.games.kontor.rules.view` gives."""

import random
from functools import cache
from typing import Any

from engine.games.kontor import GAME
from engine.games.kontor.book import LAYOUTS, Book, shipped_texts
from engine.games.kontor.presets import read_layouts
from engine.games.kontor.rules.board import extent, free_fields, goods, is_closed, sectors
from engine.games.kontor.rules.fields import place, reading_order
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.types.cards import CardFace
from tests.engine.laws import at_random, play, seed_of

BOOK = Book.shipped()
CARDS = BOOK.cards
QUAYS = [f"C{number:02}" for number in range(1, 43)]


@cache
def views_of_a_match() -> tuple[dict[str, Any], ...]:
    """Return what a seat and a spectator see at every step of a match, one match for each preset."""
    views = []
    for number, preset in enumerate(GAME.rules.presets, start=6):
        special = preset in ("canal-grande", "goldsieber-teams")
        options = {"preset": preset, "quay_pile_open": preset == "tilsit", "special_cards": special}
        match = play(GAME, options, BOOK.presets[preset].seats, seed_of(number), at_random(random.Random(number)))
        views += [GAME.view(state, seat) for state in match.states for seat in (number % 2, None)]
    return tuple(views)


def card(id_: str) -> CardFace:
    """Return a card as views show it."""
    return CARDS[id_].json()


def view_of(board: dict[str, list[str]], *, width: int, height: int, seats: int = 2, **given: Any) -> dict[str, Any]:
    """Return the view of a board (field to its cards, lowest first); what else is given stands as it is given."""
    colours, teams = ["red", "black"], [seat * 2 // seats for seat in range(seats)]
    edges = {"x": None, "y": None} | given.pop("fixed", {})
    shown: dict[str, Any] = {
        "game": "kontor", "preset": "by-hand", "options": {}, "seat": None, "round": 9, "stage": "choose", "teams": teams,
        "opposite": [(seat + seats // 2) % seats for seat in range(seats)],
        "colours": colours, "money": [3] * seats, "bank": 4, "hands": [None] * seats,
        "hand_counts": [{"quay": 3, "canal": 2, "special": 1}] * seats,
        "quay_piles": [{"top": card("C41"), "count": 8}] * seats, "canal_pile": {"top": card("C85"), "count": 12},
        "counting": {"places": 5, "least_size": seats // 2},
        "limits": {"width": width, "height": height}, "extent": extent(board), "fixed": edges,
        "ship": None, "special_pile": 0, "special_fields": None, "rivals": [], "sudden_end": "none",
        "barred": [], "undivided": [], "played": [None] * seats, "due": [], "scores": [1, 2], "outcome": None,
        "last": {"laid": [], "removed": [], "ship": None},
        "placeable": [place(name) for name in reading_order(free_fields(board, edges))],
    }  # fmt: skip
    groups = sorted(map(reading_order, sectors(board, CARDS)), key=lambda fields: place(fields[0])[::-1])
    shown["sectors"] = []
    for group in groups:
        closed = is_closed(group, board, edges)
        warehouses = goods(group, board, CARDS, colours)
        shown["sectors"].append(
            {
                "fields": [place(name) for name in group],
                "closed": closed,
                "guard": majority(warehouses)[0] if closed else None,
                "size": len(group),
                "distance": 2,
                "goods": warehouses,
                "centres": [None, None],
                "value": 1,
                "counts": None,
            }
        )
    index = {name: number for number, group in enumerate(groups) for name in group}
    shown["board"] = [
        {
            "at": place(name),
            "card": card(board[name][-1]),
            "under": [card(one) for one in board[name][:-1]],
            "sector": index.get(name),
        }
        for name in reading_order(board)
    ]
    return shown | given


def four_seats() -> dict[str, Any]:
    """Return an 8 by 8 table of two teams with every special card, seen by a seat with a full hand that is to lay."""
    board = {
        "0,0": ["A"], "1,0": ["C43"], "2,0": ["C44"], "-1,0": ["C45"], "-2,0": ["C46"], "0,1": ["C47"], "0,2": ["C48"],
        "0,-1": ["C49"], "0,-2": ["C50"], "1,-1": ["C03"], "2,-1": ["C16"], "1,1": ["C20", "C88"], "2,1": ["C08"],
        "3,1": ["C23"], "2,2": ["C51", "C90"], "1,2": ["C12"], "-1,1": ["C92"], "-1,-1": ["C02"], "-2,-1": ["C87"],
        "3,0": ["C52"], "1,-2": ["C54"], "2,-2": ["C56"], "3,-1": ["C58"],
    }  # fmt: skip
    hand = [card(one) for one in ("C04", "C18", "C36", "C53", "C62", "C93")]
    return view_of(
        board, width=8, height=8, seats=4, preset="goldsieber-four", ship=[1, 1], stage="place", due=[2], seat=2,
        hands=[None, None, hand, None], barred=[{"at": [-1, -2], "team": 0}], money=[3, 0, 2, 5],
        played=[
            {"card": card("C88"), "status": "laid"}, {"pass": True}, {"card": card("C14"), "status": "waiting"},
            {"card": card("C01"), "status": "returned"},
        ],
        last={"laid": [[1, 1]], "removed": [[3, 2]], "ship": {"from": [0, 0], "to": [1, 1]}},
    )  # fmt: skip


def fixed_board(layout: str, width: int, height: int) -> dict[str, Any]:
    """Return a table on a fixed board with half of its free fields taken by quays."""
    lay = read_layouts(shipped_texts()[LAYOUTS], LAYOUTS)[layout]
    canals = [card.id for card in CARDS.values() if card.type == "canal"]
    board = {lay.anchor: ["A"]} | {name: [canals.pop()] for name in lay.canals}
    quays = iter(QUAYS)
    for y in range(height):
        for x in range(width):
            if f"{x},{y}" not in board and (x + 2 * y) % 3:
                board[f"{x},{y}"] = [next(quays)]
    edges = {"x": [0, width - 1], "y": [0, height - 1]}
    return view_of(board, width=width, height=height, fixed=edges, ship=place(lay.anchor), preset=layout)


def odd_boards() -> list[dict[str, Any]]:
    """Return the tables of the variants to come: fixed ones, small ones, wide ones, and one with nothing but the anchor."""
    return [
        four_seats(),
        fixed_board("canal-grande", 12, 4),
        fixed_board("tic-tac-toe", 8, 8),
        view_of({"0,0": ["A"]}, width=5, height=5, ship=[0, 0], preset="gulliver"),
        view_of({f"{x},0": [f"C{50 + x}"] if x else ["A"] for x in range(-2, 3)}, width=6, height=6, preset="water"),
    ]
