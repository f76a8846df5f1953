"""Asks the witnesses to cosign the checkpoints of our log (c2sp.org/tlog-witness). One thread each; nobody waits for
it.

Checkpoints go out in rounds, so that the cosignatures of several witnesses come together under one. A round ends when
all witnesses not known to be away have answered, or after two seconds; later answers still count for their checkpoint.
A witness that is slow, down or dishonest holds up only its own thread.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import requests

from engine.transparency.checkpoint import Checkpoint, checkpoint_of, cosigned_by, number
from engine.transparency.merkle import consistency_proof
from engine.transparency.note import BadNote, Note, Signature, parse_note
from engine.transparency.proof import add_checkpoint
from engine.transparency.tiles import ReadTile, TileReader
from service.config.variables import WitnessAddress
from service.keys.signing import verify_signature
from service.no_redirects import NoRedirects
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.installation.head_log import Publication

ROUND = 2.0
"""Seconds after which a checkpoint is published with the cosignatures collected so far."""
CONNECT, READ, WHOLE = 3.0, 10.0, 20.0
"""Seconds to connect, to wait for the next bytes, and for a whole answer."""
LONGEST_ANSWER = 64 * 1024
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0
ROUNDS_KEPT = 8
"""How many of the last checkpoints still accept a late cosignature."""

log = logging.getLogger("siegelpost.cosigning")


class Refused(Exception):
    """A witness that did not cosign; the message says why."""


@dataclass
class Round:
    """A checkpoint and the witnesses' answers."""

    note: Note
    checkpoint: Checkpoint
    began: float
    awaited: set[str]
    signatures: dict[str, Signature] = field(default_factory=dict)
    told: int = -1
    """The number of cosignatures at the last publication; -1 before the first."""

    def publication(self, witnesses: str) -> Publication:
        """Return the checkpoint with its cosignatures, in the order of the names of the ``witnesses`` asked."""
        ours = self.note.signatures[0]
        note = self.note.with_signatures([self.signatures[name] for name in sorted(self.signatures)])
        return Publication(
            self.checkpoint.size, str(note), len(self.signatures), f"{ours.name} {ours.key_id.hex()} {witnesses}"
        )


class Witness:
    """One witness as the log sees it. ``size`` is the last tree size that it cosigned, as far as we know."""

    def __init__(self, address: WitnessAddress, read_tile: ReadTile) -> None:
        self.address, self._read_tile = address, read_tile
        self.size = 0
        self._session = NoRedirects()

    @property
    def name(self) -> str:
        """The name of the witness's key."""
        return self.address.key.name

    def cosign(self, note: Note, checkpoint: Checkpoint) -> Signature:
        """Return the witness's cosignature of a checkpoint; :raises Refused: when it gives no valid one."""
        for _ in range(2):
            status, body = self._ask(note, checkpoint)
            if status != requests.codes.conflict:
                break
            self.size = self._told(body, checkpoint)
        if status != requests.codes.ok:
            raise Refused(f"it answers {status}")
        try:
            lines = [Signature.parse(line) for line in body.decode("utf-8").removesuffix("\n").split("\n")]
            answer = Note(note.text, tuple(lines))
            if cosigned_by(answer, self.address.key, verify_signature) is None:
                raise Refused("its answer has no cosignature by its key")
        except (BadNote, UnicodeError) as error:
            raise Refused(f"its answer is no cosignature: {error}") from error
        self.size = checkpoint.size
        return answer.by(self.address.key)[0]

    def _ask(self, note: Note, checkpoint: Checkpoint) -> tuple[int, bytes]:
        old = min(self.size, checkpoint.size)
        proof = consistency_proof(old, checkpoint.size, TileReader(checkpoint.size, self._read_tile).subtree)
        ends = time.monotonic() + WHOLE
        try:
            with self._session.post(
                f"{self.address.url}/add-checkpoint",
                data=add_checkpoint(old, proof, note),
                timeout=(CONNECT, READ),
                allow_redirects=False,
                stream=True,
            ) as response:
                body = b""
                # Byte by byte, so that the time is looked at however slowly they come.
                for piece in response.iter_content(1):
                    body += piece
                    if len(body) > LONGEST_ANSWER or time.monotonic() > ends:
                        raise Refused("its answer does not end")
                return response.status_code, body
        except requests.RequestException as error:
            raise Refused(f"it does not answer ({type(error).__name__})") from error

    def _told(self, body: bytes, checkpoint: Checkpoint) -> int:
        """Return the size that a witness reports as the last it cosigned."""
        try:
            size = number(body.decode("ascii").removesuffix("\n"))
        except (BadNote, UnicodeError) as error:
            raise Refused("it answers 409 without a size") from error
        if size > checkpoint.size:
            raise Refused(
                f"it has cosigned a tree of size {size}, ours has {checkpoint.size}: if this store was put back from an older "
                "backup, the log needs a new SIEGELPOST_LOG_ORIGIN"
            )
        return size


