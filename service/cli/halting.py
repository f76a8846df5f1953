"""For operators: halt the service for a while, and let it go on. Nobody loses a turn by it."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.admin_orders import anywhere, orders_to
from service.cli.auditing import note
from service.cli.exits import EXIT_CODES
from service.cli.parked import store_of

LONGEST_REASON = 200


@click.command(
    epilog=f"""\b
Examples
  siegelpost halt "New disks: back at 18:00 UTC." --data var

{EXIT_CODES}"""
)
@click.argument("why")
@anywhere
def halt(why: str, data: Path | None, url: str | None) -> None:
    """Accept no acts and let no deadline pass until 'siegelpost resume'; players are shown WHY. For the operator.

    Everything can still be read. Running decisions get back the time until the service goes on.
    """
    if not why.strip() or len(why) > LONGEST_REASON or not why.isprintable():
        raise click.BadParameter(f"1 to {LONGEST_REASON} printable characters", param_hint="WHY")
    with orders_to(data, url) as give:
        give("halt", why=why)
    click.echo("The service is halted.")


@click.command(
    epilog=f"""\b
Examples
  siegelpost resume --data var
  siegelpost resume --accept-time --data var

{EXIT_CODES}"""
)
@click.option(
    "--accept-time",
    is_flag=True,
    help="Also if the store's time has jumped and the clock stands still because of that.",
)
@anywhere
def resume(accept_time: bool, data: Path | None, url: str | None) -> None:
    """Resume a halted service; the next beat of the clock gives running decisions their time back. For the operator.

    After a jump of the store's time, first correct the machine's time: if it is as it was before the jump, there is
    nothing to accept. With --accept-time the time between the last beat and now counts as an outage.
    """
    if not accept_time:
        with orders_to(data, url) as give:
            give("resume")
    elif url:
        raise click.UsageError("--accept-time is for somebody at the machine, who sees its clock")
    else:
        with store_of(data) as store:
            note(store, "resume", why="the time is accepted")
            store.go_on()
            store.accept_time()
    click.echo("The service goes on with the clock's next beat.")


__all__ = ["halt", "resume"]
