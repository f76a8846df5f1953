"""Tables for tests: a harbour drawn in letters, hands and money, and what the players do there.

    given('''
         .   .  44   .
        43  12  A*  45
         .   .  46   .
    ''', red="1 36 47", black="16 48")

A cell is a card's number, ``A`` for the anchor (where the preset's layout has it), ``~`` for any canal not used
elsewhere, ``.`` for a free field; a ``*`` behind it puts the ship there. Edges are fixed and sectors closed as the
drawing demands. Cards that are named nowhere lie in the piles, lowest number on top; piles that are given keep to
what is given.
"""

from collections.abc import Sequence
from typing import Any, Self

from engine.contract import Event, Move, Outcome, State
from engine.games.kontor import GAME
from engine.games.kontor.book import Book
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.board import goods, is_closed, newly_fixed, sectors
from engine.games.kontor.rules.fields import PLACES, Field, field, place, reading_order
from engine.games.kontor.rules.scoring import majority
from engine.protocol.chance import Draws

BOOK = Book.shipped()
PRESETS = BOOK.presets
SEATS = {"red": 0, "black": 1}


def ids(numbers: str) -> list[str]:
    """Return card ids of numbers in a text: ``"1 36"`` is C01, C36."""
    return [f"C{int(number):02}" for number in numbers.split()]


class Playing:
    """A match in progress and what the last step told."""

    game = GAME

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def place(self, x: int, y: int) -> Self:
        """Lay the card of whoever is asked."""
        (seat,) = self.asked
        return self._resolve({seat: {"type": "place", "at": [x, y]}})

    def sail(self, to: tuple[int, int], remove: tuple[int, int] | None = None, receiver: int | None = None) -> Self:
        """Move the ship for whoever is asked."""
        (seat,) = self.asked
        move: Move = {"type": "sail", "to": list(to)}
        move |= {} if remove is None else {"remove": list(remove)}
        move |= {} if receiver is None else {"receiver": receiver}
        return self._resolve({seat: move})

    def stay(self) -> Self:
        """Leave the ship where it is."""
        (seat,) = self.asked
        return self._resolve({seat: {"type": "stay"}})

    @property
    def waits_for(self) -> str | None:
        """The id of the decision that stands."""
        decisions = GAME.decisions(self.state)
        return decisions[0]["id"] if decisions else None

    @property
    def asked(self) -> list[int]:
        return GAME.decisions(self.state)[0]["seats"]

    @property
    def moves(self) -> list[Move]:
        """All moves of the first seat that is asked."""
        return GAME.moves(self.state, self.asked[0], str(self.waits_for))

    @property
    def fields(self) -> set[tuple[int, int]]:
        """Where the card of whoever is asked may be laid."""
        return {tuple(move["at"]) for move in self.moves}

    def told(self, kind: str) -> list[Event]:
        """The events of one type, without their type."""
        return [{key: event[key] for key in event if key != "type"} for event in self.events if event["type"] == kind]

    @property
    def story(self) -> list[str]:
        """The types of the last step's events in order."""
        return [event["type"] for event in self.events]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        return GAME.view(self.state, seat)

    def card_at(self, x: int, y: int) -> str | None:
        stack = self.state["board"].get(field(x, y))
        return stack[-1] if stack else None

    def _resolve(self, answers: dict[int, Move]) -> Self:
        decision = str(self.waits_for)
        for seat, move in answers.items():
            if move["type"] != "forfeit":
                GAME.check(self.state, seat, decision, move)
        self.state, self.events = GAME.resolve(self.state, decision, answers, Draws(b""))
        return self


class Table(Playing):
    """A match of two in progress; what the players do is told by colour."""

    def choose(self, red: str | None = None, black: str | None = None) -> Self:
        """Resolve the sealed choices: a number, ``pass``, ``forfeit``, or ``36/44`` (44 if the other passes)."""
        given = {"red": red, "black": black}
        return self._resolve({SEATS[who]: chosen(what) for who, what in given.items() if what is not None})

    def buy(self, red: bool | None = None, black: bool | None = None) -> Self:
        """Resolve the sealed buying decisions of those who are asked."""
        given = {0: red, 1: black}
        return self._resolve(
            {seat: {"type": "buy" if wants else "decline"} for seat, wants in given.items() if wants is not None}
        )

    def show(self, red: int | None = None, black: int | None = None) -> Self:
        """Resolve the contest for the last special card."""
        given = {0: red, 1: black}
        return self._resolve(
            {seat: {"type": "show", "card": ids(str(card))[0]} for seat, card in given.items() if card is not None}
        )

    def alone(self, number: int) -> Self:
        """Answer who may choose again."""
        (seat,) = self.asked
        return self._resolve({seat: chosen(str(number))})


def chosen(what: str) -> Move:
    """Return the move of a choice as tests write it."""
    if what in ("pass", "forfeit"):
        return {"type": what}
    first, _, second = what.partition("/")
    move: Move = {"type": "play", "card": ids(first)[0]}
    return {**move, "if_alone": ids(second)[0]} if second else move


