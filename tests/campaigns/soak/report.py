"""The report of the long forms: what was run, when, on which machine, with which figures. Appended to REPORT.md beside this."""

import os
import platform
import subprocess
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.campaigns.bench.figures import fsync_rate
from tests.servers.redis_server import redis_binary

FILE = Path(__file__).with_name("REPORT.md")


def scaled(goal: int, least: int = 1) -> int:
    """Return a size of the long form: the goal times ``SOAK_SCALE`` (1 unless set), at least ``least``."""
    return max(least, int(goal * float(os.environ.get("SOAK_SCALE", "1"))))


def report(campaign: str, seconds: float, /, **figures: object) -> None:
    """Append one line of figures with date and machine."""
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in figures.items())
    scale = os.environ.get("SOAK_SCALE", "1")
    with FILE.open("a", encoding="utf-8") as file:
        file.write(f"| {when} | {campaign} | {scale} | {seconds:.0f} s | {told} | {machine()} |\n")


def machine() -> str:
    """Return what the figures depend on; the fsync rate is measured now, where the servers of tests keep their files."""
    version = subprocess.run([redis_binary(), "--version"], capture_output=True, text=True, check=True).stdout
    redis_version = next(word[2:] for word in version.split() if word.startswith("v="))
    return (
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}, "
        f"Redis {redis_version}, {fsync_rate(Path(tempfile.gettempdir())):,.0f} fsync/s"
    )


class Watch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds until now."""
        return time.monotonic() - self._begun
