"""One text for one value: hostile bodies get 400, 413, 415 or 422 from every route that takes one, and never a 500."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.test import TestResponse

from service.api.document.spec import PUBLISHED
from service.api.http.fields import Words
from service.api.schemas import requests
from tests.given.json_object import JsonObject
from tests.service.api.players import Player, Table

DOCUMENT: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
ROUTES = [
    (method.upper(), path)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method != "parameters" and "requestBody" in operation
]
UNREADABLE = {
    "deep list": b"[" * 100_000,
    "deep object": b'{"a":' * 10_000,
    "closed deep list": b'{"mail":' + b"[" * 40 + b"]" * 40 + b"}",
    "huge integer": b'{"seats":' + b"9" * 5_000 + b"}",
    "10**400": b'{"seats":1' + b"0" * 400 + b"}",
    "beyond 2**53": b'{"seats":9007199254740993}',
    "lone surrogate": b'{"name":"\\ud800"}',
    "lone surrogate in a key": b'{"\\udc00":1}',
    "raw surrogate": b'{"name":"\xed\xa0\x80"}',
    "NaN": b'{"seats":NaN}',
    "Infinity": b'{"seats":-Infinity}',
    "1e400": b'{"seats":1e400}',
    "fraction": b'{"seats":2.0}',
    "minus zero": b'{"seats":-0}',
    "NUL": b'{"name":"a\\u0000b"}',
    "NUL in a key": b'{"a\\u0000":1}',
    "raw NUL": b'{"name":"a\x00b"}',
    "duplicate key": b'{"name":"a","name":"b"}',
    "duplicate key inside": b'{"options":{"a":1,"a":1}}',
    "byte-order mark": b'\xef\xbb\xbf{"name":"a"}',
    "utf-16": '{"name":"a"}'.encode("utf-16"),
    "latin-1": b'{"name":"\xe4"}',
    "trailing text": b'{"name":"a"} {}',
    "cut": b'{"name":"a"',
    "a text of quotes that never ends": b'{"name":"' + b'\\"' * 30_000,
    "single quotes": b"{'name':'a'}",
    "comment": b'{"name":"a"/* */}',
    "blank": b"   ",
    "not JSON": b"mail=a%40b.example",
}
WRONG_SHAPES = {
    "list": b"[]", "null": b"null", "text": b'"a"', "number": b"1", "true": b"true",
    "unknown member": b'{"unheard_of":1}', "prototype": b'{"__proto__":{}}',
}  # fmt: skip


def path_of(template: str, table: Table) -> str:
    decision = table.standing()["id"]
    ids = {
        "token": "t_" + "0" * 16,
        "bot": "p_" + "0" * 32,
        "webhook": "w_" + "0" * 16,
        "day": "2026-12-24",
        "remark": 1,
        "challenge": 1,
        "tournament": table.match,
    }
    return template.format(match=table.match, decision=decision, seat="me", **ids)


Send = Callable[..., TestResponse]
"""Sends a body to a route, as JSON unless told otherwise."""


@pytest.fixture
def takers(table: Table, ada: Player) -> dict[str, Send]:
    """Every route that takes a body; what is refused leaves the table and its people as they are for the next one."""
    client, headers = ada.app.test_client(), {"Authorization": f"Bearer {ada.token}"}

    def sends(method: str, template: str) -> Send:
        path = path_of(template, table)

        def send(body: bytes, media_type: str = "application/json", **more: str) -> TestResponse:
            return client.open(path, method=method, data=body, content_type=media_type, headers={**headers, **more})

        return send

    return {f"{method} {template}": sends(method, template) for method, template in ROUTES}


def test_hostile_bodies_are_refused_by_every_route(takers: dict[str, Send]) -> None:
    for route, send in takers.items():
        for name, body in UNREADABLE.items():
            answer = send(body)
            assert answer.status_code in (400, 413), f"{route}, {name}: {answer.status_code}"
            assert answer.content_type == "application/problem+json", f"{route}, {name}"
        for name, body in WRONG_SHAPES.items():
            answer = send(body)
            assert answer.status_code == 422, f"{route}, {name}: {answer.status_code}"
            assert answer.get_json()["errors"], f"{route}, {name}"


def test_only_json_is_read(takers: dict[str, Send]) -> None:
    for route, send in takers.items():
        for media_type in ("text/plain", "application/problem+json", "application/x-www-form-urlencoded",
                           "application/json; charset=utf-16", ""):  # fmt: skip
            assert send(b"{}", media_type).status_code == 415, f"{route}, {media_type}"
        for coding in ("gzip", "br", "deflate", "x"):
            assert send(b"{}", **{"Content-Encoding": coding}).status_code == 415, f"{route}, {coding}"


def test_bodies_beyond_64_kib_are_not_even_read(takers: dict[str, Send]) -> None:
    body = b'{"name":"' + b"a" * (64 << 10) + b'"}'
    for route, send in takers.items():
        answer = send(body)
        assert (answer.status_code, answer.get_json()["type"]) == (413, "/problems/too-large"), route


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"rules": "kontor", "seats": "2"}, "/seats"),
        ({"rules": "kontor", "seats": True}, "/seats"),
        ({"rules": "kontor", "seats": 99}, "/seats"),
        ({"rules": "kontor", "sit": 1}, "/sit"),
        ({"rules": "kontor", "title": "a\u202eb"}, "/title"),
        ({"rules": "kontor", "title": "x" * 81}, "/title"),
        ({"rules": "kontor", "pace": {"kind": "duration", "seconds": 1}}, "/pace/seconds"),
        ({"rules": "kontor", "pace": {"kind": "daily", "time": "25:00", "zone": "UTC"}}, "/pace/time"),
        ({"rules": "kontor", "options": {"preset": "nope"}}, "/options/preset"),
        ({"rules": "kontor", "options": {"a/b~c": 1}}, "/options/a~1b~0c"),
        ({"rules": "kontor", "bots": ["steady", "nobody"]}, "/bots/1"),
        ({"rules": "kontor", "invite": ["p_" + "0" * 32]}, "/invite/0"),
        ({"rules": "nothing@9"}, "/rules"),
        ({}, "/rules"),
    ],
)
def test_a_wrong_member_is_named_by_a_json_pointer(ada: Player, body: JsonObject, pointer: str) -> None:
    answer = ada.post("/v1/matches", body)
    assert answer.status_code == 422
    problem = answer.get_json()
    assert problem["type"] == "/problems/invalid"
    assert [one["pointer"] for one in problem["errors"]] == [pointer]


def test_a_query_parameter_nobody_knows_is_named(table: Table, ada: Player) -> None:
    answer = ada.get(f"{table.path}?aftre=3")
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == "aftre"


@pytest.mark.parametrize("value", ["-1", "1.5", " 1", "1_0", "١", "9" * 30, "abc", "", "0x1"])
def test_numbers_in_queries_are_plain_digits(table: Table, ada: Player, value: str) -> None:
    answer = ada.ask("GET", f"{table.path}/log?limit={value}")
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == "limit"


@pytest.mark.parametrize(
    "path", ["/v1/rules/%ff", "/v1/matches/%ff", "/v1/%00", "/v1/matches/%2e%2e", "//v1/meta", "/V1/meta"]
)
def test_paths_that_are_none_are_not_found(ada: Player, path: str) -> None:
    answer = ada.get(path, Host="localhost")
    assert answer.status_code == 404
    assert answer.get_json()["type"] == "/problems/not-found"


def test_a_move_may_be_any_object_and_the_rules_judge_it(table: Table, ada: Player) -> None:
    here = table.here()
    for move in (
        {},
        {"type": 7},
        {"type": "play", "card": ["C36"]},
        {"type": "play", "card": "C36", "x": 1},
        {"é": None},
    ):
        answer = ada.put(f"{here}/commitment", {"move": move})
        assert answer.status_code == 422
        assert answer.get_json()["type"] == "/problems/illegal-move"
    deep: Any = 1
    for _ in range(20):
        deep = [deep]
    answer = ada.put(f"{here}/commitment", {"move": {"type": "play", "card": deep}})
    assert answer.get_json()["type"] == "/problems/malformed"


@pytest.mark.parametrize(
    ("rules", "seats", "options", "pointer", "detail"),
    [
        ("seafarers", 4, {}, "/seats", "seafarers@1 is played at 5 or 6 seats, not at 4"),
        ("anno-1701", 3, {}, "/seats", "is played at 2 seats, not at 3"),
        ("seafarers", 5, {"preset": "sechs-inseln-6"}, "/options/preset",
         "sechs-inseln-6 is played by 6, not by 5; for 5 there is fuenf-inseln-5"),
    ],
)  # fmt: skip
def test_a_wrong_number_of_seats_names_the_right_ones(
    ada: Player, rules: str, seats: int, options: dict[str, Any], pointer: str, detail: str
) -> None:
    answer = ada.post("/v1/matches", {"rules": rules, "seats": seats, "options": options})
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert error["pointer"] == pointer
    assert detail in error["detail"]


def test_more_bots_than_seats_are_refused_with_both_remedies(ada: Player) -> None:
    """As who leaves ``seats`` out, and so has two, asks for two bots."""
    (error,) = ada.post("/v1/matches", {"rules": "packet-row", "bots": ["steady"] * 2}).get_json()["errors"]
    assert error == {"pointer": "/bots", "detail": "the bots take all 2 seats: ask for more seats, or for fewer bots"}


def test_a_body_with_thousands_of_faults_gets_a_short_answer(ada: Player) -> None:
    """The attack: one list of 4,000 entries that are none was answered by 439 kB."""
    bodies: list[tuple[JsonObject, int]] = [
        ({"rules": "kontor", "invite": ["x"] * 4_000}, 1),
        ({f"unknown{number}": 1 for number in range(3_000)}, 20),
    ]
    for body, named in bodies:
        answer = ada.app.test_client().post("/v1/matches", json=body, headers={"Authorization": f"Bearer {ada.token}"})
        assert answer.status_code == 422
        assert len(answer.data) < 8_000
        assert len(answer.get_json()["errors"]) == named


LISTS = [
    (f"{name}.{member}", field)
    for name, shape in vars(requests).items()
    if isinstance(shape, type) and issubclass(shape, Schema)
    for member, field in shape().fields.items()
    if isinstance(field, fields.List) and not isinstance(field, Words)
]


@pytest.mark.parametrize("field", [one for _, one in LISTS], ids=[name for name, _ in LISTS])
def test_nothing_is_read_of_a_list_that_is_too_long(monkeypatch: pytest.MonkeyPatch, field: fields.List[Any]) -> None:
    """The attack: 21,000 empty objects as matches of one batch cost two seconds of a processor."""
    (most,) = (one.max for one in field.validators if isinstance(one, validate.Length))
    assert most is not None
    read: list[object] = []
    monkeypatch.setattr(field.inner, "deserialize", read.append)
    with pytest.raises(ValidationError):
        field.deserialize([{}] * (most + 1))
    assert read == []
