"""``siegelpost verify``: the offline verifier on the command line, for one export or several.

``--policy`` judges the witnesses who saw the match by the reader's policy. Sentences beside PASS tell the open points of a
verdict in a player's words (protocol page, sections 11 and 12.10).
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.console import Console

from engine.contract import Language
from engine.kit.text.phrases import book_of
from engine.protocol.canon import NotCanonical, parse
from engine.protocol.log import Entry, read_export
from engine.registry import game_with
from engine.transparency.policy import BadPolicy, Policy, parse_policy
from engine.verifier.checkpoints import Log, NotWitnessed, TwoHistories, Witnessed, parted, witnessed
from engine.verifier.receipts import signed_otherwise
from engine.verifier.replay import Report, Shown, Unproved, conflicting_seeds
from engine.verifier.replay import verify as check_export
from engine.verifier.rules_replay import states
from service.cli.player.client import Client
from service.cli.player.exits import EXIT_CODES, FAILED, INCOMPLETE, Failed, NoServer
from service.cli.player.session import language_for, language_option, token_for
from service.cli.player.transport import Refused, Transport, Unreachable
from service.cli.rule_data import use_rule_data
from service.cli.table import narration
from service.cli.table.match_facts import MatchFacts, plain
from service.cli.table.ownlog import BadKey, signature_check
from service.cli.verifying.mails import Mails, TrustedKeys
from service.cli.verifying.whole import Whole, read_whole
from service.keys.signing import verify_signature


def told(found: Sequence[Unproved], language: Language) -> list[str]:
    """Return the unproved points as sentences; empty for an empty list."""
    return [_sentence(one, language) for one in found]


def _sentence(one: Unproved, language: Language) -> str:
    key, book = one.code, book_of("service.cli", language)
    facts = {name: _shown(value, language) for name, value in one.facts.items()}
    chosen: str = key
    if key == "chance":
        count = sum(len(_listed(one, name)) for name in ("client_seats", "escrow_seats"))
        facts["given"] = book.say("verdict.given", **facts, count=count)
        chosen = "chance-beacon" if one.facts["beacon"] else "chance-two" if count > 1 else "chance-few"
    elif key == "ending":
        signed = bool(_listed(one, "seats")) and set(_listed(one, "seats")) <= set(_listed(one, "signing"))
        chosen = f"ending-{one.facts['reason']}" + ("-signed" if signed else "")
    elif key == "history" and "witnesses" in one.facts:
        chosen = "history-witnessed"
    signed_too = "signing" in facts and key in ("acts", "open-answers")
    more = book.say("verdict.signed", **facts) if signed_too else ""
    return book.say(f"unproved.{chosen}", **facts) + more


def _listed(one: Unproved, name: str) -> list[int]:
    found = one.facts.get(name)
    return found if isinstance(found, list) else []


def _shown(value: int | str | Sequence[int], language: Language) -> str:
    if isinstance(value, (int, str)):
        return str(value)
    say = book_of("service.cli", language).say
    return ", ".join(f"{say('verdict.seat')}{number}" for number in value) or say("verdict.none")


def as_facts(found: Sequence[Unproved]) -> list[Mapping[str, object]]:
    """Return the unproved points as JSON."""
    return [{"code": one.code, **one.facts} for one in found]


SUFFIX = ".tlog-proof"
"""The suffix of a proof's file name, after the export's own."""


class Judged(NamedTuple):
    """A report under a policy, and what witnesses saw (None if nothing meets the policy)."""

    report: Report
    seen: Witnessed | None

    def words(self) -> str:
        """Return lines to print below the report; empty if nothing was seen."""
        if self.seen is None:
            return ""
        place = f"  entry {self.seen.n} is in the log {self.seen.origin} of {self.seen.size} entries"
        who = [f"  seen by {one.key.name} at {_at(one.time)}" for one in self.seen.seen]
        return "\n".join([place, *(who or ["  seen by NO witness: the policy asks for none"])])

    def facts(self) -> dict[str, Any] | None:
        """Return what witnesses saw as JSON."""
        if self.seen is None:
            return None
        who = [{"name": one.key.name, "vkey": str(one.key), "at": _at(one.time)} for one in self.seen.seen]
        return {"n": self.seen.n, "origin": self.seen.origin, "size": self.seen.size, "witnesses": who}


def read_policy(path: Path) -> Policy:
    """Return the policy in a file; :raises click.BadParameter: naming the wrong line."""
    try:
        return parse_policy(path.read_bytes())
    except BadPolicy as error:
        raise click.BadParameter(f"{path}: {error}", param_hint="--policy") from error


def judged(report: Report, export: bytes, proof: bytes | None, policy: Policy) -> Judged:
    """Return the report of an export under a policy: it passes only if enough witnesses saw the end."""
    if report.verdict == "FAIL":
        return Judged(report, None)
    try:
        if proof is None:
            raise NotWitnessed(f"there is no proof: save one with 'siegelpost log MATCH --proof FILE{SUFFIX}'")
        seen = witnessed(export, report.match, proof, policy, verify_signature)
    except NotWitnessed as error:
        return Judged(_incomplete(report, f"not witnessed as the policy demands: {error}"), None)
    except TwoHistories as error:
        return Judged(replace(report, verdict="FAIL", n=error.n, reason=str(error)), None)
    if seen.n < report.entries:
        return Judged(_incomplete(report, f"witnesses saw it up to entry {seen.n} only: fetch a newer proof"), seen)
    return Judged(_witnessed_by(report, len(seen.seen)), seen)


def _witnessed_by(report: Report, witnesses: int) -> Report:
    """Return the report with the number of witnesses in the line ``history``: they saw this history and no other."""
    if not witnesses:
        return report
    lines = (
        replace(one, facts={**one.facts, "witnesses": witnesses}) if one.code == "history" else one
        for one in report.unproved
    )
    return replace(report, unproved=tuple(lines))


def _incomplete(report: Report, reason: str) -> Report:
    reasons = [report.reason] if report.verdict == "INCOMPLETE" and report.reason else []
    return replace(report, verdict="INCOMPLETE", reason="; ".join([*reasons, reason]))


def _at(seconds: int) -> str:
    """Return a cosignature's time; as a number if it is beyond the calendar, which only a lying witness signs."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return f"{seconds} s after 1970"


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
  siegelpost verify match.siegelpost
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
    named and ignored. A file from 'siegelpost export' brings its receipts, openings and proof along.
    """
    if not exports and not mails:
        raise click.UsageError("name an export, or mails with --mail")
    use_rule_data(folders)
    policy = read_policy(policy_file) if policy_file else None
    given = [read_whole(_read(name), name) for name in exports]
    receipts = [*_receipts(receipt_files), *(one for whole in given for one in whole.receipts)]
    openings = [*_openings(opening_files), *(one for whole in given for one in whole.openings)]
    keys = TrustedKeys(_key(key) if key else None)
    witness = Mails(mails, keys, receipts, as_json=as_json)
    reports: list[Report] = []
    histories = Histories()
    for name, whole in zip(exports, given, strict=True):
        raw = whole.export
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
        under = None if policy is None else judged(report, raw, _proof(name, proof_file) or whole.proof, policy)
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


@click.command(
    epilog=f"""\b
