"""Operator commands for single matches: list parked ones and have them tried again, set aside and export one that cannot be
read, and give more time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from engine.protocol.canon import b64
from engine.protocol.log import timestamp
from service.admin.cli.auditing import in_words, note
from service.admin.cli.orders import Giving, anywhere
from service.cli.player.answers import Duration
from service.cli.player.exits import EXIT_CODES, Failed, NoServer
from service.config.settings import replicas_asked_for
from service.config.variables import BadSetting
from service.serve.folder import sockets_of
from service.store import keys
from service.store.archive.bucket import archive_at
from service.store.archive.reading import Archiving
from service.store.keys import MATCH
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
        raise click.UsageError("name matches, or --all")
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
    """Open the store that an operator means; end the command with a clear message if there is none."""
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


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin extend 018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11 2d --why "mail was down"
  siegelpost admin extend 018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11 12h --decision r3.choose --why "ticket 7"

{EXIT_CODES}"""
)
@click.argument("match")
@click.argument("span", type=Duration())
@click.option("--decision", help="Only for this decision. Default: for all decisions that wait for somebody.")
@in_words
@anywhere
def extend(match: str, span: int, decision: str | None, why: str, give: Giving) -> None:
    """Give MATCH more time: SPAN longer, such as 2d, for everybody who is asked.

    Its log says that the operator gave it, and the players are told. It never takes time away.
    """
    given = {"match": match, "seconds": span, "why": why, **({} if decision is None else {"decision": decision})}
    done = give("match extend", **given)
    click.echo(f"{match} gets more time: {', '.join(done['decisions'])}")


@click.command("set-aside", epilog=EXIT_CODES)
@click.argument("match")
@click.option("--why", required=True, help="The reason, for 'siegelpost admin stuck' and the audit log.")
@click.option("--anyway", is_flag=True, help="Also a match that can be read, which takes it from its players.")
@anywhere
def set_aside(match: str, why: str, anyway: bool, give: Giving) -> None:
    """Set aside MATCH because it cannot be read: it is kept as it is and not retried. Its players are told so in their lists.

    All other matches go on. 'siegelpost admin kept' writes out what is stored; 'siegelpost admin take-up' takes the
    match up again.
    """
    give("match set-aside", match=match, why=why, anyway=anyway)
    click.echo(f"{match} is set aside")


@click.command("take-up", epilog=EXIT_CODES)
@click.argument("match")
@in_words
@anywhere
def take_up(match: str, why: str, give: Giving) -> None:
    """Take up MATCH, which was set aside, again once it is repaired: a worker looks at once, and players get the time back."""
    give("match take-up", match=match, why=why)
    click.echo(f"{match} is looked at by a worker; see 'siegelpost admin stuck' whether it goes on")


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin kept 018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11 --file kept.jsonl

{EXIT_CODES}"""
)
@click.argument("match")
@click.option(
    "--file", type=click.Path(path_type=Path), required=True, help="Where to write it; it must not exist yet."
)
@in_words
@in_folder
def kept(match: str, file: Path, why: str, data: Path | None) -> None:
    """Write what is stored of MATCH to a file, byte for byte, even if nothing can read it. It holds the match's secrets.

    One JSON object a line: part, key, and stored, base64url of what Redis' DUMP returns and RESTORE takes.
    """
    if not MATCH.fullmatch(match):
        raise click.BadParameter("give the whole id of a match, a lower-case UUID", param_hint="MATCH")
    with store_of(data) as store:
        note(store, "take out", match, why)
        found = store.kept_of(match)
    if not found:
        raise Failed(f"nothing is stored of {match}; if it is in the archive, its file is there")
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise Failed(f"{file}: {error.strerror}") from error
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        for one in found:
            out.write(json.dumps({"part": one.part, "key": one.key, "stored": b64(one.stored)}) + "\n")
    click.echo(f"{file} holds {len(found)} parts of {match}.")


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin reports                                      one JSON object per line
  siegelpost admin reports --forget 5f0c1a2b3c4d5e6f --why "settled"
  siegelpost admin reports --erase 018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b11 3 --why "insult"

{EXIT_CODES}"""
)
@click.option("--forget", metavar="REPORT", help="Erase this report, with its copy of what was said.")
@click.option("--erase", nargs=2, type=(str, int), metavar="MATCH NUMBER", help="Erase what was said, for everybody.")
@in_words
@anywhere
def reports(forget: str | None, erase: tuple[str, int] | None, why: str, give: Giving) -> None:
    """List what readers have reported of the talk at tables, or settle it; 'account block' blocks its author."""
    if erase is not None:
        give("match erase-remark", match=erase[0], remark=erase[1], why=why)
        click.echo("It is erased.")
    if forget is not None:
        give("report forget", report=forget, why=why)
        click.echo("The report is erased.")
    if erase is None and forget is None:
        for one in give("reports")["reports"]:
            click.echo(json.dumps(one, ensure_ascii=True))


@click.command(epilog=EXIT_CODES)
@anywhere
def suspicions(give: Giving) -> None:
    """List pairs of accounts whose rated matches look agreed on, or that may be one person, with the evidence.

    One JSON object per line. 'void-result' voids a result, 'account block' blocks an account.
    """
    for one in give("suspicions")["suspicions"]:
        click.echo(json.dumps(one, ensure_ascii=True))
