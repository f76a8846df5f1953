"""The table as one seat, or a spectator, may know it (D5; E1.31, E1.35 to E1.37).

These are hidden: the order of the draw piles, the cards set aside unseen, the starting contracts of others until they are
fulfilled and, with the option ``hidden_hands``, the others' hands except for their ships. The draw pile and the cards set
aside are shown as one unordered list, which reveals no more than counting cards would. After the end everything is shown.
"""

from collections import Counter
from collections.abc import Iterable

from engine.contract import Chance
from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import GOODS, ROLES
from engine.games.packet_row.rules.ending import points
from engine.games.packet_row.types.cards import ShownCard
from engine.games.packet_row.types.state import BoardState, PacketRowState, PlayerState, PreviousRound, Taken
from engine.games.packet_row.types.view import (
    BoardView,
    Limits,
    PacketRowView,
    PlayerView,
    PreviousRoundView,
    Sums,
    TakenView,
)


def view(state: PacketRowState, book: Book, seat: int | None) -> PacketRowView:
    """Return the view."""
    return {
        "game": "packet-row",
        "options": state["options"].copy(),
        "seat": seat,
        "round": state["round"],
        "stage": state["stage"],
        "sweep": state["sweep"],
        "harbour_master": state["harbour_master"],
        "open_board": state["open_board"],
        "queue": list(state["queue"]),
        "settling": list(state["settling"]),
        "limits": _limits(book, len(state["players"])),
        "boards": [_board(state, book, sign) for sign in book.boards],
        "players": [_player(state, book, one, seat) for one in range(len(state["players"]))],
        "fulfilled_starting": [card for card in _cards(book, state["spent"]) if card["kind"] == "contract"],
        "taken": _taken(book, state["taken"]),
        "previous": None if state["previous"] is None else _previous(book, state["previous"]),
        "outcome": state["outcome"],
    }


def _limits(book: Book, seats: int) -> Limits:
    """Return the numbers of C6 that apply to this match."""
    parameters = book.parameters
    return {
        "current": parameters.current_supply[seats],
        "future": parameters.future_supply,
        "exhausted_boards": parameters.end_exhausted_boards[seats],
        "money_per_point": parameters.money_per_point,
        "banker_points": parameters.banker_points,
    }


def _cards(book: Book, ids: Iterable[str]) -> list[ShownCard]:
    return [book.cards[card].shown() for card in ids]


def _supply(book: Book, ids: Iterable[str | None]) -> list[ShownCard | None]:
    return [None if card is None else book.cards[card].shown() for card in ids]


def _board(state: PacketRowState, book: Book, sign: str) -> BoardView:
    board = state["boards"][sign]
    unseen = Counter(book.cards[card].key for card in book.in_order([*board["draw"], *board["aside"]]))
    return {
        "board": sign,
        "name": book.boards[sign].names.copy(),
        "current": _supply(book, board["current"]),
        "future": _supply(book, board["future"]),
        "draw": len(board["draw"]),
        "aside": len(board["aside"]),
        "unseen": dict(unseen),
        "discard": list(board["discard"]),
        "opened": board["opened"],
        "exhausted": board["exhausted"],
        "closed": not any(board["current"]) and not board["opened"],
    }


def _player(state: PacketRowState, book: Book, one: int, viewer: int | None) -> PlayerView:
    player, over = state["players"][one], state["stage"] == "over"
    hidden = player["hidden_contract"]
    sees_all = one == viewer or over
    sees_hand = sees_all or not state["options"]["hidden_hands"]
    hand = [card for card in player["hand"] if sees_all or card != hidden]
    shown: PlayerView = {
        "money": player["money"],
        "hand": _cards(book, hand) if sees_hand else None,
        "hand_count": len(player["hand"]),
        "ships": [card for card in _cards(book, player["ships"]) if card["kind"] == "ship"],
        "starting_hidden": hidden is not None and not over,
        "starting": hidden if sees_all else None,
        "points": points(state, book, one) if sees_hand else None,
    }
    if sees_hand:
        shown["sums"] = _sums(book, [*hand, *player["ships"]])
    return shown


def _sums(book: Book, ids: list[str]) -> Sums:
    """Return the totals of the panel of B7: roles, units owned, ships, units demanded, destinations demanded."""
    cards = [book.cards[card] for card in ids]
    contracts = [card for card in cards if card.kind == "contract"]
    goods = {good: sum(card.units for card in cards if card.good == good) for good in GOODS}
    demand = {good: sum(card.demand[number] for card in contracts) for number, good in enumerate(GOODS)}
    return {
        "roles": {role: sum(card.kind == role for card in cards) for role in ROLES},
        "goods": {good: units for good, units in goods.items() if units},
        "gold": sum(card.units for card in cards if card.kind == "gold"),
        "demand": {good: units for good, units in demand.items() if units},
        "destinations": dict(Counter(card.bound_for for card in contracts)),
    }


def _taken(book: Book, taken: Iterable[Taken]) -> list[TakenView]:
    """Return who took what from where; ``shown`` is the card, which everybody saw."""
    return [{**one, "shown": book.cards[one["card"]].shown()} for one in taken]


def _previous(book: Book, previous: PreviousRound) -> PreviousRoundView:
    shown: PreviousRoundView = {
        "round": previous["round"],
        "harbour_master": previous["harbour_master"],
        "opened": list(previous["opened"]),
        "taken": _taken(book, previous["taken"]),
    }
    if "why" in previous:
        shown["why"] = previous["why"]
    return shown


def redeal(state: PacketRowState, book: Book, seat: int | None, chance: Chance) -> PacketRowState:
    """Return a state that differs only in what is hidden from a seat: piles, starting contracts, hidden hands.

    For None only the piles and the undealt contracts are dealt anew, because each hand is known to somebody. A card that
    somebody was seen to take in this round or the previous one, and still holds, stays where it is. Takes of earlier
    rounds are no part of a view, so hidden hands are dealt anew without them.
    """
    boards: dict[str, BoardState] = {}
    for sign, board in state["boards"].items():
        unseen = chance.shuffle(f"redeal/{sign.lower()}", sorted([*board["draw"], *board["aside"]]))
        draw = len(board["draw"])
        boards[sign] = {**board, "draw": unseen[:draw], "aside": unseen[draw:]}
    others = [one for one in range(len(state["players"])) if seat not in (one, None)]
    hidden = [state["players"][one]["hidden_contract"] for one in others]
    contracts = chance.shuffle("redeal/starting", sorted([*state["box"], *(one for one in hidden if one is not None)]))
    held = {
        one: [card for card in state["players"][one]["hand"] if card != state["players"][one]["hidden_contract"]]
        for one in others
    }
    if state["options"]["hidden_hands"]:
        taken = [*state["taken"], *(state["previous"] or {"taken": []})["taken"]]
        known = {(one["seat"], one["card"]) for one in taken}
        seen = {one: [card for card in hand if (one, card) in known] for one, hand in held.items()}
        unseen = sorted(card for one, hand in held.items() for card in hand if (one, card) not in known)
        cards = chance.shuffle("redeal/hands", unseen)
        for one, hand in held.items():
            number = len(hand) - len(seen[one])
            held[one], cards = [*seen[one], *cards[:number]], cards[number:]
    players: list[PlayerState] = list(state["players"])
    for one in others:
        contract = None if players[one]["hidden_contract"] is None else contracts.pop()
        hand = book.in_order(held[one] if contract is None else [*held[one], contract])
        players[one] = {**players[one], "hand": hand, "hidden_contract": contract}
    return {**state, "boards": boards, "players": players, "box": contracts}
