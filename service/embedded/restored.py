"""The first start after a restore: nothing of the installation before may be contradicted, and its players are told.

The store notes it, so that the clock's next beat finds the time since the backup lost; running matches then log it and tell
their tables. The log of all matches goes on under another name, because larger trees may have been signed under the old one.
"""

from __future__ import annotations

import getpass
from collections.abc import Mapping

import requests
from urllib3.exceptions import HTTPError

from engine.protocol.log import timestamp
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import parse_note
from service.config import Settings
from service.context import Context
from service.embedded.folder import EmbeddedError
from service.no_redirects import NoRedirects

ORIGIN = "SIEGELPOST_LOG_ORIGIN"
ALIVE_WITHIN = 5.0
"""Seconds to wait for an installation that may still run at the public address."""
LONGEST_NAME = 200
"""Characters of an operator's name in the audit log."""
LONGEST_ANSWER = 100_000
"""Bytes that are read of its answer."""


def log_name(restores: int, public_url: str, wished: str | None) -> dict[str, str]:
    """Return the setting that names the log of all matches of an installation that was put back so many times.

    >>> log_name(1, "https://play.example", None)
    {'SIEGELPOST_LOG_ORIGIN': 'play.example/2'}
    """
    if not restores or wished:
        return {}
    return {ORIGIN: f"{public_url.partition('://')[2].rstrip('/')}/{restores + 1}"}


def note_restore(taken: int, environment: Mapping[str, str]) -> bool:
    """Note in the store to which backup it was put back, before the first beat after it; return whether this start did.

    :param taken: when the backup was taken (ms).
    :raises EmbeddedError: when the log of all matches would go on under its old name, or the installation that the backup was
        taken from still runs at the public address.
    """
    context = Context.open(Settings.from_environment(environment))
    try:
        if not context.store.awaits_first_beat(taken):
            return False
        _refuse_old_name(context)
        _refuse_twin(context)
        context.store.note(who=_operator(environment), what="restore", why=f"to the backup of {timestamp(taken)[:19]}Z")
        return context.store.note_restore(taken)
    finally:
        context.store.close()


def _operator(environment: Mapping[str, str]) -> str:
    """Return who starts the restored installation, as the audit log names who gives a command."""
    try:
        who = environment.get("SIEGELPOST_OPERATOR") or getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in containers
        who = ""
    return who if who.isprintable() and 0 < len(who) <= LONGEST_NAME else "serve"


def _refuse_old_name(context: Context) -> None:
    note, origin = context.store.log_head().note, context.settings.origin
    if note and checkpoint_of(parse_note(note)).origin == origin:
        raise EmbeddedError(
            f"after a restore the log of all matches needs a new name, because its witnesses know {origin!r} longer: "
            f"set {ORIGIN}={origin}/2, and tell the witnesses"
        )


def _refuse_twin(context: Context) -> None:
    url = f"{context.settings.public_url}/v1/meta"
    try:
        with NoRedirects() as session, session.get(url, timeout=ALIVE_WITHIN, stream=True) as answer:
            said = answer.raw.read(LONGEST_ANSWER, decode_content=True).decode("utf-8", "replace")
    except (requests.RequestException, HTTPError):
        return
    if any(one.public_key in said for one in context.signers.held):
        raise EmbeddedError(
            f"an installation with these keys runs at {context.settings.public_url}: two would sign different histories. "
            "Stop that one for good first"
        )


__all__ = ["log_name", "note_restore"]
