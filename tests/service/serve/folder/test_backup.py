"""Backups of a running installation, and what a restored one tells its players and whoever checks it."""

import hashlib
import io
import json
import os
import re
import signal
import stat
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyrage
import pytest
import requests
from click.testing import CliRunner, Result
from pyrage.x25519 import Identity

from engine.verifier.replay import Report, verify
from service.admin.cli import backup as backup_commands
from service.cli import main
from service.keys.signing import Signer, read_key, verify_signature
from service.serve import backup
from service.serve.backup import BadKey, _put, _snapshot, identities_in, recipients_of
from service.store.store import Store
from service.store.values import zstd
from tests.servers.redis_server import RedisServer
from tests.service.serve.test_serve import Serving, family_of
from tests.service.serve.watching import alive, until

SEAL = {"move": {"type": "pass"}}


def run(*arguments: str | Path, archive: str | None = None) -> Result:
    env = {"SIEGELPOST_OPERATOR": "grace", "SIEGELPOST_ARCHIVE": archive}
    return CliRunner().invoke(main, ["admin", *map(str, arguments)], env=env)


def backup_key(folder: Path) -> tuple[Path, str]:
    """Return the file of a new key and its public part."""
    made = run("backup-key", folder / "backup.key")
    assert made.exit_code == 0, made.output
    return folder / "backup.key", made.output.strip()


OURS, FOREIGN = Signer(b"o" * 32), Signer(b"f" * 32)
"""The signing keys of this installation, and of another."""


