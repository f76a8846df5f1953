"""Every schema that a game publishes can be used by readers in other languages, whose patterns are ECMA-262, not Python's."""

import pytest
from jsonschema_rs import validator_for

from engine.contract import Json
from engine.registry import GAMES, game

PUBLISHED = [
    pytest.param(schema, id=f"{rules}-{name}")
    for rules in GAMES
    for one in [game(rules).rules]
    for name, schema in {
        "options": one.options,
        "view": one.view,
        "events": one.events,
        "orders": one.orders,
        **{f"moves-{kind}": schema for kind, schema in one.moves.items()},
    }.items()
    if schema is not None
]


@pytest.mark.parametrize("schema", PUBLISHED)
def test_a_strict_reader_accepts_the_schema(schema: dict[str, Json]) -> None:
    validator_for(schema)
