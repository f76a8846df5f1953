"""``python -m checks.openapi``: lint the published document and compare it with the last release; fails if either finds fault."""

from __future__ import annotations

import sys

from checks.openapi.compatibility import PUBLISHED, compared
from checks.openapi.redocly import redocly


def main() -> int:
    """Return 1 when the document breaks a rule or a client, else 0."""
    linted = redocly("lint", PUBLISHED, "--max-problems", "1000")
    if linted.returncode:
        print(linted.stdout, linted.stderr, sep="\n")
    wrong = compared()
    if wrong:
        print("Since the last release, without a reason (CONTRIBUTING, 'The published document'):", *wrong, sep="\n  ")
    if not linted.returncode and not wrong:
        print("openapi: the document keeps its rules and breaks no client without a reason")
    return 1 if linted.returncode or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
