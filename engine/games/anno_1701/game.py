"""Anno 1701 as the contract asks for it: one object that passes each question to the module that answers it."""

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
from engine.games.anno_1701 import bot
from engine.games.anno_1701.dataset import Book
from engine.games.anno_1701.drawing import picture, signs
from engine.games.anno_1701.drawing.signs import SIDES
from engine.games.anno_1701.orders import consult, sentences
from engine.games.anno_1701.orders.check import check, orders_schema
from engine.games.anno_1701.orders.sentences import PARTS
from engine.games.anno_1701.rules import fallback, moves, setup, turn, view
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.proposals import legal_moves
from engine.games.anno_1701.schemas.moves import MOVES, options_schema
from engine.games.anno_1701.text.particulars import AnnoParticulars, voyage
from engine.games.anno_1701.text.phrases import Phrases, card_lists
from engine.games.anno_1701.text.words import AnnoTerminal, AnnoWords
from engine.games.anno_1701.types.moves import Anno1701Move
from engine.games.anno_1701.types.orders import Anno1701Orders
from engine.games.anno_1701.types.state import Anno1701Options, Anno1701State
from engine.games.anno_1701.types.view import Anno1701View
from engine.kit.ahead import Ahead, Wishes
from engine.kit.drawing.svg import Entry, SeatSign, entries
from engine.kit.foresight import Foresight
from engine.kit.shape import published
from engine.kit.terminal import Terminal
from engine.kit.text import plan_sentences
from engine.kit.text.guide import CardList, about
from engine.kit.text.particulars import Particulars, UnderWay
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Order, Sentence

RECONSTRUCTED = (
    "No card list was ever published. Numbers of cards, the start, upgrading costs, the cannon foundry, bank, repair, the "
    "voyage's course and what most buildings do are stated by the rule book; building costs, die numbers, the texts of action "
    "cards, the event die and the voyage cards are a reconstruction (reconstruction-1, see the evidence marks in the data)."
)


