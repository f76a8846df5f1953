"""Estimate the worth of a card to a seat, from its own view: the judgement behind the bot and its plans.

Points are counted in hundredths. Money is worth more than its points while there is time to turn it into buildings; a
contract is worth its reward, less something for each card that it still lacks. Of the things that change within a round,
only the seat's own cards and money are read, so a plan written at the beginning of a round judges like a bot that is asked
at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.games.packet_row.cards import GOODS, Card
from engine.games.packet_row.rules.fulfilment import Means, best, reward
from engine.games.packet_row.rules.play import SUPPLIES
from engine.games.packet_row.types.cards import CardName, Kind, ShownCard
from engine.games.packet_row.types.state import Supply
from engine.games.packet_row.types.view import PacketRowView

POINT = 100
ACTION = 110
"""The worth of an action that takes one card: the cost, besides money, of each card that a contract still lacks."""

RISK = 80
"""Chance, in per cent, of getting a card that is lacking, while others want it too."""

ATTENTION = (100, 85, 55, 25, 10)
"""Weight of each contract in per cent, best first: a player cannot work on many at once."""

ROLES: dict[Kind, int] = {"assistant": 60, "captain": 70, "trader": 55, "banker": 45}
RICH, RICH_BANKER = 45, 170
"""The banker's worth by an amount of dollars: bankers score for the richest player at the end."""

NAMELESS = CardName(en="", de="")
"""Placeholders for the names of cards, which are not used here."""

ROUNDS_PER_SUPPLY = 1
"""Rounds a full current supply lasts at the fastest: the fullest use of the board that ends the match."""


def card_of(shown: ShownCard, rank: int = 0) -> Card:
    """Return a card from its form in a view."""
    card = Card(shown["id"], shown["key"], shown["board"], shown["kind"], NAMELESS, rank)
    if shown["kind"] == "contract":
        demand = tuple(shown["demand"].get(good, 0) for good in GOODS)
        return replace(card, destination=shown["destination"], demand=demand, reward=shown["reward"])
    card = replace(card, cost=shown["cost"])
    match shown["kind"]:
        case "building":
            card = replace(card, vp=shown["vp"])
        case "money":
            card = replace(card, amount=shown["amount"])
        case "goods":
            card = replace(card, units=shown["units"], good=shown["good"])
        case "gold":
            card = replace(card, units=shown["units"])
        case "ship":
            card = replace(card, destination=shown["destination"])
    return card


@dataclass(frozen=True)
class Holding:
    """A seat's cards and money."""

    cards: tuple[Card, ...]
    money: int

    @classmethod
    def of(cls, view: PacketRowView, seat: int) -> Holding:
        """Return a seat's possessions in a view that shows its hand."""
        player = view["players"][seat]
        assert player["hand"] is not None, "the view hides this hand"
        cards = tuple(card_of(one, rank) for rank, one in enumerate((*player["hand"], *player["ships"])))
        return cls(cards, player["money"])

    def fulfilment(self) -> list[Card]:
        """Return the cards that bring the most money now."""
        return best(Means.of(self.cards))

    def fulfilled(self) -> Holding:
        """Return the holding after its best fulfilment."""
        given = self.fulfilment()
        return Holding(tuple(card for card in self.cards if card not in given), self.money + reward(given))

    def with_card(self, card: Card) -> Holding:
        """Return the holding after taking a card; money bags are cashed."""
        cards = self.cards if card.kind == "money" else (*self.cards, card)
        return Holding(cards, self.money - card.cost + card.amount)


