"""Strict parsing of environment variables by type; errors say what to write.

Here are also the settings for public verifiability: the log of all matches, its witnesses, the beacon of new matches; and
``SMTP_URL`` taken apart: a mail server and how to get in, or a folder (the mail sink for development).
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args
from urllib.parse import parse_qsl, unquote, urlsplit

from engine.protocol.beacon import QUICKNET, SCHEME, Chain
from engine.protocol.body_forms import CHAIN, LONGEST_DELAY
from engine.protocol.canon import NotCanonical, parse
from engine.protocol.forms import Misformed
from engine.transparency.checkpoint import check_origin
from engine.transparency.note import COSIGNATURE, BadNote, VerifierKey
from service.config.networks import BadNetwork, Proxies

Word = TypeVar("Word", bound=str)

HOST_NAME = re.compile(r"\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9._-]+")
"""A name or an address, IPv6 in brackets; without a port."""


class BadSetting(ValueError):
    """A setting that is missing or cannot be read; the message names the variable and the remedy."""


def path(env: Mapping[str, str], name: str) -> Path | None:
    """Return a variable's single path, or None if it is unset or empty."""
    return Path(env[name]) if env.get(name) else None


def paths(env: Mapping[str, str], name: str) -> tuple[Path, ...]:
    """Return the paths of a variable, separated like those of ``PATH``."""
    return tuple(Path(one) for one in env.get(name, "").split(os.pathsep) if one)


def key_files(env: Mapping[str, str], name: str) -> tuple[Path, ...]:
    """Return the files of a kind of key, the newest first. An existing file whose path contains the separator counts as
    one file."""
    whole = path(env, name)
    return (whole,) if whole is not None and whole.is_file() else paths(env, name)


def newest(env: Mapping[str, str], name: str) -> Path | None:
    """Return the newest of several key files, which is used for everything new."""
    return next(iter(key_files(env, name)), None)


def hosts(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Return names and addresses of hosts, which are separated by commas."""
    found = tuple(one.strip() for one in env.get(name, "").split(",") if one.strip())
    for one in found:
        if not HOST_NAME.fullmatch(one):
            raise BadSetting(
                f"{name} has {one!r}: give names or addresses separated by commas, without scheme, port "
                "or wildcard, IPv6 in brackets"
            )
    return found


def listener(env: Mapping[str, str], name: str, default: tuple[str, int]) -> tuple[str, int]:
    """Return the host and port of ``host:port``; an IPv6 address stands in brackets."""
    text = env.get(name, "")
    if not text:
        return default
    host, _, port = text.rpartition(":")
    if not HOST_NAME.fullmatch(host) or not (port.isascii() and port.isdigit()) or len(port) > 5 or int(port) > 65_535:
        raise BadSetting(f"{name} is {text!r}: give host:port, like 127.0.0.1:9464 or [::1]:9464")
    return host.strip("[]"), int(port)


def one_of(env: Mapping[str, str], name: str, words: tuple[Word, ...], default: Word) -> Word:
    """Return the one of ``words`` that a variable contains."""
    text = env.get(name) or default
    for word in words:
        if word == text:
            return word
    raise BadSetting(f"{name} is {text!r}: give {', '.join(words[:-1])} or {words[-1]}")


def some_of(env: Mapping[str, str], name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of ``words`` that a variable contains, separated by blanks: all without it, none if it says ``none``."""
    said = env.get(name, "").split() or list(words)
    strange = [one for one in said if one not in words]
    if strange and said != ["none"]:
        raise BadSetting(f"{name} has {strange[0]!r}: give none, or some of {' '.join(words)}")
    return tuple(one for one in words if one in said)


def switch(env: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """Return whether a variable says ``on``."""
    return one_of(env, name, ("on", "off"), "on" if default else "off") == "on"


def proxies(env: Mapping[str, str], name: str) -> Proxies:
    """Return networks, which are separated by commas."""
    try:
        return Proxies.parse(env.get(name, ""))
    except BadNetwork as error:
        raise BadSetting(f"{name}: {error}") from None


def count(env: Mapping[str, str], name: str, default: int, most: int = 999_999_999) -> int:
    """Return a whole number from 0 to ``most``."""
    text = env.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) <= most):
        raise BadSetting(f"{name} is {text!r}: give a whole number from 0 to {most}")
    return int(text)


def seconds(env: Mapping[str, str], name: str, default: int) -> int:
    """Return a time of up to a day, given in seconds, in milliseconds; ``default`` is in milliseconds, too."""
    text = env.get(name, "")
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        raise BadSetting(f"{name} is {text!r}: give a number of seconds") from None
    if not 0 <= value <= 86_400:
        raise BadSetting(f"{name} is {text!r}: give 0 to 86400 seconds")
    return int(value * 1000)


LEAST_DELAY = 10
"""The fewest seconds between publishing the players' entropy and the beacon's round: clocks are not exact."""


@dataclass(frozen=True)
class WitnessAddress:
    """A witness of our log: the address to which checkpoints go, and its cosigning key."""

    url: str
    key: VerifierKey


