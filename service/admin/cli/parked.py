"""Operator commands for parked matches: list them, and have them tried again."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from engine.protocol.log import timestamp
from service.admin.cli.auditing import note
from service.cli.player.exits import EXIT_CODES, Failed, NoServer
from service.config.settings import replicas_asked_for
from service.config.variables import BadSetting
from service.serve.folder import sockets_of
from service.store import keys
from service.store.archive.bucket import archive_at
from service.store.archive.reading import Archiving
from service.store.matches.parking import REASON
from service.store.records import Parked
from service.store.store import Store, StoreUnavailable, Unreadable

in_folder = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="SIEGELPOST_VAR",
    help="The folder of a running 'siegelpost serve'; otherwise the Redis of REDIS_URL.",
)


@click.command(
    epilog=f"""\b
Examples
  siegelpost parked --data var             of 'siegelpost serve'
  REDIS_URL=redis://10.0.0.5/0 siegelpost parked

{EXIT_CODES}"""
)
@in_folder
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def parked(data: Path | None, as_json: bool) -> None:
    """List the matches that are parked because a step failed, with the reason. For the operator.

    Each is retried automatically, less and less often, and at once after an upgrade; its players get the lost time
    back. Matches without a next attempt wait for 'siegelpost retry'.
    """
    with store_of(data) as store:
        found = sorted(store.parked().items(), key=lambda one: (one[1].since or 0, one[0]))
    if as_json:
        for match, one in found:
            click.echo(json.dumps({"match": match, **asdict(one)}))
    elif not found:
        click.echo("No match is parked.")
    else:
        Console(width=None if os.isatty(1) else 160).print(_table(found))


@click.command(
    epilog=f"""\b
Examples
  siegelpost retry 018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11
  siegelpost retry --all --data var

{EXIT_CODES}"""
)
@click.argument("matches", nargs=-1, metavar="MATCH...")
@click.option("--all", "everything", is_flag=True, help="All parked matches.")
@in_folder
def retry(matches: tuple[str, ...], everything: bool, data: Path | None) -> None:
    """Have a worker retry parked matches at once. For the operator.

    A match stays in the list of 'siegelpost parked' until one of its steps succeeds. The beginning of an id is enough.
    """
    if everything == bool(matches):
        raise click.UsageError("give either match ids or --all")
    with store_of(data) as store:
        known = store.parked()
        for match in known if everything else [_one_of(known, given) for given in matches]:
            if not keys.MATCH.fullmatch(match) or known[match].reason.startswith(REASON):
                continue  # what is set aside is taken up by 'siegelpost admin take-up'
            note(store, "retry", match)
            if store.retry(match):
                click.echo(f"{match} is tried again")


def _one_of(known: dict[str, Parked], given: str) -> str:
    found = [match for match in known if match.startswith(given)]
    if len(found) != 1:
        raise Failed(
            f"{given}: {'several parked matches begin' if found else 'no parked match begins'} with this: see 'siegelpost parked'"
        )
    return found[0]


def _table(found: list[tuple[str, Parked]]) -> Table:
    table = Table("match", "since", "attempts", "next attempt", "reason", box=None)
    for match, one in found:
        following = "when you say so" if one.for_operator else _moment(one.next)
        table.add_row(match, _moment(one.since), str(one.attempts), following, one.reason)
    return table


def _moment(at: int | None) -> str:
    return "?" if at is None else f"{timestamp(at)[:19]}Z"


@contextmanager
def store_of(data: Path | None) -> Iterator[Store]:
    """Open the store that an operator names; end the command with a clear message if there is none."""
    url, archive = os.environ.get("REDIS_URL", ""), os.environ.get("SIEGELPOST_ARCHIVE", "")
    if data is not None:
        socket = sockets_of(data.resolve()) / "state.sock"
        if not socket.exists():
            raise NoServer(f"no 'siegelpost serve' runs on {data}")
        url = f"unix://{socket}"
        archive = archive or str(data.resolve() / "archive")
    if not url:
        raise click.UsageError("set REDIS_URL, or name the folder of 'siegelpost serve' with --data")
    try:
        replicas = 0 if data is not None else replicas_asked_for(os.environ)
        store = Store.connect(url, replicas=replicas).use_archive(
            Archiving(archive_at(archive), 0) if archive else None
        )
    except BadSetting as error:
        raise click.UsageError(str(error)) from error
    except ValueError as error:
        raise click.UsageError(f"REDIS_URL: {error}") from error
    try:
        yield store
    except StoreUnavailable as error:
        raise NoServer("the store does not answer") from error
    except Unreadable as error:
        raise Failed(f"{error}; 'siegelpost admin stuck' lists matches that cannot be read") from error
    finally:
        store.close()
