"""Operator command that looks at an installation and says what is wrong, and what to do."""

from __future__ import annotations

import os

import click

from service.admin.checking import check
from service.cli.player.exits import EXIT_CODES, Failed


@click.command(
    "check",
    epilog=f"""\b
Examples
  set -a; . /etc/siegelpost/siegelpost.env; siegelpost admin check

{EXIT_CODES}""",
)
def check_command() -> None:
    """Look at settings, keys, store, clock and archive, and say what is wrong and what to do about it.

    Reads the environment, as the processes do: run it as the user of the one you ask about, with its settings.
    """
    wrong = 0
    for name, verdict in check(os.environ):
        wrong += verdict.level == "error"
        click.echo(f"{verdict.level:7}  {name}: {verdict.found}" + (f". {verdict.remedy}" if verdict.remedy else ""))
    if wrong:
        raise Failed("1 error" if wrong == 1 else f"{wrong} errors")


__all__ = ["check_command"]
