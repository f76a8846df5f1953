"""``python -m checks.openapi``: lint the published document and compare it with the last release; fails if any finds fault."""

import json
import sys

from openapi_spec_validator import OpenAPIV31SpecValidator

from checks.openapi.compatibility import PUBLISHED, compared
from checks.openapi.redocly import redocly
from checks.openapi.spectral import spectral


def main() -> int:
    """Return 1 when the document breaks a rule or a client, else 0."""
    wrong = [
        str(one) for one in OpenAPIV31SpecValidator(json.loads(PUBLISHED.read_text(encoding="utf-8"))).iter_errors()
    ]
    for linted in (redocly("lint", PUBLISHED, "--max-problems", "1000"), spectral(PUBLISHED)):
        wrong += [linted.stdout, linted.stderr] if linted.returncode else []
    broken = compared()
    if broken:
        wrong += ["Since the last release, without a reason (CONTRIBUTING, 'The published document'):", *broken]
    if wrong:
        print(*wrong, sep="\n  ")
        return 1
    print("openapi: the document keeps its rules and breaks no client without a reason")
    return 0


if __name__ == "__main__":
    sys.exit(main())
