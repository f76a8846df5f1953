"""Tables for tests: a state given in a few words, and one-line answers to what it asks."""

from __future__ import annotations

import copy
from typing import Any, cast

from engine.contract import Decision, Event, IllegalMove, Move, Orders, Outcome, State
from engine.games.anno_1701 import GAME
from engine.games.anno_1701.rules import dice, turn
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.types.state import Anno1701State
from engine.protocol.chance import Draws
from tests.engine import laws

DATA = GAME.data
ORDERS = cast("dict[str, Any]", GAME.rules.orders)
"""The schema of standing orders."""
LION = {"T": ["L1"], "H": ["L2"], "N": ["L3"], "Z": ["L4", "L5"], "W": ["L6", "L7"]}


class Loaded(Draws):
    """Draws whose dice are named: ``loaded`` has faces (counted from 1) by the beginning of a label."""

    def __init__(self, seed: bytes, **loaded: Any) -> None:
        super().__init__(seed)
        self._loaded = {label.replace("_", "/"): value for label, value in loaded.items()}

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        for beginning, faces in self._loaded.items():
            if label.startswith(beginning):
                super().below(label, n, count, hidden=hidden)
                return [face - 1 for face in (faces if isinstance(faces, list) else [faces])]
        return super().below(label, n, count, hidden=hidden)

    def shuffle(self, label: str, items: Any, *, hidden: bool = False) -> list[Any]:
        shuffled = super().shuffle(label, items, hidden=hidden)
        first = [one for one in self._loaded.get(label.split("/", maxsplit=1)[0] + "/", []) if one in shuffled]
        return first + [one for one in shuffled if one not in first]


class Table:
    """A state, what it asks, and what happened last."""

    def __init__(self, state: State, **loaded: Any) -> None:
        self.state = state
        self.events: list[Event] = []
        self.chance = Loaded(laws.seed_of(3), **loaded)

    @property
    def waits_for(self) -> str | None:
        """The kind of the first decision."""
        decisions = GAME.decisions(self.state)
        return decisions[0]["kind"] if decisions else None

    def decision(self, kind: str | None = None) -> Decision:
        return next(one for one in GAME.decisions(self.state) if kind in (None, one["kind"]))

    def moves(self, kind: str | None = None) -> list[Move]:
        decision = self.decision(kind)
        return GAME.moves(self.state, decision["seats"][0], decision["id"])

    def answer(self, type_: str, *, of: str | None = None, **facts: Any) -> Table:
        """Answer the first decision (of a kind) for the seat that is asked."""
        decision = self.decision(of)
        seat, move = decision["seats"][0], {"type": type_, **{key.rstrip("_"): value for key, value in facts.items()}}
        GAME.check(self.state, seat, decision["id"], move)
        self.state, self.events = GAME.resolve(self.state, decision["id"], {seat: move}, self.chance)
        return self

    def refusal(self, type_: str, *, of: str | None = None, **facts: Any) -> str:
        """The code with which the first decision's seat is refused a move."""
        decision = self.decision(of)
        move = {"type": type_, **{key.rstrip("_"): value for key, value in facts.items()}}
        try:
            GAME.check(self.state, decision["seats"][0], decision["id"], move)
        except IllegalMove as refusal:
            return refusal.code
        return "legal"

    def told(self, kind: str) -> list[Event]:
        return [{key: event[key] for key in event if key != "type"} for event in self.events if event["type"] == kind]

    def pile(self, name: str) -> list[str]:
        return str(self.state["piles"][name]).split()

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return GAME.view(self.state, seat)

    def player(self, seat: int) -> dict[str, Any]:
        player: dict[str, Any] = self.view(seat)["players"][seat]
        return player

    def play(self) -> Play:
        """Return a working copy of the state, on which a rule can be tried."""
        return Play.copy(cast(Anno1701State, self.state), DATA, self.chance)

    def roll(self, number: int, event: str, **loaded: Any) -> Table:
        """Roll these dice for the present turn, as if it had just begun."""
        state = copy.deepcopy(self.state)
        face = next(one["face"] for one in DATA.events if one["op"] == event)
        state |= {"due": [], "stage": "number", "n": 0}
        play = Play.copy(
            cast(Anno1701State, state), DATA, Loaded(laws.seed_of(4), **{"number": number, "event": face}, **loaded)
        )
        dice.roll(play)
        turn.run_on(play)
        self.state, self.events = cast(State, play.state), cast("list[Event]", play.events)
        return self


