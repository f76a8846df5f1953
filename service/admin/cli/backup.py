"""Operator commands for backups: take one of a running installation, and restore one into a new folder."""

from __future__ import annotations

import os
from pathlib import Path

import click

from engine.protocol.log import timestamp
from service.admin.cli.auditing import note
from service.admin.cli.parked import store_of
from service.cli.player.exits import EXIT_CODES, Failed
from service.serve.backup.encryption import BadKey, Undecryptable, identities_in, make_identity, recipients_of
from service.serve.backup.restoring import NoRestore, restore
from service.serve.backup.taking import NoBackup, take

_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="SIEGELPOST_VAR",
    required=True,
    help="The folder of 'siegelpost serve'.",
)
_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command("backup-key", epilog=EXIT_CODES)
@_file
def backup_key(file: Path) -> None:
    """Make the key that opens backups: the secret part goes to FILE, the public part is shown.

    Keep the file away from the machine that makes the backups. Keys from age-keygen work as well.
    """
    try:
        recipient = make_identity(file)
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}") from error
    click.echo(recipient)


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin backup-key backup.key
  siegelpost admin backup --data var --recipient age1... /backups/monday.age

{EXIT_CODES}"""
)
@_file
@click.option(
    "--recipient",
    "recipients",
    multiple=True,
    envvar="SIEGELPOST_BACKUP_RECIPIENTS",
    help="Who can open it: the public part of a key (age1...). May be given several times.",
)
@_data
def backup(file: Path, recipients: tuple[str, ...], data: Path) -> None:
    """Write everything of a running installation to FILE, encrypted: matches, accounts, finished matches, keys.

    People play on meanwhile; what they do after the store's snapshot is not in it. Letters and logs are left out.
    """
    place = os.environ.get("SIEGELPOST_ARCHIVE", "") or str(data.resolve() / "archive")
    archive = None if "://" in place else Path(place)
    try:
        known = recipients_of(recipients)
        with store_of(data) as store:
            note(store, "backup")
            facts = take(store, data.resolve(), file.absolute(), known, archive)
    except (BadKey, NoBackup) as error:
        raise Failed(str(error)) from error
    click.echo(f"{file}: as of {timestamp(facts.taken)[:19]}Z, {file.stat().st_size:,} bytes")
    if archive is None:
        click.echo(
            f"Finished matches stay in {place}: have its own versions or copies, and restore with the same SIEGELPOST_ARCHIVE."
        )


@click.command(
    "restore",
    epilog=f"""\b
Examples
  siegelpost admin restore /backups/monday.age --identity backup.key --data var2

{EXIT_CODES}""",
)
@_file
@click.option(
    "--identity",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file of 'siegelpost admin backup-key', or of age-keygen.",
)
@_data
def restore_backup(file: Path, identity: Path, data: Path) -> None:
    """Restore the installation in a backup to an empty folder. The next 'siegelpost serve' on it tells what is lost.

    What was acknowledged after the backup is lost. Make sure that the installation it was taken from never runs
    again: two with the same keys would sign different histories.
    """
    try:
        facts = restore(file.absolute(), data.absolute(), identities_in(identity))
    except (BadKey, NoRestore, Undecryptable) as error:
        raise Failed(str(error)) from error
    click.echo(
        f"{data}: as of {timestamp(facts.taken)[:19]}Z. Start it with 'siegelpost serve --data {data}': running tables are told "
        "what is lost and get the time back, and the log of all matches gets a new name."
    )


__all__ = ["backup", "backup_key", "restore_backup"]
