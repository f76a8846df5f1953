"""The processes of an installation, as ``serve`` starts them; the public command of each is ``siegelpost NAME``."""

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

from service.config.settings import LOOPBACK_NAMES
from service.serve.folder import DataFolder
from service.serve.keys import KeyFiles, newest_first

RESOLVER_KEY = "SIEGELPOST_RESOLVER_KEY"
ORIGIN = "SIEGELPOST_LOG_ORIGIN"
COMMANDS: dict[str, str] = {
    "api": "python -m gunicorn --config python:service.serve.web service.api.wsgi:app",
    "resolve": "python -m workers.run resolve",
    "deliver": "python -m workers.run deliver",
    "clock": "python -m workers.clock",
    "replies": "python -m workers.inbox",
    "metrics": "python -m service.telemetry",
}
"""The processes besides the two Redis servers, in starting order. ``resolve`` may run several times."""

REPLY_HOST = "siegelpost.localhost"
"""The host of addresses for replies where letters stay in the mailbox, which is the only mail program that reaches it."""
HOLD_OFF = "2"
"""The hold-off in seconds here, where the user is watching; other installations wait two minutes."""


def command(name: str) -> list[str]:
    """Return the command line of a process, with this very Python."""
    first, *rest = COMMANDS[name].split()
    assert first == "python"
    return [sys.executable, *rest]


def environment(
    folder: DataFolder, keys: KeyFiles, bind: str, public_url: str, base: Mapping[str, str]
) -> dict[str, str]:
    """Return what all processes get: the settings of this folder over the environment ``serve`` was called with.

    The resolver's key is not among them, whatever the caller has set: see :func:`resolver_settings`.

    ``SMTP_URL``, ``SIEGELPOST_PUBLIC_URL``, ``SIEGELPOST_HOLD_OFF`` and ``SIEGELPOST_ARCHIVE`` of the caller stand; to
    ``SIEGELPOST_ALLOWED_HOSTS`` come the names of this machine and the address it listens on, where it is one. The mailbox is
    published only while mails go there and nobody but this machine can see it: it shows login links. Where it is, its letters
    can be replied to, at the caller's ``SIEGELPOST_REPLY_HOST`` or ours.
    """
    mailbox = folder.mailbox.as_uri()
    ours = {
        "REDIS_URL": unix_url(folder.socket("state")),
        "QUEUE_URL": unix_url(folder.socket("queue")),
        "SIEGELPOST_SIGNING_KEY": _listed(keys.signing, "signing"),
        "SIEGELPOST_RESOLVER_PUBLIC": str(keys.resolver_public),
        "SIEGELPOST_LINK_SECRET": _listed(keys.links, "links"),
        "SIEGELPOST_PUSH_KEY": _listed(keys.push, "push"),
        "SIEGELPOST_BIND": bind,
        "SIEGELPOST_SUPERVISOR": f"serve-{secrets.token_hex(8)}",
        "SIEGELPOST_STARTING": str(folder.starting),
        "PYTHONUNBUFFERED": "1",
    }
    wishes = {
        "SIEGELPOST_ARCHIVE": str(folder.archive),
        "SIEGELPOST_HOLD_OFF": HOLD_OFF,
        "SIEGELPOST_PUBLIC_URL": public_url,
        "SMTP_URL": mailbox,
    }
    result = {**base, **ours, **{name: base.get(name) or value for name, value in wishes.items()}}
    result["SIEGELPOST_ALLOWED_HOSTS"] = ",".join(_names(bind, base))
    if base.get("SIEGELPOST_METRICS"):
        result["SIEGELPOST_METRICS_FOLDER"] = str(folder.path / "metrics")
    result.pop(RESOLVER_KEY, None)
    result.pop("SIEGELPOST_DEV_MAILBOX", None)
    if result["SMTP_URL"] == mailbox and is_loopback(bind):
        result["SIEGELPOST_DEV_MAILBOX"] = str(folder.mailbox)
        result["SIEGELPOST_DEV_MAILBOX_KEY"] = str(keys.mailbox)
        result["SIEGELPOST_REPLY_HOST"] = base.get("SIEGELPOST_REPLY_HOST") or REPLY_HOST
    return result


def resolver_settings(keys: KeyFiles) -> dict[str, str]:
    """Return the additional settings of resolving workers: only they learn where the key for sealed boxes is."""
    return {RESOLVER_KEY: _listed(keys.resolver, "resolver")}


def _listed(newest: Path, kind: str) -> str:
    """Return all files of a kind of key in the form of a setting, the newest first."""
    return os.pathsep.join(str(path) for path in newest_first(newest.parent, kind))


def _names(bind: str, base: Mapping[str, str]) -> list[str]:
    """Return the host names accepted in requests in addition to the public one."""
    wished = [one.strip() for one in base.get("SIEGELPOST_ALLOWED_HOSTS", "").split(",") if one.strip()]
    host = bind.rpartition(":")[0]
    listening = [] if is_everywhere(host) else [host]
    return list(dict.fromkeys([*wished, *LOOPBACK_NAMES, *listening]))


def is_everywhere(host: str) -> bool:
    """Return whether listening on a host means all addresses of the machine, whose names are unknown."""
    return host.strip("[]") in ("0.0.0.0", "::", "")  # noqa: S104  compared, not bound


def is_loopback(bind: str) -> bool:
    """Return whether only this machine can reach the address ``host:port``."""
    host = bind.rpartition(":")[0].strip("[]")
    return host in ("localhost", "::1") or host.startswith("127.")


def unix_url(socket: Path) -> str:
    """Return the URL redis-py wants for a socket."""
    return f"unix://{socket}"


def log_name(restores: int, public_url: str, wished: str | None) -> dict[str, str]:
    """Return the setting that names the log of all matches of an installation restored this many times.

    >>> log_name(1, "https://play.example", None)
    {'SIEGELPOST_LOG_ORIGIN': 'play.example/2'}
    """
    if not restores or wished:
        return {}
    return {ORIGIN: f"{public_url.partition('://')[2].rstrip('/')}/{restores + 1}"}
