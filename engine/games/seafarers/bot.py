"""A player that sees no more than its seat does: it settles where numbers are good, sails to islands, and uses its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.contract import Chance, Decision
from engine.games.seafarers.resources import COSTS, INDEX, OTHER, RESOURCES, affords
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.sight import Reach, Sight
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.foresight import lead

Moves = Sequence[SeafarersMove]
MOST_OFFERS = 2
"""Offers that a bot makes in one turn."""
UNWANTED = 1000
"""More than any discard costs."""
YIELDS = (*RESOURCES, "gold")
"""Terrain that brings cards."""
SAVED = 7
"""With more cards than this a seven would cost half, so they are spent on whatever there is."""


def choose(view: SeafarersView, scenario: Scenario, decision: Decision, moves: Moves, chance: Chance) -> SeafarersMove:
    """Return a move for the seat whose own view this is."""
    sight, kind = Sight(view, scenario), decision["kind"]
    if kind in _WORTHS:
        return max(moves, key=partial(_WORTHS[kind], sight))
    return _CHOICES[kind](sight, moves)


def rank(view: SeafarersView, scenario: Scenario, decision: Decision, moves: Moves) -> list[SeafarersMove]:
    """Return the moves with the most promising first."""
    worth = partial(_WORTHS.get(decision["kind"], _action), Sight(view, scenario))
    return sorted(moves, key=worth, reverse=True)


def _of(moves: Moves, *types: str) -> list[SeafarersMove]:
    return [move for move in moves if move["type"] in types]


def _harbour(sight: Sight, move: SeafarersMove) -> int:
    """Rate a harbour by the numbers around: somebody will found there, perhaps the bot itself."""
    assert move["type"] == "harbour"
    return sum(sight.pips(n) for n in sight.board.edge_nodes[move["edge"]])


def _found(sight: Sight, move: SeafarersMove) -> int:
    assert move["type"] == "found"
    return sight.founding_worth(move["node"], move["edge"], move["piece"])


def _start(sight: Sight, moves: Moves) -> SeafarersMove:
    """Before the dice a knight drives the robber away from a hex of the bot's own."""
    robber = sight.view["robber"]
    knights = _of(moves, "knight")
    if knights and robber is not None and any(sight.nodes[n] & 7 == sight.seat for n in sight.board.hex_nodes[robber]):
        return knights[0]
    return _of(moves, "roll")[0]


def _discard(sight: Sight, move: SeafarersMove) -> int:
    """Keep the most wanted cards; never leave it to the lot."""
    if move["type"] != "discard":
        return -UNWANTED
    wanted = {RESOURCES[i]: len(RESOURCES) - place for place, i in enumerate(sight.needs)}
    return -sum(wanted[name] * count for name, count in move["cards"].items())


def _gold(sight: Sight, moves: Moves) -> SeafarersMove:
    return {"type": "gold", "take": [RESOURCES[i] for i in sight.needs]}


def _thief(sight: Sight, move: SeafarersMove) -> int:
    """Rob the seat with the most points, where it hurts others most and the bot not at all."""
    assert move["type"] in ("robber", "pirate")
    assert "hex" in move
    players, victim = sight.view["players"], move.get("victim")
    worth = 0 if victim is None else 10 + 3 * players[victim]["points"] + players[victim]["hand"]
    if move["type"] == "robber":
        for n in sight.board.hex_nodes[move["hex"]]:
            owner = sight.nodes[n]
            if owner >= 0:
                count = sight.hex_pips(move["hex"]) * (2 if owner >= OTHER else 1)
                worth += -9 * count if owner & 7 == sight.seat else 2 * count
    elif any(sight.edges[e] & 7 == sight.seat for e in sight.board.cell_edges[move["hex"]]):
        worth -= 30
    return worth