def packed(file: Path, recipient: str, members: Mapping[str, bytes], signer: Signer | None = OURS) -> Path:
    """Write a backup with these members, as whoever knows the public key can, and holds a signing key."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for name, data in members.items():
            one = tarfile.TarInfo(name)
            one.size = len(data)
            tar.addfile(one, io.BytesIO(data))
    return encrypted(file, recipient, signed(zstd.compress(plain.getvalue()), signer))


def encrypted(file: Path, recipient: str, plain: bytes) -> Path:
    file.write_bytes(pyrage.encrypt(plain, [pyrage.x25519.Recipient.from_str(recipient)]))
    return file


def signed(content: bytes, signer: Signer | None) -> bytes:
    """Return the content of a backup with its signature behind it, byte by byte as docs/operations.md has it."""
    if signer is None:
        return content
    signature = signer.sign_backup(hashlib.sha256(content).digest())
    return content + bytes.fromhex("5a2a4d1860000000") + signer.public_bytes + signature


def restored(tmp_path: Path, file: Path, key: Path, *trusted: Signer) -> Result:
    trust = [word for one in trusted for word in ("--trust", one.public_key)]
    return run("restore", file, "--identity", key, "--data", tmp_path / "new", *trust)


FACTS = json.dumps({"format": 1, "taken": 1}).encode()
WHOLE = {
    "backup.json": FACTS,
    "state.rdb": b"REDIS0011",
    "keys/signing.key": b"s",
    "keys/resolver.key": b"r",
    "keys/links.key": b"l",
}


def without(*names: str) -> dict[str, bytes]:
    return {name: data for name, data in WHOLE.items() if name not in names}


def test_what_a_backup_holds_is_laid_out_privately_in_a_new_folder(tmp_path: Path) -> None:
    key, recipient = backup_key(tmp_path)
    file = packed(tmp_path / "monday.age", recipient, {**WHOLE, "archive/abc/one.gz": b"a", "keys/signing-2.key": b"t"})

    done = restored(tmp_path, file, key, OURS)

    assert done.exit_code == 0, done.output
    assert f"signed by {OURS.public_key}" in done.output
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    found = {str(path.relative_to(tmp_path / "new")) for path in (tmp_path / "new").rglob("*") if path.is_file()}
    assert found == {
        "archive/abc/one.gz", "keys/links.key", "keys/resolver.key", "keys/signing-2.key", "keys/signing.key", "restores.json",
        "state/appendonlydir/appendonly.aof.1.base.rdb", "state/appendonlydir/appendonly.aof.manifest",
    }  # fmt: skip
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.key", "monday.age", "new"]


@pytest.mark.parametrize(
    ("members", "word"),
    [
        pytest.param({**WHOLE, "../evil": b""}, "none of ours", id="a way out of the folder"),
        pytest.param({**WHOLE, "archive/../../evil": b""}, "cannot be restored", id="a way out by the archive"),
        pytest.param({**WHOLE, "keys/../lock": b""}, "none of ours", id="no key"),
        pytest.param({**WHOLE, "backup.json": b'{"format": 2, "taken": 1}'}, "a later release", id="a later format"),
        pytest.param({**WHOLE, "backup.json": b"{}"}, "does not say what it is", id="no facts"),
        pytest.param({"a": b""}, "no backup of", id="something else"),
        pytest.param(without("keys/signing.key", "keys/resolver.key"), "lacks signing, resolver", id="keys lost"),
        pytest.param(without("state.rdb"), "lacks the snapshot", id="no store"),
    ],
)  # fmt: skip
def test_what_is_no_whole_backup_is_refused_and_leaves_nothing(
    tmp_path: Path, members: dict[str, bytes], word: str
) -> None:
    key, recipient = backup_key(tmp_path)
    file = packed(tmp_path / "odd.age", recipient, members)

    done = restored(tmp_path, file, key, OURS)

    assert (done.exit_code, word in done.output) == (1, True), done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.key", "odd.age"]


def test_a_backup_is_opened_by_its_key_alone_whole_alone_and_never_over_anything(tmp_path: Path) -> None:
    key, recipient = backup_key(tmp_path)
    file = packed(tmp_path / "monday.age", recipient, WHOLE)
    other, short = tmp_path / "other.key", tmp_path / "short.age"
    other.write_text(str(Identity.generate()))
    short.write_bytes(file.read_bytes()[:-20])
    full = tmp_path / "full"
    full.mkdir()
    (full / "lock").touch()

    trust = ("--trust", OURS.public_key)
    refused = [
        run("restore", file, "--identity", other, "--data", tmp_path / "new", *trust),
        run("restore", short, "--identity", key, "--data", tmp_path / "new", *trust),
        run("restore", file, "--identity", key, "--data", full, *trust),
        run("restore", file, "--identity", file, "--data", tmp_path / "new", *trust),
        run("backup", tmp_path / "x.age", "--recipient", key.read_text().split()[-1], "--data", full),
        run("backup", tmp_path / "x.age", "--data", full),
        run("backup-key", key),
    ]

    assert [done.exit_code for done in refused] == [1] * 7, [done.output for done in refused]
    assert not (tmp_path / "new").exists()
    assert "AGE-SECRET" not in "".join(done.output for done in refused).replace("begins with AGE-SECRET-KEY-1", "")


@pytest.mark.parametrize("trusted", [(), (OURS,)], ids=["nobody is trusted", "another is trusted"])
def test_a_backup_of_another_installation_is_refused_with_its_key_unless_that_is_trusted(
    tmp_path: Path, trusted: tuple[Signer, ...]
) -> None:
    """Whoever knows the public recipient can make one: it would be restored with keys and accounts of theirs."""
    key, recipient = backup_key(tmp_path)
    file = packed(tmp_path / "foreign.age", recipient, WHOLE, FOREIGN)

    done = restored(tmp_path, file, key, *trusted)

    assert done.exit_code == 1 and not (tmp_path / "new").exists()
    assert f"--trust {FOREIGN.public_key}" in done.output
    assert restored(tmp_path, file, key, OURS, FOREIGN).exit_code == 0


def test_a_backup_that_was_changed_is_refused_before_anything_of_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed by somebody who can decrypt and encrypt it, but has no signing key of the installation."""
    key, recipient = backup_key(tmp_path)
    monkeypatch.setattr(backup, "_unpack", lambda *_: pytest.fail("it was read"))
    right = signed(zstd.compress(b"content"), OURS)
    tail = len(right) - 104
    for changed in (
        b"\0" + right[1:],
        right[:tail] + b"more" + right[tail:],
        right[: tail + 8] + FOREIGN.public_bytes + right[tail + 40 :],
        right[:-1] + bytes([right[-1] ^ 1]),
        right + b"\0",
        right[:-1],
        right[tail:],
        zstd.compress(b"content"),
        b"",
    ):
        done = restored(tmp_path, encrypted(tmp_path / "changed.age", recipient, changed), key, OURS, FOREIGN)
        assert done.exit_code == 1 and "sign" in done.output, done.output
        assert not (tmp_path / "new").exists()


def test_a_signature_of_something_else_is_none_of_a_backup(tmp_path: Path) -> None:
    key, recipient = backup_key(tmp_path)
    content = zstd.compress(b"content")
    head = OURS.sign_head("m", 1, hashlib.sha256(content).digest())
    forged = content + bytes.fromhex("5a2a4d1860000000") + OURS.public_bytes + head
    assert restored(tmp_path, encrypted(tmp_path / "forged.age", recipient, forged), key, OURS).exit_code == 1


