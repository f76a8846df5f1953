"""Choosing one of the legal moves by short prompts.

Moves are narrowed down step by step: first the action and its object (a card, a field), then the details (what to
remove, which card if the opponent passes). Any game's moves can be chosen so; cards answer to their own numbers, fields
to the numbers printed on the table. A game may ask its own questions first
(:meth:`engine.kit.terminal.Terminal.steps`).

The decision is put into words first: the question, its subject, and a move's price, if the rules are known here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Language, Move
from engine.kit.terminal import Field, Step
from engine.kit.text.particulars import Seen, details_of, note_on
from engine.protocol.canon import canonical
from engine.registry import OtherData, UnknownRules, game, game_with
from service.cli.table.match_facts import Asked, MatchFacts

STEPS: tuple[tuple[str, ...], ...] = (
    ("type", "card", "board", "cards", "assistant", "to", "at"),
    ("if_alone",),
    ("remove",),
)
"""Members of a move that are chosen together, in this order; any others come last."""


@dataclass(frozen=True)
class Choice:
    """One answer to a prompt: the ``key`` to type, the remaining ``moves``, and its field, if any.

    With a ``step`` the key is self-explanatory: a value of the member that the game's step asks for.
    """

    key: str
    moves: tuple[Move, ...]
    field: Field | None = None
    step: Step | None = None

    @property
    def sample(self) -> Move:
        """The plainest of its moves, which names the choice."""
        return min(self.moves, key=len)

    @property
    def vague(self) -> bool:
        """True if its plainest move stands for others that differ in more than additions."""
        sample = self.sample
        return any(move.get(key) != value for move in self.moves for key, value in sample.items())


class NotListed(ValueError):
    """An answer that is not among the choices: the ``text``, and the possible ``keys``."""

    def __init__(self, text: str, keys: str) -> None:
        super().__init__(f"{text!r} is not one of {keys}")
        self.text, self.keys = text, keys


def next_choices(moves: Sequence[Move], steps: Sequence[Step] = ()) -> list[Choice]:
    """Return the next choices; a single one means that nothing is left to choose.

    :param steps: the game's own questions, which come first.
    """
    for step in steps:
        by_value: dict[bytes, list[Move]] = {}
        for move in moves:
            by_value.setdefault(canonical({"is": _value(move, step.member)}), []).append(move)
        if len(by_value) > 1:
            return _named(list(by_value.values()), step)
    for members in [*STEPS, tuple(sorted({member for move in moves for member in move}))]:
        groups: dict[bytes, list[Move]] = {}
        for move in moves:
            part = {member: move[member] for member in members if member in move}
            groups.setdefault(canonical(part), []).append(move)
        if len(groups) > 1:
            return _keyed(list(groups.values()), members)
    return [Choice("1", tuple(moves))]


def pick(choices: Sequence[Choice], text: str) -> Choice:
    """Return the choice for a typed key, which for words may be shortened; :raises NotListed: for anything else."""
    wanted = text.strip().lower().removeprefix("[").removesuffix("]")
    exact = [choice for choice in choices if choice.key == wanted]
    begun = [choice for choice in choices if wanted.isalpha() and choice.key.startswith(wanted)]
    if len(exact or begun) == 1:
        return (exact or begun)[0]
    raise NotListed(text.strip(), ", ".join(choice.key for choice in choices))


def choose(moves: Sequence[Move], ask: Callable[[Sequence[Choice]], Choice], steps: Sequence[Step] = ()) -> Move:
    """Return the move left after asking until nothing is left to choose."""
    left: Sequence[Move] = moves
    while len(choices := next_choices(left, steps)) > 1:
        left = ask(choices).moves
    return left[0]


def labels_on_fields(choices: Sequence[Choice]) -> Mapping[Field, str]:
    """Return the labels to print on the table's fields while choosing."""
    return {choice.field: choice.key for choice in choices if choice.field is not None}


def _value(move: Move, path: str) -> Any:
    """Return a member of a move by a dotted path, or None."""
    found: Any = move
    for name in path.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _named(groups: list[list[Move]], step: Step) -> list[Choice]:
    """Return the answers to a game's own question."""
    values = [_value(group[0], step.member) for group in groups]
    if step.caption and all(value is None or isinstance(value, int) for value in values):
        found = sorted(zip(values, groups, strict=True), key=lambda one: one[0] or 0)
        return [Choice(str(value or 0), tuple(group), step=step) for value, group in found]
    choices: list[Choice] = []
    for number, (value, group) in enumerate(zip(values, groups, strict=True), start=1):
        choices.append(Choice(step.called.get(value, value) if isinstance(value, str) else str(number), tuple(group)))
    return choices


def _keyed(groups: list[list[Move]], members: tuple[str, ...]) -> list[Choice]:
    choices: list[Choice] = []
    number = 0
    for group in groups:
        field = _field(group[0], members)
        key = _short_key(group[0], members)
        if key is None or any(key == one.key for one in choices):
            number += 1
            key = str(number)
        choices.append(Choice(key, tuple(group), field))
    if len({choice.key for choice in choices}) < len(choices):
        return [Choice(str(index), one.moves, one.field) for index, one in enumerate(choices, start=1)]
    return choices


def _field(move: Move, members: tuple[str, ...]) -> Field | None:
    for member in ("remove", "to", "at"):
        if member in members and isinstance(move.get(member), list) and len(move[member]) == 2:
            x, y = move[member]
            return (x, y)
    return None


def _short_key(move: Move, members: tuple[str, ...]) -> str | None:
    """Return a key for a move: a card's own number, or the move's only word; None to number it."""
    for member in ("card", "if_alone"):
        if member in members:
            card: Any = move.get(member)
            if isinstance(card, str) and card[1:].isdigit():
                return card[1:].lstrip("0")
            if member == "if_alone":
                return "none"
    if "remove" in members and "remove" not in move:
        return "none"
    if set(move) == {"type"} and "type" in members:
        return str(move["type"])
    return None


def question(facts: MatchFacts, asked: Asked, language: Language) -> str:
    """Return the question, or its kind if the rules are unknown here."""
    try:
        return game(facts.rules).words.question(asked.decision, language)
    except UnknownRules:
        return asked.decision["kind"]


def seen(facts: MatchFacts, asked: Asked, language: Language) -> Seen | None:
    """Return the question as the player sees it, or None without a view."""
    return None if facts.view is None else Seen(asked.decision, dict(facts.view), language, facts.names)


def note(facts: MatchFacts, asked: Asked, language: Language) -> str:
    """Return the question's subject, and the rules' note about it."""
    shown = seen(facts, asked, language)
    try:
        return "" if shown is None else note_on(game_with(facts.rules, facts.data, facts.options), shown)
    except (UnknownRules, OtherData):
        return ""


def price(facts: MatchFacts, asked: Asked, move: Move, language: Language) -> str:
    """Return a move's price and what is left; empty if it is free or the rules are unknown here."""
    shown = seen(facts, asked, language)
    try:
        if shown is None:
            return ""
        return details_of(game_with(facts.rules, facts.data, facts.options), move, shown)
    except (UnknownRules, OtherData):
        return ""
