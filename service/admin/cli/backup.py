"""Operator commands for stored data: take and restore backups, list and check the archive, repair the file of a server of
one's own.
"""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from redis.exceptions import NoPermissionError, ResponseError

from engine.protocol.log import BadLog, chain, read_export, timestamp
from service.admin.cli.auditing import note
from service.admin.cli.parked import in_folder, store_of
from service.cli.player.exits import EXIT_CODES, Failed
from service.config.variables import BadSetting
from service.serve import processes
from service.serve.backup import (
    BadKey,
    NoBackup,
    NoRestore,
    Taken,
    Undecryptable,
    identities_in,
    installation_key,
    make_identity,
    recipients_of,
    restore,
    take,
    take_of_servers,
    trusted_in,
)
from service.serve.folder import DataFolder, EmbeddedError
from service.serve.keys import ensure_keys
from service.serve.preflight import note_restore
from service.serve.redis_server import answers, command, find_server
from service.store.append_only import PARTS, SINGLE, Unmendable, has_file, mend
from service.store.archive.leaves import FOLDER
from service.store.connection.connect import Place, Unreadable
from service.store.connection.durability import HALF_RESTORED
from service.store.matches.lists import Finished
from service.store.store import Store, StoreUnavailable

_data = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="SIEGELPOST_VAR",
    required=True,
    help="The folder of 'siegelpost serve'.",
)
_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


_trust = click.option(
    "--trust",
    "trusted",
    multiple=True,
    metavar="KEY",
    help="An installation whose backups may be restored: the key that 'siegelpost admin backup' shows. May be given several "
    "times.",
)

_identity = click.option(
    "--identity",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file of 'siegelpost admin backup-key', or of age-keygen.",
)


@click.command("mend", epilog=EXIT_CODES)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def mend_file(folder: Path) -> None:
    """Mend the append-only file of a stopped Redis server of your own after a crash ('siegelpost serve' does it itself).

    FOLDER is that of appendonly.aof or appendonlydir. What is removed was never acknowledged, and is kept beside the file.
    """
    try:
        for mended in mend(folder):
            click.echo(str(mended))
    except (Unmendable, OSError) as error:
        raise Failed(str(error)) from error
    if not has_file(folder):
        raise Failed(f"{folder} holds no append-only file: name the folder of {SINGLE} or {PARTS}")


@click.command("backup-key", epilog=EXIT_CODES)
@_file
@_trust
def backup_key(file: Path, trusted: tuple[str, ...]) -> None:
    """Make the key that opens backups: the secret part goes to FILE, the public part is shown.

    Keep the file away from the machine that makes the backups. Keys from age-keygen work as well.
    """
    try:
        recipient = make_identity(file, [installation_key(one) for one in trusted])
    except BadKey as error:
        raise Failed(str(error)) from error
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}") from error
    click.echo(recipient)


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin backup-key backup.key
  siegelpost admin backup --data var --recipient age1... /backups/monday.age
  siegelpost admin backup --keys /etc/siegelpost/keys --recipient age1... /backups/monday.age

{EXIT_CODES}"""
)
@_file
@click.option(
    "--recipient",
    "recipients",
    multiple=True,
    envvar="SIEGELPOST_BACKUP_RECIPIENTS",
    help="Who can open it: the public part of a key (age1...). May be given several times.",
)
@click.option(
    "--keys",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="The folder of 'siegelpost admin keys make', for servers of your own.",
)
@in_folder
def backup(file: Path, recipients: tuple[str, ...], keys: Path | None, data: Path | None) -> None:
    """Write everything of a running installation to FILE, encrypted: matches, accounts, finished matches, keys.

    People play on meanwhile; what they do after the store's snapshot is not in it. Letters and logs are left out.

    Without --data it backs up the installation of REDIS_URL (one server, Sentinels or a cluster), SIEGELPOST_ARCHIVE and
    --keys. A cluster's snapshot shows all its servers at the same moment. The user in REDIS_URL must be allowed to copy the
    store. TMPDIR names the disk for temporary files.
    """
    place = os.environ.get("SIEGELPOST_ARCHIVE", "") or ("" if data is None else str(data.resolve() / "archive"))
    archive = None if "://" in place or not place else Path(place)
    if (data is None) == (keys is None):
        raise click.UsageError("name the folder of 'siegelpost serve' with --data; or set REDIS_URL, and name --keys")
    try:
        known = recipients_of(recipients)
        with store_of(data) as store:
            note(store, "backup")
            if data is not None:
                taken = take(store, data.resolve(), file.absolute(), known, archive)
            else:
                assert keys is not None
                taken = take_of_servers(os.environ["REDIS_URL"], keys.resolve(), file.absolute(), known, archive)
    except (BadKey, NoBackup) as error:
        raise Failed(str(error)) from error
    click.echo(f"{file}: as of {timestamp(taken.facts.taken)[:19]}Z, {file.stat().st_size:,} bytes")
    click.echo(f"signed by {taken.signed_by}: keep this beside your backup key, to restore with --trust")
    if archive is None and place:
        click.echo(
            f"Finished matches stay in {place}: have its own versions or copies, and restore with the same SIEGELPOST_ARCHIVE."
        )


@click.command(
    "restore",
    epilog=f"""\b
