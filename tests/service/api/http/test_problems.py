"""Refusals: one shape, stable types, and no secret in an answer or a log even when something breaks."""

import logging

import pytest
from flask import Flask

from service.api.http import problems
from service.api.http.problems import KINDS, Problem
from service.matches.errors import MatchError
from tests.given.of_each import of_each

SECRET = "sp_0123456789abcdef_the-secret"


@pytest.fixture
def broken() -> Flask:
    """An app whose one route breaks with a secret in the error's text."""
    app = Flask("broken")
    problems.register(app)

    @app.get("/v1/broken/<path:_>")
    def fail(_: str) -> str:
        raise RuntimeError(f"could not use {SECRET}")

    @app.get("/v1/contested")
    def contested() -> str:
        raise MatchError("busy", "many people change this match at once: try again")

    return app


def test_a_contested_match_is_told_to_come_back(broken: Flask) -> None:
    answer = broken.test_client().get("/v1/contested")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_an_unexpected_error_is_logged_by_kind_and_place_without_its_text(
    broken: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = broken.test_client().get(f"/v1/broken/{SECRET}")
    assert (answer.status_code, answer.get_json()["type"]) == (500, "/problems/internal")
    assert "RuntimeError at test_problems.py:" in caplog.text
    assert SECRET not in caplog.text
    assert SECRET not in answer.get_data(as_text=True)


@of_each((code,) for code in KINDS)
def test_every_kind_of_refusal_makes_a_complete_document(code: str) -> None:
    answer = Problem(code, "").response()
    shown = answer.get_json()
    assert answer.status_code == shown["status"] == KINDS[code].status
    assert answer.content_type == "application/problem+json"
    assert shown["type"] == f"/problems/{code}"
    assert shown["title"] and shown["detail"]
