"""Section 14 of the protocol page is normative: it has every type of entry, and every member that a verifier lets a body have."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from engine.protocol.body_forms import FORMS
from engine.protocol.forms import schema_of

PAGE = (files("service.api") / "protocol.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.partition("\n## 14.")[2], re.MULTILINE)


def members_of(schema: Any) -> Iterator[tuple[str, bool]]:
    """Yield the members of a body, and whether some bodies of the type have none."""
    variants = schema.get("oneOf") or schema.get("anyOf") or [schema]
    names = {name for one in variants for name in one["properties"]}
    for name in sorted(names):
        yield name, not all(name in one["required"] for one in variants)


@pytest.mark.parametrize("kind", FORMS)
def test_the_page_lists_the_members_of_every_entry(kind: str) -> None:
    said = " · ".join(row for name, row in ROWS if name == kind)
    assert said, f"section 14 has no row {kind}"
    told = {name for name, _ in members_of(schema_of(FORMS[kind])) if re.search(rf"`{name}`\??:", said)}
    assert told == {name for name, _ in members_of(schema_of(FORMS[kind]))}


@pytest.mark.parametrize("kind", ["voted", "returned", "substituted", "volunteered", "declined", "handed", "kept"])
def test_the_page_marks_what_may_be_missing(kind: str) -> None:
    said = " · ".join(row for name, row in ROWS if name == kind)
    for name, optional in members_of(schema_of(FORMS[kind])):
        assert (f"`{name}`?:" in said) == optional, name
