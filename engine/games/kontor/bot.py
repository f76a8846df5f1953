"""A bot that sees no more than its seat does and plays like a sensible person.

It joins and closes sectors it leads, stays out of those it cannot win, keeps a coin for the harbour tax, plays coin cards
against an opponent who is short of money, and sends the ship against quays that hurt it. It picks at random among moves that
are nearly equal, so that the opponent cannot compute its sealed choices.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import Chance, Decision
from engine.games.kontor.outlook import Outlook
from engine.games.kontor.rules.fields import Spot, spot
from engine.games.kontor.rules.view import shown_card
from engine.games.kontor.types.cards import WATER, CardFace
from engine.games.kontor.types.moves import KontorMove
from engine.games.kontor.types.view import KontorView

NOISE = 40
TAX = (260, 150, 60)
"""Value of a coin symbol by the opponent's money: none (a turn lost), one, more."""
COIN = (300, 180, 70)
"""Value of earning a coin, by the bot's own money: none, one, more."""
STRONG = 70
"""Value of keeping one more warehouse in the hand for a better place."""
PASSING = 250
"""The cost of giving up a turn."""
ANOTHER_VISIT = 1000
"""The value of another visit: a choice without a second card may cost one, so it is taken only if none can be named."""


RICH = 3
"""With this many coins, two of them are well spent on a special card if there is none in the hand."""
MISER = 5
"""Weight of coins when having none loses the match."""


def choose(view: KontorView, decision: Decision, moves: Sequence[KontorMove], chance: Chance) -> KontorMove:
    """Return one of the moves, judged from the view of the seat it belongs to."""
    seat = view["seat"]
    assert seat is not None, "a spectator is never asked"
    outlook = Outlook(view, view["teams"][seat])
    if decision["kind"] == "buy":
        holds = view["hand_counts"][seat]["special"]
        return {"type": "buy"} if view["money"][seat] >= RICH and not holds else {"type": "decline"}
    if decision["kind"] == "contest":
        return {"type": "show", "card": _hand(view, seat)[-1]["id"]}
    noise = chance.below(f"bot/{decision['id']}/{seat}", NOISE, len(moves))
    if decision["kind"] in ("choose", "alone"):
        worth = _plays(view, outlook, seat, moves, alone=decision["kind"] == "alone")
    elif decision["kind"] == "place":
        card = shown_card(view, seat)
        worth = [outlook.gain(card, spot(move["at"])) for move in moves if move["type"] == "place"]
    else:
        worth = _voyages(view, outlook, seat, moves)
    best = max(range(len(moves)), key=lambda i: worth[i] + noise[i])
    return moves[best]


def _plays(view: KontorView, outlook: Outlook, seat: int, moves: Sequence[KontorMove], *, alone: bool) -> list[int]:
    """Rate the cards in hand; a second card, in case the opponent passes, counts a little."""
    cards = {card["id"]: card for card in _hand(view, seat)}
    worth = {name: _card(view, outlook, seat, card) for name, card in cards.items()}
    tax = 0 if alone else TAX[min(view["money"][view["opposite"][seat]], 2)] * _dearness(view)
    pairs = any("if_alone" in move for move in moves)
    judged = []
    for move in moves:
        if move["type"] != "play":
            judged.append(_coin(view, seat) - PASSING)
            continue
        taxes = tax if cards[move["card"]]["symbol"] == "coin" else 0
        spare = worth[move["if_alone"]] // 4 if "if_alone" in move else -ANOTHER_VISIT * pairs
        judged.append(worth[move["card"]] + taxes + spare)
    return judged


def _card(view: KontorView, outlook: Outlook, seat: int, card: CardFace) -> int:
    best = outlook.best_field(card)
    worth = -500 if best is None else best[0] - STRONG * len(card["goods"])
    if card["type"] in WATER:
        worth += _coin(view, seat)
    if card["symbol"] == "ship" and outlook.ship is not None:
        worth += max(0, max(map(outlook.gain_of_removal, _targets(outlook)), default=0)) * 3 // 4
    return worth


def _hand(view: KontorView, seat: int) -> list[CardFace]:
    hand = view["hands"][seat]
    assert hand is not None, "a seat sees its own hand"
    return hand


def _coin(view: KontorView, seat: int) -> int:
    """Return the worth of earning a coin: nothing while the bank has none."""
    return COIN[min(view["money"][seat], 2)] * _dearness(view) if view["bank"] else 0


def _dearness(view: KontorView) -> int:
    return MISER if view["sudden_end"] == "poverty" else 1


def _targets(outlook: Outlook) -> list[Spot]:
    """Return the quays the ship could remove if it moved now."""
    return [
        place
        for place in outlook.sector_at
        if outlook.cards[place]["symbol"] == "ship" and any(at != outlook.ship for at in outlook.water_beside(place))
    ]


def _voyages(view: KontorView, outlook: Outlook, seat: int, moves: Sequence[KontorMove]) -> list[int]:
    """Rate the ship's moves: what they remove, and whether they protect the quay about to be laid."""
    card = shown_card(view, seat)
    shielded = None
    best = outlook.best_field(card)
    if card["type"] not in WATER and best is not None:
        water = outlook.water_beside(best[1])
        shielded = water[0] if len(water) == 1 else None
    judged = []
    for move in moves:
        if move["type"] != "sail":
            judged.append(NOISE)
            continue
        worth = NOISE * 2 if spot(move["to"]) == shielded else 0
        if "remove" in move:
            worth += outlook.gain_of_removal(spot(move["remove"]))
        if "receiver" in move:
            worth += NOISE * (move["receiver"] == _best_receiver(view, seat, view["teams"][move["receiver"]]))
        judged.append(worth)
    return judged


def _best_receiver(view: KontorView, seat: int, team: int) -> int:
    """Return under whose pile a removed card should go: an opponent's should come back late, one's own soon."""
    members = [one for one, its in enumerate(view["teams"]) if its == team]
    late = -1 if team == view["teams"][seat] else 1
    return max(members, key=lambda one: late * view["quay_piles"][one]["count"])
