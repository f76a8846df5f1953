"""The end of the match: the final contract round and scoring (B5, C7; E1.23 to E1.30).

In the final contract round every seat that might still fulfil something is asked once, all at the same time. An answer
affects nobody else, so each is resolved as it comes (E1.22). Silence means the fulfilment with the greatest reward.

Public bounds on what a seat can pay and fulfil decide whether it must be asked, here and in each round (E1.5, E1.7): a seat is
passed over only if everybody can see that it could take nothing; a skip that depended on a hidden card would give it away. So
this module reads a seat's money, ships, numbers of cards and, with open hands, the hand without the hidden starting contract,
which is counted as the best one it might still be. Bounds are never too low.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.contract import Outcome
from engine.games.packet_row.book import Book, TieBreak
from engine.games.packet_row.cards import Card
from engine.games.packet_row.rules.fulfilment import Means, best, can_serve, reward
from engine.games.packet_row.rules.play import Offer, Play, offers, within_reach
from engine.games.packet_row.types.events import EndedEvent, FinalEvent, SeatPoints, SettledEvent
from engine.games.packet_row.types.moves import SettleMove
from engine.games.packet_row.types.state import EndReason, PacketRowState
from engine.games.packet_row.types.view import Points

UNBOUNDED = 10**6
"""More money than any hand brings: the assumption for a hand that nobody else may see."""


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


def begin_final(play: Play, why: EndReason) -> None:
    """FINAL_CONTRACTS: ask every seat that might still fulfil a contract; if there is none, score at once."""
    state = play.state
    state["stage"] = "final"
    state["settling"] = [seat for seat in range(len(state["players"])) if may_fulfil(state, play.book, seat)]
    play.tell(FinalEvent(type="final", why=why, seats=list(state["settling"])))
    assert state["previous"] is not None
    state["previous"] = {**state["previous"], "why": why}
    if not state["settling"]:
        _score(play)


def settle(play: Play, seat: int, move: SettleMove) -> None:
    """Fulfil what the seat names, or what brings it the most money; score after the last seat."""
    state = play.state
    chosen = move["fulfil"] if "fulfil" in move else best_of(state, play.book, seat)
    if chosen:
        play.fulfil(seat, chosen)
    play.tell(SettledEvent(type="settled", seat=seat))
    state["settling"] = [other for other in state["settling"] if other != seat]
    if not state["settling"]:
        _score(play)


def best_of(state: PacketRowState, book: Book, seat: int) -> list[str]:
    """Return the cards of the seat's most rewarding fulfilment; empty if it can fulfil no contract."""
    player = state["players"][seat]
    return [card.id for card in best(Means.of(book.cards[card] for card in (*player["hand"], *player["ships"])))]


def points(state: PacketRowState, book: Book, seat: int) -> Points:
    """Return a seat's points as if the match ended now: buildings, money, bankers, penalty and their total (E1.35)."""
    parameters, player = book.parameters, state["players"][seat]
    cards = [book.cards[card] for card in player["hand"]]
    buildings = sum(card.vp for card in cards)
    money = player["money"] // parameters.money_per_point
    bankers = _bankers(state, book, seat, sum(card.kind == "banker" for card in cards))
    penalty = -parameters.unfulfilled_penalty * sum(card.kind == "contract" for card in cards)
    total = buildings + money + bankers + penalty
    return {"buildings": buildings, "money": money, "bankers": bankers, "penalty": penalty, "total": total}


def _bankers(state: PacketRowState, book: Book, seat: int, number: int) -> int:
    """Bankers score for the player with the most money; on a tie for all who share it, or for nobody (E1.27, E1.28)."""
    parameters = book.parameters
    purses = [player["money"] for player in state["players"]]
    if purses[seat] < max(purses) or (parameters.banker_tie == "none" and purses.count(max(purses)) > 1):
        return 0
    return number * parameters.banker_points


def _score(play: Play) -> None:
    """SCORING: the most points win, then the tie-breaks, then the victory is shared (E1.30)."""
    state, book = play.state, play.book
    parts = [points(state, book, seat) for seat in range(len(state["players"]))]
    scores = [part["total"] for part in parts]
    by: dict[TieBreak, list[int]] = {"money": [player["money"] for player in state["players"]]}
    tiebreaks = [by[name] for name in book.parameters.tie_break]
    ranks = [(scores[seat], *(values[seat] for values in tiebreaks)) for seat in range(len(scores))]
    winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    assert state["previous"] is not None
    why = state["previous"]["why"]
    outcome: Outcome = {"winners": winners, "scores": scores, "reason": why, "tiebreaks": tiebreaks}
    state["stage"], state["outcome"] = "over", outcome
    told: list[SeatPoints] = [{"seat": seat, **part} for seat, part in enumerate(parts)]
    play.tell(EndedEvent(type="ended", why=why, points=told, money=by["money"], winners=winners))
