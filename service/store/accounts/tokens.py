"""API tokens: stored as hashes of their text, looked up by id, and revoked everywhere at once, with all tokens they
have made; and grants that people give to programs, until they become tokens: authorization codes and device codes.

Codes, too, are stored as hashes of their text, and vanish by themselves.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast, get_args

from service.store import Unreadable, keys
from service.store.connection.connect import Client
from service.store.connection.scripts import (
    ADD_TOKEN,
    BEGIN,
    DECIDE_DEVICE,
    KEEP_HASH,
    LIST_TOKEN,
    POLL_DEVICE,
    REVOKE,
    TOUCH,
    USE_GRANT,
    Call,
)
from service.store.values import reading, text, texts

REMEMBERED = 600_000
"""How long a revocation is remembered in every bucket (ms). In-memory caches of tokens must be shorter."""
IDLE = 60 * 86_400_000
"""How long a program's token lives unused (ms): neither it nor a token made with it was used."""
ABOUT_TO_BE = 300_000
"""How long a listed token that is not stored counts as one about to be stored (ms)."""

TokenKind = Literal["login", "personal", "app", "session"]
"""The origin of a token: a mailed code; another token, or the page of tokens; a grant to a program; or a browser's
sign-in, kept in its cookie."""

log = logging.getLogger("siegelpost.store")


@dataclass(frozen=True)
class Token:
    """An API token without its text: ``sha256`` is the hexadecimal digest of the text. Times in ms.

    ``parent`` is the id of the token that made it; ``None`` for tokens from logins and the pages. A bot's token has as
    parent the owner's token granted to the program that made it. ``client`` is the name by which the program it was
    granted to calls itself; empty for all kinds but ``app``.
    """

    id: str
    account: str
    sha256: str
    scopes: tuple[str, ...]
    name: str
    created: int
    used: int | None = None
    expires: int | None = None
    parent: str | None = None
    kind: TokenKind = "login"
    client: str = ""

    @property
    def last_use(self) -> int:
        """The recorded time of its last use, or else of its making (ms)."""
        return self.used or self.created


class ListFull(Exception):
    """The account already has as many tokens as it may have."""


