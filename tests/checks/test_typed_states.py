"""A misspelt member of any game's state is refused by mypy, where it is written, and not by a match that stumbles over it."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

from engine.registry import SHIPPED
from tests.engine.ways import folder_of

ROOT = Path(__file__).parents[2]

SNIPPETS = {
    "kontor": (
        'play.state["money"][0] -= 1',
        'play.state["monye"][0] -= 1',
        'TypedDict "KontorState" has no key "monye"',
    ),
    "packet_row": (
        'play.state["players"][0]["money"] -= 1',
        'play.state["players"][0]["monye"] -= 1',
        'TypedDict "PlayerState" has no key "monye"',
    ),
    "anno_1701": (
        'play.state["players"][0]["gold"][0] -= 1',
        'play.state["players"][0]["glod"][0] -= 1',
        'TypedDict "Player" has no key "glod"',
    ),
    "seafarers": (
        'play.state["bank"][0] -= 1',
        'play.state["bnak"][0] -= 1',
        'TypedDict "SeafarersState" has no key "bnak"',
    ),
}
"""By game: a line of a rule, the same with a slip, and what mypy says of the slip."""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What mypy says of a module with a right and a wrong line for each game."""
    written = ["from __future__ import annotations", ""]
    for game, (right, wrong, _) in SNIPPETS.items():
        written += [f"import engine.{game}.rules.play", ""]
        for name, line in (("right", right), ("wrong", wrong)):
            written += [f"def {name}_{game}(play: engine.{game}.rules.play.Play) -> None:", f"    {line}", ""]
    module = tmp_path_factory.mktemp("slip") / "slip.py"
    module.write_text("\n".join(written))
    out, err, _ = api.run(["--config-file", str(ROOT / "pyproject.toml"), "--show-error-context", str(module)])
    assert not err
    return out


def test_every_game_has_a_snippet() -> None:
    assert set(SNIPPETS) == {folder_of(game) for game in SHIPPED}


@pytest.mark.parametrize("game", SNIPPETS)
def test_a_slip_is_refused(said: str, game: str) -> None:
    assert f'In function "wrong_{game}"' in said
    assert SNIPPETS[game][2] in said


def test_nothing_else_is_refused(said: str) -> None:
    assert "right_" not in said
    assert said.count(": error:") == len(SNIPPETS)
