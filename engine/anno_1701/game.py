"""Anno 1701 as the contract wants it: one object that leads each question to the module that answers it."""

from __future__ import annotations

from typing import cast

from engine.anno_1701 import bot, corrections
from engine.anno_1701.book import Book
from engine.anno_1701.drawing import picture
from engine.anno_1701.orders import consult
from engine.anno_1701.orders.schema import orders_schema
from engine.anno_1701.rules import fallback, moves, options, played, setup, turn, view
from engine.anno_1701.rules.play import Play
from engine.anno_1701.schemas.moves import moves_of
from engine.anno_1701.schemas.options import options_schema
from engine.anno_1701.text.words import AnnoWords
from engine.contract import (
    Chance,
    Channel,
    Decision,
    Event,
    IllegalMove,
    Json,
    Move,
    Orders,
    Outcome,
    Rules,
    Silence,
    State,
    View,
    Words,
)
from engine.kit.published import published

RECONSTRUCTED = (
    "No card list was ever published. Numbers of cards, the start, upgrading costs, the cannon foundry, bank, repair, the "
    "voyage's course and what most buildings do are stated by the rule book; building costs, die numbers, the texts of action "
    "cards, the event die and the voyage cards are a reconstruction (reconstruction-1, see the evidence marks in the data)."
)


class Anno1701:
    """Anno 1701 – the card game, Klaus Teuber, Kosmos 2007: two settlements, dice, voyages. Implements Game."""

    def __init__(self, book: Book, version: int = corrections.NEWEST) -> None:
        self.version = version
        self.data = book.data
        self.words: Words = AnnoWords(book.data)
        self.rules = Rules(
            id=f"anno-1701@{version}",
            title="Anno 1701 – the card game",
            seats=options.SEATS,
            data=book.digest,
            options=cast(dict[str, Json], options_schema()),
            moves=cast(dict[str, dict[str, Json]], moves_of(version)),
            view=published("engine.anno_1701", "view"),
            events=published("engine.anno_1701", "events"),
            orders=cast(dict[str, Json], orders_schema(version)),
            orders_default={},
            presets={"standard": {}},
            reconstructed=RECONSTRUCTED if book.reconstructed else "",
            order_marks=("order", "step") if version >= corrections.SINCE["marks-are-orders"] else (),
        )

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """See :mod:`engine.anno_1701.rules.options`."""
        return options.complete(given, seats)

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Deal; see :mod:`engine.anno_1701.rules.setup`."""
        state = setup.deal(self.data, dict(options), chance) | corrections.marker(self.version)
        return state | played.nothing_played(state)

    def decisions(self, state: State) -> list[Decision]:
        """Return what stands; nothing after the end."""
        return moves.standing(state)

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return representative moves; none for a seat that is not asked."""
        task = moves.find(state, seat, decision)
        return [] if task is None else moves.legal_moves(state, self.data, seat, task)

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise IllegalMove unless the move is legal; see :mod:`engine.anno_1701.rules.moves`."""
        task = moves.find(state, seat, decision)
        if task is None:
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        moves.check(state, self.data, seat, task, move)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened; see :mod:`engine.anno_1701.rules.turn`."""
        play = Play.copy(state, self.data, chance)
        turn.answer(play, decision, answers)
        return play.state, play.events

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return what silence means; see :mod:`engine.anno_1701.rules.fallback`."""
        task = moves.find(state, seat, decision)
        if task is None:
            raise ValueError(f"{decision} does not wait for seat {seat}")
        return fallback.answer(state, self.data, seat, task)

    def consult(self, state: State, seat: int, decision: str, orders_: Orders) -> Move | None:
        """Return what standing orders answer; see :mod:`engine.anno_1701.orders.consult`."""
        task = moves.find(state, seat, decision)
        return None if task is None else consult.consult(state, self.data, seat, task, orders_)

    def check_orders(self, state: State, seat: int, orders_: Orders) -> None:
        """Raise IllegalMove for orders that can never match; see :mod:`engine.anno_1701.orders.consult`."""
        consult.check(state, self.data, seat, orders_)

    def view(self, state: State, seat: int | None) -> View:
        """See :mod:`engine.anno_1701.rules.view`."""
        return view.view(state, self.data, seat)

    def channels(self, state: State) -> list[Channel]:
        """Nobody confers in secret in this game."""
        return []

    def partners(self, state: State, seat: int) -> list[int]:
        """Everybody plays for himself."""
        return [seat]

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        outcome: Outcome | None = state["outcome"]
        return outcome

    def picture(self, view: View) -> str:
        """See :mod:`engine.anno_1701.drawing.picture`."""
        return picture.picture(view, self.data)

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """See :mod:`engine.anno_1701.bot`."""
        return bot.choose(view, decision, moves, chance)


def versions(book: Book) -> tuple[Anno1701, ...]:
    """Return every version of the game played with a book, the newest last."""
    return tuple(Anno1701(book, version) for version in corrections.VERSIONS)