def test_a_backup_key_may_name_the_installation_whose_backups_it_trusts(tmp_path: Path) -> None:
    made = run("backup-key", tmp_path / "backup.key", "--trust", OURS.public_key)
    file = packed(tmp_path / "monday.age", made.output.strip(), WHOLE)
    foreign = packed(tmp_path / "foreign.age", made.output.strip(), WHOLE, FOREIGN)

    assert restored(tmp_path, foreign, tmp_path / "backup.key").exit_code == 1
    assert restored(tmp_path, file, tmp_path / "backup.key").exit_code == 0
    assert run("backup-key", tmp_path / "other.key", "--trust", "no key").exit_code == 1
    assert not (tmp_path / "other.key").exists()
    assert (
        run("restore", file, "--identity", tmp_path / "backup.key", "--data", tmp_path / "x", "--trust", "x").exit_code
        == 1
    )


def test_nobody_who_can_write_beside_a_backup_leads_it_elsewhere(tmp_path: Path) -> None:
    made, target, shared = tmp_path / "made", tmp_path / "target", tmp_path / "shared"
    shared.mkdir()
    made.write_bytes(b"encrypted")
    target.write_text("an operator's own")
    (shared / ".monday.age.part").symlink_to(target)
    with pytest.raises(OSError, match="symbolic"):
        _put(made, shared / "monday.age")
    assert target.read_text() == "an operator's own" and not (shared / "monday.age").exists()


def sealed(serving: Serving, token: str, decision: str, seq: int | None = None) -> dict[str, Any]:
    """Pass under a seal; return the signed receipt."""
    answer = requests.put(
        f"{serving.url}/v1/matches/{serving.demo['match']}/decisions/{decision}/commitment",
        json={**SEAL, **({} if seq is None else {"replaces": seq})},
        headers={"Authorization": f"Bearer {token}"},
        timeout=120,
    )
    assert answer.status_code in (200, 201), answer.text
    return {name: answer.json()[name] for name in ("receipt", "signature")}


def exported(serving: Serving, token: str) -> bytes:
    """Return the export of the demo's match."""
    log = requests.get(
        f"{serving.url}/v1/matches/{serving.demo['match']}/log.jsonl",
        headers={"Authorization": f"Bearer {token}"},
        timeout=120,
    )
    assert log.status_code == 200, log.text
    return log.content


def logged_in(serving: Serving, mail: str) -> str:
    """Sign in with a code from the mailbox; return the token."""
    assert requests.post(f"{serving.url}/v1/login", json={"mail": mail}, timeout=120).status_code == 202
    letter = until(lambda: next((str(one) for one in serving.mails() if "/login/" in str(one)), None), "the code came")
    found = re.search(r"/login/([A-Za-z0-9_.-]+)", letter.replace("=\n", ""))
    assert found, letter
    answer = requests.post(f"{serving.url}/v1/login/confirm", json={"code": found[1]}, timeout=120)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def checked(serving: Serving, token: str, receipts: list[dict[str, Any]]) -> Report:
    """Return what an auditor says of that match."""
    key = Signer(read_key(serving.folder / "keys" / "signing.key", "key")).public_bytes
    return verify(
        exported(serving, token),
        check_signature=lambda message, signature: verify_signature(key, message, signature),
        receipts=receipts,
    )


