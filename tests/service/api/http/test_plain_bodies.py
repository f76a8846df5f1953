"""Bodies that are in order are read the short way: it must give what marshmallow gives, for whatever is sent."""

import inspect
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from service.api.http.fields import Strict
from service.api.schemas import requests

SCHEMAS = [
    one for _, one in inspect.getmembers(requests, inspect.isclass) if issubclass(one, Strict) and one is not Strict
]
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 7, -1, 2**40, "", "x", "en", " x", "a@b.example", "sc1_" + "A" * 43, "A" * 86, "A" * 43,
    "p_" + "0" * 32, "Europe/Berlin", [], ["x"], [1, None], {}, {"type": "pass"},
)  # fmt: skip
MIXTURES = 20


def outcome(load: Callable[[Any], Any], body: Any) -> Any:
    try:
        return load(body)
    except ValidationError as error:
        return error.messages


@pytest.mark.parametrize("kind", SCHEMAS, ids=lambda one: one.__name__)
def test_every_body_is_read_as_marshmallow_reads_it(kind: type[Strict]) -> None:
    schema, chance = kind(), Random(kind.__name__)
    names = [*schema.load_fields, "unknown"]
    bodies: list[Any] = [*VALUES, *({name: value} for name in names for value in VALUES)]
    for _ in range(MIXTURES):
        some = chance.sample(names, chance.randint(1, len(names)))
        bodies.append({name: chance.choice(VALUES) for name in some})
    for body in bodies:
        assert outcome(schema.load, body) == outcome(lambda one: Schema.load(schema, one), body), body


@pytest.mark.parametrize("more", [{}, {"replaces": 3}, {"wait": True, "padding": "..."}])
def test_a_seal_that_is_in_order_goes_the_short_way(more: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    schema = requests.CommitmentRequest()
    expected = Schema.load(schema, body := {"move": {"type": "pass"}, **more})

    def long_way(*_: Any, **__: Any) -> Any:
        raise AssertionError("marshmallow was asked")

    monkeypatch.setattr(Schema, "load", long_way)
    assert schema.load(body) == expected == {"replaces": 0, "wait": False, **body}
