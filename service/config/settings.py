"""Every setting of an installation, read once from the environment. The README's table is generated from here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.policy import SMTP
from pathlib import Path
from typing import Literal, get_args

from engine.protocol.beacon import QUICKNET, Beacon, Chain
from service.config import legal, variables
from service.config.networks import NOBODY, Proxies
from service.config.variables import BadSetting, WitnessAddress
from service.store.connection.addresses import BadAddress, is_many
from service.store.connection.addresses import parse as parse_address

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""A machine's names for itself in a ``Host`` header."""

MAIL_HOST = re.compile(r"(?=.{1,190}\Z)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")

WebhookTargets = Literal["public", "any", "none"]
TalkAmong = Literal["all", "private", "none"]
CHAT_SERVICES = ("discord", "slack", "telegram", "ntfy", "matrix", "mattermost", "google-chat", "pushover", "gotify")
"""The chat services there are (:data:`service.accounts.chat_services.SERVICES` knows them)."""

MailPictures = Literal["attached", "linked", "none"]
"""The table in a letter: as an attached picture; as one loaded from here when the letter is opened; or in words only."""
LogForm = Literal["text", "json"]

MOST_REPLICAS = 5
"""The most replicas of a server that may be required."""


@dataclass(frozen=True)
class Settings:
    """Settings of one installation. Secrets are in files, never in variables, so they stay out of process lists."""

    redis_url: str
    """The system of record: one server, a cluster, or Sentinels that know the server
    (:mod:`service.store.connection.addresses`)."""
    queue_url: str
    """The small Redis of the job queue; losing it loses nothing."""
    public_url: str = "http://127.0.0.1:8000"
    """The beginning of links in mails."""
    allowed_hosts: tuple[str, ...] = ()
    """Names and addresses, besides that of ``public_url``, that requests may name as their ``Host``; without ports."""
    signing_key: Path | None = None
    """File with the Ed25519 seed (32 bytes, base64url) that signs receipts and log heads of new matches."""
    earlier_signing_keys: tuple[Path, ...] = ()
    """Files of the previous keys, which sign the matches created under them."""
    resolver_public: Path | None = None
    """File with the resolver's X25519 public key (base64url), with which the API seals openings."""
    resolver_key: Path | None = None
    """File with the resolver's X25519 secret key (base64url): workers only."""
    earlier_resolver_keys: tuple[Path, ...] = ()
    """Files of the previous secret keys, which open what was sealed to them."""
    link_secret: Path | None = None
    """File with the secret (32 bytes, base64url) behind login and unsubscribe links."""
    earlier_link_secrets: tuple[Path, ...] = ()
    """Files of the previous secrets, so that links made with them keep working for their normal life."""
    push_key: Path | None = None
    """File with the P-256 key (32 bytes, base64url) that identifies us to push services; without it there is no web push."""
    earlier_push_keys: tuple[Path, ...] = ()
    """Files of the previous keys, for browsers that subscribed under them."""
    smtp_url: str = ""
    """``smtp://user:password@host:port``, ``smtps://...`` or ``file:///folder`` for a mail sink."""
    mail_from: str = "Siegelpost <post@localhost.invalid>"
    """Sender of all mails."""
    mail_pictures: MailPictures = "attached"
    """How letters show the table by default."""
    legal: legal.Texts = field(default_factory=dict)
    """The operator's imprint, privacy and terms pages."""
    reply_host: str = ""
    """The host of letters' reply addresses; without it no mail is read and no letter asks for answers."""
    reply_listen: tuple[str, int] = ("127.0.0.1", 2525)
    """Host and port where the entrance takes mail for that host from the installation's own mail server."""
    reply_authserv: str = ""
    """The name under which that mail server writes ``Authentication-Results`` (RFC 8601); with it, replies must pass DMARC."""
    vacation_days: int = 28
    """The most vacation days per year for which clocks stop."""
    hold_off: int = 120_000
    """How long notices wait for more from the same visit before the mail goes out, in milliseconds."""
    dev_mailbox: Path | None = None
    """Folder of the mail sink; setting it publishes ``/dev/mailbox``. Never in production."""
    dev_mailbox_key: Path | None = None
    """File with the secret in the address of ``/dev/mailbox``."""
    rate_limits: bool = True
    """Whether per-account and per-network limits apply."""
    trusted_proxies: Proxies = NOBODY
    """The proxies whose ``X-Forwarded-For`` is trusted; by default none, because anybody can send one."""
    admin: Proxies = NOBODY
    """The addresses from which ``/v1/admin`` and ``/operator`` answer; by default none, and the paths do not exist."""
    invitations_per_sender: int = 20
    """The most invitations an account may send per day."""
    invitations_per_recipient: int = 5
    """The most invitations a mailbox gets per day, from all players together."""
    invitations: int = 1000
    """The most invitations all accounts together may send per day."""
    letters_per_stranger: int = 10
    """The most letters an unconfirmed mailbox gets per day: invitations and login codes."""
    matches: int = 10_000
    """The most matches all accounts together may create per day."""
    letters_to_strangers: int = 500
    """The most letters per hour to all unconfirmed mailboxes together."""
    rule_data: tuple[Path, ...] = ()
    """Folders with an owner's cards and layouts: new matches use the first, the others serve matches begun with them."""
    log_origin: str = ""
    """The name of the log of all matches in its checkpoints; empty for the public URL without its scheme."""
    witnesses: tuple[WitnessAddress, ...] = ()
    """The witnesses asked to cosign the checkpoints of that log."""
    beacon_url: str = ""
    """A relay of a public randomness beacon, like ``https://api.drand.sh``; empty: no beacon is mixed into new matches."""
    beacon_chain: Chain = field(default_factory=lambda: QUICKNET)
    """The chain of that relay; by default drand's quicknet."""
    beacon_delay: int = 30
    """Seconds between publishing the players' entropy and the beacon's round that is mixed in."""
    webhooks: WebhookTargets = "public"
    """Where webhooks may lead: ``public``: by https to public addresses; ``any``: anywhere, for an installation at
    home, where every player may reach every machine of the network; ``none``: there are no webhooks."""
    chats: tuple[str, ...] = CHAT_SERVICES
    """The chat services that players may have messages sent to; none: no messages to chats."""
    talk: TalkAmong = "all"
    """Where people may talk at the table: everywhere; only at private tables, where nobody sits down without an
    invitation, so that strangers never talk (for places where minors play); or nowhere."""
    metrics_folder: Path | None = None
    """Folder in which a process counts for ``/metrics``; without it, it does not count."""
    other_metrics_folders: tuple[Path, ...] = ()
    """Folders in which processes of other users count, for the same ``/metrics``."""
    metrics: tuple[str, int] = ("127.0.0.1", 9464)
    """Host and port of the separate listener for ``/metrics``, which is only for the operator."""
    logs: LogForm = "text"
    """The format of log lines: text for people, or one JSON object per line."""
    access_log: bool = False
    """Whether the API logs every request, and workers every step and letter, but never addresses, tokens or variable
    parts of paths."""
    replicas: int = 0
    """How many replicas of the store must have an act before it is acknowledged."""
    archive: str = ""
    """Folder, or ``s3://BUCKET/PREFIX``, for finished matches, one for all machines; without it they stay in the store."""
    archive_after: int = 7
    """How many days after its end a match is archived."""
    supervisor: str = ""
    """The supervisor that restarts workers and ends the leases of dead ones; set by ``siegelpost serve``, not by hand."""
    starting: Path | None = None
    """File with the supervisor's progress during its start (:mod:`service.processes.starting`); also set by it."""

    @property
    def origin(self) -> str:
        """The name of the log of all matches."""
        return self.log_origin or self.public_url.partition("://")[2].rstrip("/")

    @property
    def beacon(self) -> Beacon | None:
        """The beacon of new matches."""
        return Beacon(**self.beacon_chain, delay=self.beacon_delay) if self.beacon_url else None

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Settings:
        """Return the settings of ``SIEGELPOST_*``, ``REDIS_URL``, ``QUEUE_URL`` and ``SMTP_URL``.

        :raises BadSetting: when ``REDIS_URL`` is missing, a number is not one, or a host is not one.
        """
        redis_url = env.get("REDIS_URL", "")
        if not redis_url:
            raise BadSetting(
                "REDIS_URL is not set: name the Redis that keeps the matches, e.g. redis://127.0.0.1:6379/0"
            )
        queue_url = _queue_url(env, redis_url)
        if env.get("SIEGELPOST_DEV_MAILBOX") and not env.get("SIEGELPOST_DEV_MAILBOX_KEY"):
            raise BadSetting(
                "SIEGELPOST_DEV_MAILBOX is set without SIEGELPOST_DEV_MAILBOX_KEY: name a file with a random secret, which "
                "becomes part of the mailbox's address"
            )
        return cls(
            redis_url=redis_url,
            queue_url=queue_url,
            public_url=_public_url(env, cls.public_url),
            allowed_hosts=variables.hosts(env, "SIEGELPOST_ALLOWED_HOSTS"),
            signing_key=variables.newest(env, "SIEGELPOST_SIGNING_KEY"),
            earlier_signing_keys=variables.key_files(env, "SIEGELPOST_SIGNING_KEY")[1:],
            resolver_public=variables.path(env, "SIEGELPOST_RESOLVER_PUBLIC"),
            resolver_key=variables.newest(env, "SIEGELPOST_RESOLVER_KEY"),
            earlier_resolver_keys=variables.key_files(env, "SIEGELPOST_RESOLVER_KEY")[1:],
            link_secret=variables.newest(env, "SIEGELPOST_LINK_SECRET"),
            earlier_link_secrets=variables.key_files(env, "SIEGELPOST_LINK_SECRET")[1:],
            push_key=variables.newest(env, "SIEGELPOST_PUSH_KEY"),
            earlier_push_keys=variables.key_files(env, "SIEGELPOST_PUSH_KEY")[1:],
            smtp_url=_smtp_url(env),
            mail_from=_mail_from(env, cls.mail_from),
            mail_pictures=variables.one_of(env, "SIEGELPOST_MAIL_PICTURES", get_args(MailPictures), cls.mail_pictures),
            legal=legal.legal_pages(env),
            reply_host=_reply_host(env),
            reply_listen=variables.listener(env, "SIEGELPOST_REPLY_LISTEN", cls.reply_listen),
            reply_authserv=env.get("SIEGELPOST_REPLY_AUTHSERV", "").strip().lower(),
            vacation_days=variables.count(env, "SIEGELPOST_VACATION_DAYS", cls.vacation_days),
            hold_off=variables.seconds(env, "SIEGELPOST_HOLD_OFF", cls.hold_off),
            dev_mailbox=variables.path(env, "SIEGELPOST_DEV_MAILBOX"),
            dev_mailbox_key=variables.path(env, "SIEGELPOST_DEV_MAILBOX_KEY"),
            rate_limits=variables.switch(env, "SIEGELPOST_RATE_LIMITS", default=True),
            trusted_proxies=variables.proxies(env, "SIEGELPOST_TRUSTED_PROXIES"),
            admin=variables.proxies(env, "SIEGELPOST_ADMIN"),
            invitations_per_sender=variables.count(
                env, "SIEGELPOST_INVITATIONS_PER_SENDER", cls.invitations_per_sender
            ),
            invitations_per_recipient=variables.count(
                env, "SIEGELPOST_INVITATIONS_PER_RECIPIENT", cls.invitations_per_recipient
            ),
            invitations=variables.count(env, "SIEGELPOST_INVITATIONS", cls.invitations),
            matches=variables.count(env, "SIEGELPOST_MATCHES", cls.matches),
            letters_per_stranger=variables.count(env, "SIEGELPOST_LETTERS_PER_STRANGER", cls.letters_per_stranger),
            letters_to_strangers=variables.count(env, "SIEGELPOST_LETTERS_TO_STRANGERS", cls.letters_to_strangers),
            rule_data=folders(env),
            log_origin=variables.origin(env),
            witnesses=variables.witnesses(env),
            beacon_url=variables.beacon_url(env),
            beacon_chain=variables.beacon_chain(env),
            beacon_delay=variables.beacon_delay(env, cls.beacon_delay),
            webhooks=variables.one_of(env, "SIEGELPOST_WEBHOOKS", get_args(WebhookTargets), cls.webhooks),
            chats=variables.some_of(env, "SIEGELPOST_CHATS", CHAT_SERVICES),
            talk=variables.one_of(env, "SIEGELPOST_TALK", get_args(TalkAmong), cls.talk),
            metrics_folder=next(iter(variables.paths(env, "SIEGELPOST_METRICS_FOLDER")), None),
            other_metrics_folders=variables.paths(env, "SIEGELPOST_METRICS_FOLDER")[1:],
            metrics=variables.listener(env, "SIEGELPOST_METRICS", cls.metrics),
            logs=variables.one_of(env, "SIEGELPOST_LOGS", get_args(LogForm), cls.logs),
            access_log=variables.switch(env, "SIEGELPOST_ACCESS_LOG"),
            replicas=replicas_asked_for(env),
            archive=_archive(env),
            archive_after=variables.count(env, "SIEGELPOST_ARCHIVE_AFTER", cls.archive_after),
            supervisor=env.get("SIEGELPOST_SUPERVISOR", ""),
            starting=variables.path(env, "SIEGELPOST_STARTING"),
        )


