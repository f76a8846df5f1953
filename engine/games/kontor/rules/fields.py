"""Fields of the harbour: their names, places and neighbours.

In a state a field is the string ``"x,y"`` (x to the right, y down), because keys of JSON objects are strings; in moves,
events and views it is ``[x, y]``. All names that any board can need are tabulated once, so that the rules never have to
parse a name.

Values that came from outside as JSON or TOML, and may be anything, become the game's types here.
"""

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from engine.games.kontor.types.state import Place

Field = str
Spot = tuple[int, int]
"""A field as a member of sets: ``(x, y)``."""

FAR = 13
"""Maximum distance from [0, 0] of any field of a board, its outer neighbours included."""


def field(x: int, y: int) -> Field:
    """Return the name of a field.

    >>> field(-2, 0)
    '-2,0'
    """
    return f"{x},{y}"


PLACES: dict[Field, Spot] = {field(x, y): (x, y) for y in range(-FAR, FAR + 1) for x in range(-FAR, FAR + 1)}
"""Name to place."""

NEIGHBOURS: dict[Field, tuple[Field, ...]] = {
    name: (field(x, y - 1), field(x - 1, y), field(x + 1, y), field(x, y + 1)) for name, (x, y) in PLACES.items()
}
"""Name to the names of the orthogonal neighbours, in reading order."""


def place(name: Field) -> list[int]:
    """Return a field as moves, events and views write it.

    >>> place("-2,0")
    [-2, 0]
    """
    return list(PLACES[name])


def spot(at: Sequence[int]) -> Spot:
    """Return a field of a view in a form that sets can hold.

    >>> spot([-2, 0])
    (-2, 0)
    """
    x, y = at
    return x, y


def reading_order(names: Iterable[Field]) -> list[Field]:
    """Return fields row by row from above, each row from the left.

    >>> reading_order(["1,0", "0,1", "0,0"])
    ['0,0', '1,0', '0,1']
    """
    return sorted(names, key=_row_then_column)


def row_by_row(groups: Iterable[list[Field]]) -> list[list[Field]]:
    """Return groups of fields, each in reading order, by their first fields in reading order."""
    return sorted(groups, key=_first_field)


def distance(name: Field, other: Field) -> int:
    """Return the steps between two fields over horizontal and vertical neighbours (E32)."""
    (x, y), (u, v) = PLACES[name], PLACES[other]
    return abs(x - u) + abs(y - v)


def _first_field(group: list[Field]) -> tuple[int, int]:
    return _row_then_column(group[0])


def _row_then_column(name: Field) -> tuple[int, int]:
    x, y = PLACES[name]
    return y, x


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Return whether a value is an object; the keys of JSON and TOML are always strings."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[object]]:
    """Return whether a value is a list."""
    return type(value) is list


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; true and false are not."""
    return type(value) is int


def is_place(value: object, furthest: int | None = None) -> TypeGuard[Place]:
    """Return whether a value is a field ``[x, y]``, neither coordinate further from 0 than ``furthest``."""
    if not is_list(value) or len(value) != 2:
        return False
    return all(is_whole(one) and (furthest is None or abs(one) <= furthest) for one in value)
