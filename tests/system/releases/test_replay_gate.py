"""Stored matches replay for ever, to the same bytes on every machine: other hash seeds, time zones, locales (campaign 19)."""

import os
import random
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, get_args

import pytest
from typing_extensions import get_type_hints

from engine.games.seafarers.types.events import SeafarersEvent
from engine.verifier.checkpoints import checkpoint_beside
from engine.verifier.replay import verify
from service.cli.table.ownlog import signature_check
from tests.campaigns.soak.parts import parts
from tests.engine.playing import Server
from tests.system.goldens import (
    BY_API,
    GOLDENS,
    PRESETS,
    SCENARIOS,
    entries_of,
    export_of,
    proof,
    receipts_of,
    replay,
    telling,
)
from tests.system.goldens import FOLDER as GOLDEN

PLACES = (
    {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"},
    {"TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "random", "PYTHONUTF8": "0"},
)
"""A locale that is not installed falls back to C, as it does for users."""


@pytest.mark.parametrize("golden", GOLDENS)
def test_a_golden_match_is_proved_with_all_its_receipts(golden: str) -> None:
    found = proof(golden)
    assert (found.verdict, found.reason, found.ignored) == ("PASS", "", ())
    assert found.receipts == len(receipts_of(golden)) > 5


@pytest.mark.parametrize("golden", GOLDENS)
def test_its_telling_is_what_the_rules_say_today(golden: str) -> None:
    assert telling(export_of(golden)) == (GOLDEN / f"{golden}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("golden", GOLDENS)
def test_one_changed_byte_is_found(golden: str) -> None:
    export = bytearray(export_of(golden))
    export[random.Random(golden).randrange(len(export))] ^= 1
    assert bytes(export) != export_of(golden)
    assert proof(golden, bytes(export)).verdict == "FAIL"


@pytest.mark.parametrize("golden", BY_API)
def test_checkpoints_stand_beside_the_receipts_of_the_api(golden: str) -> None:
    key = entries_of(export_of(golden))[0]["body"]["key"]
    check = signature_check(key)
    shown = [checkpoint_beside(one, key, check) for one in receipts_of(golden) if one.get("checkpoint")]
    assert len(shown) > 5
    assert None not in shown


@pytest.mark.parametrize("golden", BY_API)
def test_another_end_of_a_golden_is_not_proved(golden: str) -> None:
    """Attacked: the last line is another match's, whose log the same key could have signed."""
    other = next(one for one in BY_API if one != golden)
    lines, others = (export_of(one).splitlines(keepends=True) for one in (golden, other))
    assert proof(golden, b"".join([*lines[:-1], others[-1]])).verdict == "FAIL"


def bodies(golden: str, kind: str) -> list[Any]:
    return [one["body"] for one in entries_of(export_of(golden)) if one["type"] == kind]


def test_the_goldens_of_the_api_hold_what_only_people_do() -> None:
    """Entropy that a seat holds itself, keys, an opening that never comes, and resigning."""
    assert [one["faults"] for one in bodies("kontor-by-api", "resolved") if one["faults"]] == [
        [{"fault": "unopened", "seat": 1}]
    ]
    assert bodies("kontor-by-api", "answered")
    assert all(bodies(golden, "seated")[0]["reveal"] == [0] for golden in BY_API)
    assert all(bodies(golden, "joined")[0]["key"] for golden in BY_API)
    assert {bodies(golden, "closed")[0]["reason"] for golden in BY_API} == {"finished", "resigned"}


@cache
def told_in(golden: str) -> Counter[str]:
    """Return how many events of each type a golden of Seafarers holds behind its founding; cards played by their names."""
    found: Counter[str] = Counter()
    for _, _, state, events in replay(export_of(golden)):
        if state["turn"]:
            found.update(f"{one['type']}-{one['card']}" if one["type"] == "played" else one["type"] for one in events)
    return found


ABOUT = {
    "ozeanien-5": "discovered", "ozeanien-6": "discovered", "grosse-insel": "chip", "grosse-ueberfahrt-6": "line",
    "neue-welt-5": "moved", "neue-welt-6": "moved", "fuenf-inseln-5": "points", "sechs-inseln-6": "points",
    "durch-die-wueste-5": "gold", "durch-die-wueste-6": "gold",
}  # fmt: skip
"""What tells that the rules of a scenario's own were used."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_golden_of_seafarers_shows_what_its_scenario_is_about(scenario: str) -> None:
    found = told_in(f"seafarers-{scenario}")
    wanted = {ABOUT[scenario], "ship", "settlement", "robber", "pirate", "stolen", "offer", "traded"}
    assert wanted <= {one for one, count in found.items() if count}


def test_the_goldens_of_seafarers_together_hold_every_event() -> None:
    """All but those of founding, and two that single tests of the rules show."""
    found = {one for scenario in SCENARIOS for one in told_in(f"seafarers-{scenario}")}
    types = {name for one in get_args(SeafarersEvent) for name in get_args(get_type_hints(one)["type"])}
    cards = {f"played-{card}" for card in ("knight", "roads", "invention", "monopoly")}
    assert types - {"founded", "harbour", "played", "shortage", "line-lost"} | cards <= found


def test_every_state_view_picture_and_text_is_the_same_everywhere() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.system.goldens"], env={**os.environ, **place}, stdout=subprocess.PIPE, text=True
        )
        for place in PLACES
    ]  # fmt: skip
    told = [process.communicate(timeout=800)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(PLACES)
    assert told[0].split()[::2] == list(GOLDENS)
    assert len(set(told)) == 1


def proved(seed: int) -> int:
    """Play a match at random, some answers never given, some seals kept shut; prove it; return how many entries it has."""
    preset = PRESETS[seed % len(PRESETS)]
    played = Server(options={"preset": preset}, seed=seed, silence=0.05, unopened=0.05).play()
    found = verify(played.export, check_signature=played.check_signature)
    assert found.verdict == "PASS", (seed, found)
    return found.entries


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hundred_thousand_random_matches_are_proved() -> None:
    with ProcessPoolExecutor(int(os.environ.get("SOAK_JOBS", "1"))) as processes:
        for part in parts("matches-proved"):
            with part:
                part.counts(matches=len(part.seeds), entries=sum(processes.map(proved, part.seeds, chunksize=20)))
