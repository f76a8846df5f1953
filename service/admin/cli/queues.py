"""Operator commands for stuck work: overdue matches and letters, webhooks that fail or were switched off."""

import json
import os
from collections.abc import Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from service.admin.cli.auditing import in_words
from service.admin.cli.orders import Giving, anywhere, shown
from service.cli.player.exits import EXIT_CODES, Failed
from service.store.keys import MATCH

NEVER = 10**9
"""Seconds for which no match is ever due, to list only parked matches."""
AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")


@click.command(epilog=EXIT_CODES)
@click.option(
    "--over",
    type=click.IntRange(0, 10**9),
    default=60,
    show_default=True,
    help="How many seconds a match has to be due.",
)
@anywhere
@AS_JSON
def stuck(over: int, give: Giving, as_json: bool) -> None:
    """List matches that do not go on, with the reason: parked, overdue, or held by a worker.

    A match that is due but not parked waits for a worker: there are too few, or the service is halted.
    """
    rows = give("match stuck", over=over)["matches"]
    show(("match", "state", "seconds", "attempts", "reason"), rows, as_json)


@click.command(epilog=EXIT_CODES)
@click.argument("matches", nargs=-1, metavar="MATCH...")
@click.option("--all", "everything", is_flag=True, help="All parked matches.")
@in_words
@anywhere
def retry(matches: tuple[str, ...], everything: bool, why: str, give: Giving) -> None:
    """Have a worker retry parked matches at once. The beginning of an id is enough.

    A match stays parked until one of its steps succeeds.
    """
    if everything == bool(matches):
        raise click.UsageError("give either match ids or --all")
    listed = give("match stuck", over=NEVER)["matches"]
    parked = [one["match"] for one in listed if one["state"] == "parked" and MATCH.fullmatch(one["match"])]
    for match in parked if everything else [_one_of(parked, given) for given in matches]:
        give("match retry", match=match, why=why)
        click.echo(f"{match} is tried again")


def _one_of(parked: Sequence[str], given: str) -> str:
    found = [match for match in parked if match.startswith(given)]
    if len(found) != 1:
        many = "several parked matches begin" if found else "no parked match begins"
        raise Failed(f"{given}: {many} with this: see 'siegelpost admin stuck'")
    return found[0]


@click.command("hand-over", epilog=EXIT_CODES)
@click.argument("match")
@in_words
@anywhere
def hand_over(match: str, why: str, give: Giving) -> None:
    """Take MATCH away from the worker that has it, so that another takes it at once. Only one of the two writes."""
    give("match hand-over", match=match, why=why)
    click.echo(f"{match} waits for the next worker")


@click.command(epilog=EXIT_CODES)
@click.argument("match")
@click.option("--why", required=True, help="The reason, which the players and the match's log will show for good.")
@anywhere
def cancel(match: str, why: str, give: Giving) -> None:
    """End MATCH for good: nobody wins or loses, and everybody at the table is told why. This cannot be undone.

    If its log can say so, it does, and everybody can check the match as far as it went. A match whose log can no
    longer be written ends only at the table.
    """
    done = give("match cancel", match=match, why=why)
    end = "its log says so" if done["in_log"] else "its log cannot say so, and just ends"
    click.echo(f"{match} is ended by a worker in a moment; {end}")


@click.command("void-result", epilog=EXIT_CODES)
@click.argument("match")
@click.option("--why", required=True, help="The reason, which the log of results will show to everybody for good.")
@anywhere
def void_result(match: str, why: str, give: Giving) -> None:
    """Void the result of the rated MATCH, so that it has never counted. This cannot be undone.

    The log of results says so to everybody, with the reason. All ratings since are computed again.
    """
    give("match void-result", match=match, why=why)
    click.echo(f"the result of {match} is voided in a few seconds, if it was rated in the present epoch")


@click.command("rename-tournament", epilog=EXIT_CODES)
@click.argument("tournament")
@click.argument("name")
@click.option("--team", type=click.IntRange(0), help="Rename the team of this number ('siegelpost league show').")
@click.option("--why", required=True, help="The reason, for the audit log.")
@anywhere
def rename_tournament(tournament: str, name: str, team: int | None, why: str, give: Giving) -> None:
    """Call TOURNAMENT, with all its tables, NAME, or one of its teams. Letters that have gone out keep the old name."""
    given = {} if team is None else {"team": team}
    give("tournament rename", tournament=tournament, name=name, why=why, **given)
    click.echo(f"{tournament} is renamed")


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin letters                             who waits, and why
  siegelpost admin letters ada@example.org             the attempts to write to one account
  siegelpost admin letters --again RECIPIENT           try it again now; --again all: everything that failed
  siegelpost admin letters --resend RECIPIENT          send again what was given up; an address, an account, all
  siegelpost admin letters --drop RECIPIENT --why "ticket 7"

