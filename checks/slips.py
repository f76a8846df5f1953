"""``python -m checks.slips``: a misspelt member of any game's state is refused by mypy, where it is written.

For each game a line of a rule, and the same line with a slip: mypy must refuse the second and nothing else. It runs after mypy
in ``make check``, whose cache makes it cheap.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from mypy import api

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


class Slip(NamedTuple):
    """A line of a rule, the same with a slip, and what mypy says of the slip."""

    right: str
    wrong: str
    said: str


SLIPS = {
    "kontor": Slip(
        'play.state["money"][0] -= 1', 'play.state["monye"][0] -= 1', 'TypedDict "KontorState" has no key "monye"'
    ),
    "packet_row": Slip(
        'play.state["players"][0]["money"] -= 1',
        'play.state["players"][0]["monye"] -= 1',
        'TypedDict "PlayerState" has no key "monye"',
    ),
    "anno_1701": Slip(
        'play.state["players"][0]["gold"][0] -= 1',
        'play.state["players"][0]["glod"][0] -= 1',
        'TypedDict "Player" has no key "glod"',
    ),
    "seafarers": Slip(
        'play.state["bank"][0] -= 1', 'play.state["bnak"][0] -= 1', 'TypedDict "SeafarersState" has no key "bnak"'
    ),
}
"""By game, named by its folder."""


def module() -> str:
    """Return a module with a function for each line."""
    written = ["from __future__ import annotations", ""]
    for game, slip in SLIPS.items():
        written += [f"import engine.games.{game}.rules.play", ""]
        for name, line in (("right", slip.right), ("wrong", slip.wrong)):
            written += [f"def {name}_{game}(play: engine.games.{game}.rules.play.Play) -> None:", f"    {line}", ""]
    return "\n".join(written)


def faults(said: str) -> list[str]:
    """Return what is wrong with what mypy says of :func:`module`.

    >>> faults("")[0]
    'kontor: the slip is not refused'
    """
    found = [
        f"{game}: the slip is not refused"
        for game, slip in SLIPS.items()
        if f'In function "wrong_{game}"' not in said or slip.said not in said
    ]
    if said.count(": error:") != len(SLIPS) - len(found) or "right_" in said:
        found.append(f"something else is refused: {said}")
    return found


def main() -> int:
    """Say what is wrong; return 0 when nothing is."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "slip.py"
        path.write_text(module(), encoding="utf-8")
        out, err, _ = api.run(["--config-file", str(PROJECT), "--show-error-context", str(path)])
    wrong = [*faults(out), *([err] if err else [])]
    for one in wrong:
        print(one, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
