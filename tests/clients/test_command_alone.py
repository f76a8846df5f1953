"""`siegelpost` without the server: a player's machine has neither Flask nor Redis, and everything of a player's runs."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from subprocess import run

from service.cli.command import COMMANDS

ROOT = Path(__file__).parents[2]
OPERATORS = {"parked", "running"}
"""Modules of commands that run the server or look into its store."""
CODE = """
import importlib, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {absent}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
for module in {modules}:
    importlib.import_module("service.cli." + module)
"""
NAMES = {"flask-smorest": "flask_smorest", "resvg-py": "resvg_py", "flask-swagger-ui": "flask_swagger_ui"}


def test_the_commands_of_players_need_nothing_of_the_server() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    server = [re.split("[>=<]", one)[0] for one in project["optional-dependencies"]["server"]]
    absent = {NAMES.get(one, one) for one in server} - {"idna"}  # which httpx brings
    modules = sorted({module for module, _ in COMMANDS.values()} - OPERATORS)
    done = run(
        [sys.executable, "-c", CODE.format(absent=absent, modules=modules)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
