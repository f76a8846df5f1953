"""What a test needs is found out, not written down: servers, browsers, patience."""

import ast
from pathlib import Path

import pytest

from tests.needs import PATIENT, ROOT, needs


@pytest.mark.parametrize(
    ("module", "found"),
    [
        ("tests.engine.kontor.test_bot", set()),
        ("tests.engine.transparency.test_merkle", set()),
        ("tests.store.servers.test_crashes", {"server"}),
        ("tests.openapi.test_examples", {"server"}),
        ("tests.browser.conftest", {"server", "browser"}),
    ],
)
def test_a_module_needs_what_it_imports(module: str, found: set[str]) -> None:
    assert needs(module) == found


def test_every_test_that_is_said_to_take_seconds_exists() -> None:
    assert len(PATIENT) > 20
    for one in sorted(PATIENT):
        path, _, name = one.partition("::")
        found = {
            node.name
            for node in ast.walk(ast.parse(Path(ROOT / path).read_bytes()))
            if isinstance(node, ast.FunctionDef)
        }
        assert name in found, one
