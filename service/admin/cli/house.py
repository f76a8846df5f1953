"""Operator commands for the installation (limits, the audit log, operators' tokens, announcements, halting the service), and for
accounts: one found by email address or id, and a search by name.

Nobody loses a turn while the service is halted.
"""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from engine.protocol.log import timestamp
from service.admin.cli.auditing import in_words, note, operator
from service.admin.cli.orders import Giving, anywhere, shown
from service.admin.cli.parked import in_folder, store_of
from service.admin.operator import AdminError, Operator, issue, revoke
from service.cli.player.exits import EXIT_CODES, Failed
from service.store.accounts.operators import OperatorScope


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin limits
  siegelpost admin limits creations 20 --why "flood of tables"
  siegelpost admin limits creations 5 --account p_... --why "ticket 7"
  siegelpost admin limits creations usual

{EXIT_CODES}"""
)
@click.argument("name", required=False)
@click.argument("most", metavar="[NUMBER|usual]", required=False)
@click.option("--account", default="", help="Only for this account, by its id.")
@in_words
@anywhere
def limits(name: str | None, most: str | None, account: str, why: str, give: Giving) -> None:
    """Show the limits that can be changed while the service runs, or change one: at once, without a restart.

    Usual values are read from SIEGELPOST_... in this command's environment: give it the service's, or use --url.
    """
    if (name is None) != (most is None):
        raise click.UsageError("give a name and a number (or 'usual'), or neither")
    if most is not None and most != "usual" and not (most.isascii() and most.isdigit() and len(most) <= 9):
        raise click.BadParameter("a whole number, or 'usual'", param_hint="NUMBER")
    if name is None:
        told = give("limits")
    else:
        number = None if most == "usual" else int(most or 0)
        told = give("limit", name=name, most=number, account=account, why=why)
    table = Table("name", "now", "usual", "at most", "what", box=None)
    for one in told["limits"]:
        table.add_row(one["name"], str(one["now"]), str(one["usual"]), str(one["most"]), one["what"])
    for one in told["of_accounts"]:
        table.add_row(one["name"], str(one["now"]), "", "", f"of {one['account']}")
    Console(width=None if os.isatty(1) else 160, markup=False).print(table)


@click.command(epilog=EXIT_CODES)
@anywhere
@click.option(
    "--most", type=click.IntRange(1, 10_000), default=100, show_default=True, help="How many entries, the newest."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
@click.option("--check", is_flag=True, help="Check the whole chain; exit code 1 if it is broken.")
def audit(give: Giving, most: int, as_json: bool, check: bool) -> None:
    """Show what operators did: everything that changed something or showed an account's data.

    Each entry holds the hash of the one before. Keep the last hash elsewhere: then nobody can rewrite the log unnoticed.
    """
    if check:
        chain = give("audit check")
        click.echo(f"{chain['entries']} entries, the last is {chain['end'] or 'none'}")
        if chain["fault"]:
            raise Failed(chain["fault"])
        return
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    while len(found) < most:
        page = give("audit", cursor=cursor, limit=min(200, most - len(found)))
        found += page["entries"]
        cursor = page["next"]
        if cursor is None:
            break
    found.reverse()
    if as_json:
        for one in found:
            click.echo(json.dumps(one, ensure_ascii=True))
        return
    table = Table("n", "when", "who", "what", "about", "why", "via", box=None)
    for one in found:
        told = (one["who"], one["what"], one["about"], one["why"], one["via"])
        table.add_row(str(one["n"]), f"{one['at'][:19]}Z", *(shown(part) for part in told))
    Console(width=200, markup=False).print(table)


@click.group()
def token() -> None:
    """Make, list and revoke tokens for operators' programs, only on this machine."""


@token.command(epilog=EXIT_CODES)
@click.argument("name")
@click.option("--read", is_flag=True, help="It can look, but change nothing.")
@click.option("--days", type=click.IntRange(1, 365), default=30, show_default=True, help="How long it lives.")
@in_folder
def make(name: str, read: bool, days: int, data: Path | None) -> None:
    """Make a token for the guarded API; it is shown only this once. The audit log has NAME with everything it does."""
    scope: OperatorScope = "admin:read" if read else "admin"
    with store_of(data) as store:
        try:
            made = issue(Operator(store, operator()), name, scope, days)
        except AdminError as error:
            raise Failed(error.message) from error
    click.echo(made.text)


