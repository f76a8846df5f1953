"""Kontor as the contract asks for it: one object that passes each question to the module that answers it.

This is the border between the contract's JSON and the game's types: what comes in is cast to them here, what goes out is
cast back, and no module below works on untyped JSON.
"""

from collections.abc import Callable, Mapping, Sequence
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
from engine.games.kontor import bot
from engine.games.kontor.book import Book
from engine.games.kontor.drawing import picture, spots
from engine.games.kontor.drawing.picture import seat_name
from engine.games.kontor.drawing.symbols import COLOURS, DRAWINGS
from engine.games.kontor.orders import check, consult, sentences
from engine.games.kontor.orders.check import orders_schema
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules import moves, round, setup, view
from engine.games.kontor.rules.play import Play
from engine.games.kontor.schemas import move_schemas, options_schema
from engine.games.kontor.terminal import KontorTerminal
from engine.games.kontor.text.particulars import KontorParticulars, reconstructed
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.text.words import KontorWords
from engine.games.kontor.types.moves import KontorMove, KontorOrders
from engine.games.kontor.types.state import KontorOptions, KontorState
from engine.games.kontor.types.view import KontorView
from engine.kit.ahead import Ahead, Resolved, Settled, Wishes
from engine.kit.drawing.svg import Entry, SeatSign, entries
from engine.kit.foresight import Foresight
from engine.kit.shape import published
from engine.kit.terminal import Terminal
from engine.kit.text.guide import about
from engine.kit.text.particulars import Particulars
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Order, Sentence

RESOLVE_TOGETHER: Mapping[str, Callable[[Play, Mapping[int, Json]], None]] = {
    "buy": round.buy,
    "contest": round.contest,
    "choose": round.choose,
}
"""Handlers for the answers to a decision that can ask several seats, by kind."""

RESOLVE: Mapping[str, Callable[[Play, int, Json], None]] = {
    "alone": round.alone,
    "ship": round.use_ship,
    "place": round.lay_at,
}
"""Handlers for the answer of the active seat, by kind."""


