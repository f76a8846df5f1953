"""The ``siegelpost`` command: playing, watching, verifying and running Siegelpost from a terminal.

All that plays goes through the public HTTP API only (:mod:`service.cli.player.client`), sealing on the player's own machine.
"""

from __future__ import annotations

from service.cli.command import main

__all__ = ["main"]
