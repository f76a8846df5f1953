"""Exports for a player: the public log, receipts, openings; and the computation of a commitment."""

from pathlib import Path

import click
from rich.table import Table

from engine.protocol.canon import canonical
from engine.protocol.seal import MalformedOpening, parse_opening
from engine.protocol.seal import commitment as commitment_of
from service.cli.player.answers import answer
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.narration import messages

match_argument = click.argument("match", required=False, type=MatchId())


@click.command(
    epilog=f"""\b
Example
  siegelpost log 018f7c2e > match.jsonl && siegelpost verify match.jsonl
  siegelpost log 018f7c2e --messages
  siegelpost log 018f7c2e --proof match.jsonl.tlog-proof > match.jsonl

{EXIT_CODES}"""
)
@connected
@click.argument("match", type=MatchId())
@click.option(
    "--messages",
    "talk",
    is_flag=True,
    help="Print instead what partners said, as far as you may know it, and which of your messages were refused.",
)
@click.option(
    "--proof",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also save the proof that the log of all matches contains it, for 'siegelpost verify --policy'.",
)
def log(session: Session, match: str, talk: bool, proof: Path | None) -> None:
    """Print the public log of MATCH as JSON Lines, byte for byte as the server signed it.

    Every line has been checked against the pinned key and against what this machine has seen of the match before,
    and every message against its commitment in the log.
    """
    own = session.client.log(session.client.find(match))
    if proof is not None:
        proof.write_bytes(session.client.proof(own.match, own.n))
    if not talk:
        click.echo(own.raw, nl=False)
        return
    for one in messages(session.client, own, unsaid=True):
        click.echo(canonical(one))


@click.command(
    epilog=f"""\b
Examples
  siegelpost receipts list
  siegelpost receipts export > receipts.jsonl
  siegelpost verify match.jsonl --receipts receipts.jsonl

{EXIT_CODES}"""
)
@connected
@click.argument("what", type=click.Choice(["list", "export"]))
@match_argument
def receipts(session: Session, what: str, match: str | None) -> None:
    """List the receipts kept on this machine (of one MATCH or of all), or export them as JSON Lines.

    Receipts prove what you sealed and when the server took it; with them the verifier finds a server that changes history.
    """
    kept = list(session.client.keep.receipts(_local_match(session, match)))
    if what == "export":
        for one in kept:
            click.echo(canonical(one))
        return
    table = Table(*session.columns("received", "match", "decision", "act", "custody", "signature"), box=None)
    bad = 0
    for one in kept:
        receipt = one["receipt"]
        good = session.client.witness.signature_holds(one)
        bad += not good
        table.add_row(
            receipt["received"],
            receipt["match"][:8],
            f"{receipt['decision']} #{receipt['seq']}",
            receipt["act"],
            receipt["custody"],
            answer(session.language, "holds" if good else "holds-not"),
        )
    session.console.print(table)
    if bad:
        raise Failed(f"{bad} of {len(kept)} receipts are not signed by the key pinned for this server")


@click.command(epilog=EXIT_CODES)
@connected
@match_argument
def openings(session: Session, match: str | None) -> None:
    """Export the openings drawn on this machine (of one MATCH or of all) as JSON Lines.

    KEEP THEM SECRET until their decisions are resolved: an opening is your sealed move in clear text.
    """
    for kept in session.client.keep.openings(_local_match(session, match)):
        click.echo(canonical({"commitment": kept.commitment, "custody": kept.custody, "opening": kept.opening}))


@click.command(
    epilog=f"""\b
Example
  siegelpost commitment < opening.json

{EXIT_CODES}"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), default="-")
@click.option("--canonical", "show_bytes", is_flag=True, help="Also print the canonical bytes that are hashed.")
def commitment(file: Path, show_bytes: bool) -> None:
    """Compute the commitment of an opening given as JSON on standard input or in FILE."""
    with click.open_file(str(file), "rb") as source:
        text = source.read()
    try:
        opening = parse_opening(text)
    except MalformedOpening as error:
        where = f" at {error.pointer}" if error.pointer else ""
        raise Failed(f"this is not an opening{where}: {error.message}") from error
    if show_bytes:
        click.echo(canonical(opening))
    click.echo(commitment_of(opening))


def _local_match(session: Session, text: str | None) -> str | None:
    """Return the full id of a match from its beginning, using only local files: exports need no server."""
    if text is None:
        return None
    known = [match for match in session.client.keep.known_matches() if match.startswith(text.lower())]
    if len(known) != 1:
        raise Failed(f"{text!r} is the beginning of {len(known)} matches with records on this machine, not of one")
    return known[0]
