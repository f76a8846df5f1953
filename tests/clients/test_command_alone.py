"""`siegelpost` without the server: a player's machine has neither Flask nor Redis, and everything of a player's runs."""

import re
import sys
import tomllib
from pathlib import Path
from subprocess import CompletedProcess, run

import pytest

from service.cli.command import COMMANDS

ROOT = Path(__file__).parents[2]
OPERATORS = {"admin.cli.commands", "admin.cli.house", "admin.cli.parked", "cli.running"}
"""Modules of commands that run the server or look into its store."""
OF_AN_EXTRA = {"cli.assistant"}
"""Modules of players' commands that need an extra of their own."""
ALONE = """
import importlib, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {absent}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Absent())
"""
NAMES = {
    "flask-smorest": "flask_smorest",
    "pyvips-binary": "_libvips",
    "backports.zstd": "backports",
    "markdown-it-py": "markdown_it",
}


def alone(code: str) -> CompletedProcess[str]:
    """Run Python where no package of the extra ``server`` is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    server = [re.split("[>=<]", one)[0] for one in project["optional-dependencies"]["server"]]
    absent = {NAMES.get(one, one) for one in [*server, "mcp"]} - {"idna", "pygments"}  # which httpx and rich bring
    return run([sys.executable, "-c", ALONE.format(absent=absent) + code], capture_output=True, text=True, check=False)


def test_the_commands_of_players_need_nothing_of_the_server() -> None:
    modules = sorted({module for module, _ in COMMANDS.values()} - OPERATORS - OF_AN_EXTRA)
    done = alone(f"for module in {modules}: importlib.import_module('service.' + module)")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "extra"), [("serve", "server"), ("parked", "server"), ("admin", "server"), ("mcp", "mcp")]
)
def test_a_command_that_needs_more_says_what_to_install(command: str, extra: str) -> None:
    done = alone(f"sys.argv = ['siegelpost', '{command}']; from service.cli import main; main()")
    assert done.returncode == 1
    assert f"install siegelpost[{extra}]" in done.stderr and "Traceback" not in done.stderr
