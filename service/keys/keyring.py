"""The signing keys of an installation: new matches get the newest, and a match keeps the one named in its log to its
end.

A key that has been replaced goes on signing the matches that were created under it, so a rotation stops nothing. When no
running match names a key any more, its file may go.

Web push services know an installation by keys of their own (VAPID, RFC 8292): P-256, 32 bytes as ``web-push`` writes
them. A browser subscribes under one key, and accepts nothing signed by another. So a replaced key stays as long as
browsers are subscribed under it, and an installation without any offers no push.

At its start a process checks that all needed keys are here; it refuses to start without one, and names the remedy.

The store lists all keys that were ever used. If a listed key is in no file, either something such as a running match
still needs it, and the process does not start; or nothing does, and the list records since when.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.match.table import Table
from engine.protocol.canon import b64, tagged_hash
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import BadNote, Note, VerifierKey, parse_note
from service.keys.signing import KeyMissing, Signer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey


import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from engine.protocol.canon import unb64
from engine.transparency.note import ED25519
from service.keys.signing import Links, Resolver, Sealer, key_id
from service.store.installation.known_keys import KeyKind, newest_first
from service.store.store import KnownKey, Store

PUSH = "SIEGELPOST_PUSH_KEY"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of P-256 (FIPS 186-4): a secret key is a number from 1 to one less."""


