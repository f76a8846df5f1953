"""A match whose cards this process does not hold: refused by name, listed all the same, never played with others."""

from collections.abc import Iterator

import pytest

from engine import registry
from tests.given.rule_data import RED_SWAPPED, another_process
from tests.service.api.players import Player, Table, refused


@pytest.fixture
def elsewhere(table: Table) -> Iterator[str]:
    """A match begun here, met by a process that holds only an owner's cards."""
    with another_process():
        registry.install_rule_data([{"kontor": RED_SWAPPED}])
        registry._also.clear()
        yield f"/v1/matches/{table.match}"


@pytest.mark.parametrize("path", ["", "/view", "/picture.svg", "/decisions/r1.choose/moves"])
def test_whatever_needs_the_cards_is_refused_as_other_data_and_may_be_asked_again(
    elsewhere: str, ada: Player, path: str
) -> None:
    answer = ada.get(elsewhere + path)
    refused(answer, 503, "other-data")
    assert registry.KONTOR.rules.preset_data["tilsit"] in answer.get_json()["detail"]
    assert int(answer.headers["Retry-After"]) > 0


def test_a_card_is_not_sealed_against_other_cards(elsewhere: str, ada: Player) -> None:
    answer = ada.put(f"{elsewhere}/decisions/r1.choose/commitment", {"move": {"type": "pass"}})
    refused(answer, 503, "other-data")


def test_the_log_and_the_lists_need_no_cards(elsewhere: str, ada: Player) -> None:
    assert ada.get(f"{elsewhere}/log.jsonl").status_code == 200
    assert elsewhere.endswith(ada.sees("/v1/me/waiting")["waiting"][0]["match"])
