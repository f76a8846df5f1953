"""Which version of the rules a match is played by, read from its state."""

from __future__ import annotations

import pytest

from engine.kit.corrections import Corrections

MADE = Corrections({"ships-count": 2, "tax-is-late": 3})


def test_a_state_that_names_no_version_is_of_the_first() -> None:
    assert MADE.version_of({}) == 1
    assert not MADE.applies("ships-count", {})


def test_a_correction_applies_from_its_version_on() -> None:
    assert [MADE.applies("ships-count", {"version": version}) for version in MADE.versions] == [False, True, True]
    assert [MADE.applies("tax-is-late", {"version": version}) for version in MADE.versions] == [False, False, True]


def test_a_version_that_is_not_an_integer_is_a_clear_error() -> None:
    with pytest.raises(TypeError, match="a state's version is an integer, not str"):
        MADE.version_of({"version": "2"})
