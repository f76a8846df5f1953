"""``siegelpost admin``: what an operator does beside the store. What shows somebody's data or changes something is audited."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from engine.protocol.log import timestamp
from service.cli.admin_accounts import account
from service.cli.admin_announce import announce
from service.cli.admin_archive import archived
from service.cli.admin_backup import backup, backup_key, restore_backup
from service.cli.admin_keys import keys
from service.cli.admin_queues import letters, stuck
from service.cli.exits import EXIT_CODES
from service.cli.halting import halt, resume
from service.cli.parked import in_folder, parked, retry, store_of


@click.group(
    epilog=f"""\b
Examples
  siegelpost admin stuck --data var
  siegelpost admin account find ada@example.org
  siegelpost admin audit

{EXIT_CODES}"""
)
def admin() -> None:
    """Look after an installation: accounts, matches, letters. For the operator.

    Commands read REDIS_URL, or --data for 'siegelpost serve'. SIEGELPOST_OPERATOR says who you are in the audit log.
    """


@admin.command(epilog=EXIT_CODES)
@in_folder
@click.option("--most", type=click.IntRange(1, 10_000), default=100, show_default=True, help="So many, the newest.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def audit(data: Path | None, most: int, as_json: bool) -> None:
    """Show what operators did: all that changed something or showed an account's data."""
    with store_of(data) as store:
        found = store.audited(most)
    if as_json:
        for one in found:
            click.echo(json.dumps(asdict(one)))
        return
    table = Table("when", "who", "what", "about", "why", box=None)
    for one in found:
        table.add_row(f"{timestamp(one.at)[:19]}Z", one.who, one.what, one.about, one.why)
    Console(width=200, markup=False).print(table)


for command in (
    account,
    stuck,
    parked,
    retry,
    letters,
    halt,
    resume,
    archived,
    keys,
    backup,
    backup_key,
    restore_backup,
    announce,
):
    admin.add_command(command)

__all__ = ["admin"]
