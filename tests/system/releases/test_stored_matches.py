"""Matches that a release left running go on by the rules they began with, and are proved to their ends."""

import json
from functools import partial
from pathlib import Path

import pytest
import redis

from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from tests.system.stored import halfway, keep, release
from tests.system.watcher import Watcher


@pytest.fixture(params=release.RELEASES)
def stored(request: pytest.FixtureRequest, redis_url: str, tmp_path: Path) -> tuple[Context, dict[str, str]]:
    """A restored store with the keys of its installation, and its matches by rules."""
    return release.restored(request.param, "running", redis_url, tmp_path)


def test_each_is_played_to_its_end_and_proved(stored: tuple[Context, dict[str, str]]) -> None:
    context, matches = stored
    for rules, match in matches.items():
        before = keep.load(context, match)
        log = list(context.store.lines(match, limit=100_000))
        assert (before.table["status"], before.table["rules"]) == ("running", rules)
        record = keep.play(context, match, None)
        assert (record.table["status"], record.table["over"], record.table["rules"]) == ("closed", "finished", rules)
        lines = list(context.store.lines(match, limit=100_000))
        assert lines[: len(log)] == log
        assert len(lines) > len(log) + 10
        found = verify(b"".join(lines), check_signature=partial(verify_signature, context.signer.public_bytes))
        assert (found.verdict, found.rules) == ("PASS", rules)
    assert context.store.parked() == {}


def test_the_file_of_a_release_holds_all_of_it_and_is_restored_as_it_was(
    redis_url: str, tmp_path: Path, nothing_healthy_is_parked: Watcher
) -> None:
    """The way of the next release: its file is written once, by itself, and read by the tests of all later ones."""
    nothing_healthy_is_parked.expect(halfway.PARKED)
    file = tmp_path / "release.json"
    release.main(file)
    with pytest.raises(FileExistsError):
        release.main(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "FOLDER", tmp_path)
        kept = json.loads(file.read_text(encoding="utf-8"))
        for name in release.MAKERS:
            context, facts = release.restored("release", name, redis_url, tmp_path / name)
            with redis.Redis.from_url(redis_url, decode_responses=True, encoding_errors="surrogateescape") as client:
                again = json.loads(json.dumps(keep.written_down(client)))
            assert (again, facts) == (kept[name]["store"], kept[name]["facts"])
            assert (tmp_path / name / "keys" / "signing_key").read_text() == kept[name]["keys"]["signing_key"]
            context.store.close()
