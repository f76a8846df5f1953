"""The checks of ``siegelpost admin check``: a table of small functions that yield verdicts, with a remedy each."""

import contextlib
import difflib
import json
import secrets
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

import httpx
import redis

from service.config.legal import GAP, LABELS, SETTING
from service.config.networks import address_of
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import faults_of
from service.processes.wake import TICKING, clock_says
from service.store.archive.bucket import archive_at
from service.store.archive.folder import ArchiveTrouble
from service.store.connection.connect import WHILE_SOMEBODY_WAITS, Place, StoreUnavailable
from service.store.store import Store

Level = Literal["ok", "warning", "error"]
PREFIX = "SIEGELPOST_"
NAMES = "names of settings"
READ_ELSEWHERE = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "ADMIN_TOKEN", "ADMIN_URL", "BACKUP_RECIPIENTS", "BIND", "COMPILE", "DATA", "LANGUAGE", "LOG_LEVEL", "OPERATOR",
        "SERVER", "TOKEN", "VAR",
    )
)  # fmt: skip
"""Variables read by commands, gunicorn or the logs instead of the settings. A test compares them with the README."""
ELSEWHERE = "192.0.2.1"
"""An address of nobody (RFC 5737)."""
ROUND_TRIP = 60.0
"""Seconds within which a mail to the reply host must come back."""
LOOKS, AT_ONCE = 40, 500
"""The number of parts of the store in which webhooks are looked for, and about how many keys each has."""
MOST_DRIFT = 1_000
"""The most milliseconds by which the clocks of this machine and of the store may differ."""


@dataclass(frozen=True)
class Verdict:
    """The finding of a check, and its remedy."""

    level: Level
    found: str
    remedy: str = ""


@dataclass(frozen=True)
class Subject:
    """The installation as this process's environment describes it."""

    env: Mapping[str, str]
    settings: Settings
    letter_to: str = ""


class Asked(dict[str, str]):
    """An environment that remembers which variables were read."""

    def __init__(self, env: Mapping[str, str]) -> None:
        super().__init__(env)
        self.names: set[str] = set()

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]  # all callers give text
        """Return a variable, and remember its name."""
        self.names.add(name)
        return super().get(name, default)


def known_settings() -> set[str]:
    """Return the names of all variables that some process reads."""
    asked = Asked({"REDIS_URL": "unix:///nowhere"})
    Settings.from_environment(asked)
    return {*(name for name in asked.names if name.startswith(PREFIX)), *READ_ELSEWHERE}


def _names(env: Mapping[str, str]) -> Iterator[Verdict]:
    known = known_settings()
    for name in sorted(env):
        if name.startswith(PREFIX) and name not in known:
            close = difflib.get_close_matches(name, known, 1)
            meant = f"Did you mean {close[0]}?" if close else "The README lists all of them."
            yield Verdict("warning", f"{name} is no setting, and nobody reads it", meant)


def _addresses(subject: Subject) -> Iterator[Verdict]:
    if (
        subject.settings.public_url.startswith("https://")
        and subject.settings.trusted_proxies == Settings.trusted_proxies
    ):
        yield Verdict(
            "warning",
            "SIEGELPOST_PUBLIC_URL is https, so there is a proxy, and none is trusted: all visitors count as one",
            "Name its address in SIEGELPOST_TRUSTED_PROXIES",
        )


def _starting(subject: Subject) -> Iterator[Verdict]:
    """Yield what keeps processes from starting; whether the resolver's key is needed depends on the process."""
    settings = subject.settings
    for fault in faults_of(settings, resolves=settings.resolver_key is not None, sends=True):
        yield Verdict("error", fault, "Processes refuse to start. The first keys: siegelpost admin keys make FOLDER")


def _key_files(subject: Subject) -> Iterator[Verdict]:
    settings = subject.settings
    secret = [settings.signing_key, settings.link_secret, settings.push_key, settings.resolver_key]
    earlier = (*settings.earlier_signing_keys, *settings.earlier_link_secrets, *settings.earlier_resolver_keys)
    for path in (*filter(None, secret), *earlier):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except OSError:
            continue  # said above
        if mode & 0o007:
            yield Verdict("warning", f"every user of this machine can read {path}", f"chmod o= {path}")
    if settings.resolver_key is not None and "SIEGELPOST_BIND" in subject.env:
        yield Verdict(
            "warning",
            "the environment of the API names the resolver's key",
            "Leave SIEGELPOST_RESOLVER_KEY to the processes that resolve, and run them as another user",
        )


