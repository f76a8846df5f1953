"""What the store promises when Redis dies: an acknowledged write is there, once; no step is ever there in half.

The long forms of both campaigns stand in ``tests/campaigns/soak``.
"""

import pytest

from tests.servers.redis_server import RedisServer
from tests.store.campaigns import cut_campaign, kill_campaign


def test_no_acknowledged_act_is_lost_or_doubled_when_redis_is_killed(own_server: RedisServer) -> None:
    figures = kill_campaign(own_server, kills=15)
    assert figures.faults == 15 and figures.acts > 300 and figures.steps > 100


def test_a_spoilt_file_starts_again_and_again_without_half_a_step(
    own_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    figures, found = cut_campaign(own_server, tmp_path_factory.mktemp("cuts"), cuts=20, bytes_of_steps=40, tails=25)
    assert figures.acts >= 50 and found.starts >= 2 * 85
