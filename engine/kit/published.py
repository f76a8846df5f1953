"""The schemas of a game's view and events, from ``schemas/`` in the game's folder, as ``Rules.view`` and ``Rules.events``.

They are made from the game's TypedDicts by ``python -m checks.game_schemas --write`` and committed.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Literal, cast

from engine.contract import Json


def published(package: str, shape: Literal["view", "events"]) -> dict[str, Json]:
    """Return a JSON Schema (2020-12) that comes with a game's package; :raises OSError: when the file is not there."""
    text = (files(package) / "schemas" / f"{shape}.json").read_text(encoding="utf-8")
    return cast("dict[str, Json]", json.loads(text))


__all__ = ["published"]
