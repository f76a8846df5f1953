"""``siegelpost admin``: what an operator does beside the store. What shows somebody's data or changes something is audited.

``check`` looks at an installation and says what is wrong, and what to do.
"""

from __future__ import annotations

import os

import click

from service.admin.checking import check
from service.admin.cli.accounts import account
from service.admin.cli.archive import archived
from service.admin.cli.backup import backup, backup_key, restore_backup
from service.admin.cli.house import announce, audit, halt, limits, resume, token
from service.admin.cli.keys import keys
from service.admin.cli.parked import parked
from service.admin.cli.queues import cancel, hand_over, letters, retry, stuck, void_result, webhooks
from service.admin.cli.setting_aside import extend, kept, reports, set_aside, suspicions, take_up
from service.cli.player.exits import EXIT_CODES, Failed


@click.command(
    "check",
    epilog=f"""\b
Examples
  set -a; . /etc/siegelpost/siegelpost.env; siegelpost admin check
  siegelpost admin check --letter-to me@example.org

{EXIT_CODES}""",
)
@click.option(
    "--letter-to",
    metavar="ADDRESS",
    default="",
    help="Send a letter there, and one to the reply host that must come back.",
)
def check_command(letter_to: str) -> None:
    """Look at settings, keys, store, clock, archive, mail, proxy and webhooks; say what is wrong and what to do about it.

    Reads the environment, as the processes do: run it as the user of the one you ask about, with its settings.
    """
    wrong = 0
    for name, verdict in check(os.environ, letter_to):
        wrong += verdict.level == "error"
        click.echo(f"{verdict.level:7}  {name}: {verdict.found}" + (f". {verdict.remedy}" if verdict.remedy else ""))
    if wrong:
        raise Failed("1 error" if wrong == 1 else f"{wrong} errors")


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
    void_result,
    letters,
    reports,
    suspicions,
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