Examples
  siegelpost admin restore /backups/monday.age --identity backup.key --trust KEY --data var2
  siegelpost admin restore /backups/monday.age --identity backup.key --trust KEY --data restored --to-servers

{EXIT_CODES}""",
)
@_file
@_identity
@_trust
@click.option(
    "--keep-logins", is_flag=True, help="Leave everybody signed in, also with tokens revoked since the backup."
)
@click.option(
    "--to-servers",
    is_flag=True,
    help="Also copy the store into the servers of REDIS_URL, which must be empty, instead of having 'siegelpost serve' use it.",
)
@_data
def restore_backup(
    file: Path, identity: Path, trusted: tuple[str, ...], keep_logins: bool, to_servers: bool, data: Path
) -> None:
    """Restore the installation in a backup to an empty folder. The next 'siegelpost serve' on it tells what is lost.

    What was acknowledged after the backup is lost. Make sure that the installation it was taken from never runs
    again: two with the same keys would sign different histories. A backup is restored only if it is signed by an
    installation that --trust or a line "# trusts: KEY" in the identity's file names.

    Everybody is signed out, bots and operators, too, calendars, news and notified browsers end, and webhooks and chats are
    off, because the backup cannot say what was revoked since. Letters can be answered.

    For servers of your own, set REDIS_URL and all that your processes have, but the keys, and say --to-servers. The
    user of REDIS_URL needs the right to RESTORE.
    """
    if to_servers:
        _refuse_used_servers()
    restored = _restored(file, identity, trusted, data, keep_logins=keep_logins)
    click.echo(f"{data}: as of {timestamp(restored.facts.taken)[:19]}Z, signed by {restored.signed_by}.")
    if to_servers:
        _fill_servers(data, restored.facts.taken, keep_logins=keep_logins)
        return
    click.echo(
        f"Start it with 'siegelpost serve --data {data}': running tables are told "
        "what is lost and get the time back, and the log of all matches gets a new name. "
        + ("Logins are kept." if keep_logins else "Everybody has to sign in again; bots and operators need new tokens.")
    )


def _refuse_used_servers() -> None:
    with store_of(None) as store:
        if store.is_half_restored():
            raise Failed(f"the servers of REDIS_URL hold a part of a backup: {HALF_RESTORED}")
        if not store.is_empty():
            raise Failed(
                "the servers of REDIS_URL are not empty: a backup is restored into new ones, never over an installation"
            )


def _copy(here: Store, there: Store, taken: int) -> int:
    try:
        return here.copy_to(there, taken)
    except StoreUnavailable as error:
        if isinstance(error.__cause__, NoPermissionError):
            raise Failed("the user of REDIS_URL may not RESTORE: name one with that right") from error
        raise
    except ResponseError as error:
        raise Failed(
            "the servers of REDIS_URL cannot read what the server on this machine writes: have the same release here and there"
        ) from error


def _fill_servers(data: Path, taken: int, *, keep_logins: bool) -> None:
    """Record the restore as the first start of 'siegelpost serve' does, and copy the store of a folder to the servers of
    REDIS_URL."""
    folder = DataFolder.look_at(data)
    try:
        keys = ensure_keys(folder.keys, matches_exist=True)
        public_url = os.environ.get("SIEGELPOST_PUBLIC_URL", "")
        environment = processes.environment(folder, keys, "127.0.0.1:0", public_url, os.environ)
        with _state_server(data), store_of(data) as here, store_of(None) as there:
            note_restore(taken, {**environment, "SIEGELPOST_REPLICAS": "0"}, keep_logins=keep_logins)
            count = _copy(here, there, taken)
    except (EmbeddedError, BadSetting) as error:
        raise Failed(str(error)) from error
    click.echo(
        f"{count:,} keys are in the servers of REDIS_URL. Put {data}/keys and {data}/archive where your settings say, and start "
        "all processes: running tables are told what is lost and get the time back. "
        + ("Logins are kept." if keep_logins else "Everybody has to sign in again; bots and operators need new tokens.")
    )


@click.command(
    epilog=f"""\b
Examples
  siegelpost admin rehearse /backups/monday.age --identity backup.key --trust KEY

