"""Keys: made once, kept, private, and never silently replaced."""

import os
import stat
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import redis

from service.config.variables import BadSetting
from service.context import settings_to_start
from service.keys.keyring import PushKey
from service.keys.signing import read_key, resolver_public
from service.serve.folder import DataFolder, EmbeddedError
from service.serve.keys import KeyFiles, add_key, ensure_keys, newest_first, write_key
from service.serve.preflight import check_store
from service.serve.processes import environment, resolver_settings
from service.store import keys


def test_the_first_start_makes_keys_that_only_their_owner_reads(tmp_path: Path) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)

    assert resolver_public(read_key(files.resolver, "key")) == read_key(files.resolver_public, "key")
    assert len({path.read_text() for path in tmp_path.iterdir()}) == 6
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_the_next_start_keeps_them_but_for_the_secret_of_the_mailbox(tmp_path: Path) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)
    before = {path: path.read_text() for path in vars(files).values()}

    ensure_keys(tmp_path, matches_exist=True)

    after = {path: path.read_text() for path in before}
    assert after.pop(files.mailbox) != before.pop(files.mailbox)
    assert files.mailbox.stat().st_mode & 0o777 == 0o600
    assert after == before


@pytest.mark.parametrize("name", ["signing", "resolver", "links"])
def test_a_key_missing_beside_matches_is_a_loss_and_not_replaced(tmp_path: Path, name: str) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)
    lost: Path = getattr(files, name)
    lost.unlink()

    with pytest.raises(EmbeddedError, match=rf"lacks {lost.name}.*backup"):
        ensure_keys(tmp_path, matches_exist=True)

    assert not lost.exists()


def test_an_installation_of_before_gets_a_key_for_push(tmp_path: Path) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)
    files.push.unlink()

    ensure_keys(tmp_path, matches_exist=True)

    PushKey(read_key(files.push, "key"))


def test_the_public_half_is_made_again_when_it_is_lost(tmp_path: Path) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)
    before = files.resolver_public.read_text()
    files.resolver_public.unlink()

    ensure_keys(tmp_path, matches_exist=True)

    assert files.resolver_public.read_text() == before


def test_halves_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)
    files.resolver_public.write_text(files.links.read_text())

    with pytest.raises(EmbeddedError, match=r"does not belong to resolver\.key"):
        ensure_keys(tmp_path, matches_exist=True)


def test_a_damaged_key_is_named_and_its_content_is_not_told(tmp_path: Path) -> None:
    files = ensure_keys(tmp_path, matches_exist=False)
    files.signing.write_text("secret but too short")

    with pytest.raises(EmbeddedError, match=r"signing\.key") as refused:
        ensure_keys(tmp_path, matches_exist=True)

    assert "secret" not in str(refused.value)


def test_a_key_half_written_by_a_crash_is_made_anew(tmp_path: Path) -> None:
    files = KeyFiles.within(tmp_path)
    files.signing.with_suffix(".key.new").write_text("half")

    ensure_keys(tmp_path, matches_exist=False)

    assert len(read_key(files.signing, "key")) == 32


@pytest.mark.parametrize("kind", ["signing", "resolver", "links"])
def test_a_new_key_stands_beside_the_one_before_and_is_used_from_the_next_start(tmp_path: Path, kind: str) -> None:
    before = ensure_keys(tmp_path, matches_exist=False)
    old: Path = getattr(before, kind)
    content = old.read_text()

    made = add_key(tmp_path, kind)
    assert made == tmp_path / f"{kind}-2.key"
    after = ensure_keys(tmp_path, matches_exist=True)

    assert getattr(after, kind) == made
    assert newest_first(tmp_path, kind) == [made, old]
    assert (old.read_text(), stat.S_IMODE(made.stat().st_mode)) == (content, 0o600)
    assert resolver_public(read_key(after.resolver, "key")) == read_key(after.resolver_public, "key")
    old.unlink()
    assert getattr(ensure_keys(tmp_path, matches_exist=True), kind) == made, "whether it is still needed says the store"


