"""``siegelpost orders``: standing orders, which answer for a player who is away."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any, TextIO, cast

import click
from siegelpost_client.acts import with_padding

from engine.protocol.canon import NotCanonical, b64, parse, unb64
from engine.protocol.seal import order_commitment
from engine.registry import USUAL
from service.cli.player.answers import said
from service.cli.player.client import Client
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.local_files import SignedReceipt, signed_receipt
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.match_facts import match_facts
from service.cli.table.narration import local_time
from service.cli.table.ownlog import Tampered
from service.cli.table.seat_key import SeatSigner
from service.cli.table.witness import says

if TYPE_CHECKING:
    from siegelpost_client import models

EPILOG = f"""\b
Examples
  siegelpost orders 018f7c2e                     what stands
  siegelpost orders 018f7c2e --set plan.json     set them, or replace the present ones
  siegelpost orders 018f7c2e --set - <plan.json
  siegelpost orders 018f7c2e --clear             end them
  siegelpost rules {USUAL} --json                 their schema, under "orders"

{EXIT_CODES}"""


@click.command(epilog=EPILOG)
@connected
@click.argument("match", type=MatchId())
@click.option(
    "--set", "file", type=click.File("r", encoding="utf-8"), metavar="FILE|-", help="Set the orders in a JSON file."
)
@click.option("--clear", is_flag=True, help="End your standing orders. What they have already played stands.")
@click.option("--show", is_flag=True, help="Show the present orders. The default.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: the orders when shown, otherwise the signed receipt."
)
def orders(session: Session, match: str, file: TextIO | None, clear: bool, show: bool, as_json: bool) -> None:
    """Show, set or end your standing orders in MATCH.

    They answer for you whenever a decision of yours is due, until you replace or end them. Nobody else ever sees them: the
    server seals them, and the document is kept on this machine.
    """
    if sum((file is not None, clear, show)) > 1:
        raise click.UsageError("give one of --set, --clear, --show")
    wanted = None if file is None else _document(file)
    facts = match_facts(session.client.match(session.client.find(match)))
    if facts.seat is None:
        raise Failed("you do not sit at this table")
    standing = session.client.standing_orders(facts.match)
    if wanted is None and not clear:
        _show(session, facts.match, standing, as_json)
        return
    if clear and (standing is None or standing["receipt"]["commitment"] is None):
        raise Failed("you have no standing orders in this match")
    replaces = 0 if standing is None else int(standing["receipt"]["seq"])
    signed = _send(session.client, facts.match, facts.seat, wanted, replaces)
    if as_json:
        click.echo(json.dumps(signed, sort_keys=True))
        return
    session.tell("orders-ended" if clear else "orders-stand")
    session.console.print(said(session.language, "receipt", receipt=says(signed["receipt"])))


def _document(file: TextIO) -> dict[str, Any]:
    try:
        found = parse(file.read().strip())
    except (NotCanonical, UnicodeError) as error:
        raise click.BadParameter(f"{error}; orders are a JSON object", param_hint="--set") from error
    if not isinstance(found, dict):
        raise click.BadParameter("orders are a JSON object", param_hint="--set")
    return found


def _send(client: Client, match: str, seat: int, wanted: dict[str, Any] | None, replaces: int) -> SignedReceipt:
    signer = SeatSigner(client.keep, client.log(match), seat)
    if wanted is None:
        ended = client.transport.end_orders(match, replaces=replaces, **signer.ordered(None, replaces + 1))
        answer = cast(dict[str, Any], ended)
    else:
        said: dict[str, Any] = {"orders": wanted, "replaces": replaces}
        if signer.signs:
            salt = secrets.token_bytes(32)
            said |= {"salt": b64(salt), **signer.ordered(order_commitment(wanted, salt), replaces + 1)}
        body = cast("models.OrdersRequest", with_padding(said))
        answer = cast(dict[str, Any], client.transport.set_orders(match, body))
    signed = signed_receipt(answer)
    document, sealed = answer["document"], None
    if wanted is not None:
        sealed = order_commitment(wanted, unb64(document["salt"]))
        if document["order"] != wanted:
            raise Tampered(match, signed["receipt"]["n"], "the server sealed other orders than were sent")
        client.keep.keep_orders(match, sealed, document)
    client.witness.take(signed, match, "orders", seat, sealed)
    return signed


def _show(session: Session, match: str, standing: dict[str, Any] | None, as_json: bool) -> None:
    sealed = None if standing is None else standing["receipt"]["commitment"]
    if standing is None or sealed is None:
        if as_json:
            click.echo("null")
        else:
            session.tell("no-orders")
        return
    kept = session.client.keep.orders(match, sealed)
    if kept is None:
        raise Failed(f"orders stand ({sealed}), but were set on another machine: only there they can be shown")
    if as_json:
        click.echo(json.dumps(kept["order"], sort_keys=True))
        return
    session.tell("orders-since", moment=local_time(standing["receipt"]["received"]), act=says(standing["receipt"]))
    click.echo(json.dumps(kept["order"], indent=2, ensure_ascii=False))