class Cosigning:
    """Collects the cosignatures of our checkpoints."""

    def __init__(
        self, addresses: Sequence[WitnessAddress], read_tile: ReadTile, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._latest: Note | None = None
        self._rounds: list[Round] = []
        self._idle: set[str] = set()
        self._stopped = False
        self._asked = " ".join(sorted(str(one.key) for one in addresses))
        self._witnesses = [Witness(one, read_tile) for one in addresses]

    def start(self) -> None:
        """Start the threads; they end with the process, or on :meth:`stop`."""
        for witness in self._witnesses:
            threading.Thread(target=self._serve, args=(witness,), name=f"witness {witness.name}", daemon=True).start()

    def stop(self) -> None:
        """Let the threads end after their current requests."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def offer(self, note: str) -> None:
        """Have a new checkpoint cosigned, now or in the next round."""
        with self._changed:
            self._latest = parse_note(note)
            self._next_round()

    def collected(self) -> Publication | None:
        """Return a checkpoint with cosignatures that have arrived since the last call, or None if nothing is new."""
        with self._changed:
            self._next_round()
            for one in self._rounds:
                if self._is_over(one) and len(one.signatures) > one.told:
                    one.told = len(one.signatures)
                    return one.publication(self._asked)
            return None

    def publish_again(self) -> None:
        """Offer the cosignatures for publication again, because it is unknown whether the last publication succeeded."""
        with self._changed:
            for one in self._rounds:
                one.told = -1

    def _is_over(self, one: Round) -> bool:
        return one.awaited <= one.signatures.keys() or self._clock() - one.began >= ROUND

    def _next_round(self) -> None:
        if self._latest is None or (self._rounds and not self._is_over(self._rounds[-1])):
            return
        if self._rounds and (self._rounds[-1].note.text == self._latest.text or self._rounds[-1].told < 0):
            return
        now = self._clock()
        self._rounds.append(Round(self._latest, checkpoint_of(self._latest), now, set(self._idle)))
        del self._rounds[:-ROUNDS_KEPT]
        self._changed.notify_all()

    def _serve(self, witness: Witness) -> None:
        done: Round | None = None
        pause = FIRST_PAUSE
        failing = False
        while True:
            with self._changed:
                self._idle.add(witness.name)
                while not self._stopped and (not self._rounds or self._rounds[-1] is done):
                    self._changed.wait()
                if self._stopped:
                    return
                done = self._rounds[-1]
                self._idle.discard(witness.name)
            try:
                signature = witness.cosign(done.note, done.checkpoint)
            except (Refused, StoreUnavailable, Unreadable, ValueError) as error:
                if not failing:
                    log.warning("witness %s does not cosign: %s", witness.name, error)
                failing = True
                with self._changed:
                    done.awaited.discard(witness.name)
                    self._changed.wait_for(lambda: self._stopped, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                done = None  # the same checkpoint again, if there is none newer
                continue
            if failing:
                log.info("witness %s cosigns again", witness.name)
            failing, pause = False, FIRST_PAUSE
            with self._changed:
                done.signatures[witness.name] = signature
                self._idle.add(witness.name)
