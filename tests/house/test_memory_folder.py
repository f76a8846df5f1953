"""Tests keep their folders in memory where that is good for them, and where nobody has chosen another place."""

from pathlib import Path

import pytest

from tests.servers import memory_folder
from tests.servers.memory_folder import CHOSEN, prefer_memory


def test_memory_is_taken_where_there_is_room_and_nobody_has_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_folder, "ROOM", 1)
    for before, place, after in (
        ({}, tmp_path, {CHOSEN: str(tmp_path)}),
        ({CHOSEN: "/elsewhere"}, tmp_path, {CHOSEN: "/elsewhere"}),
        ({}, tmp_path / "missing", {}),
    ):
        environment = dict(before)
        prefer_memory(environment, place)
        assert environment == after
    monkeypatch.setattr(memory_folder, "ROOM", 1 << 62)
    environment = {}
    prefer_memory(environment, tmp_path)
    assert environment == {}