def _store(subject: Subject) -> Iterator[Verdict]:
    store = _store_of(subject)
    try:
        for danger in store.check_durability():
            yield Verdict("error", f"the store would not keep what it acknowledges: {danger}", "Change its settings")
        used, fullest = store.memory()
        if fullest > 0.8:
            yield Verdict(
                "warning", f"the store's memory is {fullest:.0%} full ({used:,} bytes)", "Raise its maxmemory"
            )
        yield from (Verdict("warning", one) for one in store.check_memory_settings())
        if abs(drift := store.now() - int(time.time() * 1000)) > MOST_DRIFT:
            yield Verdict("warning", f"the store's clock is {drift} ms from this machine's", "Run NTP on both")
    except StoreUnavailable as error:
        yield Verdict("error", str(error), "Look at REDIS_URL, and whether the server runs")
    finally:
        store.close()


def _clock(subject: Subject) -> Iterator[Verdict]:
    try:
        said = clock_says(subject.settings.queue_url)
    except redis.RedisError as error:
        yield Verdict("error", f"the queue does not answer: {type(error).__name__}", "Look at QUEUE_URL")
        return
    if said is None:
        yield Verdict(
            "warning", "no clock was alive in the last ten seconds: no deadline passes", "Start workers.clock"
        )
    elif said != TICKING:
        yield Verdict("warning", f"the clock stands still: {said}", "See 'Outages' in docs/operations.md")


def _archive(subject: Subject) -> Iterator[Verdict]:
    if not subject.settings.archive:
        return
    try:
        archive_at(subject.settings.archive).try_out()
    except ArchiveTrouble as error:
        yield Verdict(
            "error",
            f"the archive cannot be used: {error}",
            "Mount it, or make the folder and let the user of this process write there",
        )


def _visitors(subject: Subject) -> Iterator[Verdict]:
    """Ask the API through its public address, as a visitor who claims to be somebody else."""
    address = f"{subject.settings.public_url}/ready"
    try:
        with httpx.stream("GET", address, headers={"X-Forwarded-For": ELSEWHERE}, timeout=10) as answer:
            own = answer.extensions["network_stream"].get_extra_info("client_addr")[0]
            told = json.loads(answer.read()) if answer.status_code == 200 else None
    except (httpx.HTTPError, ValueError) as error:
        yield Verdict(
            "warning",
            f"{address} does not answer from here ({error})",
            "Look at the proxy, its certificate and the API",
        )
        return
    seen = told.get("client") if isinstance(told, dict) else None
    if not isinstance(seen, str):
        yield Verdict("warning", f"{address} answers {answer.status_code}", "Its body says why")
    elif seen == ELSEWHERE and subject.settings.trusted_proxies.trusts_client(own):
        return  # this machine is the proxy itself, which may claim what it likes: ask from another one
    elif seen == ELSEWHERE:
        yield Verdict(
            "error",
            "the API believes the address that a visitor's X-Forwarded-For claims, so no limit holds",
            "The proxy must add the visitor's address to that header; trust no other in SIEGELPOST_TRUSTED_PROXIES",
        )
    elif seen != own and not ((found := address_of(seen)) and found.is_global):
        yield Verdict(
            "warning",
            f"the API takes this machine ({own}) for {seen}: if that is the proxy, all visitors count as one",
            "Name the proxy in SIEGELPOST_TRUSTED_PROXIES, and let it set X-Forwarded-For",
        )


def _webhooks(subject: Subject) -> Iterator[Verdict]:
    settings = subject.settings
    if settings.webhooks == "any" and settings.public_url.startswith("https://"):
        yield Verdict(
            "warning",
            "players' webhooks may lead to addresses inside the operator's own network",
            "Set SIEGELPOST_WEBHOOKS=public",
        )
    with contextlib.suppress(StoreUnavailable), closing(_store_of(subject)) as store:  # said above
        place: Place | None = Place()
        tried: list[bool] = []
        for _ in range(LOOKS):
            if place is not None:
                place, found = store.scan_webhooks(place, AT_ONCE)
                tried += [one.failures > 0 for one in found if one.state == "active"]
        if len(tried) > 1 and all(tried):
            yield Verdict(
                "warning",
                f"none of {len(tried)} webhooks reaches its receiver",
                "Let the machines of the deliver workers out to ports 443 and 8443; siegelpost admin webhooks shows why",
            )


