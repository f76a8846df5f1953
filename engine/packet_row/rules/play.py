"""A working copy of the state, on which one call of ``resolve`` does its work, and what is done to players' cards and money.

The state is copied as deep as the rules write into it, so the one handed in stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Event, State
from engine.packet_row.book import Book
from engine.packet_row.cards import STARTING, Card
from engine.packet_row.rules.fulfilment import reward


@dataclass(slots=True)
class Play:
    """The state being worked on, the rule data, and the events so far."""

    state: State
    book: Book
    events: list[Event] = field(default_factory=list)

    @classmethod
    def copy(cls, state: State, book: Book) -> Play:
        """Return a working copy of a state."""
        return cls({key: _copied(value, 3) for key, value in state.items()}, book)

    def tell(self, type_: str, **facts: Any) -> None:
        """Note that something became true."""
        self.events.append({"type": type_, **facts})

    def player(self, seat: int) -> dict[str, Any]:
        """Return a seat's part of the state."""
        player: dict[str, Any] = self.state["players"][seat]
        return player

    def give(self, seat: int, card: Card) -> None:
        """Put a card where it belongs: ships lie open, money is cashed and discarded, all else is in the hand (E1.9)."""
        player = self.player(seat)
        if card.kind == "money":
            player["money"] += card.amount
            self.state["boards"][card.board]["discard"].append(card.id)
            return
        place = "ships" if card.kind == "ship" else "hand"
        player[place] = self.book.in_order([*player[place], card.id])

    def discard(self, seat: int, cards: Iterable[Card]) -> None:
        """Move cards of a seat to the discard piles of their boards; starting contracts leave the game."""
        player = self.player(seat)
        for card in cards:
            player["ships" if card.kind == "ship" else "hand"].remove(card.id)
            if card.board == STARTING:
                self.state["spent"].append(card.id)
                player["hidden_contract"] = None
            else:
                self.state["boards"][card.board]["discard"].append(card.id)

    def fulfil(self, seat: int, ids: Iterable[str]) -> None:
        """Give away a checked fulfilment and take its reward (B5); a hidden starting contract becomes public (E1.37)."""
        cards = [self.book.cards[one] for one in self.book.in_order(ids)]
        self.discard(seat, cards)
        earned = reward(cards)
        self.player(seat)["money"] += earned
        contracts = [card.id for card in cards if card.kind == "contract"]
        self.tell("fulfilled", seat=seat, contracts=contracts, cards=[card.id for card in cards], reward=earned)


def _copied(value: Any, depth: int) -> Any:
    if depth and type(value) is dict:
        return {key: _copied(one, depth - 1) for key, one in value.items()}
    if depth and type(value) is list:
        return [_copied(one, depth - 1) for one in value]
    return value