def _build(sight: Sight, moves: Moves) -> SeafarersMove | None:
    """Return the best thing to build now, or None to save."""
    settlements, cities = _of(moves, "settlement"), _of(moves, "city")
    if settlements:
        return max(settlements, key=lambda move: sight.worth(move["node"]) if move["type"] == "settlement" else 0)
    if cities:
        return max(cities, key=lambda move: sight.pips(move["node"]) if move["type"] == "city" else 0)
    rich = sum(sight.hand) > SAVED
    towards = _towards(sight)
    if towards is not None and (rich or not _saving(sight)):
        for move in _of(moves, towards.piece):
            if move["type"] in ("road", "ship") and move["edge"] == towards.edge:
                return move
    buys = _of(moves, "buy")
    return buys[0] if buys and (rich or not _saving(sight) or towards is None) else None


def _saving(sight: Sight) -> bool:
    """Return whether a settlement could be built at once, or a city, with two cards more: they are saved for."""
    player = sight.player
    goals = []
    if player["settlements"] and any(
        sight.is_site(n)
        for e, owner in enumerate(sight.edges)
        if owner & 7 == sight.seat
        for n in sight.board.edge_nodes[e]
    ):
        goals.append(COSTS["settlement"])
    if player["cities"] and sight.seat in sight.nodes:
        goals.append(COSTS["city"])
    missing = [sum(max(0, want - have) for want, have in zip(cost, sight.hand, strict=True)) for cost in goals]
    return min(missing, default=9) <= 2


