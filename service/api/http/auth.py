"""Bearer tokens, from a header or a page's session: read, compared by hash, remembered for a minute, revoked at once.

A remembered token saves the round trip where revocation is checked anyway: acts (inside their script) and
reading a match (inside its script). Everywhere else the token is read from the store on every request.
"""

import threading
import time
from collections import OrderedDict

from service.accounts.access import tokens
from service.api.http.current import Caller, address, asked, context
from service.api.http.problems import Problem, challenge
from service.api.http.session import bearer_of_page
from service.ending import NOT_WHILE_BLOCKED, why_blocked
from service.store.store import Token

REMEMBERED = 60.0
"""Seconds for which a token is remembered; the store remembers revocations ten times longer."""
MOST_REMEMBERED = 20_000
TOUCHED_EVERY = 3_600_000
"""The least time between two records of a token's use (ms), because each is a write."""


class TokenMemory:
    """A cache of recently seen tokens, by id, with the time they were read. Thread-safe."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, Token]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, token_id: str) -> Token | None:
        """Return a token read in the last minute."""
        with self._lock:
            found = self._known.get(token_id)
        if found is None or time.monotonic() - found[0] > REMEMBERED:
            return None
        return found[1]

    def put(self, token: Token) -> None:
        """Remember a token just read."""
        with self._lock:
            self._known[token.id] = (time.monotonic(), token)
            self._known.move_to_end(token.id)
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)

    def forget(self, token_id: str) -> None:
        """Forget a token."""
        with self._lock:
            self._known.pop(token_id, None)


def authenticate(
    memory: TokenMemory, scope: str | None, *, optional: bool, remembered: bool, own: str | None = None
) -> Caller:
    """Return the authenticated caller.

    :param scope: what the token must be allowed to do.
    :param optional: somebody without a token may ask too; a token that is there must be good all the same.
    :param remembered: what follows checks for revocation itself, so a token read in the last minute will do.
    :param own: the token that needs no scope, because what it asks for concerns itself alone.
    :raises Problem: token-missing, token-wrong, scope-missing, blocked.
    """
    header = asked().headers.get("Authorization")
    if header is None:
        header = _of_page()
    if header is None:
        if optional or scope is None:
            return Caller(None, address())
        raise Problem("token-missing", "", headers=challenge())
    scheme, _, text = header.partition(" ")
    token = _token(memory, text.strip(), remembered) if scheme.lower() == "bearer" else None
    if token is None:
        raise Problem("token-wrong", "", headers=challenge("invalid_token"))
    if scope is not None and scope not in token.scopes and token.id != own:
        _say_if_blocked(token, scope)
        raise Problem("scope-missing", f"this needs the scope {scope}", headers=challenge("insufficient_scope", scope))
    return Caller(token, address(), text.strip())


def _say_if_blocked(token: Token, scope: str) -> None:
    """Report the account's block with its reason, if that is why the token lacks a scope; :raises Problem: blocked."""
    why = why_blocked(context().store, token.account) if scope in NOT_WHILE_BLOCKED else None
    if why is not None:
        raise Problem("blocked", why)


def _of_page() -> str | None:
    text = bearer_of_page()
    return None if text is None else f"Bearer {text}"


def _token(memory: TokenMemory, text: str, remembered: bool) -> Token | None:
    token_id = tokens.token_id(text)
    if token_id is None:
        return None
    token = memory.get(token_id) if remembered else None
    if token is None:
        token = context().store.token(token_id)
        if token is None:
            memory.forget(token_id)
            return None
        if tokens.is_text_of(token, text):
            if not _note_use(token):
                return None
            memory.put(token)
    if token.expires is not None and token.expires <= time.time() * 1000:
        return None
    return token if tokens.is_text_of(token, text) else None


def _note_use(token: Token) -> bool:
    """Note now and then that a token is used; ``False``: what has made it has ended, and it ends, too."""
    if time.time() * 1000 - (token.used or 0) <= TOUCHED_EVERY or context().store.touch_token(token):
        return True
    context().store.revoke_token(token.id)
    return False