@token.command("list", epilog=EXIT_CODES)
@in_folder
def list_tokens(data: Path | None) -> None:
    """List the tokens, without their texts."""
    with store_of(data) as store:
        found = store.operator_tokens()
    for one in found:
        click.echo(f"{one.id}  {one.scope:10}  until {timestamp(one.expires)[:16]}Z  {shown(one.name)}")


@token.command("revoke", epilog=EXIT_CODES)
@click.argument("token_id", metavar="ID")
@in_folder
def revoke_token(token_id: str, data: Path | None) -> None:
    """Revoke a token: from now on it opens nothing."""
    with store_of(data) as store:
        try:
            revoke(Operator(store, operator()), token_id)
        except AdminError as error:
            raise Failed(error.message) from error
    click.echo(f"{token_id} is revoked")


MOMENT = click.DateTime(["%Y-%m-%dT%H:%M"])
LONGEST = 500
"""The most characters of an announcement in one language."""


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
@click.option("--until", type=MOMENT, help="When it ends by itself (UTC).")
@click.option("--end", is_flag=True, help="Take back what is announced.")
@anywhere
def announce(words: str | None, german: str | None, until: datetime | None, end: bool, give: Giving) -> None:
    """Show WORDS to everybody on the home page, once in a letter, and to programs in GET /v1/meta.

    They replace the previous announcement.
    """
    if end != (words is None):
        raise click.UsageError("give the words, or --end")
    for name, said in (("WORDS", words), ("--de", german)):
        if said is not None and (not said.strip() or len(said) > LONGEST or not said.isprintable()):
            raise click.BadParameter(f"1 to {LONGEST} printable characters", param_hint=name)
    ends = _future(until)
    if words is None:
        give("end announcement")
    else:
        give("announce", en=words, de=german, until=ends)
    click.echo("It is announced." if words else "Nothing is announced any more.")


def _future(until: datetime | None) -> str | None:
    """Return a time in UTC as RFC 3339; :raises click.BadParameter: when it is over."""
    if until is None:
        return None
    ends = until.replace(tzinfo=UTC)
    if ends <= datetime.now(UTC):
        raise click.BadParameter("this is over already; times are UTC", param_hint="--until")
    return ends.isoformat()


LONGEST_REASON = 200


@click.command(
    epilog=f"""\b
Examples
  siegelpost halt "New disks: back at 18:00 UTC." --until 2026-12-06T18:00 --data var

{EXIT_CODES}"""
)
@click.argument("why")
@click.option("--until", type=MOMENT, help="When you expect to be done (UTC): programs are told to come back then.")
@anywhere
def halt(why: str, until: datetime | None, give: Giving) -> None:
    """Accept no acts and let no deadline pass until 'siegelpost resume'; players are shown WHY. For the operator.

    Everything can still be read. Running decisions get back the time until the service goes on.
    """
    ends = _future(until)
    if not why.strip() or len(why) > LONGEST_REASON or not why.isprintable():
        raise click.BadParameter(f"1 to {LONGEST_REASON} printable characters", param_hint="WHY")
    give("halt", why=why, until=ends)
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
def resume(accept_time: bool, give: Giving) -> None:
    """Resume a halted service; the next beat of the clock gives running decisions their time back. For the operator.

    After a jump of the store's time, first correct the machine's time: if it is as it was before the jump, there is
    nothing to accept. With --accept-time the time between the last beat and now counts as an outage.
    """
    if not accept_time:
        give("resume")
    elif give.url:
        raise click.UsageError("--accept-time is for somebody at the machine, who sees its clock")
    else:
        with store_of(give.data) as store:
            note(store, "resume", why="the time is accepted")
            store.go_on()
            store.accept_time()
    click.echo("The service goes on with the clock's next beat.")


