"""Packet Row as the contract asks for it: one object that passes each question to the module that answers it."""

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
from engine.games.packet_row import bot
from engine.games.packet_row.book import SEATS, Book
from engine.games.packet_row.drawing import picture
from engine.games.packet_row.drawing.picture import draw
from engine.games.packet_row.drawing.signs import SEATS as COLOURS
from engine.games.packet_row.drawing.signs import SIGNS, spots
from engine.games.packet_row.orders import consult, sentences
from engine.games.packet_row.orders.check import check_orders
from engine.games.packet_row.orders.shape import orders_schema
from engine.games.packet_row.rules import moves, round, setup, view
from engine.games.packet_row.rules.moves import fallback
from engine.games.packet_row.rules.round import resolve
from engine.games.packet_row.rules.setup import deal
from engine.games.packet_row.schemas import move_schemas, options_schema
from engine.games.packet_row.text.phrases import PacketRowParticulars, Phrases
from engine.games.packet_row.text.table import card_lists
from engine.games.packet_row.text.words import PacketRowTerminal, PacketRowWords
from engine.games.packet_row.types.moves import DecisionKind, PacketRowMove, PacketRowOrders
from engine.games.packet_row.types.state import PacketRowOptions, PacketRowState
from engine.games.packet_row.types.view import PacketRowView
from engine.kit.ahead import Ahead, Resolved, Settled, Wishes
from engine.kit.drawing.svg import Entry, SeatSign, entries
from engine.kit.foresight import Foresight
from engine.kit.shape import published
from engine.kit.terminal import Terminal
from engine.kit.text.guide import CardList, about
from engine.kit.text.particulars import Particulars
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Order, Sentence

RECONSTRUCTED = (
    "No list of the cards was ever published. Deck sizes, the kinds of cards of each deck, single cards (a university for "
    "15 $, one tobacco for 2 $, three furs to Spain) and all rules of taking, refilling and fulfilling are stated by sources; "
    "all other cards, what a banker is worth, after how many exhausted boards the match ends and the tie-break are a stand-in "
    "(standin-1)."
)

HOLD = 600
"""The hold in seconds. A round planned by four people takes about an hour, and nobody can tell that it was planned."""


