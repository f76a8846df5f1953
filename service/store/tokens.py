"""API tokens: stored as hashes of their text, looked up by id, revoked everywhere at once."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from service.store import keys
from service.store.connect import Client, Unreadable, reading, text, texts
from service.store.scripts import REVOKE, TOUCH, Call

REMEMBERED = 600_000
"""How long a revocation is remembered in every bucket (ms). Whoever keeps tokens in memory keeps them for less."""


log = logging.getLogger("siegelpost.store")


@dataclass(frozen=True)
class Token:
    """An API token without its text: ``sha256`` is the hexadecimal digest of the whole text. Times in ms."""

    id: str
    account: str
    sha256: str
    scopes: tuple[str, ...]
    name: str
    created: int
    used: int | None = None
    expires: int | None = None


class Tokens(Client):
    """The tokens of all accounts."""

    def add_token(self, token: Token) -> None:
        """Store a token; it vanishes by itself when it expires."""
        key = keys.token(token.id)
        fields = {
            "account": token.account, "sha256": token.sha256, "scopes": " ".join(token.scopes), "name": token.name,
            "created": str(token.created), "used": _optional(token.used), "expires": _optional(token.expires),
        }  # fmt: skip
        # The list first: a token that is not listed could not be revoked by its owner.
        self._ask(("SADD", keys.account_tokens(token.account), token.id))
        self._ask(("HSET", key, *(part for pair in fields.items() for part in pair)))
        if token.expires is not None:
            self._ask(("PEXPIREAT", key, token.expires))

    def token(self, token_id: str) -> Token | None:
        """Return a token that is not revoked and not expired; the caller compares the digest."""
        if not keys.TOKEN.fullmatch(token_id):
            return None
        (reply,) = self._ask_each([("HGETALL", keys.token(token_id))], [f"token {token_id}"])
        return _readable(token_id, reply)

    def tokens_of(self, account: str) -> list[Token]:
        """Return the account's tokens, oldest first."""
        ids = sorted(text(one) for one in self._ask(("SMEMBERS", keys.account_tokens(account))))
        ids = [one for one in ids if keys.TOKEN.fullmatch(one)]
        replies = self._ask_each([("HGETALL", keys.token(one)) for one in ids], [f"token {one}" for one in ids])
        found = [_readable(one, reply) for one, reply in zip(ids, replies, strict=True)]
        return sorted((one for one in found if one is not None), key=lambda one: (one.created, one.id))

    def touch_token(self, token_id: str) -> None:
        """Note that a token was used now. A write: call it seldom."""
        self._run(Call(TOUCH, [keys.token(token_id)], ["used", "TIME"]))

    def revoke_token(self, token_id: str) -> bool:
        """Revoke a token: when this returns, no act with it is accepted anywhere. ``False`` if there is none."""
        token = self.token(token_id)
        self._run_many([Call(REVOKE, [keys.revoked(bucket)], [token_id, REMEMBERED]) for bucket in range(keys.BUCKETS)])
        if token is None:
            return False
        self._ask(("DEL", keys.token(token_id)))
        self._ask(("SREM", keys.account_tokens(token.account), token_id))
        return True

    def is_revoked(self, token_id: str) -> bool:
        """Return whether the token was revoked in the last ten minutes: the check for tokens kept in memory."""
        return self._ask(("ZSCORE", keys.revoked(keys.bucket_of(token_id)), token_id)) is not None


def _readable(token_id: str, reply: dict[bytes, bytes] | Unreadable) -> Token | None:
    """Return a token, ``None`` for one that is not there or cannot be read: a damaged token opens nothing."""
    try:
        if isinstance(reply, Unreadable):
            raise reply
        return _token(token_id, reply)
    except Unreadable as error:
        log.error("%s", error)
        return None


def _token(token_id: str, reply: dict[bytes, bytes]) -> Token | None:
    fields = texts(f"token {token_id}", reply)
    if not fields:
        return None
    with reading(f"token {token_id}"):
        return Token(
            id=token_id, account=fields["account"], sha256=fields["sha256"], scopes=tuple(fields["scopes"].split()),
            name=fields["name"], created=int(fields["created"]), used=int(fields["used"]) if fields["used"] else None,
            expires=int(fields["expires"]) if fields["expires"] else None,
        )  # fmt: skip


def _optional(number: int | None) -> str:
    return "" if number is None else str(number)
