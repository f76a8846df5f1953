"""Tables for tests: what lies on the boards and in hands, and what the players do there.

    given(4, M="university#1 tobacco1#1 cotton1#1 / tobacco3#1 grain2#1", harbour_master=0)

A board is its current and, behind the slash, its future supply; ``-`` is an empty place; boards that are not given are filled
with cards used nowhere else. Every card that is named nowhere lies in its draw pile, so no card is ever missing. Players have
25 $ and a hidden starting contract unless said otherwise: ``hands={0: "G-GB-35 cotton3#1 ship_gb#1"}, money={0: 12}``.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.contract import Event, IllegalMove, Move, Outcome, State
from engine.games.packet_row import GAME
from engine.games.packet_row.rules.round import note_standing
from engine.games.packet_row.types.state import PacketRowState
from engine.protocol.chance import Draws

BOOK = GAME.book
CARDS = BOOK.cards


class Table:
    """A match in progress and what the last step told."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def open(self, board: str, **more: Any) -> Table:
        return self.play({"type": "open", "board": board, **more})

    def take(self, card: str, **more: Any) -> Table:
        return self.play({"type": "take", "card": card, **more})

    def assistant(self, card: str) -> Table:
        return self.take(card, assistant=True)

    def decline(self, **more: Any) -> Table:
        return self.play({"type": "decline", **more})

    def skip(self) -> Table:
        """Pass or end the round, whichever the harbour master may."""
        return self.play({"type": "pass" if self.state["stage"] == "last" else "end"})

    def fulfil(self, seat: int, cards: str) -> Table:
        return self.play({"type": "fulfil", "cards": cards.split()}, self.fulfilment(seat))

    def settle(self, seat: int, **more: Any) -> Table:
        return self.play({"type": "settle", **more}, f"r{self.state['round']}.final.{seat}")

    def play(self, move: Move, decision: str | None = None) -> Table:
        """Answer what is due, or the decision named."""
        asked = next(one for one in GAME.decisions(self.state) if one["id"] == (decision or self.due))
        (seat,) = asked["seats"]
        GAME.check(self.state, seat, asked["id"], move)
        self.state, self.events = GAME.resolve(self.state, asked["id"], {seat: move}, Draws(b""))
        return self

    def refused(self, move: Move, decision: str | None = None) -> tuple[str, str]:
        """Return code and pointer of the refusal of a move."""
        asked = next(one for one in GAME.decisions(self.state) if one["id"] == (decision or self.due))
        with pytest.raises(IllegalMove) as refusal:
            GAME.check(self.state, asked["seats"][0], asked["id"], move)
        return refusal.value.code, refusal.value.pointer

    def consult(self, seat: int, orders: dict[str, Any]) -> Move | None:
        """Return what orders answer to what is due, having been found good."""
        GAME.check_orders(self.state, seat, orders)
        return GAME.consult(self.state, seat, self.due, orders)

    @property
    def typed(self) -> PacketRowState:
        """The state, as the modules of the game take it."""
        return cast("PacketRowState", self.state)

    @property
    def due(self) -> str:
        """The id of the decision somebody waits for; the first of several."""
        return next(one["id"] for one in GAME.decisions(self.state) if not one["optional"])

    @property
    def outcome(self) -> Outcome:
        """How the match has ended."""
        return outcome_of(self.state)

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return next(one["seats"][0] for one in GAME.decisions(self.state) if not one["optional"])

    @property
    def moves(self) -> list[Move]:
        return GAME.moves(self.state, self.asked, self.due)

    @property
    def cards(self) -> set[str]:
        """The cards that whoever is asked may take."""
        return {move["card"] for move in self.moves if move["type"] == "take"}

    def fulfilment(self, seat: int) -> str:
        """The id of a seat's standing decision about fulfilling."""
        return next(one["id"] for one in GAME.decisions(self.state) if one["optional"] and one["seats"] == [seat])

    def money(self, seat: int) -> int:
        return int(self.state["players"][seat]["money"])

    def hand(self, seat: int) -> set[str]:
        """A seat's cards, without its starting contract while that is hidden."""
        player = self.state["players"][seat]
        return {*player["hand"], *player["ships"]} - {player["hidden_contract"]}

    def board(self, sign: str) -> dict[str, Any]:
        return dict(self.state["boards"][sign])

    def told(self, kind: str) -> list[Event]:
        """The events of one type, without their type."""
        return [
            {key: value for key, value in one.items() if key != "type"} for one in self.events if one["type"] == kind
        ]

    @property
    def story(self) -> list[str]:
        return [event["type"] for event in self.events]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return GAME.view(self.state, seat)


