"""Checks of an installation before it opens: ``python -m service.serve.preflight settings``, ``... store [TAKEN [keep-logins]]``.

They run as copies of the template, because they take all that a process of ours imports; the supervisor, which starts the
state server, imports little. What keeps the installation from starting is the last line they write.
"""

from __future__ import annotations

import os
import sys

from engine.kit.rule_data import BadData
from engine.protocol.log import timestamp
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context, settings_to_start
from service.keys.signing import KeyMissing
from service.serve.folder import KEEP_LOGINS, EmbeddedError
from service.serve.processes import ORIGIN
from service.serve.restored import note_restore
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
