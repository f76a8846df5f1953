"""Writes the log of all matches: reads missing heads, appends them, signs the checkpoint. One thread of the clock.

No act waits for this: steps note which matches have new heads, and the writer follows about a second behind, with at
most one write per second for the whole installation. Several writers are harmless: an append names the size it
continues, so one of two fails, writes nothing and stands by.

No head can be lost. A step notes its match in the same script that writes its lines; a match is crossed off only when
it knows the leaf of its last entry; leaves that a crash left unfiled are filed at the next start; and sweeps note
matches that were missed.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.transparency.checkpoint import Checkpoint, checkpoint_of
from engine.transparency.merkle import Edge, Leaf
from engine.transparency.note import BadNote, parse_note
from service.keys.keyring import LogKeyMissing, Signers
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.installation.head_log import Growth, HeadLog, LogHead, Publication
from service.store.matches.packing import TOGETHER, from_first
from service.telemetry import tracing
from workers.clock.cosigning import Cosigning

EVERY = 1.0
"""Minimum seconds between two batches."""
QUIET = 15.0
"""The longest time between two looks (seconds): the bell announces every step, but a ring may get lost."""
STAND_BY = 10.0
"""Seconds for which a writer pauses after another one was quicker."""
BATCH = 4_096
"""The most heads in one batch; a backlog is worked off at this rate."""
PACKED_AT_ONCE = 32
"""The most matches whose old lines are packed after a batch; others follow when they have grown again."""

log = logging.getLogger("siegelpost.head_log")


class RottenLog(RuntimeError):
    """The stored tree and its checkpoint disagree: nothing more is signed until the operator has looked at it."""


@dataclass
class HeadLogWriter:
    """Writes the log named ``origin``. Remembers the tree's edge and the leaves still to be filed in their matches.

    The log keeps the signing key that it began with; under another name it begins with the newest.
    """

    store: HeadLog
    signers: Signers
    origin: str
    cosigning: Cosigning | None = None
    _edge: Edge | None = None
    _note: str = ""
    _shown: str = ""
    _filed: int = 0
    _unfiled: list[tuple[int, Leaf]] = field(default_factory=list)
    wrote: bool = False
    """Whether the last batch wrote anything: there may be more, and the next batch files its leaves."""

    def batch(self) -> bool:
        """Append missing heads, up to :data:`BATCH`; return ``False`` when another writer was quicker.

        Writes at most once, and not at all if nothing is missing.

        :raises StoreUnavailable: when the store does not answer; the next batch starts from the stored state.
        :raises RottenLog: when the stored log contradicts itself.
        """
        try:
            return self._batch()
        except (StoreUnavailable, Unreadable):
            self._edge = None
            if self.cosigning is not None:
                self.cosigning.publish_again()
            raise

    def _batch(self) -> bool:
        self.wrote = False
        edge = self._edge or self._recover(self.store.log_head())
        leaves, put_off = self._lacking()
        growth = None
        if leaves or not self._is_ours():
            grown, pieces = Growth.of(edge, leaves)
            signer = self.signers.of_log(self.origin, self._note)
            note = str(signer.sign_checkpoint(Checkpoint(self.origin, grown.size, grown.root)))
            growth = Growth(edge.size, grown.size, tuple(edge.hashes), tuple(grown.hashes), note, self._filed, pieces)
        published = self._to_publish(growth.note if growth else self._note)
        if growth is None and not self._unfiled and not put_off and published is None:
            return True
        with tracing.span("log", parent="", facts={"entries": len(leaves)}):
            if not self.store.grow_log(growth, self._unfiled, put_off, published):
                self._edge = None
                return False
            self.wrote = True
            self._pack_lines()
        self._filed, self._unfiled = edge.size, []
        self._shown = published.note if published else self._shown
        if growth is not None:
            self._unfiled = list(enumerate(leaves, edge.size))
            self._edge, self._note = grown, growth.note
            if self.cosigning is not None:
                self.cosigning.offer(growth.note)
        return True

    def _pack_lines(self) -> None:
        """Pack old lines of matches whose newly filed leaves have made enough lines old."""
        filed: dict[str, tuple[int, int]] = {}
        for _, leaf in self._unfiled:
            filed[leaf.match] = (filed.get(leaf.match, (leaf.n, 0))[0], leaf.n)
        grown = [
            (match, n)
            for match, (first, n) in filed.items()
            if n > TOGETHER and from_first(first - 2) < from_first(n - 1)
        ]
        for match, last in grown[:PACKED_AT_ONCE]:
            try:
                self.store.pack_lines(match, last)
            except Unreadable as error:  # whoever reads the match finds the same, and says so
                log.debug("lines of match %s are not packed together: %s", match, error)

    def _recover(self, head: LogHead) -> Edge:
        """Continue from the stored log, and read the leaves that may not be filed yet."""
        edge = Edge(head.size, head.edge)
        if head.note:
            try:
                said = checkpoint_of(parse_note(head.note))
            except BadNote as error:
                raise RottenLog(f"the stored checkpoint cannot be read: {error}") from error
            if (said.size, said.root) != (edge.size, edge.root):
                raise RottenLog("the stored checkpoint is not that of the stored tree")
            try:
                self.signers.of_log(self.origin, head.note)
            except LogKeyMissing as error:
                raise RottenLog(str(error)) from error
        leaves = self.store.log_leaves(head.filed, head.size)
        self._edge, self._note, self._shown, self._filed = edge, head.note, head.published, head.filed
        self._unfiled = list(enumerate(leaves, head.filed))
        if self.cosigning is not None and self._is_ours():
            self.cosigning.offer(head.note)
        return edge

    def _lacking(self) -> tuple[list[Leaf], list[str]]:
        """Return the heads missing from the log, and the matches whose heads cannot be determined now."""
        known: dict[str, int] = {}
        for _, leaf in self._unfiled:
            known[leaf.match] = max(leaf.n, known.get(leaf.match, 0))
        leaves: list[Leaf] = []
        put_off: list[str] = []
        for found in self.store.unlogged(BATCH, known):
            if found.heads is None:
                put_off.append(found.match)
            else:
                leaves += [Leaf(found.match, n, head) for n, head in enumerate(found.heads, found.first)]
        return leaves, put_off

    def _is_ours(self) -> bool:
        """Return whether the stored checkpoint has the log's present name, and therefore its key."""
        return bool(self._note) and checkpoint_of(parse_note(self._note)).origin == self.origin

    def _to_publish(self, note: str) -> Publication | None:
        """Return the checkpoint to publish: without witnesses, the given one unless it is published already."""
        if self.cosigning is not None:
            return self.cosigning.collected()
        text = parse_note(note).text
        if self._shown and parse_note(self._shown).text == text:
            return None
        return Publication(checkpoint_of(parse_note(note)).size, note, 0, "")


def write_for_ever(writer: HeadLogWriter, rung: threading.Event, sleep: Callable[[float], None] = time.sleep) -> None:
    """Write batch after batch; wait out outages, and report a rotten log and look at it again a minute later.

    :param rung: set when a match may have new heads; otherwise the log is looked at less often.
    """
    while True:
        pause = EVERY
        rung.clear()
        try:
            if not writer.batch():
                pause = STAND_BY
        except StoreUnavailable:
            pass
        except (Unreadable, RottenLog) as error:
            log.error("the log of all matches stands still: %s", error)
            pause = 60.0
        sleep(pause)
        if pause != EVERY or writer.wrote or writer.cosigning is not None:  # cosignatures come without a ring
            continue
        rung.wait(QUIET - EVERY)
