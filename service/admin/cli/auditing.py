"""The entry in the audit log that an operator's command writes before anything is done or shown."""

import getpass
import os

import click

from service.cli.player.exits import Failed
from service.store.store import Store

LONGEST = 200
"""Characters of a name or a reason."""

in_words = click.option(
    "--why", default="", help="The reason, for the audit log. It is kept, so give no names or addresses."
)


def operator() -> str:
    """Return the operator's name: ``SIEGELPOST_OPERATOR``, or else this machine's user."""
    who = os.environ.get("SIEGELPOST_OPERATOR") or getpass.getuser()
    if not who.isprintable() or len(who) > LONGEST:
        raise Failed(f"SIEGELPOST_OPERATOR: give 1 to {LONGEST} printable characters")
    return who


def note(store: Store, what: str, about: str = "", why: str = "") -> None:
    """Write an audit entry."""
    if not why.isprintable() or len(why) > LONGEST:
        raise click.BadParameter(f"at most {LONGEST} printable characters", param_hint="--why")
    store.note(who=operator(), what=what, about=about, why=why)
