"""Optional additions for players at a terminal, for games whose plain words are not enough.

A game offers it as a member ``terminal`` beside those of :class:`engine.contract.Game` (its class is in ``terminal.py`` in
the game's folder). Code that shows games calls :func:`terminal_of` and knows no game by name; a game without this member is
shown by its words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from engine.contract import Game, Language, Move, Orders, View

Field = tuple[int, int]
"""A field of a game's table by column and row, as in the game's moves."""


@dataclass(frozen=True)
class Line:
    """A line of text in pieces, each with a style (``bold red on white``, or ``""``). No meaning depends on a style."""

    pieces: tuple[tuple[str, str], ...] = ()

    @property
    def plain(self) -> str:
        """Return the text alone."""
        return "".join(text for text, _ in self.pieces)


def line(text: str = "", style: str = "") -> Line:
    """Return a line in one style."""
    return Line(((text, style),)) if text else Line()


@dataclass(frozen=True)
class Step:
    """One of the questions by which a move is chosen: the value of a ``member``, given as a dotted path.

    With a ``caption`` (``Edge``) the answers are the member's own values, listed in a row, such as numbers of the map. Without
    one, words answer to themselves, or to what they are ``called`` in the player's language, and everything else to running
    numbers, each with the move it leads to.
    """

    member: str
    caption: str = ""
    called: Mapping[str, str] = field(default_factory=dict)


class Terminal:
    """A game's additions for players at a terminal. The default members add nothing."""

    resume: Move | None = None
    """The move that resumes what a seat's own standing orders left unfinished. Only the machine on which the orders were
    written knows what that means, so the server may not list it."""

    def table(
        self,
        view: View,
        names: Sequence[str],
        *,
        language: Language = "en",
        columns: int,
        choices: Mapping[Field, str] | None = None,
        ascii_only: bool = False,
    ) -> list[Line] | None:
        """Return the table of a view, at most ``columns`` wide, or None to use the game's words.

        :param choices: labels to print on fields.
        """
        return None

    def brief(self, view: View, names: Sequence[str], language: Language) -> str | None:
        """Return the table as text without the facts that the choices list, or None to show it in full."""
        return None

    def steps(self, language: Language) -> Sequence[Step]:
        """Return the questions by which a move is chosen, in order; the rest is asked as in any game."""
        return ()

    def value(self, view: View, step: Step, value: int) -> str:
        """Return a value of a step with a caption, and its place on the table: ``38 (24-33)``."""
        return str(value)

    def advice(self, view: View, language: Language) -> str | None:
        """Return the rules' advice on the present choice, if the table alone does not show it.

        The first line is short; further lines give the reasons.
        """
        return None

    def unfinished(self, view: View) -> bool:
        """Return whether standing orders of the viewer were interrupted, so that ``resume`` is possible."""
        return False

    def proposal(self, view: View, orders: Orders, language: Language) -> str | None:
        """Describe what ``resume`` would do by these orders, or return None if there is nothing to resume."""
        return None


@runtime_checkable
class AtTerminal(Protocol):
    """A game with additions for terminals."""

    terminal: Terminal


def terminal_of(game: Game) -> Terminal:
    """Return a game's additions for players at a terminal."""
    return game.terminal if isinstance(game, AtTerminal) else Terminal()