def _smtp_url(env: Mapping[str, str]) -> str:
    """Return the address of the mail server; empty where none is set, as processes that send nothing may have it."""
    url = env.get("SMTP_URL", "")
    if url:
        variables.parse_mail_server(url)
    return url


def _mail_from(env: Mapping[str, str], default: str) -> str:
    text = env.get("SIEGELPOST_MAIL_FROM") or default
    addresses = SMTP.header_factory("From", text).addresses
    if len(addresses) != 1 or not re.fullmatch(r"[^\s@]+@[^\s@]+", addresses[0].addr_spec) or not text.isprintable():
        raise BadSetting(
            f"SIEGELPOST_MAIL_FROM is {text!r}: give a name and an address, like Siegelpost <post@example.org>"
        )
    return text


def _queue_url(env: Mapping[str, str], redis_url: str) -> str:
    """Return the address of the job queue, by default that of the store if that is one server."""
    queue_url = env.get("QUEUE_URL", "")
    for name, url in (("REDIS_URL", redis_url), ("QUEUE_URL", queue_url)):
        try:
            if url:
                parse_address(url)
        except BadAddress as error:
            raise BadSetting(f"{name} cannot be read: {error}") from None
    if not queue_url and is_many(redis_url):
        raise BadSetting(
            "QUEUE_URL is not set: a cluster or Sentinels keep the matches, and the job queue needs a small Redis of its own"
        )
    if queue_url and parse_address(queue_url).kind == "cluster":
        raise BadSetting(
            "QUEUE_URL names a cluster: the job queue is one small Redis, which may be lost without harm, or one that "
            "Sentinels name"
        )
    return queue_url or redis_url


