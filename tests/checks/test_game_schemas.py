"""The generator of published schemas: what becomes of a game's TypedDicts, and what a stale file is told."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NotRequired, cast

import pytest
from jsonschema import Draft202012Validator
from typing_extensions import ReadOnly, TypedDict

from checks import game_schemas
from engine import games
from tests.given.json_object import JsonObject


class Card(TypedDict):
    """A card, as :mod:`cards` numbers them."""

    number: ReadOnly[int]
    owner: Literal["red", "black"]


class ShownEvent(TypedDict):
    """Cards were shown.

    By everybody, ``seats`` counted from 0.
    """

    type: Literal["shown"]
    cards: dict[str, Card]


class EndedEvent(TypedDict):
    """The match is over."""

    type: Literal["ended"]
    winner: int | None
    """The seat that won, ``None`` for nobody."""
    to: NotRequired[list[int]]


Event = ShownEvent | EndedEvent


@pytest.fixture
def schema() -> game_schemas.Schema:
    game_schemas.describe(sys.modules[__name__])
    return game_schemas.schema_of(Event)


def test_an_event_is_told_by_its_type(schema: game_schemas.Schema) -> None:
    assert schema["oneOf"] == [{"$ref": "#/$defs/ShownEvent"}, {"$ref": "#/$defs/EndedEvent"}]
    assert schema["discriminator"] == {
        "propertyName": "type",
        "mapping": {"shown": "#/$defs/ShownEvent", "ended": "#/$defs/EndedEvent"},
    }


@pytest.mark.parametrize(
    ("event", "fits"),
    [
        ({"type": "ended", "winner": None}, True),
        ({"type": "ended", "winner": 1, "to": [0]}, True),
        ({"type": "ended"}, False),
        ({"type": "ended", "winner": None, "extra": 1}, False),
        ({"type": "shown", "cards": {"left": {"number": 3, "owner": "red"}}}, True),
        ({"type": "shown", "cards": {"left": {"number": 3, "owner": "green"}}}, False),
        ({"type": "shown", "cards": {"left": {"number": 3, "owner": "red", "extra": 1}}}, False),
    ],
)
def test_the_schema_is_closed(schema: game_schemas.Schema, event: object, fits: bool) -> None:
    Draft202012Validator.check_schema(schema)
    assert Draft202012Validator(schema).is_valid(event) is fits


def test_docstrings_become_descriptions_and_names_do_not_become_titles(schema: game_schemas.Schema) -> None:
    definitions = cast(dict[str, JsonObject], schema["$defs"])
    shown, ended = definitions["ShownEvent"], definitions["EndedEvent"]
    assert shown["description"] == "Cards were shown.\n\nBy everybody, `seats` counted from 0."
    assert ended["properties"]["winner"] == {
        "type": ["integer", "null"],
        "description": "The seat that won, `None` for nobody.",
    }
    assert definitions["Card"]["description"] == "A card, as `cards` numbers them."
    assert "title" not in str(schema)


def test_a_folder_is_a_game_once_it_declares_a_view(tmp_path: Path) -> None:
    (tmp_path / "engine" / "games" / "kit").mkdir(parents=True)
    (tmp_path / "engine" / "games" / "mills" / "types").mkdir(parents=True)
    (tmp_path / "engine" / "games" / "mills" / "types" / "view.py").touch()
    assert game_schemas.games(tmp_path) == ["mills"]


@pytest.fixture
def mills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A source tree with one game that is nothing but its types."""
    types = tmp_path / "engine" / "games" / "mills" / "types"
    types.mkdir(parents=True)
    (types / "__init__.py").touch()
    head = "from typing import Literal\nfrom typing_extensions import TypedDict\n"
    (types / "view.py").write_text(f"{head}class MillsView(TypedDict):\n    money: list[int]\n")
    (types / "events.py").write_text(f"{head}class MillsEvent(TypedDict):\n    type: Literal['moved']\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path / "engine" / "games")])
    yield tmp_path
    for name in [one for one in sys.modules if one.startswith("engine.games.mills")]:
        del sys.modules[name]


def test_a_file_that_lags_behind_its_types_is_named_and_writing_mends_it(
    mills: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game_schemas.main(["--check"], mills) == 1
    assert "engine/games/mills/schemas/view.json differs" in capsys.readouterr().err
    assert game_schemas.main(["--write"], mills) == 0
    assert game_schemas.main(["--check"], mills) == 0
    view = mills / "engine" / "games" / "mills" / "schemas" / "view.json"
    view.write_text(view.read_text().replace("integer", "string"))
    assert game_schemas.main(["--check"], mills) == 1
    assert capsys.readouterr().err == (
        "engine/games/mills/schemas/view.json differs from the types: run 'python -m checks.game_schemas --write'\n"
    )