{EXIT_CODES}"""
)
@_file
@_identity
@_trust
def rehearse(file: Path, identity: Path, trusted: tuple[str, ...]) -> None:
    """Restore a backup into a scratch folder, read everything in it, say whether it holds, and remove it.

    The installation in it does not run, so nothing goes out. TMPDIR names the disk, which needs room for the whole backup.
    """
    with tempfile.TemporaryDirectory(prefix="siegelpost-rehearsal-") as scratch:
        data = Path(scratch) / "data"
        restored = _restored(file, identity, trusted, data, keep_logins=False)
        with _state_server(data), store_of(data) as store:
            accounts = set(_accounts(store))
            running = sorted({match for one in accounts for match in store.unfinished_of(one)})
            finished = [one.match for one in _all(store)]
            faults = {match: why for match in (*running, *finished) if (why := _trouble(store, match))}
    for match, why in faults.items():
        click.echo(f"{match}  {why}")
    click.echo(
        f"{file}: as of {timestamp(restored.facts.taken)[:19]}Z, accounts {len(accounts)}, unfinished matches {len(running)}, "
        f"archived matches {len(finished)}"
    )
    if faults:
        raise Failed(
            f"{len(faults)} matches of this backup cannot be read: keep an older one, and look at the installation"
        )
    click.echo("PASS: all of it can be restored and read")


def _restored(file: Path, identity: Path, trusted: Sequence[str], data: Path, *, keep_logins: bool) -> Taken:
    """Restore a backup; a refusal ends the command."""
    try:
        identities = identities_in(identity)
        keys = {*map(installation_key, trusted), *trusted_in(identity)}
        return restore(file.absolute(), data.absolute(), identities, keys, keep_logins=keep_logins)
    except (BadKey, NoRestore, Undecryptable) as error:
        raise Failed(str(error)) from error


@contextmanager
def _state_server(data: Path) -> Iterator[None]:
    """Run the state server of a data folder until its data are loaded, and for as long as they are asked for."""
    folder = DataFolder(data)
    try:
        with subprocess.Popen(  # noqa: S603  our own command line
            command(find_server(folder), folder, "state"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as server:
            try:
                while not answers(folder.socket("state")):
                    if server.poll() is not None:
                        raise Failed("the state server does not start with what was restored")
                    time.sleep(0.1)
                yield
            finally:
                server.terminate()
    except EmbeddedError as error:
        raise Failed(str(error)) from error
    finally:
        folder.close()


def _accounts(store: Store) -> Iterator[str]:
    place: Place | None = Place()
    while place is not None:
        place, found = store.scan_accounts(place, AT_ONCE)
        yield from (one.id for one in found)


AT_ONCE = 500


@click.command(epilog=EXIT_CODES)
@in_folder
@click.option(
    "--check", is_flag=True, help="Read every file, show only those that cannot be read; exit code 1 if there are any."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def archived(data: Path | None, check: bool, as_json: bool) -> None:
    """List the matches in the archive (of SIEGELPOST_ARCHIVE or --data), in the order in which they closed."""
    looked = broken = 0
    with store_of(data) as store:
        for one in _all(store):
            looked += 1
            why = _trouble(store, one.match) if check else None
            broken += why is not None
            if check and why is None:
                continue
            closed = f"{timestamp(one.closed)[:19]}Z"
            if as_json:
                click.echo(json.dumps({"match": one.match, "closed": closed, **({"why": why} if check else {})}))
            else:
                click.echo(f"{one.match}  {closed}" + (f"  {why}" if why else ""))
        files, lost = _check_leaves(store, as_json) if check else (0, 0)
    if not as_json:
        click.echo(f"{looked} matches" + (f", {broken} of them cannot be read" if check else ""))
        if files:
            what = "1 file" if files == 1 else f"{files} files"
            click.echo(f"{what} of old entries of the log of all matches, {lost} of them cannot be read")
    if broken or lost:
        raise Failed("put their files back from a backup")


def _all(store: Store) -> Iterator[Finished]:
    last: Finished | None = None
    while page := store.archived(last, AT_ONCE):
        yield from page
        last = page[-1]


def _check_leaves(store: Store, as_json: bool) -> tuple[int, int]:
    """Read the files of old entries of the log of all matches and show unreadable ones; return how many there are, and
    how many were shown."""
    files, lost = store.archived_segments(), 0
    for segment in range(files):
        if why := store.segment_trouble(segment):
            lost += 1
            name = _check_file(store, segment)
            click.echo(json.dumps({"file": name, "why": why}) if as_json else f"{name}  {why}")
    return files, lost


def _check_file(store: Store, segment: int) -> str:
    """Return the name of a file of old entries; without the hash if that is corrupt, too."""
    try:
        return store.segment_name(segment)
    except Unreadable:
        return f"{FOLDER}/{segment:08d}"


def _trouble(store: Store, match: str) -> str | None:
    """Return why an archived match cannot be read, or None if it can."""
    try:
        record = store.load(match)
        if record is None:
            return "it is nowhere"
        *_, last = _whole(store.lines(match, limit=record.n))
    except Unreadable as error:
        return error.why
    except BadLog as error:
        return f"its log does not hold: {error}"
    return None if last == record.head else "its log does not end where the match did"


def _whole(lines: list[bytes]) -> Iterator[str]:
    """Yield the head after each line of a log. :raises BadLog: at the first line that is malformed or does not follow."""
    export = list(read_export(b"".join(lines)))
    for number, (line, head) in enumerate(zip(export, chain(one["entry"] for one in export), strict=True), start=1):
        if (line["entry"]["n"], line["head"]) != (number, head):
            raise BadLog(number, "it does not follow the one before")
        yield head
