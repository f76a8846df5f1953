"""What a mutation that passes touched, and the line of the page that says nobody can prove it (protocol page, section 11)."""

import re
from importlib.resources import files

from tests.engine.verifier.mutations import Mutation

AGREED = (
    "absence|beacon|custody|entropy|extensions|hold_seconds|nights|operator|operator_extensions|options|pace|pauses|resolver"
    "|reveal_seconds|time_requests|vacation"
)
"""Members of ``created`` by which a match is agreed, all of them the server's word."""

CLASSES: tuple[tuple[str, str, str, str], ...] = (
    # type of entry, member, operator, line of the page
    ("created", rf"/({AGREED})(/.*)?", ".*", "terms"),
    ("joined", "/player", ".*", "people"),
    ("joined|left", "", "drop|double|swap|move|body|type", "people"),
    (".*", "", "insert left", "people"),
    (".*", "", "at", "times"),
    ("opened", "/deadline|/opening_deadline", ".*", "times"),
    ("extended", ".*", ".*", "times"),
    (".*", "", "insert extended", "times"),
    ("resolved", r"/moves/\*/received", ".*", "times"),
    ("resigned", "/received", ".*", "times"),
    ("locked", r"/seats/\*/(seq|custody)", ".*", "acts"),
    ("locked", r"/seats/\*/order", ".*", "orders"),
    ("resolved", r"/moves/\*/by", ".*", "open-answers"),
    ("resolved", r"/faults/\*/fault", ".*", "blame"),
    (".*", "", "close", "ending"),
)
"""Rules by what was touched. A mutation that passes and that no rule names is a hole of the verifier."""


def line_of(mutation: Mutation) -> str | None:
    """Return the line of the page that explains why this mutation may pass, ``None`` if none does."""
    for kind, member, operator, line in CLASSES:
        told = (kind, mutation.kind), (member, mutation.member), (operator, mutation.operator)
        if all(re.fullmatch(wanted, found) for wanted, found in told):
            return line
    return None


def lines_of_the_page() -> list[str]:
    """Return the names of the lines in the page's list."""
    page = (files("service.api") / "protocol.md").read_text(encoding="utf-8")
    section = page.partition("\n## 11.")[2].partition("\n## ")[0]
    return re.findall(r"^- `([a-z-]+)`", section, re.MULTILINE)