def test_killed_while_a_new_key_is_made_the_old_one_is_the_newest(tmp_path: Path) -> None:
    before = ensure_keys(tmp_path, matches_exist=False)
    (tmp_path / "signing-2.key.new").write_text("half")
    (tmp_path / "signing-2.key~").write_text("an editor's")

    assert ensure_keys(tmp_path, matches_exist=True).signing == before.signing
    for number in range(2, 12):
        assert add_key(tmp_path, "signing") == tmp_path / f"signing-{number}.key"
    assert newest_first(tmp_path, "signing")[0].name == "signing-11.key", "10 comes after 9"


def test_a_folder_without_keys_gets_none_beside_them(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match="holds no keys"):
        add_key(tmp_path, "signing")


class Killed(BaseException):
    """What a kill -9 looks like from within."""


def dying_at(number: int, patched: pytest.MonkeyPatch) -> None:
    """Let one call of those that change the disk not be lived to see."""
    left = iter(range(number))

    def mortal(call: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any) -> Any:
            if next(left, None) is None:
                raise Killed
            return call(*given)

        return step

    patched.setattr(os, "open", mortal(os.open))
    patched.setattr(os, "fsync", mortal(os.fsync))
    patched.setattr(Path, "replace", mortal(Path.replace))


@pytest.mark.parametrize("kind", ["signing", "resolver", "links", "push"])
def test_killed_before_any_step_of_a_rotation_the_folder_is_good_and_the_next_one_succeeds(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    for number in count():
        folder = tmp_path / str(number)
        folder.mkdir()
        before = getattr(ensure_keys(folder, matches_exist=False), kind).read_text()
        with monkeypatch.context() as patched:
            dying_at(number, patched)
            try:
                add_key(folder, kind)
                steps = number
            except Killed:
                pass
        files = ensure_keys(folder, matches_exist=True)
        assert resolver_public(read_key(files.resolver, "key")) == read_key(files.resolver_public, "key")
        assert (folder / f"{kind}.key").read_text() == before
        made = add_key(folder, kind)
        assert read_key(made, "key") and getattr(ensure_keys(folder, matches_exist=True), kind) == made
        if steps:
            break
    assert steps == (10 if kind == "resolver" else 5), "both files, and the folder after each"


def test_a_key_of_one_s_own_that_a_kill_left_without_its_public_half_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "resolver-2.key"
    for number in count():
        with monkeypatch.context() as patched:
            dying_at(number, patched)
            with suppress(Killed):
                write_key(path, "resolver")
        if path.exists():
            break  # whenever it is there, its public half is
    assert resolver_public(read_key(path, "key")) == read_key(path.with_suffix(".pub"), "key")


def test_a_damaged_book_of_keys_is_told_in_words(tmp_path: Path, redis_url: str) -> None:
    folder = DataFolder(tmp_path / "var")
    with closing(folder), redis.Redis.from_url(redis_url) as client:
        files = ensure_keys(folder.keys, matches_exist=False)
        variables = {**environment(folder, files, "127.0.0.1:0", "http://127.0.0.1:0", {}), "REDIS_URL": redis_url}
        settings = settings_to_start({**variables, **resolver_settings(files)}, resolves=True)
        check_store(settings)
        client.hset(keys.known_keys(), "links:torn", "garbage")
        with pytest.raises(EmbeddedError, match=r"the key links:torn cannot be read.*backup"):
            check_store(settings)


def test_a_setting_that_cannot_be_read_is_told_before_anything_starts(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "var")
    with closing(folder):
        files = ensure_keys(folder.keys, matches_exist=False)
        given = {"SMTP_URL": "smtp://relay.example?tls=no"}
        variables = environment(folder, files, "127.0.0.1:0", "http://127.0.0.1:0", given)
        with pytest.raises(BadSetting, match=r"SMTP_URL takes one option.*\?tls="):
            settings_to_start({**variables, **resolver_settings(files)}, resolves=True)
