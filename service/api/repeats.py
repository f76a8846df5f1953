"""``Idempotency-Key``: a POST sent twice has one effect and one answer (kept for 48 hours).

The key belongs to the account. A repetition of the same request gets the first answer, byte for byte; another request
under the same key is refused; a repetition while the first still runs waits for it a while. Handlers that make something
derive it from :func:`key`, so running them twice makes it once: a crash between effect and stored answer is harmless, and
nobody has to wait long for the dead.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable

from flask import Response, g, request

from service.api.current import account_id, context
from service.api.problems import Problem
from service.api.strict import body_bytes
from service.store.store import StoredAnswer

KEY = re.compile(r"[\x21-\x7e]{1,200}")
PATIENCE = 5.0
"""Seconds a repetition waits for the first request's answer."""
PAUSE = 0.1
KEPT_HEADERS = ("Location", "ETag", "Content-Type")
SECRET = ("/v1/me/tokens",)
"""Paths whose answers hold a secret: it is derived anew instead of stored."""


def once(run: Callable[[], Response], *, derived: bool) -> Response:
    """Run the handler unless its answer is known.

    :param derived: what the handler makes is derived from the key, so it may run although the first seems to run still.
    :raises Problem: key-reused, request-running, invalid.
    """
    name = key()
    if name is None:
        return run()
    fingerprint = _fingerprint()
    store = context().store
    until = time.monotonic() + PATIENCE
    while (begun := store.begin(account_id(), name, fingerprint)) == "running":
        if time.monotonic() > until:
            if derived:
                break
            raise Problem("request-running", "", headers={"Retry-After": "5"})
        time.sleep(PAUSE)
    if begun == "mismatch":
        raise Problem("key-reused", "")
    if isinstance(begun, StoredAnswer):
        return Response(begun.body, begun.status, begun.headers)
    try:
        answer = run()
    except BaseException:
        # Refused, or not known to have happened: the same key may try again.
        store.abandon(account_id(), name)
        raise
    if request.path in SECRET:
        store.abandon(account_id(), name)
    else:
        headers = {kept: answer.headers[kept] for kept in KEPT_HEADERS if kept in answer.headers}
        store.finish(
            account_id(), name, fingerprint, StoredAnswer(answer.status_code, headers, answer.get_data(as_text=True))
        )
    return answer


def key() -> str | None:
    """Return the request's key; :raises Problem: for one that is not 1 to 200 visible ASCII characters."""
    given = request.headers.get("Idempotency-Key")
    if given is not None and not KEY.fullmatch(given):
        detail = "must be 1 to 200 visible ASCII characters"
        raise Problem("invalid", "", [{"header": "Idempotency-Key", "detail": detail}])
    return given


def _fingerprint() -> str:
    if "fingerprint" not in g:
        text = b"\0".join((request.method.encode(), request.full_path.encode(), body_bytes(request)))
        g.fingerprint = hashlib.sha256(text).hexdigest()
    return str(g.fingerprint)


__all__ = ["key", "once"]
