"""``python -m checks.docstrings``: find docstrings whose first line reads as a riddle, and that name modules which are not there.

A first line says what the thing is (a noun) or does (a verb). Two mechanical kinds are refused: clauses without a head
("Whether it is over") and values glued on with colons ("Return the seat; ``None``: nobody").
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "service", "workers", "checks", "openapi/clients/python")
GENERATED = "# Generated from "
"""The beginning of the comment by which generated files are known, as their words come from elsewhere."""

HEADLESS = re.compile(r"(What|Whom|Who|Whose|Whether|In which|How|Which|Where|When|Until when|Why)\b")
GLUED = re.compile(r"Return\b.*[;:] ``None``:")
MODULE = re.compile(r":mod:`~?((?:engine|service|workers|checks)(?:\.\w+)*)`")


def faults(source: str) -> list[tuple[int, str]]:
    """Return the line number and first line of each docstring of a refused kind.

    >>> faults('def over(state):' + chr(10) + '    "Whether the match has ended."')
    [(2, 'Whether the match has ended.')]
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            docstring = ast.get_docstring(node)
            first = docstring.partition("\n")[0] if docstring else ""
            if HEADLESS.match(first) or GLUED.match(first):
                found.append((node.body[0].lineno, first))
    return sorted(found)


def missing_modules(source: str) -> list[tuple[int, str]]:
    """Return the line number and name of each module of the product that a text refers to and that does not exist.

    >>> missing_modules(chr(10) + ":mod:" + "`engine.nowhere`")
    [(2, 'engine.nowhere')]
    """
    return [
        (source.count("\n", 0, found.start()) + 1, name)
        for found in MODULE.finditer(source)
        if not (path := ROOT.joinpath(*(name := found[1]).split("."))).is_dir()
        and not path.with_suffix(".py").is_file()
    ]


def main() -> int:
    """Print every fault; return 1 if there is one, else 0."""
    wrong = False
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for line, first in [] if GENERATED in source[:500] else faults(source):
            sys.stderr.write(
                f"{path.relative_to(ROOT)}:{line}: start with a noun or a verb, and say 'or None if ...': {first}\n"
            )
            wrong = True
        for line, name in missing_modules(source):
            sys.stderr.write(f"{path.relative_to(ROOT)}:{line}: there is no module {name}\n")
            wrong = True
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
