"""``python -m checks.game_schemas``: print, write or check the JSON Schemas of every game's view and events.

A game declares what a viewer sees and what can happen as TypedDicts: ``KontorView`` in
``engine/games/kontor/types/view.py`` and the
union ``KontorEvent`` in ``engine/games/kontor/types/events.py``. From these the files
``engine/games/kontor/schemas/view.json`` and
``events.json`` are made (JSON Schema 2020-12), which the game publishes as ``Rules.view`` and ``Rules.events``. The files are
committed, so that the product needs no pydantic and a change of a published shape shows in a diff.

A folder below ``engine/`` is a game as soon as it has ``types/view.py``; it need not be registered.
"""

import argparse
import importlib
import inspect
import json
import pkgutil
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import cast

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import is_typeddict

ROOT = Path(__file__).parents[1]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
SHAPES = {"view": "View", "events": "Event"}
"""The files of a game by name, each with the last part of the type it is made from."""

NESTED = ("items", "additionalProperties", "not")
LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")
NAMED = ("properties", "$defs", "patternProperties")

Schema = dict[str, object]


def games(root: Path) -> list[str]:
    """Return the folders below ``engine/games/`` that declare what a viewer sees, in order."""
    return sorted(found.parents[1].name for found in (root / "engine" / "games").glob("*/types/view.py"))


def prefix(folder: str) -> str:
    """Return what the names of a game's types begin with.

    >>> prefix("packet_row"), prefix("anno_1701")
    ('PacketRow', 'Anno1701')
    """
    return "".join(part.capitalize() for part in folder.split("_"))


def schema_of(declared: object) -> Schema:
    """Return the JSON Schema of a TypedDict or a union of TypedDicts, closed and with descriptions from docstrings."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*ReadOnly", category=UserWarning)
        made: Schema = TypeAdapter[object](cast("type[object]", declared)).json_schema()
    _tidy(made)
    _tell_apart(made, cast("dict[str, Schema]", made.get("$defs", {})))
    definitions = made.pop("$defs", None)
    return {"$schema": DRAFT, **made, **({"$defs": definitions} if definitions else {})}


def describe(module: ModuleType) -> None:
    """Have pydantic read the docstrings below the members of a module's TypedDicts, too."""
    for declared in vars(module).values():
        if is_typeddict(declared):
            declared.__pydantic_config__ = ConfigDict(extra="forbid", use_attribute_docstrings=True)


def text(folder: str, shape: str) -> str:
    """Return the content of ``engine/games/<folder>/schemas/<shape>.json`` as it should be."""
    package = importlib.import_module(f"engine.games.{folder}.types")
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        describe(importlib.import_module(found.name))
    module = importlib.import_module(f"{package.__name__}.{shape}")
    made = schema_of(getattr(module, prefix(folder) + SHAPES[shape]))
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def files(root: Path) -> Iterator[tuple[Path, str, str]]:
    """Yield path, game's folder and shape of every schema file there should be."""
    for folder in games(root):
        for shape in SHAPES:
            yield root / "engine" / "games" / folder / "schemas" / f"{shape}.json", folder, shape


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Run the command; return its exit code: 1 when ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m checks.game_schemas", description=__doc__)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="write the schema files of all games")
    group.add_argument("--check", action="store_true", help="fail when one differs from its types")
    chosen = parser.parse_args(arguments)
    wanted = list(files(root))
    if chosen.write:
        for path, _, _ in wanted:
            if not path.is_file():  # the game's package reads it when it is imported
                path.parent.mkdir(exist_ok=True)
                path.write_text("{}\n", encoding="utf-8")
    differing = []
    for path, folder, shape in wanted:
        made = text(folder, shape)
        if chosen.write:
            path.write_text(made, encoding="utf-8")
        elif not chosen.check:
            sys.stdout.write(made)
        elif not path.is_file() or path.read_text(encoding="utf-8") != made:
            differing.append(path.relative_to(root))
    for path in differing:
        sys.stderr.write(f"{path} differs from the types: run 'python -m checks.game_schemas --write'\n")
    return 1 if differing else 0


def _tidy(schema: Schema) -> None:
    """Close objects, drop titles that only repeat names, and write descriptions as Markdown on one line per paragraph."""
    schema.pop("title", None)
    if isinstance(schema.get("description"), str):
        schema["description"] = _plain(str(schema["description"]))
    if "properties" in schema:
        schema["additionalProperties"] = False
    alternatives = cast("list[Schema]", schema.get("anyOf", []))
    if alternatives and all(set(one) == {"type"} for one in alternatives):
        schema["type"] = [one["type"] for one in alternatives]
        del schema["anyOf"]
    for inner in _inner(schema):
        _tidy(inner)


def _plain(docstring: str) -> str:
    """Return a docstring as a reader of the API sees it.

    >>> _plain("Seats that pay\\n    (see :mod:`engine.games.kontor.rules.board`), ``None`` for none.")
    'Seats that pay (see `engine.games.kontor.rules.board`), `None` for none.'
    """
    said = re.sub(r":\w+:`", "`", inspect.cleandoc(docstring)).replace("``", "`")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", said))


def _tell_apart(schema: Schema, definitions: dict[str, Schema]) -> None:
    """Turn unions whose alternatives are told apart by the texts of one member into ``oneOf`` with a discriminator."""
    for inner in _inner(schema):
        _tell_apart(inner, definitions)
    alternatives = cast("list[Schema]", schema.get("anyOf", []))
    named = [str(one.get("$ref", "")).removeprefix("#/$defs/") for one in alternatives]
    if len(named) < 2 or not all(name in definitions for name in named):
        return
    constants = [_constants(definitions[name]) for name in named]
    for member in constants[0]:
        told = [(value, name) for one, name in zip(constants, named, strict=True) for value in one.get(member, ())]
        everywhere = all(member in one for one in constants)
        if everywhere and len({value for value, _ in told}) == len(told):
            schema["oneOf"] = schema.pop("anyOf")
            mapping = {value: f"#/$defs/{name}" for value, name in told}
            schema["discriminator"] = {"propertyName": member, "mapping": mapping}
            return


def _constants(schema: Schema) -> dict[str, list[str]]:
    """Return the required members of an object that have one possible text, or one of a few, with these texts.

    >>> _constants({"properties": {"type": {"enum": ["road", "ship"]}, "edge": {}}, "required": ["type", "edge"]})
    {'type': ['road', 'ship']}
    """
    properties = cast("dict[str, Schema]", schema.get("properties", {}))
    found: dict[str, list[str]] = {}
    for member in cast("list[str]", schema.get("required", [])):
        one = properties[member]
        values = [one["const"]] if "const" in one else cast("list[object]", one.get("enum", []))
        texts = [value for value in values if isinstance(value, str) and value]
        if texts and len(texts) == len(values):
            found[member] = texts
    return found


def _inner(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas directly inside one."""
    for key in NESTED:
        if isinstance(inner := schema.get(key), dict):
            yield inner
    for key in LISTED:
        yield from cast("list[Schema]", schema.get(key, []))
    for key in NAMED:
        yield from cast("dict[str, Schema]", schema.get(key, {})).values()


if __name__ == "__main__":
    sys.exit(main())
