"""Whole matches of Seafarers through the match machine, by players who sail, trade and use every card they have."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from engine.contract import Orders
from engine.games.seafarers.resources import COSTS, RESOURCES
from engine.games.seafarers.sight import Sight
from engine.games.seafarers.types.view import SeafarersView
from engine.match.table import Standing
from tests.engine.playing import Server
from tests.engine.seafarers.table import BOOK

Way = Callable[[Sight, list[dict[str, Any]]], dict[str, Any] | None]
FAR = 99
CARDS = ("knight", "roads", "invention", "monopoly")


class Sailors(Server):
    """Players who make for the sea: for what is unexplored, for buildings that a trade line joins, for other islands.

    They offer cards to each other, answer offers, move ships and use the pirate; what else is to be done, the bot does.
    """

    def __init__(self, preset: str, places: int, *, seed: int, turn_limit: int, orders: dict[int, Orders]) -> None:
        super().__init__(
            rules="seafarers@1", options={"preset": preset, "turn_limit": turn_limit}, places=places, seed=seed,
            silence=0.02, unopened=0.03, bot=True, orders=orders,
        )  # fmt: skip
        self.scenario = BOOK.scenarios[preset]

    def next(self) -> Standing:
        """Every second time an open offer is answered before the table goes on."""
        standing = self.step.table["standing"]
        replies = [one for one in standing if one["optional"]]
        return self.random.choice(replies) if replies and self.random.random() < 0.7 else super().next()

    def answer(self, standing: Standing) -> None:
        """Answer; to an offer, which has no deadline, nobody's silence is an answer."""
        silence = self.silence
        self.silence = 0.0 if standing["optional"] else silence
        super().answer(standing)
        self.silence = silence

    def choose(self, standing: Standing, seat: int) -> dict[str, Any]:
        """Return a move of a sailor."""
        moves = self.game.moves(self.state, seat, standing["id"])
        sight = Sight(cast(SeafarersView, self.game.view(self.state, seat)), self.scenario)
        ways: dict[str, Way] = {
            "found": self._found, "thief": self._thief, "act": self._act, "special": self._ship, "free": self._ship,
            "reply": self._reply,
        }  # fmt: skip
        way = ways.get(standing["kind"])
        chosen = None if way is None else way(sight, moves)
        return chosen or super().choose(standing, seat)

    def _found(self, sight: Sight, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Found where numbers are good and the way is short."""
        far = _ways(sight)
        ships = [one for one in moves if one["piece"] == "ship" and _ahead(sight, far, one["edge"]) < FAR]
        return max(ships, key=lambda one: sight.worth(one["node"]) - 40 * _ahead(sight, far, one["edge"]), default=None)

    def _thief(self, _: Sight, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Often the pirate, where somebody can be robbed."""
        pirates = [one for one in moves if one["type"] == "pirate" and "victim" in one]
        return self.random.choice(pirates) if pirates and self.random.random() < 0.6 else None

    def _act(self, sight: Sight, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Play cards, sail, trade for what ships cost; else as the bot does."""
        by_type = {one["type"]: [other for other in moves if other["type"] == one["type"]] for one in moves}
        if "settlement" in by_type:
            return None
        if "deal" in by_type and self.random.random() < 0.7:
            return self.random.choice(by_type["deal"])
        for card in CARDS:
            if card in by_type and self.random.random() < 0.6:
                return self.random.choice(by_type[card])
        sailed = self._ship(sight, moves)
        if sailed is not None:
            return sailed
        if "offer" in by_type and not sight.view["offers"] and self.random.random() < 0.5:
            return self._offer(sight)
        wanted = sight.trade_towards("ship")
        if wanted in moves and _goes_on(sight):
            return cast("dict[str, Any]", wanted)
        if "move" in by_type and self.random.random() < 0.15:
            return self.random.choice(by_type["move"])
        if "buy" in by_type and self.random.random() < 0.5:
            return by_type["buy"][0]
        return None

    def _ship(self, sight: Sight, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Return the ship that brings the seat nearer to where it wants to go."""
        far = _ways(sight)
        now = min((far[node] for node in _harboured(sight)), default=FAR)
        ships = [one for one in moves if one["type"] == "ship" and _ahead(sight, far, one["edge"]) < now]
        return min(ships, key=lambda one: _ahead(sight, far, one["edge"]), default=None)

    def _offer(self, sight: Sight) -> dict[str, Any] | None:
        """Offer a card there are most of, for one that a ship or a settlement needs."""
        most = max(range(5), key=lambda i: sight.hand[i])
        wanted = [i for what in ("ship", "settlement") for i, n in enumerate(COSTS[what]) if n > sight.hand[i]]
        if not wanted or sight.hand[most] < 2 or wanted[0] == most:
            return None
        return {
            "type": "offer", "give": {RESOURCES[most]: self.random.choice((1, 1, 2))}, "take": {RESOURCES[wanted[0]]: 1},
            "choose": self.random.random() < 0.5,
        }  # fmt: skip

    def _reply(self, sight: Sight, moves: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Accept, ask for another card instead, or decline."""
        offer = next((one for one in sight.view["offers"] if sight.seat in one["to"]), None)
        spare = [name for name, have in zip(RESOURCES, sight.hand, strict=True) if have]
        if {"type": "accept"} in moves and self.random.random() < 0.7:
            return {"type": "accept"}
        if offer is not None and self.random.random() < 0.5:
            take = next(name for name in RESOURCES if offer["give"][name])
            give = [name for name in spare if name != take]
            if give:
                return {"type": "counter", "give": {self.random.choice(give): 1}, "take": {take: 1}}
        return {"type": "decline"}


def _harboured(sight: Sight) -> set[int]:
    """Return the nodes where the seat's ships may go on."""
    own = {node for node, owner in enumerate(sight.nodes) if owner & 7 == sight.seat and owner >= 0}
    for edge, owner in enumerate(sight.edges):
        if owner == sight.seat + 8:
            own.update(node for node in sight.board.edge_nodes[edge] if sight.nodes[node] < 0)
    return own


def _goes_on(sight: Sight) -> bool:
    return bool(sight.player["ships"]) and min((_ways(sight)[node] for node in _harboured(sight)), default=FAR) < FAR


def _aims(sight: Sight) -> Iterable[int]:
    """Return the nodes worth sailing to."""
    home = sight.player["home"]
    zone = sight.chart.node_zone
    for node in range(len(sight.board.nodes)):
        if any(sight.terrain[cell] == "?" for cell in sight.board.node_hexes[node]):
            yield node
        abroad = zone[node] >= 0 and zone[node] not in [*home, *sight.player["visited"]]
        if abroad and home and (sight.is_site(node) or (sight.scenario.trade_lines and sight.nodes[node] >= 0)):
            yield node


def _ways(sight: Sight) -> list[int]:
    """Return for each node how many ships bring it to the nearest aim; more than there could be where none does."""
    far = [FAR] * len(sight.nodes)
    layer = list(_aims(sight))
    for node in layer:
        far[node] = 0
    while layer:
        ahead = []
        for node in layer:
            for edge in sight.board.node_edges[node]:
                beyond = sum(sight.board.edge_nodes[edge]) - node
                if far[beyond] == FAR and sight.chart.ship[edge] and sight.edges[edge] < 0:
                    far[beyond] = far[node] + 1
                    if sight.nodes[beyond] < 0:
                        ahead.append(beyond)
        layer = ahead
    return far


def _ahead(sight: Sight, far: list[int], edge: int) -> int:
    """Return how far a ship on an edge is from its aim."""
    return min(far[node] for node in sight.board.edge_nodes[edge])
