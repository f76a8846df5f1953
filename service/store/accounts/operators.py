"""Tokens of operators, and operators' settings: blocked accounts, changed caps, the announcement to everybody.

Operators' tokens are kept apart from those of players: no code that makes, widens or passes on a player's token reads
or writes these, so no player can obtain one.
"""

from dataclasses import asdict, dataclass
from typing import Literal, cast, get_args

from service.store import Unreadable, keys
from service.store.connection.connect import Client
from service.store.values import decode, encode, reading, text

OperatorScope = Literal["admin:read", "admin"]
"""``admin:read`` only reads, ``admin`` also changes."""


@dataclass(frozen=True)
class OperatorToken:
    """A token of an operator without its text: ``sha256`` is the digest of the text. Times in ms; every token expires."""

    id: str
    name: str
    scope: OperatorScope
    sha256: str
    created: int
    expires: int


@dataclass(frozen=True)
class Blocking:
    """The record of a blocked account: since when (ms), and the reason in words for its owner."""

    since: int
    why: str


class Operators(Client):
    """Tokens of operators, and the accounts they have blocked."""

    def add_operator_token(self, token: OperatorToken) -> None:
        """Store a token."""
        self._ask(("HSET", keys.operator_tokens(), token.id, encode(asdict(token))))

    def operator_token(self, token_id: str) -> OperatorToken | None:
        """Return a token that is not revoked; the caller compares digest and time. :raises Unreadable: when its record
        is corrupt."""
        stored = self._ask(("HGET", keys.operator_tokens(), token_id))
        return None if stored is None else _token(token_id, stored)

    def operator_tokens(self) -> list[OperatorToken]:
        """Return all readable tokens, the oldest first."""
        found = []
        for name, stored in self._ask(("HGETALL", keys.operator_tokens())).items():
            try:
                found.append(_token(text(name), stored))
            except Unreadable:
                continue  # a damaged token opens nothing
        return sorted(found, key=lambda one: (one.created, one.id))

    def revoke_operator_token(self, token_id: str) -> bool:
        """Revoke a token, which from then on is refused; return ``False`` if there is none."""
        return bool(self._ask(("HDEL", keys.operator_tokens(), token_id)))

    def block(self, account: str, blocking: Blocking) -> None:
        """Record that an account is blocked, or a new reason."""
        self._ask(("HSET", keys.blocked(), account, encode(asdict(blocking))))

    def unblock(self, account: str) -> bool:
        """Remove an account's block; return ``False`` if it was not blocked."""
        return bool(self._ask(("HDEL", keys.blocked(), account)))

    def blocking(self, account: str) -> Blocking | None:
        """Return the block of an account, or None if there is none. :raises Unreadable: when its record is corrupt."""
        stored = self._ask(("HGET", keys.blocked(), account))
        return None if stored is None else _blocking(account, stored)

    def blocked(self) -> dict[str, Blocking]:
        """Return all blocked accounts; one with a corrupt record is blocked, too, and its reason says so."""
        found: dict[str, Blocking] = {}
        for account, stored in self._ask(("HGETALL", keys.blocked())).items():
            try:
                found[text(account)] = _blocking(text(account), stored)
            except Unreadable as error:
                found[text(account)] = Blocking(0, str(error))
        return found

    def caps(self) -> dict[str, int]:
        """Return the caps that an operator has changed, by name. :raises Unreadable: when they are corrupt."""
        (stored,) = self._ask_each([("HGETALL", keys.caps())], ["the caps"])
        if isinstance(stored, Unreadable):
            raise stored
        with reading("the caps"):
            return {text(name): int(most) for name, most in stored.items()}

    def set_cap(self, name: str, most: int | None) -> None:
        """Store a changed cap, or restore the default with ``None``."""
        self._ask(("HDEL", keys.caps(), name) if most is None else ("HSET", keys.caps(), name, most))


def _token(token_id: str, stored: bytes) -> OperatorToken:
    with reading(f"operator's token {token_id}"):
        found = decode(stored)
        if found["scope"] not in get_args(OperatorScope) or found["id"] != token_id:
            raise ValueError("a scope that is not known here")
        return OperatorToken(
            id=token_id,
            name=str(found["name"]),
            scope=cast(OperatorScope, found["scope"]),
            sha256=str(found["sha256"]),
            created=int(found["created"]),
            expires=int(found["expires"]),
        )


def _blocking(account: str, stored: bytes) -> Blocking:
    with reading(f"why {account} is blocked"):
        found = decode(stored)
        return Blocking(int(found["since"]), str(found["why"]))


class Announcements(Client):
    """The operator's word to everybody."""

    def announce(self, words: dict[str, str], until: int | None) -> None:
        """Set the announcement, replacing any earlier one.

        :param words: the text by language.
        :param until: when it expires (ms), or None to keep it until it is withdrawn.
        """
        ends: tuple[str | int, ...] = () if until is None else ("PXAT", until)
        self._ask(("SET", keys.announcement(), encode(words), *ends))

    def end_announcement(self) -> None:
        """Withdraw the announcement."""
        self._ask(("DEL", keys.announcement()))

    def announced(self) -> dict[str, str] | None:
        """Return the announcement, by language; :raises Unreadable: when it is corrupt."""
        stored = self._ask(("GET", keys.announcement()))
        if stored is None:
            return None
        with reading("the announcement"):
            return {str(language): str(words) for language, words in decode(stored).items()}
