"""For operators: one account, found by mail address or id."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from service.cli.auditing import in_words, note
from service.cli.exits import EXIT_CODES, Failed
from service.cli.parked import in_folder, store_of
from service.store import keys
from service.store.records import Account
from service.store.store import Store


@click.group()
def account() -> None:
    """Find an account, export it, end its logins, let mail go to it again."""


@account.command(epilog=EXIT_CODES)
@click.argument("who", metavar="MAIL|ACCOUNT")
@in_words
@in_folder
def find(who: str, why: str, data: Path | None) -> None:
    """Show an account as one JSON object."""
    with store_of(data) as store:
        found = find_account(store, who, "account find", why)
        shown = {
            **asdict(found),
            "unfinished_matches": store.count_unfinished(found.id),
            "tokens": len(store.tokens_of(found.id)),
        }
    _print(shown)


@account.command(epilog=EXIT_CODES)
@click.argument("who", metavar="MAIL|ACCOUNT")
@in_words
@in_folder
def export(who: str, why: str, data: Path | None) -> None:
    """Export what is kept under an account, as one JSON object, for its owner who asks for it.

    Not in it: the logs of its matches, which everybody at the table can read, and anything that is still hidden in
    a running match, which is nobody's business but the player's.
    """
    with store_of(data) as store:
        found = find_account(store, who, "account export", why)
        matches = store.matches_of(found.id)
        recipients = [keys.recipient_of(found.id, match) for match in (None, *matches)]
        bots = [bot for one in store.bots_of(found.id) if (bot := store.account(one)) is not None]
        _print(
            {
                "account": asdict(found),
                "bots": [asdict(one) for one in bots],
                "matches": matches,
                "tokens": [
                    {name: value for name, value in asdict(one).items() if name != "sha256"}
                    for one in store.tokens_of(found.id)
                ],
                "webhooks": [asdict(one) for one in store.webhooks_of(found.id)],
                "letters": [record for attempts in store.deliveries_many(recipients) for record in attempts],
            }
        )


@account.command("sign-out", epilog=EXIT_CODES)
@click.argument("who", metavar="MAIL|ACCOUNT")
@in_words
@in_folder
def sign_out(who: str, why: str, data: Path | None) -> None:
    """Revoke all tokens of an account: its logins, browsers and programs. Its owner can log in again by mail."""
    with store_of(data) as store:
        found = find_account(store, who, "account sign-out", why)
        store.end_tokens(found.id)  # what was allowed to a program that has not fetched its token yet, too
        count = 0
        while tokens := store.tokens_of(found.id):  # until no login that was on its way has come in meanwhile
            count += sum(store.revoke_token(one.id) for one in tokens)
    click.echo(f"{count} tokens of {found.id} are revoked")


@account.command(epilog=EXIT_CODES)
@click.argument("who", metavar="MAIL|ACCOUNT")
@in_words
@in_folder
def deliverable(who: str, why: str, data: Path | None) -> None:
    """Let mail go again to an account whose address bounced."""
    with store_of(data) as store:
        found = find_account(store, who, "account deliverable", why)
        if not found.bouncing:
            raise Failed(f"{found.id} does not bounce")
        store.update_account(found.id, bouncing=False)
        store.forget_bounces(found.id)
    click.echo(f"mail goes to {found.id} again")


def find_account(store: Store, who: str, what: str, why: str) -> Account:
    """Return the account, with an entry in the audit log; an address that leads nowhere is not kept there."""
    found = store.account_by_mail(who) if "@" in who else store.account(who)
    note(store, what, "an unknown account" if found is None else found.id, why)
    if found is None:
        raise Failed("there is no such account: give its mail address, or its id (p_ and 32 digits)")
    return found


def _print(shown: dict[str, Any]) -> None:
    click.echo(json.dumps(shown, ensure_ascii=False, indent=2))


__all__ = ["account", "find_account"]
