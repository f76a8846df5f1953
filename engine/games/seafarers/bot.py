"""A player that sees no more than its seat does: it settles where numbers are good, sails to islands, and uses its cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.contract import Chance, Decision
from engine.games.seafarers.resources import COSTS, INDEX, OTHER, RESOURCES, affords
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.sight import Reach, Sight
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.view import SeafarersView

Moves = Sequence[SeafarersMove]
MOST_OFFERS = 2
"""Offers that a bot makes in one turn."""
SAVED = 7
"""With more cards than this a seven would cost half, so they are spent on whatever there is."""


def choose(view: SeafarersView, scenario: Scenario, decision: Decision, moves: Moves, chance: Chance) -> SeafarersMove:
    """Return a move for the seat whose own view this is."""
    sight = Sight(view, scenario)
    return _CHOICES[decision["kind"]](sight, moves)


def _of(moves: Moves, *types: str) -> list[SeafarersMove]:
    return [move for move in moves if move["type"] in types]


def _harbour(sight: Sight, moves: Moves) -> SeafarersMove:
    """Lay a harbour where the numbers are good: somebody will found there, perhaps the bot itself."""

    def worth(move: SeafarersMove) -> int:
        assert move["type"] == "harbour"
        return sum(sight.pips(n) for n in sight.board.edge_nodes[move["edge"]])

    return max(moves, key=worth)


def _found(sight: Sight, moves: Moves) -> SeafarersMove:
    def worth(move: SeafarersMove) -> int:
        assert move["type"] == "found"
        return sight.founding_worth(move["node"], move["edge"], move["piece"])

    return max(moves, key=worth)


def _start(sight: Sight, moves: Moves) -> SeafarersMove:
    """Before the dice a knight drives the robber away from a hex of the bot's own."""
    robber = sight.view["robber"]
    knights = _of(moves, "knight")
    if knights and robber is not None and any(sight.nodes[n] & 7 == sight.seat for n in sight.board.hex_nodes[robber]):
        return knights[0]
    return _of(moves, "roll")[0]


def _discard(sight: Sight, moves: Moves) -> SeafarersMove:
    """Discard, keeping the most wanted cards."""
    wanted = {RESOURCES[i]: len(RESOURCES) - place for place, i in enumerate(sight.needs())}

    def loss(move: SeafarersMove) -> int:
        assert move["type"] == "discard"
        return sum(wanted[name] * count for name, count in move["cards"].items())

    return min(_of(moves, "discard"), key=loss)


def _gold(sight: Sight, moves: Moves) -> SeafarersMove:
    return {"type": "gold", "take": [RESOURCES[i] for i in sight.needs()]}


def _thief(sight: Sight, moves: Moves) -> SeafarersMove:
    """Rob the seat with the most points, where it hurts others most and the bot not at all."""
    players = sight.view["players"]

    def worth(move: SeafarersMove) -> int:
        assert move["type"] in ("robber", "pirate")
        assert "hex" in move
        victim = move.get("victim")
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

    return max(moves, key=worth)


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
    """Return whether to save: at most two more cards would pay for a settlement or city that has a place."""
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
    return max(sight.reaches(), key=lambda one: (100 * one.worth) // (one.pieces + 1), default=None)


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
            for i in sight.needs()
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


def _chip(sight: Sight, moves: Moves) -> SeafarersMove:
    """Take the chip whose present place is worst for the bot and best for others."""

    def own(move: SeafarersMove) -> int:
        assert move["type"] == "chip"
        return sum(
            (1 if sight.nodes[n] & 7 == sight.seat else -1) * sight.hex_pips(move["hex"])
            for n in sight.board.hex_nodes[move["hex"]]
            if sight.nodes[n] >= 0
        )

    return min(moves, key=own)


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


_CHOICES: dict[str, Callable[[Sight, Moves], SeafarersMove]] = {
    "harbour": _harbour,
    "found": _found,
    "start": _start,
    "discard": _discard,
    "thief": _thief,
    "gold": _gold,
    "act": _act,
    "free": _free,
    "chip": _chip,
    "special": _special,
    "reply": _reply,
}
