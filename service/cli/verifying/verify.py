"""``siegelpost verify``: the offline verifier on the command line, for one export or several."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import click

from engine.contract import Language
from engine.protocol.canon import NotCanonical, parse
from engine.protocol.log import read_export
from engine.verifier.checkpoints import Log, parted
from engine.verifier.receipts import signed_otherwise
from engine.verifier.replay import Report, Shown, conflicting_seeds
from engine.verifier.replay import verify as check_export
from service.cli.player.exits import EXIT_CODES, FAILED, INCOMPLETE, Failed, NoServer
from service.cli.player.session import language_for, language_option, token_for
from service.cli.player.transport import Refused, Transport, Unreachable
from service.cli.rule_data import use_rule_data
from service.cli.table.match_facts import plain
from service.cli.table.ownlog import BadKey, signature_check
from service.cli.verifying.mails import Mails
from service.cli.verifying.trusted_keys import TrustedKeys
from service.cli.verifying.unproved import HEADINGS, as_facts, told
from service.cli.verifying.witnessing import SUFFIX, Judged, judged, read_policy
from service.keys.signing import verify_signature


class Fork(NamedTuple):
    """Two exports of one match that differ from entry ``n`` on."""

    one: str
    other: str
    match: str
    n: int

    def in_words(self) -> str:
        """Return the verdict as a line of text."""
        return f"FAIL: {plain(self.one)} and {plain(self.other)}: {self._reason()}"

    def as_json(self) -> str:
        """Return the verdict as one JSON object."""
        told = {"files": [self.one, self.other], "match": self.match, "n": self.n, "reason": self._reason()}
        return json.dumps({**told, "verdict": "FAIL"}, sort_keys=True)

    def _reason(self) -> str:
        return f"the server signed two heads of entry {self.n} of match {self.match}: it keeps two histories"


class _Export(NamedTuple):
    name: str
    match: str
    server: str
    log: Log


class Histories:
    """The exports of one ``verify`` that are valid by themselves, with all their signatures."""

    def __init__(self) -> None:
        self._exports: list[_Export] = []

    def add(self, name: str, match: str, server: str, export: bytes) -> None:
        """Record an export whose heads were verified with one of ``server``'s keys."""
        lines = list(read_export(export))
        log = Log([line["head"] for line in lines], lines[-1]["entry"]["type"] == "closed")
        self._exports.append(_Export(name, match, server, log))

    def forks(self) -> list[Fork]:
        """Return the pairs that contradict each other."""
        found = []
        for one, other in combinations(self._exports, 2):
            n = parted(one.log, other.log) if (one.match, one.server) == (other.match, other.server) else None
            if n is not None:
                found.append(Fork(one.name, other.name, one.match, n))
        return found


EPILOG = f"""\b
Examples
  siegelpost verify match.jsonl --key cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4
  siegelpost verify match.jsonl --receipts receipts.jsonl
  siegelpost verify https://siegelpost.example/v1/matches/018f7c2e-…/log.jsonl
  siegelpost log 018f7c2e | siegelpost verify -
  siegelpost verify match.jsonl --rule-data my-cards
  siegelpost verify match.jsonl --policy friends.policy
  siegelpost verify match.jsonl --mail turn.eml
  siegelpost verify --mail mine.eml --mail from-ben.eml

{EXIT_CODES}"""


@click.command(epilog=EPILOG)
@click.argument("exports", metavar="FILE|URL...", nargs=-1)
@click.option("--key", help="The server's public key, or a file that holds it. Default: a key pinned on this machine.")
@click.option(
    "--receipts",
    "receipt_files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="Receipts to compare (from 'siegelpost receipts export'); may be given several times.",
)
@click.option(
    "--openings",
    "opening_files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="Openings of your own (from 'siegelpost openings') that show what you had sealed where the log blames you.",
)
@click.option(
    "--mail",
    "mails",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
    help="A mail from the server, saved or copied; may be given several times. Mails are compared with the exports and with each "
    "other: two that contradict each other prove that the server keeps two histories.",
)
@click.option(
    "--rule-data",
    "folders",
    multiple=True,
    envvar="SIEGELPOST_RULE_DATA",
    type=click.Path(path_type=Path),
    help="An owner's cards with which matches were played; may be given several times. The package's own are always known.",
)
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Which witnesses must have seen the match (c2sp.org/tlog-policy). Default: none.",
)
@click.option(
    "--proof",
    "proof_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The proof for --policy. Default: the export's name with .tlog-proof, or for a URL the server's own.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per export.")
