"""The actions of a turn and of the special building phase: which are legal, and what each does (RULES.md, D4, D5, D9, D10)."""

from itertools import compress
from operator import ge

from engine.games.seafarers.resources import (
    CITY,
    INVENTION,
    KNIGHT,
    MONOPOLY,
    RESOURCES,
    ROAD,
    ROADS,
    SETTLEMENT,
    SHIP,
    affordable,
    counts,
)
from engine.games.seafarers.rules import building, cards, checks, sites, trade, turn
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.moves import SeafarersAction, SeafarersMove

BUILDS = frozenset({"road", "ship", "settlement", "city", "buy", "move"})
"""Moves that end the trading of a turn (E10)."""


# -- what is legal -----------------------------------------------------------------------------------------------------


def builds(play: Play, seat: int) -> list[SeafarersMove]:
    """Return what a seat may build or buy."""
    state, found = play.state, list[SeafarersMove]()
    payable, stock = affordable(tuple(state["hands"][seat])), state["stock"][seat]
    if not payable:
        return found
    if "road" in payable and stock[ROAD]:
        found += [{"type": "road", "edge": e} for e in sites.roads(play, seat)]
    if "ship" in payable and stock[SHIP]:
        found += [{"type": "ship", "edge": e} for e in sites.ships(play, seat)]
    if "settlement" in payable and stock[SETTLEMENT]:
        found += [{"type": "settlement", "node": n} for n in sites.settlements(play, seat)]
    if "city" in payable and stock[CITY]:
        found += [{"type": "city", "node": n} for n in sites.cities(play, seat)]
    if "card" in payable and state["deck"]:
        found.append({"type": "buy"})
    return found


def plays(play: Play) -> list[SeafarersMove]:
    """Return the development cards that the active seat may play, as :func:`engine.games.seafarers.rules.cards.playable` says."""
    state, found = play.state, list[SeafarersMove]()
    held, fresh = state["cards"][state["active"]], state["fresh"]
    if state["played"] or held == fresh:
        return found
    if held[KNIGHT] > fresh[KNIGHT]:
        found.append({"type": "knight"})
    if held[ROADS] > fresh[ROADS] and cards.can_place(play, state["active"]):
        found.append({"type": "roads"})
    if held[INVENTION] > fresh[INVENTION]:
        found += [{"type": "invention", "take": [RESOURCES[i] for i in pair]} for pair in _pairs(state["bank"])]
    if held[MONOPOLY] > fresh[MONOPOLY]:
        found += [{"type": "monopoly", "resource": name} for name in RESOURCES]
    return found


def _pairs(bank: list[int]) -> list[tuple[int, ...]]:
    """Return the pairs of cards that the bank can give, or single ones if it has no more."""
    pairs: list[tuple[int, ...]] = [
        (i, j) for i in range(5) for j in range(i, 5) if bank[i] and bank[j] and (i != j or bank[i] > 1)
    ]
    return pairs or [(i,) for i in range(5) if bank[i]]


def trades(play: Play, seat: int) -> list[SeafarersMove]:
    """Return the trades of a seat: all with the bank, deals and withdrawals, and one offer for the many there could be."""
    state, found = play.state, list[SeafarersMove]()
    hand = state["hands"][seat]
    if max(hand) >= trade.SPECIAL_RATE:
        enough = list(compress(RESOURCES, map(ge, hand, trade.rates(play, seat))))
        if enough:
            there = list(compress(RESOURCES, state["bank"]))
            found += [{"type": "bank", "give": give, "take": take} for give in enough for take in there if take != give]
    for made in state["offers"]:
        partners = [*made["accepted"], *(one["seat"] for one in made["counters"])]
        for partner in partners:
            if checks.can_deal(play, made["n"], partner):
                found.append({"type": "deal", "offer": made["n"], "seat": partner})
        found.append({"type": "withdraw", "offer": made["n"]})
    if state["options"]["domestic_trade"] and any(hand) and state["offered"] < trade.MOST_OFFERS:
        most = max(range(5), key=lambda i: (hand[i], -i))
        least = min((i for i in range(5) if i != most), key=lambda i: (hand[i], i))
        found.append({"type": "offer", "give": {RESOURCES[most]: 1}, "take": {RESOURCES[least]: 1}})
    return found


def ship_moves(play: Play, seat: int) -> list[SeafarersMove]:
    """Return the moves of end ships."""
    movable = sites.movable(play, seat)
    if not movable:
        return []
    return [{"type": "move", "edge": e, "to": to} for e in movable for to in sites.targets(play, seat, e)]


def turn_actions(play: Play, seat: int) -> list[SeafarersMove]:
    """Return the actions of the active seat, the end of its turn among them."""
    found: list[SeafarersMove] = trades(play, seat) if play.state["phase"] == "trade" else []
    found += plays(play)
    found += builds(play, seat)
    found += ship_moves(play, seat)
    found.append({"type": "end"})
    return found


# -- what they do --------------------------------------------------------------------------------------------------------


def do(play: Play, seat: int, move: SeafarersAction) -> None:
    """Carry out a legal action, and continue with the next question."""
    state, kind = play.state, move["type"]
    if kind in BUILDS and state["phase"] == "trade" and not state["options"]["merge_trade_build"]:
        state["back"] = state["phase"] = "build"
    else:
        state["back"] = state["phase"]
    if state["offers"] and kind not in checks.TRADES:
        trade.expire(play)
    if kind == "end":
        if state["phase"] == "special":
            turn.pass_on(play, seat)
        else:
            turn.end_turn(play)
        return
    if state["phase"] == "special" and seat not in state["builders"]:
        state["builders"] = [*state["builders"], seat]
    if kind == "knight":
        turn.knight(play)
        return
    if kind in checks.TRADES:
        _trade(play, seat, move)
    elif kind in BUILDS:
        _build(play, seat, move)
    else:
        _play(play, move)
    turn.go_on(play, seat)


def _build(play: Play, seat: int, move: SeafarersAction) -> None:
    match move["type"]:
        case "road" | "ship":
            building.build_piece(play, seat, move["type"], move["edge"])
        case "settlement":
            building.build_settlement(play, seat, move["node"])
        case "city":
            building.build_city(play, seat, move["node"])
        case "buy":
            building.buy_card(play, seat)
        case "move":
            building.move_ship(play, seat, move["edge"], move["to"])
        case _:
            raise AssertionError(move["type"])


def _play(play: Play, move: SeafarersAction) -> None:
    match move["type"]:
        case "roads":
            cards.play_roads(play)
        case "invention":
            cards.play_invention(play, move["take"])
        case "monopoly":
            cards.play_monopoly(play, move["resource"])
        case _:
            raise AssertionError(move["type"])


def _trade(play: Play, seat: int, move: SeafarersAction) -> None:
    match move["type"]:
        case "bank":
            trade.with_bank(play, seat, move["give"], move["take"])
        case "offer":
            seats = play.state["seats"]
            others = [(seat + i) % seats for i in range(1, seats)]
            to = [one for one in others if one in move.get("to", others)]
            trade.offer(play, counts(move["give"]), counts(move["take"]), to, choose=move.get("choose", False))
        case "deal":
            made = trade.standing(play, move["offer"])
            assert made is not None
            trade.deal(play, made, move["seat"])
        case "withdraw":
            trade.withdraw(play, move["offer"])
        case _:
            raise AssertionError(move["type"])
