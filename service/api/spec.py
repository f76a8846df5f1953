"""``python -m service.api.spec``: print, write or check the committed OpenAPI document ``openapi/openapi.json``.

The document is made from the routes, so it needs an app but neither a store nor real keys.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from service.api.app import create_app
from service.api.document import text
from service.config import Settings
from service.context import Context
from service.keyring import Signers
from service.signing import Links, Sealer, Signer, resolver_public
from service.store.store import Store

PUBLISHED = Path(__file__).parents[2] / "openapi" / "openapi.json"
NOWHERE = "unix:///nowhere"


def generate() -> str:
    """Return the document of this source tree."""
    no_key = bytes(32)
    context = Context(
        settings=Settings(redis_url=NOWHERE, queue_url=NOWHERE),
        store=Store.connect(NOWHERE),
        signers=Signers(Signer(no_key)),
        sealer=Sealer(resolver_public(no_key)),
        links=Links(no_key),
    )
    return text(create_app(context).extensions["siegelpost-api"].spec, context.settings.public_url)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code: 1 when ``--check`` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m service.api.spec", description=__doc__)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--write", action="store_true", help="write openapi/openapi.json")
    group.add_argument("--check", action="store_true", help="fail when openapi/openapi.json differs")
    chosen = parser.parse_args(arguments)
    written = generate()
    if chosen.write:
        PUBLISHED.parent.mkdir(exist_ok=True)
        PUBLISHED.write_text(written, encoding="utf-8")
    elif chosen.check:
        if not PUBLISHED.is_file() or PUBLISHED.read_text(encoding="utf-8") != written:
            sys.stderr.write("openapi/openapi.json differs from the app: run 'python -m service.api.spec --write'\n")
            return 1
    else:
        sys.stdout.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
