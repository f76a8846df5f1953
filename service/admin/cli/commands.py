"""``siegelpost admin``: what an operator does beside the store. What shows somebody's data or changes something is audited.

``check`` looks at an installation and says what is wrong, and what to do.
"""

import os
from pathlib import Path

import click

from service.admin.checking import check
from service.admin.cli.backup import archived, backup, backup_key, mend_file, rehearse, restore_backup
from service.admin.cli.house import account, announce, audit, halt, limits, resume, token
from service.admin.cli.keys import keys
from service.admin.cli.parked import in_folder, parked
from service.admin.cli.queues import cancel, hand_over, letters, rename_tournament, retry, stuck, void_result, webhooks
from service.admin.cli.setting_aside import extend, kept, reports, set_aside, suspicions, take_up
from service.cli.player.exits import EXIT_CODES, Failed
from service.serve.folder import DataFolder
from service.serve.keys import KeyFiles
from service.serve.processes import environment


@click.command(
    "check",
    epilog=f"""\b
Examples
  set -a; . /etc/siegelpost/siegelpost.env; siegelpost admin check
  siegelpost admin check --letter-to me@example.org
  siegelpost admin check --data var        of 'siegelpost serve', with the settings it was started with

{EXIT_CODES}""",
)
@click.option(
    "--letter-to",
    metavar="ADDRESS",
    default="",
    help="Send a letter there, and one to the reply host that must come back.",
)
@in_folder
def check_command(letter_to: str, data: Path | None) -> None:
    """Look at settings, keys, store, clock, archive, mail, proxy and webhooks; say what is wrong and what to do about it.

    Reads the environment, as the processes do: run it as the user of the one you ask about, with its settings. With
    --data it adds what 'siegelpost serve' sets by itself.
    """
    wrong = 0
    for name, verdict in check(os.environ if data is None else _served_from(data), letter_to):
        wrong += verdict.level == "error"
        click.echo(f"{verdict.level:7}  {name}: {verdict.found}" + (f". {verdict.remedy}" if verdict.remedy else ""))
    if wrong:
        raise Failed("1 error" if wrong == 1 else f"{wrong} errors")


def _served_from(data: Path) -> dict[str, str]:
    """Return the environment of the API of a ``siegelpost serve`` with this environment."""
    folder, bind = DataFolder.look_at(data), "127.0.0.1:8000"
    return environment(folder, KeyFiles.within(folder.keys), bind, f"http://{bind}", os.environ)


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
    rename_tournament,
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
    rehearse,
    mend_file,
    check_command,
    announce,
):
    admin.add_command(command)
