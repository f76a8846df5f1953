"""The four boards: name, draw pile, current and future supply, and when each was opened."""

from __future__ import annotations

from engine.games.packet_row.drawing.faces import HEIGHT, empty, face
from engine.games.packet_row.drawing.ink import BANDS, FAINT, INK, LINE, MARGIN, MARK, PAPER, SHEET, WHITE, WIDTH
from engine.games.packet_row.drawing.signs import sign
from engine.games.packet_row.drawing.spots import board_spot, card_spot
from engine.games.packet_row.rules.supply import SUPPLIES
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.view import BoardView, PacketRowView
from engine.kit.drawing.spots import told
from engine.kit.drawing.svg import box, circle, pale, path, text

LABEL = 118
WIDEST = 112
ROW = HEIGHT + 20
FUTURE = 0.68
"""Opacity of cards in the future supply."""
WARNING = "#b5302a"
BOARD_COLOURS = {"G": BANDS["contract"], "D": BANDS["ship"], "M": BANDS["goods"], "B": BANDS["money"]}


def boards(view: PacketRowView, phrases: Phrases, top: float) -> tuple[str, float]:
    """Return the boards, one below the other, and where they end."""
    parts = []
    for board in view["boards"]:
        parts.append(_board(view, board, phrases, top))
        top += ROW + 8
    return "".join(parts), top


def _board(view: PacketRowView, board: BoardView, phrases: Phrases, top: float) -> str:
    open_now = board["board"] == view["open_board"]
    edge, thick = (MARK, 5) if open_now else (LINE, 2)
    parts = [
        box(
            MARGIN,
            top,
            WIDTH - 2 * MARGIN,
            ROW,
            fill=SHEET if not board["closed"] else PAPER,
            round=10,
            stroke=edge,
            stroke_width=thick,
        ),
        _label(board, phrases, top, open_now=open_now),
        board_spot(board["board"], _told(board, phrases), MARGIN + 3, top + 3, LABEL - 6, ROW - 6),
    ]
    taken = {(one["supply"], one["slot"]): one for one in view["taken"] if one["board"] == board["board"]}
    pitch = (WIDTH - 2 * MARGIN - LABEL - 26) / (view["limits"]["current"] + view["limits"]["future"])
    width = min(WIDEST, pitch - 7)
    x: float = MARGIN + LABEL + 4
    for supply in SUPPLIES:
        size = view["limits"][supply]
        faces, spots = list[str](), list[str]()
        for slot in range(size):
            card = board[supply][slot] if slot < len(board[supply]) else None
            if card is None:
                gone = taken.get((supply, slot))
                parts.append(empty(x, top + 10, width, gone, phrases))
                if gone is not None:
                    said = phrases.took("picture.told.took", gone["seat"], gone["shown"])
                    parts.append(told(said, x, top + 10, width, HEIGHT))
            else:
                faces.append(face(card, phrases, x, top + 10, width))
                spots.append(card_spot(card, phrases, x, top + 10, width, HEIGHT))
            x += pitch
        parts += [pale(FUTURE, *faces) if supply == "future" else "".join(faces), *spots]
        if supply == "current":
            gap = (pitch - width) / 2
            parts.append(path(f"M{x - gap + 5} {top + 16} v{ROW - 32}", stroke=LINE, stroke_width=3))
            x += 12
    return "".join(parts)


def _told(board: BoardView, phrases: Phrases) -> str:
    """Return what the left end of a board shows, in words."""
    name = phrases.board(board["board"])["board"]
    said = [phrases.count("picture.told.board", board["draw"], board=name)]
    said += [phrases.say("picture.told.opened", n=board["opened"])] if board["opened"] else []
    if board["closed"] or board["exhausted"]:
        said.append(phrases.say("picture.told.closed" if board["closed"] else "picture.told.last"))
    return " ".join(said)


def _label(board: BoardView, phrases: Phrases, top: float, *, open_now: bool) -> str:
    """Return the left end of a board: its name, its draw pile, its place in this round's order."""
    x, colour = MARGIN + 10, BOARD_COLOURS.get(board["board"], INK)
    name = phrases.board(board["board"])["board"]
    parts = [
        text(name, x, top + 31, min(24, round((LABEL - 14) / (0.6 * len(name)), 1)), fill=colour, weight=700),
        sign("back", x - 6, top + 42, 48),
        text(f"×{board['draw']}", x + 44, top + 76, 26, weight=700),
    ]
    if board["opened"]:
        parts.append(circle(x + 12, top + 108, 15, fill=MARK if open_now else FAINT))
        parts.append(text(board["opened"], x + 12, top + 116, 22, fill=WHITE, weight=700, anchor="middle"))
    said = (
        phrases.say("picture.closed") if board["closed"] else phrases.say("picture.last") if board["exhausted"] else ""
    )
    if said:
        parts.append(text(said, x + (36 if board["opened"] else 0), top + 115, 18, fill=WARNING, weight=700))
    return "".join(parts)