class Anno1701:
    """Anno 1701 – the card game, Klaus Teuber, Kosmos 2007: two settlements, dice, voyages. Implements Game."""

    repeatable = ("close", "finish", "fill", "allow", "decline", "reject", "skip")
    """See :mod:`engine.kit.ahead`."""
    in_turn = ("act", "close", "cards", "search", "voyage", "meet", "prize", "lodge", "demand", "spy")
    anew = ("act", "voyage")
    """See :mod:`engine.kit.ahead`."""

    def __init__(self, book: Book) -> None:
        self.data = book.data
        words = AnnoWords(book.data)
        self._phrases: dict[Language, Phrases] = {one: Phrases(one, book.data) for one in LANGUAGES}
        self.words: Words = words
        self.terminal: Terminal = AnnoTerminal(words)
        self.particulars: Particulars = AnnoParticulars(book.data, self._phrases)
        self.foresight = Foresight(
            self._redeal,
            self._prospect,
            steps=16,
            playouts={},  # offered once the coach that comes with them weighs nothing at a first table
            round=lambda state: max(1, (_known(state)["turn"] + 1) // 2),
            rank=self._rank,
        )
        told = about("engine.games.anno_1701")
        self.rules = Rules(
            id="anno-1701@1",
            title="Anno 1701 – the card game",
            titles=told.titles,
            about=told.game,
            length=told.length,
            guide=told.guide,
            preset_titles=told.presets,
            seats=setup.SEATS,
            data=book.digest,
            options=cast("dict[str, Json]", options_schema()),
            moves=cast("dict[str, dict[str, Json]]", MOVES),
            view=published("engine.games.anno_1701", "view"),
            events=published("engine.games.anno_1701", "events"),
            orders=cast("dict[str, Json]", orders_schema(book.attacks)),
            orders_default={},
            presets={"standard": {}},
            reconstructed=RECONSTRUCTED if book.reconstructed else "",
            order_marks=("order", "step"),
            escrow_only=("settle",),
        )

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """See :mod:`engine.games.anno_1701.rules.setup`."""
        return cast("dict[str, Json]", setup.complete(given, seats))

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Deal; see :mod:`engine.games.anno_1701.rules.setup`."""
        dealt = setup.deal(self.data, cast(Anno1701Options, dict(options)), chance)
        return cast(State, dealt)

    def decisions(self, state: State) -> list[Decision]:
        """Return the open decisions; none after the end."""
        return moves.standing(_known(state))

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return representative moves; none for a seat that is not asked."""
        task = moves.find(_known(state), seat, decision)
        proposed = [] if task is None else legal_moves(_known(state), self.data, seat, task)
        return cast("list[Move]", proposed)

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise IllegalMove unless the move is legal; see :mod:`engine.games.anno_1701.rules.moves`."""
        task = moves.find(_known(state), seat, decision)
        if task is None:
            raise IllegalMove("not-asked", "", "this decision does not wait for this seat now")
        answered = moves.read(_known(state), task, move)
        moves.check(Play.judging(_known(state), self.data), seat, task, answered)

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened; see :mod:`engine.games.anno_1701.rules.turn`."""
        play = Play.copy(_known(state), self.data, chance)
        turn.answer(play, decision, cast("dict[int, Anno1701Move]", answers))
        return cast(State, play.state), cast("list[Event]", play.events)

    def under_way(self, view: View, language: Language, names: Sequence[str]) -> UnderWay | None:
        """Return the voyage on which a ship is; see :mod:`engine.kit.text.particulars`."""
        return voyage(cast(Anno1701View, view), names, self.data, self._phrases[language])

    def emblem(self) -> str:
        """Return the small picture of the game; see :mod:`engine.kit.drawing.svg`."""
        return picture.emblem()

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return the move for a silent seat; see :mod:`engine.games.anno_1701.rules.fallback`."""
        task = moves.find(_known(state), seat, decision)
        if task is None:
            raise ValueError(f"{decision} does not wait for seat {seat}")
        return cast(Move, fallback.answer(_known(state), self.data, seat, task))

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        """Return the answer of standing orders; see :mod:`engine.games.anno_1701.orders.consult`."""
        task = moves.find(_known(state), seat, decision)
        if task is None:
            return None
        return cast("Move | None", consult.consult(_known(state), self.data, seat, task, cast(Anno1701Orders, orders)))

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        """Raise IllegalMove for orders that can never match; see :mod:`engine.games.anno_1701.orders.check`."""
        check(_known(state), self.data, seat, orders)

    def ahead(self, state: State, seat: int, decision: str, move: Move, language: Language) -> list[Ahead]:
        """See :mod:`engine.games.anno_1701.orders.consult`."""
        task = moves.find(_known(state), seat, decision)
        return [] if task is None else consult.ahead(task["kind"], cast(Anno1701Move, move), self._phrases[language])

    def orders_ahead(self, state: State, seat: int, decision: str, move: Move, wishes: Wishes) -> Orders:
        """See :mod:`engine.games.anno_1701.orders.consult`."""
        return cast(Orders, consult.orders(wishes))

    def order_sentences(self, state: State, seat: int, language: Language) -> list[Sentence]:
        """See :mod:`engine.games.anno_1701.orders.sentences`."""
        return sentences.sentences(_known(state), self.data, seat, language, self._phrases)

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
        """See :mod:`engine.games.anno_1701.rules.view`."""
        return cast(View, view.view(_known(state), self.data, seat))

    def channels(self, state: State) -> list[Channel]:
        """Nobody may confer in secret in this game."""
        return []

    def partners(self, state: State, seat: int) -> list[int]:
        """Return no partners: every seat plays for itself."""
        return [seat]

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return _known(state)["outcome"]

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        """See :mod:`engine.games.anno_1701.drawing.picture`."""
        return picture.picture(cast(Anno1701View, view), self._phrases[language].with_names(names))

    def seat_sign(self, view: View, seat: int, language: Language) -> SeatSign:
        """Return a seat's side and colour in the picture."""
        side, phrases = cast(Anno1701View, view)["players"][seat]["side"], self._phrases[language]
        return SeatSign(phrases.titled(phrases.say(f"side.{side}")), SIDES[side])

    def legend(self, language: Language) -> list[Entry]:
        """Return the legend of the picture's signs."""
        return entries(self._phrases[language], lambda name: signs.explained()[name], "-14 -14 28 28")

    def card_lists(self, language: Language) -> list[CardList]:
        """See :mod:`engine.games.anno_1701.text.phrases`."""
        return card_lists(self.data, self._phrases[language])

    def spots(self, move: Move) -> list[str]:
        """See :mod:`engine.games.anno_1701.drawing.signs`."""
        return signs.spots(cast(Anno1701Move, move))

    def _redeal(self, state: State, seat: int | None, chance: Chance) -> State:
        return cast(State, view.redeal(_known(state), self.data, seat, chance))

    def _prospect(self, state: State, seat: int) -> int:
        return bot.prospect(view.view(_known(state), self.data, seat))

    def _rank(self, view: View, decision: Decision, moves: list[Move]) -> list[Move]:
        proposed = cast("list[Anno1701Move]", moves)
        return cast("list[Move]", bot.rank(cast(Anno1701View, view), decision, proposed))

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """See :mod:`engine.games.anno_1701.bot`."""
        proposed = cast("list[Anno1701Move]", moves)
        return cast("Move", bot.choose(cast(Anno1701View, view), decision, proposed, chance))


def _known(state: State) -> Anno1701State:
    """Return the contract's state with this game's type: it was made by this game."""
    return cast(Anno1701State, state)
