"""What the web table says of a pasted mail (``mail-heads.js``): the server's signature counts, and no player's words do."""

import json
import textwrap
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from engine.protocol.canon import b64
from engine.protocol.evidence import Evidence, SignedCheckpoint, lines_of
from service.keys.signing import Signer
from tests.engine.verifier.test_one_file import NODE

MATCH, OTHER = "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11", "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b12"
SERVER, NEWER, STRANGER = Signer(bytes(range(32))), Signer(bytes(range(1, 33))), Signer(bytes(32))
HEADS = [bytes([n] * 32) for n in range(1, 6)]
FALSE = bytes([99] * 32)
LINK = f"https://play.example/table/{MATCH}"


def signed(n: int, head: bytes, match: str = MATCH, by: Signer = SERVER) -> str:
    signature = b64(by.sign_head(match, n, head))
    shown = SignedCheckpoint("play.example/log", 7, "A" * 43 + "=", "B" * 96)
    return "\n".join(lines_of(Evidence(match, n, b64(head), signature, by.public_key, shown)))


def said(n: int, head: bytes) -> str:
    """What a line of a short mail says, and what anybody can write."""
    return f"To check: entry {n} of the log, {b64(head)}."


LONG = signed(3, HEADS[2])
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "a mail": (f"{LINK}\n{LONG}", {"kind": "agrees", "n": 3}),
    "quoted": (textwrap.indent(LONG, "> > "), {"kind": "agrees", "n": 3}),
    "on one line": (LONG.replace("\n", " "), {"kind": "agrees", "n": 3}),
    "of another history": (signed(3, FALSE), {"kind": "differs", "n": 3}),
    "of another history, beside one that agrees": (
        f"{signed(2, HEADS[1])}\n{signed(3, FALSE)}",
        {"kind": "differs", "n": 3},
    ),
    "beyond the end": (signed(6, FALSE), {"kind": "cut", "n": 6}),
    "by the newest key": (signed(3, HEADS[2], by=NEWER), {"kind": "agrees", "n": 3}),
    "of another match": (signed(3, FALSE, OTHER), {"kind": "other-match"}),
    "a digest": (f"{signed(4, FALSE, OTHER)}\n{LONG}\n{LINK}", {"kind": "agrees", "n": 3}),
    "a player accuses": (f"Cleo: “{said(2, FALSE)}”\n{LONG}", {"kind": "agrees", "n": 3}),
    "a player accuses in the server's form": (f"{signed(2, FALSE, by=STRANGER)}\n{LONG}", {"kind": "agrees", "n": 3}),
    "a player covers up": (f"Cleo: “{said(1, HEADS[0])}”\n{signed(3, FALSE)}", {"kind": "differs", "n": 3}),
    "a player hides": (f"Cleo: “siegelpost evidence”\n{LONG}", {"kind": "agrees", "n": 3}),
    "signed by nobody": (signed(3, FALSE, by=STRANGER), {"kind": "unsigned"}),
    "a line": (said(3, HEADS[2]), {"kind": "agrees", "n": 3}),
    "another line": (said(3, FALSE), {"kind": "differs", "n": 3}),
    "a line beyond the end": (said(6, FALSE), {"kind": "cut", "n": 6}),
    "the same line twice": (said(3, HEADS[2]) * 2, {"kind": "agrees", "n": 3}),
    "lines that agree": (said(3, HEADS[2]) + said(4, HEADS[3]), {"kind": "agrees", "n": 4}),
    "lines of a digest": (f"{LINK} {said(4, FALSE)} {said(3, HEADS[2])}", {"kind": "several"}),
    "lines of which none agrees": (said(4, FALSE) + said(2, FALSE), {"kind": "several"}),
    "a checksum": (b64(HEADS[1]), {"kind": "agrees", "n": 2}),
    "another checksum": (b64(FALSE), {"kind": "unknown"}),
    "a link to another table": (f"https://play.example/table/{OTHER} {said(3, FALSE)}", {"kind": "other-match"}),
    "nothing": ("Bye", {"kind": "none"}),
}


@pytest.fixture(scope="module")
def told() -> dict[str, dict[str, Any]]:
    """What the page says of all cases, by one process."""
    about = {"match": MATCH, "heads": [b64(one) for one in HEADS], "keys": [SERVER.public_key, NEWER.public_key]}
    lines = "".join(json.dumps({"text": text, **about}) + "\n" for text, _ in CASES.values())
    driver = Path(__file__).with_name("mail_heads.mjs")
    done = run([*NODE, str(driver)], input=lines, capture_output=True, text=True, check=True)
    return dict(zip(CASES, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_a_pasted_mail_is_compared_by_what_the_server_signed(told: dict[str, dict[str, Any]], name: str) -> None:
    assert told[name] == CASES[name][1]
