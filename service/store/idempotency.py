"""Idempotency keys: a repeated request gets the response to the first one (kept for 48 hours)."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from service.store import keys
from service.store.connection.connect import Client
from service.store.connection.scripts import BEGIN, FINISH, Call
from service.store.matches.stored_matches import TokenRevoked
from service.store.values import reading

KEPT = 48 * 3_600_000
RUNNING = 60_000
"""Milliseconds after which an unanswered request counts as dead; its key may be used again."""


@dataclass(frozen=True)
class StoredAnswer:
    """The answer to the first request."""

    status: int
    headers: dict[str, str]
    body: str


Begun = Literal["new", "running", "mismatch", "narrower"] | StoredAnswer


class Idempotency(Client):
    """Requests that may be sent twice."""

    def begin(
        self,
        account: str,
        key: str,
        fingerprint: str,
        *,
        mark: str = "",
        token: str | None = None,
        scopes: Sequence[str] | None = None,
    ) -> Begun:
        """Decide what to do with a request under an idempotency key.

        ``new``: carry it out, then :meth:`finish` (or :meth:`abandon`). ``running``: the first one has not answered
        yet. ``mismatch``: the key was used with another fingerprint. ``narrower``: the answer went to a token that
        could do more than ``scopes``. Otherwise: repeat the returned answer.

        :param mark: distinguishes this request from its repetitions when it ends; drawn unless given.
        :raises TokenRevoked: when the token was recently revoked.
        """
        running = _running(fingerprint, mark or secrets.token_hex(8))
        names = [keys.idempotency(account, key), keys.revoked(keys.bucket_of(account))]
        before = self._run(Call(BEGIN, names, [running, RUNNING, token or ""]))
        if before is None:
            return "new"
        if before == b"revoked":
            raise TokenRevoked("this token was revoked")
        return _begun(before, fingerprint, scopes)

    def finish(
        self,
        account: str,
        key: str,
        fingerprint: str,
        answer: StoredAnswer,
        scopes: Sequence[str] = (),
        *,
        mark: str = "",
        kept: int = KEPT,
    ) -> Begun:
        """Store the answer for this long (ms), for repetitions whose token has the same ``scopes``.

        ``new``: it is stored, unless the key was used for something else since. Anything else: another request with
        this key was answered before, and its answer stays; see :meth:`begin`.
        """
        facts = {"fingerprint": fingerprint, "scopes": list(scopes), **asdict(answer)}
        record = json.dumps(facts, ensure_ascii=False)
        args: list[str | bytes | int] = [_running(fingerprint, mark), fingerprint, record, kept]
        # A lost reply may be asked for again: then the answer found is this one.
        before = self._run(Call(FINISH, [keys.idempotency(account, key)], args))
        return "new" if before is None else _begun(before, fingerprint, scopes)

    def abandon(self, account: str, key: str, fingerprint: str, *, mark: str) -> None:
        """Forget a request that had no effect (such as a refused body), so that the key may be used again.

        Another request under this key is not affected.
        """
        self._run(Call(FINISH, [keys.idempotency(account, key)], [_running(fingerprint, mark), fingerprint, "", KEPT]))


def _running(fingerprint: str, mark: str) -> str:
    return json.dumps({"fingerprint": fingerprint, "running": mark})


def _begun(record: bytes, fingerprint: str, scopes: Sequence[str] | None) -> Begun:
    with reading("the answer kept for an Idempotency-Key"):
        found = json.loads(record)
        if found["fingerprint"] != fingerprint:
            return "mismatch"
        if "running" in found:
            return "running"
        if scopes is not None and not set(found["scopes"]) <= set(scopes):
            return "narrower"
        return StoredAnswer(found["status"], found["headers"], found["body"])
