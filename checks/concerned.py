"""``python -m checks.concerned``: name the test files that belong to what has changed since a commit (``main`` by default).

A test belongs to a file that it imports, directly or by way of other modules, as far as ``--far`` steps; to itself; and to data
in the folder of a module that it imports. ``make near`` runs what this prints.
"""

import argparse
import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("engine", "service", "workers", "checks", "tests")


def imports(root: Path = ROOT) -> dict[str, set[str]]:
    """Return which files of ours each Python file imports, as paths from the root."""
    files = {path.relative_to(root).as_posix() for part in PARTS for path in (root / part).rglob("*.py")}
    names = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in files}
    found: dict[str, set[str]] = {}
    for name in files:
        asked = set[str]()
        for node in ast.walk(ast.parse((root / name).read_bytes())):
            if isinstance(node, ast.Import):
                asked |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                parts = {f"{node.module}.{one.name}" for one in node.names}
                asked |= parts & names.keys() or {node.module}
        found[name] = {names[one] for one in asked & names.keys()} - {name}
    return found


def concerned(changed: Iterable[str], far: int, root: Path = ROOT) -> list[str]:
    """Return the test files that belong to changed files."""
    importers = defaultdict[str, set[str]](set)
    for name, others in imports(root).items():
        for other in others:
            importers[other].add(name)
    reached = set(changed)
    for path in list(reached):
        if not path.endswith(".py"):  # data belong to the modules beside them, and to those of the folder above
            for folder in list(Path(path).parents)[:2]:
                reached |= {name for name in importers if Path(name).parent == folder}
    ring = set(reached)
    for _ in range(far):
        ring = {one for name in ring for one in importers[name]} - reached
        reached |= ring
    return sorted(one for one in reached if Path(one).name.startswith("test_") and (root / one).exists())


def changed_since(base: str) -> set[str]:
    """Return the files that differ from where this branch left another one, committed or not."""
    ran = [
        subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()  # noqa: S603, S607
        for words in (
            ("diff", "--name-only", f"{base}..."), ("diff", "--name-only", "HEAD"),
            ("ls-files", "--others", "--exclude-standard"),
        )
    ]  # fmt: skip
    return {line for lines in ran for line in lines}


def main() -> int:
    """Print them; return 1 when there are none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", nargs="?", default="main")
    parser.add_argument("--far", type=int, default=2, help="over how many imports (default 2)")
    asked = parser.parse_args()
    found = concerned(changed_since(asked.base), asked.far)
    print("\n".join(found))
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
