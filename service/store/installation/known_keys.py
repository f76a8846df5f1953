"""Keys that the installation has used, with first and last times: public halves and short names, never a secret."""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypedDict, cast, get_args

from engine.match.table import Table
from service.store import Unreadable, keys
from service.store.records import BROWSERS
from service.store.sweep import AT_ONCE, Sweep
from service.store.values import decode, encode, reading, text

KeyKind = Literal["signing", "resolver", "links", "push"]

log = logging.getLogger("siegelpost.store")


@dataclass(frozen=True)
class KnownKey:
    """A key that the installation uses or has used. Times in milliseconds.

    :ivar id: its short name.
    :ivar public: the public half as base64url; empty for link secrets, which have none, and push keys.
    :ivar since: when it was first used, or None for the beginning.
    :ivar until: when it was found to be neither needed nor held any more, or None while it is in use.
    """

    kind: KeyKind
    id: str
    public: str
    since: int | None = None
    until: int | None = None


class _Stored(TypedDict):
    public: str
    since: int | None
    until: int | None


class KnownKeys(Sweep):
    """The installation's book of keys."""

    def known_keys(self) -> list[KnownKey]:
        """Return all keys, of each kind the newest first."""
        found = [_known(text(name), value) for name, value in self._ask(("HGETALL", keys.known_keys())).items()]
        return newest_first(found)

    def change_key(self, key: KnownKey) -> None:
        """Store a key as it is now."""
        self._ask(("HSET", keys.known_keys(), f"{key.kind}:{key.id}", _stored(key)))

    def running_tables(self) -> Iterator[Table]:
        """Yield the tables of all unfinished matches. Reads the whole store: for operators, and when a key is missing.

        :raises Unreadable: when one cannot be read, because the keys it needs are then unknown.
        """
        matches = sorted({one for one in self._names(":m:") if keys.MATCH.fullmatch(one)})
        for start in range(0, len(matches), AT_ONCE):
            chunk = matches[start : start + AT_ONCE]
            running = [match for match, status in self._field(chunk, "status") if status != b"closed"]
            found = self.tables_among(running)
            if len(found) != len(running):
                lost = set(running) - {one["match"] for one in found}
                raise Unreadable(f"match {min(lost)}", "its table cannot be read")
            yield from found

    def webhook_secrets(self) -> Iterator[set[str]]:
        """Yield, for each webhook, the short names of the link secrets from which its keys are derived."""
        names = sorted({one for one in self._names(":w:") if len(one.split(":")) == 2})
        for account, _, webhook in (one.partition(":") for one in names):
            found = self._ask(
                ("HMGET", keys.webhook(account, webhook), "url", "link_secret", "overlap_until", "former_link_secret")
            )
            url, present, until, former = (text(one or b"") for one in found)
            if url:
                yield {present} | ({former} if until not in ("", "0") else set())

    def keys_of_browsers(self) -> Iterator[str]:
        """Yield, for each subscribed browser, the short name of our key in its subscription. Reads all accounts."""
        accounts = sorted(one for one in set(self._names(":u:")) if keys.ACCOUNT.fullmatch(one))
        for start in range(0, len(accounts), AT_ONCE):
            for prefs in self.prefs_of(accounts[start : start + AT_ONCE]):
                browsers = prefs.get(BROWSERS, [])
                yield from (str(one.get("key", "")) for one in browsers if isinstance(one, dict))


def newest_first(known: Iterable[KnownKey]) -> list[KnownKey]:
    """Return keys grouped by kind, the newest of each kind first."""
    return sorted(known, key=lambda one: (one.kind, -(one.since or 0), one.id))


def _stored(key: KnownKey) -> bytes | str:
    return encode(_Stored(public=key.public, since=key.since, until=key.until))


def _known(name: str, value: bytes) -> KnownKey:
    kind, _, short = name.partition(":")
    with reading(f"the key {name}"):
        if kind not in get_args(KeyKind):
            raise ValueError("a kind of key that is not known here")
        said: _Stored = decode(value)
        return KnownKey(cast(KeyKind, kind), short, said["public"], said["since"], said["until"])
