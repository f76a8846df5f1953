"""Base of all objects in :mod:`siegelpost_client.objects`: it wraps a JSON object and reads its members by their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, ClassVar, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Record(Generic[T]):
    """A JSON object with attributes. ``raw`` is the value as it came; send that."""

    wire: ClassVar[Mapping[str, str]] = {}
    """Names in JSON of the members that have another one in Python."""
    raw: T

    def __init__(self, raw: T) -> None:
        self.raw = raw
        given: Any = raw
        for name, hint in members(type(self)).items():
            key = self.wire.get(name, name)
            if key in given:
                setattr(self, name, read(hint, given[key]))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.raw!r})"


def members(kind: type[Record[Any]]) -> Mapping[str, Any]:
    """Return the type of each attribute by its name."""
    if kind not in _MEMBERS:
        hints = get_type_hints(kind, localns={"models": _Models()})
        _MEMBERS[kind] = {name: hint for name, hint in hints.items() if name not in ("raw", "wire")}
    return _MEMBERS[kind]


class _Models:
    """Stands for the module of TypedDicts, whose values stay as they came: loading it would take longer than all else."""

    def __getattr__(self, name: str) -> object:
        return object


_MEMBERS: dict[type, Mapping[str, Any]] = {}
"""What :func:`members` has returned: reading it from the annotations takes longer than reading an answer."""


def read(hint: Any, value: Any) -> Any:
    """Return a value of JSON as its type says: objects as records, in lists and dictionaries, too."""
    options = tuple(_options(hint))
    if isinstance(value, dict):
        kinds = [one for one in options if isinstance(one, type) and issubclass(one, Record)]
        if kinds:
            # A newer server may know kinds that this client does not: these have nothing but `raw`.
            return max((one for one in kinds if fits(one, value)), key=lambda one: _known(one, value), default=Record)(
                value
            )
        inner = next((get_args(one)[1] for one in options if get_origin(one) is dict), Any)
        return {name: read(inner, one) for name, one in value.items()}
    if isinstance(value, list):
        inner = next((get_args(one)[0] for one in options if get_origin(one) is list), Any)
        return [read(inner, one) for one in value]
    return value


def fits(kind: type[Record[Any]], value: Mapping[str, Any]) -> bool:
    """Return whether a JSON object has what a kind needs, and the constants that tell it from others."""
    for name, hint in members(kind).items():
        key = kind.wire.get(name, name)
        if key not in value:
            if not hasattr(kind, name):  # those that may be left out have a default
                return False
        elif get_origin(hint) is Literal and value[key] not in get_args(hint):
            return False
    return True


def _known(kind: type[Record[Any]], value: Mapping[str, Any]) -> int:
    return sum(kind.wire.get(name, name) in value for name in members(kind))


def _options(hint: Any) -> Iterator[Any]:
    if get_origin(hint) in (Union, UnionType):
        yield from (one for one in get_args(hint) if one is not NoneType)
    else:
        yield hint


__all__ = ["Record"]