def given(
    drawing: str, preset: str = "tilsit", *, red: str = "", black: str = "", red_pile: str | None = None,
    black_pile: str | None = None, money: tuple[int, int] = (3, 3), **more: Any,
) -> Table:  # fmt: skip
    """Return the table of a drawing for two; see the module's docstring."""
    return Table(dealt(drawing, preset, hands=(red, black), piles=(red_pile, black_pile), money=money, **more))


def dealt(
    drawing: str, preset: str, *, hands: Sequence[str], piles: Sequence[str | None], money: Sequence[int],
    canal_pile: str | None = None, bank: int | None = None, special_pile: str = "", round: int = 1,
    **options: Any,
) -> State:  # fmt: skip
    """Return the state of a drawing; hands, piles and money are by seat, red is team 0."""
    book = PRESETS[preset]
    cells = _cells(drawing, book.layout.anchor)
    named = {token for token, _ in cells.values() if token.isdigit()}
    held = [ids(hand) for hand in hands]
    wanted = [ids(pile or "") for pile in (*piles, canal_pile)]
    used = {*ids(" ".join(named)), *(card for group in (*held, *wanted) for card in group), "A"}
    spare = [card.id for card in book.cards.values() if card.id not in used and card.type == "canal"]
    board = {name: [_card(token, spare)] for name, (token, _) in cells.items()}
    used |= {card for stack in board.values() for card in stack}
    quay_piles = []
    for pile, team in zip(piles, book.teams, strict=True):
        quay_piles.append(_rest(book, used, ("red", "black")[team], "quay") if pile is None else ids(pile))
        used |= set(quay_piles[-1])
    ship = next((name for name, (_, has_ship) in cells.items() if has_ship), book.layout.anchor)
    land = [name for name, stack in board.items() if book.cards[stack[-1]].land]
    edges = {"x": [0, book.width - 1], "y": [0, book.height - 1]} if book.layout.fixed else {"x": None, "y": None}
    state: State = {
        "schema": 1,
        "options": GAME.options({"preset": preset, **options}, book.seats),
        "round": round,
        "stage": "buy" if special_pile else "choose",
        "colours": ["red", "black"],
        "money": list(money),
        "bank": book.money * book.seats + book.bank - sum(money) if bank is None else bank,
        "hands": [sorted(hand, key=lambda card: book.cards[card].rank) for hand in held],
        "quay_piles": quay_piles,
        "canal_pile": _rest(book, used, "neutral", "canal") if canal_pile is None else ids(canal_pile),
        "special_pile": ids(special_pile),
        "rivals": [],
        "board": board,
        "fixed": edges,
        "ship": ship if book.ship else None,
        "laid": land,
        "centres": [],
        "closed": [],
        "played": [None] * book.seats,
        "due": [],
        "last": {"laid": [], "removed": [], "ship": None},
        "stirred": False,
        "quiet": 0,
        "outcome": None,
    }
    _settle(state, book)
    return state


def _rest(book: Preset, used: set[str], owner: str, kind: str) -> list[str]:
    """Return the cards of a kind that are named nowhere, lowest number first."""
    return [card.id for card in book.cards.values() if card.id not in used and (card.owner, card.kind) == (owner, kind)]


def _cells(drawing: str, anchor: Field) -> dict[Field, tuple[str, bool]]:
    """Return field to (token, whether the ship is there), in reading order, counted from the preset's anchor."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "rows of different lengths"
    at = {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "."}
    (left, up) = next(spot for spot, token in at.items() if token.rstrip("*") == "A")
    x0, y0 = PLACES[anchor]
    return {field(x - left + x0, y - up + y0): (token.rstrip("*"), token.endswith("*")) for (x, y), token in at.items()}


def _card(token: str, spare: list[str]) -> str:
    if token == "A":
        return "A"
    return spare.pop() if token == "~" else ids(token)[0]


def _settle(state: State, book: Preset) -> None:
    """Fix edges, close sectors and put up distribution centres as the drawing demands."""
    board = state["board"]
    state["fixed"] |= newly_fixed(board, state["fixed"], {"x": book.width, "y": book.height})
    for group in sorted(map(reading_order, sectors(board, book.cards)), key=lambda fields: place(fields[0])[::-1]):
        warehouses = goods(group, board, book.cards, state["colours"])
        if is_closed(group, board, state["fixed"]):
            guard, by = majority(warehouses)
            state["closed"].append({"fields": group, "guard": guard, "goods": warehouses, "by": by})
            continue
        for colour in ("red", "black"):
            stores = [name for name in group if (card := book.cards[board[name][-1]]).owner == colour and card.goods]
            state["centres"] += stores[:1]


def cards_in(state: State) -> list[str]:
    """Return every card of a state, wherever it is, sorted."""
    waiting = [one["card"] for one in state["played"] if one and one.get("status") == "waiting"]
    groups_of_cards = (
        *state["hands"],
        *state["quay_piles"],
        state["canal_pile"],
        state["special_pile"],
        *state["board"].values(),
        waiting,
    )
    return sorted(card for group in groups_of_cards for card in group)


def ended(state: State) -> Outcome:
    """Return how a match ended that is over."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome
