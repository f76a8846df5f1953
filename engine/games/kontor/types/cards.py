"""Card types: the vocabulary of the card list, and the face of a card as views show it."""

from __future__ import annotations

from typing import Literal, final

from typing_extensions import TypedDict

CardType = Literal["quay", "crane", "pub", "canal", "anchor", "flood", "bridge", "customs"]
CardKind = Literal["quay", "canal", "special"]
"""The group a card is drawn and counted with; cranes and pubs belong to the quays."""

SpecialType = Literal["bridge", "customs", "flood"]
Colour = Literal["red", "black"]
Owner = Literal["red", "black", "neutral"]
Symbol = Literal["coin", "ship", "none"]


@final
class CardFace(TypedDict):
    """A card lying open, with everything printed on it."""

    id: str
    """The card's id in moves and orders, ``C36`` or ``A`` (the anchor)."""
    number: int | None
    """Decides who goes first; none on the anchor, perhaps none on special cards."""
    type: CardType
    owner: Owner
    goods: str
    """Up to three letters: T (tea), W (wine), S (spice). Empty on a card without warehouses."""
    symbol: Symbol
