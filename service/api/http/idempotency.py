"""``Idempotency-Key``: a POST sent twice has one effect and one response (kept for 48 hours, and for a minute beyond
the first thousand of a day).

The key belongs to the account. The same request gets the first response again, byte for byte; a different request under the
same key is refused. While the first still runs, a retry waits for it a while. Handlers that create something derive its name
from :func:`key`, so running them twice creates it once: a crash between effect and stored response is harmless, and no retry
waits long for a request that died.

A stored response is given only to a caller who may ask for it now: the token was not revoked, and has all the scopes of the
one that got it first. A response with a secret is not stored. There the key belongs to the token, and the handler itself
decides what a retry may see.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from flask import Response, g, request

from engine.protocol.canon import b64
from service.api.http.current import account_id, caller, context, own_token
from service.api.http.fields import body_bytes
from service.api.http.problems import Problem
from service.store.idempotency import KEPT, StoredAnswer

KEY = re.compile(r"[\x21-\x7e]{1,200}")
PATIENCE = 5.0
"""Seconds that a retry waits for the first request's response."""
PAUSE = 0.1
KEPT_A_DAY = (1_000, 86_400)
"""How many answers under an account's own keys are kept for the promised time, per seconds."""
KEPT_BEYOND = 60_000
"""How long further answers are kept (ms): no program can use up its account's keys, and none fills the store."""
KEPT_HEADERS = ("Location", "ETag", "Content-Type")
Kind = Literal["derived", "waiting", "secret"]


@dataclass(frozen=True)
class Asker:
    """The owner of the keys (an account, or an operator's token), and the requesting token with its scopes."""

    owner: str
    token: str
    scopes: tuple[str, ...]


def once(run: Callable[[], Response], kind: Kind, asker: Asker | None = None) -> Response:
    """Run the handler unless its answer is known.

    :param kind: ``derived``: the handler names what it makes after the key, so it may run again while the first run seems to
        go on. ``waiting``: it may not. ``secret``: it may, but its answer is not stored; a repetition runs it again, and
        :func:`is_done` tells it so.
    :param asker: the account that asks; by default the player whose token the request carries.
    :raises Problem: key-reused, request-running, scope-missing, invalid.
    :raises TokenRevoked: when the token was revoked a moment ago.
    """
    name = key()
    if name is None:
        return run()
    asker = asker or _player()
    if kind == "secret":
        g.fingerprint = hashlib.sha256(f"{asker.token} {fingerprint()}".encode()).hexdigest()
    store, printed, mark = context().store, fingerprint(), secrets.token_hex(8)
    until = time.monotonic() + PATIENCE
    while (
        begun := store.begin(asker.owner, name, printed, mark=mark, token=asker.token, scopes=asker.scopes)
    ) == "running":
        if time.monotonic() > until:
            if kind != "waiting":
                break
            raise Problem("request-running", "", headers={"Retry-After": "5"})
        time.sleep(PAUSE)
    if begun == "mismatch":
        raise Problem("key-reused", "")
    if begun == "narrower":
        raise Problem("scope-missing", "the first answer under this Idempotency-Key went to a token with more scopes")
    if isinstance(begun, StoredAnswer):
        if kind == "secret":
            g.is_done = True
            return run()
        return _again(begun)
    try:
        answer = run()
    except BaseException:
        # Refused, or not known to have happened: the same key may try again. Where this request overlapped another under the
        # key, that one's answer stays.
        store.abandon(asker.owner, name, printed, mark=mark)
        raise
    headers = {kept: answer.headers[kept] for kept in KEPT_HEADERS if kept in answer.headers}
    body = "" if kind == "secret" else answer.get_data(as_text=True)
    stored = StoredAnswer(answer.status_code, headers, body)
    kept = store.finish(asker.owner, name, printed, stored, asker.scopes, mark=mark, kept=_life(asker))
    if isinstance(kept, StoredAnswer) and kind != "secret":
        return _again(kept)  # a request that overlapped this one was answered first
    return answer


def _life(asker: Asker) -> int:
    """Count an answer, and return for how long it is kept (ms); those of operators are not limited."""
    if caller().token is None or not context().settings.rate_limits:
        return KEPT
    return KEPT if context().store.hit("kept-answers", asker.owner, *KEPT_A_DAY).allowed else KEPT_BEYOND


def _player() -> Asker:
    token = own_token()
    return Asker(token.account, token.id, tuple(token.scopes))


def _again(kept: StoredAnswer) -> Response:
    return Response(kept.body, kept.status, kept.headers)


def is_done() -> bool:
    """Return whether this repeats a request answered before (only if its answer is not stored)."""
    return bool(g.get("is_done", False))


def key() -> str | None:
    """Return the request's key; :raises Problem: for one that is not 1 to 200 visible ASCII characters."""
    given = request.headers.get("Idempotency-Key")
    if given is not None and not KEY.fullmatch(given):
        detail = "must be 1 to 200 visible ASCII characters"
        raise Problem("invalid", "", [{"header": "Idempotency-Key", "detail": detail}])
    return given


def name_of(kind: str, match: str, *said: str) -> str:
    """Return the name of something said in a match: the same for a repetition under the same key."""
    given = key()
    if given is None:
        return secrets.token_urlsafe(16)
    return b64(context().links.derive(kind, account_id(), match, given, *said)[:16])


def fingerprint() -> str:
    """Return a text that distinguishes this request from others under the same key."""
    if "fingerprint" not in g:
        text = b"\0".join((request.method.encode(), request.full_path.encode(), body_bytes(request)))
        g.fingerprint = hashlib.sha256(text).hexdigest()
    return str(g.fingerprint)