{EXIT_CODES}"""
)
@click.argument("who", metavar="[MAIL|ACCOUNT]", required=False)
@click.option("--given-up", is_flag=True, help="Letters that were given up, or may not have arrived, and why.")
@click.option("--bouncing", is_flag=True, help="Accounts whose addresses bounce.")
@click.option(
    "--again", metavar="RECIPIENT|all", help="Retry now what waits for a recipient, or everything that has failed."
)
@click.option(
    "--resend",
    metavar="RECIPIENT|MAIL|ACCOUNT|all",
    help="Send letters again that were given up; not a login whose link is too old.",
)
@click.option("--kind", default="", help="With --resend: only news of this kind.")
@click.option("--drop", metavar="RECIPIENT", help="Remove what waits for a recipient from the queue for good.")
@in_words
@anywhere
@AS_JSON
def letters(
    who: str | None,
    given_up: bool,
    bouncing: bool,
    again: str | None,
    resend: str | None,
    kind: str,
    drop: str | None,
    why: str,
    give: Giving,
    as_json: bool,
) -> None:
    """List who waits for letters or other news and why; for one account, the attempts to write to it. Never what they say.

    Recipients are shown by id: <match>:<account>, or acct:<account>.
    """
    if sum(bool(one) for one in (who, given_up, bouncing, again, resend, drop)) > 1:
        raise click.UsageError("one thing at a time: an account, --given-up, --bouncing, --again, --resend or --drop")
    if kind and not resend:
        raise click.UsageError("--kind goes with --resend")
    if again or drop:
        click.echo(_changed(give, again, drop, why))
    elif resend:
        sent = sum(page["letters"] for page in pages(give, "letters resend", to=resend, kind=kind, why=why))
        click.echo(f"{sent} recipients are written to again")
    elif given_up:
        rows = [one for page in pages(give, "letters given-up") for one in page["letters"]]
        show(("recipient", "at", "kinds", "state", "again", "answer"), rows, as_json)
    elif bouncing:
        accounts = [one for page in pages(give, "letters bouncing") for one in page["accounts"]]
        show(("account",), [{"account": one} for one in accounts], as_json)
    elif who:
        found = give("letters of", who=who, why=why)
        if found["bouncing"] and not as_json:
            click.echo(f"{found['account']} bounces: 'siegelpost admin account deliverable' lets mail go to it again")
        show(("at", "mail", "state", "attempt", "answer"), found["attempts"], as_json)
    else:
        rows = [one for page in pages(give, "letters") for one in page["letters"]]
        show(("recipient", "due", "seconds", "failures", "why"), rows, as_json)


def _changed(give: Giving, again: str | None, drop: str | None, why: str) -> str:
    if drop:
        if not why:
            raise Failed("give --why: it goes into the audit log")
        return f"{give('letters drop', recipient=drop, why=why)['letters']} pieces of news are taken out"
    done = give("letters all again", why=why) if again == "all" else give("letters again", recipient=again, why=why)
    return f"{done['letters']} recipients are tried again"


def pages(give: Giving, order: str, **given: str) -> list[dict[str, Any]]:
    """Return all pages of a list."""
    found, cursor = [], None
    while True:
        page = give(order, cursor=cursor, **given)
        found.append(page)
        cursor = page["next"]
        if cursor is None:
            return found


def show(names: tuple[str, ...], rows: Sequence[dict[str, Any]], as_json: bool) -> None:
    """Show rows as a table with these columns, or each as one JSON object."""
    if as_json:
        for row in rows:
            click.echo(json.dumps(row, ensure_ascii=True))
    elif not rows:
        click.echo("There is nothing to show.")
    else:
        table = Table(*names, box=None)
        for row in rows:
            table.add_row(*("?" if row.get(one) is None else shown(str(row[one])) for one in names))
        Console(width=None if os.isatty(1) else 200, markup=False).print(table)


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
def webhooks(retry: str | None, off: str | None, why: str, give: Giving, as_json: bool) -> None:
    """List webhooks that fail or were switched off: why, how many events wait, and the last answer. Hosts, never addresses."""
    if retry and off:
        raise click.UsageError("--retry or --off, not both")
    if off:
        if not why:
            raise Failed("give --why: the owner is told, and it goes into the audit log")
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