@language_option("The language of the list of what is not proved.")
@click.pass_context
def verify(
    ctx: click.Context,
    exports: tuple[str, ...],
    key: str | None,
    receipt_files: tuple[str, ...],
    opening_files: tuple[str, ...],
    mails: tuple[Path, ...],
    folders: tuple[Path, ...],
    policy_file: Path | None,
    proof_file: Path | None,
    as_json: bool,
    language: str | None,
) -> None:
    """Verify exported matches without trusting the server that kept them.

    Checks the bytes, the chain, the signatures, every opening against its commitment and every draw, and replays
    the match to check every state and the result. PASS needs the match to be closed and a key to check signatures
    with; several exports are also compared for a server seed used twice, and those of one match for two histories.
    With --policy it also needs witnesses who saw this history. Beside the verdict it says what nobody could prove
    with this export, key and receipts. A receipt that is for another match, badly signed or not a receipt at all is
    named and ignored.
    """
    if not exports and not mails:
        raise click.UsageError("name an export, or mails with --mail")
    use_rule_data(folders)
    policy = read_policy(policy_file) if policy_file else None
    receipts, openings = _receipts(receipt_files), _openings(opening_files)
    keys = TrustedKeys(_key(key) if key else None)
    witness = Mails(mails, keys, receipts, as_json=as_json)
    reports: list[Report] = []
    histories = Histories()
    for name in exports:
        raw = _read(name)
        trusted = keys.of_log(raw)
        check = _checker(trusted) if trusted else None
        report = check_export(
            raw,
            check_signature=check,
            public_key=trusted,
            check_seat=verify_signature,
            receipts=receipts,
            openings=openings,
        )
        under = None if policy is None else judged(report, raw, _proof(name, proof_file), policy)
        report = witness.hold(report if under is None else under.report, raw, trusted)
        if trusted and report.verdict != "FAIL":
            others = keys.beside(trusted)
            wrong = signed_otherwise(report.match, receipts, others, verify_signature)
            report = report if wrong is None else replace(report, verdict="FAIL", n=1, reason=wrong)
        reports.append(report)
        if trusted and report.verdict != "FAIL":
            histories.add(name, report.match, keys.server_of(trusted), raw)
        in_words = _in_words(name, report, trusted, language_for(None, language, os.environ))
        click.echo(_as_json(name, report, under) if as_json else in_words)
        if under is not None and not as_json and under.words():
            click.echo(under.words())
    for fork in histories.forks():
        click.echo(fork.as_json() if as_json else fork.in_words())
    twice = conflicting_seeds(reports)
    for one, other in twice:
        click.echo(f"FAIL: matches {one} and {other} were dealt from one server seed", err=as_json)
    verdicts = {report.verdict for report in reports} | witness.verdicts()
    if "FAIL" in verdicts or twice or histories.forks():
        ctx.exit(FAILED)
    if "INCOMPLETE" in verdicts:
        ctx.exit(INCOMPLETE)


def _read(name: str) -> bytes:
    if name.startswith(("http://", "https://")):
        return _download(name)
    try:
        with click.open_file(name, "rb") as file:
            raw: bytes = file.read()
            return raw
    except OSError as error:
        raise click.UsageError(f"{name}: {error.strerror or error}") from error


def _proof(name: str, given: Path | None) -> bytes | None:
    """Return the proof that belongs to an export, or None."""
    if given is not None:
        return given.read_bytes()
    if name.startswith(("http://", "https://")):
        return _download(name.removesuffix("/log.jsonl"), "/proof")
    beside = Path(name + SUFFIX)
    return beside.read_bytes() if beside.is_file() else None


