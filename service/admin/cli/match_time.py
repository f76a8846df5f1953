"""Operator command that gives a match more time."""

from __future__ import annotations

from pathlib import Path

import click

from service.admin.cli.auditing import in_words
from service.admin.cli.orders import anywhere, orders_to
from service.cli.player.durations import Duration
from service.cli.player.exits import EXIT_CODES


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
def extend(match: str, span: int, decision: str | None, why: str, data: Path | None, url: str | None) -> None:
    """Give MATCH more time: SPAN longer, such as 2d, for everybody who is asked.

    Its log says that the operator gave it, and the players are told. It never takes time away.
    """
    given = {"match": match, "seconds": span, "why": why, **({} if decision is None else {"decision": decision})}
    with orders_to(data, url) as give:
        done = give("match extend", **given)
    click.echo(f"{match} gets more time: {', '.join(done['decisions'])}")


__all__ = ["extend"]
