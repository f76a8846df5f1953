"""A log's request to a witness: a new checkpoint, and the proof that it continues the last one (c2sp.org/tlog-witness)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.transparency.checkpoint import number
from engine.transparency.merkle import LONGEST_PROOF
from engine.transparency.note import BadNote, Note, b64, parse_note, unb64

LONGEST_REQUEST = 80 * 1024


@dataclass(frozen=True)
class AddCheckpoint:
    """The body of ``POST add-checkpoint``: the size that the witness cosigned last, the proof from there, the checkpoint."""

    old: int
    proof: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        return f"old {self.old}\n" + "".join(b64(one) + "\n" for one in self.proof) + f"\n{self.note}"


def add_checkpoint(old: int, proof: Sequence[bytes], note: Note) -> bytes:
    """Return the body of a request."""
    return str(AddCheckpoint(old, tuple(proof), note)).encode()


def parse_add_checkpoint(raw: bytes) -> AddCheckpoint:
    """Return the parts of a request's body; :raises BadNote: when it has another form."""
    if len(raw) > LONGEST_REQUEST:
        raise BadNote(f"a request has at most {LONGEST_REQUEST} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeError as error:
        raise BadNote("a request is UTF-8") from error
    head, blank, note = text.partition("\n\n")
    lines = head.split("\n", LONGEST_PROOF + 2)
    if not blank or not lines[0].startswith("old ") or len(lines) > LONGEST_PROOF + 1:
        raise BadNote("a request is 'old <size>', at most 63 hashes, an empty line and a checkpoint")
    proof = tuple(unb64(line) for line in lines[1:])
    if any(len(one) != 32 for one in proof):
        raise BadNote("a hash of the proof has not 32 bytes")
    return AddCheckpoint(number(lines[0][4:]), proof, parse_note(note))


__all__ = ["LONGEST_REQUEST", "AddCheckpoint", "add_checkpoint", "parse_add_checkpoint"]
