"""Shared parts of a running service: settings, store, keys. Opened once per process."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine.kit.rule_data import BadData
from service.config.owned_data import hold_folders
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.keys.keyring import LINKS, PUSH, RESOLVER, SIGNING, Keyring, PushKeys, Signers
from service.keys.signing import EscrowFailed, KeyMissing, Links, Resolver, Sealer, Signer, read_key, read_keys
from service.processes.starting import Starting, lease_owner
from service.store import Unsettled
from service.store.archive.bucket import archive_at
from service.store.archive.reading import Archiving
from service.store.connection.connect import WHILE_SOMEBODY_WAITS, Unreadable
from service.store.connection.durability import HALF_RESTORED
from service.store.store import Store, StoreUnavailable

SOON = 5.0
"""Seconds for which requests wait in the listening socket for the end of a start, before they are told that it takes long."""

log = logging.getLogger("siegelpost.keys")


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


def faults_of(settings: Settings, *, resolves: bool, sends: bool) -> Iterator[str]:
    """Yield everything that keeps a process from starting: settings, rule data and keys. The store is not asked.

    Every process and ``siegelpost admin check`` ask here, so neither calls right what the other refuses.

    :param resolves: the process opens sealed moves.
    :param sends: it sends letters.
    """
    if sends and not settings.smtp_url:
        yield "SMTP_URL is not set, so no letter could go out: set smtp://user:password@host:587"
    readers: list[Callable[[], object]] = [
        lambda: hold_folders(settings.rule_data),
        lambda: signers_of(settings),
        lambda: links_of(settings),
        lambda: push_keys_of(settings),
        lambda: read_key(settings.resolver_public, "SIEGELPOST_RESOLVER_PUBLIC"),
    ]
    if resolves:
        readers.append(lambda: read_keys(settings.resolver_key, settings.earlier_resolver_keys, RESOLVER))
    for read in readers:
        try:
            read()
        except (BadData, KeyMissing) as error:
            yield str(error)


def settings_to_start(env: Mapping[str, str], *, resolves: bool = False, sends: bool = False) -> Settings:
    """Return the settings of a process that is about to start.

    :raises BadSetting: naming everything that :func:`faults_of` finds.
    """
    settings = Settings.from_environment(env)
    if faults := [*faults_of(settings, resolves=resolves, sends=sends)]:
        raise BadSetting("; ".join(faults))
    return settings


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
            opened.settle()
        else:
            store.shut(shut)
        return opened

    def settle(self) -> None:
        """Check that the store is whole, and that all keys needed by it are here; let it be used then.

        While it is away, every use of it repeats this first.

        :raises KeyMissing: when one is missing. :raises Unreadable: when a restore was interrupted.
        """
        # The context's own store may be shut for everybody, so this looks at it beside it.
        beside = Store.connect(self.settings.redis_url, patience=WHILE_SOMEBODY_WAITS, replicas=self.settings.replicas)
        try:
            self._judge(beside)
        except StoreUnavailable:
            log.warning("the store is away: whether it is whole, and all keys are here that it needs, is not known")
            self.store.shut(self._look_again(beside))
        else:
            self.store.open()
        finally:
            beside.close()  # it may be used again

    def _judge(self, store: Store) -> None:
        if store.is_half_restored():
            raise Unreadable("the store", HALF_RESTORED)
        self.keyring.settle(store, self.settings.origin)

    def _look_again(self, beside: Store) -> Callable[[], StoreUnavailable | None]:
        """Return a function that says why the store must not be used yet; where nothing speaks against it, it opens it."""
        looking, said = threading.Lock(), ""

        def look() -> StoreUnavailable | None:
            nonlocal said
            if not looking.acquire(blocking=False):
                return StoreUnavailable("another thread is looking whether the store is back")
            try:
                self._judge(beside)
            except StoreUnavailable as error:
                return error
            except (KeyMissing, Unreadable) as error:
                before, said = said, str(error)
                if before != said:
                    log.error("%s", said)
                return Unsettled(said if isinstance(error, Unreadable) else "a key is missing; the log says which")
            finally:
                beside.close()
                looking.release()
            self.store.open()
            return None

        return look


def opened(settings: Settings) -> Context:
    """Return the API's context, at the end of the start or soon; until its end the context does not use the store.

    :raises KeyMissing: when a key cannot be read; after a start, also when one is missing.
    """
    starting = Starting.under(settings)
    if starting is None or starting.look().over:
        return Context.open(settings, patience=WHILE_SOMEBODY_WAITS)
    context = Context.open(settings, patience=WHILE_SOMEBODY_WAITS, shut=starting.refusal)
    release = threading.Thread(target=_release, args=(context, starting), name="start", daemon=True)
    release.start()
    release.join(SOON)
    return context


def _release(context: Context, starting: Starting) -> None:
    """Wait until the start is over, then open the store, unless a key is missing or the store is unreadable."""
    starting.wait()
    try:
        context.settle()
    except (KeyMissing, Unreadable) as error:
        logging.getLogger("siegelpost.api").error("%s", error)