class PushKey:
    """One key. :raises KeyMissing: for 32 bytes that are not a valid key (one in four thousand million)."""

    def __init__(self, secret: bytes) -> None:
        self._number = int.from_bytes(secret, "big")
        if not 0 < self._number < ORDER:
            raise KeyMissing(f"{PUSH} names a file with 32 bytes that are no key of P-256: make another")
        self.key_id = b64(tagged_hash("siegelpost/push key id/v1", secret)[:8])

    def __repr__(self) -> str:
        return f"PushKey({self.key_id})"

    @cached_property
    def private_key(self) -> EllipticCurvePrivateKey:
        """The private key, for signing."""
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

        return derive_private_key(self._number, SECP256R1())

    @cached_property
    def public_key(self) -> str:
        """The public half as browsers take it: base64url of an uncompressed point."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return b64(point)


class PushKeys:
    """The keys held here, the newest first."""

    def __init__(self, newest: bytes, *earlier: bytes) -> None:
        self.newest = PushKey(newest)
        self.held = (self.newest, *map(PushKey, earlier))

    def named(self, key: str) -> PushKey | None:
        """Return the key of this short name, ``None`` when it is not held here."""
        return next((one for one in self.held if one.key_id == key), None)


SIGNING = "SIEGELPOST_SIGNING_KEY"


class LogKeyMissing(KeyMissing):
    """The log of all matches was signed by a key that is missing here."""


class Signers:
    """The signing keys held here; ``newest`` signs new matches."""

    def __init__(self, newest: Signer, *earlier: Signer) -> None:
        self.newest = newest
        self.held = (newest, *earlier)

    def __repr__(self) -> str:
        return f"Signers({', '.join(one.key_id for one in self.held)})"

    def of(self, table: Table) -> Signer:
        """Return the key of a match. :raises KeyMissing: when it is not held here."""
        return self.named(table["key"])

    def named(self, key: str) -> Signer:
        """Return the key of this short name. :raises KeyMissing: when it is not held here."""
        for one in self.held:
            if one.key_id == key:
                return one
        raise KeyMissing(f"{SIGNING} names no file with the key {key}: name it behind the newest")

    def of_log(self, origin: str, note: str) -> Signer:
        """Return the key of the log of all matches: a log keeps the key it began with, so a new key takes a new name.

        :param origin: the log's name.
        :param note: its latest checkpoint, with which the next has to agree; empty: it has none.
        :raises LogKeyMissing: when that has this name but none of the keys here signed it.
        :raises BadNote: when it is no checkpoint.
        """
        if not note:
            return self.newest
        parsed = parse_note(note)
        if checkpoint_of(parsed).origin != origin:
            return self.newest
        for one in self.held:
            if parsed.by(one.log_key(origin)):
                return one
        raise LogKeyMissing(
            f"{SIGNING} lacks the key of the log {origin}: name its file behind the newest, or give the log another name "
            "(SIEGELPOST_LOG_ORIGIN), if the key is lost"
        )


def results_origin(origin: str) -> str:
    """Return the name of the log of results beside the log of all matches with this name."""
    return f"{origin}/results"


def log_key(signers: Signers, origin: str, note: str) -> VerifierKey:
    """Return the public key of the log of all matches, as :meth:`Signers.of_log`; if that is missing, the newest."""
    try:
        return signers.of_log(origin, note).log_key(origin)
    except (LogKeyMissing, BadNote):
        return signers.newest.log_key(origin)


def countersigned(signers: Signers, signer: Signer, origin: str, note: str) -> Note | None:
    """Return a checkpoint of the log, also signed by the key of the match in which it is shown: players know no other
    key.

    Returns None if none of our keys has signed it under the log's present name.

    :raises BadNote: when it is no checkpoint.
    """
    found = parse_note(note)
    own = [line for one in signers.held for line in found.by(one.log_key(origin))]
    if not own or checkpoint_of(found).origin != origin:
        return None
    return signer.sign_checkpoint(checkpoint_of(found))


RESOLVER = "SIEGELPOST_RESOLVER_KEY"
LINKS = "SIEGELPOST_LINK_SECRET"
SETTING = {"signing": SIGNING, "resolver": RESOLVER, "links": LINKS, "push": PUSH}
WHAT = {"signing": "signing key", "resolver": "resolver key", "links": "link secret", "push": "push key"}
TAKING_OVER = 86_400_000
"""How long a process that was not restarted may have gone on sealing to the previous key, in milliseconds."""

log = logging.getLogger("siegelpost.keys")


@dataclass(frozen=True)
class Need:
    """The uses that still need a key: running matches, webhooks, browsers, and the log of all matches."""

    matches: int = 0
    webhooks: int = 0
    browsers: int = 0
    log: bool = False

    def __bool__(self) -> bool:
        return bool(self.matches or self.webhooks or self.browsers or self.log)

    def __str__(self) -> str:
        """Return it in words, like ``3 running matches and the log of all matches``; ``nothing``."""
        parts = [
            *([f"{self.matches} running match{'' if self.matches == 1 else 'es'}"] if self.matches else []),
            *([f"{self.webhooks} webhook{'' if self.webhooks == 1 else 's'}"] if self.webhooks else []),
            *([f"{self.browsers} browser{'' if self.browsers == 1 else 's'}"] if self.browsers else []),
            *(["the log of all matches"] if self.log else []),
        ]
        return " and ".join(parts) or "nothing"


def needs(store: Store, known: Sequence[KnownKey], origin: str | None = None) -> dict[KnownKey, Need]:
    """Return the needs for each key. Reads every unfinished match.

    :param known: all keys, of each kind the newest first.
    :param origin: the name of the log of all matches, or None for the name in its latest checkpoint.
    :raises Unreadable: when a match or a webhook cannot be read.
    """
    matches = dict.fromkeys(known, 0)
    webhooks = dict.fromkeys(known, 0)
    for table in store.running_tables():
        for one in known:
            matches[one] += _is_needed(one, known, table)
    secrets = [one for one in known if one.kind == "links"]
    for names in store.webhook_secrets():
        for one in secrets:
            webhooks[one] += one.id in names
    browsers = Counter(store.keys_of_browsers() if any(one.kind == "push" for one in known) else ())
    return {
        one: Need(matches[one], webhooks[one], browsers[one.id] * (one.kind == "push"), _signs_log(store, one, origin))
        for one in known
    }


def _is_needed(key: KnownKey, known: Sequence[KnownKey], table: Table) -> bool:
    of_kind = [one for one in known if one.kind == key.kind]
    if key.kind == "signing":
        return table["key"] == key.id
    if key.kind != "resolver":
        return False
    if table["seeding"]["resolver"] == key.public:
        return True
    # A match has boxes that were sealed to the keys that were the newest while it was played.
    followed = next((one.since for one in reversed(of_kind[: of_kind.index(key)]) if one.since is not None), None)
    return followed is None or table["created"] < followed + TAKING_OVER


def _signs_log(store: Store, key: KnownKey, origin: str | None) -> bool:
    if key.kind != "signing":
        return False
    try:
        note = parse_note(store.log_head().note)
        name = checkpoint_of(note).origin
        return origin in (name, None) and bool(note.by(VerifierKey(name, ED25519, unb64(key.public))))
    except BadNote:
        return False


@dataclass(frozen=True)
class Keyring:
    """The keys that a process holds; ``resolver`` is only there in workers."""

    signers: Signers
    sealer: Sealer
    links: Links
    resolver: Resolver | None = None
    push: PushKeys | None = None

    def settle(self, store: Store, origin: str) -> None:
        """Check whether a key is missing, and record new ones. If a key is missing nothing is recorded.

        :raises KeyMissing: naming the key, what needs it, and the remedy.
        """
        before = store.known_keys()
        new = [one for kind in get_args(KeyKind) for one in self._new(kind, before, store.now)]
        changed = {(one.kind, one.id) for one in new}
        known = newest_first([*(one for one in before if (one.kind, one.id) not in changed), *new])
        missing = [one for one in known if one.until is None and not self._holds(one)]
        unneeded = _judge(store, known, missing, origin) if missing else []
        for one in (*new, *unneeded):
            store.change_key(one)

    def lacks(self, known: Iterable[KnownKey]) -> KnownKey | None:
        """Return a resolver key that is in use but missing from this keyring, or None."""
        return next(
            (one for one in known if one.kind == "resolver" and one.until is None and not self._holds(one)), None
        )

    def _used(self) -> list[KnownKey]:
        """Return the keys that this process uses for new things, the newest of each kind first."""
        sealed_to = self.sealer.public_key
        return [
            *(KnownKey("signing", one.key_id, one.public_key) for one in self.signers.held),
            KnownKey("resolver", key_id(unb64(sealed_to)), sealed_to),
            *(KnownKey("links", one.key_id, "") for one in self.links.all()),
            *(KnownKey("push", one.key_id, "") for one in (self.push.held if self.push else ())),
        ]

    def _new(self, kind: KeyKind, before: Sequence[KnownKey], now: Callable[[], int]) -> list[KnownKey]:
        """Return the keys of a kind that must be recorded, given the earlier records."""
        by_id = {one.id: one for one in before if one.kind == kind}
        held = [one for one in self._used() if one.kind == kind]
        if not held:
            return []  # of push keys an installation may have none
        if by_id:
            # A key that stands behind another and is not in the book is on its way to all machines, and not used yet.
            newest = by_id.get(held[0].id)
            if newest is None:
                return [replace(held[0], since=now())]
            return [replace(newest, until=None)] if newest.until is not None else []
        # Without a key book, the first key is current and the rest are older, newest first.
        *later, first = held
        return [*(replace(one, since=now() - place) for place, one in enumerate(later)), first]

    def _holds(self, key: KnownKey) -> bool:
        if key.kind == "signing":
            return any(one.key_id == key.id for one in self.signers.held)
        if key.kind == "links":
            return any(one.key_id == key.id for one in self.links.all())
        if key.kind == "push":
            return self.push is None or self.push.named(key.id) is not None
        return self.resolver is None or key.public in self.resolver.public_keys


def _judge(store: Store, known: Sequence[KnownKey], missing: Sequence[KnownKey], origin: str) -> list[KnownKey]:
    """Return the missing keys that nothing needs, marked as given up. :raises KeyMissing: when one is needed."""
    needed = needs(store, known, origin)
    lacking: list[str] = []
    unneeded: list[KnownKey] = []
    for one in missing:
        newest = next(other for other in known if other.kind == one.kind) == one
        if one.kind == "push":
            unneeded.append(replace(one, until=store.now()))  # nothing stops: its browsers subscribe anew
        elif newest and one.kind == "resolver":
            lacking.append(f"{RESOLVER} lacks the resolver key {one.id}, to which new moves are sealed: name its file")
        elif newest or needed[one]:
            what = f"which {needed[one]} need{'s' if _is_one(needed[one]) else ''}" if needed[one] else "the newest"
            lacking.append(
                f"{SETTING[one.kind]} lacks the {WHAT[one.kind]} {one.id}, {what}: name its file behind the newest; if it is "
                "gone, put it back from your backup ('siegelpost admin keys give-up' does without)"
            )
        else:
            unneeded.append(replace(one, until=store.now()))
    if lacking:
        raise KeyMissing("; ".join(lacking))
    for one in unneeded:
        log.info(
            "the %s %s is not held any more, and %s needs it", WHAT[one.kind], one.id, needed[replace(one, until=None)]
        )
    return unneeded


def _is_one(need: Need) -> bool:
    return (need.matches + need.webhooks + need.browsers + need.log) == 1
