"""Check actions: a refusal names the part that is wrong, the remedy and the rule (RULES.md, D5 to D11)."""

from engine.contract import IllegalMove
from engine.games.seafarers.resources import (
    CITY,
    COSTS,
    INDEX,
    INVENTION,
    KNIGHT,
    MONOPOLY,
    ROAD,
    ROADS,
    SETTLEMENT,
    SHIP,
    affords,
    amounts,
    counts,
)
from engine.games.seafarers.rules import cards, sites, trade
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.moves import Amounts, BuildingMove, PieceMove, SeafarersAction

PIECES = {"road": ROAD, "ship": SHIP, "settlement": SETTLEMENT, "city": CITY}
TRADES = frozenset({"bank", "offer", "deal", "withdraw"})


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
    if edge not in sites.movable(play, seat):
        why = "only the end of an open line may be moved, not a ship built in this turn or beside the pirate (D6)"
        raise IllegalMove("not-movable", "/edge", why)
    if to not in sites.targets(play, seat, edge):
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


def can_deal(play: Play, offer: int, partner: int) -> bool:
    """Return whether the maker of an offer can close it with a partner, by what both hold."""
    made = trade.standing(play, offer)
    agreed = None if made is None else trade.terms(made, partner)
    if agreed is None:
        return False
    hands = play.state["hands"]
    return trade.covers(hands[play.state["active"]], agreed[0]) and trade.covers(hands[partner], agreed[1])
