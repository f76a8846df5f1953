"""Operator commands for accounts: one found by mail address or id, and a search by name."""

from __future__ import annotations

import json
from typing import Any

import click

from service.admin.cli.auditing import in_words
from service.admin.cli.orders import Giving, anywhere
from service.cli.player.exits import EXIT_CODES

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
    click.echo(f"{done['account']} is blocked; {done['tokens']} tokens are revoked")


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
