"""A working copy of the state, on which one call of ``resolve`` does its work, and what is done to players' cards and money.

The state is copied as deep as the rules write into it, so the one passed in stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import STARTING, Card
from engine.games.packet_row.rules.fulfilment import reward
from engine.games.packet_row.types.events import FulfilledEvent, PacketRowEvent
from engine.games.packet_row.types.state import BoardState, PacketRowState, PlayerState


@dataclass(slots=True)
class Play:
    """The state being worked on, the rule data, and the events so far."""

    state: PacketRowState
    book: Book
    events: list[PacketRowEvent] = field(default_factory=list)

    @classmethod
    def copy(cls, state: PacketRowState, book: Book) -> Play:
        """Return a working copy of a state."""
        own = state.copy()
        own["boards"] = {sign: _board(board) for sign, board in state["boards"].items()}
        own["players"] = [_player(player) for player in state["players"]]
        own["queue"], own["settling"] = list(state["queue"]), list(state["settling"])
        own["taken"], own["spent"] = list(state["taken"]), list(state["spent"])
        own["standing"] = list(state["standing"])
        return cls(own, book)

    def tell(self, event: PacketRowEvent) -> None:
        """Record an event."""
        self.events.append(event)

    def player(self, seat: int) -> PlayerState:
        """Return a seat's part of the state."""
        return self.state["players"][seat]

    def give(self, seat: int, card: Card) -> None:
        """Put a card where it belongs: ships lie open, money is cashed and discarded, all else goes into the hand (E1.9)."""
        player = self.player(seat)
        if card.kind == "money":
            player["money"] += card.amount
            self.state["boards"][card.board]["discard"].append(card.id)
        elif card.kind == "ship":
            player["ships"] = self.book.in_order([*player["ships"], card.id])
        else:
            player["hand"] = self.book.in_order([*player["hand"], card.id])

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
        """Give up the cards of a checked fulfilment and take its reward (B5); a hidden contract becomes public (E1.37)."""
        cards = [self.book.cards[one] for one in self.book.in_order(ids)]
        self.discard(seat, cards)
        earned = reward(cards)
        self.player(seat)["money"] += earned
        contracts = [card.id for card in cards if card.kind == "contract"]
        given = [card.id for card in cards]
        self.tell(FulfilledEvent(type="fulfilled", seat=seat, contracts=contracts, cards=given, reward=earned))


def _board(board: BoardState) -> BoardState:
    own = board.copy()
    own["draw"], own["discard"] = list(board["draw"]), list(board["discard"])
    own["future"], own["current"] = list(board["future"]), list(board["current"])
    return own


def _player(player: PlayerState) -> PlayerState:
    own = player.copy()
    own["hand"], own["ships"] = list(player["hand"]), list(player["ships"])
    return own
