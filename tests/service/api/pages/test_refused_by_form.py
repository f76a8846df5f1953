"""Requests whose address is too long or that want a form nothing is sent in; and what every answer carries."""

import gzip
import json
import re

import pytest

from service.commit import RELEASE
from tests.service.api.players import Player, Table, refused


@pytest.mark.parametrize("accept", ["text/csv", "application/json;q=0", "image/png, text/html"])
def test_what_is_not_sent_in_the_form_asked_for_is_refused_before_it_is_done(ada: Player, accept: str) -> None:
    body = {"rules": "kontor"}
    refused(ada.post("/v1/matches", body, Accept=accept), 406, "not-acceptable")
    assert ada.sees("/v1/me/matches")["matches"] == []


@pytest.mark.parametrize("accept", ["*/*", "application/*", "text/html, */*;q=0.1", "application/json", ""])
def test_a_form_that_covers_ours_will_do(ada: Player, accept: str) -> None:
    assert ada.ask("GET", "/v1/me", Accept=accept).status_code == 200


def test_a_picture_is_refused_to_who_wants_json(table: Table) -> None:
    path = f"/v1/matches/{table.match}/picture.svg"
    refused(table.players[0].ask("GET", path, Accept="application/json"), 406, "not-acceptable")
    assert table.players[0].ask("GET", path, Accept="image/*").status_code == 200


def test_an_address_too_long_is_refused(visitor: Player) -> None:
    refused(visitor.get("/v1/matches?cursor=" + "a" * 9000), 414, "uri-too-long")


def test_every_answer_has_a_name_of_its_own(visitor: Player) -> None:
    names = [visitor.get(path).headers["Request-Id"] for path in ("/health", "/v1/me", "/nowhere", "/docs")]
    assert len(set(names)) == 4
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)


@pytest.mark.parametrize("path", ["/v1/me/tokens", "/v1/me/matches", "/v1/me/deliveries", "/v1/me/notifications"])
def test_lists_of_mine_are_not_sent_twice(ada: Player, path: str) -> None:
    tag = ada.get(path).headers["ETag"]
    again = ada.ask("GET", path, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)


def test_a_list_that_has_changed_is_sent_again(ada: Player) -> None:
    tag = ada.get("/v1/me/matches").headers["ETag"]
    ada.post("/v1/matches", {"rules": "kontor"})
    assert ada.ask("GET", "/v1/me/matches", If_None_Match=tag).status_code == 200


@pytest.mark.parametrize("path", ["/openapi.json", f"/openapi/{RELEASE}.json"])
def test_the_document_is_compressed_and_not_sent_twice(visitor: Player, path: str) -> None:
    plain, packed = visitor.get(path), visitor.ask("GET", path, Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip" and packed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) * 5 < len(plain.data)
    assert json.loads(plain.data)["info"]["version"] == RELEASE
    for answer, encoding in ((plain, "identity"), (packed, "gzip")):
        again = visitor.ask("GET", path, If_None_Match=answer.headers["ETag"], Accept_Encoding=encoding)
        assert (again.status_code, again.data) == (304, b"")


def test_the_document_of_another_release_is_not_here(visitor: Player) -> None:
    refused(visitor.get("/openapi/0.0.1.json"), 404, "not-found")
