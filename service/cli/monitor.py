"""``siegelpost monitor``: follows an installation's log and the player's matches in it, and raises an alarm.

For the player's own matches it checks that the log reflects every receipt, and that no decision stays open after its
time. The rest of a match's history is checked by :class:`~service.cli.table.witness.Witness` and the verifier.
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import click

from engine.protocol.canon import b64, unb64
from engine.protocol.log import BadLog, Entry, Line, read_export
from engine.transparency.merkle import Leaf
from engine.transparency.note import BadNote, VerifierKey
from engine.transparency.proof import parse_proof
from engine.verifier.checkpoints import checkpoint_beside
from service.cli.cosigning import LogKey
from service.cli.player.exits import EXIT_CODES, FAILED, Failed, NoServer
from service.cli.player.folder import data_folder
from service.cli.player.local_files import Keep, SignedReceipt, Unkept, read_receipts
from service.cli.player.session import token_for
from service.cli.player.transport import Refused, Transport, Unreachable
from service.cli.table.ownlog import OwnLog, Tampered
from service.cli.table.seat_key import KeyReplaced, why_missing
from service.cli.table.witness import Witness
from service.keys.signing import verify_signature
from service.witness.follower import Alarm, LogFollower, Seen

SETTLED_WITHIN = timedelta(minutes=5)
"""How long after its deadline a decision may stay open."""


class OwnMatches:
    """The matches with data on this machine, followed at their server."""

    def __init__(self, keep: Keep, transport: Transport) -> None:
        self._keep, self._transport = keep, transport
        self._witness = Witness(keep, fetch_keys=keep.pinned_keys, fetch_log=self._lines, warn=lambda _: None)

    def look(self, match: str, now: datetime) -> bool:
        """Look at one match; return whether the server still shows it.

        :raises Alarm: ``fork`` when the log does not continue the copy kept here, ``missing-act`` when it contradicts a
        receipt kept here, ``late`` when a decision is still open long after its time.
        """
        if self._keep.pinned_key() is None:
            return False
        try:
            log = self._witness.log(match)
            shown = {} if log.closed else cast(Mapping[str, Any], self._transport.get_match(match))
        except Tampered as error:
            raise Alarm("fork", str(error)) from error
        except Refused:
            return False
        try:
            log.hold(list(self._keep.receipts(match)))
        except Tampered as error:
            raise Alarm("missing-act", str(error)) from error
        for decision, over in [*_sealed_and_over(log), *_shown_and_over(shown)]:
            if now - over > SETTLED_WITHIN:
                message = f"match {match}: {decision} still stands, but its time was over at {over.isoformat()}"
                raise Alarm("late", message)
        return True

    def replaced_key(self, match: str) -> str | None:
        """Return in words who has another key than this machine for the seat it took, or None.

        Its player may have changed it on another machine, so this is no alarm by itself.
        """
        noted = self._keep.noted_seat(match)
        if noted is None or self._keep.pinned_key() is None:
            return None
        log = self._witness.log(match)
        public = log.seat_key(noted["seat"])
        if public is None or self._keep.seat_key(match, public) is not None:
            return None
        why = why_missing(self._keep, log, noted["seat"])
        return str(why) if isinstance(why, KeyReplaced) else None

    def _lines(self, match: str, after: int) -> bytes:
        return self._transport.export_log(match, after=after)


def _sealed_and_over(log: OwnLog) -> list[tuple[str, datetime]]:
    """Return the sealed decisions without a resolution, with the end of their time: only a resolution closes them."""
    return [] if log.closed else [(one, datetime.fromisoformat(end)) for one, end in log.sealed_ends().items()]


def _shown_and_over(shown: Mapping[str, Any]) -> list[tuple[str, datetime]]:
    """Return the decisions still shown by the server, with the end of their time."""
    ends = [(one["id"], one["opening_ends_at"] or one["deadline_at"]) for one in shown.get("decisions", [])]
    return [(decision, datetime.fromisoformat(end)) for decision, end in ends if end]


LOGGED_WITHIN = timedelta(minutes=5)
"""How soon an entry must be in the log."""


@click.command(
    epilog=f"""\b
Examples
  siegelpost monitor https://play.example
  siegelpost monitor https://play.example --once --compare checkpoint-from-a-friend.txt
  siegelpost monitor https://play.example --once --compare receipts-of-a-friend.jsonl

