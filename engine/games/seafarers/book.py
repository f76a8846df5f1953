"""The rule data of an installation: scenarios and maps read together, with their hash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from engine.games.seafarers import scenarios
from engine.games.seafarers.rules import layout
from engine.games.seafarers.scenarios import Scenario
from engine.kit.rule_data import Faults, digest

SCENARIOS = "scenarios.toml"
MAPS = "maps.toml"
FILES = {SCENARIOS: SCENARIOS, MAPS: MAPS}
"""Name of an owner's file, and the packaged file it replaces."""


@dataclass(frozen=True)
class Book:
    """Everything the rules read from files. ``digest`` is base64url over the bytes of all of them."""

    scenarios: Mapping[str, Scenario]
    digest: str

    @classmethod
    def read(cls, texts: Mapping[str, str], names: Mapping[str, str] | None = None) -> Book:
        """Return the book of two texts, keyed by the package's file names; ``names`` are what messages call them.

        :raises BadData: saying where and what is wrong.
        """
        called = {"scenarios": SCENARIOS, "maps": MAPS} | {
            part: name for part, file in (("scenarios", SCENARIOS), ("maps", MAPS)) if (name := (names or {}).get(file))
        }
        found, faults = scenarios.read(texts[SCENARIOS], texts[MAPS], called), Faults()
        for name, scenario in found.items():
            for fault in layout.faults_of(scenario):
                faults.add(f"{called['scenarios']}, [{name}], {fault}")
        faults.settle()
        return cls(found, digest(texts))

    @classmethod
    def shipped(cls) -> Book:
        """Return the book of the files that come with the package."""
        return cls.read(shipped_texts())


def shipped_texts() -> dict[str, str]:
    """Return the texts of the files that come with the package, by file name."""
    folder = files("engine.games.seafarers") / "data"
    return {name: (folder / name).read_bytes().decode() for name in (SCENARIOS, MAPS)}