def _towards(sight: Sight) -> Reach | None:
    """Return the site most worth its pieces."""
    if not sight.player["settlements"] and not sight.chart.unexplored:
        return None
    return max(sight.reaches, key=lambda one: (100 * one.worth) // (one.pieces + 1), default=None)


def _act(sight: Sight, moves: Moves) -> SeafarersMove:
    built = _build(sight, moves)
    if built is not None and built["type"] in ("settlement", "city"):
        return built
    for move in _of(moves, "deal"):
        if move["type"] == "deal" and _gains(sight, move["offer"], move["seat"]):
            return move
    played = _card(sight, moves)
    if played is not None:
        return played
    offered = _offer(sight, moves)
    if offered is not None:
        return offered
    if _of(moves, "bank"):
        traded = _bank(sight, moves)
        if traded is not None:
            return traded
    return built or _of(moves, "end")[0]


AHEAD = 500
"""The worth of an action that brings something nearer, such as a piece that leads to a site; one that leads nowhere has none."""
FIRST = {
    **dict.fromkeys(("settlement", "city"), 1000),
    **dict.fromkeys(("end", "roll", "deal", "accept", "decline"), 900),
    **dict.fromkeys(("buy", "knight", "roads"), 800),
    **dict.fromkeys(("road", "ship", "bank", "monopoly", "invention", "gold"), AHEAD),
}
"""The worth of an action by its kind; others are tried last."""
PLACE = 30
"""The worth of a place in the order in which resources are wanted."""


def _action(sight: Sight, move: SeafarersMove) -> int:
    """Rate an action by its kind, then by the site or the cards that it brings."""
    worth, wanted = FIRST.get(move["type"], 0), sight.needs.index
    match move["type"]:
        case "settlement":
            worth += sight.worth(move["node"])
        case "city":
            worth += 10 * sight.pips(move["node"])
        case "road" | "ship":
            piece, edge = move["type"], move["edge"]
            ahead = [one.worth // one.pieces for one in sight.reaches if (one.piece, one.edge) == (piece, edge)]
            worth += max(ahead, default=-AHEAD)
        case "bank":
            worth += PLACE * (wanted(INDEX[move["give"]]) - wanted(INDEX[move["take"]]))
        case "monopoly":
            worth -= PLACE * wanted(INDEX[move["resource"]])
        case "invention" | "gold":
            worth -= PLACE * sum(wanted(INDEX[name]) for name in move["take"])
    return worth


def _offer(sight: Sight, moves: Moves) -> SeafarersMove | None:
    """Return an offer of spare cards for the one card that the next settlement, city or piece lacks.

    It gives one card, and if nobody took that, two, where the bank wants more. ``None``: no offer is to be made.
    """
    view, tried = sight.view, sight.view["offered"]
    if tried >= MOST_OFFERS or view["offers"] or not _of(moves, "offer"):
        return None
    to = [
        seat for seat, one in enumerate(view["players"]) if seat != sight.seat and one["hand"] and not _near(view, seat)
    ]
    for what in _goals(sight):
        cost = COSTS[what]
        missing = [i for i in range(5) for _ in range(cost[i] - sight.hand[i])]
        if what == "card" or not missing:
            return None
        size = tried + 1
        spare = [i for i in range(5) if sight.hand[i] - cost[i] >= size and size < sight.rates[i]]
        if to and len(missing) == 1 and spare:
            give = max(spare, key=lambda i: (sight.hand[i] - cost[i], -i))
            return {"type": "offer", "give": {RESOURCES[give]: size}, "take": {RESOURCES[missing[0]]: 1}, "to": to}
    return None


def _near(view: SeafarersView, seat: int) -> bool:
    """Return whether a seat is at most two points from winning, as far as all can see."""
    return view["players"][seat]["points"] + 2 >= view["goal"]


def _gains(sight: Sight, offer: int, partner: int) -> bool:
    made = next(one for one in sight.view["offers"] if one["n"] == offer)
    terms = next((one for one in made["counters"] if one["seat"] == partner), None)
    give, take = (made["give"], made["take"]) if terms is None else (terms["give"], terms["take"])
    return _better(sight, [take[name] for name in RESOURCES], [give[name] for name in RESOURCES])


def _better(sight: Sight, more: Sequence[int], less: Sequence[int]) -> bool:
    """Return whether a trade brings a price nearer than it was."""

    def missing(hand: Sequence[int]) -> int:
        return min(
            sum(max(0, want - have) for want, have in zip(COSTS[what], hand, strict=True)) * 2 - len(what) // 4
            for what in ("settlement", "city", "card")
        )

    after = [have + plus - minus for have, plus, minus in zip(sight.hand, more, less, strict=True)]
    return sum(more) >= sum(less) and missing(after) < missing(sight.hand)


def _card(sight: Sight, moves: Moves) -> SeafarersMove | None:
    """Play a card that helps now: knights for the army, others for a building that they make possible."""
    knights = _of(moves, "knight")
    if knights:
        return knights[0]
    goals = [COSTS[what] for what in _goals(sight)]
    for move in _of(moves, "invention"):
        assert move["type"] == "invention"
        hand = list(sight.hand)
        for name in move["take"]:
            hand[INDEX[name]] += 1
        if any(affords(hand, cost) and not affords(sight.hand, cost) for cost in goals):
            return move
    roads = _of(moves, "roads")
    if roads and _towards(sight) is not None:
        return roads[0]
    monopolies = _of(moves, "monopoly")
    others = sum(player["hand"] for player in sight.view["players"]) - sight.player["hand"]
    if monopolies and others >= 12:
        return next(
            move
            for i in sight.needs
            for move in monopolies
            if move["type"] == "monopoly" and INDEX[move["resource"]] == i
        )
    return None


def _goals(sight: Sight) -> list[str]:
    goals = []
    player = sight.player
    on_hand = any(
        sight.is_site(n)
        for e, owner in enumerate(sight.edges)
        if owner & 7 == sight.seat
        for n in sight.board.edge_nodes[e]
    )
    if player["settlements"] and on_hand:
        goals.append("settlement")
    if player["cities"] and sight.seat in sight.nodes:
        goals.append("city")
    towards = _towards(sight)
    if towards is not None and not on_hand and (player["roads"] if towards.piece == "road" else player["ships"]):
        goals.append(towards.piece)
    if sight.view["deck"]:
        goals.append("card")
    return goals


def _bank(sight: Sight, moves: Moves) -> SeafarersMove | None:
    for what in _goals(sight):
        if affords(sight.hand, COSTS[what]):
            return None
        wanted = sight.trade_towards(what)
        if wanted is not None:
            for move in _of(moves, "bank"):
                if move == wanted:
                    return move
    return None


def _free(sight: Sight, moves: Moves) -> SeafarersMove:
    towards = _towards(sight)
    for move in moves:
        if (
            towards is not None
            and move["type"] in ("road", "ship")
            and (move["type"], move["edge"]) == (towards.piece, towards.edge)
        ):
            return move
    return moves[0]


def _chip(sight: Sight, move: SeafarersMove) -> int:
    """Take the chip whose present place is worst for the bot and best for others."""
    assert move["type"] == "chip"
    return sum(
        (-1 if sight.nodes[n] & 7 == sight.seat else 1) * sight.hex_pips(move["hex"])
        for n in sight.board.hex_nodes[move["hex"]]
        if sight.nodes[n] >= 0
    )


def _special(sight: Sight, moves: Moves) -> SeafarersMove:
    return _build(sight, moves) or _of(moves, "end")[0]


def _reply(sight: Sight, moves: Moves) -> SeafarersMove:
    """Accept offers that bring a building nearer, unless the partner is near the goal."""
    view = sight.view
    if _of(moves, "accept") and view["players"][view["active"]]["points"] + 3 < view["goal"]:
        for made in view["offers"]:
            more, less = ([made[side][name] for name in RESOURCES] for side in ("give", "take"))
            if sight.seat in made["to"] and _better(sight, more, less) and len(view["offers"]) == 1:
                return {"type": "accept"}
    return {"type": "decline"}


_WORTHS: dict[str, Callable[[Sight, SeafarersMove], int]] = {
    "harbour": _harbour,
    "found": _found,
    "discard": _discard,
    "thief": _thief,
    "chip": _chip,
}
_CHOICES: dict[str, Callable[[Sight, Moves], SeafarersMove]] = {
    "start": _start,
    "gold": _gold,
    "act": _act,
    "free": _free,
    "special": _special,
    "reply": _reply,
}


SETTLED, CITY, POINT, VISITED = 21, 27, 20, 35
"""The worth of a settlement, a city, a victory point and a foreign island, besides what they bring."""
PIP, SCARCE, NEW = 4, 12, 13
"""The worth of a roll of 36 that brings a card; more for each of the first six of a resource, and for the first."""
HELD, CARD, KNIGHT, ROUTE, PIECE = 12, 45, 15, 12, 10
SCALE = 110
"""The lead over another seat at which that one wins once where this one wins three times."""


def prospect(view: SeafarersView, scenario: Scenario) -> int:
    """Return a seat's prospect in its own view; see :class:`engine.kit.foresight.Foresight`.

    The weights are those of a logistic regression of who won 323 matches of steady bots.
    """
    seat = view["seat"]
    assert seat is not None, "a spectator has no prospects"
    worth = _standings(view, scenario)
    own = worth.pop(seat)
    ahead = [lead(own - other, SCALE) for other in worth]
    return 1_000_000 // (1000 + sum(1000 * (1000 - one) // max(1, one) for one in ahead))


def _standings(view: SeafarersView, scenario: Scenario) -> list[int]:
    """Return the worth of each seat's position, in hundredths of the logarithm of its odds."""
    pips = [[0] * len(YIELDS) for _ in view["players"]]
    for building in view["buildings"]:
        for h in scenario.board.node_hexes[building["at"]]:
            there = view["hexes"][h]
            if there["number"] and there["terrain"] in YIELDS:
                rolls = (6 - abs(7 - there["number"])) * (2 if building["kind"] == "city" else 1)
                pips[building["seat"]][YIELDS.index(there["terrain"])] += rolls
    found = []
    for player, (*plain, gold) in zip(view["players"], pips, strict=True):
        worth = POINT * player["points"] + VISITED * len(player["visited"]) + PIP * (sum(plain) + gold)
        worth += SETTLED * (scenario.settlements - player["settlements"]) + CITY * (scenario.cities - player["cities"])
        worth += SCARCE * sum(min(6, rolls + gold) for rolls in plain) + NEW * sum(rolls > 0 for rolls in plain)
        worth += HELD * min(SAVED, player["hand"]) + CARD * player["cards"] + KNIGHT * player["knights"]
        worth += ROUTE * player["route"] - PIECE * (player["roads"] + player["ships"])
        found.append(worth)
    return found