def outcome_of(state: State) -> Outcome:
    """Return how a match has ended."""
    outcome = GAME.outcome(state)
    assert outcome is not None, "the match goes on"
    return outcome


def given(
    seats: int = 4, *, hands: dict[int, str] | None = None, money: dict[int, int] | None = None, harbour_master: int = 0,
    starting: dict[int, str | None] | None = None, draws: dict[str, str] | None = None, hidden_hands: bool = False,
    exhausted: str = "", round: int = 9, **boards: str,
) -> Table:  # fmt: skip
    """Return a table on which the harbour master is about to open a board; see the module's docstring."""
    hands, money, starting, draws = hands or {}, money or {}, starting or {}, draws or {}
    named = {*" ".join([*hands.values(), *boards.values(), *draws.values()]).replace("/", " ").split()} - {"-"}
    size = BOOK.parameters.current_supply[seats]
    contracts = [card.id for card in BOOK.starting if card.id not in (*named, *starting.values())]
    players = []
    for seat in range(seats):
        cards = hands.get(seat, "").split()
        hidden = starting[seat] if seat in starting else contracts.pop(0)
        inside = [card for card in cards if CARDS[card].kind != "ship"] + ([hidden] if hidden else [])
        players.append(
            {
                "money": money.get(seat, 25),
                "hand": BOOK.in_order(inside),
                "ships": BOOK.in_order(card for card in cards if CARDS[card].kind == "ship"),
                "hidden_contract": hidden,
                "fulfilments": 1,
            }
        )
    state: State = {
        "schema": 1, "options": GAME.options({"hidden_hands": hidden_hands}, seats), "round": round,
        "harbour_master": harbour_master, "stage": "open", "sweep": 0, "open_board": None, "queue": [],
        "boards": {}, "players": players, "box": contracts, "spent": [], "taken": [], "previous": None, "settling": [],
        "standing": [], "outcome": None,
    }  # fmt: skip
    for sign in BOOK.boards:
        pile = [card.id for card in CARDS.values() if card.board == sign and card.id not in named]
        current, future = _board(boards.get(sign), pile, size, BOOK.parameters.future_supply)
        draw = draws[sign].split() if sign in draws else pile
        state["boards"][sign] = {
            "draw": draw, "discard": [card for card in pile if card not in draw], "aside": [], "future": future,
            "current": current, "opened": 0, "exhausted": sign in exhausted,
        }  # fmt: skip
    state["spent"] = [card for card in contracts if card in named]
    note_standing(cast("PacketRowState", state))
    return Table(state)


def _board(text: str | None, pile: list[str], size: int, future: int) -> tuple[list[str | None], list[str | None]]:
    if text is None:
        taken = [pile.pop(0) for _ in range(size + future)]
        return list(taken[:size]), list(taken[size:])
    parts = [part.split() for part in text.split("/")]
    current, then = parts if len(parts) == 2 else (parts[0], [pile.pop(0) for _ in range(future)])
    return [None if card == "-" else card for card in current], [None if card == "-" else card for card in then]


def cards_in(state: State) -> list[str]:
    """Return every card of a state, wherever it is, sorted."""
    found = [*state["box"], *state["spent"]]
    for player in state["players"]:
        found += [*player["hand"], *player["ships"]]
    for board in state["boards"].values():
        found += [*board["draw"], *board["discard"], *board["aside"]]
        found += [card for card in (*board["current"], *board["future"]) if card is not None]
    return sorted(found)