def replicas_asked_for(env: Mapping[str, str]) -> int:
    """Return ``SIEGELPOST_REPLICAS``."""
    return variables.count(env, "SIEGELPOST_REPLICAS", Settings.replicas, MOST_REPLICAS)


def folders(env: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders of ``SIEGELPOST_RULE_DATA``, which are separated like those of ``PATH``."""
    return variables.paths(env, "SIEGELPOST_RULE_DATA")


def _public_url(env: Mapping[str, str], default: str) -> str:
    url = env.get("SIEGELPOST_PUBLIC_URL") or default
    if not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?", url):
        raise BadSetting(f"SIEGELPOST_PUBLIC_URL is {url!r}: give an address like https://play.example")
    return url.rstrip("/")


def _reply_host(env: Mapping[str, str]) -> str:
    host = env.get("SIEGELPOST_REPLY_HOST", "").strip().lower()
    if host and not MAIL_HOST.fullmatch(host):
        raise BadSetting(f"SIEGELPOST_REPLY_HOST is {host!r}: give the name of a mail host, like reply.example.org")
    return host


def _archive(env: Mapping[str, str]) -> str:
    place = env.get("SIEGELPOST_ARCHIVE", "")
    if "://" in place and not re.fullmatch(r"s3://[^/?#@]+(/[^?#]*)?", place):
        raise BadSetting(
            "SIEGELPOST_ARCHIVE: name a folder, or s3://BUCKET/PREFIX; credentials have settings of their own (AWS_...)"
        )
    return place
