"""Options and setup (Spielvorbereitung, B1): decks, supplies, starting contracts, money, the first harbour master.

One hidden shuffle per deck, future supply before current; afterwards nothing is left to chance (D4). With two players the
cards set aside unseen are the first of each shuffled deck.
"""

from collections.abc import Mapping

from engine.contract import Chance
from engine.games.packet_row.book import SEATS, Board, Book
from engine.games.packet_row.schemas import options_schema
from engine.games.packet_row.types.state import BoardState, PacketRowOptions, PacketRowState
from engine.kit import shape


def complete(given: Mapping[str, object], seats: int) -> PacketRowOptions:
    """Return the complete options; :raises BadOptions: naming the first thing that is wrong."""
    shape.check_seats(SEATS, seats)
    chosen = shape.complete(options_schema(), given)
    return {"hidden_hands": bool(chosen["hidden_hands"])}


def deal(book: Book, options: PacketRowOptions, seats: int, chance: Chance) -> PacketRowState:
    """Return the state in which the first harbour master (Hafenmeister) opens the first board."""
    first = chance.below("harbour-master", seats)[0]
    boards = {sign: _board(book, board, seats, chance) for sign, board in book.boards.items()}
    contracts: list[str] = chance.shuffle("deck/starting", [card.id for card in book.starting], hidden=True)
    return {
        "schema": 1,
        "options": options,
        "round": 1,
        "harbour_master": first,
        "stage": "open",
        "sweep": 0,
        "open_board": None,
        "queue": [],
        "boards": boards,
        "players": [
            {
                "money": book.parameters.start_money,
                "hand": [contracts[seat]],
                "ships": [],
                "hidden_contract": contracts[seat],
                "fulfilments": 1,
            }
            for seat in range(seats)
        ],
        "box": contracts[seats:],
        "spent": [],
        "taken": [],
        "previous": None,
        "settling": [],
        "standing": [],
        "outcome": None,
    }


def _board(book: Book, board: Board, seats: int, chance: Chance) -> BoardState:
    parameters = book.parameters
    cards = [card.id for card in book.cards.values() if card.board == board.sign]
    deck: list[str] = chance.shuffle(f"deck/{board.sign.lower()}", cards, hidden=True)
    aside, deck = deck[: parameters.removed_per_deck[seats]], deck[parameters.removed_per_deck[seats] :]
    future, deck = deck[: parameters.future_supply], deck[parameters.future_supply :]
    current, deck = deck[: parameters.current_supply[seats]], deck[parameters.current_supply[seats] :]
    return {
        "draw": deck,
        "discard": [],
        "aside": aside,
        "future": [*future],
        "current": [*current],
        "opened": 0,
        "exhausted": False,
    }