class Tokens(Client):
    """The tokens of all accounts."""

    def add_token(self, token: Token, *, most: int | None = None) -> bool:
        """Store a token; it expires by itself. Storing it again changes nothing.

        Returns ``False``, without storing it, if it or the token that makes it was recently revoked.

        :param most: the most tokens of the account, including this one.
        :raises ListFull: if it already has that many; then nothing is stored.
        """
        fields = {
            "account": token.account,
            "sha256": token.sha256,
            "scopes": " ".join(token.scopes),
            "name": token.name,
            "created": str(token.created),
            "used": _optional(token.used),
            "expires": _optional(token.expires),
            "parent": token.parent or "",
            "kind": token.kind,
            "client": token.client,
        }
        # The list first: a token that is not listed could not be revoked by its owner, nor with the one that made it.
        if not self._list(token.account, token.id, most):
            raise ListFull
        names = [keys.token(token.id), keys.revoked(keys.bucket_of(token.id))]
        args = [
            token.id,
            token.parent or "",
            _optional(_ends(token, token.created)),
            *(part for pair in fields.items() for part in pair),
        ]
        stored = bool(self._run(Call(ADD_TOKEN, names, args)) == 1)
        if not stored:
            self._ask(("SREM", keys.account_tokens(token.account), token.id))
        self._ask(("ZREM", keys.tokens_on_their_way(token.account), token.id))
        return stored

    def _list(self, account: str, token_id: str, most: int | None) -> bool:
        """Add a token to the account's list and remove expired ones; return ``False`` if the list is full."""
        # In this order: what is on the list and not on its way any more was stored, so if it is not there it has expired.
        ids, marked = self.token_ids_of(account), set(self._on_their_way(account))
        there = self._ask_many([("EXISTS", keys.token(one)) for one in ids])
        gone = [one for one, found in zip(ids, there, strict=True) if not found and one not in marked]
        names = [keys.account_tokens(account), keys.tokens_on_their_way(account)]
        args = [token_id, "" if most is None else most, ABOUT_TO_BE, *gone]
        return bool(self._run(Call(LIST_TOKEN, names, args)) == 1)

    def _on_their_way(self, account: str) -> list[str]:
        found = self._ask(("ZRANGEBYSCORE", keys.tokens_on_their_way(account), self.now(), "+inf"))
        return [text(one) for one in found]

    def token_ids_of(self, account: str) -> list[str]:
        """Return the ids on the account's list, which may include expired tokens."""
        ids = sorted(text(one) for one in self._ask(("SMEMBERS", keys.account_tokens(account))))
        return [one for one in ids if keys.TOKEN.fullmatch(one)]

    def keep_token(self, account: str, request: str, kept: str, life: int) -> str | None:
        """Store, for ``life`` ms, the data that shows a token again to the same request; return data stored earlier, if
        any."""
        names = [keys.kept_token(account, request), keys.revoked(keys.bucket_of(account))]
        before = self._run(Call(BEGIN, names, [kept, life, ""]))
        return None if before is None else text(before)

    def kept_token(self, account: str, request: str) -> str | None:
        """Return the data stored for the request."""
        kept = self._ask(("GET", keys.kept_token(account, request)))
        return None if kept is None else text(kept)

    def token(self, token_id: str) -> Token | None:
        """Return a token that is not revoked and not expired; the caller compares the digest."""
        if not keys.TOKEN.fullmatch(token_id):
            return None
        (reply,) = self._ask_each([("HGETALL", keys.token(token_id))], [f"token {token_id}"])
        return _readable(token_id, reply)

    def good_tokens(self, ids: Sequence[str]) -> set[str]:
        """Return those of the tokens that are neither revoked nor expired; one round trip."""
        there = self._ask_many([("EXISTS", keys.token(one)) for one in ids])
        return {one for one, found in zip(ids, there, strict=True) if found}

    def tokens_of(self, account: str) -> list[Token]:
        """Return the account's tokens, oldest first."""
        ids = self.token_ids_of(account)
        replies = self._ask_each([("HGETALL", keys.token(one)) for one in ids], [f"token {one}" for one in ids])
        found = [_readable(one, reply) for one, reply in zip(ids, replies, strict=True)]
        return sorted((one for one in found if one is not None), key=lambda one: (one.created, one.id))

    def touch_token(self, token: Token) -> bool:
        """Record that a token was used now, and the programs' tokens it was made with. A write: call it seldom.

        Returns ``False`` if one of those is gone, so that the token is no longer valid either.
        """
        used, maker = [token], token
        while maker.parent is not None:
            found = self.token(maker.parent)
            if found is None:
                return False
            maker = found
            if maker.kind == "app":
                used.append(maker)
        for one in used:
            self._run(Call(TOUCH, [keys.token(one.id)], ["used", "TIME"]))
            if one.kind == "app":
                self._ask(("PEXPIREAT", keys.token(one.id), _optional(_ends(one, self.now()))))
        return True

    def revoke_token(self, token_id: str) -> bool:
        """Revoke a token and all tokens made with it: once this returns, no act with any of them is accepted.

        Returns ``False`` if there is none.
        """
        gone = self._mark_revoked([token_id])
        token = self.token(token_id)  # read after the mark: from then on none of this id can be stored any more
        if token is None:
            return False
        account = {token_id: token.account}
        while made := [one for one in self._tokens_within(token.account) if one.parent in gone and one.id not in gone]:
            # Whatever one of them makes after it is marked is refused; what it made before is in the next list.
            gone += self._mark_revoked([one.id for one in made])
            account |= {one.id: one.account for one in made}
        # The first goes last: interrupted, a second try still finds it, and with it the others.
        for one in reversed(gone):
            self._ask(("DEL", keys.token(one)))
            self._ask(("SREM", keys.account_tokens(account[one]), one))
        return True

    def _tokens_within(self, account: str) -> list[Token]:
        """Return the tokens of an account and of its bots."""
        bots = sorted(text(one) for one in self._ask(("SMEMBERS", keys.account_bots(account))))
        return [token for one in (account, *bots) if keys.ACCOUNT.fullmatch(one) for token in self.tokens_of(one)]

    def _mark_revoked(self, ids: list[str]) -> list[str]:
        self._run_many([Call(REVOKE, [keys.revoked(bucket)], [REMEMBERED, *ids]) for bucket in range(keys.BUCKETS)])
        return ids

    def is_revoked(self, token_id: str) -> bool:
        """Return whether the token was revoked in the last ten minutes: the check for tokens cached in memory."""
        return self._ask(("ZSCORE", keys.revoked(keys.bucket_of(token_id)), token_id)) is not None


def _ends(token: Token, used: int) -> int | None:
    """Return when a token ends that was last used at this time (ms)."""
    if token.kind != "app":
        return token.expires
    return min(one for one in (token.expires, used + IDLE) if one is not None)


def _readable(token_id: str, reply: dict[bytes, bytes] | Unreadable) -> Token | None:
    """Return a token, or None for a missing or unreadable one: a damaged token gives no access."""
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
            id=token_id,
            account=fields["account"],
            sha256=fields["sha256"],
            scopes=tuple(fields["scopes"].split()),
            name=fields["name"],
            created=int(fields["created"]),
            used=int(fields["used"]) if fields["used"] else None,
            expires=int(fields["expires"]) if fields["expires"] else None,
            parent=fields["parent"] or None,
            kind=_kind(fields),
            client=fields["client"],
        )


def _kind(fields: dict[str, str]) -> TokenKind:
    """Return the kind of a stored token."""
    kind = fields["kind"]
    if kind not in get_args(TokenKind):
        raise ValueError("a kind of token that is not known here")
    return cast(TokenKind, kind)


