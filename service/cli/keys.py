"""``siegelpost key``: the server's key that is pinned here, and the keys that this player's own seats sign with."""

import json
import os
from pathlib import Path
from typing import Any
from uuid import UUID

import click
from nacl.signing import SigningKey

from engine.protocol.canon import NotCanonical, b64, unb64
from service.cli.player.exits import EXIT_CODES, Failed
from service.cli.player.local_files import PRIVATE_FILE
from service.cli.player.session import MatchId, Session, connected
from service.cli.table.match_facts import plain

KEYRING = "siegelpost/keyring/v1"
"""The format name in a file of exported keys."""
BROWSERS = "siegelpost-seat-key/1"
"""The format name in a file of one key saved by the web table (``service/web/static/sealing/seat-key.js``)."""


@click.group(invoke_without_command=True, epilog=EXIT_CODES)
@connected
@click.option("--accept", is_flag=True, help="Trust the key the server shows now, because its operator announced it.")
def key(session: Session, accept: bool) -> None:
    """Show the server's public key: the one pinned here and, if it differs, the one shown now.

    The sub-commands are about keys of your own, for matches that you joined with --sign.
    """
    if click.get_current_context().invoked_subcommand is not None:
        return
    client = session.client
    if accept:
        click.echo(client.witness.accept_key())
        return
    pinned = client.witness.public_key()
    click.echo(pinned)
    shown = client.public_key()
    if shown != pinned:
        session.tell("other-key", key=shown)


@key.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.option(
    "--lost", is_flag=True, help="The present key is lost: ask everybody else at the table to agree to a new one."
)
def rotate(session: Session, match: str, lost: bool) -> None:
    """Sign with a new key in MATCH from now on. Standing orders signed with the old one end."""
    whole = session.client.find(match)
    if session.client.change_key(whole, lost=lost):
        session.tell("new-key")
        return
    (mine,) = [one for one in _asked(session, whole) if one["seat"] == session.client.match(whole)["seat"]]
    names = ", ".join(_name(session, whole, seat) for seat in mine["awaited"])
    session.tell("key-wished", key=mine["key"])
    session.tell("key-awaits", names=names)


@key.command(epilog=EXIT_CODES)
@connected
@click.argument("match", type=MatchId())
@click.argument("seat", type=click.IntRange(0, 7))
@click.option("--key", "expected", metavar="KEY", help="The key that the player told you; anything else is refused.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def consent(session: Session, match: str, seat: int, expected: str | None, yes: bool) -> None:
    """Agree that SEAT signs with another key in MATCH, because its player has lost the old one.

    Whoever has the new key acts for that seat, so first ask the player by some other way than this server.
    """
    whole = session.client.find(match)
    asked = next((one for one in _asked(session, whole) if one["seat"] == seat), None)
    if asked is None:
        raise Failed(f"seat {seat} asks for no other key")
    if expected is not None and asked["key"] != expected:
        raise Failed(f"seat {seat} asks for another key, {asked['key']}: agree to nothing before you have talked")
    name = _name(session, whole, seat)
    session.tell("key-wanted", name=name, key=asked["key"])
    if not yes and not session.confirms("key-sure", name=name):
        return
    agreed = session.client.consent_to_key(whole, seat, asked["key"])
    left: list[int] = next((one["awaited"] for one in agreed["key_changes"] if one["seat"] == seat), [])
    session.tell("key-agreed-waits" if left else "key-agreed")


@key.command("export", epilog=EXIT_CODES)
@connected
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("match", type=MatchId(), required=False)
def export_keys(session: Session, file: Path, match: str | None) -> None:
    """Write the signing keys kept here, for MATCH or for all matches at this server, to FILE for another device of yours.

    Whoever has the file can act for you. Only you can read it; carry it over yourself and then delete it.
    """
    whole = None if match is None else session.client.find(match)
    kept = [{"match": found, "secret": b64(secret)} for found, secret in session.client.keep.seat_keys(whole)]
    if not kept:
        raise Failed("there is no signing key here")
    text = json.dumps({"form": KEYRING, "keys": kept, "server": session.client.transport.server}, indent=1) + "\n"
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    except OSError as error:
        raise Failed(f"{file}: {error.strerror}; name a file that is not there yet") from error
    with os.fdopen(handle, "w", encoding="utf-8") as writing:
        writing.write(text)
    session.tell("key-written" if len(kept) == 1 else "keys-written", count=len(kept), file=file)


@key.command("import", epilog=EXIT_CODES)
@connected
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
def import_keys(session: Session, file: Path) -> None:
    """Import the signing keys in FILE, which 'siegelpost key export' or the web table wrote elsewhere. None here is replaced."""
    found = _keyring(file, session.client.transport.server)
    server = session.client.transport.server
    if found["server"] != server:
        raise Failed(
            f"these keys are for {plain(found['server'])}, not for {server}: give --server {plain(found['server'])}"
        )
    for match, secret in found["keys"]:
        session.client.keep.keep_seat_key(match, secret)
    count = len(found["keys"])
    session.tell("key-kept" if count == 1 else "keys-kept", count=count, file=file)


def _keyring(file: Path, server: str) -> dict[str, Any]:
    """Return the server and the keys of a file; a browser's names no server. :raises Failed: when it holds none."""
    try:
        said = json.loads(file.read_bytes())
        if said["form"] == BROWSERS:
            secret = unb64(said["pkcs8"])[-32:]  # RFC 8410: the seed comes last
            if b64(bytes(SigningKey(secret).verify_key)) != said["key"]:
                raise ValueError("the private key does not match the public key")
            said = {"form": KEYRING, "server": server, "keys": [{"match": said["match"], "secret": b64(secret)}]}
        keys = [(str(one["match"]), unb64(one["secret"])) for one in said["keys"]]
        if said["form"] != KEYRING or any(len(secret) != 32 or str(UUID(match)) != match for match, secret in keys):
            raise ValueError("another form")
        return {"server": str(said["server"]), "keys": keys}
    except (NotCanonical, ValueError, KeyError, TypeError) as error:
        raise Failed(f"{file} is not a file of signing keys written by 'siegelpost key export'") from error


def _asked(session: Session, match: str) -> list[dict[str, Any]]:
    return list(session.client.match(match)["key_changes"])


def _name(session: Session, match: str, seat: int) -> str:
    return plain(str(session.client.match(match)["seats"][seat]["name"]))
