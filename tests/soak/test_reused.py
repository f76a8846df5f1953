"""Long forms of campaigns whose programs live with what they test: the store's (1, 2) and the document's (11)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.redis_server import RedisServer
from tests.soak.report import Watch, report, scaled
from tests.store.campaigns import cut_campaign, kill_campaign

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]
OPERATIONS = 50
"""About so many operations share the cases of campaign 11."""


def test_redis_is_killed_under_the_store(tmp_path: Path) -> None:
    server, watch = RedisServer(tmp_path), Watch()
    server.start()
    try:
        found = kill_campaign(server, kills=scaled(1_000, 15))
    finally:
        server.remove()
    report("1: kill -9 of Redis under the bare store", watch.seconds, **asdict(found))


def test_the_append_only_file_is_cut_anywhere(tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    (tmp_path / "cuts").mkdir()
    server, watch = RedisServer(tmp_path / "redis"), Watch()
    server.start()
    try:
        figures, found = cut_campaign(
            server, tmp_path / "cuts", cuts=scaled(3_000, 20), bytes_of_steps=scaled(10_000, 40), tails=scaled(3_000, 25),
            turns=20,
        )  # fmt: skip
    finally:
        server.remove()
    report("2: append-only file cut or spoilt, two starts each", watch.seconds, **asdict(figures), **asdict(found))


def test_requests_made_from_the_document() -> None:
    watch, each = Watch(), scaled(200_000 // OPERATIONS, 12)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "0",
         "tests/service/api/test_schemathesis.py"],
        env={**os.environ, "SCHEMATHESIS_EXAMPLES": str(each)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = re.findall(r"\d+ (?:passed|failed|error)", done.stdout)
    report("11: schemathesis", watch.seconds, examples_per_operation=each, operations=", ".join(told))
    assert done.returncode == 0, done.stdout[-3000:]
