"""Stored matches replay for ever, to the same bytes on every machine: other hash seeds, time zones, locales (campaign 19)."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from tests.engine.playing import Server
from tests.soak.report import Watch, report, scaled
from tests.system.goldens import FOLDER as GOLDEN
from tests.system.goldens import GOLDENS, PRESETS, digest, export_of, proof, telling

PLACES = (
    {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "0"},
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "random"},
    {"TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "random", "PYTHONUTF8": "0"},
)
"""A locale that is not installed falls back to C, as it does for users."""


@pytest.mark.parametrize("golden", GOLDENS)
def test_a_golden_match_is_proved(golden: str) -> None:
    assert proof(export_of(golden)) == "PASS"


@pytest.mark.parametrize("golden", GOLDENS)
def test_its_telling_is_what_the_rules_say_today(golden: str) -> None:
    assert telling(export_of(golden)) == (GOLDEN / f"{golden}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("golden", GOLDENS)
def test_one_changed_byte_is_found(golden: str) -> None:
    export = bytearray(export_of(golden))
    export[random.Random(golden).randrange(len(export))] ^= 1
    public = export_of(golden)
    assert bytes(export) != public
    assert _verdict(bytes(export)) == "FAIL"


def _verdict(export: bytes) -> str:
    try:
        return proof(export)
    except Exception as error:
        # The key itself, in the first entry, was hit: nothing of such a log can be read.
        return "FAIL" if "BadLog" in type(error).__name__ or "Canonical" in type(error).__name__ else repr(error)


def test_every_state_view_picture_and_text_is_the_same_everywhere() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.system.goldens"], env={**os.environ, **place}, stdout=subprocess.PIPE, text=True
        )
        for place in PLACES
    ]  # fmt: skip
    told = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(PLACES)
    assert told[0].split()[::2] == list(GOLDENS)
    assert len(set(told)) == 1


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hundred_thousand_random_matches_are_proved() -> None:
    watch, matches = Watch(), scaled(100_000, 20)
    for number in range(matches):
        preset = PRESETS[number % len(PRESETS)]
        played = Server(options={"preset": preset}, seed=number, silence=0.05, unopened=0.05).play()
        assert proof(played.export) == "PASS", number
    report("19: random matches proved", watch.seconds, matches=matches, goldens=len({digest(one) for one in GOLDENS}))
