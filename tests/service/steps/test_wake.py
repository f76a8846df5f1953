"""Wake-ups: cheap, coalesced, and never a failure of their caller."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
import redis

from service.processes import wake


@pytest.fixture
def queue(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url, decode_responses=False, protocol=2) as client:
        yield client


def the_job(queue: redis.Redis, name: str) -> dict[bytes, bytes]:
    """Return the one job that waits in a queue."""
    [job_id] = cast(list[bytes], queue.lrange(f"rq:queue:{name}", 0, -1))
    return cast(dict[bytes, bytes], queue.hgetall(b"rq:job:" + job_id))


def test_a_wake_up_is_one_job_without_arguments_in_json(redis_url: str, queue: redis.Redis) -> None:
    assert wake.wake(redis_url, "deliver")

    job = the_job(queue, "deliver")
    name, instance, arguments, keywords = json.loads(_inflated(job[b"data"]))
    assert (name, instance, arguments, keywords) == ("workers.deliver.job.deliver", None, [], {})
    assert job[b"result_ttl"] == b"0"


def test_a_wake_up_may_name_the_match_to_look_at_first(redis_url: str, queue: redis.Redis) -> None:
    assert wake.wake(redis_url, "resolve", "a match")

    _, _, arguments, _ = json.loads(_inflated(the_job(queue, "resolve")[b"data"]))
    assert arguments == ["a match"]


def test_a_deliverer_is_told_the_match_beside_the_job_so_that_an_older_one_takes_it_too(
    redis_url: str, queue: redis.Redis
) -> None:
    assert wake.wake(redis_url, "deliver", "a match")

    job = the_job(queue, "deliver")
    assert json.loads(_inflated(job[b"data"]))[2] == []
    assert wake.told(json.loads(_inflated(job[b"meta"])), wake.MATCH) == "a match"


def test_a_job_is_put_in_one_round_trip_after_the_look_whether_enough_wait(redis_url: str, queue: redis.Redis) -> None:
    wake.wake(redis_url, "resolve")  # connects
    before = queue.info("commandstats")
    assert wake.wake(redis_url, "resolve", "a match")
    after = queue.info("commandstats")

    calls = {one: after[f"cmdstat_{one}"]["calls"] - before[f"cmdstat_{one}"]["calls"] for one in ("llen", "exec")}
    assert calls == {"llen": 1, "exec": 1}


def test_two_waiting_jobs_are_enough(redis_url: str) -> None:
    put = [wake.wake(redis_url, "resolve") for _ in range(5)]

    assert put == [True, True, False, False, False]
    assert wake.waiting(redis_url, "resolve") == 2


def test_the_queues_do_not_count_each_others_jobs(redis_url: str) -> None:
    assert [wake.wake(redis_url, "resolve") for _ in range(2)] == [True, True]

    assert wake.wake(redis_url, "deliver")


def test_a_queue_that_is_not_there_is_ignored_quickly(tmp_path: Path) -> None:
    started = time.monotonic()

    assert wake.wake(f"unix://{tmp_path}/nobody.sock", "resolve") is False
    wake.clock_ticks(f"unix://{tmp_path}/nobody.sock")

    assert time.monotonic() - started < 20


def test_a_clock_is_seen_while_it_ticks_and_fades_by_itself(redis_url: str, queue: redis.Redis) -> None:
    assert not wake.clock_is_ticking(redis_url)

    wake.clock_ticks(redis_url)

    assert wake.clock_is_ticking(redis_url)
    assert 0 < queue.pttl("siegelpost:clock") <= wake.CLOCK_FADES


def _inflated(data: bytes) -> bytes:
    import zlib

    return zlib.decompress(data) if data[:1] == b"\x78" else data