WHO = click.argument("who", metavar="MAIL|ACCOUNT")
WHY = click.option(
    "--why", required=True, help="The reason, for the audit log. It is kept, so give no names or addresses."
)


@click.group()
def account() -> None:
    """Find, export, sign out, block or erase an account, or allow mail to it again."""


@account.command(epilog=EXIT_CODES)
@WHO
@in_words
@anywhere
def find(who: str, why: str, give: Giving) -> None:
    """Show an account as one JSON object."""
    _print(give("account find", who=who, why=why))


@account.command(epilog=EXIT_CODES)
@click.argument("name")
@in_words
@anywhere
def search(name: str, why: str, give: Giving) -> None:
    """List accounts whose names begin with NAME, in upper or lower case; one JSON object per line."""
    cursor: str | None = None
    seen: set[str] = set()
    while True:
        page = give("account search", name=name, cursor=cursor, why=why)
        for one in page["accounts"]:
            if one["account"] not in seen:
                seen.add(one["account"])
                click.echo(json.dumps(one, ensure_ascii=True))
        cursor = page["next"]
        if cursor is None:
            return


@account.command(epilog=EXIT_CODES)
@anywhere
def blocked(give: Giving) -> None:
    """List blocked accounts and why; one JSON object per line."""
    for one in give("account blocked")["accounts"]:
        click.echo(json.dumps(one, ensure_ascii=True))


@account.command(epilog=EXIT_CODES)
@WHO
@in_words
@anywhere
def export(who: str, why: str, give: Giving) -> None:
    """Export what is kept under an account, as one JSON object, for an owner who asks for it.

    Not in it: the logs of its matches, which everybody at the table can read, and anything that is still hidden in
    a running match, which is nobody's business but the player's.
    """
    _print(give("account export", who=who, why=why))


@account.command("sign-out", epilog=EXIT_CODES)
@WHO
@in_words
@anywhere
def sign_out(who: str, why: str, give: Giving) -> None:
    """End all that can act for an account or its bots: logins, browsers, programs, webhooks, feeds, and links in letters.

    Its matches and bots stay. Its owner can log in again by mail.
    """
    done = give("account sign-out", who=who, why=why)
    click.echo(f"{done['tokens']} tokens of {done['account']} are revoked")


@account.command(epilog=EXIT_CODES)
@WHO
@in_words
@anywhere
def deliverable(who: str, why: str, give: Giving) -> None:
    """Allow mail again to an account whose address bounced."""
    done = give("account deliverable", who=who, why=why)
    click.echo(f"mail goes to {done['account']} again")


@account.command(epilog=EXIT_CODES)
@WHO
@click.option("--why", required=True, help="The reason, shown to its owner and kept in the audit log.")
@anywhere
def block(who: str, why: str, give: Giving) -> None:
    """Block an account and its bots: they can read, export and delete themselves, but do nothing at any table.

    All its tokens end. Its seats are treated as those of somebody who stays away; nobody at the tables is told of the block.
    """
    done = give("account block", who=who, why=why)
    click.echo(f"{done['account']} is blocked; tokens revoked: {done['tokens']}")


@account.command(epilog=EXIT_CODES)
@WHO
@in_words
@anywhere
def unblock(who: str, why: str, give: Giving) -> None:
    """Let a blocked account play again, once its owner has logged in again."""
    done = give("account unblock", who=who, why=why)
    click.echo(f"{done['account']} is not blocked any more")


@account.command(epilog=EXIT_CODES)
@WHO
@WHY
@click.option("--confirm", default="", metavar="ACCOUNT", help="The account's id, which 'account find' shows.")
@anywhere
def erase(who: str, why: str, confirm: str, give: Giving) -> None:
    """Erase an account for good, as its owner can: name, address and tokens at once, the rest within minutes.

    Running matches are resigned. Their logs stay, with an opaque id; docs/operations.md says what stays and why.
    """
    done = give("account erase", who=who, confirm=confirm, why=why)
    click.echo(
        f"{done['account']} is erased; the clock goes on with its {done['unfinished_matches']} unfinished matches"
    )


def _print(shown: dict[str, Any]) -> None:
    click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
