"""``siegelpost verify-ratings``: every published rating and standing computed again from the log of results, offline."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from engine.match.table import Table
from engine.protocol import bodies
from engine.protocol.canon import unb64
from engine.protocol.log import read_export
from engine.standings import swiss
from engine.standings.ratings import (
    BadLog,
    Book,
    OtherEpoch,
    TooDear,
    current_epoch,
    differing,
    differing_bands,
    differing_profile,
    published,
)
from engine.standings.results import (
    LONGEST_ENTRY,
    BadEntry,
    Entry,
    Epoch,
    Opened,
    Result,
    Scored,
    parse_entry,
    rated_result,
    result_of,
)
from engine.standings.tournament_book import MOST_ROUNDS, Tournaments, readings
from engine.transparency.checkpoint import Checkpoint, checkpoint_of, signed_checkpoint
from engine.transparency.merkle import Edge, leaf_hash
from engine.transparency.note import BadNote, VerifierKey, parse_note
from engine.transparency.policy import Policy, Untrusted
from engine.verifier.replay import verify
from engine.verifier.rules_replay import deal_again
from engine.verifier.transcript import Transcript
from service.cli.cosigning import LogKey
from service.cli.player.exits import EXIT_CODES, FAILED, INCOMPLETE, Failed
from service.cli.table.match_facts import plain
from service.cli.verifying.verify import read_policy
from service.cli.verifying.whole import LARGEST, read_whole
from service.keys.signing import verify_signature

LONGEST_NOTE = 64 * 1024
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class Expected(NamedTuple):
    """The expected facts of a match: the result without ratings, if it has one; whether it is rated, and by which terms it was
    played."""

    result: Result | None
    is_rated: bool
    created: bodies.Created


class BadFile(ValueError):
    """The file is not an export of a log of results; the message says why."""


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
@click.argument("log", type=FILE)
@click.option("--key", type=LogKey(), help="The verifier key of the log of results: 'results' in GET /v1/meta.")
@click.option(
    "--policy",
    "policy_file",
    type=FILE,
    help="Which log this must be, and which witnesses must have seen it (c2sp.org/tlog-policy).",
)
@click.option(
    "--published",
    "pages",
    multiple=True,
    type=FILE,
    help="A page of GET /v1/ratings/GAME, its /distribution, /v1/players/ID or /v1/tournaments/ID, to compare; may be given "
    "several times.",
)
@click.option(
    "--match",
    "matches",
    multiple=True,
    type=FILE,
    help="A match, from 'siegelpost log' or 'siegelpost export', of which LOG must have the result; may be given several times.",
)
@click.option(
    "--rounds",
    type=click.IntRange(0),
    default=MOST_ROUNDS,
    show_default=True,
    help="How many signatures of the beacon are checked at most, a second each.",
)
@click.pass_context
def verify_ratings(
    ctx: click.Context,
    log: Path,
    key: VerifierKey | None,
    policy_file: Path | None,
    pages: tuple[Path, ...],
    matches: tuple[Path, ...],
    rounds: int,
) -> None:
    """Compute every rating, draw and standing in LOG, an export of GET /v1/results, again; name the first that differs.

    Results that the operator voided are left out from where the log says so. PASS needs --key or --policy: without
    either nobody has signed for the log. Give --match to check that a result is that of its match, and is not missing.
    """
    policy = read_policy(policy_file) if policy_file else None
    try:
        file = ResultsFile(log)
        checkpoint = _checkpoint(file.note, key, policy)
        expected = dict(map(_expected, matches))
        tournaments = Tournaments(rounds)
        book, kinds, doubts = _computed(file, checkpoint, expected, tournaments)
        for page in pages:
            if wrong := _differing(book, tournaments, page, file):
                raise BadFile(f"{page}: {wrong}")
    except (OtherEpoch, TooDear) as error:
        click.echo(f"INCOMPLETE: {error}")
        ctx.exit(INCOMPLETE)
    except (BadFile, BadLog, BadEntry, BadNote, Untrusted, Failed) as error:
        click.echo(f"FAIL: {plain(str(error))}")
        ctx.exit(FAILED)
    players = len({player for (_, player), one in book.ratings.items() if one.results})
    facts = f"{kinds['result']} results, {kinds['void']} voided, {players} players, {checkpoint.origin} at {checkpoint.size}"
    if tournaments.by_id:
        facts = (
            f"{len(tournaments.by_id)} tournaments, {kinds['drawn']} drawn, {kinds['scored']} of their matches; {facts}"
        )
    if chains := tournaments.foreign_chains:
        facts = f"{facts}; draws are only as good as the beacon {', '.join(sorted(chains))}, unknown to this program"
    doubts += [f"tournament {one} should have been drawn, see docs/tournaments.md" for one in tournaments.undrawn]
    doubts += [f"tournament {one} should have gone on, see docs/tournaments.md" for one in tournaments.overdue]
    if tournaments.unchecked:
        doubts.append(f"the signatures of {tournaments.unchecked} of the beacon's rounds are NOT checked, see --rounds")
    if tournaments.unpaired:
        doubts.append(
            f"{tournaments.unpaired} rounds of Swiss tournaments are NOT paired again: that takes the version of "
            f"{swiss.LIBRARY} that paired them, which is not installed here"
        )
    if key is None and policy is None:
        click.echo(f"INCOMPLETE: signatures NOT checked, give --key or --policy; else all is well: {facts}")
        ctx.exit(INCOMPLETE)
    if doubts:
        click.echo(f"INCOMPLETE: {'; '.join(doubts)}; else all is well: {facts}")
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


def _expected(path: Path) -> tuple[str, Expected]:
    """Return a match, and what the log must have of it."""
    with path.open("rb") as file:
        export = read_whole(file.read(LARGEST + 1), str(path)).export
    report = verify(export, check_seat=verify_signature)
    if report.verdict == "FAIL":
        raise BadFile(f"{path}: the match itself does not verify: {report.reason}")
    if not report.seed:
        raise BadFile(f"{path}: the match is not over")
    return report.match, _result_in(export)


def _result_in(export: bytes) -> Expected:
    """Return the expected facts of a match whose export verifies."""
    transcript = Transcript(None)
    for line in read_export(export):
        transcript.line(line)
    created, closed, started = transcript.created, transcript.closed, transcript.started_at
    if closed is None or started is None:
        return Expected(None, False, created)
    dealt = cast(bodies.Started, transcript.entries[started - 1]["body"])["seats"]
    players = list(dealt)
    for entry in transcript.entries:
        if entry["type"] == "substituted":
            players[entry["body"]["seat"]] = entry["body"]["player"]
    game, _, state, _ = deal_again(transcript, unb64(closed["seed"]))
    table = {
        "match": created["match"],
        "rules": created["rules"],
        "rated": True,
        "status": "closed",
        "over": closed["reason"],
        "outcome": closed["outcome"],
        "seats": [{"player": one} for one in players],
        "absence": {"changes": [{"seat": seat, "player": one} for seat, one in enumerate(dealt)]},
    }
    last = transcript.entries[-1]
    found = result_of(
        cast(Table, table), partial(game.partners, state), n=last["n"], head=transcript.heads[-1], at=transcript.last
    )
    result = None if found is None or found["type"] == "scored" else found
    return Expected(result, bool(created.get("rated")), created)


def _computed(
    file: ResultsFile, checkpoint: Checkpoint, expected: dict[str, Expected], tournaments: Tournaments
) -> tuple[Book, Counter[str], list[str]]:
    """Compute all ratings, draws and standings, and check that these entries, and no others, are those of the checkpoint.

    The last is a sentence for each epoch that computes with other parameters than the published ones.
    """
    book, edge, kinds, epochs = Book(), Edge(), Counter[str](), list[str]()
    missing = {match for match, one in expected.items() if one.result is not None and one.is_rated}
    read = readings(file.raw_entries())
    for index, raw in enumerate(file.raw_entries()):
        for drawn in read.get(index, ()):
            tournaments.note_ratings(index, drawn["tournament"], drawn.get("order", []), book)
        try:
            entry = parse_entry(raw)
        except BadEntry as error:
            raise BadLog(index, str(error)) from error
        book.add(index, entry, file.entries)
        tournaments.add(index, entry)
        edge.append(leaf_hash(raw))
        kinds[entry["type"]] += 1
        if entry["type"] == "epoch" and (unusual := _unusual(entry)):
            epochs.append(f"entry {index} begins an epoch with parameters that are not the published ones: {unusual}")
        if (entry["type"] == "scored" or entry["type"] == "result") and entry["match"] in expected:
            if not _agrees(entry, expected[entry["match"]]):
                raise BadLog(index, f"this is not the result of match {entry['match']}")
            missing -= {entry["match"]} if entry["type"] == "result" else set()
    if edge.size != checkpoint.size:
        raise BadFile(f"the checkpoint counts {checkpoint.size} entries, the file has {edge.size}")
    if edge.root != checkpoint.root:
        raise BadFile("the entries are not those of the checkpoint: its root is another")
    _check_matches(tournaments, expected)
    if missing:
        raise BadFile(f"match {min(missing)} is rated and over, and has no result here: save GET /v1/results again")
    return book, kinds, epochs


def _check_matches(tournaments: Tournaments, expected: Mapping[str, Expected]) -> None:
    """Check that known matches were played by their tournaments' terms, and are not left out. :raises BadFile:"""
    for one in tournaments.by_id.values():
        for match in {table["match"] for table in one.tables} & expected.keys():
            if wrong := _other_terms(one.terms, expected[match].created):
                raise BadFile(f"match {match} was played with other {wrong} than tournament {one.id} says")
        waits = one.awaited() if one.status == "running" else []
        if lacking := [table["match"] for table in waits if table["match"] in expected]:
            why = f"match {min(lacking)} is over, and tournament {one.id} has no result of it"
            raise BadFile(f"{why}: save GET /v1/results again")


