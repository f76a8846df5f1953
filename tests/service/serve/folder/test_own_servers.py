"""Backups of installations on servers of their own: one server, Sentinels, a cluster; and restoring into each of them."""

import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
import redis
from click.testing import CliRunner, Result

from service.accounts.access.tokens import issue_token
from service.api.app import create_app
from service.cli import main
from service.config.settings import Settings
from service.context import Context
from service.keys.signing import Signer, new_match_id, read_key
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.serve.keys import KeyFiles
from service.store import keys
from service.store.connection.connect import Unreadable
from service.store.connection.scripts import Command
from service.store.connection.snapshots import NoSnapshot, fetch
from service.store.store import Store, StoreUnavailable
from tests.given.contexts import account, loaded
from tests.servers import forked
from tests.servers.ports import free_port
from tests.servers.redis_cluster import Cluster, Guarded, client_of
from tests.servers.redis_server import RedisServer
from tests.service.serve.folder.test_backup import backup_key
from tests.service.serve.watching import until
from tests.store.examples import match_id, running

Kind = Literal["one", "sentinel", "cluster"]


@contextmanager
def servers(kind: Kind, folder: Path) -> Iterator[str]:
    """Run servers of a kind; yield their address."""
    folder.mkdir()
    found: RedisServer | Guarded | Cluster
    found = {"one": RedisServer, "sentinel": Guarded, "cluster": Cluster}[kind](folder)
    try:
        found.start()
        yield found.url
    finally:
        found.remove()


def environment(url: str, folder: Path) -> dict[str, str | None]:
    """Return the settings of an installation at this store, without its keys."""
    return {
        "REDIS_URL": url,
        "SIEGELPOST_OPERATOR": "grace",
        "SIEGELPOST_PUBLIC_URL": f"http://127.0.0.1:{free_port()}",
        "SIEGELPOST_LOG_ORIGIN": "play.example/2",
        "SIEGELPOST_ARCHIVE": str(folder / "archive"),
        "SMTP_URL": (folder / "mail").as_uri(),
    }


def run(told: dict[str, str | None], *arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["admin", *map(str, arguments)], env=told)


def made_keys(folder: Path) -> KeyFiles:
    made = run({}, "keys", "make", folder / "keys")
    assert made.exit_code == 0, made.output
    return KeyFiles.within(folder / "keys")


def context_of(url: str, found: KeyFiles) -> Context:
    settings = Settings(
        redis_url=url, queue_url="unix:///nowhere", signing_key=found.signing, resolver_key=found.resolver,
        resolver_public=found.resolver_public, link_secret=found.links,
    )  # fmt: skip
    return Context.open(settings, resolver=True)


@pytest.mark.parametrize(
    ("source", "target"), [("cluster", "one"), ("one", "cluster"), ("sentinel", "sentinel"), ("cluster", "cluster")]
)
def test_a_backup_of_servers_of_one_s_own_is_restored_into_empty_ones(
    tmp_path: Path, source: Kind, target: Kind
) -> None:
    key, recipient = backup_key(tmp_path)
    found = made_keys(tmp_path)
    (tmp_path / "archive" / "018").mkdir(parents=True)
    (tmp_path / "archive" / "018" / "finished.jsonl.gz").write_bytes(b"finished")
    file, restored = tmp_path / "monday.age", tmp_path / "r"
    with servers(source, tmp_path / "before") as url:
        context = context_of(url, found)
        ada = account(context, "Ada")
        matches = [new_match_id() for _ in range(20)]
        for match in matches:
            creation.create(context, ada, NewMatch(rules="kontor"), match)
        before = [replace(loaded(context, match), now=0) for match in matches]
        token = issue_token(context, ada.id, name="stolen", scopes=("account:read",)).token.id
        told = run(environment(url, tmp_path), "backup", file, "--recipient", recipient, "--keys", tmp_path / "keys")
        assert told.exit_code == 0, told.output
        signed_by = context.signer.public_key
        assert f"signed by {signed_by}" in told.output
        context.store.close()
    trusted = (file, "--identity", key, "--trust", signed_by)
    assert "PASS" in (rehearsed := run({}, "rehearse", *trusted)).output, rehearsed.output
    with servers(target, tmp_path / "after") as url:
        told = run(environment(url, tmp_path), "restore", *trusted, "--data", restored, "--to-servers")
        assert told.exit_code == 0, told.output
        assert "running tables are told" in told.output and "sign in again" in told.output
        context = context_of(url, KeyFiles.within(restored / "keys"))
        assert [replace(loaded(context, match), now=0) for match in matches] == before
        assert context.store.token(token) is None, "it may have been revoked since"
        assert context.store.account_by_mail("ada@players.example") is not None
        assert [one.what for one in context.store.audited(2)] == ["backup", "restore"]
        with client_of(url) as client:
            noted = [client.hget(keys.running(bucket), "restored") for bucket in range(keys.BUCKETS)]
        assert len(set(noted)) == 1 and noted[0] is not None, "the clock's next beat tells the tables"
        context.store.close()
        again = run(environment(url, tmp_path), "restore", *trusted, "--data", tmp_path / "no", "--to-servers")
        assert again.exit_code == 1 and "not empty" in again.output and not (tmp_path / "no").exists()
    assert (restored / "archive" / "018" / "finished.jsonl.gz").read_bytes() == b"finished"


