"""For operators: webhooks that fail or were switched off, and what can be done about them."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.admin_orders import anywhere, orders_to
from service.cli.admin_queues import AS_JSON, pages, show
from service.cli.auditing import in_words
from service.cli.exits import EXIT_CODES, Failed


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin webhooks
  siegelpost admin webhooks --retry p_0b6d...:w_4f1c...
  siegelpost admin webhooks --off p_0b6d...:w_4f1c... --why "it answers every event with a minute of silence"

{EXIT_CODES}"""
)
@click.option(
    "--retry",
    metavar="ACCOUNT:WEBHOOK",
    help="Send what is waiting now; switch on again a webhook that failed for days.",
)
@click.option("--off", metavar="ACCOUNT:WEBHOOK", help="Switch it off; its owner is told --why.")
@in_words
@anywhere
@AS_JSON
def webhooks(retry: str | None, off: str | None, why: str, data: Path | None, url: str | None, as_json: bool) -> None:
    """List webhooks that fail or were switched off: why, how many events wait, and the last answer. Hosts, never addresses."""
    if retry and off:
        raise click.UsageError("--retry or --off, not both")
    with orders_to(data, url) as give:
        if off:
            if not why:
                raise Failed("say --why: its owner is told, and it stands in the audit log")
            account, _, webhook = off.partition(":")
            give("webhook off", account=account, webhook=webhook, why=why)
            click.echo(f"{webhook} is switched off")
        elif retry:
            account, _, webhook = retry.partition(":")
            done = give("webhook retry", account=account, webhook=webhook, why=why)
            click.echo(f"{done['events']} events are sent now, and what is new")
        else:
            found = [one for page in pages(give, "webhooks") for one in page["webhooks"]]
            rows = [{"name": f"{one['account']}:{one['webhook']}", **one} for one in found]
            show(("name", "host", "state", "reason", "failing_since", "waiting", "status", "answer"), rows, as_json)


__all__ = ["webhooks"]
