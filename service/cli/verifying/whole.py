"""A whole match in one file: what ``siegelpost export`` writes, and ``replay`` and ``verify`` read on any machine.

The file is one JSON object. ``log`` has the lines of the public log, of which the first names the server's key, so that any
installation or reader can verify them; the log also has all openings and the result. ``receipts``, ``openings`` and ``proof``
are those of the player who made the file. Only ``server``, ``names`` and ``taken_over`` are that player's word.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict, TypeGuard

import click

from engine.protocol.canon import NotCanonical, canonical, parse
from engine.protocol.log import LINE_LEVELS
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.player.transport import Refused
from service.cli.table.match_facts import match_facts, plain

FORMAT = "siegelpost-match/1"
BEGINNING = b'{"format":"siegelpost-match/'
"""The beginning of such a file; no log has it."""
LEVELS = LINE_LEVELS + 2
LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is read; the longest matches take a few hundred kilobytes."""


class Change(TypedDict):
    """A seat that changed hands at entry ``n``, and the name of who had it ``before``."""

    n: int
    seat: int
    before: str


class Whole(NamedTuple):
    """A whole match; ``export`` is its log as the server signed it."""

    server: str
    names: list[str]
    taken_over: list[Change]
    export: bytes
    receipts: list[Mapping[str, Any]]
    openings: list[Any]
    proof: bytes | None

    def written(self) -> bytes:
        """Return the content of the file."""
        log = [parse(line, depth=LINE_LEVELS, limit=len(line)) for line in self.export.splitlines()]
        beside = {**self._asdict(), "log": log, "proof": None if self.proof is None else self.proof.decode()}
        del beside["export"]
        return canonical({"format": FORMAT, **beside}, depth=LEVELS) + b"\n"


def read_whole(raw: bytes, name: str) -> Whole:
    """Return the match in a file, which may be of this format or a bare log.

    :raises Failed: for a file that is broken or of a later version.
    """
    if not raw.startswith(BEGINNING):
        return Whole("", [], [], raw, [], [], None)
    try:
        if len(raw) > LARGEST:
            raise NotCanonical(f"longer than {LARGEST} bytes")
        value: object = parse(raw, depth=LEVELS, limit=LARGEST)
        if not isinstance(value, dict) or value["format"] != FORMAT:
            raise Failed(f"{name}: it was made by a later version of siegelpost: install that")
        texts, lists = (value["server"], *value["names"]), [value[key] for key in ("log", "receipts", "openings")]
        if not all(isinstance(one, str) for one in texts) or not all(isinstance(one, list) for one in lists):
            raise TypeError
        if not all(map(_is_change, value["taken_over"])) or not isinstance(value["proof"], str | None):
            raise TypeError
        export = b"".join(canonical(line, depth=LINE_LEVELS) + b"\n" for line in value["log"])
        return Whole(
            server=value["server"],
            names=[plain(one) for one in value["names"]],
            taken_over=value["taken_over"],
            export=export,
            receipts=value["receipts"],
            openings=value["openings"],
            proof=None if value["proof"] is None else value["proof"].encode(),
        )
    except NotCanonical as error:
        raise Failed(f"{name}: this is no whole match: {error}") from error
    except (KeyError, TypeError) as error:
        raise Failed(f"{name}: this is no whole match: it was changed, or a member is missing") from error


def _is_change(one: object) -> TypeGuard[Change]:
    return isinstance(one, dict) and list(map(type, (one["n"], one["seat"], one["before"]))) == [int, int, str]


@click.command(
    epilog=f"""\b
Example
  siegelpost export 018f7c2e > match.siegelpost && siegelpost replay match.siegelpost

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
def export(session: Session, match: str) -> None:
    """Write MATCH as one file that can be replayed and verified on any machine, without this server.

    It has the log as the server signed it, the names at the table and the proof of the log of all matches; once the match is
    over, also the receipts and openings kept on this machine.
    """
    client = session.client
    own = client.log(client.find(match))
    facts = match_facts(client.match(own.match), session.language)
    try:
        proof = client.proof(own.match, own.n)
    except Refused as error:
        if error.code != "not-logged":
            raise
        proof = None
    keep = client.keep if own.closed else None  # until then a seal that was not opened hides a card
    whole = Whole(
        server=client.transport.server,
        names=list(facts.names),
        taken_over=[Change(n=one["n"], seat=one["seat"], before=one["before"]) for one in facts.taken_over],
        export=own.raw,
        receipts=[] if keep is None else [dict(one) for one in keep.receipts(own.match)],
        openings=[] if keep is None else [one.opening for one in keep.openings(own.match)],
        proof=proof,
    )
    click.echo(whole.written(), nl=False)
