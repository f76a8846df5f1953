"""Storage for what a player must not lose: openings and entropy until sent, seat keys until the end, receipts for ever.

Standing orders too: nobody else keeps the document.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from siegelpost_client.seat_keys import SeatKey

if TYPE_CHECKING:
    from siegelpost_client.models import Opening, OrdersDocument, Receipt, ResigningReceipt, RevealReceipt


class Keep(Protocol):
    """Storage for these things. Every method returns only once its data is safe."""

    def keep_opening(self, commitment: str, opening: Opening) -> None:
        """Keep the opening of a commitment; called before the commitment is sent."""

    def opening(self, commitment: str) -> Opening | None:
        """Return the opening of a commitment, if it was kept."""

    def keep_orders(self, commitment: str, document: OrdersDocument) -> None:
        """Keep standing orders and their salt; called before they are sent."""

    def orders(self, commitment: str) -> OrdersDocument | None:
        """Return the standing orders behind a commitment, if they were kept."""

    def keep_entropy(self, commitment: str, entropy: str) -> None:
        """Keep the entropy of a seat, base64url; called before its commitment is sent."""

    def entropy(self, commitment: str) -> str | None:
        """Return the entropy behind a commitment, if it was kept."""

    def keep_seat_key(self, match: str, key: SeatKey) -> None:
        """Keep a key of a seat in a match; called before its public part is sent."""

    def seat_keys(self, match: str) -> list[SeatKey]:
        """Return the keys that were kept for a match, the latest last."""

    def keep_receipt(
        self, receipt: Receipt | RevealReceipt | ResigningReceipt, signature: str, checkpoint: str | None = None
    ) -> None:
        """Keep a signed receipt, which proves what the server has accepted, and the checkpoint that stood beside it.

        Two people's checkpoints show whether they were shown one history (protocol section 13).
        """


class Memory:
    """Keeps until the program ends: good for escrow custody and for tests; whoever holds openings himself needs a folder."""

    def __init__(self) -> None:
        self._openings: dict[str, Opening] = {}
        self._orders: dict[str, OrdersDocument] = {}
        self._entropies: dict[str, str] = {}
        self._seat_keys: dict[str, list[SeatKey]] = {}
        self.receipts: list[tuple[Receipt | RevealReceipt | ResigningReceipt, str]] = []
        self.checkpoints: list[str] = []

    def keep_opening(self, commitment: str, opening: Opening) -> None:
        """See :class:`Keep`."""
        self._openings[commitment] = opening

    def opening(self, commitment: str) -> Opening | None:
        """See :class:`Keep`."""
        return self._openings.get(commitment)

    def keep_orders(self, commitment: str, document: OrdersDocument) -> None:
        """See :class:`Keep`."""
        self._orders[commitment] = document

    def orders(self, commitment: str) -> OrdersDocument | None:
        """See :class:`Keep`."""
        return self._orders.get(commitment)

    def keep_entropy(self, commitment: str, entropy: str) -> None:
        """See :class:`Keep`."""
        self._entropies[commitment] = entropy

    def entropy(self, commitment: str) -> str | None:
        """See :class:`Keep`."""
        return self._entropies.get(commitment)

    def keep_seat_key(self, match: str, key: SeatKey) -> None:
        """See :class:`Keep`."""
        self._seat_keys.setdefault(match, []).append(key)

    def seat_keys(self, match: str) -> list[SeatKey]:
        """See :class:`Keep`."""
        return list(self._seat_keys.get(match, []))

    def keep_receipt(
        self, receipt: Receipt | RevealReceipt | ResigningReceipt, signature: str, checkpoint: str | None = None
    ) -> None:
        """See :class:`Keep`."""
        self.receipts.append((receipt, signature))
        if checkpoint is not None:
            self.checkpoints.append(checkpoint)


class Folder:
    """Keeps in a folder that only you can read: ``secrets.jsonl`` and ``receipts.jsonl``, a JSON object a line, on disk at once.

    ``receipts.jsonl`` is what ``siegelpost verify --receipts`` and ``siegelpost monitor --compare`` take.
    """

    def __init__(self, path: Path) -> None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._secrets, self._receipts = path / "secrets.jsonl", path / "receipts.jsonl"
        self._kept: dict[str, object] = {}
        self._seat_keys: dict[str, list[SeatKey]] = {}
        if self._secrets.exists():
            for line in self._secrets.read_text(encoding="utf-8").splitlines():
                try:
                    one = json.loads(line)
                except (
                    ValueError
                ):  # the end of a line that was being written when the machine stopped: it was never sent
                    continue
                if "seat_key" in one:
                    self._seat_keys.setdefault(one["match"], []).append(SeatKey(one["seat_key"], one["secret"]))
                else:
                    self._kept[one["commitment"]] = one["secret"]

    def keep_opening(self, commitment: str, opening: Opening) -> None:
        """See :class:`Keep`."""
        self._keep(commitment, opening)

    def opening(self, commitment: str) -> Opening | None:
        """See :class:`Keep`."""
        return cast("Opening | None", self._kept.get(commitment))

    def keep_orders(self, commitment: str, document: OrdersDocument) -> None:
        """See :class:`Keep`."""
        self._keep(commitment, document)

    def orders(self, commitment: str) -> OrdersDocument | None:
        """See :class:`Keep`."""
        return cast("OrdersDocument | None", self._kept.get(commitment))

    def keep_entropy(self, commitment: str, entropy: str) -> None:
        """See :class:`Keep`."""
        self._keep(commitment, entropy)

    def entropy(self, commitment: str) -> str | None:
        """See :class:`Keep`."""
        return cast("str | None", self._kept.get(commitment))

    def keep_seat_key(self, match: str, key: SeatKey) -> None:
        """See :class:`Keep`."""
        _append(self._secrets, {"match": match, "seat_key": key.public, "secret": key.secret})
        self._seat_keys.setdefault(match, []).append(key)

    def seat_keys(self, match: str) -> list[SeatKey]:
        """See :class:`Keep`."""
        return list(self._seat_keys.get(match, []))

    def keep_receipt(
        self, receipt: Receipt | RevealReceipt | ResigningReceipt, signature: str, checkpoint: str | None = None
    ) -> None:
        """See :class:`Keep`."""
        beside = {} if checkpoint is None else {"checkpoint": checkpoint}
        _append(self._receipts, {**beside, "receipt": receipt, "signature": signature})

    def _keep(self, commitment: str, secret: object) -> None:
        _append(self._secrets, {"commitment": commitment, "secret": secret})
        self._kept[commitment] = secret


def _append(path: Path, document: object) -> None:
    """Write a line and have it on disk; a line cut off before is ended first."""
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        end = os.lseek(file, 0, os.SEEK_END)
        cut = end > 0 and os.pread(file, 1, end - 1) != b"\n"
        os.write(file, b"\n" * cut + json.dumps(document, separators=(",", ":")).encode() + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


__all__ = ["Folder", "Keep", "Memory"]
