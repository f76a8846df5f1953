"""Tables laid by hand: a map, pieces and hands, dice that fall as a test wants, and moves with what they bring.

Places are named by a hex and a corner or side of it: ``node(3, 2, "N")``, ``edge(3, 2, "NE")``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.contract import Decision, Event, IllegalMove, Move
from engine.games.seafarers.board import SIDES, corners
from engine.games.seafarers.book import Book
from engine.games.seafarers.game import Seafarers
from engine.games.seafarers.marks import CITIES, FREE, ROADS, SETTLEMENTS, SHIPS, put
from engine.games.seafarers.resources import CITY, INDEX, ROAD, SETTLEMENT, SHIP
from engine.games.seafarers.rules import lines, scoring, turn
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.state import SeafarersState
from engine.protocol.chance import Draws

BOOK = Book.shipped()
GAME = Seafarers(BOOK, hidden_too=True)
CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
CARDS = ("knight", "roads", "invention", "monopoly", "victory")


class Loaded(Draws):
    """Draws where some labels (their part before the slash) give what a test says; ``shuffle`` then takes that order."""

    def __init__(self, seed: bytes, **wanted: Sequence[Any]) -> None:
        super().__init__(seed)
        self.wanted = wanted

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        drawn = super().below(label, n, count, hidden=hidden)
        return list(self.wanted.get(label.split("/", maxsplit=1)[0], drawn))

    def shuffle(self, label: str, items: Sequence[Any], *, hidden: bool = False) -> list[Any]:
        drawn = super().shuffle(label, items, hidden=hidden)
        return list(self.wanted.get(label.split("/", maxsplit=1)[0], drawn))


def marked(size: int, marks: Mapping[int, str]) -> str:
    """Return nodes or edges as a state writes them: letters at some places, the others free."""
    return "".join(marks.get(place, FREE) for place in range(size))


class Table:
    """A match in which a test says what lies where."""

    def __init__(self, preset: str = "fuenf-inseln-5", seats: int | None = None, seed: int = 1, **options: Any) -> None:
        self.scenario = BOOK.scenarios[preset]
        self.board = self.scenario.board
        seats = seats or self.scenario.seats[-1]
        self.seed = hashlib.sha256(b"table %d" % seed).digest()
        complete = GAME.options({"preset": preset, **options}, seats)
        self.state = cast(SeafarersState, GAME.setup(complete, seats, Draws(self.seed)))
        self.events: list[Event] = []

    # -- places ----------------------------------------------------------------------------------------------------------

    def hex(self, row: int, column: int) -> int:
        return self.board.cell_of[row, column]

    def node(self, row: int, column: int, corner: str) -> int:
        return self.board.nodes.index(corners((row, column))[CORNERS.index(corner)])

    def edge(self, row: int, column: int, side: str) -> int:
        ends = [self.board.nodes.index(corners((row, column))[i]) for i in SIDES[side]]
        return self.board.edge_nodes.index((min(ends), max(ends)))

    def between(self, one: int, other: int) -> int:
        """Return the edge between two nodes."""
        return self.board.edge_nodes.index((min(one, other), max(one, other)))

    # -- laying the table ------------------------------------------------------------------------------------------------

    def settlement(self, seat: int, node: int, *, city: bool = False, home: bool = True) -> Table:
        assert self.state["nodes"][node] == FREE
        self.stands(node, (CITIES if city else SETTLEMENTS)[seat])
        self.state["stock"][seat][CITY if city else SETTLEMENT] -= 1
        zone = self.play.chart.node_zone[node]
        if home and zone not in self.state["home"][seat]:
            self.state["home"][seat].append(zone)
        return self.measured()

    def city(self, seat: int, node: int) -> Table:
        return self.settlement(seat, node, city=True)

    def road(self, seat: int, *edges: int) -> Table:
        return self._pieces(seat, ROAD, ROADS[seat], edges)

    def ship(self, seat: int, *edges: int) -> Table:
        return self._pieces(seat, SHIP, SHIPS[seat], edges)

    def stands(self, node: int, mark: str) -> None:
        """Put a letter on a node, and nothing else."""
        self.state["nodes"] = put(self.state["nodes"], node, mark)

    def _pieces(self, seat: int, piece: int, mark: str, edges: Sequence[int]) -> Table:
        for edge in edges:
            assert self.state["edges"][edge] == FREE
            self.state["edges"] = put(self.state["edges"], edge, mark)
            self.state["stock"][seat][piece] -= 1
            if self.state["laid"]:
                self.state["placements"] += 1
                self.state["laid"][edge] = self.state["placements"]
        return self.measured()

    def measured(self) -> Table:
        """Bring routes and trade lines up to date."""
        play = self.play
        scoring.measure_routes(play, range(self.state["seats"]))
        lines.recompute(play)
        return self

    def hand(self, seat: int, **cards: int) -> Table:
        """Give a seat exactly these cards; the bank keeps the rest."""
        for name, i in INDEX.items():
            more = cards.get(name, 0) - self.state["hands"][seat][i]
            self.state["hands"][seat][i] += more
            self.state["bank"][i] -= more
        return self

    def cards(self, seat: int, **held: int) -> Table:
        """Give a seat development cards from an earlier turn."""
        self.state["cards"][seat] = [held.get(name, 0) for name in CARDS]
        return self

    def turn(self, seat: int, phase: Any = "trade", number: int = 9) -> Table:
        """It is a seat's turn, after the dice."""
        self.state.update(
            {"active": seat, "phase": phase, "back": phase, "asked": [seat], "turn": number, "n": 1, "roll": [2, 3]}
        )
        return self

    def opens(self, seat: int, *dice: int) -> Table:
        """A seat's turn begins, and unless it is asked before, these dice fall."""
        play = Play.copy(self.state, self.scenario, Loaded(self.seed, roll=[die - 1 for die in dice]))
        play.following = seat
        turn.run(play)
        self.state, self.events = play.state, cast("list[Event]", play.events)
        return self

    # -- playing ---------------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        return Play.judging(self.state, self.scenario)

    @property
    def decisions(self) -> list[Decision]:
        return GAME.decisions(self.raw)

    @property
    def raw(self) -> dict[str, Any]:
        return cast("dict[str, Any]", self.state)

    def asked(self) -> tuple[str, list[int]]:
        """Return kind and seats of what is waited for."""
        decision = self.decisions[-1]
        return decision["kind"], decision["seats"]

    def moves(self, seat: int | None = None, kind: str | None = None) -> list[Move]:
        decision = self._decision(seat, kind)
        return GAME.moves(self.raw, decision["seats"][0] if seat is None else seat, decision["id"])

    def _decision(self, seat: int | None, kind: str | None) -> Decision:
        return next(
            one
            for one in reversed(self.decisions)
            if (seat is None or seat in one["seats"]) and kind in (None, one["kind"])
        )

    def refusal(self, move: Any, seat: int | None = None, kind: str | None = None) -> tuple[str, str] | None:
        """Return code and pointer of the refusal of a move, ``None`` if it is legal."""
        decision = self._decision(seat, kind)
        try:
            GAME.check(self.raw, decision["seats"][0] if seat is None else seat, decision["id"], move)
        except IllegalMove as refusal:
            return refusal.code, refusal.pointer
        return None

    def do(self, move: Move, seat: int | None = None, kind: str | None = None, **loaded: Sequence[Any]) -> list[Event]:
        """Answer a decision that one seat answers; return the events."""
        decision = self._decision(seat, kind)
        seat = decision["seats"][0] if seat is None else seat
        GAME.check(self.raw, seat, decision["id"], move)
        return self._resolve(decision, {seat: move}, loaded)

    def all_do(self, answers: Mapping[int, Move], **loaded: Sequence[Any]) -> list[Event]:
        """Answer a sealed decision."""
        decision = self.decisions[-1]
        assert decision["seats"] == sorted(answers)
        for seat, move in answers.items():
            GAME.check(self.raw, seat, decision["id"], move)
        return self._resolve(decision, dict(answers), loaded)

    def _resolve(self, decision: Decision, answers: dict[int, Move], loaded: dict[str, Sequence[Any]]) -> list[Event]:
        state, self.events = GAME.resolve(self.raw, decision["id"], answers, Loaded(self.seed, **loaded))
        self.state = cast(SeafarersState, state)
        return self.events

    def points(self, seat: int) -> int:
        return scoring.points(self.play, seat)

    def told(self, type_: str) -> list[Event]:
        """Return the events of a type of the last move, without their type."""
        return [
            {key: value for key, value in event.items() if key != "type"}
            for event in self.events
            if event["type"] == type_
        ]
