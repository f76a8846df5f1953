"""The ``siegelpost`` command: playing, watching, verifying and running Siegelpost from a terminal.

Commands for players use only the public HTTP API (:mod:`service.cli.player.client`), and seal on the player's own
machine.
"""

from service.cli.command import main

__all__ = ["main"]
