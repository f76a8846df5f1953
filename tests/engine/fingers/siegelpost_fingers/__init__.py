"""Fingers: a game for Siegelpost in a package of its own."""

from .game import Fingers

CONTRACT = 1
GAME = Fingers()
VERSIONS = (GAME,)
DATA = None

__all__ = ["CONTRACT", "DATA", "GAME", "VERSIONS", "Fingers"]
