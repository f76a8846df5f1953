"""Checks of an installation before it opens: ``python -m service.serve.preflight settings``, ``... store [TAKEN [keep-logins]]``.

They run as copies of the template, because they take all that a process of ours imports; the supervisor, which starts the
state server, imports little. What keeps the installation from starting is the last line they write.

At the first start after a restore, nothing may contradict the old installation, and its players are told. Everything
that acts for an account or reads along ends (:func:`service.ending.end_logins`), because a backup cannot say what was revoked
after it was taken.

The restore is recorded in the store, so that the clock's next beat reports the time since the backup as lost; running matches
then log it and tell their tables. The log of all matches continues under another name, because larger trees may have
been signed under the old one.
"""

import getpass
import os
import re
import sys
import time
from collections.abc import Mapping

import requests

from engine.kit.rule_data import BadData
from engine.protocol.log import timestamp
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.note import parse_note
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context, settings_to_start
from service.ending import end_logins
from service.keys.signing import KeyMissing
from service.no_redirects import NoRedirects
from service.serve.folder import KEEP_LOGINS, EmbeddedError
from service.serve.processes import ORIGIN
from service.store.connection.connect import StoreUnavailable, Unreadable
from service.store.store import Store


def check_store(settings: Settings) -> None:
    """Check that the store keeps what it acknowledges and that all keys that it needs are here; release all leases.

    :raises EmbeddedError: when it would not, a key is missing, or what is stored about keys cannot be read.
    """
    store = Store.connect(settings.redis_url)
    try:
        problems = store.check_durability()
        if problems:
            raise EmbeddedError("the store would not keep what it acknowledges: " + "; ".join(problems))
        # The folder is locked: whoever had leased a match or a letter is dead.
        store.end_all_leases()
        Context.open(settings, resolver=True).store.close()
    except StoreUnavailable as error:
        raise EmbeddedError(f"the store started and then stopped answering: {error}") from error
    except KeyMissing as error:
        folder = settings.signing_key.parent if settings.signing_key else ""
        raise EmbeddedError(f"{folder}: {error}") from error
    except Unreadable as error:
        raise EmbeddedError(
            f"nobody knows which keys are needed, because {error}: put it back from a backup"
        ) from error
    finally:
        store.close()


def main(arguments: list[str]) -> int:
    """Check the settings or the store; a restore is recorded, and told in one line. Return 0, or 1 when something is wrong."""
    what, *restored = arguments
    try:
        if what == "settings":
            settings_to_start(os.environ, resolves=True, sends=True)
            return 0
        check_store(Settings.from_environment(os.environ))
        if restored:
            at, keep_logins = int(restored[0]), KEEP_LOGINS in restored
            if note_restore(at, os.environ, keep_logins=keep_logins):
                sys.stdout.write(
                    f"Put back to the backup of {timestamp(at)[:19]}Z: what was acknowledged since is lost. Running tables "
                    f"are told, and the log of all matches is called {os.environ[ORIGIN]} from now on; tell its witnesses."
                    f"{'' if keep_logins else ' Everybody is signed out, bots and operators, too.'}\n"
                )
    except (BadData, BadSetting, EmbeddedError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


ALIVE_WITHIN = 5.0
"""Seconds to wait for the old installation, which may still be running."""
LONGEST_NAME = 200
"""Characters of an operator's name in the audit log."""
LONGEST_ANSWER = 100_000
"""The most bytes and time for reading its answer: something else may be at its address by now."""


def note_restore(taken: int, environment: Mapping[str, str], *, keep_logins: bool) -> bool:
    """Record in the store from which backup it was restored, before the next beat; return whether this start did so.

    :param taken: when the backup was taken (ms).
    :param keep_logins: whether tokens made before the backup stay valid, those revoked since included.
    :raises EmbeddedError: when the log of all matches would go on under its old name, or the installation that the backup was
        taken from still runs at the public address, or at the one that the log of all matches is named after.
    """
    context = Context.open(Settings.from_environment(environment))
    try:
        if not context.store.awaits_first_beat(taken):
            return False
        _refuse_old_name(context)
        _refuse_twin(context)
        if not keep_logins:
            end_logins(context.store)
        why = f"to the backup of {timestamp(taken)[:19]}Z{', logins kept' if keep_logins else ''}"
        context.store.note(who=_operator(environment), what="restore", why=why)
        return context.store.note_restore(taken)
    finally:
        context.store.close()


def _operator(environment: Mapping[str, str]) -> str:
    """Return the name, for the audit log, of the operator who starts the restored installation."""
    try:
        who = environment.get("SIEGELPOST_OPERATOR") or getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in containers
        who = ""
    return who if who.isprintable() and 0 < len(who) <= LONGEST_NAME else "serve"


def _refuse_old_name(context: Context) -> None:
    note, origin = context.store.log_head().note, context.settings.origin
    if note and checkpoint_of(parse_note(note)).origin == origin:
        raise EmbeddedError(
            f"after a restore the log of all matches needs a new name, because its witnesses may have seen more of {origin!r}: "
            f"set {ORIGIN}={origin}/2, and tell the witnesses"
        )


def addresses(public_url: str, origin: str | None) -> list[str]:
    """Return the addresses where the backup's installation may still run: the public address, and the one in the name
    of the log of all matches, because the restored one may be tried at another address, and without TLS.

    >>> addresses("http://127.0.0.1:8001", "play.example/2")
    ['http://127.0.0.1:8001', 'https://play.example', 'http://play.example']
    """
    if not origin:
        return [public_url]
    name = re.sub(r"/\d+$", "", origin)
    return list(dict.fromkeys([public_url, f"https://{name}", f"http://{name}"]))


def _refuse_twin(context: Context) -> None:
    note = context.store.log_head().note
    for address in addresses(context.settings.public_url, checkpoint_of(parse_note(note)).origin if note else None):
        if any(one.public_key in _said_at(address) for one in context.signers.held):
            raise EmbeddedError(
                f"an installation with these keys runs at {address}: two would sign different histories. "
                "Stop that one for good first"
            )


def _said_at(address: str) -> str:
    """Return the self-description of an installation at an address; empty if none answers."""
    said, ends = b"", time.monotonic() + ALIVE_WITHIN
    try:
        with NoRedirects() as session, session.get(f"{address}/v1/meta", timeout=ALIVE_WITHIN, stream=True) as answer:
            # Byte by byte, so that the time is looked at however slowly they come.
            for piece in answer.iter_content(1):
                said += piece
                if len(said) >= LONGEST_ANSWER or time.monotonic() > ends:
                    break
    except requests.RequestException:
        pass
    return said.decode("utf-8", "replace")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
