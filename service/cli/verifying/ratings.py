"""``siegelpost verify-ratings``: every published rating and standing computed again from the log of results, offline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from engine.standings.ratings import BadLog, Book, OtherEpoch, differing
from engine.standings.results import LONGEST_ENTRY, BadEntry, Entry, parse_entry
from engine.standings.tournaments import Tournaments
from engine.transparency.checkpoint import Checkpoint, checkpoint_of, signed_checkpoint
from engine.transparency.merkle import Edge, leaf_hash
from engine.transparency.note import BadNote, VerifierKey, parse_note
from engine.transparency.policy import Policy, Untrusted
from service.cli.cosigning import LogKey
from service.cli.player.exits import EXIT_CODES, FAILED, INCOMPLETE
from service.cli.table.match_facts import plain
from service.cli.verifying.verify import read_policy
from service.keys.signing import verify_signature

LONGEST_NOTE = 64 * 1024


class BadFile(ValueError):
    """A file that is no export of a log of results; the message says why."""


class ResultsFile:
    """An export of ``GET /v1/results``: a checkpoint as a note, an empty line, and an entry in each line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            lines: list[bytes] = []
            # The note has an empty line of its own, before its signatures; the second one ends it.
            while lines.count(b"\n") < 2:
                line = file.readline(LONGEST_NOTE)
                lines.append(line)
                if not line or sum(map(len, lines)) > LONGEST_NOTE:
                    raise BadFile("it does not begin with a checkpoint: save GET /v1/results as it is")
            self._begins = file.tell()
        self.note = b"".join(lines[:-1])

    def raw_entries(self) -> Iterator[bytes]:
        """Yield the bytes of the entries, one at a time."""
        with self._path.open("rb") as file:
            file.seek(self._begins)
            while line := file.readline(LONGEST_ENTRY + 2):
                yield line.removesuffix(b"\n")

    def entries(self) -> Iterator[Entry]:
        """Yield the entries; :raises BadEntry: for a line that is none."""
        return map(parse_entry, self.raw_entries())


@click.command(
    "verify-ratings",
    epilog=f"""\b
Examples
  curl -O https://play.example/v1/results && siegelpost verify-ratings results --key play.example/results+1a2b3c4d+AXBw...
  siegelpost verify-ratings results --policy witnesses.txt --published ratings.json

{EXIT_CODES}""",
)
@click.argument("log", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key", type=LogKey(), help="The verifier key of the log of results: 'results' in GET /v1/meta.")
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Which log this must be, and which witnesses must have seen it (c2sp.org/tlog-policy).",
)
@click.option(
    "--published",
    "pages",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A page of GET /v1/ratings/GAME or GET /v1/tournaments/ID, to compare; may be given several times.",
)
@click.pass_context
def verify_ratings(
    ctx: click.Context, log: Path, key: VerifierKey | None, policy_file: Path | None, pages: tuple[Path, ...]
) -> None:
    """Compute every rating, draw and standing in LOG, an export of GET /v1/results, again; name the first that differs.

    Results that the operator voided are left out from where the log says so. PASS needs --key or --policy: without
    either nobody has signed for the log. That a result is that of its match, 'siegelpost verify' shows for the match.
    """
    policy = read_policy(policy_file) if policy_file else None
    try:
        file = ResultsFile(log)
        checkpoint = _checkpoint(file.note, key, policy)
        book, tournaments, kinds = _computed(file, checkpoint)
        for page in pages:
            if wrong := _differing(book, tournaments, page):
                raise BadFile(f"{page}: {wrong}")
    except OtherEpoch as error:
        click.echo(f"INCOMPLETE: {error}")
        ctx.exit(INCOMPLETE)
    except (BadFile, BadLog, BadEntry, BadNote, Untrusted) as error:
        click.echo(f"FAIL: {plain(str(error))}")
        ctx.exit(FAILED)
    players = len({player for (_, player), one in book.ratings.items() if one.results})
    facts = f"{kinds['result']} results, {kinds['void']} voided, {players} players, {checkpoint.origin} at {checkpoint.size}"
    if tournaments.by_id:
        facts = (
            f"{len(tournaments.by_id)} tournaments, {kinds['drawn']} drawn, {kinds['scored']} of their matches; {facts}"
        )
    if key is None and policy is None:
        click.echo(f"INCOMPLETE: signatures NOT checked, give --key or --policy; else all is well: {facts}")
        ctx.exit(INCOMPLETE)
    click.echo(f"PASS: {facts}")


def _checkpoint(note: bytes, key: VerifierKey | None, policy: Policy | None) -> Checkpoint:
    """Return the checkpoint, with its signatures checked by what is given."""
    parsed = parse_note(note)
    if policy is not None:
        policy.judge(parsed, verify_signature)
    if key is not None:
        signed_checkpoint(note, key, verify_signature)
    return checkpoint_of(parsed)


def _computed(file: ResultsFile, checkpoint: Checkpoint) -> tuple[Book, Tournaments, Counter[str]]:
    """Compute all ratings, draws and standings, and check that these entries, and no others, are the checkpoint's."""
    book, tournaments, edge, kinds = Book(), Tournaments(), Edge(), Counter[str]()
    for index, raw in enumerate(file.raw_entries()):
        try:
            entry = parse_entry(raw)
        except BadEntry as error:
            raise BadLog(index, str(error)) from error
        book.add(index, entry, file.entries)
        tournaments.add(index, entry)
        edge.append(leaf_hash(raw))
        kinds[entry["type"]] += 1
    if edge.size != checkpoint.size:
        raise BadFile(f"the checkpoint counts {checkpoint.size} entries, the file has {edge.size}")
    if edge.root != checkpoint.root:
        raise BadFile("the entries are not those of the checkpoint: its root is another")
    return book, tournaments, kinds


def _differing(book: Book, tournaments: Tournaments, page: Path) -> str | None:
    try:
        found: Any = json.loads(page.read_bytes())
        if "standings" in found:
            return tournaments.differing(found["id"], found["standings"])
        return differing(book, found["game"], found["ratings"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadFile(f"{page} is no page of GET /v1/ratings/GAME or GET /v1/tournaments/ID") from error