class Kontor:
    """Kontor (*Packhuys*), Michael Schacht, 1999: two merchants or two teams build Amsterdam's new harbour. Implements Game."""

    repeatable = ("pass", "buy", "decline", "stay")
    """See :mod:`engine.kit.ahead`."""

    def __init__(self, book: Book) -> None:
        self._presets = book.presets
        told = about("engine.games.kontor")
        words = KontorWords(book.cards, told.presets)
        self.words: Words = words
        self._phrases: dict[Language, Phrases] = {one: Phrases.shipped(one) for one in LANGUAGES}
        self.terminal: Terminal = KontorTerminal(words)
        self.particulars: Particulars = KontorParticulars(book.cards, self._phrases)
        self.foresight = Foresight(
            self._redeal,
            self._prospect,
            steps=10,
            playouts={"keen": 40, "sharp": 100},
            round=lambda state: _typed(state)["round"],
        )
        self._options = options_schema(book.presets)
        self.rules = Rules(
            id="kontor@1",
            title="Kontor",
            about=told.game,
            length=told.length,
            guide=told.guide,
            preset_titles=told.presets,
            preset_seats={name: (preset.seats,) for name, preset in book.presets.items()},
            seats=tuple(sorted({preset.seats for preset in book.presets.values()})),
            data=book.digest,
            options={**self._options},
            moves=move_schemas([card.id for card in book.cards.values() if card.type != "anchor"]),
            view=published("engine.games.kontor", "view"),
            events=published("engine.games.kontor", "events"),
            orders=orders_schema([card.id for card in book.cards.values()]),
            orders_shown=False,
            presets={
                name: cast(
                    "dict[str, Json]", setup.complete({"preset": name}, preset.seats, book.presets, self._options)
                )
                for name, preset in book.presets.items()
            },
            reconstructed=reconstructed(book),
            preset_data=book.preset_digests,
        )

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """See :mod:`engine.games.kontor.rules.setup`."""
        return cast("dict[str, Json]", setup.complete(given, seats, self._presets, self._options))

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Deal; see :mod:`engine.games.kontor.rules.setup`."""
        preset = self._presets[options["preset"]]
        if seats != preset.seats:
            raise ValueError(f"{preset.name} is played by {preset.seats}, not by {seats}")
        state = setup.deal(preset, cast("KontorOptions", dict(options)), chance)
        return cast("State", state)

    def decisions(self, state: State) -> list[Decision]:
        """Return the one decision that stands, or nothing after the end."""
        return moves.standing(_typed(state))

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return all legal moves; none for a seat that is not asked."""
        if not moves.is_asked(_typed(state), seat, decision):
            return []
        return cast("list[Move]", moves.legal_moves(_typed(state), self._preset(state), seat))

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise IllegalMove unless the move is one of :meth:`moves`."""
        if not moves.is_asked(_typed(state), seat, decision):
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        moves.check(_typed(state), self._preset(state), seat, move)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened; Kontor draws nothing after the deal."""
        (standing,) = moves.standing(_typed(state))
        if standing["id"] != decision or sorted(answers) != standing["seats"]:
            raise ValueError(f"{decision} does not stand or does not ask the seats {sorted(answers)}")
        play = Play.copy(_typed(state), self._preset(state))
        if standing["kind"] in RESOLVE_TOGETHER:
            RESOLVE_TOGETHER[standing["kind"]](play, answers)
        else:
            ((seat, move),) = answers.items()
            RESOLVE[standing["kind"]](play, seat, move)
        return cast("State", play.state), cast("list[Event]", play.events)

    def emblem(self) -> str:
        """Return the small picture of the game; see :mod:`engine.kit.drawing.svg`."""
        return picture.emblem()

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return the move for a silent seat; see :func:`engine.games.kontor.rules.moves.fallback`."""
        return cast("Move", moves.fallback(_typed(state), self._preset(state), seat, why))

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        """Return the answer of the seat's placing plans, or None; see :mod:`engine.games.kontor.orders.consult`."""
        if not moves.is_asked(_typed(state), seat, decision):
            return None
        plans = cast("KontorOrders", orders)
        return cast("Move | None", consult.consult(_typed(state), self._preset(state), seat, plans))

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        """Raise IllegalMove at the first part of the placing plans that can never match."""
        check.check(_typed(state), self._preset(state), seat, orders)

    def ahead(self, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
        """See :mod:`engine.games.kontor.orders.consult`."""
        if not moves.is_asked(_typed(state), seat, decision):
            return []
        return consult.ahead(_typed(state), self._preset(state), cast("KontorMove", move), self._phrases[language])

    def orders_ahead(self, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
        """See :mod:`engine.games.kontor.orders.consult`."""
        return cast("Orders", consult.orders(_typed(state), cast("KontorMove", move), wishes))

    def order_sentences(self, state: State, seat: int, language: Language) -> list[Sentence]:
        """See :mod:`engine.games.kontor.orders.sentences`."""
        return sentences.sentences(_typed(state), self._preset(state), seat, language, self._phrases)

    def orders_listed(self, orders: Orders) -> list[Order]:
        """See :mod:`engine.games.kontor.orders.sentences`."""
        return sentences.listed(cast("KontorOrders", orders))

    def orders_made(self, orders: Sequence[Order]) -> Orders:
        """See :mod:`engine.games.kontor.orders.sentences`."""
        return cast("Orders", sentences.made(orders))

    def orders_with(self, orders: Sequence[Order], added: Order) -> list[Order]:
        """See :mod:`engine.games.kontor.orders.sentences`."""
        return sentences.joined(orders, added)

    def settled(self, seat: int, orders: Orders, resolved: Resolved) -> list[Settled]:
        """See :mod:`engine.games.kontor.orders.consult`."""
        before, after = _typed(resolved.before), _typed(resolved.after)
        plans, answer = cast("KontorOrders", orders), cast("KontorMove | None", resolved.ordered.get(seat))
        return consult.settled(before, after, self._preset(resolved.before), seat, plans, answer)

    def settled_words(self, part: str, names: Sequence[str], language: Language) -> tuple[str, list[str]]:
        """See :mod:`engine.games.kontor.orders.consult`."""
        return consult.settled_words(part, names, self._phrases[language])

    def view(self, state: State, seat: int | None) -> View:
        """See :mod:`engine.games.kontor.rules.view`."""
        return cast("View", view.view(_typed(state), self._preset(state), seat))

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        """See :mod:`engine.games.kontor.drawing.picture`."""
        return picture.picture(cast("KontorView", view), self._phrases[language].with_names(names))

    def seat_sign(self, view: View, seat: int, language: Language) -> SeatSign:
        """Return a seat's name and its team's colour in the picture."""
        shown = cast("KontorView", view)
        colour = COLOURS[shown["colours"][shown["teams"][seat]]]
        return SeatSign(seat_name(shown, self._phrases[language], seat), colour)

    def legend(self, language: Language) -> list[Entry]:
        """Return what the signs of the picture mean."""
        return entries(self._phrases[language], lambda name: DRAWINGS[name], "0 0 100 100")

    def spots(self, move: Move) -> list[str]:
        """See :mod:`engine.games.kontor.drawing.spots`."""
        return spots.spots(cast("KontorMove", move))

    def channels(self, state: State) -> list[Channel]:
        """See :mod:`engine.games.kontor.rules.view`."""
        return view.channels(_typed(state), self._preset(state))

    def partners(self, state: State, seat: int) -> list[int]:
        """The seats of its team; two players have no partners."""
        preset = self._preset(state)
        return preset.members(preset.teams[seat])

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return _typed(state)["outcome"]

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """See :mod:`engine.games.kontor.bot`."""
        return cast("Move", bot.choose(cast("KontorView", view), decision, cast("list[KontorMove]", moves), chance))

    def _redeal(self, state: State, seat: int | None, chance: Chance) -> State:
        return cast("State", view.redeal(_typed(state), self._preset(state), seat, chance))

    def _prospect(self, state: State, seat: int) -> int:
        return bot.prospect(view.view(_typed(state), self._preset(state), seat))

    def _preset(self, state: State) -> Preset:
        return self._presets[_typed(state)["options"]["preset"]]


def _typed(state: State) -> KontorState:
    return cast("KontorState", state)