class PacketRow:
    """Packet Row, Åse and Henrik Berg, 2013: merchants go around the four boards of a harbour town. Implements Game."""

    repeatable = ("decline", "pass", "end")
    """See :mod:`engine.kit.ahead`."""

    def __init__(self, book: Book) -> None:
        self.book = book
        words = PacketRowWords(book)
        self.words: Words = words
        self.terminal: Terminal = PacketRowTerminal(words)
        self._phrases: dict[Language, Phrases] = {one: Phrases.shipped(one) for one in LANGUAGES}
        self.particulars: Particulars = PacketRowParticulars(book, self._phrases)
        self.foresight = Foresight(
            self._redeal,
            self._prospect,
            steps=16,
            playouts={"keen": 20, "sharp": 120},
            round=lambda state: _typed(state)["round"],
        )
        told = about("engine.games.packet_row")
        self.rules = Rules(
            id="packet-row@1",
            title="Packet Row",
            about=told.game,
            length=told.length,
            guide=told.guide,
            preset_titles=told.presets,
            seats=SEATS,
            data=book.digest,
            options={**options_schema()},
            moves=move_schemas(book),
            view=published("engine.games.packet_row", "view"),
            events=published("engine.games.packet_row", "events"),
            orders=orders_schema(book),
            orders_default={"final": "settle"},
            unasked={"final": {"type": "settle"}},
            unasked_told=told.unasked,
            orders_shown=False,
            hold=HOLD,
            presets={"online": {"hidden_hands": False}, "table": {"hidden_hands": True}},
            reconstructed=RECONSTRUCTED if book.standin else "",
        )

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """See :mod:`engine.games.packet_row.rules.setup`."""
        return cast("dict[str, Json]", setup.complete(given, seats))

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Deal; see :mod:`engine.games.packet_row.rules.setup`."""
        dealt = deal(self.book, cast("PacketRowOptions", dict(options)), seats, chance)
        state = cast("State", dealt)
        round.note_standing(_typed(state))
        return state

    def decisions(self, state: State) -> list[Decision]:
        """Return the decisions that stand; see :mod:`engine.games.packet_row.rules.round`."""
        return round.standing(_typed(state))

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return representative moves; none for a seat that is not asked."""
        kind = round.asked(_typed(state), seat, decision)
        return [] if kind is None else cast("list[Move]", moves.legal_moves(_typed(state), self.book, seat, kind))

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise IllegalMove unless the move is legal; see :mod:`engine.games.packet_row.rules.moves`."""
        kind = round.asked(_typed(state), seat, decision)
        if kind is None:
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        moves.check(_typed(state), self.book, seat, kind, move)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened; Packet Row draws nothing after the deal."""
        ((seat, move),) = answers.items()
        _asked(_typed(state), seat, decision)
        after, events = resolve(_typed(state), self.book, seat, cast("PacketRowMove", move))
        return cast("State", after), cast("list[Event]", events)

    def emblem(self) -> str:
        """Return the small picture of the game; see :mod:`engine.kit.drawing.svg`."""
        return picture.emblem()

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return the move for a silent seat; see :mod:`engine.games.packet_row.rules.moves`."""
        kind = _asked(_typed(state), seat, decision)
        return cast("Move", fallback(_typed(state), self.book, kind))

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        """See :mod:`engine.games.packet_row.orders.consult`."""
        kind = round.asked(_typed(state), seat, decision)
        if kind is None:
            return None
        answer = consult.consult(_typed(state), self.book, seat, kind, cast("PacketRowOrders", orders))
        return cast("Move | None", answer)

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        """See :mod:`engine.games.packet_row.orders.check`."""
        check_orders(_typed(state), self.book, seat, orders)

    def ahead(self, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
        """See :mod:`engine.games.packet_row.orders.consult`."""
        kind, meant = round.asked(_typed(state), seat, decision), cast("PacketRowMove", move)
        if kind is None:
            return []
        return consult.ahead(_typed(state), self.book, seat, kind, meant, self._phrases[language])

    def orders_ahead(self, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
        """See :mod:`engine.games.packet_row.orders.consult`."""
        return cast("Orders", consult.orders(_typed(state), cast("PacketRowMove", move), wishes))

    def order_sentences(self, state: State, seat: int, language: Language) -> list[Sentence]:
        """See :mod:`engine.games.packet_row.orders.sentences`."""
        return sentences.sentences(_typed(state), self.book, seat, language, self._phrases)

    def orders_listed(self, orders: Orders) -> list[Order]:
        """See :mod:`engine.games.packet_row.orders.sentences`."""
        return sentences.listed(cast("PacketRowOrders", orders))

    def orders_made(self, orders: Sequence[Order]) -> Orders:
        """See :mod:`engine.games.packet_row.orders.sentences`."""
        return cast("Orders", sentences.made(orders))

    def orders_with(self, orders: Sequence[Order], added: Order) -> list[Order]:
        """See :mod:`engine.games.packet_row.orders.sentences`."""
        return sentences.joined(orders, added)

    def settled(self, seat: int, orders: Orders, resolved: Resolved) -> list[Settled]:
        """See :mod:`engine.games.packet_row.orders.consult`."""
        before, after = _typed(resolved.before), _typed(resolved.after)
        plan, answer = cast("PacketRowOrders", orders), cast("PacketRowMove | None", resolved.ordered.get(seat))
        return consult.settled(before, after, self.book, seat, plan, answer)

    def settled_words(self, part: str, names: Sequence[str], language: Language) -> tuple[str, list[str]]:
        """See :mod:`engine.games.packet_row.orders.consult`."""
        return consult.settled_words(names, self.book, self._phrases[language])

    def view(self, state: State, seat: int | None) -> View:
        """See :mod:`engine.games.packet_row.rules.view`."""
        return cast("View", view.view(_typed(state), self.book, seat))

    def channels(self, state: State) -> list[Channel]:
        """Nobody may confer in secret in this game."""
        return []

    def partners(self, state: State, seat: int) -> list[int]:
        """Return the seat alone: there are no teams."""
        return [seat]

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return _typed(state)["outcome"]

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        """See :mod:`engine.games.packet_row.drawing.picture`."""
        return draw(cast("PacketRowView", view), self._phrases[language].with_names(names))

    def seat_sign(self, view: View, seat: int, language: Language) -> SeatSign:
        """Return a seat's name and colour in the picture."""
        return SeatSign(self._phrases[language].seat(seat), COLOURS[seat])

    def legend(self, language: Language) -> list[Entry]:
        """Return what the signs of the picture mean."""
        return entries(self._phrases[language], lambda name: SIGNS[name](), "0 0 100 100")

    def card_lists(self, language: Language) -> list[CardList]:
        """See :mod:`engine.games.packet_row.text.table`."""
        return card_lists(self.book, self._phrases[language])

    def spots(self, move: Move) -> list[str]:
        """See :mod:`engine.games.packet_row.drawing.signs`."""
        return spots(cast("PacketRowMove", move))

    def _redeal(self, state: State, seat: int | None, chance: Chance) -> State:
        return cast("State", view.redeal(_typed(state), self.book, seat, chance))

    def _prospect(self, state: State, seat: int) -> int:
        open_to_all: PacketRowState = {**_typed(state), "stage": "over"}
        return bot.prospect(view.view(open_to_all, self.book, None), seat)

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """See :mod:`engine.games.packet_row.bot`."""
        kind, listed = cast("DecisionKind", decision["kind"]), cast("list[PacketRowMove]", moves)
        return cast("Move", bot.choose(cast("PacketRowView", view), kind, listed))


def _typed(state: State) -> PacketRowState:
    """Return the contract's state with the game's type: the border between the contract's JSON and the game's types."""
    return cast("PacketRowState", state)


def _asked(state: PacketRowState, seat: int, decision: str) -> DecisionKind:
    kind = round.asked(state, seat, decision)
    if kind is None:
        raise ValueError(f"{decision} does not stand or does not ask seat {seat}")
    return kind
