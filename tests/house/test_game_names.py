"""No part of the product but the games themselves and the registry knows a game by name, so a new game needs no other change."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.registry import SHIPPED
from tests.engine.ways import folder_of
from tests.given.of_each import of_each

ROOT = Path(__file__).parents[2]
FOLDERS = {folder_of(game) for game in SHIPPED}
NAMES = {
    *FOLDERS,
    *(game.rules.id.partition("@")[0] for game in SHIPPED),
    *(re.split(" – ", game.rules.title)[0] for game in SHIPPED),
    *(type(game).__name__ for game in SHIPPED),
}
NAMED = re.compile("|".join(rf"(?<![a-z0-9]){re.escape(name.lower())}(?![a-z])" for name in sorted(NAMES)))

MAY_NAME = {
    "engine/registry.py": "which games there are",
    "service/api/protocol.md": "the protocol's vectors are of one match",
    "service/api/guide/guide.md": "the guide plays a match, and a match is of a game",
    "service/api/guide/five_calls.py": "the guide plays a match, and a match is of a game",
    "service/api/guide/new_bot.py": "the guide plays a match, and a match is of a game",
    "service/api/guide/hundred.py": "the guide begins matches, and a match is of a game",
}


def product() -> Iterator[Path]:
    """Yield the files of the product that should know no game by name."""
    for package in ("engine", "service", "workers"):
        for path in sorted((ROOT / package).rglob("*")):
            inside = path.relative_to(ROOT / package).parts
            if (package == "engine" and inside[0] == "games") or "__pycache__" in inside:
                continue
            if path.suffix in (".py", ".html", ".txt", ".toml", ".lua", ".md", ".js", ".css"):
                yield path


def said(path: Path) -> str:
    """Return what a file says to the machine and to people who play: a module's docstrings and comments are for its readers."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [one for one in body if not _is_text_alone(one)]
    return ast.unparse(tree)


def _is_text_alone(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def named_in(text: str) -> list[str]:
    """Return the games named in a text.

    >>> named_in('if view["game"] == "kontor@1"'), named_in("import AnnoWords from engine.games.anno_1701.text")
    (['kontor'], ['anno_1701'])
    """
    return NAMED.findall(text.lower())


@of_each(((path,) for path in product()), name=lambda path: str(path.relative_to(ROOT)))
def test_no_file_knows_a_game_by_name(path: Path) -> None:
    if str(path.relative_to(ROOT)) not in MAY_NAME and named_in(path.read_text(encoding="utf-8")):
        assert named_in(said(path)) == []


def test_only_files_that_name_games_are_excused() -> None:
    assert all(named_in(said(ROOT / path)) for path in MAY_NAME)


@pytest.mark.parametrize(
    "text",
    [
        'view["game"] == "kontor"',
        "from engine.games.anno_1701.words import AnnoWords",
        'rules="packet-row@1"',
        "Packet Row",
        "KONTOR",
    ],
)
def test_a_game_s_name_is_found(text: str) -> None:
    assert named_in(text)
