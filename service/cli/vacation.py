"""``siegelpost vacation``: days on which the clock stops for you, where a match has agreed on it."""

from __future__ import annotations

from datetime import datetime

import click

from service.cli.exits import EXIT_CODES, Failed
from service.cli.session import Session, connected

DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.command(
    epilog=f"""\b
Examples
  siegelpost vacation                            your vacations, and how many days you have left
  siegelpost vacation 2026-12-24 2027-01-02      away from the first day to the last
  siegelpost vacation 2026-12-24 --end           take it back; one that has begun ends now

{EXIT_CODES}"""
)
@connected
@click.argument("first", type=DAY, required=False, metavar="[FIRST]")
@click.argument("last", type=DAY, required=False, metavar="[LAST]")
@click.option("--end", is_flag=True, help="Take back the vacation that begins on FIRST, or end it if it has begun.")
def vacation(session: Session, first: datetime | None, last: datetime | None, end: bool) -> None:
    """Enter a vacation from FIRST to LAST (inclusive), or list yours.

    In matches whose clock stops, nothing that waits for you runs out meanwhile, and the others are told until when. A vacation
    that has begun uses up all of its days.
    """
    if first is None:
        if end:
            raise click.UsageError("--end needs the first day of the vacation")
        shown = session.client.vacations()
    elif end:
        if last is not None:
            raise click.UsageError("--end needs the first day only")
        shown = session.client.end_vacation(first.date().isoformat())
    elif last is None:
        raise Failed("name the last day, too; or --end, to take the vacation back")
    else:
        shown = session.client.set_vacation(first.date().isoformat(), last.date().isoformat())
    for one in shown["vacations"]:
        said = f"vacation-{one['state']}"
        session.tell(said, first=one["first"], last=one["last"])
    for one in shown["left"]:
        session.tell("vacation-left", days=one["days"], year=one["year"])
