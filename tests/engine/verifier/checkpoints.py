"""Receipts with checkpoints beside them: of a server that keeps two logs of all matches, and forged ones."""

from collections.abc import Iterator
from typing import Any

from engine.transparency.checkpoint import Checkpoint
from engine.transparency.note import ED25519, Note, Signature, VerifierKey
from tests.engine.playing import Played
from tests.engine.verifier.mutations import KEY

ORIGIN = "play.example/log"
ONE, OTHER = bytes(32), b"x" * 32


def note(root: bytes, *, size: int = 7, origin: str = ORIGIN, signer: Any = KEY, key: VerifierKey | None = None) -> str:
    """Return a checkpoint with the signature of the log, or of somebody who uses its name."""
    key = key or VerifierKey(origin, ED25519, bytes(KEY.verify_key))
    text = str(Checkpoint(origin, size, root))
    return str(Note(text, (Signature(origin, key.id, signer.sign(text.encode()).signature),)))


def beside(played: Played, *notes: object) -> list[dict[str, Any]]:
    """Return as many receipts of a match, each with one of these beside it."""
    return [{**receipt, "checkpoint": each} for receipt, each in zip(played.receipts, notes, strict=False)]


def cases(played: Played) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """Yield what the checkpoints are, the verdict, and the receipts of two people."""
    stranger = type(KEY)(b"s" * 32)
    mine = note(ONE)
    yield "two roots of one size", "FAIL", beside(played, mine, note(OTHER))
    of_another = {
        **played.receipts[1],
        "receipt": {**played.receipts[1]["receipt"], "match": "0" * 8 + "-0000-4000-8000-" + "0" * 12},
    }
    yield (
        "beside a receipt of another match",
        "FAIL",
        [beside(played, mine)[0], {**of_another, "checkpoint": note(OTHER)}],
    )
    yield "beside no receipt at all", "FAIL", [beside(played, mine)[0], {"checkpoint": note(OTHER)}]
    yield "the same twice", "PASS", beside(played, mine, mine)
    yield "of two sizes", "PASS", beside(played, mine, note(OTHER, size=8))
    yield "of two logs", "PASS", beside(played, mine, note(OTHER, origin="play.example/other"))
    yield "none", "PASS", beside(played, mine, None)
    for name, forged in {
        "signed by a stranger": note(OTHER, signer=stranger),
        "under a stranger's key id": note(OTHER, key=VerifierKey(ORIGIN, ED25519, bytes(stranger.verify_key))),
        "another root than was signed": mine.replace("A" * 43, "B" * 42 + "A"),
        "a root of a second spelling": mine.replace("A" * 43, "A" * 42 + "B"),
        "a second signature": note(OTHER) + note(OTHER).rpartition("\n\n")[2],
        "a further line": note(OTHER).replace("\n\n", "\nmore\n\n", 1),
        "a size with a zero before it": note(OTHER).replace("\n7\n", "\n07\n"),
        "a size beyond 2^53": note(OTHER, size=2**53),
        "a blank in the name": note(OTHER, origin="play example"),
        "cut": note(OTHER)[:-1],
        "empty": "",
    }.items():
        yield name, "PASS", beside(played, mine, forged)
