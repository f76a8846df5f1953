"""The check of docstrings' first lines finds both refused kinds and accepts plain ones."""

import pytest

from checks.docstrings import faults

REFUSED = (
    "What a seat is asked.",
    "Whether the match has ended.",
    "Until when seats reveal (ms).",
    "In which slot orders differ.",
    "Return the voyage; ``None``: no ship is at sea.",
    "Return why standing orders cannot be said by mail here: ``None``: they can",
)
ACCEPTED = (
    "The question put to a seat.",
    "Return whether the match has ended.",
    "Return the voyage, or None if no ship is at sea.",
    "Whoever resolves a match.",
)


@pytest.mark.parametrize("first", REFUSED)
@pytest.mark.parametrize("head", ["class A:", "def a():", "async def a():"])
def test_a_refused_first_line_is_found_where_it_stands(head: str, first: str) -> None:
    assert faults(f'import b\n\n{head}\n    """{first}\n\n    More.\n    """\n') == [(4, first)]


def test_a_refused_first_line_of_a_module_is_found() -> None:
    assert faults(f'"""{REFUSED[0]}"""\n') == [(1, REFUSED[0])]


@pytest.mark.parametrize("first", ACCEPTED)
def test_a_plain_first_line_is_accepted(first: str) -> None:
    assert faults(f'def a():\n    """{first}\n\n    What follows may begin as it likes.\n    """\n') == []
