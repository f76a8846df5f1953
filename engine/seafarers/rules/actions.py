"""The actions of a turn and of the special building phase: which are legal, and what each does (RULES.md, D4, D5, D9, D10)."""

from __future__ import annotations

from engine.contract import IllegalMove
from engine.seafarers.resources import (
    CITY,
    COSTS,
    INDEX,
    INVENTION,
    KNIGHT,
    MONOPOLY,
    RESOURCES,
    ROAD,
    ROADS,
    SETTLEMENT,
    SHIP,
    affords,
    amounts,
    counts,
)
from engine.seafarers.rules import building, cards, ships, sites, trade, turn
from engine.seafarers.rules.play import Play
from engine.seafarers.types.moves import Amounts, BuildingMove, PieceMove, SeafarersAction, SeafarersMove

PIECES = {"road": ROAD, "ship": SHIP, "settlement": SETTLEMENT, "city": CITY}
BUILDS = frozenset({"road", "ship", "settlement", "city", "buy", "move"})
"""What ends the trading of a turn (E10)."""
TRADES = frozenset({"bank", "offer", "deal", "withdraw"})


# -- what is legal -----------------------------------------------------------------------------------------------------


def builds(play: Play, seat: int) -> list[SeafarersMove]:
    """Return what a seat may build or buy."""
    state, found = play.state, list[SeafarersMove]()
    hand, stock = state["hands"][seat], state["stock"][seat]
    if hand[0] and hand[1] and stock[ROAD]:
        found += [{"type": "road", "edge": e} for e in sites.roads(play, seat)]
    if hand[0] and hand[3] and stock[SHIP]:
        found += [{"type": "ship", "edge": e} for e in sites.ships(play, seat)]
    if stock[SETTLEMENT] and affords(hand, COSTS["settlement"]):
        found += [{"type": "settlement", "node": n} for n in sites.settlements(play, seat)]
    if stock[CITY] and affords(hand, COSTS["city"]):
        found += [{"type": "city", "node": n} for n in sites.cities(play, seat)]
    if state["deck"] and affords(hand, COSTS["card"]):
        found.append({"type": "buy"})
    return found


def plays(play: Play) -> list[SeafarersMove]:
    """Return the development cards that the active seat may play."""
    state, found = play.state, list[SeafarersMove]()
    if state["played"]:
        return found
    if cards.playable(play, KNIGHT):
        found.append({"type": "knight"})
    if cards.playable(play, ROADS) and cards.can_place(play, state["active"]):
        found.append({"type": "roads"})
    if cards.playable(play, INVENTION):
        found += [{"type": "invention", "take": [RESOURCES[i] for i in pair]} for pair in _pairs(state["bank"])]
    if cards.playable(play, MONOPOLY):
        found += [{"type": "monopoly", "resource": name} for name in RESOURCES]
    return found


def _pairs(bank: list[int]) -> list[tuple[int, ...]]:
    """Return what two cards the bank can give; one, when it has no more."""
    pairs: list[tuple[int, ...]] = [
        (i, j) for i in range(5) for j in range(i, 5) if bank[i] and bank[j] and (i != j or bank[i] > 1)
    ]
    return pairs or [(i,) for i in range(5) if bank[i]]


def trades(play: Play, seat: int) -> list[SeafarersMove]:
    """Return the trades of a seat: all with the bank, deals and withdrawals, and one offer for the many there could be."""
    state, found = play.state, list[SeafarersMove]()
    hand, bank = state["hands"][seat], state["bank"]
    for i, rate in enumerate(trade.rates(play, seat) if max(hand) >= trade.SPECIAL_RATE else ()):
        if hand[i] >= rate:
            found += [
                {"type": "bank", "give": RESOURCES[i], "take": RESOURCES[j]} for j in range(5) if j != i and bank[j]
            ]
    for made in state["offers"]:
        partners = [*made["accepted"], *(one["seat"] for one in made["counters"])]
        for partner in partners:
            if can_deal(play, made["n"], partner):
                found.append({"type": "deal", "offer": made["n"], "seat": partner})
        found.append({"type": "withdraw", "offer": made["n"]})
    if state["options"]["domestic_trade"] and any(hand) and state["offered"] < trade.MOST_OFFERS:
        most = max(range(5), key=lambda i: (hand[i], -i))
        least = min((i for i in range(5) if i != most), key=lambda i: (hand[i], i))
        found.append({"type": "offer", "give": {RESOURCES[most]: 1}, "take": {RESOURCES[least]: 1}})
    return found


