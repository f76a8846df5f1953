"""Operator commands for the archive: the matches and old log entries that are in it, and a check of its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from engine.protocol.log import BadLog, chain, read_export, timestamp
from service.admin.cli.parked import in_folder, store_of
from service.cli.player.exits import EXIT_CODES, Failed
from service.store.archive.leaves import FOLDER
from service.store.connection.connect import Unreadable
from service.store.matches.lists import Finished
from service.store.store import Store

AT_ONCE = 500


@click.command(epilog=EXIT_CODES)
@in_folder
@click.option(
    "--check", is_flag=True, help="Read every file, show only those that cannot be read; exit code 1 if there are any."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def archived(data: Path | None, check: bool, as_json: bool) -> None:
    """List the matches in the archive (of SIEGELPOST_ARCHIVE or --data), in the order in which they closed."""
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
        files, lost = _check_leaves(store, as_json) if check else (0, 0)
    if not as_json:
        click.echo(f"{looked} matches" + (f", {broken} of them cannot be read" if check else ""))
        if files:
            what = "1 file" if files == 1 else f"{files} files"
            click.echo(f"{what} of old entries of the log of all matches, {lost} of them cannot be read")
    if broken or lost:
        raise Failed("put their files back from a backup")


def _all(store: Store) -> Iterator[Finished]:
    last: Finished | None = None
    while page := store.archived(last, AT_ONCE):
        yield from page
        last = page[-1]


def _check_leaves(store: Store, as_json: bool) -> tuple[int, int]:
    """Read the files of old entries of the log of all matches and show unreadable ones; return how many there are, and
    how many were shown."""
    files, lost = store.archived_segments(), 0
    for segment in range(files):
        if why := store.segment_trouble(segment):
            lost += 1
            name = _file(store, segment)
            click.echo(json.dumps({"file": name, "why": why}) if as_json else f"{name}  {why}")
    return files, lost


def _file(store: Store, segment: int) -> str:
    """Return the name of a file of old entries; without the hash if that is corrupt, too."""
    try:
        return store.segment_name(segment)
    except Unreadable:
        return f"{FOLDER}/{segment:08d}"


def _trouble(store: Store, match: str) -> str | None:
    """Return why an archived match cannot be read, or None if it can."""
    try:
        record = store.load(match)
        if record is None:
            return "it is nowhere"
        *_, last = _whole(store.lines(match, limit=record.n))
    except Unreadable as error:
        return error.why
    except BadLog as error:
        return f"its log does not hold: {error}"
    return None if last == record.head else "its log does not end where the match did"


def _whole(lines: list[bytes]) -> Iterator[str]:
    """Yield the head after each line of a log. :raises BadLog: at the first line that is malformed or does not follow."""
    export = list(read_export(b"".join(lines)))
    for number, (line, head) in enumerate(zip(export, chain(one["entry"] for one in export), strict=True), start=1):
        if (line["entry"]["n"], line["head"]) != (number, head):
            raise BadLog(number, "it does not follow the one before")
        yield head
