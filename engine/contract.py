"""The contract that every game fulfils, and how four very different games fit it.

A game is a package, a folder ``engine/games/<game>/`` or somebody else's (:mod:`engine.outside`), that offers one object with the
functions of :class:`Game`; nothing else of it is known outside. States, moves, events and views are plain JSON values without
floats (``json.loads(json.dumps(x)) == x``), so each of them can be stored, mailed, compared and replayed by other programs.

The words used here
-------------------
seat        a place at the table, counted from 0.
decision    something the table waits for: ``{"id", "kind", "seats", "sealed", "optional"}``. Its id names place and time
            (``r3.choose``, ``t17.discard``), occurs once in a match and matches ``[a-z0-9._/@-]{1,64}``.
move        the answer of one seat to one decision; closed by the schema the rules give for the decision's kind.
sealed      the seats answer without seeing each other: commit, lock, reveal. All of them are resolved in one call.
open        exactly one seat answers, and the answer is resolved at once.
optional    may be answered while it stands, but nobody waits for it.
event       a fact that became true, ``{"type", ..., "to"?}``; ``to`` lists the seats that may see it, absent for everybody.
            Never a sentence: sentences are made by :class:`Words` in the reader's language.
view        the state as one seat, or a spectator (``None``), may know it.

Laws (the test suite checks every registered game against them)
---------------------------------------------------------------
1. ``resolve`` never changes its input, reads no clock, and draws only from ``chance`` under labels built from the state
   (a label occurs once in a match). The same input gives the same bytes on every machine.
2. A forced answer is never asked. A seat with exactly one legal move in a decision that is not optional is not among its
   ``seats``; the game plays that move itself when the decision is resolved. Therefore whether an answer is forced may depend
   only on what everybody can see, otherwise not asking would give it away (Packet Row E1.7).
3. ``moves`` and ``check`` agree: every move listed passes; where the list is only representative (trades, plans), the schema
   says what else there is, and ``check`` decides.
4. Hidden information leaves only through ``view`` and events' ``to``: two states that differ only in what a viewer may
   not see give that viewer byte-identical views, decisions, events, pictures and words.
5. Resolving one decision never changes what is legal in a *sealed* decision that remains standing: a sealed move is judged
   in the state in which its decision opened.
6. Every match ends, whatever is answered.

How the four games map to it
----------------------------
**Kontor** (its RULES.md, 1.4: the canonical round). A round is ``r3.choose``, sealed, all seats that hold a card; a seat
without cards is forced to pass and is not asked. Goldsieber's declared pass needs no second decision: a sealed card carries
``if_alone``, the card to play should the opponent pass, and only a seat that left it open is asked in ``r3.alone`` (open;
never in teams). Tilsit's purchase of special cards is ``r3.buy`` (sealed) with the contest ``r3.contest`` (sealed) when one
card is left. After the reveal each seat that lays a card has, in the order of the numbers, ``r3.ship.1`` and ``r3.place.1``
(open, one seat each; not asked when there is nothing to choose). Tax, insolvency, scoring, income and draws happen inside
``resolve``. Teams of four: the same decisions with four seats; a team's channel for conferring (``channels``) stands while
ship and place decisions stand and one of the partners is still to lay. Placing plans are standing orders, read by
``consult``.

**Packet Row** (D2). ``r9.open`` is the harbour master's open decision, ``r9.ask.2.1`` asks one seat about one board (open),
``r9.harbour.3`` is HM_DECIDE, ``r9.last`` HM_LAST. The always-open contract is ``fulfil.<seat>.<k>`` per seat (``k`` counts
its fulfilments): open, *optional*, standing beside whatever else stands; answering it leaves everything else standing (law 5
is not affected: those are open decisions). The final contract round is one open decision per seat, all standing at once,
each resolved when its answer comes ("several seats decide independently at once" means several decisions, never one decision
with several unsealed seats). Whole-round plans, those of a harbour master included, are orders: ``consult`` is asked
whenever a decision of that seat is due and answers, or returns ``None``: ask the player. The log never says that a plan
answered (``orders_shown``), and in a match with a ``hold`` neither does timing: an answer that somebody waits for, live or
by plan, is resolved at an instant after its decision opened that only the server knows; a plan is read at that instant, and
its owner gets no mail. Without a hold the table runs on inside one step, and anybody who watches the clock can tell a plan
from a person.

**Anno 1701** (D.3). Dice are rolled when a turn ends: ``resolve`` of ``t16.close`` rolls the server's dice (labels
``number/t17``, ``event/t17``) and yields goods, so the next mail shows the roll. Choices in mid-turn that belong to both
players (``t17.yield.0``, ``t17.fire.1``) are open decisions, one per seat, standing together; the turn goes on when the last
is resolved. The active player's turn is a chain ``t17.act.1``, ``t17.act.2`` ... of open decisions; one *move* of it may be
an ordered list of actions, played until done or until something must be asked. Reactions out of turn (theatre, offers,
lodge) are open decisions of the other seat, ``t17.theatre.4``, answered by a standing order through ``consult`` where one
fits, and by the game's defaults where nobody has said anything (``orders_default``), at once, or a little later if the player
looks at the table and could answer himself. A voyage step is an open decision ``t17.voyage.3``; fights draw ``fight/t17/3``.
Resigning is a matter for the table, not for the game.

**Seafarers** (D4). Founding, rolling and building are open decisions of one seat. ``t9.discard`` is sealed, for all seats
with more than seven cards. ``t9.gold.2`` are open decisions, one for each seat due, standing together. Offers: the active
seat's open move ``offer`` makes one open, optional decision for each other seat (``t9.reply.3.1``), until it accepts or
withdraws. The special building phase is one open decision after the other, ``t9.special.2``; ``END`` is always among the
moves, so nothing stalls; at the pace of mails the default gives it for everybody who has not said "ask" (``unasked``).

Final rounds are up to the game: ``decisions`` returns ``[]`` exactly when ``outcome`` is not ``None``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, Protocol

from typing_extensions import TypedDict

CONTRACT = 1
"""The number of this contract. It grows when a game that kept the contract before would not keep it any more."""

Json = Any
"""A JSON value without floats. ``Any``, because mypy's recursive aliases make every rule line a cast."""

