"""JSON Schemas of options and moves: closed, so that a misspelt key is refused and never ignored.

``view.json`` and ``events.json`` are made from :mod:`engine.games.packet_row.types` by ``python -m checks.game_schemas --write``.
"""

from __future__ import annotations

Schema = dict[str, object]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
CARD: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,19}(#[0-9]{1,2})?$",
    "description": "The id of a card, such as ship_es#2 or G-ES-35; views and the table as text show them.",
}
