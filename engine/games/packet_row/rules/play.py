"""A working copy of the state, on which one call of ``resolve`` does its work, and what is done to players' cards and money.

The state is copied as deep as the rules write into it, so the one passed in stays as it was.

So are the boards' supplies: which boards may be opened, what lies there, and the refill (B3, B4, D4; E1.4, E1.6, E1.26). A
taken card leaves an empty place (``None``, where the pawn stands) until its board is refilled. ``opened`` is the number of the
sweep in which a board was opened this round, 0 for a board that was not. Boards are always visited in the book's order, because
a state that was stored and read back may have its keys in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import STARTING, Card
from engine.games.packet_row.rules.fulfilment import reward
from engine.games.packet_row.types.events import ExhaustedEvent, FulfilledEvent, PacketRowEvent, RefilledEvent
from engine.games.packet_row.types.state import BoardState, PacketRowState, PlayerState, Supply


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


SUPPLIES: tuple[Supply, ...] = ("current", "future")


@dataclass(frozen=True)
class Offer:
    """A card that lies in a supply. ``supply`` is current or future; a future one costs an assistant (Gehilfe)."""

    card: Card
    board: str
    supply: Supply
    slot: int

    @property
    def assistant(self) -> bool:
        """Return whether taking the card uses up an assistant."""
        return self.supply == "future"


def offers(state: PacketRowState, cards: Mapping[str, Card], board: str) -> Iterator[Offer]:
    """Yield what lies on a board, current supply first."""
    for supply in SUPPLIES:
        for slot, card in enumerate(state["boards"][board][supply]):
            if card is not None:
                yield Offer(cards[card], board, supply, slot)


def openable(state: PacketRowState, book: Book) -> list[str]:
    """Return the boards the harbour master could open: not opened in this round, and not empty (E1.6, E1.26)."""
    boards = state["boards"]
    return [sign for sign in book.boards if not boards[sign]["opened"] and any(boards[sign]["current"])]


def within_reach(state: PacketRowState, book: Book) -> list[str]:
    """Return the boards from which the seat to decide may take: the open one, in HM_LAST all unopened ones too (D2)."""
    open_board = state["open_board"]
    here = [] if open_board is None else [open_board]
    return [*here, *openable(state, book)] if state["stage"] == "last" else here


def board_asked(state: PacketRowState) -> str:
    """Return the sign of the open board, about which the seats are asked."""
    assert state["open_board"] is not None, "no board is open"
    return state["open_board"]


def take_from(play: Play, offer: Offer) -> None:
    """Lift a card off its place, which stays empty until the refill."""
    play.state["boards"][offer.board][offer.supply][offer.slot] = None


def refill(play: Play, seats: int) -> None:
    """Refill every board opened in this round, in the order of D4; note boards whose current supply stays short."""
    parameters = play.book.parameters
    for sign in play.book.boards:
        board = play.state["boards"][sign]
        if not board["opened"]:
            continue
        left = [card for card in board["current"] if card is not None]
        board["discard"] += left
        current = [card for card in board["future"] if card is not None]
        missing = max(0, parameters.current_supply[seats] - len(current))
        drawn, pile = board["draw"][:missing], board["draw"][missing:]
        current += drawn
        future, board["draw"] = pile[: parameters.future_supply], pile[parameters.future_supply :]
        board["current"], board["future"] = [*current], [*future]
        board["opened"] = 0
        play.tell(RefilledEvent(type="refilled", board=sign, discarded=left, current=current, future=future))
        if len(drawn) < missing and not board["exhausted"]:
            board["exhausted"] = True
            play.tell(ExhaustedEvent(type="exhausted", board=sign))


def exhausted(state: PacketRowState) -> int:
    """Return how many boards could not be refilled so far (C7)."""
    return sum(board["exhausted"] for board in state["boards"].values())
