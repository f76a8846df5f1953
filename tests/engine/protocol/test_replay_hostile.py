"""Exports written by somebody who means harm, all of them signed and chained: a verdict, never a traceback, at a small cost."""

import copy
import tracemalloc
from typing import Any

import pytest

from engine.protocol.canon import b64
from engine.protocol.log import FIRST_HEAD, Line, export_line, next_head, read_export
from engine.protocol.seal import head_bytes
from engine.verifier.replay import Report, verify
from tests.engine.playing import MATCH, Change, Server

SMALL = 8_000_000
"""Bytes of memory, besides what the export itself takes when it is read."""


def forged(change: Change) -> Report:
    """Return the verdict on a whole match of which one entry was changed and everything was chained and signed anew."""
    server = Server(options={"preset": "goldsieber-basic", "round_limit": 4}, seed=5)
    played = server.play()
    entries = [copy.deepcopy(line["entry"]) for line in read_export(played.export)]
    change(entries)
    lines, head = [], FIRST_HEAD
    for entry in entries:
        head = next_head(head, entry)
        signature = server.key.sign(head_bytes(MATCH, entry["n"], head)).signature
        lines.append(export_line(Line(entry=entry, head=b64(head), sig=b64(signature))))
    tracemalloc.start()
    try:
        found = verify(b"".join(lines), check_signature=played.check_signature)
        assert tracemalloc.get_traced_memory()[1] < SMALL + 30 * sum(map(len, lines))
    finally:
        tracemalloc.stop()
    return found


def change(kind: str, **members: Any) -> Change:
    """Return a change of the first entry of a kind."""
    return lambda entries: next(one["body"] for one in entries if one["type"] == kind).update(members)


def change_move(**members: Any) -> Change:
    """Return a change of the first move of the log."""
    return lambda entries: next(one["body"] for one in entries if one["type"] == "resolved")["moves"][0].update(members)


CHANGES = {
    "millions of seats": change("created", seats=50_000_000),
    "true seats": change("created", seats=True),
    "no seats": change("created", seats=-1),
    "no options": change("created", options={}),
    "options of another form": change("created", options=[[[]]]),
    "an unknown preset": change("created", options={"preset": "nope"}),
    "rules that are no text": change("created", rules={"a": 1}),
    "data that are no text": change("created", data=[1]),
    "entropies of another form": change("started", entropies=[3, {}]),
    "too few entropies": change("started", entropies=[]),
    "a seed that is no base64": change("closed", seed="***"),
    "a deadline that is no time": change("opened", deadline="soon"),
    "a decision that is no text": change("opened", decision={"x": []}),
    "a fallback of a seat that is not asked": change_move(by="fallback", seat=7),
    "faults of another form": change("resolved", faults=[{"seat": []}]),
    "a move that is a list": change_move(move=[]),
    "a move by nobody known": change_move(by="me"),
    "moves of another form": change("resolved", moves=[1, 2]),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_hostile_export_is_refuted(name: str) -> None:
    assert forged(CHANGES[name]).verdict == "FAIL"


def test_unchanged_it_passes() -> None:
    assert forged(lambda entries: None).verdict == "PASS"
