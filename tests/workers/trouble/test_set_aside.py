"""A match that cannot be read is set aside by its operator: it holds up nobody, nothing of it is lost, and it comes back."""

import json
from pathlib import Path

import pytest
import redis
from click.testing import CliRunner, Result

from engine.protocol.canon import unb64
from service.cli import main
from service.context import Context
from service.matches import acts
from service.store import keys
from service.store.matches.parking import SetAside
from tests.given.contexts import account
from tests.workers.mail.sending.delivering import begin
from workers.resolve.drain import drain_once

HOW = "its table is garbage since the crash of Monday"


@pytest.fixture
def match(context: Context) -> str:
    """A running match of Ann and Ben."""
    return begin(context, account(context, "Ann"), account(context, "Ben"))


def run(url: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["admin", *arguments], env={"REDIS_URL": url, "SIEGELPOST_OPERATOR": "grace"})


def stuck(url: str) -> dict[str, str]:
    rows = [json.loads(line) for line in run(url, "stuck", "--json").output.splitlines()]
    return {one["match"]: f"{one['state']}, {one['reason']}" for one in rows}


def due(server: redis.Redis, match: str) -> float | None:
    found: float | None = server.zscore(keys.due(keys.bucket_of(match)), match)
    return found


@pytest.mark.parametrize("rot", ["table", "whole"])
def test_it_is_set_aside_taken_out_repaired_and_taken_up_again(
    context: Context, server: redis.Redis, redis_url: str, match: str, tmp_path: Path, rot: str
) -> None:
    whole = {part: server.dump(key(match)) for part, key in {"match": keys.match, "lines": keys.lines}.items()}
    if rot == "table":
        server.hset(keys.match(match), "table", "\x00 garbage")
    else:
        server.delete(keys.match(match))
        server.set(keys.match(match), "garbage")
    server.zadd(keys.due(keys.bucket_of(match)), {match: 1})
    drain_once(context)
    assert "parked, unreadable" in stuck(redis_url)[match], "by itself, to be tried again for ever"

    assert run(redis_url, "set-aside", match, "--why", HOW).exit_code == 0
    assert stuck(redis_url) == {match: f"set-aside, {HOW}"}
    assert due(server, match) is None
    with pytest.raises(SetAside):
        context.store.load(match)
    before = server.dump(keys.match(match))
    server.zadd(keys.due(keys.bucket_of(match)), {match: 1})
    drain_once(context)
    context.store.sweep()
    assert (server.dump(keys.match(match)), due(server, match)) == (before, None), "nobody touches it"
    assert run(redis_url, "retry", "--all").output == ""
    assert run(redis_url, "retry", match).exit_code == 1
    assert run(redis_url, "set-aside", match, "--why", HOW).exit_code == 1, "once"

    path = tmp_path / "kept.jsonl"
    assert run(redis_url, "kept", match, "--file", str(path), "--why", "to repair it").exit_code == 0
    assert path.stat().st_mode & 0o777 == 0o600
    kept = {one["part"]: unb64(one["stored"]) for one in map(json.loads, path.read_text().splitlines())}
    assert kept["match"] == before and kept["lines"] == whole["lines"]

    server.restore(keys.match(match), 0, whole["match"] or b"", replace=True)
    assert run(redis_url, "take-up", match, "--why", "repaired").exit_code == 0
    drain_once(context)
    assert stuck(redis_url) == {}
    record = context.store.load(match)
    assert record is not None and record.table["status"] == "running"
    assert [one.what for one in context.store.audited(9)] == ["set aside", "set aside", "take out", "take up"]


def test_it_is_taken_up_without_a_repair_and_is_parked_again(
    context: Context, server: redis.Redis, redis_url: str, match: str
) -> None:
    server.hset(keys.match(match), "table", "garbage")
    assert run(redis_url, "set-aside", match, "--why", HOW).exit_code == 0
    assert run(redis_url, "take-up", match).exit_code == 0
    drain_once(context)
    assert "parked, unreadable" in stuck(redis_url)[match]


def test_a_match_that_can_be_read_gets_its_time_back_and_no_step_that_was_on_its_way_is_written(
    context: Context, redis_url: str, match: str
) -> None:
    record = context.store.load(match, secrets=True)
    assert record is not None
    (standing,) = record.table["standing"]
    mistaken = run(redis_url, "set-aside", match, "--why", HOW)
    assert (mistaken.exit_code, "is readable" in mistaken.output) == (1, True), "the wrong id takes no game away"
    assert stuck(redis_url) == {}
    assert run(redis_url, "set-aside", match, "--why", HOW, "--anyway").exit_code == 0
    acts.commit(context, record, 0, acts.SeatAct(standing["id"], move={"type": "pass"}))
    acts.commit(context, record, 1, acts.SeatAct(standing["id"], move={"type": "pass"}))
    drain_once(context)
    assert len(context.store.lines(match)) == record.n, "it stands still"

    assert run(redis_url, "take-up", match).exit_code == 0
    drain_once(context)
    after = context.store.load(match)
    assert after is not None and after.n > record.n, "what players had sealed counts"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("set-aside", "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", "--why", HOW), "there is no match"),
        (("set-aside", "../etc", "--why", HOW), "whole id of a match"),
        (("take-up", "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"), "is not set aside"),
        (("kept", "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", "--file", "x"), "nothing is stored"),
    ],
)
def test_what_cannot_be_set_aside_is_refused(
    context: Context, redis_url: str, arguments: tuple[str, ...], why: str
) -> None:
    found = run(redis_url, *arguments)
    assert found.exit_code in (1, 2) and why in found.output
