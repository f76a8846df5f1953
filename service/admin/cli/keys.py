"""Operator commands for the installation's keys: listing them with what still needs each, and changing to new ones."""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import click
from rich.console import Console
from rich.table import Table

from engine.protocol.log import timestamp
from service.admin.cli.auditing import in_words, note
from service.admin.cli.parked import in_folder, store_of
from service.cli.player.exits import EXIT_CODES, Failed
from service.keys.keyring import SETTING, Need, PushKey, needs
from service.keys.signing import Links, Signer, key_id, read_key, resolver_public
from service.serve.folder import EmbeddedError
from service.serve.keys import add_key, write_key
from service.store.connection.connect import Unreadable
from service.store.installation.known_keys import KeyKind
from service.store.store import KnownKey, Store

AFTERWARDS = {
    "signing": "New matches get the new key; those that run keep theirs. Players who pinned the old one are warned: announce it.",
    "resolver": "New moves are sealed to the new key; the old one opens what was sealed before.",
    "links": "New links are made with the new secret; those in letters that were sent go on working.",
    "push": "Browsers subscribe under the new key from now on; those that have subscribed are told under the old one.",
}


@click.group(
    invoke_without_command=True,
    epilog=f"""\b
Examples
  siegelpost admin keys --data var
  siegelpost admin keys make /etc/siegelpost/keys
  siegelpost admin keys rotate signing --data var
  siegelpost admin keys rotate signing --file /keys/signing-2.key

{EXIT_CODES}""",
)
@in_folder
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
@click.pass_context
def keys(ctx: click.Context, data: Path | None, as_json: bool) -> None:
    """List the keys that the installation has had: since when, until when, and what still needs each.

    Reads every match that is not over. The file of a key that nothing needs may be deleted, and the next start
    records when it went.
    """
    if ctx.invoked_subcommand is not None:
        return
    with store_of(data) as store:
        known = store.known_keys()
        needed = _needed(store, known)
    rows = [
        (one.kind, one.id, _moment(one.since, "the beginning"), _moment(one.until, "in use"), needed[one])
        for one in known
    ]
    names = ("kind", "key", "since", "until", "needed by")
    if as_json:
        for row in rows:
            click.echo(json.dumps(dict(zip(names, row, strict=True))))
        return
    table = Table(*names, box=None)
    for row in rows:
        table.add_row(*row)
    Console(width=None if os.isatty(1) else 200, markup=False).print(table)


@keys.command(epilog=EXIT_CODES)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def make(folder: Path) -> None:
    """Make the first keys of an installation in FOLDER, for its owner alone. Keys that are there already stay.

    'siegelpost serve' makes its own. See docs/operations.md for who must be able to read which.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for kind in get_args(KeyKind):
            path = folder / f"{kind}.key"
            click.echo(f"{path} {'is there already' if path.exists() else 'is made'}")
            write_key(path, kind)
    except OSError as error:
        raise Failed(f"{folder}: {error.strerror or error}") from error


@keys.command(epilog=EXIT_CODES)
@click.argument("kind", type=click.Choice(get_args(KeyKind)))
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    help="Where to write the key, without --data. The file must not exist yet.",
)
@in_words
@in_folder
def rotate(kind: KeyKind, file: Path | None, why: str, data: Path | None) -> None:
    """Make a new key. Running matches go on, and previous keys stay until nothing needs them.

    'siegelpost serve' uses it from its next start on, other processes once you have named it in the settings.
    """
    if data is None and file is None:
        raise click.UsageError("name the folder of 'siegelpost serve' with --data, or a new file with --file")
    if data is not None and file is not None:
        raise click.UsageError("--file cannot be combined with --data, which determines the file")
    with store_of(data) as store:
        note(store, "rotate-key", kind, why)
    try:
        made = _made(file, kind) if file is not None else add_key(_keys_of(data), kind)
    except (EmbeddedError, OSError) as error:
        raise Failed(str(error)) from error
    click.echo(f"{made} holds the {kind} key {_name(kind, made)}.")
    if file is not None:
        _say_settings(kind, made)
    else:
        click.echo("Start 'siegelpost serve' again to use it.")
    click.echo(AFTERWARDS[kind])


@keys.command(
    "give-up", epilog=EXIT_CODES, context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]}
)
@click.argument("key")
@in_words
@in_folder
@click.option("--yes", is_flag=True, help="Do not ask.")
def give_up(key: str, why: str, data: Path | None, yes: bool) -> None:
    """Give up a KEY that is lost or stolen although something needs it; processes then start without it.

    Matches that need it stand still, and webhooks get nothing until their owners have rotated their keys. Nothing
    is deleted: with its file back in the settings, everything goes on.
    """
    with store_of(data) as store:
        known = store.known_keys()
        found = [one for one in known if one.id == key and one.until is None]
        if not found:
            raise Failed(f"no key {key} is in use: see 'siegelpost admin keys'")
        click.echo(f"The {found[0].kind} key {key} is needed by: {_needed(store, known)[found[0]]}.")
        if not yes:
            click.confirm("Give it up?", abort=True)
        note(store, "give-up-key", f"{found[0].kind}:{key}", why)
        store.change_key(replace(found[0], until=store.now()))
    click.echo("Take its file out of the settings, and start all processes again.")


def _in_words(key: KnownKey, need: Need) -> str:
    """Return what needs a key; no start requires a link secret for letters, but their links end with its file."""
    if key.kind != "links" or key.until is not None:
        return str(need)
    return f"{need} and links in letters" if need else "links in letters"


def _needed(store: Store, known: Sequence[KnownKey]) -> dict[KnownKey, str]:
    """Return what needs each key, in words; unknown while a match cannot be read, but the keys are listed all the same."""
    try:
        return {one: _in_words(one, need) for one, need in needs(store, known).items()}
    except Unreadable as error:
        return dict.fromkeys(known, f"nobody knows, because {error}")


def _keys_of(data: Path | None) -> Path:
    assert data is not None
    folder = data.resolve() / "keys"
    if os.pathsep in str(folder):
        raise EmbeddedError(
            f"{folder}: several keys cannot be named in a folder with {os.pathsep!r} in its path; move it first"
        )
    return folder


def _made(path: Path, kind: KeyKind) -> Path:
    if path.exists():
        raise EmbeddedError(f"{path} exists: give a file that does not; a key is never overwritten")
    write_key(path, kind)
    return path


def _say_settings(kind: KeyKind, made: Path) -> None:
    setting = SETTING[kind]
    if kind == "resolver":
        click.echo(f"{made.with_suffix('.pub')} holds its public half.")
    click.echo(
        f"1. Name it in {setting} behind the newest, separated by {os.pathsep!r}, and start all processes again that have it.\n"
        f"2. Name it first in {setting}{', and its public half in SIEGELPOST_RESOLVER_PUBLIC' if kind == 'resolver' else ''}, "
        "and start them again."
    )


def _name(kind: KeyKind, path: Path) -> str:
    secret = read_key(path, SETTING[kind])
    if kind == "signing":
        return Signer(secret).key_id
    if kind == "push":
        return PushKey(secret).key_id
    return Links(secret).key_id if kind == "links" else key_id(resolver_public(secret))


def _moment(at: int | None, never: str) -> str:
    return never if at is None else f"{timestamp(at)[:19]}Z"
