"""``siegelpost commitment``: the protocol's own example, computed at the command line."""

import pytest
from click.testing import CliRunner, Result

from service.cli import main

OPENING = """{"v": 1, "match": "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11", "rules": "kontor@1", "decision": "r3.choose",
 "seat": 1, "head": "tEF3WwhNaHvsTy9r6VWYpM8vAXxwQyYtNZ3gCwUF0A0", "salt": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
 "move": {"type": "play", "card": "C36"}}"""
COMMITMENT = "sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ"


def commitment(text: str, *options: str) -> Result:
    return CliRunner().invoke(main, ["commitment", *options], input=text)


def test_the_protocols_example_gives_the_protocols_commitment() -> None:
    found = commitment(OPENING)
    assert (found.exit_code, found.output) == (0, COMMITMENT + "\n")


def test_the_hashed_bytes_can_be_shown() -> None:
    lines = commitment(OPENING, "--canonical").output.splitlines()
    assert len(lines[0].encode()) == 247
    assert lines[1] == COMMITMENT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        (OPENING.replace('"v": 1', '"v": true'), "/v"),
        (OPENING.replace('"v": 1', '"v": 1, "v": 1'), "twice"),
        (OPENING.replace("AAECAw", "AAECA"), "/salt"),
    ],
)
def test_anything_but_an_opening_is_refused_with_the_member(text: str, said: str) -> None:
    found = commitment(text)
    assert found.exit_code == 1
    assert said in found.output
