"""Tables of a data file: values by key, held against the types they should have, with all that is wrong noted."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from engine.kit.rule_data import Faults


def read_toml(text: str, file: str, faults: Faults) -> dict[str, object]:
    """Return the tables of a TOML text; what is wrong with it is noted."""
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        faults.add(f"{file}: is not TOML: {error}")
        return {}


class Table:
    """One table of a file: its values by key and type, with faults where they are not."""

    def __init__(
        self, value: object, where: str, faults: Faults, keys: Mapping[str, type], more: Mapping[str, type]
    ) -> None:
        self.where, self.faults = where, faults
        self.values: dict[str, object] = {}
        if not isinstance(value, dict):
            faults.add(f"{where}: should be a table")
            return
        for key, one in value.items():
            kind = keys.get(key) or more.get(key)
            if kind is None:
                faults.add(f"{where}, {key}: is unknown here; known are {', '.join((*keys, *more))}")
            elif type(one) is not kind:
                faults.add(f"{where}, {key}: should be {_KINDS[kind]}")
            else:
                self.values[key] = one
        for key in keys:
            if key not in value:
                faults.add(f"{where}: {key} is missing")

    def whole(self, key: str, default: int, low: int = 0, high: int = 999) -> int:
        value = self.values.get(key, default)
        if not isinstance(value, int) or not low <= value <= high:
            self.faults.add(f"{self.where}, {key}: should be from {low} to {high}")
            return default
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self.values.get(key, default))

    def text(self, key: str, default: str, known: Sequence[str] = ()) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or (known and value not in known):
            self.faults.add(f"{self.where}, {key}: should be one of {', '.join(known)}")
            return default
        return value

    def wholes(self, key: str, low: int, high: int) -> list[int]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(type(one) is int and low <= one <= high for one in value):
            self.faults.add(f"{self.where}, {key}: should be whole numbers from {low} to {high}")
            return []
        return list(value)

    def counts(self, key: str, known: Sequence[str], most: int = 200) -> dict[str, int]:
        value = self.values.get(key, {})
        found: dict[str, int] = {}
        for name, count in value.items() if isinstance(value, dict) else ():
            if name not in known:
                self.faults.add(f"{self.where}, {key}: {name} is unknown here; known are {', '.join(known)}")
            elif type(count) is not int or not 0 <= count <= most:
                self.faults.add(f"{self.where}, {key}, {name}: should be from 0 to {most}")
            else:
                found[name] = count
        return found


_KINDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}
