"""Describe which data are reconstructed, from the evidence column, so that an owner's own list describes itself."""

from __future__ import annotations

import re

from engine.games.kontor.book import Book

CARDS = (
    "No list of the cards was ever published. How many cards there are of each kind, that red is odd and black is even, and "
    "the numbers 3, 4, 16 and 36 are stated by or deduced from sources; which other number carries which goods, and where "
    "coin and ship symbols sit, is a reconstruction (column evidence of the card list)."
)
LAYOUTS = (
    "The start layouts of two variants are "
    "printed as pictures only: the course of the canal in canal-grande and the anchor's crossing in tic-tac-toe are "
    "reconstructions, the grid of tic-tac-toe is deduced (evidence in the list of layouts)."
)
_RECONSTRUCTED = re.compile(r"\bR\b")


def reconstructed(book: Book) -> str:
    """Return what is a reconstruction (evidence R), empty if nothing is."""
    parts = []
    if any(_RECONSTRUCTED.search(card.evidence) for card in book.cards.values()):
        parts.append(CARDS)
    if any(_RECONSTRUCTED.search(layout.evidence) for layout in book.layouts.values()):
        parts.append(LAYOUTS)
    return " ".join(parts)
