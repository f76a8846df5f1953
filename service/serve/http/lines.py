"""The log lines of gunicorn itself, in the form of all others."""

from __future__ import annotations

import os
from typing import Any

from gunicorn.glogging import Logger

from service.telemetry.logs import formatter


class Lines(Logger):  # type: ignore[misc]
    """gunicorn's logger, which writes JSON where all others do."""

    def setup(self, cfg: Any) -> None:
        """Set the handlers up."""
        super().setup(cfg)
        if os.environ.get("SIEGELPOST_LOGS") == "json":
            for handler in self.error_log.handlers:
                handler.setFormatter(formatter(os.environ))


__all__ = ["Lines"]
