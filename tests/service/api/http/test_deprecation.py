"""An operation that will be taken away says so: in the document, and with every answer."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from service.api import create_app, routes
from service.api.http.blueprint import NOTICE, Blueprint, Deprecated
from service.api.http.problems import Problem
from service.api.schemas import responses
from service.context import Context
from tests.service.api.players import Player

SINCE = datetime(2026, 12, 1, tzinfo=UTC)
OLD = Deprecated(SINCE, datetime(2027, 7, 1, tzinfo=UTC), "/v1/rules")


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch, context: Context) -> Player:
    """Somebody at an installation that has one operation too many."""
    blp = Blueprint("old", __name__, "Old things.")

    @blp.route("/v1/games")
    @blp.operation("listGames", deprecated=OLD)
    @blp.response(200, responses.Health)
    def list_games() -> dict[str, Any]:
        """List games."""
        return {"status": "ok"}

    @blp.route("/v1/games/<rules:rules>")
    @blp.operation("getGame", deprecated=OLD, codes=("not-found",))
    @blp.response(200, responses.Health)
    def get_game(rules: str) -> dict[str, Any]:
        """Show a game."""
        raise Problem("not-found", "")

    monkeypatch.setattr(routes, "BLUEPRINTS", (*routes.BLUEPRINTS, blp))
    return Player(create_app(context), None, "")


@pytest.mark.parametrize(("path", "status"), [("/v1/games", 200), ("/v1/games/chess", 404)])
def test_every_answer_of_a_deprecated_operation_says_so(visitor: Player, path: str, status: int) -> None:
    answer = visitor.get(path)
    assert answer.status_code == status
    assert answer.headers["Deprecation"] == f"@{int(SINCE.timestamp())}"
    assert answer.headers["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    assert answer.headers.getlist("Link") == [
        '</v1/rules>; rel="successor-version"',
        '</docs#versions>; rel="deprecation"; type="text/html"',
    ]
    assert {"Deprecation", "Sunset"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))


def test_no_other_answer_says_so(visitor: Player) -> None:
    answer = visitor.get("/v1/rules")
    assert not {"Deprecation", "Sunset"} & set(answer.headers.keys())


def test_the_document_marks_it(visitor: Player) -> None:
    spec = routes.description.__wrapped__().to_dict()
    operation = spec["paths"]["/v1/games"]["get"]
    assert operation["deprecated"] is True
    assert (
        "Deprecated since 2026-12-01: use `/v1/rules`. It may be gone from 2027-07-01 on." in operation["description"]
    )
    assert {"Deprecation", "Sunset"} <= set(operation["responses"]["200"]["headers"])
    assert "deprecated" not in spec["paths"]["/v1/rules"]["get"]


def test_nobody_is_given_less_time_than_the_guide_promises() -> None:
    with pytest.raises(ValueError, match="183 days"):
        Deprecated(SINCE, SINCE + NOTICE - timedelta(days=1), "/v1/rules")
    with pytest.raises(ValueError, match="UTC"):
        Deprecated(SINCE.replace(tzinfo=None), OLD.sunset, "/v1/rules")
