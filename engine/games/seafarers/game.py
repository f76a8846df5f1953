"""Seafarers as the contract wants it: one object that leads each question to the module that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.contract import (
    Chance,
    Channel,
    Decision,
    Event,
    IllegalMove,
    Json,
    Language,
    Move,
    Orders,
    Outcome,
    Rules,
    Silence,
    State,
    View,
    Words,
)
from engine.games.seafarers import bot
from engine.games.seafarers.book import Book
from engine.games.seafarers.drawing import picture, signs, spots, tools
from engine.games.seafarers.drawing.signs import SEATS
from engine.games.seafarers.orders import check, consult, sentences
from engine.games.seafarers.orders.check import DEFAULT, orders_schema
from engine.games.seafarers.orders.sentences import PARTS
from engine.games.seafarers.rules import answers as answering
from engine.games.seafarers.rules import moves, setup, view
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.schemas import MOVES, options_schema
from engine.games.seafarers.text.particulars import SeafarersParticulars
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.words import SeafarersTerminal, SeafarersWords
from engine.games.seafarers.types.moves import SeafarersMove, SeafarersOrders
from engine.games.seafarers.types.state import OptionsState, SeafarersState
from engine.games.seafarers.types.view import SeafarersView
from engine.kit.ahead import Ahead, Wishes
from engine.kit.drawing.svg import Entry, SeatSign, Tool, entries
from engine.kit.foresight import Foresight
from engine.kit.rule_data import facts_digest
from engine.kit.shape import published
from engine.kit.terminal import Terminal
from engine.kit.text import plan_sentences
from engine.kit.text.guide import about
from engine.kit.text.particulars import Particulars
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Order, Sentence

RECONSTRUCTED = (
    "Tables, founding rules and special points are printed; terrain and numbers of seven maps are transcribed and agree with the "
    "printed tables in every count. The goal of the Great Crossing is missing in the source (13 here), and the sides on which "
    "some harbours lie are read from a transcription."
)


class Seafarers:
    """Hexes, ships and ten scenarios for five and six players.

    ``offered`` are the scenarios that a match may be begun at, by id.
    """

    repeatable = ("roll", "end", "decline", "random")
    """See :mod:`engine.kit.ahead`."""
    in_turn = ("start", "thief", "act", "free", "special")
    anew = ("act", "free", "special")
    """See :mod:`engine.kit.ahead`."""

    def __init__(self, book: Book, *, hidden_too: bool = False) -> None:
        """Play by a book; ``hidden_too``: its hidden scenarios as well may be begun, which measurements and tests want (B4)."""
        self.book = book
        self.words: Words = SeafarersWords()
        self.terminal: Terminal = SeafarersTerminal()
        self.particulars: Particulars = SeafarersParticulars(book.scenarios)
        self._phrases = {language: Phrases(language) for language in LANGUAGES}
        self.offered = {one.id: one for one in book.scenarios.values() if hidden_too or not one.hidden}
        self.foresight = Foresight(
            self._redeal,
            self._prospect,
            steps=12,
            playouts={},  # no level was shown to be stronger than the steady bot (docs/bots/README.md)
            round=lambda state: _round(cast(SeafarersState, state)),
            rank=self._rank,
        )
        told = about("engine.games.seafarers")
        self.rules = Rules(
            id="seafarers@1",
            title="Seafarers",
            titles=told.titles,
            about=told.game,
            length=told.length,
            guide=told.guide,
            preset_titles=told.presets,
            preset_seats={one.id: one.seats for one in self.offered.values()},
            seats=tuple(sorted({seats for one in self.offered.values() for seats in one.seats})),
            data=book.digest,
            options=cast("dict[str, Json]", options_schema(self.offered.values())),
            moves=cast("dict[str, dict[str, Json]]", MOVES),
            view=published("engine.games.seafarers", "view"),
            events=published("engine.games.seafarers", "events"),
            orders=cast("dict[str, Json]", orders_schema()),
            orders_default=cast(Orders, DEFAULT),
            unasked={"special": cast(Move, moves.PASSIVE["special"])},
            unasked_told=told.unasked,
            order_marks=("step",),
            bots_reply=("reply",),
            escrow_only=("discard", "gold"),
            presets={
                name: cast("dict[str, Json]", setup.complete({"preset": name}, one.seats[0], self.offered))
                for name, one in self.offered.items()
            },
            reconstructed=RECONSTRUCTED,
            preset_data={one.id: facts_digest(one.facts()) for one in book.scenarios.values()},
        )

    def _scenario(self, state: SeafarersState) -> Scenario:
        return self.book.scenarios[state["options"]["preset"]]

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """See :mod:`engine.games.seafarers.rules.setup`."""
        return cast("dict[str, Json]", setup.complete(given, seats, self.offered))

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Deal; see :mod:`engine.games.seafarers.rules.setup`."""
        return cast(State, setup.deal(self.book, cast(OptionsState, dict(options)), seats, chance))

    def decisions(self, state: State) -> list[Decision]:
        """Return the decisions that stand; see :mod:`engine.games.seafarers.rules.moves`."""
        return moves.standing(cast(SeafarersState, state))

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return legal moves; none for a seat that is not asked."""
        known = cast(SeafarersState, state)
        if not moves.asks(known, seat, decision):
            return []
        return cast("list[Move]", moves.legal_moves(known, self._scenario(known), seat, decision))

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise IllegalMove unless the move is legal; see :mod:`engine.games.seafarers.rules.moves`."""
        known = cast(SeafarersState, state)
        asked = moves.find(known, seat, decision)
        if asked is None:
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        moves.check(known, self._scenario(known), seat, asked, move)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened; see :mod:`engine.games.seafarers.rules.answers`."""
        known = cast(SeafarersState, state)
        if not moves.stands(known, decision):
            raise ValueError(f"{decision} does not stand")
        play = Play.copy(known, self._scenario(known), chance)
        answering.resolve(play, decision, cast("dict[int, SeafarersMove]", answers))
        return cast(State, play.state), cast("list[Event]", play.events)

    def emblem(self) -> str:
        """Return the small picture of the game; see :mod:`engine.kit.drawing.svg`."""
        return picture.emblem()

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return the move for a silent seat; see :mod:`engine.games.seafarers.rules.moves`."""
        known = cast(SeafarersState, state)
        asked = moves.find(known, seat, decision)
        if asked is None:
            raise ValueError(f"{decision} does not wait for seat {seat}")
        return cast(Move, moves.answer(known, self._scenario(known), seat, asked))

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        """Return the answer of standing orders; see :mod:`engine.games.seafarers.orders.consult`."""
        known = cast(SeafarersState, state)
        asked = moves.find(known, seat, decision)
        if asked is None:
            return None
        answer = consult.consult(known, self._scenario(known), seat, asked, cast(SeafarersOrders, orders))
        return cast("Move | None", answer)

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        """Raise IllegalMove for orders that can never match; see :mod:`engine.games.seafarers.orders.check`."""
        known = cast(SeafarersState, state)
        check.check(known, self._scenario(known), seat, orders)

    def ahead(self, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
        """See :mod:`engine.games.seafarers.orders.consult`."""
        known, meant = cast(SeafarersState, state), cast(SeafarersMove, move)
        if not moves.asks(known, seat, decision):
            return []
        kind, phrases = moves.kind_of(decision), self._phrases[language]
        return consult.ahead(known, self._scenario(known), seat, kind, meant, phrases)

    def orders_ahead(self, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
        """See :mod:`engine.games.seafarers.orders.consult`."""
        return cast(Orders, consult.orders(cast(SeafarersState, state), wishes))

    def order_sentences(self, state: State, seat: int, language: Language) -> list[Sentence]:
        """See :mod:`engine.games.seafarers.orders.sentences`."""
        return sentences.sentences(
            cast(SeafarersState, state), self._scenario(cast(SeafarersState, state)), seat, language, self._phrases
        )

    def orders_listed(self, orders: Orders) -> list[Order]:
        """See :mod:`engine.kit.text.plan_sentences`."""
        return plan_sentences.listed(PARTS, orders)

    def orders_made(self, orders: Sequence[Order]) -> Orders:
        """See :mod:`engine.kit.text.plan_sentences`."""
        return plan_sentences.made(PARTS, orders)

    def orders_with(self, orders: Sequence[Order], added: Order) -> list[Order]:
        """See :mod:`engine.kit.text.plan_sentences`."""
        return plan_sentences.joined(PARTS, orders, added)

    def view(self, state: State, seat: int | None) -> View:
        """See :mod:`engine.games.seafarers.rules.view`."""
        known = cast(SeafarersState, state)
        return cast(View, view.view(Play.judging(known, self._scenario(known)), seat))

    def channels(self, state: State) -> list[Channel]:
        """Nobody confers in secret in this game."""
        return []

    def partners(self, state: State, seat: int) -> list[int]:
        """Everybody plays for himself."""
        return [seat]

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return cast("Outcome | None", cast(SeafarersState, state)["outcome"])

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        """See :mod:`engine.games.seafarers.drawing.picture`."""
        return picture.picture(cast(SeafarersView, view), self._phrases[language].with_names(names))

    def seat_sign(self, view: View, seat: int, language: Language) -> SeatSign:
        """Return a seat's name and colour in the picture."""
        return SeatSign(self._phrases[language].seat(seat), SEATS[seat])

    def legend(self, language: Language) -> list[Entry]:
        """Return what the signs of the picture mean."""
        return entries(self._phrases[language], lambda name: signs.drawn()[name], "-14 -14 28 28")

    def tools(self, view: View, kind: str, moves: Sequence[Move], language: Language) -> list[Tool]:
        """See :mod:`engine.games.seafarers.drawing.tools`."""
        return tools.tools(cast(SeafarersView, view), kind, moves, self._phrases[language])

    def spots(self, move: Move) -> list[str]:
        """See :mod:`engine.games.seafarers.drawing.spots`."""
        return spots.spots(cast(SeafarersMove, move))

    def _redeal(self, state: State, seat: int | None, chance: Chance) -> State:
        return cast(State, view.redeal(cast(SeafarersState, state), seat, chance))

    def _prospect(self, state: State, seat: int) -> int:
        known = cast(SeafarersState, state)
        return bot.prospect(cast(SeafarersView, self.view(state, seat)), self._scenario(known))

    def _rank(self, view: View, decision: Decision, moves: list[Move]) -> list[Move]:
        seen, known = cast(SeafarersView, view), cast("list[SeafarersMove]", moves)
        return cast("list[Move]", bot.rank(seen, self.book.scenarios[seen["scenario"]], decision, known))

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """See :mod:`engine.games.seafarers.bot`."""
        seen = cast(SeafarersView, view)
        known = cast("list[SeafarersMove]", moves)
        return cast(Move, bot.choose(seen, self.book.scenarios[seen["scenario"]], decision, known, chance))


def _round(state: SeafarersState) -> int:
    """Return the number of the round, in which each seat has one turn; the founding belongs to the first."""
    return max(1, -(-state["turn"] // state["seats"]))