def _download(url: str, end: str = "/log.jsonl") -> bytes:
    if not url.endswith(end):
        url = url.rstrip("/") + end
    server = "/".join(url.split("/")[:3])
    transport = Transport(server, token_for(server, None, os.environ))
    try:
        return transport.call("GET", url).body
    except Refused as error:
        raise Failed(f"{url}: {error}") from error
    except Unreachable as error:
        raise NoServer(str(error)) from error
    finally:
        transport.close()


def _receipts(files: tuple[str, ...]) -> list[Any]:
    """Return the content of the files, line by line; the verifier names lines that are no receipts."""
    found: list[Any] = []
    for name in files:
        with click.open_file(name, "rb") as file:
            lines = [line for line in file.read().splitlines() if line.strip()]
        given = [_parsed(line) for line in lines]
        if lines and not any(isinstance(one, dict) and "receipt" in one for one in given):
            raise click.UsageError(f"{name}: none of its lines is a receipt with its signature")
        found += given
    return found


def _openings(files: tuple[str, ...]) -> list[Any]:
    """Return the openings in the files, line by line, bare or as this machine exports them."""
    found: list[Any] = []
    for name in files:
        with click.open_file(name, "rb") as file:
            given = [_parsed(line) for line in file.read().splitlines() if line.strip()]
        found += [one.get("opening", one) if isinstance(one, dict) else one for one in given]
    return found


def _parsed(line: bytes) -> Any:
    try:
        return parse(line)
    except NotCanonical:
        return None


def _key(text: str) -> str:
    path = Path(text)
    if len(text) != 43 and path.is_file():
        text = path.read_text(encoding="utf-8").strip()
    _checker(text)
    return text


def _checker(text: str) -> Any:
    try:
        return signature_check(text)
    except BadKey as error:
        raise click.BadParameter(str(error), param_hint="--key") from error


STOPPED: dict[Language, str] = {
    "en": "The operator ended this match; nobody has won or lost. The reason: {why}",
    "de": "Der Betreiber hat diese Partie beendet; niemand hat gewonnen oder verloren. Der Grund: {why}",
}


def _as_json(name: str, report: Report, under: Judged | None) -> str:
    seen = {} if under is None else {"witnessed": under.facts()}
    unproved = as_facts(report.unproved)
    return json.dumps({"file": name, **asdict(report), "unproved": unproved, **seen}, sort_keys=True)


def _in_words(name: str, report: Report, trusted: str | None, language: Language) -> str:
    where = f"{name}: match {report.match} ({report.rules})" if report.match else name
    facts = f"{report.entries} entries, {report.receipts} receipts compared, " + (
        f"signatures checked with key {trusted}" if trusted else "signatures NOT checked"
    )
    lines = [where, facts, *(f"receipt {one.number} is left aside: {plain(one.reason)}" for one in report.ignored)]
    lines += [_proof_of(one) for one in report.shown]
    if report.stopped and report.verdict != "FAIL":
        lines.insert(0, STOPPED[language].format(why=plain(report.stopped)))
    if report.verdict == "FAIL":
        return _block(f"FAIL at entry {report.n}: {plain(report.reason)}", lines)
    if report.unproved:
        lines += [HEADINGS[language], *(f"- {sentence}" for sentence in told(report.unproved, language))]
    if report.verdict == "PASS":
        return _block("PASS", lines)
    if not trusted:
        lines.insert(2, "give --key with the server's public key (GET /v1/meta, or any mail of the match)")
    return _block(f"INCOMPLETE up to {report.entries}: {report.reason}", lines)


def _proof_of(one: Shown) -> str:
    """Return what an opening proves, in words."""
    move = plain(json.dumps(one.move, sort_keys=True))
    return f"seat {one.seat} was locked in {one.decision} (entry {one.n}) with {move}; the log calls it {one.fault}"


def _block(verdict: str, lines: list[str]) -> str:
    return "\n  ".join([verdict, *lines])


__all__ = ["EPILOG", "STOPPED", "Fork", "Histories", "verify"]
