"""Every registered game is held to the import contracts: a forgotten line in ``pyproject.toml`` would hold it to none."""

import tomllib
from pathlib import Path

import pytest

from engine.registry import SHIPPED
from tests.engine.ways import folder_of

ROOT = Path(__file__).parents[2]
CONTRACTS = {
    one["name"]: one
    for one in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
}


@pytest.mark.parametrize("folder", sorted({folder_of(game) for game in SHIPPED}))
def test_a_game_stands_in_the_contracts_for_games(folder: str) -> None:
    package = f"engine.games.{folder}"
    assert package in CONTRACTS["games know nothing of each other"]["modules"]
    layers = CONTRACTS["verifier -> registry -> match machine -> games -> kit -> contract"]["layers"]
    assert [layer for layer in layers if package in layer.split(" | ")], f"{package} is in no layer"