State = dict[str, Json]
Move = dict[str, Json]
Event = dict[str, Json]
View = dict[str, Json]
Orders = dict[str, Json]
Language = str
"""The tag of a language, one of :data:`engine.kit.text.phrases.LANGUAGES`."""
Silence = Literal["absent", "unopened"]


class Decision(TypedDict):
    """Something the table waits for (see the module's words)."""

    id: str
    kind: str
    seats: list[int]
    sealed: bool
    optional: bool


class Channel(TypedDict):
    """Seats that may talk among themselves now. ``id`` occurs once in a match, like a decision's (``r3.confer.0``)."""

    id: str
    seats: list[int]


class Outcome(TypedDict):
    """The result of a match. ``winners`` has several seats for a shared win or a draw; ``scores`` is indexed by seat."""

    winners: list[int]
    scores: list[int]
    reason: str
    tiebreaks: NotRequired[list[list[int]]]


class IllegalMove(Exception):
    """A move the rules refuse.

    ``code`` is stable and machine-readable (``not-in-hand``), ``pointer`` is a JSON pointer into the move (``/card``),
    ``message`` names the remedy in English and never contains hidden information of others.
    """

    def __init__(self, code: str, pointer: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.pointer = pointer
        self.message = message


class BadOptions(ValueError):
    """Match options the rules refuse; ``pointer`` is a JSON pointer into the options."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


class Chance(Protocol):
    """Server dice and shuffles. Each label may be used once in a match; see ``engine.protocol.chance`` and protocol section 6."""

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        """Return ``count`` numbers from 0 to ``n - 1``; ``hidden`` ones are logged only by their count until the end."""
        ...

    def shuffle(self, label: str, items: Sequence[Json], *, hidden: bool = False) -> list[Json]:
        """Return the items in a new order."""
        ...


class _NoChance:
    """A source of chance that forbids draws."""

    def below(self, label: str, n: int, count: int = 1, *, hidden: bool = False) -> list[int]:
        """Refuse to draw numbers."""
        raise AssertionError(f"a check must not draw {label}")

    def shuffle(self, label: str, items: Sequence[Json], *, hidden: bool = False) -> list[Json]:
        """Refuse to draw an order."""
        raise AssertionError(f"a check must not draw {label}")


NO_CHANCE: Chance = _NoChance()
"""The chance of a check that only looks at a state."""


@dataclass(frozen=True)
class Rules:
    """Public metadata of a rule set, known before a match is created.

    ``id`` is ``name@version`` and pins the match; ``data`` is the hash of all rule data (cards, presets) as base64url;
    ``seats`` lists the possible numbers of seats; ``options`` is a JSON Schema (2020-12) of the match options, each with a
    default; ``moves`` maps a decision's kind to the JSON Schema of its moves; ``view`` and ``events`` are the JSON Schemas
    of what a viewer is shown and of one event (see :mod:`engine.kit.shape`), the same for every version of a game;
    ``orders`` is the schema of standing orders or ``None``; ``orders_default`` is the document that answers open decisions
    of a person who has set none (``None``: everything is asked), never otherwise than ``fallback`` would; ``unasked`` are
    kinds of open decisions in which nearly always nothing is to be decided, with the answer that the default gives to all
    of them, whatever anybody holds, but only at the pace of mails (``service.matches.orders.default_orders``);
    ``unasked_told`` says to people what is answered for them, and how to be asked instead; ``orders_shown``
    tells whether log, views and mails may say that an order answered (where it is false, an answer given by an order looks
    like any other); ``hold`` is for how many seconds at most answers to open decisions are held back in a match that says
    nothing else, so that timing does not tell an order from a person (0: not at all); ``order_marks`` are members of a move
    that only standing orders set; ``bots_reply`` are kinds of optional decisions by which another seat asks something, such
    as offers: bots at the table answer them, too, at once (all others they leave alone), and people find them beside what
    waits for them; ``escrow_only`` are kinds of sealed decisions whose ``unopened`` fallback a seat could have chosen as its
    move, so that nobody may keep the opening to itself; ``reconstructed`` says in words which data are a reconstruction
    (empty: none).
    ``preset_data`` are the hashes of the data that each preset plays with, where presets differ in that. ``title`` is what
    the game is called, ``titles`` in other languages, where that differs; a subtitle follows a dash between blanks.
    ``about`` is the game in three sentences, ``length`` how many turns it has and how long one takes, ``guide`` the page that
    teaches it (:mod:`engine.kit.text.guide`), and ``preset_titles`` what each preset is called, by language;
    ``preset_seats`` are the numbers of seats of the presets that do not take all of ``seats``.
    """

    id: str
    title: str
    seats: tuple[int, ...]
    data: str
    options: dict[str, Json]
    moves: dict[str, dict[str, Json]]
    view: dict[str, Json] = field(default_factory=dict)
    events: dict[str, Json] = field(default_factory=dict)
    orders: dict[str, Json] | None = None
    orders_default: Orders | None = None
    unasked: Mapping[str, Move] = field(default_factory=dict)
    unasked_told: Mapping[Language, str] = field(default_factory=dict)
    orders_shown: bool = True
    hold: int = 0
    presets: dict[str, dict[str, Json]] = field(default_factory=dict)
    reconstructed: str = ""
    order_marks: tuple[str, ...] = ()
    bots_reply: tuple[str, ...] = ()
    escrow_only: tuple[str, ...] = ()
    preset_data: dict[str, str] = field(default_factory=dict)
    titles: Mapping[Language, str] = field(default_factory=dict)
    about: Mapping[Language, str] = field(default_factory=dict)
    length: Mapping[Language, str] = field(default_factory=dict)
    guide: Mapping[Language, str] = field(default_factory=dict)
    preset_titles: Mapping[str, Mapping[Language, str]] = field(default_factory=dict)
    preset_seats: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def title_in(self, language: Language) -> str:
        """Return what the game is called in a language."""
        return self.titles.get(language, self.title)


class Words(Protocol):
    """Sentences about a game, made from facts, in the reader's language. ``names`` are the players' names by seat."""

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        """One sentence saying what happened."""
        ...

    def move(self, move: Move, language: Language) -> str:
        """A move in words (``play 36 (tea)``)."""
        ...

    def question(self, decision: Decision, language: Language) -> str:
        """Return the question put to a seat, as a short imperative (``Choose a card``)."""
        ...

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        """The whole table as plain text of at most 72 columns: complete enough to play from without the picture."""
        ...


class Game(Protocol):
    """The functions of one game. All are pure; arguments are never changed."""

    rules: Rules
    words: Words

    def options(self, given: dict[str, Json], seats: int) -> dict[str, Json]:
        """Return the complete options (defaults filled in) or raise :class:`BadOptions`."""
        ...

    def setup(self, options: dict[str, Json], seats: int, chance: Chance) -> State:
        """Return the state before the first decision."""
        ...

    def decisions(self, state: State) -> list[Decision]:
        """Return what the table waits for now, the decisions that were standing before in unchanged order first."""
        ...

    def moves(self, state: State, seat: int, decision: str) -> list[Move]:
        """Return all legal moves, or a representative set where the schema allows unboundedly many."""
        ...

    def check(self, state: State, seat: int, decision: str, move: Move) -> None:
        """Raise :class:`IllegalMove` unless the move is legal. Any JSON object may be passed."""
        ...

    def resolve(
        self, state: State, decision: str, answers: dict[int, Move], chance: Chance
    ) -> tuple[State, list[Event]]:
        """Return the next state and what happened. ``answers`` has a checked move of every seat of the decision."""
        ...

    def fallback(self, state: State, seat: int, decision: str, why: Silence) -> Move:
        """Return what silence means; ``unopened`` is never better for the seat than ``absent``."""
        ...

    def consult(self, state: State, seat: int, decision: str, orders: Orders) -> Move | None:
        """Return the answer that the standing orders give, or None to ask the player. Uses only what the seat sees."""
        ...

    def check_orders(self, state: State, seat: int, orders: Orders) -> None:
        """Raise :class:`IllegalMove` with a pointer to the part of the orders that can never match."""
        ...

    def view(self, state: State, seat: int | None) -> View:
        """Return the state as the seat, or a spectator (``None``), may know it."""
        ...

    def channels(self, state: State) -> list[Channel]:
        """Return who may talk privately now; empty in a game (or at a moment) whose rules ask for silence."""
        ...

    def partners(self, state: State, seat: int) -> list[int]:
        """Return the seats that win and lose with this one, itself included."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or ``None`` while it goes on."""
        ...

    def picture(self, view: View, language: Language = "en", names: Sequence[str] = ()) -> str:
        """Return an SVG document of the table as this view shows it, legible at phone width.

        Its words are in the reader's language; a game whose pictures speak one language only draws the same for all.
        ``names`` are the players' names by seat; who has none there (or an empty one) goes by colour, number or side.
        """
        ...

    def bot(self, view: View, decision: Decision, moves: list[Move], chance: Chance) -> Move:
        """Choose a move from what the seat itself can see."""
        ...
