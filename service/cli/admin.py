"""``siegelpost admin``: what an operator does beside the store. What shows somebody's data or changes something is audited."""

from __future__ import annotations

import click

from service.cli.admin_accounts import account
from service.cli.admin_announce import announce
from service.cli.admin_archive import archived
from service.cli.admin_backup import backup, backup_key, restore_backup
from service.cli.admin_house import audit, limits, token
from service.cli.admin_keys import keys
from service.cli.admin_queues import cancel, hand_over, letters, retry, stuck
from service.cli.admin_setting_aside import kept, set_aside, take_up
from service.cli.admin_time import extend
from service.cli.admin_webhooks import webhooks
from service.cli.exits import EXIT_CODES
from service.cli.halting import halt, resume
from service.cli.parked import parked


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
    announce,
):
    admin.add_command(command)

__all__ = ["admin"]
