"""Values held against a schema by the engine itself: what fits, and which part of what does not is named."""

import pytest
from jsonschema_rs import validator_for

from engine.kit.shape import Misfit, Schema, fit

CARD: Schema = {"type": "string", "pattern": "^[A-Z][0-9]{1,2}$"}


@pytest.mark.parametrize("value", ["C3", "C42", "C3\n", "\nC3", "C3\nC4", "c3", "C345", ""])
def test_a_pattern_means_the_same_as_to_other_readers_of_the_schema(value: str) -> None:
    """``$`` is the end of the text, nothing else: in Python alone it would also let a last line break pass."""
    try:
        fit(CARD, value)
        fits = True
    except Misfit:
        fits = False
    assert fits is validator_for(dict(CARD)).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "value", "pointer", "wanted"),
    [
        ({"type": "boolean"}, 1, "", "should be true or false"),
        ({"type": "integer"}, True, "", "should be a whole number"),
        ({"type": "integer", "minimum": 1, "maximum": 400}, 401, "", "should be a whole number from 1 to 400"),
        ({"type": "integer", "minimum": 1}, 0, "", "should be a whole number from 1"),
        ({"type": "integer", "minimum": 1, "maximum": 400}, "7", "", "should be a whole number from 1 to 400"),
        ({"type": "array", "items": {"type": "string"}}, {}, "", "should be an array"),
        (
            {"type": "object", "properties": {"a/b": {"type": "array", "items": CARD}}},
            {"a/b": ["C1", "x"]},
            "/a~1b/1",
            "should match ^[A-Z][0-9]{1,2}$",
        ),
        (
            {"type": "object", "properties": {"seat": {"type": "integer"}}},
            {"set": 1},
            "/set",
            "is unknown here; known are seat",
        ),
    ],
)
def test_a_misfit_names_the_part_and_the_remedy(schema: Schema, value: object, pointer: str, wanted: str) -> None:
    with pytest.raises(Misfit) as refused:
        fit(schema, value)
    assert (refused.value.pointer, refused.value.wanted) == (pointer, wanted)
