"""``siegelpost profile``, ``contacts`` and ``block``: other people, and what they see of you (docs/people.md)."""

import json
from typing import Any, Literal, cast

import click
from rich.table import Column, Table

from service.cli.listings import as_json_option, print_lines
from service.cli.player.answers import answer
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.session import Session, connected
from service.cli.table.match_facts import plain
from service.cli.table.narration import local_time
from service.store.keys import ACCOUNT


@click.command(
    epilog=f"""\b
Examples
  siegelpost profile              what others see of you
  siegelpost profile Sabine       somebody you have played with
  siegelpost profile --hide       from now on, others see your name only

{EXIT_CODES}"""
)
@connected
@click.argument("player", required=False)
@click.option("--hide", "wish", flag_value="hidden", help="Let others see nothing of you but your name.")
@click.option("--show", "wish", flag_value="public", help="Let others see your profile again.")
@as_json_option
def profile(session: Session, player: str | None, wish: Literal["hidden", "public"] | None, as_json: bool) -> None:
    """Show the profile of PLAYER, an account id or the name of somebody you have played with; or your own."""
    if player is not None and wish is not None:
        raise click.UsageError("you can hide or show only your own profile")
    if wish is not None:
        session.client.own.change_me({"profile": wish})
    account = session.client.own.get_me()["account"] if player is None else named(session, player)
    found = cast(dict[str, Any], session.client.transport.get_player(account))
    if as_json:
        click.echo(json.dumps(found, sort_keys=True))
        return
    called = f"profile-{found['kind']}"
    session.tell(called, name=plain(found["name"]), account=found["player"])
    if found["hidden"]:
        session.tell("profile-hidden")
    if found["since"] is None:
        return
    session.tell("profile-since", day=found["since"], played=found["played"])
    if found["reliability"] is not None:
        session.tell("profile-in-time", **found["reliability"])
    for one in found["ratings"]:
        provisional = answer(session.language, "provisional") if one["provisional"] else ""
        session.console.print(f"{one['game']}: {one['rating']} ± {one['plus_minus']}{provisional}")
    for one in found["finished"]:
        ended = answer(session.language, "has-won" if one["won"] else "has-lost")
        session.console.print(
            f"{plain(one['match'][:8])} {plain(one['title'])} ({one['rules']}), {local_time(one['closed_at'])}: {ended}"
        )


@click.command(epilog=EXIT_CODES)
@connected
@as_json_option
def contacts(session: Session, as_json: bool) -> None:
    """List people you have played with lately; 'siegelpost invite' and 'new --invite' take their account ids."""
    found = session.client.own.list_contacts()["contacts"]
    if as_json:
        print_lines(found)
        return
    if not found:
        session.tell("no-contacts")
        return
    name, matches, last, account = session.columns("name", "matches", "last", "account")
    table = Table(name, matches, Column(last, no_wrap=True), Column(account, no_wrap=True), box=None)
    for one in found:
        table.add_row(plain(one["name"]), str(one["matches"]), local_time(one["last_at"]), one["player"])
    session.console.print(table)


@click.command(
    epilog=f"""\b
Examples
  siegelpost block                    whom you have blocked
  siegelpost block Sabine
  siegelpost block Sabine --undo

{EXIT_CODES}"""
)
@connected
@click.argument("player", required=False)
@click.option("--undo", is_flag=True, help="Block PLAYER no longer.")
@as_json_option
def block(session: Session, player: str | None, undo: bool, as_json: bool) -> None:
    """Block PLAYER, an account id or the name of somebody you have played with, or list whom you have blocked.

    Blocked people cannot sit down at your tables, you get no invitations from them, and you read nothing that they say to
    a whole table. They are not told.
    """
    if undo and player is None:
        raise click.UsageError("name the player whom you want to block no longer")
    if player is not None:
        account = named(session, player)
        (session.client.own.unblock_player if undo else session.client.own.block_player)(account)
    found = session.client.own.list_blocks()["blocks"]
    if as_json:
        print_lines(found)
        return
    if not found:
        session.tell("none-blocked")
    for one in found:
        session.tell("is-blocked", name=plain(one["name"] or ""), account=one["player"], since=local_time(one["since"]))


def named(session: Session, player: str) -> str:
    """Return the account that is meant: an id, or a name among people played with, or blocked.

    :raises Failed: when nobody, or several, are called so.
    """
    if ACCOUNT.fullmatch(player):
        return player
    own = session.client.own
    known = [*own.list_contacts()["contacts"], *own.list_blocks()["blocks"]]
    found = {one["player"] for one in known if (one["name"] or "").casefold() == player.casefold()}
    if len(found) != 1:
        many = "several people you know are" if found else "nobody you have played with lately is"
        raise Failed(f"{many} called {plain(player)}: give the account id (siegelpost contacts)")
    return found.pop()
