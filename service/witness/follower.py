"""Follows somebody else's log: every tree that it shows must be a beginning of the next, for everybody.

Fetched data is trusted only if it leads to a root signed by the log. So any contradiction found here is one between the
log's own signatures, and the signed notes are the evidence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.transparency.checkpoint import Checkpoint, signed_checkpoint
from engine.transparency.merkle import (
    BadProof,
    Edge,
    Leaf,
    check_consistency,
    consistency_proof,
    joined,
    leaf_hash,
    parse_leaf,
    subtrees,
)
from engine.transparency.note import BadNote, CheckEd25519, Note, VerifierKey
from engine.transparency.proof import LogProof
from engine.transparency.tiles import WIDTH, NoTile, Tile, TileReader, unbundle, width_in

Fetch = Callable[[str], bytes]
"""Returns an installation's content at a path such as ``/checkpoint``; passes on its transport's exceptions."""
MOST_LEAVES = 100 * WIDTH
"""The most new leaves that are read one by one; beyond that, only the tree's continuity is checked."""


class Alarm(Exception):
    """The log contradicts itself or does not show what it must. ``kind`` is one word; ``evidence`` are signed notes."""

    def __init__(self, kind: str, message: str, evidence: Sequence[Note] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.evidence = tuple(evidence)


@dataclass(frozen=True)
class Seen:
    """A checkpoint followed so far."""

    note: Note
    checkpoint: Checkpoint


class LogFollower:
    """Follows one log by its key."""

    def __init__(self, fetch: Fetch, key: VerifierKey, check: CheckEd25519) -> None:
        self._fetch, self._key, self._check = fetch, key, check

    def read(self, raw: bytes | str) -> Seen:
        """Return a checkpoint of this log; :raises Alarm: when it is none, or not signed by it."""
        try:
            return Seen(*signed_checkpoint(raw, self._key, self._check))
        except BadNote as error:
            raise Alarm("signature", f"what is shown as a checkpoint is none of {self._key.name}: {error}") from error

    def look(self, last: Seen | None) -> tuple[Seen, list[Leaf]]:
        """Return the log's present checkpoint and the leaves that are new since the last one (none at the first look).

        :raises Alarm: when it does not continue the last one.
        """
        now = self.read(self._fetch("/checkpoint"))
        return now, ([] if last is None else self.follow(last, now))

    def follow(self, last: Seen, now: Seen, *, leaves: bool = True) -> list[Leaf]:
        """Check that one checkpoint continues another; :raises Alarm: when it does not.

        :param leaves: read the leaves between as well, and return them, unless they are too many.
        """
        old, new = last.checkpoint, now.checkpoint
        notes = (last.note, now.note)
        if new.size < old.size:
            raise Alarm("shrunk", f"the log had {old.size} leaves and now shows {new.size}", notes)
        if new.size == old.size:
            if new.root != old.root:
                raise Alarm("fork", f"the log has signed two trees of {new.size} leaves", notes)
            return []
        try:
            return self._grown(old, new, leaves and new.size - old.size <= MOST_LEAVES)
        except BadProof as error:
            raise Alarm(
                "fork", f"the tree of {new.size} leaves does not continue that of {old.size}: {error}", notes
            ) from error
        except NoTile as error:
            raise Alarm("withheld", f"the log does not show the tree that it has signed: {error}", notes) from error

    def agrees(self, now: Seen, other: Seen) -> None:
        """Check that somebody else's checkpoint belongs to the same history; :raises Alarm: when it does not."""
        first, second = sorted((now, other), key=lambda one: one.checkpoint.size)
        self.follow(first, second, leaves=False)

    def holds(self, now: Seen, proof: LogProof) -> Seen:
        """Check a proof against the history followed; return the later of its checkpoint and ours.

        :raises Alarm: when it proves nothing, or belongs to another history.
        """
        other = self.read(str(proof.note))
        try:
            proof.check()
        except BadProof as error:
            raise Alarm(
                "proof", f"the proof of entry {proof.leaf.n} of match {proof.leaf.match}: {error}", [proof.note]
            ) from error
        self.agrees(now, other)
        return max(now, other, key=lambda one: one.checkpoint.size)

    def _grown(self, old: Checkpoint, new: Checkpoint, leaves: bool) -> list[Leaf]:
        reader = TileReader(new.size, self._tile)
        if not leaves:
            proof = consistency_proof(old.size, new.size, reader.subtree)
            check_consistency(old.size, new.size, old.root, new.root, proof)
            return []
        hashes = [reader.subtree(level, index) for level, index in subtrees(0, old.size)]
        if joined(hashes) != old.root:
            raise BadProof("its first leaves are others")
        edge = Edge(old.size, hashes)
        entries = self._entries(old.size, new.size)
        for entry in entries:
            edge.append(leaf_hash(entry))
        if edge.root != new.root:
            raise NoTile("the leaves that it shows are not those of the tree")
        try:
            return [parse_leaf(entry) for entry in entries]
        except ValueError as error:
            raise NoTile(f"what it shows as a leaf is none: {error}") from error

    def _tile(self, tile: Tile) -> bytes:
        return self._fetch(f"/tile/{tile.path}")

    def _entries(self, start: int, end: int) -> list[bytes]:
        found: list[bytes] = []
        for bundle in range(start // WIDTH, (end + WIDTH - 1) // WIDTH):
            place = Tile(None, bundle)
            tile = Tile(None, bundle, width_in(place, end))
            entries = unbundle(self._tile(tile))
            if len(entries) != tile.width:
                raise NoTile(f"{tile.path} has not {tile.width} leaves")
            found += entries[max(0, start - bundle * WIDTH) :]
        return found
