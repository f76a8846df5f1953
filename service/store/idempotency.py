"""Idempotency keys: the answer to the first request is the answer to its repetitions (kept for 48 hours)."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass
from typing import Literal

from service.store import keys
from service.store.connect import Client, reading
from service.store.scripts import BEGIN, Call

KEPT = 48 * 3_600_000
RUNNING = 60_000
"""A request that has not answered after this time (ms) has died; its key may be used again."""


@dataclass(frozen=True)
class StoredAnswer:
    """What the first request was answered."""

    status: int
    headers: dict[str, str]
    body: str


Begun = Literal["new", "running", "mismatch"] | StoredAnswer


class Idempotency(Client):
    """Requests that may be sent twice."""

    def begin(self, account: str, key: str, fingerprint: str) -> Begun:
        """Say what to do with a request under an idempotency key.

        ``new``: carry it out, then :meth:`finish` (or :meth:`abandon`). ``running``: the first one has not answered yet.
        ``mismatch``: the key was used with another fingerprint. Otherwise: give this answer again.
        """
        mark = json.dumps({"fingerprint": fingerprint, "running": secrets.token_hex(8)})
        before = self._run(Call(BEGIN, [keys.idempotency(account, key)], [mark, RUNNING]))
        if before is None:
            return "new"
        with reading("the answer kept for an Idempotency-Key"):
            found = json.loads(before)
            if found["fingerprint"] != fingerprint:
                return "mismatch"
            return "running" if "running" in found else StoredAnswer(found["status"], found["headers"], found["body"])

    def finish(self, account: str, key: str, fingerprint: str, answer: StoredAnswer) -> None:
        """Keep the answer for repetitions."""
        record = json.dumps({"fingerprint": fingerprint, **asdict(answer)}, ensure_ascii=False)
        self._ask(("SET", keys.idempotency(account, key), record, "PX", KEPT))

    def abandon(self, account: str, key: str) -> None:
        """Forget a request that had no effect (a refused body), so that the key may be used again."""
        self._ask(("DEL", keys.idempotency(account, key)))