def _replies(subject: Subject) -> Iterator[Verdict]:
    """Send a mail to the reply host, and wait for it at the entrance."""
    host = subject.settings.reply_host
    if not host or not subject.letter_to or subject.settings.smtp_url.startswith("file:"):
        return
    number, begun = secrets.token_hex(16), time.monotonic()
    with contextlib.suppress(StoreUnavailable), closing(_store_of(subject)) as store:  # said above
        store.begin_trial(number)
        if _send(subject, f"trial-{number}@{host}").returncode:
            return  # the mail server takes no letter, or none to this host, and has said why
        while not (has_come := store.trial_has_come(number)) and time.monotonic() - begun < ROUND_TRIP:
            time.sleep(0.1)
        if has_come:
            yield Verdict("ok", f"a mail to {host} has come back after {time.monotonic() - begun:.1f} s")
        else:
            yield Verdict(
                "error",
                f"a mail to {host} has not come back within {ROUND_TRIP:.0f} s",
                f"Its MX must be a mail server that passes its mail on to {':'.join(map(str, subject.settings.reply_listen))}",
            )


def _store_of(subject: Subject) -> Store:
    settings = subject.settings
    return Store.connect(settings.redis_url, patience=WHILE_SOMEBODY_WAITS, replicas=settings.replicas)


def _send(subject: Subject, recipient: str) -> subprocess.CompletedProcess[str]:
    """Try the mail server in a process of its own, as workers that send letters do; this package knows nothing of SMTP."""
    command = [sys.executable, "-m", "workers.mail.sending.transport", *filter(None, [recipient])]
    return subprocess.run(command, env={**subject.env}, capture_output=True, text=True, check=False)  # noqa: S603  our own module


def _mail(subject: Subject) -> Iterator[Verdict]:
    if not subject.settings.smtp_url:
        return  # said above
    done = _send(subject, subject.letter_to)
    said = done.stdout.strip() or "the attempt broke off"
    if done.returncode:
        yield Verdict(
            "error", f"no letter goes out: {said}", "Look at SMTP_URL, SIEGELPOST_MAIL_FROM and the mail server's log"
        )
    elif subject.letter_to:
        yield Verdict("ok", f"a letter was handed over: {said}", "Its headers should say pass of SPF and DKIM")
    if subject.settings.mail_from == Settings.mail_from and not subject.settings.smtp_url.startswith("file:"):
        yield Verdict(
            "warning", f"letters come from {Settings.mail_from}, which nobody can answer", "Set SIEGELPOST_MAIL_FROM"
        )


def _legal(subject: Subject) -> Iterator[Verdict]:
    """Look for the operator's own pages where strangers reach the installation."""
    texts, url = subject.settings.legal, subject.settings.public_url
    missing = [name for name in LABELS if name not in texts]
    if missing and url.startswith("https://"):
        yield Verdict(
            "warning",
            f"visitors find no {' and no '.join(missing)} page",
            f"Fill in a copy of deploy/legal-example, and name its folder in {SETTING}",
        )
    for name, by_language in texts.items():
        for language, text in by_language.items():
            if gap := GAP.search(text):
                yield Verdict(
                    "warning", f"{name}.{language}.md still says {' '.join(gap[0].split())}", "Fill it in, and restart"
                )


@dataclass(frozen=True)
class Check:
    """A row of the table."""

    name: str
    look: Callable[[Subject], Iterator[Verdict]]


CHECKS = (
    Check(NAMES, lambda subject: _names(subject.env)),
    Check("addresses", _addresses),
    Check("keys and cards", _starting),
    Check("who can read keys", _key_files),
    Check("store", _store),
    Check("clock", _clock),
    Check("archive", _archive),
    Check("mail", _mail),
    Check("replies", _replies),
    Check("visitors", _visitors),
    Check("webhooks", _webhooks),
    Check("imprint, privacy, terms", _legal),
)


def check(env: Mapping[str, str], letter_to: str = "") -> Iterator[tuple[str, Verdict]]:
    """Yield the findings of each check, with its name; ``ok`` if it has found nothing wrong.

    :param letter_to: a letter goes there; without it, the mail server is only asked whether it takes our sender.
    """
    try:
        subject = Subject(env, Settings.from_environment(env), letter_to)
    except BadSetting as error:
        yield "settings", Verdict("error", str(error))
        yield from ((NAMES, verdict) for verdict in _names(env))  # one may be what the other setting lacks
        return
    for one in CHECKS:
        yield from ((one.name, verdict) for verdict in [*one.look(subject)] or [Verdict("ok", "nothing is wrong")])
