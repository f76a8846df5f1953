"""The dashboard is one as Grafana's own types know it: no member is misspelt, out of its place or of another type.

No Grafana runs here. What the panels ask for is held to what is shown in ``test_asked.py``, and the drill asks a real Prometheus.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

FILE = Path(__file__).parents[4] / "deploy/grafana/siegelpost.json"


@pytest.fixture
def board() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def as_grafana_knows_it(board: dict[str, Any]) -> Any:
    """Return what is left of a dashboard that Grafana's types read and write; options of panels and queries, too."""
    register_default_plugins()
    return json.loads(json.dumps(Dashboard.from_json(board), cls=JSONEncoder))


def strange(given: Any, known: Any, place: str = "") -> Iterator[str]:
    """Yield the places of what is given and not known, or known otherwise; what Grafana adds is its own business."""
    if isinstance(given, dict) and isinstance(known, dict):
        for name, one in given.items():
            yield from strange(one, known[name], f"{place}/{name}") if name in known else [f"{place}/{name}"]
    elif isinstance(given, list) and isinstance(known, list) and len(given) == len(known):
        for number, (one, other) in enumerate(zip(given, known, strict=True)):
            yield from strange(one, other, f"{place}/{number}")
    elif given != known:
        yield place


def test_grafana_knows_every_member_of_the_dashboard(board: dict[str, Any]) -> None:
    assert len(board["panels"]) > 20
    assert list(strange(board, as_grafana_knows_it(board))) == []


@pytest.mark.parametrize(
    "place", [("panels", 0), ("panels", 0, "targets", 0), ("panels", 0, "fieldConfig", "defaults"), ()]
)
def test_a_misspelt_member_would_be_found(board: dict[str, Any], place: tuple[str | int, ...]) -> None:
    spoilt: Any = board
    for one in place:
        spoilt = spoilt[one]
    spoilt["titel"] = "x"
    assert list(strange(board, as_grafana_knows_it(board))) == ["/".join(["", *map(str, place), "titel"])]


def test_no_two_panels_have_one_place_or_one_number(board: dict[str, Any]) -> None:
    places = [
        (x, y)
        for panel in board["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(places) == len(set(places))
    assert max(x for x, _ in places) < 24
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
