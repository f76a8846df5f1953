"""Fallback moves for unanswered decisions (E2.5)."""

from __future__ import annotations

from engine.games.packet_row.book import Book
from engine.games.packet_row.rules.supply import openable
from engine.games.packet_row.types.moves import DecisionKind, PacketRowMove
from engine.games.packet_row.types.state import PacketRowState

SILENCE_OPENS = "GDMB"
"""The boards an absent harbour master opens, in this order (E2.5); others follow in the boards' order."""


def fallback(state: PacketRowState, book: Book, kind: DecisionKind) -> PacketRowMove:
    """Return what silence means: decline; open G, D, M, B in this order; pass; the richest final fulfilment.

    Nobody waits for an optional fulfilment; silence means nothing there, which only the server can say.
    """
    match kind:
        case "open" | "harbour":
            boards = openable(state, book)
            first = min(boards, key=lambda sign: SILENCE_OPENS.find(sign) % (len(book.boards) + 1), default=None)
            return {"type": "end"} if first is None else {"type": "open", "board": first}
        case "ask":
            return {"type": "decline"}
        case "last":
            return {"type": "pass"}
        case "final":
            return {"type": "settle"}
        case "fulfil":
            return {"type": "nothing"}
