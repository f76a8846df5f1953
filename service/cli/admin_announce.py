"""For operators: say something to everybody who plays here."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from service.cli.admin_orders import anywhere, orders_to
from service.cli.exits import EXIT_CODES

LONGEST = 500
"""Characters of an announcement in one language."""


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin announce "New disks on Sunday, 18:00 to 19:00 UTC: no turn is lost." --until 2026-12-06T19:00
  siegelpost admin announce "..." --de "Am Sonntag von 19 bis 20 Uhr ziehen wir um."
  siegelpost admin announce --end

{EXIT_CODES}"""
)
@click.argument("words", required=False)
@click.option("--de", "german", help="The same in German; otherwise German readers also get WORDS.")
@click.option("--until", type=click.DateTime(["%Y-%m-%dT%H:%M"]), help="When it ends by itself (UTC).")
@click.option("--end", is_flag=True, help="Take back what is announced.")
@anywhere
def announce(
    words: str | None, german: str | None, until: datetime | None, end: bool, data: Path | None, url: str | None
) -> None:
    """Show WORDS to everybody on the home page, once in a letter, and to programs in GET /v1/meta.

    They replace the previous announcement.
    """
    if end != (words is None):
        raise click.UsageError("give the words, or --end")
    for name, said in (("WORDS", words), ("--de", german)):
        if said is not None and (not said.strip() or len(said) > LONGEST or not said.isprintable()):
            raise click.BadParameter(f"1 to {LONGEST} printable characters", param_hint=name)
    ends = None if until is None else until.replace(tzinfo=UTC)
    if ends is not None and ends <= datetime.now(UTC):
        raise click.BadParameter("this is over already; times are UTC", param_hint="--until")
    with orders_to(data, url) as give:
        if words is None:
            give("end announcement")
        else:
            give("announce", en=words, de=german, until=None if ends is None else ends.isoformat())
    click.echo("It is announced." if words else "Nothing is announced any more.")


__all__ = ["announce"]
