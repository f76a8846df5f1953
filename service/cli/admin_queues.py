"""For operators: matches and letters that have been due for too long."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from service.cli.admin_accounts import find_account
from service.cli.auditing import in_words
from service.cli.exits import EXIT_CODES
from service.cli.parked import in_folder, store_of
from service.store import keys


@click.command(epilog=EXIT_CODES)
@click.option("--over", type=click.IntRange(0, 10**9), default=60, show_default=True, help="Seconds a match is due.")
@in_folder
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def stuck(over: int, data: Path | None, as_json: bool) -> None:
    """List matches that do not go on, with the reason: parked, or due for longer than they should be.

    A match that is due and not parked waits for a worker: there are too few, or the service is halted.
    """
    with store_of(data) as store:
        halted, parked = store.halted(), store.parked()
        waiting = "the service is halted" if halted is not None else "no worker has taken it"
        overdue, now = store.overdue(over * 1000)
    rows: list[tuple[str, int | None, str]] = [
        (match, (now - one.since) // 1000 if one.since else None, one.reason) for match, one in parked.items()
    ]
    rows += [(match, (now - due) // 1000, waiting) for match, due in overdue if match not in parked]
    rows.sort(key=lambda row: (-(row[1] or 0), row[0]))
    _show(("match", "seconds", "reason"), rows, as_json)


@click.command(epilog=EXIT_CODES)
@click.argument("who", metavar="[MAIL|ACCOUNT]", required=False)
@in_words
@in_folder
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def letters(who: str | None, why: str, data: Path | None, as_json: bool) -> None:
    """List who waits for letters or other news that are due; for one account, the attempts to write to it.

    Recipients are shown by id: <match>:<account>, or acct:<account>.
    """
    with store_of(data) as store:
        if who is None:
            queued, now = store.overdue_letters(0)
            rows = [(one, (now - due) // 1000, store.notices(one).attempts) for one, due in queued]
            _show(("recipient", "seconds", "failures"), rows, as_json)
            return
        found = find_account(store, who, "letters", why)
        recipients = [keys.recipient_of(found.id, match) for match in (None, *store.matches_of(found.id))]
        attempts = [one for records in store.deliveries_many(recipients) for one in records]
    if found.bouncing and not as_json:
        click.echo(f"{found.id} bounces: 'siegelpost admin account deliverable' lets mail go to it again")
    wanted = ("at", "mail", "state", "attempt", "answer")
    _show(wanted, [tuple(one.get(name) for name in wanted) for one in attempts], as_json)


def _show(names: tuple[str, ...], rows: Sequence[tuple[object, ...]], as_json: bool) -> None:
    if as_json:
        for row in rows:
            click.echo(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False))
    elif not rows:
        click.echo("There is nothing to show.")
    else:
        table = Table(*names, box=None)
        for row in rows:
            table.add_row(*("?" if one is None else str(one) for one in row))
        Console(width=None if os.isatty(1) else 200, markup=False).print(table)


__all__ = ["letters", "stuck"]
