"""``siegelpost login``, ``logout`` and ``addresses``; a login also pins the server's key on this machine.

The person confirms a code on a page, on any device (RFC 8628), and so never types a secret here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click
from siegelpost_client.login import DeviceCode, NotLoggedIn, log_in

from engine.contract import Language
from service.accounts.access.scopes import COMMAND_LINE, WHOLE
from service.cli.player.answers import answer
from service.cli.player.client import Client
from service.cli.player.exits import EXIT_CODES, Failed, NoServer
from service.cli.player.local_files import Login
from service.cli.player.session import Session, connected
from service.cli.player.transport import Refused, Transport, Unreachable
from service.cli.table.match_facts import plain

if TYPE_CHECKING:
    from siegelpost_client import models


def log_in_by_device(
    transport: Transport,
    tell: Callable[[str], None],
    language: Language = "en",
    *,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Show a code, wait until a person has allowed it on the page, and return the token.

    :raises Failed: when it was refused or not allowed in time. :raises Refused: when the server gives out no codes.
    """

    def show(code: DeviceCode) -> None:
        tell(answer(language, "device-open", address=plain(str(code["verification_uri"]))))
        tell(f"    {plain(str(code['user_code']))}")
        tell(answer(language, "device-waits"))

    try:
        return log_in(transport, COMMAND_LINE, tuple(WHOLE), show, sleep=sleep, clock=clock)
    except NotLoggedIn as error:
        raise Failed(str(error)) from error


@click.command(
    epilog=f"""\b
Examples
  siegelpost login --server https://siegelpost.example     shows a code to type on a page, on any device
  siegelpost login you@example.org                 a link comes by mail and is pasted here
  siegelpost login --token sp_0123…                with a token you have

{EXIT_CODES}"""
)
@connected
@click.argument("mail", required=False)
@click.option("--name", help="What others call you; for a new account.")
@click.option("--zone", help="Time zone of your mails, like Europe/Berlin; for a new account.")
@click.option("--code", help="The link from the mail, or the code at its end, if you have it already.")
@click.pass_context
def login(
    ctx: click.Context, session: Session, mail: str | None, name: str | None, zone: str | None, code: str | None
) -> None:
    """Sign in. Without MAIL, allow this command on a page of the server; with MAIL, paste the link that comes by mail.

    The token is kept on this machine, readable by you only. A first login makes the account. The server becomes the default
    of all other commands.
    """
    client = session.client
    if mail is not None and code is None:
        client.ask_login(mail, language=session.language, name=name, zone=zone)
        session.tell("code-sent", mail=mail)
        code = click.prompt(answer(session.language, "code"))
    if code is not None:
        token = client.confirm_login(_code_in(code))["token"]
    else:
        token = client.transport.token
        if token is None or (_is_kept(client, token) and not _is_good(client.transport.server, token)):
            token = log_in_by_device(Transport(client.transport.server), session.console.print, session.language)
    transport = Transport(client.transport.server, token)
    logged_in = Client(transport, client.keep, warn=click.echo)
    me = _whose(transport)
    kept = Login(token=token, account=None, name=None, language=session.language)
    if me is not None:
        kept |= {"account": me["account"], "name": me["name"], "language": me["language"]}
    client.keep.save_login(kept)
    key = logged_in.witness.public_key()
    transport.close()
    session.tell("you-are" if me else "you-are-somebody", name=kept["name"], server=client.transport.server)
    session.tell("server-key", key=key)


def _code_in(typed: str) -> str:
    """Return the code in the input: the code itself, or the link from the mail."""
    return typed.strip().rstrip("/").rpartition("/")[2]


@click.command(
    epilog=f"""\b
Examples
  siegelpost addresses                             your addresses; letters go to the first
  siegelpost addresses --add you@work.example      have a code sent there
  siegelpost addresses --code CODE                 confirm it: answers from there count, too
  siegelpost addresses --use you@work.example      have letters sent to a confirmed address
  siegelpost addresses --remove you@work.example   answers from there count no more

{EXIT_CODES}"""
)
@connected
@click.option("--add", metavar="MAIL", help="Have a code sent to another address of yours.")
@click.option("--code", help="The link or the code that came there.")
@click.option("--use", metavar="MAIL", help="Have letters sent to this address; one that is not confirmed gets a code.")
@click.option("--remove", metavar="MAIL", help="Remove one of your other addresses.")
def addresses(session: Session, add: str | None, code: str | None, use: str | None, remove: str | None) -> None:
    """List the email addresses from which your answers count, or change them.

    Changes need a token from 'siegelpost login you@example.org'.
    """
    if sum(one is not None for one in (add, code, use, remove)) > 1:
        raise click.UsageError("one change at a time")
    own, mail = session.client.own, add or use
    if mail is not None:
        told = own.change_mail({"mail": mail, "additional": use is None})
        click.echo(plain(told["message"]))
        return
    if code is not None:
        me = own.confirm_mail({"code": _code_in(code).rpartition("code=")[2]})
    else:
        me = own.get_me() if remove is None else own.remove_mail({"mail": remove})
    for one in (me["mail"], *me["other_mails"]):
        click.echo(plain(one))


def _is_kept(client: Client, token: str) -> bool:
    """Return whether the token is from the last login here, as opposed to a given one."""
    kept = client.keep.login()
    return kept is not None and kept["token"] == token


def _is_good(server: str, token: str) -> bool:
    transport = Transport(server, token)
    try:
        _whose(transport)
    except Refused as error:
        if error.status != 401:
            raise
        return False
    finally:
        transport.close()
    return True


def _whose(transport: Transport) -> models.Me | None:
    """Return the account of a token, or None if the token is good but may not read it."""
    try:
        return transport.get_me()
    except Refused as error:
        if error.code != "scope-missing":
            raise
        return None


@click.command(epilog=EXIT_CODES)
@connected
@click.option("--here", is_flag=True, help="Only forget the token here; it stays valid wherever else it is used.")
def logout(session: Session, here: bool) -> None:
    """Revoke the token kept on this machine, and forget it. Openings, receipts and logs stay.

    Tokens made with it are revoked too. If the server cannot be reached, nothing changes.
    """
    keep, server = session.client.keep, session.client.transport.server
    kept = keep.login()
    if kept is None:
        session.tell("no-token")
        return
    known = False if here else _revoke(server, kept["token"])
    keep.forget_login()
    if here:
        session.tell("out-here")
    else:
        session.tell("out" if known else "out-unknown")


def _revoke(server: str, token: str) -> bool:
    """Revoke a token by itself; return whether the server still accepted it."""
    transport = Transport(server, token)
    try:
        transport.revoke_token(f"t_{token[3:19]}")
    except Refused as error:
        if error.status not in (401, 404):
            raise
        return False
    except Unreachable as error:
        raise NoServer(
            f"{plain(str(error))}. You are still signed in, because the token would stay good without your having it. "
            "Try again, or forget it on this machine only with 'siegelpost logout --here'"
        ) from error
    finally:
        transport.close()
    return True