def can_deal(play: Play, offer: int, partner: int) -> bool:
    """Return whether the maker of an offer can close it with a partner, by what both hold."""
    made = trade.standing(play, offer)
    agreed = None if made is None else trade.terms(made, partner)
    if agreed is None:
        return False
    hands = play.state["hands"]
    return trade.covers(hands[play.state["active"]], agreed[0]) and trade.covers(hands[partner], agreed[1])


def ship_moves(play: Play, seat: int) -> list[SeafarersMove]:
    """Return the moves of end ships."""
    return [
        {"type": "move", "edge": e, "to": to} for e in ships.movable(play, seat) for to in ships.targets(play, seat, e)
    ]


def turn_actions(play: Play, seat: int) -> list[SeafarersMove]:
    """Return the actions of the active seat, the end of its turn among them."""
    found: list[SeafarersMove] = trades(play, seat) if play.state["phase"] == "trade" else []
    found += plays(play)
    found += builds(play, seat)
    found += ship_moves(play, seat)
    found.append({"type": "end"})
    return found


# -- checks ------------------------------------------------------------------------------------------------------------


def check(play: Play, seat: int, move: SeafarersAction) -> None:
    """Raise IllegalMove unless a well-formed action of the turn or of the special phase is legal."""
    kind = move["type"]
    special = play.state["phase"] == "special"
    if special and kind not in ("road", "ship", "settlement", "city", "buy", "end"):
        raise IllegalMove("not-now", "/type", "in the special building phase one only builds and buys cards (D11)")
    if kind in TRADES and play.state["phase"] != "trade":
        raise IllegalMove("not-now", "/type", "trading is over once one has built (E10)")
    match move["type"]:
        case "road" | "ship" | "settlement" | "city":
            _check_build(play, seat, move)
        case "buy":
            _check_price(play, seat, "card")
            if not play.state["deck"]:
                raise IllegalMove("none-left", "/type", "no development card is left")
        case "move":
            _check_ship(play, seat, move["edge"], move["to"])
        case "knight" | "roads" | "invention" | "monopoly":
            _check_card(play, seat, move)
        case "bank" | "offer" | "deal" | "withdraw":
            _check_trade(play, seat, move)
        case _:
            pass


def _check_trade(play: Play, seat: int, move: SeafarersAction) -> None:
    match move["type"]:
        case "bank":
            _check_bank(play, seat, move["give"], move["take"])
        case "offer":
            _check_offer(play, seat, move["give"], move["take"], move.get("to"))
        case "deal" | "withdraw":
            if trade.standing(play, move["offer"]) is None:
                raise IllegalMove("no-offer", "/offer", "no offer of this number stands")
            if move["type"] == "deal" and not can_deal(play, move["offer"], move["seat"]):
                raise IllegalMove("no-deal", "/seat", "this seat has not agreed, or the cards are no longer there")
        case _:
            pass


def _check_price(play: Play, seat: int, what: str) -> None:
    if not affords(play.state["hands"][seat], COSTS[what]):
        cost = ", ".join(f"{count} {name}" for name, count in amounts(COSTS[what]).items())
        raise IllegalMove("too-dear", "/type", f"it costs {cost}")


def _check_build(play: Play, seat: int, move: PieceMove | BuildingMove) -> None:
    kind = move["type"]
    if not sites.stocked(play, seat, PIECES[kind]):
        raise IllegalMove("none-left", "/type", f"you have no {kind} left")
    _check_price(play, seat, kind)
    check_place(play, seat, move)


def check_place(play: Play, seat: int, move: PieceMove | BuildingMove) -> None:
    """Raise IllegalMove unless a piece or building may stand where a move puts it."""
    match move["type"]:
        case "road":
            if move["edge"] not in sites.roads(play, seat):
                why = "a road needs a free land edge at your building or road, with no other's building between (D5)"
                raise IllegalMove("no-place", "/edge", why)
        case "ship":
            if move["edge"] not in sites.ships(play, seat):
                why = "a ship needs a free sea edge at your building or ship, away from the pirate (D5)"
                raise IllegalMove("no-place", "/edge", why)
        case "settlement":
            if move["node"] not in sites.settlements(play, seat):
                why = "a settlement needs a free site at your road or ship, two steps from all buildings (D5)"
                raise IllegalMove("no-place", "/node", why)
        case _:
            if move["node"] not in sites.cities(play, seat):
                raise IllegalMove("no-place", "/node", "a city is built on a settlement of yours (D5)")


