"""What a browser keeps of a match against a log that was written anew, also under a new key (``beginnings.js``)."""

import json
from pathlib import Path
from subprocess import run
from typing import Any

from engine.protocol.canon import b64, canonical
from tests.engine.playing import Played, Server
from tests.engine.verifier.test_one_file import NODE

SHORT: dict[str, Any] = {"options": {"preset": "goldsieber-basic", "round_limit": 2}}


def test_a_log_that_was_written_anew_contradicts_what_the_browser_keeps() -> None:
    """The attack: the operator changes the key and writes an old match anew under it; a kept file has no heads of visits."""
    honest, anew = Server(**SHORT, seed=5).play(), Server(**SHORT, seed=6, key=b"new key").play()
    old, new, stranger = b64(honest.public_key), b64(anew.public_key), b64(bytes(31) + b"\x01")

    def first(played: Played) -> str:
        return canonical(json.loads(played.export.splitlines()[0])).decode()

    def held(log: Played, key: str | None, known: list[str], of: Played, *, lines: bool = True) -> dict[str, Any]:
        receipts = [{"receipt": one["receipt"], "signature": one["signature"]} for one in of.receipts]
        kept = [first(of)] if lines else []
        return {"first": first(log), "key": key, "known": known, "lines": kept, "receipts": receipts}

    cases = [
        (held(honest, old, [old], honest), (1, None)),
        (held(honest, old, [old, new], honest), (1, None)),
        (held(anew, new, [old, new], honest), (1, "created")),
        (held(anew, new, [old, new], honest, lines=False), (0, "key")),
        (held(anew, new, [new, stranger], honest), (0, None)),  # nobody here knows whose key that was
        (held(anew, None, [], honest), (0, None)),
    ]
    given = "".join(json.dumps(case) + "\n" for case, _ in cases)
    driver = Path(__file__).with_name("beginnings.mjs")
    done = run([*NODE, str(driver)], input=given, capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["compared"], one["broken"]) for one in told] == [expected for _, expected in cases]