def test_a_snapshot_of_a_cluster_shows_one_moment_while_people_play(tmp_path: Path) -> None:
    """What is written first, on whichever server, is in it if what is written after it is."""
    with servers("cluster", tmp_path / "servers") as url:
        store, over, written = Store.connect(url), threading.Event(), list[str]()

        def play() -> None:
            number = 0
            while not over.is_set():
                number += 1
                written.append(running(store, match_id(number, bucket=number % keys.BUCKETS)).match)

        thread = threading.Thread(target=play)
        thread.start()
        try:
            until(lambda: len(written) > 200, "people play")
            at_least = len(written)
            taken = [fetch(url, tmp_path / f"{number}.rdb") for number in range(5)]
            until(lambda: len(written) > at_least + 200, "they play on")
        finally:
            over.set()
            thread.join()
        assert sorted(taken) == taken and taken[-1] <= store.now()
        store.close()
    for number in range(5):
        held = _held(written, tmp_path / f"{number}.rdb", tmp_path / f"read-{number}")
        assert held == written[: len(held)] and len(held) >= at_least


def _held(written: list[str], snapshot: Path, folder: Path) -> list[str]:
    """Return which of these matches are in a snapshot, as a single server reads it."""
    parts = folder / "appendonlydir"
    parts.mkdir(parents=True)
    snapshot.rename(parts / "appendonly.aof.1.base.rdb")
    (parts / "appendonly.aof.manifest").write_text("file appendonly.aof.1.base.rdb seq 1 type b\n")
    server = RedisServer(folder)
    try:
        server.start()
        with redis.Redis.from_url(server.url) as client:
            return [match for match in written if client.exists(keys.match(match))]
    finally:
        server.remove()


def test_a_user_without_the_right_is_told_which_is_lacking(tmp_path: Path) -> None:
    key, recipient = backup_key(tmp_path)
    signed_by = Signer(read_key(made_keys(tmp_path).signing, "key")).public_key
    take = ("backup", tmp_path / "x.age", "--recipient", recipient, "--keys", tmp_path / "keys")
    put_back = ("restore", tmp_path / "x.age", "--identity", key, "--trust", signed_by, "--data", tmp_path / "r")
    with servers("one", tmp_path / "servers") as url, redis.Redis.from_url(url) as client:
        client.execute_command("ACL", "SETUSER", "poor", "on", ">pw", "~*", "&*", "+@all", "-psync", "-restore")
        poor = url.replace("unix://", "unix://poor:pw@")
        with pytest.raises(NoSnapshot, match=r"\+psync \+replconf"):
            fetch(poor, tmp_path / "x.rdb")
        told = run(environment(poor, tmp_path), *take)
        assert told.exit_code == 1 and "+psync +replconf" in told.output and not (tmp_path / "x.age").exists()
        assert run(environment(url, tmp_path), *take).exit_code == 0
        client.flushall()
        told = run(environment(poor, tmp_path), *put_back, "--to-servers")
        assert told.exit_code == 1 and "may not RESTORE" in told.output


