"""Values that came from outside as JSON or TOML and may be anything: the border between them and the game's types."""

from __future__ import annotations

from typing import TypeGuard

from engine.games.kontor.types.state import Place


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
