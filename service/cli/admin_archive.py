"""For operators: the matches that have left the store for the archive, and whether all of their files are whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from engine.protocol.log import timestamp
from service.cli.exits import EXIT_CODES, Failed
from service.cli.parked import in_folder, store_of
from service.store.accounts import Finished
from service.store.connect import Unreadable
from service.store.store import Store

AT_ONCE = 500


@click.command(epilog=EXIT_CODES)
@in_folder
@click.option(
    "--check", is_flag=True, help="Read every file, show only those that cannot be read; exit code 1 if there are any."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def archived(data: Path | None, check: bool, as_json: bool) -> None:
    """List the matches in the archive, those that closed first first. The archive is that of SIEGELPOST_ARCHIVE, or of --data."""
    looked = broken = 0
    with store_of(data) as store:
        for one in _all(store):
            looked += 1
            why = _trouble(store, one.match) if check else None
            broken += why is not None
            if check and why is None:
                continue
            closed = f"{timestamp(one.closed)[:19]}Z"
            if as_json:
                click.echo(json.dumps({"match": one.match, "closed": closed, **({"why": why} if check else {})}))
            else:
                click.echo(f"{one.match}  {closed}" + (f"  {why}" if why else ""))
    if not as_json:
        click.echo(f"{looked} matches" + (f", {broken} of them cannot be read" if check else ""))
    if broken:
        raise Failed("put their files back from a backup")


def _all(store: Store) -> Iterator[Finished]:
    last: Finished | None = None
    while page := store.archived(last, AT_ONCE):
        yield from page
        last = page[-1]


def _trouble(store: Store, match: str) -> str | None:
    """Return why a match of the archive cannot be read, ``None`` if it can."""
    try:
        store.lines(match, limit=1)
    except Unreadable as error:
        return error.why
    return None


__all__ = ["archived"]