def origin(env: Mapping[str, str]) -> str:
    """Return ``SIEGELPOST_LOG_ORIGIN``: the name of the log in its checkpoints, or an empty string."""
    name = env.get("SIEGELPOST_LOG_ORIGIN", "")
    if name:
        try:
            check_origin(name)
        except BadNote:
            raise BadSetting(
                f"SIEGELPOST_LOG_ORIGIN is {name!r}: give a name like play.example/log, without blanks and plus signs"
            ) from None
    return name


def witnesses(env: Mapping[str, str]) -> tuple[WitnessAddress, ...]:
    """Return the witnesses of ``SIEGELPOST_WITNESSES``: ``<url> <vkey>`` each, separated by commas."""
    found: list[WitnessAddress] = []
    for one in filter(None, map(str.strip, env.get("SIEGELPOST_WITNESSES", "").split(","))):
        url, _, vkey = one.partition(" ")
        try:
            key = VerifierKey.parse(vkey.strip(), (COSIGNATURE,))
        except BadNote as error:
            raise BadSetting(f"SIEGELPOST_WITNESSES has {one!r}: give <url> <vkey> for each ({error})") from None
        if not url.startswith(("http://", "https://")):
            raise BadSetting(f"SIEGELPOST_WITNESSES has {one!r}: the address begins with https:// or http://")
        if any(key.public_key == known.key.public_key for known in found):
            raise BadSetting(f"SIEGELPOST_WITNESSES names the key of {key.name} twice: give each witness once")
        found.append(WitnessAddress(url.rstrip("/"), key))
    return tuple(found)


def beacon_url(env: Mapping[str, str]) -> str:
    """Return ``SIEGELPOST_BEACON_URL``, or an empty string."""
    url = env.get("SIEGELPOST_BEACON_URL", "").rstrip("/")
    if url and not url.startswith(("http://", "https://")):
        raise BadSetting(f"SIEGELPOST_BEACON_URL is {url!r}: give an address like https://api.drand.sh")
    return url


def beacon_chain(env: Mapping[str, str]) -> Chain:
    """Return the chain in the file ``SIEGELPOST_BEACON_CHAIN``; by default quicknet."""
    file = path(env, "SIEGELPOST_BEACON_CHAIN")
    if file is None:
        return QUICKNET
    try:
        found: object = parse(file.read_bytes())
        CHAIN(found, "")
    except (OSError, NotCanonical, Misformed) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadSetting(
            f"SIEGELPOST_BEACON_CHAIN names {file}, which holds no chain ({reason}): give a JSON object with chain, genesis, "
            f"period, public_key and scheme ({SCHEME})"
        ) from None
    return cast(Chain, found)


def beacon_delay(env: Mapping[str, str], default: int) -> int:
    """Return ``SIEGELPOST_BEACON_DELAY``: seconds between the players' entropy and the round that is mixed in."""
    delay = count(env, "SIEGELPOST_BEACON_DELAY", default)
    if not LEAST_DELAY <= delay <= LONGEST_DELAY:
        raise BadSetting(f"SIEGELPOST_BEACON_DELAY is {delay}: give {LEAST_DELAY} to {LONGEST_DELAY} seconds")
    return delay


Tls = Literal["auto", "require", "never"]


@dataclass(frozen=True)
class MailServer:
    """A mail server and how to get in. ``implicit_tls``: TLS from the first byte; ``tls``: what to do about STARTTLS."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    implicit_tls: bool = False
    tls: Tls = "auto"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.host}:{self.port})"


def parse_mail_server(url: str) -> MailServer | Path:
    """Parse an ``SMTP_URL``.

    ``smtp://user:password@host:port`` (STARTTLS when offered, demanded with a password; ``?tls=require`` or
    ``?tls=never`` decide otherwise), ``smtps://...`` (TLS from the start), ``file:///folder``.

    :raises BadSetting: for anything else; the message names the remedy, never the password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadSetting(
            "SMTP_URL has a bad port or host: write smtp://user:password@host:port, special characters of the password as %xx"
        ) from None
    if parts.scheme == "file" and parts.path and not parts.netloc:
        return Path(unquote(parts.path))
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadSetting("SMTP_URL is smtp://user:password@host:port, smtps://... or file:///folder")
    if parts.path not in ("", "/") or parts.fragment:
        # What follows a bare / or # in a password would otherwise be dropped, and its start be read as the port.
        raise BadSetting("SMTP_URL has something after the port: write / and # in a password as %2F and %23")
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls = options.pop("tls", "auto")
    if options or tls not in get_args(Tls):
        raise BadSetting("SMTP_URL takes one option, ?tls=, which is auto, require or never")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    implicit = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname,
        port=port or (465 if implicit else 587 if user else 25),
        user=user,
        password=password,
        implicit_tls=implicit,
        tls="require" if user and tls == "auto" else tls,  # type: ignore[arg-type]  # checked above
    )
