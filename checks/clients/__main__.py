"""``python -m checks.clients``: check the generated parts of the clients against the document, or write them.

``--write`` makes them. They are committed, because ``siegelpost`` itself runs on this client and is installed without a
generator; so is the packed TypeScript client, which installations serve without a compiler. The types of the TypeScript
client are made when it is built (``make clients``), because only compilers need them.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from checks.clients.models import models
from checks.clients.objects import objects
from checks.clients.operations import module
from checks.clients.typescript import PACKED, is_packed, make_package, make_types

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "openapi" / "openapi.json"
PACKAGE = ROOT / "openapi" / "clients" / "python" / "siegelpost_client"


def made() -> dict[Path, str]:
    """Return the generated modules by file."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    typed = models(DOCUMENT)
    return {
        PACKAGE / "operations.py": formatted(module(document, awaits=False)),
        PACKAGE / "async_operations.py": formatted(module(document, awaits=True)),
        PACKAGE / "models.py": formatted(typed),
        PACKAGE / "objects.py": formatted(objects(typed)),
    }


def formatted(text: str) -> str:
    """Return a module as the project formats its own."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(PACKAGE / "made.py"), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code: 1 when a module is not what the document makes."""
    parser = argparse.ArgumentParser(prog="python -m checks.clients", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the modules")
    parser.add_argument("--types", action="store_true", help="only make the types of the TypeScript client")
    chosen = parser.parse_args(arguments)
    if chosen.types:
        make_types(DOCUMENT)
        return 0
    old = []
    for path, text in made().items():
        if chosen.write:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            old.append(path.relative_to(ROOT))
    if not is_packed(DOCUMENT):
        if chosen.write:
            make_package(DOCUMENT)
        else:
            old.append(PACKED.relative_to(ROOT))
    if old:
        print("not what the document makes: run 'python -m checks.clients --write'", *old, sep="\n  ", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
