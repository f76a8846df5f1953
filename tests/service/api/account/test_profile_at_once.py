"""A profile changed under a condition is changed only if nobody else has changed it meanwhile: check and write are one step."""

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from service.api.http import etags
from service.context import Context
from tests.service.api.players import Player, refused


@pytest.fixture
def overtaken(ada: Player, monkeypatch: pytest.MonkeyPatch) -> list[TestResponse]:
    """The answer to another program that names Ada "Quick" after the first check of a condition, before anything is written."""
    answers: list[TestResponse] = []
    require: Callable[[str | None], None] = etags.require

    def check_then_lose_time(tag: str | None) -> None:
        require(tag)
        if not answers:
            monkeypatch.setattr(etags, "require", require)
            answers.append(ada.ask("PATCH", "/v1/me", {"name": "Quick"}))

    monkeypatch.setattr(etags, "require", check_then_lose_time)
    return answers


def test_a_change_between_the_check_and_the_write_is_not_written_over(
    context: Context, ada: Player, overtaken: list[TestResponse]
) -> None:
    """The attack: two programs read the same profile, and the slower writes after the quicker although it forbade that."""
    before = ada.get("/v1/me").headers["ETag"]
    slower = ada.ask("PATCH", "/v1/me", {"language": "de"}, If_Match=before)
    assert [one.status_code for one in overtaken] == [200]
    refused(slower, 412, "precondition-failed")
    stored = ada.stored(context)
    assert (stored.name, stored.language) == ("Quick", "en")


def test_a_change_without_a_condition_keeps_what_others_have_changed(
    ada: Player, overtaken: list[TestResponse]
) -> None:
    answer = ada.ask("PATCH", "/v1/me", {"language": "de"})
    assert [one.status_code for one in overtaken] == [200]
    assert (answer.get_json()["name"], answer.get_json()["language"]) == ("Quick", "de")


def test_nothing_to_change_changes_nothing(ada: Player) -> None:
    tag = ada.get("/v1/me").headers["ETag"]
    answer = ada.ask("PATCH", "/v1/me", {}, If_Match=tag)
    assert (answer.status_code, answer.headers["ETag"]) == (200, tag)
    refused(ada.ask("PATCH", "/v1/me", {}, If_Match='"other"'), 412, "precondition-failed")
