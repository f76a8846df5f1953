"""The spots of the picture: what a person can point at (:mod:`engine.kit.drawing.svg`).

They lie invisibly over the drawing, each with a title that says what it is: ``spot-board-<sign>`` for each board,
``spot-card-<id>`` for each card on a board, with a dot for the ``#`` of its id (``spot-card-grain2.1``), and
``spot-contract-<id>`` for each contract in a player's panel.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.cards import ShownCard
from engine.games.packet_row.types.moves import PacketRowMove
from engine.kit.drawing.svg import tag


def spots(move: PacketRowMove) -> list[str]:
    """Return the names of the spots that a move is about."""
    match move["type"]:
        case "open":
            return [_board(move["board"])]
        case "take":
            return [_card(move["card"])]
        case _:
            return []


def board_spot(board: str, title: str, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over the left end of a board."""
    return _spot(_board(board), title, x, y, width, height)


def card_spot(card: ShownCard, phrases: Phrases, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over a card on a board."""
    return _spot(_card(card["id"]), phrases.explained(card), x, y, width, height)


def contract_spot(card: ShownCard, phrases: Phrases, x: float, y: float, width: float, height: float) -> str:
    """Return a spot over a contract in a player's panel."""
    return _spot(_contract(card["id"]), phrases.explained(card), x, y, width, height)


def _board(sign: str) -> str:
    return f"board-{sign}"


def _contract(card: str) -> str:
    return f"contract-{card.replace('#', '.')}"


def _card(card: str) -> str:
    return f"card-{card.replace('#', '.')}"


def _spot(name: str, title: str, x: float, y: float, width: float, height: float) -> str:
    shape = {"x": x, "y": y, "width": width, "height": height, "rx": 8}
    return tag("rect", tag("title", escape(title)), id=f"spot-{name}", fill="none", **shape)


__all__ = ["board_spot", "card_spot", "contract_spot", "spots"]
