"""What the store promises when Redis dies: an acknowledged write is there, once; no step is ever there in half."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.redis_server import RedisServer
from tests.store.campaigns import cut_campaign, kill_campaign


def test_no_acknowledged_act_is_lost_or_doubled_when_redis_is_killed(own_server: RedisServer) -> None:
    figures = kill_campaign(own_server, kills=15)
    assert figures.faults == 15 and figures.acts > 300 and figures.steps > 100


def test_a_cut_file_starts_again_without_half_a_step(
    own_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    figures = cut_campaign(own_server, tmp_path_factory.mktemp("cuts"), cuts=60)
    assert figures.acts >= 50


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_a_thousand_kills(own_server: RedisServer, capsys: pytest.CaptureFixture[str]) -> None:
    figures = kill_campaign(own_server, kills=1_000)
    with capsys.disabled():
        print(f"\nstore, kill -9 of Redis: {figures}")


@pytest.mark.soak
@pytest.mark.timeout(3_600)
def test_five_thousand_cuts(own_server: RedisServer, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    figures = cut_campaign(own_server, tmp_path_factory.mktemp("cuts"), cuts=5_000, turns=100)
    assert figures.acts >= 1_000