@pytest.mark.parametrize("target", ["one", "cluster"])
def test_nothing_works_with_a_store_whose_restore_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: Kind
) -> None:
    """A power cut while the backup is copied: some matches and accounts are there, and some are not."""
    key, recipient = backup_key(tmp_path)
    found = made_keys(tmp_path)
    file = tmp_path / "monday.age"
    with servers("one", tmp_path / "before") as url:
        context = context_of(url, found)
        matches = [running(context.store, match_id(number, bucket=number)).match for number in range(9)]
        context.store.close()
        told = run(environment(url, tmp_path), "backup", file, "--recipient", recipient, "--keys", tmp_path / "keys")
        assert told.exit_code == 0, told.output
    signed_by = Signer(read_key(found.signing, "key")).public_key
    put_back = ("restore", file, "--identity", key, "--trust", signed_by, "--to-servers", "--data")
    whole = Store._ask_many

    def part(store: Store, commands: Sequence[Command]) -> list[Any]:
        restoring = any(one[0] == "RESTORE" for one in commands)
        whole(store, commands[:9] if restoring else commands)
        if restoring:
            raise SystemExit(137)
        return whole(store, commands)

    with servers(target, tmp_path / "after") as url:
        with monkeypatch.context() as patched:
            patched.setattr(Store, "_ask_many", part)
            assert run(environment(url, tmp_path), *put_back, tmp_path / "r1").exit_code == 137
        with pytest.raises(Unreadable, match="FLUSHALL"):
            context_of(url, found)
        settings = {
            **os.environ, **{name: one for name, one in environment(url, tmp_path).items() if one is not None},
            "SIEGELPOST_SIGNING_KEY": str(found.signing), "SIEGELPOST_LINK_SECRET": str(found.links),
            "SIEGELPOST_RESOLVER_PUBLIC": str(found.resolver_public),
            "QUEUE_URL": "unix:///nowhere", "SIEGELPOST_REPLY_HOST": "r.example",
        }  # fmt: skip
        for process in ("workers.clock", "workers.inbox"):
            said = tmp_path / process
            assert forked.start([sys.executable, "-m", process], settings, said).wait(120) == 2
            assert "FLUSHALL" in said.read_text(), process
        with closing(Store.connect(url)) as store:
            assert [one for one in store.check_durability() if "FLUSHALL" in one], "so /ready says 503"
            assert not store.is_empty()
        again = run(environment(url, tmp_path), *put_back, tmp_path / "r2")
        assert again.exit_code == 1 and "FLUSHALL" in again.output and not (tmp_path / "r2").exists()
        with client_of(url) as client:
            client.flushall()
        assert run(environment(url, tmp_path), *put_back, tmp_path / "r3").exit_code == 0
        context = context_of(url, KeyFiles.within(tmp_path / "r3" / "keys"))
        assert all(context.store.load(match) is not None for match in matches)
        assert not context.store.is_half_restored()
        context.store.close()


def test_a_process_that_starts_before_the_store_uses_it_once_it_is_whole_and_all_keys_are_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A power cut while a backup is copied, and then the processes are up before the servers are."""
    found = made_keys(tmp_path)
    (tmp_path / "others").mkdir()
    (tmp_path / "servers").mkdir()
    server = RedisServer(tmp_path / "servers")
    try:
        early, strange = context_of(server.url, found), context_of(server.url, made_keys(tmp_path / "others"))
        api = create_app(early).test_client()
        with pytest.raises(StoreUnavailable):
            early.store.now()
        server.start()
        with redis.Redis.from_url(server.url) as client:
            client.set(keys.half_restored(), 1)
            for _ in range(2):
                with pytest.raises(StoreUnavailable, match="FLUSHALL"):
                    early.store.now()
            ready = api.get("/ready")
            assert ready.status_code == 503 and "FLUSHALL" in ready.text
            client.flushall()
        assert early.store.now() > 0 and api.get("/ready").status_code == 200
        creation.create(early, account(early, "Ada"), NewMatch(rules="kontor"), new_match_id())
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="key"):
                strange.store.now()
        told = [one.getMessage() for one in caplog.records if one.levelname == "ERROR"]
        assert [("FLUSHALL" in one, "1 running match needs" in one) for one in told] == [(True, False), (False, True)]
        early.store.close()
        strange.store.close()
    finally:
        server.remove()


def test_what_expires_while_it_is_copied_does_not_stay_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DUMP and PTTL are two commands: a login code that ends between them would be restored as one without an end."""
    asked = Store._ask_many

    def slowly(store: Store, commands: Sequence[Command]) -> list[Any]:
        told = asked(store, commands)
        return [-2 if one == ("PTTL", b"code") else reply for one, reply in zip(commands, told, strict=True)]

    with servers("one", tmp_path / "a") as old, servers("one", tmp_path / "b") as new:
        redis.Redis.from_url(old).mset({"code": "1", "account": "2", "token": "3"})
        redis.Redis.from_url(old).pexpire("token", 600_000)
        with closing(Store.connect(old)) as here, closing(Store.connect(new)) as there:
            monkeypatch.setattr(Store, "_ask_many", slowly)
            assert here.copy_to(there, 1) == 2
        filled = redis.Redis.from_url(new)
        assert {name: filled.pttl(name) for name in ("code", "account")} == {"code": -2, "account": -1}
        assert 0 < filled.pttl("token") <= 600_000


def test_a_folder_or_keys_are_named_not_both(tmp_path: Path) -> None:
    _, recipient = backup_key(tmp_path)
    told = run({"REDIS_URL": "redis://127.0.0.1:1"}, "backup", tmp_path / "x.age", "--recipient", recipient)
    assert told.exit_code == 2 and "--keys" in told.output
