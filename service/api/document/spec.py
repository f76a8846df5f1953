"""``python -m service.api.document.spec``: print, write or check the committed OpenAPI document
``openapi/openapi.json``, and that of operators, ``openapi/admin.json``.

The documents are made from the routes; they need neither a store nor keys.
"""

import argparse
import sys
from pathlib import Path

from engine.registry import BUILT_IN_GAMES
from service.api.admin import routes as admin_routes
from service.api.document.assembly import text
from service.api.routes import description
from service.config.settings import Settings

PUBLISHED = Path(__file__).parents[3] / "openapi" / "openapi.json"
FOR_OPERATORS = PUBLISHED.with_name("admin.json")
NOWHERE = "unix:///nowhere"


def generate() -> str:
    """Return the document of this source tree, as an installation with the usual settings and games publishes it."""
    return text(description(), Settings(redis_url=NOWHERE, queue_url=NOWHERE).public_url, BUILT_IN_GAMES)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code: 1 when ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m service.api.document.spec", description=__doc__)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="write openapi/openapi.json and openapi/admin.json")
    group.add_argument("--check", action="store_true", help="fail when one of them differs")
    chosen = parser.parse_args(arguments)
    written = generate()
    if chosen.write:
        PUBLISHED.parent.mkdir(exist_ok=True)
        PUBLISHED.write_text(written, encoding="utf-8")
        FOR_OPERATORS.write_text(admin_routes.text(), encoding="utf-8")
    elif chosen.check:
        if not PUBLISHED.is_file() or PUBLISHED.read_text(encoding="utf-8") != written:
            sys.stderr.write(
                "openapi/openapi.json differs from the app: run 'python -m service.api.document.spec --write'\n"
            )
            return 1
        if not FOR_OPERATORS.is_file() or FOR_OPERATORS.read_text(encoding="utf-8") != admin_routes.text():
            sys.stderr.write(
                "openapi/admin.json differs from the app: run 'python -m service.api.document.spec --write'\n"
            )
            return 1
    else:
        sys.stdout.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
