"""The version of the running code: a short text that changes whenever the code, that of its games or their rule data do."""

from __future__ import annotations

import hashlib

from engine import registry
from service.telemetry.sources import digest_of

PACKAGES = ("engine", "service", "workers", *(one.module for one in registry.OUTSIDE.games))

# Read when the process starts: later the files may be newer than what runs.
CODE = digest_of(PACKAGES)


def running_version() -> str:
    """Return the version of the code this process began with and of the rule data it holds now; 22 characters."""
    return hashlib.sha256(CODE + repr(registry.held()).encode()).hexdigest()[:22]


__all__ = ["running_version"]