def _check_ship(play: Play, seat: int, edge: int, to: int) -> None:
    if play.state["moved"]:
        raise IllegalMove("moved", "/type", "one ship may be moved in a turn (D6)")
    if edge not in ships.movable(play, seat):
        why = "only the end of an open line may be moved, not a ship built in this turn or beside the pirate (D6)"
        raise IllegalMove("not-movable", "/edge", why)
    if to not in ships.targets(play, seat, edge):
        raise IllegalMove("no-place", "/to", "a ship may be moved where it could be built once it is lifted (D6)")


_KINDS = {"knight": KNIGHT, "roads": ROADS, "invention": INVENTION, "monopoly": MONOPOLY}


def _check_card(play: Play, seat: int, move: SeafarersAction) -> None:
    if play.state["played"]:
        raise IllegalMove("played", "/type", "one development card may be played in a turn (D9)")
    if not cards.playable(play, _KINDS[move["type"]]):
        raise IllegalMove("no-card", "/type", "you hold no such card from an earlier turn (D9)")
    if move["type"] == "roads" and not cards.can_place(play, seat):
        raise IllegalMove("no-place", "/type", "there is no place or no piece for a free road or ship (D9)")
    if move["type"] == "invention":
        bank, take = play.state["bank"], [INDEX[name] for name in move["take"]]
        if len(take) < min(2, sum(bank)):
            raise IllegalMove("malformed", "/take", "invention takes two cards")
        for i, resource in enumerate(take):
            if take[: i + 1].count(resource) > bank[resource]:
                raise IllegalMove("none-left", f"/take/{i}", "the bank has no such card left")


def _check_bank(play: Play, seat: int, give: str, take: str) -> None:
    if give == take:
        raise IllegalMove("same", "/take", "take another resource than you give")
    rate = trade.rates(play, seat)[INDEX[give]]
    if play.state["hands"][seat][INDEX[give]] < rate:
        raise IllegalMove("too-dear", "/give", f"the bank takes {rate} {give} for one card")
    if not play.state["bank"][INDEX[take]]:
        raise IllegalMove("none-left", "/take", "the bank has no such card left")


def _check_offer(play: Play, seat: int, give: Amounts, take: Amounts, to: list[int] | None) -> None:
    if not play.state["options"]["domestic_trade"]:
        raise IllegalMove("not-now", "/type", "players do not trade with each other in this match")
    if play.state["offered"] >= trade.MOST_OFFERS:
        raise IllegalMove("enough", "/type", f"{trade.MOST_OFFERS} offers may be made in a turn")
    check_exchange(play, seat, give, take)
    for i, one in enumerate(to or ()):
        if one == seat or one >= play.state["seats"] or one in (to or [])[:i]:
            raise IllegalMove("no-seat", f"/to/{i}", "should be another seat of this table, named once")


def check_exchange(play: Play, seat: int, give: Amounts, take: Amounts) -> None:
    """Raise IllegalMove unless both sides give something, nothing goes both ways, and the seat has what it gives."""
    if not give:
        raise IllegalMove("gift", "/give", "something must be given (D10)")
    if not take:
        raise IllegalMove("gift", "/take", "something must be taken (D10)")
    for name in give:
        if name in take:
            raise IllegalMove("same", f"/take/{name}", "the same resource cannot be given and taken (D10)")
    if not trade.covers(play.state["hands"][seat], counts(give)):
        raise IllegalMove("too-dear", "/give", "you do not have these cards")


# -- what they do --------------------------------------------------------------------------------------------------------


def do(play: Play, seat: int, move: SeafarersAction) -> None:
    """Carry out a legal action, and go on to whatever is asked next."""
    state, kind = play.state, move["type"]
    if kind in BUILDS and state["phase"] == "trade" and not state["options"]["merge_trade_build"]:
        state["back"] = state["phase"] = "build"
    else:
        state["back"] = state["phase"]
    if state["offers"] and kind not in TRADES:
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
    if kind in TRADES:
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