def start(seed: int = 1) -> Table:
    """Return a table before settling."""
    return Table(GAME.setup(GAME.options({}, 2), 2, Draws(laws.seed_of(seed))))


def given(*players: dict[str, Any], active: int = 0, kind: str = "act", discard: str = "", **loaded: Any) -> Table:
    """Return a table at the beginning of ``active``'s actions (or closing). Seat 0 is the lion.

    A player is given by ``goods`` ("ZZT", into the first landscape with room), ``gold``, ``residents``, ``buildings`` and
    ``hand`` (card ids), ``ship``, ``luxury``.
    """
    table = next(one for one in map(start, range(1, 20)) if one.state["players"][0]["side"] == "lion")
    answers = {seat: GAME.fallback(table.state, seat, "t0.settle", "absent") for seat in (0, 1)}
    state, _ = GAME.resolve(table.state, "t0.settle", answers, Draws(laws.seed_of(2)))
    state = copy.deepcopy(state)
    dealt = [card for one in state["players"] for card in one["hand"]]
    for seat, facts in enumerate(players):
        _settle(state["players"][seat], facts)
    for seat in range(len(players), 2):
        _settle(state["players"][seat], {})
    state["discard"] = discard.split()
    named = {card for one in state["players"] for part in ("hand", "buildings") for card in one[part]} | set(
        state["discard"]
    )
    for pile, cards in state["piles"].items():
        back = [card for card in dealt if pile == f"{card.split('-')[1]}a"]
        state["piles"][pile] = " ".join(card for card in dict.fromkeys([*back, *cards.split()]) if card not in named)
    placed = [step for one in state["players"] for step in one["residents"]]
    state["supply"] = [one.count - sum(step > i for step in placed) for i, one in enumerate(DATA.residents)]
    state |= {"turn": 11, "active": active, "stage": "act" if kind == "act" else "close", "n": 0, "due": [], "acts": []}
    state |= {"dock": 0, "lodge": 0, "offers": 0, "roll": {"number": 1, "face": 1, "event": "tax"}, "outcome": None}
    play = Play.copy(cast(Anno1701State, state), DATA, Draws(laws.seed_of(1)))
    turn.run_on(play)
    return Table(cast(State, play.state), **loaded)


def _settle(player: dict[str, Any], facts: dict[str, Any]) -> None:
    lands = DATA.sides[player["side"]].landscapes
    player["land"] = {land.id: 0 for land in lands}
    for good in facts.get("goods", ""):
        spot = next(land.id for land in lands if land.good == good and player["land"][land.id] < 3)
        player["land"][spot] += 1
    player["land"] |= facts.get("land", {})
    player["gold"] = list(facts.get("gold", [3, 3]))
    player["residents"] = list(facts.get("residents", [0, 0, 0, 0]))
    player["buildings"] = facts.get("buildings", "").split()
    player["hand"] = facts.get("hand", "").split()
    player["ship"] = facts.get("ship", 2)
    player["luxury"] = {"R": 0, "B": 0} | facts.get("luxury", {})


def consulted(state: State, seat: int, decision: str, orders: Orders) -> Move:
    """Return what orders answer that do not leave it to the player."""
    move = GAME.consult(state, seat, decision, orders)
    assert move is not None, "the player is asked"
    return move


def outcome_of(state: State) -> Outcome:
    """Return how a match ended."""
    outcome = GAME.outcome(state)
    assert outcome is not None, "the match goes on"
    return outcome


def cards_in(state: State) -> list[str]:
    """Return every expansion card of a state, wherever it is, sorted."""
    groups = [*(pile.split() for pile in state["piles"].values()), state["discard"]]
    groups += [one[part] for one in state["players"] for part in ("hand", "buildings")]
    on_the_way = [task["card"] for task in state["due"] if task["kind"] == "theatre"]
    sailing = [state["voyage"]["card"]] if state["voyage"] and state["voyage"]["card"] else []
    return sorted(card for group in (*groups, on_the_way, sailing) for card in group)
