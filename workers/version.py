"""The version of the running code: a short text that changes with the code, including that of its games, and with their
rule data."""

from __future__ import annotations

import hashlib

from engine import registry
from service.telemetry.sources import digest_of

PACKAGES = ("engine", "service", "workers", *(one.module for one in registry.OUTSIDE.games))

# Read when the process starts: later the files may be newer than what runs.
CODE = digest_of(PACKAGES)


def running_version() -> str:
    """Return the version of the code with which this process started and of its current rule data; 22 characters."""
    return hashlib.sha256(CODE + repr(registry.held()).encode()).hexdigest()[:22]


__all__ = ["running_version"]