def test_a_backup_right_after_another_gets_a_snapshot_of_its_own(
    tmp_path: Path, redis_session: RedisServer, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server takes a tenth of a second to see that it has written the first: the second waited an hour for that one."""
    monkeypatch.setattr(backup, "PATIENCE", 5.0)
    store = Store.connect(redis_url)
    for name in ("first", "second"):
        _snapshot(store, redis_session.directory, tmp_path / name)
        assert (tmp_path / name).is_file()
    store.close()


def test_a_backup_is_rehearsed_beside_the_installation_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, recipient = backup_key(tmp_path)
    scratch = Path(tempfile.mkdtemp(prefix="s-"))  # short: there are sockets in it
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    file = tmp_path / "monday.age"
    first = Serving(tmp_path / "var").up()
    try:
        assert run("backup", file, "--recipient", recipient, "--data", first.folder).exit_code == 0
        own = Signer(read_key(first.folder / "keys" / "signing.key", "key")).public_key
        told = run("rehearse", file, "--identity", key, "--trust", own)
        assert (told.exit_code, "PASS" in told.output) == (0, True), told.output
        assert "unfinished matches 1, archived matches 0" in told.output
        assert run("rehearse", file, "--identity", key).exit_code == 1, "signed by nobody who is trusted"
        with monkeypatch.context() as spoilt:
            spoilt.setattr(backup_commands, "_trouble", lambda *_: "its log does not hold")
            told = run("rehearse", file, "--identity", key, "--trust", own)
        assert (
            told.exit_code == 1
            and "1 matches of this backup cannot be read" in told.output
            and "PASS" not in told.output
        )
    finally:
        first.end()
    assert list(scratch.iterdir()) == []
    scratch.rmdir()


def test_a_backup_from_which_no_server_starts_fails_its_rehearsal(tmp_path: Path) -> None:
    key, recipient = backup_key(tmp_path)
    file = packed(tmp_path / "x.age", recipient, WHOLE)
    told = run("rehearse", file, "--identity", key, "--trust", OURS.public_key)
    assert told.exit_code == 1 and "does not start" in told.output


def test_a_backup_taken_while_it_runs_is_restored_after_everything_was_lost(tmp_path: Path) -> None:
    """The drill of docs/operations.md, with the players' side of it."""
    key, recipient = backup_key(tmp_path)
    first = Serving(tmp_path / "var").up()
    demo, token = first.demo, first.demo["token"]

    taken = run("backup", tmp_path / "monday.age", "--recipient", recipient, "--data", first.folder)
    assert taken.exit_code == 0, taken.output
    own = Signer(read_key(first.folder / "keys" / "signing.key", "key")).public_key
    assert f"signed by {own}" in taken.output
    assert run("backup", tmp_path / "monday.age", "--recipient", recipient, "--data", first.folder).exit_code == 1
    bucket = "s3://post/finished"
    without = run("backup", tmp_path / "b.age", "--recipient", recipient, "--data", first.folder, archive=bucket)
    assert without.exit_code == 0 and f"Finished matches stay in {bucket}" in without.output
    lost = sealed(first, token, "r1.choose")
    family = [first.process.pid, *family_of(first.process.pid)]
    for pid in family:
        os.kill(pid, signal.SIGKILL)
    first.end()
    until(lambda: not any(map(alive, family)), "everything is dead")
    (tmp_path / "var").rename(tmp_path / "lost")
    without_trust = run("restore", tmp_path / "monday.age", "--identity", key, "--data", tmp_path / "var")
    assert without_trust.exit_code == 1 and own in without_trust.output
    trust = ("--trust", own)
    assert run("restore", tmp_path / "monday.age", "--identity", key, "--data", tmp_path / "var", *trust).exit_code == 0
    (tmp_path / "var" / "demo.json").write_text(json.dumps(demo))

    second = Serving(tmp_path / "var").up()

    assert "what was acknowledged since is lost" in second.said
    until(lambda: any("put back to a backup" in str(mail) for mail in second.mails()), "the player is told")
    book = Store.connect(f"unix://{second.folder}/state.sock")
    (entry,) = [one for one in book.audited(10) if one.what == "restore"]
    assert entry.why.startswith("to the backup of 20") and book.check_audit().fault is None
    book.close()
    assert requests.get(f"{second.url}/checkpoint", timeout=120).text.splitlines()[0].endswith("/2")
    assert (
        requests.get(f"{second.url}/v1/me", headers={"Authorization": f"Bearer {token}"}, timeout=120).status_code
        == 401
    )
    token = logged_in(second, demo["mail"])
    again = sealed(second, token, "r1.choose")
    assert again["receipt"]["seq"] == lost["receipt"]["seq"], "the store knows nothing of the seal that is lost"
    until(lambda: '"type":"locked"' in exported(second, token).decode(), "the round is locked")
    assert '"cause":"restored"' in exported(second, token).decode()
    assert checked(second, token, [again]).verdict == "INCOMPLETE", "all is well so far"
    contradicted = checked(second, token, [lost])
    assert contradicted.verdict == "FAIL", contradicted
    assert second.end() == 0


@pytest.mark.parametrize(
    "word", ["age1pq1" + "q" * 40, "age1yubikey1" + "q" * 40, "ssh-ed25519 AAAA", "age1" + "q" * 58]
)
def test_a_recipient_of_another_kind_is_told_which_is_taken(word: str) -> None:
    with pytest.raises(BadKey, match=r"X25519 keys are, .* post-quantum keys \(age1pq1"):
        recipients_of([word])


def test_an_identity_of_another_kind_is_told_which_is_taken_and_not_shown(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("AGE-SECRET-KEY-PQ-1" + "Q" * 40)
    with pytest.raises(BadKey, match="X25519 keys are") as refused:
        identities_in(tmp_path / "key")
    assert "QQ" not in str(refused.value)
