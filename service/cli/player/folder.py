"""The data folder on the player's own machine; separate from the files in it, so that help appears at once."""

import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(env: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return this platform's folder for program data: ``SIEGELPOST_DATA``, else the XDG folder or its equivalent."""
    if env.get("SIEGELPOST_DATA"):
        return Path(env["SIEGELPOST_DATA"])
    home = Path(env["HOME"]) if env.get("HOME") else Path.home()
    if platform == "darwin":
        return home / "Library" / "Application Support" / "siegelpost"
    if platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "siegelpost"
    xdg = env.get("XDG_DATA_HOME", "")
    return (Path(xdg) if xdg.startswith("/") else home / ".local" / "share") / "siegelpost"


def last_server(folder: Path) -> str | None:
    """Return the address of the server last logged in to from here, or None if there is none that can be read."""
    try:
        return (folder / "last-server").read_text(encoding="utf-8")
    except OSError:
        return None
