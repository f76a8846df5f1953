"""Shared parts of a running service: settings, store, keys. Opened once per process."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass

from service.config.owned_data import hold_folders
from service.config.settings import Settings
from service.keys.keyring import PUSH, SIGNING, PushKeys, Signers
from service.keys.known_keys import LINKS, RESOLVER, Keyring
from service.keys.signing import EscrowFailed, KeyMissing, Links, Resolver, Sealer, Signer, read_key, read_keys
from service.store.archive.bucket import archive_at
from service.store.archive.reading import Archiving
from service.store.store import Store, StoreUnavailable

log = logging.getLogger("siegelpost.keys")


def lease_owner(supervisor: str, process: int) -> str:
    """Return the owner name for a process's leases, unique across supervisors."""
    return f"{supervisor}:{process}"


def archiving_of(settings: Settings) -> Archiving | None:
    """Return the archive of finished matches, ``None`` where the installation has none."""
    if not settings.archive:
        return None
    return Archiving(archive_at(settings.archive), settings.archive_after * 86_400_000)


def signers_of(settings: Settings) -> Signers:
    """Read the signing keys. :raises KeyMissing: when one is not configured or cannot be read."""
    return Signers(*map(Signer, read_keys(settings.signing_key, settings.earlier_signing_keys, SIGNING)))


def links_of(settings: Settings) -> Links:
    """Read the secrets behind links. :raises KeyMissing: when one is not configured or cannot be read."""
    return Links(*read_keys(settings.link_secret, settings.earlier_link_secrets, LINKS))


def push_keys_of(settings: Settings) -> PushKeys | None:
    """Read the keys of web push, ``None`` where the installation has none. :raises KeyMissing: when one cannot be read."""
    if settings.push_key is None:
        return None
    return PushKeys(*read_keys(settings.push_key, settings.earlier_push_keys, PUSH))


@dataclass(frozen=True)
class Context:
    """The service's shared objects. ``resolver`` is present only in workers, ``push`` only with web push."""

    settings: Settings
    store: Store
    signers: Signers
    sealer: Sealer
    links: Links
    resolver: Resolver | None = None
    push: PushKeys | None = None

    @property
    def signer(self) -> Signer:
        """The key that new matches are created under; a match's own is ``signers.of(table)``."""
        return self.signers.newest

    @property
    def keyring(self) -> Keyring:
        """The keys together."""
        return Keyring(self.signers, self.sealer, self.links, self.resolver, self.push)

    def unseal(self, box: str) -> bytes:
        """Return the canonical bytes of the opening in a box. Workers only.

        :raises EscrowFailed: for anything else.
        :raises KeyMissing: when it may be sealed to a key that this process lacks, so that another worker may open it.
        """
        assert self.resolver is not None
        try:
            return self.resolver.unseal(box)
        except EscrowFailed:
            lacking = self.keyring.lacks(self.store.known_keys())
            if lacking is None:
                raise
        raise KeyMissing(f"this worker lacks the resolver key {lacking.id}: name it in {RESOLVER}, and start it again")

    @property
    def lease_owner(self) -> str:
        """The supervisor's name for this process's leases; empty without a supervisor."""
        return lease_owner(self.settings.supervisor, os.getpid()) if self.settings.supervisor else ""

    @classmethod
    def open(
        cls,
        settings: Settings,
        *,
        resolver: bool = False,
        patience: float | None = None,
        shut: Callable[[], StoreUnavailable] | None = None,
    ) -> Context:
        """Install the rule data, connect the store and read the keys.

        :param resolver: also read the resolver's secret key (workers).
        :param patience: seconds after which an unresponsive store is given up (the API).
        :param shut: the error raised for every use of the store until :meth:`settle` was called and the store opened.
        :raises KeyMissing: when a key file is not configured or not readable, or a key is missing that is needed.
        :raises BadData: when an owner's rule data, or a package of a game, cannot be used.
        """
        hold_folders(settings.rule_data)
        opening = read_keys(settings.resolver_key, settings.earlier_resolver_keys, RESOLVER) if resolver else ()
        store = Store.connect(settings.redis_url, patience=patience, replicas=settings.replicas)
        opened = cls(
            settings=settings,
            store=store.use_archive(archiving_of(settings)),
            signers=signers_of(settings),
            sealer=Sealer(read_key(settings.resolver_public, "SIEGELPOST_RESOLVER_PUBLIC")),
            links=links_of(settings),
            resolver=Resolver(*opening) if opening else None,
            push=push_keys_of(settings),
        )
        if shut is None:
            opened.settle(store)
        else:
            store.shut(shut)
        return opened

    def settle(self, store: Store) -> None:
        """Check that all keys needed by the store are here. :raises KeyMissing: when one is missing."""
        try:
            self.keyring.settle(store, self.settings.origin)
        except StoreUnavailable:
            log.warning("the store is away: whether all keys are here that it needs is not known")
