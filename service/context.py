"""What every part of a running service shares: settings, store, keys. Opened once per process."""

from __future__ import annotations

import os
from dataclasses import dataclass

from service.config import Settings
from service.owned_data import hold_folders
from service.signing import Links, Resolver, Sealer, Signer, read_key
from service.store.archive_folder import ArchiveFolder
from service.store.archived import Archiving
from service.store.store import Store


def lease_owner(supervisor: str, process: int) -> str:
    """Return the owner of the leases that a process claims: a name that no other process under any supervisor has."""
    return f"{supervisor}:{process}"


def archiving_of(settings: Settings) -> Archiving | None:
    """Return the archive of finished matches, ``None`` where the installation has none."""
    if settings.archive is None:
        return None
    return Archiving(ArchiveFolder(settings.archive), settings.archive_after * 86_400_000)


@dataclass(frozen=True)
class Context:
    """The service's own things. ``resolver`` is only there in workers."""

    settings: Settings
    store: Store
    signer: Signer
    sealer: Sealer
    links: Links
    resolver: Resolver | None = None

    @property
    def lease_owner(self) -> str:
        """The name under which the supervisor knows this process's leases; empty when there is no supervisor."""
        return lease_owner(self.settings.supervisor, os.getpid()) if self.settings.supervisor else ""

    @classmethod
    def open(cls, settings: Settings, *, resolver: bool = False, patience: float | None = None) -> Context:
        """Install the rule data, connect the store and read the keys.

        :param resolver: also read the resolver's secret key (workers).
        :param patience: seconds after which a store that does not answer is given up (the API).
        :raises KeyMissing: when a key file is not configured or not readable.
        :raises BadData: when an owner's rule data cannot be used.
        """
        if settings.rule_data:
            hold_folders(settings.rule_data)
        secret = read_key(settings.resolver_key, "SIEGELPOST_RESOLVER_KEY") if resolver else None
        return cls(
            settings=settings,
            store=Store.connect(settings.redis_url, patience=patience).use_archive(archiving_of(settings)),
            signer=Signer(read_key(settings.signing_key, "SIEGELPOST_SIGNING_KEY")),
            sealer=Sealer(read_key(settings.resolver_public, "SIEGELPOST_RESOLVER_PUBLIC")),
            links=Links(read_key(settings.link_secret, "SIEGELPOST_LINK_SECRET")),
            resolver=Resolver(secret) if secret is not None else None,
        )
