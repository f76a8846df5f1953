"""Seafarers for five and six: hexes, ships, ten scenarios. Rule numbers such as D6 and E19 are those of ``RULES.md``.

It offers ``GAME`` (:class:`engine.contract.Game`), ``VERSIONS`` of its rules, and ``DATA``, through which an owner's maps and
scenarios replace those of the package. Where to find things:

``rules/``    what happens. ``setup`` prepares a match, ``layout`` draws maps; ``turn`` is the course of a match, ``answers``
              what an answer does, ``actions`` the actions of a turn, ``checks`` which of them are legal. ``production`` is the
              dice, the gold river and the seven, ``trade`` trade, ``cards`` development cards, ``building`` and ``sites``
              pieces, their places and lines of ships, ``scoring`` victory points and the longest trade route. Of single
              scenarios: ``lines``, ``chips``. ``moves`` says what may be answered and what silence means, ``view`` who sees
              what; ``play`` is the state while something is resolved, and what follows from a map's terrain.
``board``, ``marks``  the graph of a map, and how a state writes what stands on it.
``orders/``   standing orders.
``types/``    the shapes of state, view, events, moves and orders; ``schemas/`` the JSON Schemas.
``data/``     maps, scenarios and numbers.
"""

from engine.games.seafarers.book import FILES, Book, shipped_texts
from engine.games.seafarers.game import Seafarers
from engine.kit.rule_data import RuleData

VERSIONS = (Seafarers(Book.shipped()),)
GAME = VERSIONS[-1]
DATA = RuleData("seafarers", FILES, shipped_texts(), lambda texts, names: (Seafarers(Book.read(texts, names)),))

__all__ = ["DATA", "GAME", "VERSIONS", "Seafarers"]
