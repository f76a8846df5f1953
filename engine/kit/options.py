"""Match options: those given are checked against the game's schema, the others are filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import BadOptions
from engine.kit.shape import Misfit, Scalar, Schema, fit


def complete(
    schema: Schema, given: Mapping[str, object], own_defaults: Mapping[str, Scalar] | None = None
) -> dict[str, Scalar]:
    """Return every option of a schema of scalars, in the schema's order.

    :param own_defaults: defaults that depend on another option (on the preset, say); they take precedence over the schema's.
    :raises BadOptions: naming the first option that is unknown or wrong, and what it should be.
    """
    check(schema, given)
    chosen = {name: one["default"] for name, one in schema["properties"].items()} | dict(own_defaults or {})
    for name, value in given.items():
        if value is None or isinstance(value, Scalar):
            chosen[name] = value
    return chosen


def check(schema: Schema, given: Mapping[str, object]) -> None:
    """Check options against their schema; :raises BadOptions: naming the first that is unknown or wrong."""
    try:
        fit(schema, dict(given))
    except Misfit as misfit:
        raise BadOptions(misfit.pointer, misfit.wanted) from None


def check_seats(possible: Sequence[int], seats: int) -> None:
    """Check the number of seats; :raises BadOptions: naming the numbers that the game can be played with."""
    if seats not in possible:
        raise BadOptions("", f"this game is played by {one_of(possible)}, not by {seats}")


def one_of(numbers: Sequence[int]) -> str:
    """Return numbers of which one is meant: ``2, 3 or 4``."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


__all__ = ["check", "check_seats", "complete", "one_of"]
