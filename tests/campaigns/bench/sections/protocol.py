"""What the protocol costs: bytes of an act, signing and checking a receipt, verifying a long log, showing its moments."""

import gc
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

from engine.protocol.canon import b64, canonical, unb64
from engine.protocol.seal import receipt_bytes
from engine.verifier.replay import verify
from engine.verifier.rules_replay import states
from service.keys.signing import Signer, verify_signature
from service.store.archive.folder import ArchivedMatch, pack, read_whole
from service.store.matches.moments import from_bytes, moments
from tests.campaigns.bench.figures import Figure, Plan, interleaved
from tests.engine.playing import MATCH, Played, Server

LONG: dict[str, Any] = {"rules": "seafarers", "options": {"preset": "grosse-insel"}, "places": 6, "seed": 3}
"""A match that, played at random, has more than 4,000 entries."""
ENTRIES = 4_000
SIGNED = 200


@dataclass
class Costs:
    """Seconds to sign and to check a receipt, to verify so many entries, and CPU seconds of :func:`_moments`."""

    signing: float
    checking: float
    verifying: float
    playing: float
    showing: float
    kept: int


def run(plan: Plan) -> Iterator[Figure | str]:
    """Yield sizes and times."""
    log = Server(**LONG).play()
    yield from _sizes(log)
    (costs,) = interleaved([partial(_costs, log)], plan.repeats)
    yield Figure("a receipt signed", "us", tuple(one.signing * 1e6 for one in costs))
    yield Figure("a receipt checked", "us", tuple(one.checking * 1e6 for one in costs))
    yield Figure("closed match, played again by a worker: CPU", "ms", tuple(one.playing * 1e3 for one in costs))
    yield Figure(
        "closed match, the dearest earlier view read by the API: CPU", "ms", tuple(one.showing * 1e3 for one in costs)
    )
    yield Figure("closed match, its states as they are kept", "bytes", (float(costs[0].kept),))
    yield Figure(f"verify, per {ENTRIES:,} entries", "s", tuple(one.verifying for one in costs))


def _sizes(one: Played) -> Iterator[Figure]:
    receipts = [len(canonical(receipt)) for receipt in one.receipts]
    bodies = [json.loads(line)["entry"]["body"] for line in one.export.splitlines()]
    acts = sum(move["by"] == "seat" for body in bodies for move in body.get("moves", ()))
    yield Figure("entries of the log", "", (float(len(bodies)),))
    yield Figure("answers of seats", "", (float(acts),))
    yield Figure("log, per answer", "bytes", (len(one.export) / acts,))
    yield Figure("receipt with its signature", "bytes", (sum(receipts) / len(receipts),))


def _costs(one: Played) -> Costs:
    signer = Signer(bytes(range(32)))
    receipts = [held["receipt"] for held in one.receipts[:SIGNED]]
    started = time.perf_counter()
    signatures = [unb64(signer.sign_receipt(receipt)) for receipt in receipts]
    signed = time.perf_counter()
    for receipt, signature in zip(receipts, signatures, strict=True):
        if not verify_signature(signer.public_bytes, receipt_bytes(receipt), signature):
            raise RuntimeError("a receipt that was just signed does not hold")
    checked = time.perf_counter()
    found = verify(
        one.export, check_signature=one.check_signature, public_key=b64(one.public_key), receipts=one.receipts
    )
    ended = time.perf_counter()
    if found.verdict != "PASS":
        raise RuntimeError(f"an honest log: {found.verdict} at entry {found.n}: {found.reason}")
    each = len(receipts)
    return Costs(
        (signed - started) / each,
        (checked - signed) / each,
        (ended - checked) * ENTRIES / found.entries,
        *_moments(one),
    )


def _moments(one: Played) -> tuple[float, float, int]:
    """Return the CPU seconds of a replay and of the dearest view read from what it keeps, nothing remembered, and its bytes.

    To the view belongs its line of the log, for which the archive's file is read whole.
    """
    lines = one.export.splitlines(keepends=True)
    file = pack(ArchivedMatch(MATCH, {"n": str(len(lines))}, list(range(len(lines))), lines))
    game, started = Server(**LONG).game, time.process_time()
    found = moments(states(one.export), len(lines))
    playing, kept, dearest = time.process_time() - started, found.to_bytes(), 0.0
    gc.freeze()  # what a long log has left in memory is no work of a view's
    for n in found.steps[:: max(1, len(found.steps) // SIGNED)]:
        started = time.process_time()
        read_whole(MATCH, BytesIO(file))
        state = from_bytes(kept).view(n)
        assert state is not None
        json.dumps(game.view(state, None))
        dearest = max(dearest, time.process_time() - started)
    gc.unfreeze()
    return playing, dearest, len(kept)