class Judge:
    """Judges cards for one seat, which has fulfilled what it can."""

    def __init__(self, view: PacketRowView, seat: int) -> None:
        self.holding = Holding.of(view, seat).fulfilled()
        limits = view["limits"]
        left = sorted(board["draw"] for board in view["boards"])[limits["exhausted_boards"] - 1]
        self.rounds = 1 + ROUNDS_PER_SUPPLY * left // limits["current"]
        self.point_money = view["limits"]["money_per_point"]
        self._now = self._value(self.holding)

    def gain(self, card: Card, *, assistant: bool = False) -> int:
        """Return by how much taking a card improves the holding, with everything it costs."""
        spent = ROLES["assistant"] * self._time() // 100 if assistant else 0
        return self._value(self.holding.with_card(card)) - self._now - spent

    def affordable(self, card: Card) -> bool:
        """Return whether the seat can pay for a card."""
        return card.cost <= self.holding.money

    @property
    def has_assistant(self) -> bool:
        """Return whether the seat holds an assistant."""
        return any(card.kind == "assistant" for card in self.holding.cards)

    def _time(self) -> int:
        """Return how much of the match is left to use things, in per cent."""
        return min(100, self.rounds * 8)

    def _rate(self, money: int) -> int:
        """Return the worth of another dollar: high when poor and early, only its points when rich or late."""
        early = 18 * self._time() * max(0, 50 - money) // 5000
        return POINT // self.point_money + early

    def _value(self, holding: Holding) -> int:
        cards = holding.cards
        value = sum(card.vp for card in cards) * POINT
        # The worth of money falls with every dollar, so it is summed up in steps of five.
        for have in range(0, holding.money, 5):
            value += min(5, holding.money - have) * self._rate(have)
        for card in cards:
            if card.kind == "banker":
                value += RICH_BANKER if holding.money >= RICH else ROLES["banker"]
            elif card.kind in ROLES:
                value += ROLES[card.kind] * self._time() // 100
        return value + self._contracts(holding)

    def _contracts(self, holding: Holding) -> int:
        """Return the expected reward from contracts, best paid first, and from the cards left over."""
        cards, rate = holding.cards, self._rate(holding.money + 10)
        store = _Store(cards)
        hopes = []
        for contract in sorted(_of_kind(cards, "contract"), key=lambda card: (-card.reward, card.id)):
            lacks = store.lacks(contract)
            if lacks <= self.rounds:
                hope = contract.reward * rate
                for _ in range(lacks):
                    hope = hope * RISK // 100 - ACTION
                hopes.append(max(0, hope))
        hopes.sort(reverse=True)
        return sum(hope * share // 100 for hope, share in zip(hopes, ATTENTION, strict=False)) + (
            store.spare() * self._time() // 100
        )


class _Store:
    """Goods, gold and ships from which contracts are served hypothetically."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.goods = {good: sum(card.units for card in cards if card.good == good) for good in GOODS}
        self.gold = sum(card.units for card in cards if card.kind == "gold")
        self.traders = sum(card.kind == "trader" for card in cards)
        self.captains = sum(card.kind == "captain" for card in cards)
        self.ships = [card.destination for card in cards if card.kind == "ship"]

    def lacks(self, contract: Card) -> int:
        """Return how many more cards a contract needs, at about two units each, and use up those it can have."""
        cards = 0
        for good, units in zip(GOODS, contract.demand, strict=True):
            used = min(units, self.goods[good])
            self.goods[good] -= used
            gold = min(units - used, self.gold)
            self.gold -= gold
            cards += (units - used - gold + 1) // 2
        return cards + (contract.destination not in self.ships and not (self.captains and self.ships))

    def spare(self) -> int:
        """Return the possible worth of unused goods and different ships."""
        return 8 * sum(self.goods.values()) + 15 * self.gold + 35 * len(set(self.ships))


def _of_kind(cards: Iterable[Card], kind: Kind) -> list[Card]:
    return [card for card in cards if card.kind == kind]


def supplies(view: PacketRowView) -> dict[str, dict[Supply, list[Card]]]:
    """Return what lay on each board when the round began, cards taken since included."""
    found: dict[str, dict[Supply, list[Card]]] = {}
    for board in view["boards"]:
        found[board["board"]] = {
            supply: [card_of(card) for card in board[supply] if card is not None] for supply in SUPPLIES
        }
    for one in view["taken"]:
        found[one["board"]][one["supply"]].append(card_of(one["shown"]))
    return found
