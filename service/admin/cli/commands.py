"""``siegelpost admin``: what an operator does beside the store. What shows somebody's data or changes something is audited."""

from __future__ import annotations

import click

from service.admin.cli.accounts import account
from service.admin.cli.archive import archived
from service.admin.cli.backup import backup, backup_key, restore_backup
from service.admin.cli.checking import check_command
from service.admin.cli.house import announce, audit, halt, limits, resume, token
from service.admin.cli.keys import keys
from service.admin.cli.match_time import extend
from service.admin.cli.parked import parked
from service.admin.cli.queues import cancel, hand_over, letters, retry, stuck, webhooks
from service.admin.cli.setting_aside import kept, set_aside, take_up
from service.cli.player.exits import EXIT_CODES


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

    Commands read REDIS_URL, or --data for 'siegelpost serve'. SIEGELPOST_OPERATOR says who you are in the audit
    log. Most also take --url: an installation elsewhere, through its guarded API, with the token in
    SIEGELPOST_ADMIN_TOKEN.
    """


for command in (
    account,
    audit,
    token,
    limits,
    stuck,
    hand_over,
    set_aside,
    take_up,
    kept,
    extend,
    parked,
    retry,
    cancel,
    letters,
    webhooks,
    halt,
    resume,
    archived,
    keys,
    backup,
    backup_key,
    restore_backup,
    check_command,
    announce,
):
    admin.add_command(command)

__all__ = ["admin"]
