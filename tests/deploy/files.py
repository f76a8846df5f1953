"""The deployment files as data: the compose file, and the systemd units with what their common drop-in adds."""

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVERS = ("state", "queue")
COMMON = DEPLOY / "systemd" / "siegelpost-.service.d"
ONE_VPS = DEPLOY / "one-vps" / "siegelpost.service"

Unit = dict[str, list[str]]
"""The values of each setting of a unit's ``[Service]``, in their order."""


def unit(*texts: str) -> Unit:
    """Return the settings of a unit and its drop-ins."""
    found: Unit = {}
    for text in texts:
        for line in text.partition("[Service]")[2].partition("[Install]")[0].splitlines():
            name, is_setting, value = line.partition("=")
            if is_setting and not line.startswith("#"):
                found.setdefault(name, []).append(value)
    return found


def unit_of(path: Path) -> Unit:
    """Return the settings of a unit of ours, with those that all units have whose names begin with ``siegelpost-``."""
    common = [] if path == ONE_VPS else [COMMON / "10-siegelpost.conf"]
    return unit(*(one.read_text(encoding="utf-8") for one in (path, *common)))


def units() -> dict[str, Unit]:
    """Return the units by the process that each runs."""
    return {
        path.stem.removeprefix("siegelpost-").rstrip("@"): unit_of(path)
        for path in (DEPLOY / "systemd").glob("*.service")
    }


def variables(one: Unit) -> dict[str, str]:
    """Return the environment that a unit gives, without what its environment file says."""
    return dict(word.split("=", 1) for line in one.get("Environment", []) for word in line.split())
