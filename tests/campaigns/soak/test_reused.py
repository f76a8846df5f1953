"""Long forms of campaigns whose programs live with what they test: the store's (1, 2) and the document's (11)."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest

from service.api.document.spec import PUBLISHED
from tests.campaigns.soak.parts import parts
from tests.servers.redis_server import RedisServer
from tests.store.campaigns import cut_campaign, kill_campaign

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]


def test_redis_is_killed_under_the_store(tmp_path: Path) -> None:
    for part in parts("redis-killed"):
        folder = tmp_path / str(part.seed)
        folder.mkdir()
        server = RedisServer(folder)
        server.start()
        with part:
            try:
                found = kill_campaign(server, part.size("kills"), seed=part.seed)
            finally:
                server.remove()
            part.counts(kills=found.faults, acts=found.acts, steps=found.steps, repeated=found.repeated)


def test_the_append_only_file_is_cut_anywhere(tmp_path: Path) -> None:
    for part in parts("file-spoilt"):
        folders = [tmp_path / str(part.seed) / one for one in ("redis", "cuts")]
        for folder in folders:
            folder.mkdir(parents=True)
        server, each = RedisServer(folders[0]), part.size("files") // 3
        server.start()
        with part:
            try:
                figures, found = cut_campaign(
                    server, folders[1], cuts=each, bytes_of_steps=each, tails=each, turns=20, seed=part.seed
                )
            finally:
                server.remove()
            part.counts(**asdict(found), acts=figures.acts, steps=figures.steps)


def test_requests_made_from_the_document(tmp_path: Path) -> None:
    paths = json.loads(PUBLISHED.read_text(encoding="utf-8"))["paths"].values()
    operations = sum(
        "operationId" in operation for path in paths for operation in path.values() if isinstance(operation, dict)
    )
    for part in parts("schemathesis"):
        told = tmp_path / f"{part.seed}.xml"
        with part:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "0", f"--junitxml={told}",
                 "-o", "junit_family=xunit1",
                 f"--hypothesis-seed={part.seed}", "tests/service/api/http/test_schemathesis.py"],
                env={**os.environ, "SCHEMATHESIS_EXAMPLES": str(part.size("cases") // operations)},
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            tests = list(ET.parse(told).iter("testcase"))
            cases = [
                int(one.attrib["value"]) for one in ET.parse(told).iter("property") if one.attrib["name"] == "cases"
            ]
            verdicts = Counter(
                "failed" if any(one.find(what) is not None for what in ("failure", "error")) else "passed"
                for one in tests
            )
            part.counts(cases=sum(cases), operations=len(cases), tests=dict(verdicts))
            assert done.returncode == 0, done.stdout[-3000:]