def _unusual(epoch: Epoch) -> str:
    usual = current_epoch()
    return ", ".join(f"{name} {value}" for name, value in epoch.items() if value != usual.get(name))


def _other_terms(terms: Opened, created: bodies.Created) -> str:
    """Return the terms in which a match differs from those of its tournament."""
    ours = {**terms, "absence": terms["absence"] or None}
    theirs = {**created, "absence": created.get("absence"), "rated": bool(created.get("rated"))}
    return ", ".join(
        one for one in ("rules", "seats", "options", "pace", "absence", "rated") if ours[one] != theirs[one]
    )


def _agrees(entry: Result | Scored, expected: Expected) -> bool:
    """Return whether an entry has the match's own result; a tournament may have noted it a little later."""
    result = expected.result
    if entry["type"] == "result":
        return expected.is_rated and _unrated(entry) == result
    noted = rated_result(entry)
    if noted is None or result is None:
        return noted is result
    return noted == {**result, "at": noted["at"]} and noted["at"] >= result["at"]


def _unrated(result: Result) -> dict[str, Any]:
    seats = [{name: value for name, value in one.items() if name not in ("mu", "sigma")} for one in result["seats"]]
    return {**result, "seats": seats}


def _differing(book: Book, tournaments: Tournaments, page: Path, file: ResultsFile) -> str | None:
    try:
        found: Any = json.loads(page.read_bytes())
        if "standings" in found:
            return tournaments.differing(found)
        if "finished" in found:
            return None if found["hidden"] else differing_profile(book, found["player"], found["ratings"], file.entries)
        if "bands" in found:
            wrong = differing_bands(book, found["game"], found)
        else:
            wrong = differing(book, found["game"], found["ratings"])
        players = len(list(published(book, found["game"])))
        return wrong or (f"players is {found['players']}, computed {players}" if found["players"] != players else None)
    except BadLog:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadFile(
            f"{page} is no page of GET /v1/ratings/GAME, or of another path that --published takes"
        ) from error
