"""``python -m checks.locks FILES run otel dev``: of these locks, let each name the one before it and list only what it adds.

``FILES`` is a lock by file names (``pylock.toml``), which tells what each hash is of: only hashes of files that can be
installed here stay, that is sources and wheels for Linux and the Pythons that we run on.

``--whole dev`` prints a lock with those below it as one, for the tool that chooses versions: it keeps to those that it is
shown.
"""

import re
import sys
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "requirements"
PIN = re.compile(r"^[a-z0-9][^\n]*==[^\n]*(?:\n    [^\n]*)*\n", re.MULTILINE)
HASH = re.compile(r" \\\n    --hash=sha256:([0-9a-f]{64})")
OLDEST = 11
"""The oldest minor version of Python 3 that we run on."""
BASE = re.compile(r"^--requirement (\w+)\.txt\n", re.MULTILINE)


def pins(text: str) -> dict[str, str]:
    """Return the pins of a lock with their hashes, by the line that names package, version and marker."""
    return {found.partition(" \\\n")[0]: found for found in PIN.findall(text)}


def is_for_us(wheel: str) -> bool:
    """Return whether a wheel of this file name can be installed on Linux under a Python that we run on.

    >>> is_for_us("orjson-3.13.0-cp312-cp312-musllinux_1_2_aarch64.whl"), is_for_us("cffi-2.1.1-cp39-abi3-win32.whl")
    (True, False)
    """
    pythons, abi, platform = wheel.removesuffix(".whl").rsplit("-", 3)[1:]
    versions = [int(one.removeprefix("cp3")) for one in pythons.split(".") if re.fullmatch(r"cp3\d+", one)]
    runs = "py3" in pythons or abi == "abi3" or any(one >= OLDEST for one in versions)
    return runs and not abi.endswith("t") and (platform == "any" or "linux" in platform)


def hashes_for_us(files: Path) -> set[str]:
    """Return the hashes of the files that can be installed here, of a lock by file names."""
    found: set[str] = set()
    for package in tomllib.loads(files.read_text(encoding="utf-8"))["packages"]:
        wheels = [one for one in package.get("wheels", ()) if is_for_us(one["url"].rpartition("/")[2])]
        sources = [package["sdist"]] if "sdist" in package else []
        found |= {one["hashes"]["sha256"] for one in wheels + sources}
    return found


def only(pin: str, hashes: set[str]) -> str:
    """Return a pin with those of its hashes that are wanted; empty if there is none."""
    kept = HASH.sub(lambda found: found[0] if found[1] in hashes else "", pin)
    return kept if HASH.search(kept) else ""


def whole(kind: str) -> str:
    """Return a lock with what the locks below it list."""
    text = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8")
    base = BASE.search(text)
    return text if base is None else whole(base[1]) + BASE.sub("", text)


def layered(kinds: list[str], hashes: set[str]) -> None:
    """Take from each lock what the ones below it list, and all hashes but these."""
    known: set[str] = set()
    for below, kind in zip(["", *kinds], kinds, strict=False):
        path = FOLDER / f"{kind}.txt"
        text = path.read_text(encoding="utf-8")
        head = text[: PIN.search(text).start()] if PIN.search(text) else text  # type: ignore[union-attr]  # it was found
        own = {line: only(pin, hashes) for line, pin in pins(text).items() if line not in known}
        known |= own.keys()
        lead = f"--requirement {below}.txt\n" if below else ""
        path.write_text(BASE.sub("", head) + lead + "".join(own.values()), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--whole":
        sys.stdout.write(whole(sys.argv[2]))
    else:
        layered(sys.argv[2:], hashes_for_us(Path(sys.argv[1])))
