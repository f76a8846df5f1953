"""Packet Row as the contract wants it: one object that leads each question to the module that answers it."""

from __future__ import annotations

from collections.abc import Callable

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
from engine.packet_row import bot, corrections, schemas
from engine.packet_row.book import Book
from engine.packet_row.drawing.picture import draw
from engine.packet_row.orders import check, consult
from engine.packet_row.orders.schema import orders_schema
from engine.packet_row.parameters import SEATS
from engine.packet_row.rules import moves, options, round, setup, view
from engine.packet_row.rules.ending import settle
from engine.packet_row.rules.play import Play
from engine.packet_row.text.words import PacketRowWords

RECONSTRUCTED = (
    "No list of the cards was ever published. Deck sizes, the kinds of cards of each deck, single cards (a university for "
    "15 $, one tobacco for 2 $, three furs to Spain) and all rules of taking, refilling and fulfilling are stated by sources; "
    "all other cards, what a banker is worth, after how many exhausted boards the match ends and the tie-break are a stand-in "
    "(standin-1)."
)

HOLD = 600
"""Seconds: a round of four people takes an hour or so by itself when all have planned, and nobody sees that they have."""


class PacketRow:
    """Packet Row, Åse and Henrik Berg, 2013: merchants go around four boards of a harbour town. Implements Game."""

    def __init__(self, book: Book, version: int = corrections.NEWEST) -> None:
        self.book = book
        self.version = version
        self.words: Words = PacketRowWords(book)
        self.rules = Rules(
            id=f"packet-row@{version}",
            title="Packet Row",
            seats=SEATS,
            data=book.digest,
            options=schemas.options_schema(),
            moves=schemas.move_schemas(book),
            view=published("engine.packet_row", "view"),
            events=published("engine.packet_row", "events"),
            orders=orders_schema(book),
            orders_shown=False,
            hold=HOLD,
            presets={"online": {"hidden_hands": False}, "table": {"hidden_hands": True}},
            reconstructed=RECONSTRUCTED if book.standin else "",
        )

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """See :mod:`engine.packet_row.rules.options`."""
        return options.complete(given, seats)

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Deal; see :mod:`engine.packet_row.rules.setup`."""
        state = setup.deal(self.book, dict(options), seats, chance) | corrections.marker(self.version)
        moves.note_standing(state)
        return state

    def decisions(self, state: State) -> list[Decision]:
        """Return what stands; see :mod:`engine.packet_row.rules.moves`."""
        return moves.standing(state)

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return representative moves; none for a seat that is not asked."""
        asked = moves.find(state, seat, decision)
        return [] if asked is None else moves.legal_moves(state, self.book, seat, asked["kind"])

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise IllegalMove unless the move is legal; see :mod:`engine.packet_row.rules.moves`."""
        asked = moves.find(state, seat, decision)
        if asked is None:
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        moves.check(state, self.book, seat, asked["kind"], move)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened; Packet Row draws nothing after the deal."""
        ((seat, move),) = answers.items()
        asked = moves.find(state, seat, decision)
        if asked is None:
            raise ValueError(f"{decision} does not stand or does not ask seat {seat}")
        play = Play.copy(state, self.book)
        if asked["kind"] == "fulfil":
            play.player(seat)["fulfilments"] += 1
            if move["type"] == "fulfil":
                play.fulfil(seat, move["cards"])
        elif asked["kind"] == "final":
            settle(play, seat, move)
        else:
            if "fulfil" in move:
                play.fulfil(seat, move["fulfil"])
            RESOLVE[asked["kind"]](play, seat, move)
        moves.note_standing(play.state)
        return play.state, play.events

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return what silence means; see :func:`engine.packet_row.rules.moves.fallback`."""
        asked = moves.find(state, seat, decision)
        if asked is None:
            raise ValueError(f"{decision} does not stand or does not ask seat {seat}")
        return moves.fallback(state, self.book, seat, asked["kind"])

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        """See :mod:`engine.packet_row.orders.consult`."""
        asked = moves.find(state, seat, decision)
        return None if asked is None else consult.consult(state, self.book, seat, asked["kind"], orders)

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        """See :mod:`engine.packet_row.orders.check`."""
        check.check(state, self.book, seat, orders)

    def view(self, state: State, seat: int | None) -> View:
        """See :mod:`engine.packet_row.rules.view`."""
        return view.view(state, self.book, seat)

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
        """See :mod:`engine.packet_row.drawing.picture`."""
        return draw(view)

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """See :mod:`engine.packet_row.bot`."""
        return bot.choose(view, decision, moves, chance)


def versions(book: Book) -> tuple[PacketRow, ...]:
    """Return every version of the game played with a book, the newest last."""
    return tuple(PacketRow(book, version) for version in corrections.VERSIONS)


RESOLVE: dict[str, Callable[[Play, int, Move], None]] = {
    "open": round.open_board,
    "ask": round.answer,
    "harbour": round.decide,
    "last": round.decide,
}
"""What to do with the answer to an open decision, by its kind."""