{EXIT_CODES}"""
)
@click.argument("server", metavar="URL")
@click.option("--log", "key", type=LogKey(), help="The log's verifier key. Default: the one kept since the first look.")
@click.option(
    "--compare",
    "others",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    help="What somebody else was shown, to compare with yours: a checkpoint or exported receipts. May be given several times.",
)
@click.option(
    "--every", type=click.IntRange(1, 86_400), default=60, show_default=True, help="Seconds between two looks."
)
@click.option("--once", is_flag=True, help="Look once and end.")
@click.pass_context
def monitor(
    ctx: click.Context, server: str, key: VerifierKey | None, others: tuple[str, ...], every: int, once: bool
) -> None:
    """Watch the log of the installation at URL and your matches in it; end with an alarm if something is wrong.

    Checks that every tree it signs continues all that were signed before (no fork, nothing removed), that the log
    has the entries of your matches that this machine knows, and no others for them, and that the checkpoints beside
    your receipts are of this history. Follows those matches: they must contain everything you hold receipts for,
    and no decision may stay open long after its time. The signed notes that contradict each other are kept as
    evidence.
    """
    watch = Monitor(server.rstrip("/"), key)
    while True:
        try:
            click.echo(watch.look())
            for name in others:
                watch.compare(name)
        except Alarm as alarm:
            kept = watch.keep_evidence(alarm)
            where = f"\n  the evidence is in {kept}" if kept else ""
            click.echo(f"ALARM ({alarm.kind}): {alarm}{where}")
            ctx.exit(FAILED)
        except Unreachable as error:
            if once:
                raise NoServer(str(error)) from error
            click.echo(f"{error}", err=True)
        if once:
            return
        time.sleep(every)


class Monitor:
    """One installation, and its data on this machine."""

    def __init__(self, server: str, key: VerifierKey | None) -> None:
        self._keep = Keep(data_folder(os.environ), server)
        self._folder = self._keep.folder / "monitor"
        self._transport = Transport(server, token_for(server, None, os.environ), patience=10.0)
        self._key = key or self._known_key()
        self._follower = LogFollower(self._fetch, self._key, verify_signature)
        self._matches = OwnMatches(self._keep, self._transport)
        self._other_logs: set[str] = set()

    def look(self) -> str:
        """Look once; return the result in one line; :raises Alarm: when something is wrong."""
        last = self._last()
        now, new = self._follower.look(last)
        for leaf in new:
            self._foreign(leaf, now)
        self._beside_receipts(now, self._keep.receipts())
        matches, told = 0, list[str]()
        for match, lines in self._own_matches():
            if self._matches.look(match, datetime.now(UTC)):
                replaced = self._matches.replaced_key(match)
                told += [] if replaced is None else [replaced]
            later = self._logged(match, lines, now)
            now = later or now
            matches += later is not None
        self._write("checkpoint", str(now.note))
        since = "first look" if last is None else f"{now.checkpoint.size - last.checkpoint.size} new"
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        found = f"{at} {self._key.name}: {now.checkpoint.size} entries ({since}), {matches} of your matches in it"
        told += [f"beside receipts of yours {one}" for one in self._told_other_logs()]
        return found + "".join(f"\n  WARNING: {one}" for one in told)

    def _told_other_logs(self) -> list[str]:
        """Name other logs whose checkpoints the server's key has signed: after a loss it may openly have begun another."""
        return [
            f"is a checkpoint of another log, {name}, by the key of {self._key.name}: one of them may be for some players only. "
            "Ask the operator why there are two"
            for name in sorted(self._other_logs)
        ]

    def compare(self, name: str) -> None:
        """Compare somebody else's checkpoint with ours; :raises Alarm: when they belong to different histories."""
        with click.open_file(name, "rb") as file:
            raw = file.read()
        now = self._last()
        assert now is not None  # a look came before
        if raw.lstrip().startswith(b"{"):
            known, self._other_logs = self._other_logs, set()
            compared = self._beside_receipts(now, read_receipts(raw, name), again=True)
            for one in self._told_other_logs():
                click.echo(f"{name}: beside its receipts {one}", err=not compared)
            self._other_logs |= known
            if not compared:
                raise Failed(f"{name}: beside none of its receipts is a checkpoint of {self._key.name} to compare")
        else:
            self._follower.agrees(now, self._follower.read(raw))
        click.echo(f"{name}: the same history")

    def _beside_receipts(self, now: Seen, receipts: Iterable[SignedReceipt], *, again: bool = False) -> int:
        """Compare checkpoints received with receipts with the log; return how many there were.

        :param again: whether to include those compared before.
        :raises Alarm: when one belongs to another history.
        """
        key = b64(self._key.public_key)
        check = partial(verify_signature, self._key.public_key)
        path = self._folder / "compared"
        compared = set(path.read_text("ascii").split("\n")) if path.exists() else set()
        found = 0
        for signed in receipts:
            shown = checkpoint_beside(signed, key, check)
            if shown is None:
                continue
            if shown.origin != self._key.name:
                self._other_logs.add(shown.origin)
                continue
            found += 1
            name = f"{shown.size} {shown.root}"
            if again or name not in compared:
                self._follower.agrees(now, self._follower.read(signed["checkpoint"]))
                compared.add(name)
                self._write("compared", "\n".join(sorted(compared)))
        return found

    def keep_evidence(self, alarm: Alarm) -> Path | None:
        """Save the contradicting notes; return where."""
        if not alarm.evidence:
            return None
        name = datetime.now(UTC).strftime("alarm-%Y%m%dT%H%M%S.%fZ.txt")
        return self._write(name, f"{alarm.kind}: {alarm}\n\n" + "\n".join(map(str, alarm.evidence)))

    def _own_matches(self) -> Iterator[tuple[str, list[Line]]]:
        for match in self._keep.known_matches():
            raw = self._keep.log(match)
            if raw:
                try:
                    yield match, list(read_export(raw))
                except BadLog as error:
                    raise Unkept(f"the copy of match {match} kept here is damaged: {error}") from error

    def _foreign(self, leaf: Leaf, now: Seen) -> None:
        """Compare a new leaf with the local copy of its match, if there is one."""
        raw = self._keep.log(leaf.match)
        lines = list(read_export(raw)) if raw else []
        if leaf.n <= len(lines) and unb64(lines[leaf.n - 1]["head"]) != leaf.head:
            raise self._other_history(leaf, now)

    def _logged(self, match: str, lines: list[Line], now: Seen) -> Seen | None:
        """Check that the log has the last known entry of a match; return None while that is not due yet."""
        last = lines[-1]["entry"]
        try:
            proof = parse_proof(self._fetch(f"/v1/matches/{match}/proof?n={last['n']}"))
        except BadNote as error:
            raise Alarm("proof", f"the server's proof for match {match} is malformed: {error}") from error
        except Refused as refused:
            if self._waited(match, last) <= LOGGED_WITHIN:
                return None
            if refused.status == 404:
                raise Alarm(
                    "missing", f"the log lacks entry {last['n']} of match {match}, of {last['at']}", [now.note]
                ) from refused
            message = f"the proof of entry {last['n']} of match {match} is not shown: {refused}"
            raise Alarm("withheld", message, [now.note]) from refused
        later = self._follower.holds(now, proof)
        if (proof.leaf.match, proof.leaf.n) != (match, last["n"]) or proof.leaf.head != unb64(lines[-1]["head"]):
            raise self._other_history(proof.leaf, later)
        return later

    def _waited(self, match: str, last: Entry) -> timedelta:
        """Return how long the log has had time for an entry: since the entry's own time, or since it was first missed
        here.

        The server dates its entries, so it could put them into the future and never be late.
        """
        now, name = datetime.now(UTC), f"missed-{match}-{last['n']}"
        path = self._folder / name
        if not path.exists():
            self._write(name, now.isoformat())
        missed = datetime.fromisoformat(path.read_text(encoding="ascii"))
        return max(now - datetime.fromisoformat(last["at"]), now - missed)

    def _other_history(self, leaf: Leaf, now: Seen) -> Alarm:
        message = f"the log has another head for entry {leaf.n} of match {leaf.match} than this machine's signed copy"
        return Alarm("fork", message, [now.note])

    def _fetch(self, path: str) -> bytes:
        try:
            return self._transport.call("GET", path).body
        except Refused as refused:
            if path.startswith("/v1/"):
                raise
            raise Alarm("withheld", f"{path} is not shown: {refused}") from refused

    def _known_key(self) -> VerifierKey:
        """Return the log's key as first shown here, confirmed by the key pinned for the server."""
        path = self._folder / "log.vkey"
        try:
            if path.exists():
                return LogKey().convert(path.read_text("utf-8").strip(), None, None)
            key = LogKey().convert(str(self._transport.get_meta()["log"]["vkey"]), None, None)
        except Unreachable as error:
            raise NoServer(str(error)) from error
        except (Refused, KeyError, TypeError) as error:
            raise Failed(f"this server does not say which key its log has ({error}): give it with --log") from error
        pinned = self._keep.pinned_keys()
        if pinned and b64(key.public_key) not in pinned:
            raise Failed(
                "the log's key is not the one pinned for this server: ask the operator, then give it with --log"
            )
        self._write("log.vkey", f"{key}\n")
        return key

    def _last(self) -> Seen | None:
        path = self._folder / "checkpoint"
        if not path.exists():
            return None
        return self._follower.read(path.read_bytes())

    def _write(self, name: str, text: str) -> Path:
        return self._keep.write(f"monitor/{quote(name)}", text.encode())
