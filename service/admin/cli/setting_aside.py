"""Operator commands for single matches: set aside and export one that cannot be read, and give more time."""

import json
import os
from pathlib import Path

import click

from engine.protocol.canon import b64
from service.admin.cli.auditing import in_words, note
from service.admin.cli.orders import Giving, anywhere
from service.admin.cli.parked import in_folder, store_of
from service.cli.player.answers import Duration
from service.cli.player.exits import EXIT_CODES, Failed
from service.store.keys import MATCH


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
    """Resume MATCH, which was set aside, after a repair: a worker looks at it at once, and players get the lost time back."""
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
