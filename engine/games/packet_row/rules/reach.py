"""Public bounds on what a seat can pay and fulfil, which decide whether it must be asked (E1.5, E1.7).

A seat is passed over only if everybody can see that it could take nothing; a skip that depended on a hidden card would
give it away. So this module reads a seat's money, ships, numbers of cards and, with open hands, the hand without the hidden
starting contract, which is counted as the best one it might still be. Bounds are never too low.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import Card
from engine.games.packet_row.rules.fulfilment import Means, best, can_serve, reward
from engine.games.packet_row.rules.supply import Offer, offers, within_reach
from engine.games.packet_row.types.state import PacketRowState

UNBOUNDED = 10**6
"""More money than any hand brings: what is assumed for a hand that nobody else may see."""


@dataclass(frozen=True)
class Known:
    """Public knowledge of a seat's cards. ``unknown`` counts hidden ones, except the starting contract."""

    money: int
    cards: tuple[Card, ...]
    unknown: int
    starting: bool


def known(state: PacketRowState, book: Book, seat: int) -> Known:
    """Return what everybody knows about a seat."""
    player = state["players"][seat]
    hidden = player["hidden_contract"]
    hand = [card for card in player["hand"] if card != hidden]
    ships = [book.cards[card] for card in player["ships"]]
    if state["options"]["hidden_hands"]:
        return Known(player["money"], tuple(ships), len(hand), hidden is not None)
    return Known(player["money"], (*ships, *(book.cards[card] for card in hand)), 0, hidden is not None)


def may_fulfil(state: PacketRowState, book: Book, seat: int) -> bool:
    """Return whether, judging by what everybody knows, the seat might fulfil a contract now."""
    facts = known(state, book, seat)
    means = Means.of(facts.cards)
    if facts.unknown:
        contracts_and_goods = facts.unknown + facts.starting
        return bool(means.ships) and contracts_and_goods >= 2
    if any(can_serve(means, [contract]) for contract in means.contracts):
        return True
    return facts.starting and any(can_serve(means, [contract]) for contract in _still_hidden(state, book))


def most_money(state: PacketRowState, book: Book, seat: int) -> int:
    """Return the most money that, judging by what everybody knows, the seat could have after fulfilling contracts."""
    facts = known(state, book, seat)
    if not may_fulfil(state, book, seat):
        return facts.money
    if facts.unknown:
        return UNBOUNDED
    hidden = max((card.reward for card in _still_hidden(state, book)), default=0) if facts.starting else 0
    return facts.money + reward(best(Means.of(facts.cards))) + hidden


def may_have_assistant(state: PacketRowState, book: Book, seat: int) -> bool:
    """Return whether, judging by what everybody knows, the seat might have an assistant."""
    facts = known(state, book, seat)
    return facts.unknown > 0 or any(card.kind == "assistant" for card in facts.cards)


def conceivable(state: PacketRowState, book: Book, seat: int) -> Iterator[Offer]:
    """Yield what, judging by what everybody knows, the seat might take now."""
    money = state["players"][seat]["money"]
    assistant = may_have_assistant(state, book, seat)
    dear = []
    for board in within_reach(state, book):
        for offer in offers(state, book.cards, board):
            if offer.assistant and not assistant:
                continue
            if offer.card.cost <= money:
                yield offer
            else:
                dear.append(offer)
    if dear:
        most = most_money(state, book, seat)
        yield from (offer for offer in dear if offer.card.cost <= most)


def _still_hidden(state: PacketRowState, book: Book) -> list[Card]:
    """Return the starting contracts that nobody has fulfilled: any of them may be a hidden one."""
    return [card for card in book.starting if card.id not in state["spent"]]
