"""The ready demo."""

from __future__ import annotations

import json
from pathlib import Path


def directions(file: Path, url: str) -> list[str]:
    """Return what to tell about the demo in ``file``: nothing when there is none."""
    if not file.exists():
        return []
    demo = json.loads(file.read_text(encoding="utf-8"))
    return [f"  Demo           {demo['match']}", f"  {url}"]
