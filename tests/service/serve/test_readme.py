"""The five minutes of the README, as a stranger types them: its own commands and its own program, on a fresh installation."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
FIVE_MINUTES = README.partition("## Five minutes")[2].partition("\n## ")[0]
COMMANDS: list[str] = re.findall(r"^    (\S.*)$", FIVE_MINUTES, re.MULTILINE)
PROGRAM = re.search(r"^```python\n(.*?)^```$", FIVE_MINUTES, re.MULTILINE | re.DOTALL)


def command(*parts: str) -> str:
    """Return the one command that has all these parts."""
    [found] = [one for one in COMMANDS if all(part in one for part in parts)]
    return found


class Stranger:
    """Types commands of the README in a folder of their own; ``variables`` are what was to be filled in."""

    def __init__(self, serving: Serving, folder: Path) -> None:
        self.folder = folder
        self.variables = {"SIEGELPOST_SERVER": serving.url, "SIEGELPOST_TOKEN": str(serving.demo["token"])}
        assert PROGRAM is not None
        (folder / "seal.py").write_text(PROGRAM[1], encoding="utf-8")

    def types(self, *parts: str) -> str:
        """Run a command of the README; return what it prints."""
        script = f"{command('api()')}\n{command(*parts)}"
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env={**os.environ, **self.variables}, capture_output=True,
            text=True, timeout=60, check=True,
        )  # fmt: skip
        return done.stdout

    def waiting(self) -> dict[str, Any] | None:
        waits = json.loads(self.types("api $", "/me/waiting"))["waiting"]
        return waits[0] if waits else None

    def chooses(self, waits: dict[str, Any]) -> None:
        """Fill in what the answers said: the match, its decision, and the first move listed."""
        self.variables |= {"MATCH": waits["match"], "DECISION": waits["decision"]["id"]}
        self.variables["MOVE"] = json.dumps(json.loads(self.types("$DECISION/moves"))["moves"][0])


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[Stranger]:
    serving = Serving(tmp_path / "var")
    try:
        yield Stranger(serving.up(), tmp_path)
    finally:
        serving.end()


def test_the_five_minutes_lead_from_a_card_sealed_by_the_server_to_one_sealed_by_hand(stranger: Stranger) -> None:
    first = stranger.waiting()
    assert first is not None and command("MATCH=...").startswith(f"MATCH=... DECISION={first['decision']['id']} ")
    stranger.chooses(first)
    receipt = json.loads(stranger.types("$DECISION/commitment"))
    assert (receipt["receipt"]["decision"], receipt["opening"]["move"]["type"]) == ("r1.choose", "play")

    def second_card() -> bool:
        waits = stranger.waiting()
        if waits is None or waits["decision"]["id"] == "r1.choose":
            return False
        stranger.chooses(waits)
        if waits["answer"] == "move":
            stranger.types("$DECISION/move ")
        return bool(waits["decision"]["id"] == "r2.choose")

    until(second_card, "the second card is asked")
    stranger.types("seal.py")
    opening = json.loads((stranger.folder / "sealed.json").read_text(encoding="utf-8"))["opening"]
    receipt = json.loads(stranger.types("r2.choose/commitment"))
    assert receipt["receipt"]["decision"] == opening["decision"] == "r2.choose"

    assert stranger.types("picture.svg") == ""
    assert (stranger.folder / "table.svg").read_text(encoding="utf-8").startswith("<svg")