Examples
  siegelpost replay match.siegelpost
  siegelpost replay match.siegelpost --at 40 --key cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4

{EXIT_CODES}"""
)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--at", type=click.IntRange(min=1), help="Stop after this entry of the log and show the table there.")
@click.option("--key", help="The server's public key, or a file that holds it. Default: a key pinned on this machine.")
@click.option(
    "--rule-data",
    "folders",
    multiple=True,
    envvar="SIEGELPOST_RULE_DATA",
    type=click.Path(path_type=Path),
    help="An owner's cards with which the match was played; may be given several times. The package's own are always known.",
)
@language_option("The language in which the match is told.")
@click.pass_context
def replay(
    ctx: click.Context, file: str, at: int | None, key: str | None, folders: tuple[Path, ...], language: str | None
) -> None:
    """Play a finished match again from FILE, without any server, and tell it in words.

    FILE is from 'siegelpost export' or 'siegelpost log'. The match is verified first, as by 'siegelpost verify', and told only
    if its rules were kept. The names are those of whoever made the file.
    """
    use_rule_data(folders)
    whole, speaks = read_whole(_read(file), file), language_for(None, language, os.environ)
    keys = TrustedKeys(_key(key) if key else None)
    trusted = keys.of_log(whole.export)
    report = check_export(
        whole.export,
        check_signature=_checker(trusted) if trusted else None,
        public_key=trusted,
        check_seat=verify_signature,
        receipts=whole.receipts,
        openings=whole.openings,
    )
    verdict = _in_words(file, report, trusted, speaks)
    if report.verdict == "FAIL":
        raise Failed(verdict)
    entries = [line["entry"] for line in read_export(whole.export)]
    if entries[-1]["type"] != "closed":
        raise Failed(f"{file}: this match is not over, so it cannot be played again yet; 'siegelpost verify' checks it")
    _tell(whole, entries[:at], speaks)
    click.echo(verdict)
    if report.verdict == "INCOMPLETE":
        ctx.exit(INCOMPLETE)


def verified_here(client: Client, match: str, language: Language) -> str:
    """Return the verdict on a match in words, from this machine's copy of its log, its pinned key and its receipts."""
    own = client.log(match)
    trusted = TrustedKeys(None).of_log(own.raw)
    report = check_export(
        own.raw,
        check_signature=_checker(trusted) if trusted else None,
        public_key=trusted,
        check_seat=verify_signature,
        receipts=list(client.keep.receipts(match)),
    )
    return _in_words(match, report, trusted, language)


def _tell(whole: Whole, entries: Sequence[Entry], language: Language) -> None:
    """Print a verified match in words, and the table after the last of these entries as everybody sees it."""
    created = entries[0]["body"]
    seats = [book_of("service.cli", language).say("narration.seat", seat=seat) for seat in range(created["seats"])]
    names = [*whole.names, *seats[len(whole.names) :]][: len(seats)]
    facts = MatchFacts(
        match=created["match"], title="", rules=created["rules"], status="closed", seat=None, names=tuple(names),
        n=len(entries), view=None, asked=(), raw={"data": created["data"], "options": created["options"]},
    )  # fmt: skip
    changes = [one for one in whole.taken_over if 0 <= one["seat"] < len(seats)]
    teller = narration.Teller(facts.rules, names, language, data=facts.data, taken_over=changes)
    console = Console(highlight=False, markup=False, emoji=False)
    for entry in entries:
        for line in teller.tell(entry):
            click.echo(line)
    last = None
    for n, state in states(whole.export):
        if n > len(entries):
            break
        last = state
    if last is not None:
        view = game_with(facts.rules, facts.data, facts.options).view(last, None)
        console.print(narration.table(facts, view, console, language))


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
        lines.insert(0, book_of("service.cli", language).say("verdict.stopped", why=plain(report.stopped)))
    if report.verdict == "FAIL":
        return _block(f"FAIL at entry {report.n}: {plain(report.reason)}", lines)
    if report.unproved:
        lines += [
            book_of("service.cli", language).say("verdict.heading"),
            *(f"- {sentence}" for sentence in told(report.unproved, language)),
        ]
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
