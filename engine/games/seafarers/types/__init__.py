"""The shapes of Seafarers' stored and published values, as TypedDicts. All of them are plain JSON without floats.

Resources are counted in lists of five in the order wood, brick, grain, wool, ore in the state, and by name in views and moves.
Hexes, intersections ("nodes") and edges have small numbers that depend on the map's shape only, see
:mod:`engine.games.seafarers.board`: hexes in reading order, then the cells of the frame; nodes and edges in the same way.
"""

from engine.games.seafarers.types.events import SeafarersEvent
from engine.games.seafarers.types.moves import SeafarersMove, SeafarersOrders
from engine.games.seafarers.types.state import SeafarersState
from engine.games.seafarers.types.view import SeafarersView

__all__ = ["SeafarersEvent", "SeafarersMove", "SeafarersOrders", "SeafarersState", "SeafarersView"]