def _optional(number: int | None) -> str:
    return "" if number is None else str(number)


@dataclass(frozen=True)
class Grant:
    """The grant behind an authorization code. ``challenge`` is that of PKCE with S256, ``expires`` in milliseconds.

    ``used`` is the token made from it, if any.
    """

    account: str
    client: str
    redirect: str
    scopes: tuple[str, ...]
    challenge: str
    expires: int
    used: str | None = None


@dataclass(frozen=True)
class Device:
    """The request of a program in the device flow. ``expires`` in milliseconds, ``device`` is the digest of its code."""

    device: str
    client: str
    scopes: tuple[str, ...]
    expires: int
    state: Literal["pending", "approved", "denied", "used"] = "pending"


class GrantUse(NamedTuple):
    """The outcome of using an authorization code; ``before`` is the token that its first use made."""

    outcome: Literal["first", "used", "none"]
    before: str


class Polled(NamedTuple):
    """The reply to a program that polls with its device code; ``decided`` (ms) and the rest are set only if it is
    ``approved``."""

    outcome: Literal["none", "expired", "slow", "pending", "denied", "approved"]
    account: str = ""
    scopes: tuple[str, ...] = ()
    decided: int = 0


class Grants(Client):
    """Codes on their way to becoming tokens."""

    def keep_grant(self, code: str, grant: Grant, life: int) -> None:
        """Store the grant behind an authorization code for ``life`` ms; ``code`` is the digest of its text."""
        fields = {
            "account": grant.account,
            "client": grant.client,
            "redirect": grant.redirect,
            "scopes": " ".join(grant.scopes),
            "challenge": grant.challenge,
            "expires": str(grant.expires),
        }
        self._keep(keys.grant(code), fields, life)

    def grant(self, code: str) -> Grant | None:
        """Return the grant behind an authorization code, also for a while after its use."""
        fields = texts("a grant", self._ask(("HGETALL", keys.grant(code))))
        if not fields:
            return None
        with reading("a grant"):
            return Grant(
                account=fields["account"],
                client=fields["client"],
                redirect=fields["redirect"],
                scopes=tuple(fields["scopes"].split()),
                challenge=fields["challenge"],
                expires=int(fields["expires"]),
                used=fields.get("token"),
            )

    def use_grant(self, code: str, token: str, remembered: int) -> GrantUse:
        """Use an authorization code for a token about to be made; its use is remembered for this many ms."""
        reply = self._run(Call(USE_GRANT, [keys.grant(code)], [token, remembered]), again=False)
        outcome, before = (text(one) for one in reply)
        return GrantUse(outcome, before)  # type: ignore[arg-type]

    def keep_device(self, device: Device, user_code: str, *, pause: int, life: int) -> bool:
        """Store a device code for ``life`` ms; ``user_code`` is the digest of what the person types, ``pause`` (ms) the
        shortest time between two polls. Return ``False`` if that user code is taken.
        """
        if self._ask(("SET", keys.user_code(user_code), device.device, "NX", "PX", life)) is None:
            return False
        fields = {
            "client": device.client,
            "scopes": " ".join(device.scopes),
            "expires": str(device.expires),
            "state": device.state,
            "account": "",
            "polled": "0",
            "pause": str(pause),
        }
        self._keep(keys.device(device.device), fields, life)
        return True

    def device_by_user_code(self, user_code: str) -> Device | None:
        """Return the device code for a user code (a digest)."""
        found = self._ask(("GET", keys.user_code(user_code)))
        if found is None:
            return None
        fields = texts("a device code", self._ask(("HGETALL", keys.device(text(found)))))
        if not fields:
            return None
        with reading("a device code"):
            return Device(
                device=text(found),
                client=fields["client"],
                scopes=tuple(fields["scopes"].split()),
                expires=int(fields["expires"]),
                state=fields["state"],  # type: ignore[arg-type]
            )

    def decide_device(self, device: str, decision: Literal["approved", "denied"], account: str) -> bool:
        """Record the account's decision; return ``False`` if it was decided before, or has expired."""
        return bool(self._run(Call(DECIDE_DEVICE, [keys.device(device)], [decision, account])) == 1)

    def poll_device(self, device: str, client: str, slower: int) -> Polled:
        """Answer a program that polls for its device code; polling too soon adds ``slower`` ms to its interval each time."""
        reply = [
            text(one) for one in self._run(Call(POLL_DEVICE, [keys.device(device)], [client, slower]), again=False)
        ]
        if reply[0] == "approved":
            return Polled("approved", reply[1], tuple(reply[2].split()), int(reply[3]))
        return Polled(reply[0])  # type: ignore[arg-type]

    def _keep(self, key: str, fields: dict[str, str], life: int) -> None:
        self._run(Call(KEEP_HASH, [key], [life, *(part for pair in fields.items() for part in pair)]))
