"""Proofs: that a leaf is in the log, as a file that needs no server, and that a new checkpoint continues the last one.

The first is c2sp.org/tlog-proof; the second goes with a log's request to a witness (c2sp.org/tlog-witness).

Its ``extra`` line holds the leaf, so that a reader knows which entry of which match it proves before he has the export.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.transparency.checkpoint import checkpoint_of, number
from engine.transparency.merkle import LONGEST_PROOF, BadProof, Leaf, leaf_hash, parse_leaf, root_of_inclusion
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


HEADER = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True)
class LogProof:
    """A leaf, its place in the log, the hashes up to the root, and the checkpoint that names the root."""

    leaf: Leaf
    index: int
    hashes: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        lines = [HEADER, f"extra {b64(self.leaf.entry)}", f"index {self.index}", *map(b64, self.hashes)]
        return "".join(line + "\n" for line in lines) + f"\n{self.note}"

    def check(self) -> None:
        """Check that the hashes lead from the leaf to the checkpoint's root; signatures are another matter.

        :raises BadProof: when they do not.
        """
        checkpoint = checkpoint_of(self.note)
        root = root_of_inclusion(leaf_hash(self.leaf.entry), self.index, checkpoint.size, self.hashes)
        if root != checkpoint.root:
            raise BadProof(f"entry {self.leaf.n} is not leaf {self.index} of the log")


def make_proof(leaf: Leaf, index: int, hashes: Sequence[bytes], note: Note) -> LogProof:
    """Return the proof of these parts."""
    return LogProof(leaf, index, tuple(hashes), note)


def parse_proof(raw: bytes | str) -> LogProof:
    """Return the proof of its text; :raises BadNote: when it is none. Nothing is checked but its form."""
    try:
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
    except UnicodeError as error:
        raise BadNote("a proof is UTF-8") from error
    head, blank, note = text.partition("\n\n")
    lines = head.split("\n", LONGEST_PROOF + 4)
    if not blank or len(lines) < 3 or lines[0] != HEADER:
        raise BadNote(
            f"a proof begins with {HEADER}, and has a leaf, its index, hashes, an empty line and a checkpoint"
        )
    if not lines[1].startswith("extra ") or not lines[2].startswith("index "):
        raise BadNote("the second line of a proof is 'extra' with the leaf, the third 'index' with its place")
    if len(lines) > LONGEST_PROOF + 3:
        raise BadNote(f"a proof has at most {LONGEST_PROOF} hashes")
    try:
        leaf = parse_leaf(unb64(lines[1][6:]))
    except ValueError as error:
        raise BadNote(f"the leaf of the proof: {error}") from error
    hashes = tuple(unb64(line) for line in lines[3:])
    if any(len(one) != 32 for one in hashes):
        raise BadNote("a hash of the proof has not 32 bytes")
    parsed = parse_note(note)
    checkpoint_of(parsed)
    return LogProof(leaf, number(lines[2][6:]), hashes, parsed)
