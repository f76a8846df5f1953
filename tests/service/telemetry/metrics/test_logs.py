"""Log lines as JSON: they name request, match and job, and never what could be a secret."""

import json
import logging
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from service.api.app import equip
from service.config.settings import Settings
from service.config.variables import BadSetting
from service.context import Context
from service.telemetry import logs
from tests.service.api.conftest import ada, app, ben, context, routes, table  # noqa: F401  fixtures
from tests.service.api.players import Player, Table


class Lines(logging.Handler):
    """Keeps lines as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logs.JsonLines())
        self.lines: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, access = Lines(), logging.getLogger(logs.ACCESS)
    before = access.level
    access.addHandler(handler)
    access.setLevel(logging.INFO)
    yield handler
    access.removeHandler(handler)
    access.setLevel(before)


def test_the_access_log_names_request_and_match_and_no_path_or_address(
    app: Flask,  # noqa: F811
    context: Context,  # noqa: F811
    ada: Player,  # noqa: F811
    table: Table,  # noqa: F811
    lines: Lines,
) -> None:
    equip(app, replace(context, settings=replace(context.settings, access_log=True)))
    answer = ada.get(f"/v1/matches/{table.match}?x=secret-of-a-link", X_Forwarded_For="192.0.2.7")
    ada.get("/login/secret-of-a-link")

    first = lines.lines[0]
    assert first["request"] == answer.headers["Request-Id"]
    assert first["match"] == table.match
    assert (first["method"], first["status"]) == ("GET", answer.status_code)
    assert "match" not in lines.lines[1]
    text = json.dumps(lines.lines)
    assert "secret-of-a-link" not in text
    assert "192.0.2.7" not in text


def test_no_access_log_unless_it_is_asked_for(ada: Player, lines: Lines) -> None:  # noqa: F811
    ada.get("/health")
    assert lines.lines == []


def test_a_line_says_what_its_thread_works_on() -> None:
    handler, log = Lines(), logging.getLogger("siegelpost.test-lines")
    log.addHandler(handler)
    with logs.about(job="j1"):
        with logs.about(match="m1"):
            log.error("in a step")
        log.error("after it")
    log.removeHandler(handler)
    assert [(one.get("job"), one.get("match")) for one in handler.lines] == [("j1", "m1"), ("j1", None)]


def test_an_error_s_own_text_is_not_written() -> None:
    try:
        raise ValueError("the-secret-move")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f.py", 1, "a step failed", None, sys.exc_info())
    line = logs.JsonLines().format(record)
    assert json.loads(line)["error"] == "ValueError"
    assert "the-secret-move" not in line
    assert "\n" not in line


@pytest.mark.parametrize(("name", "value"), [("SIEGELPOST_LOGS", "xml"), ("SIEGELPOST_ACCESS_LOG", "yes")])
def test_a_wish_that_is_none_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        Settings.from_environment({"REDIS_URL": "redis://x", name: value})
