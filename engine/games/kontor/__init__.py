"""Kontor (Michael Schacht; Goldsieber 1999, Tilsit 2007): the harbour of Amsterdam, sealed cards, two or two teams.

The package offers ``GAME`` (:class:`engine.contract.Game`), the newest version of its rules; ``VERSIONS``, all of them;
and ``DATA``, through which an owner's cards, layouts and presets replace the package's
(``data/README.md``). ``game`` passes each question of the contract on to the module that answers it:

``rules/``    what happens: ``setup`` deals, ``round`` is the canonical round, ``buying`` the purchase of special cards, ``ship``
              the ship and distribution centres, ``fields`` and ``board`` the harbour, ``placing`` where a card may go,
              ``laying`` what follows, taxes and income, ``scoring`` majorities and the sectors that count, ``ending`` the
              ends; ``moves`` says what may be answered and what silence means, ``view`` who sees what and when partners may
              talk; ``untrusted`` reads values from outside, ``play`` is the state while something is resolved.
``orders/``   placing plans: what standing orders answer.
``text/``     phrases of each language, sentences about what happened, the table as text.
``drawing/``  the picture of the table.
``types/``    the shapes of state, view, events, moves and orders.
``schemas/``  JSON Schemas of options and moves, and those of view and events, which are made from ``types``.
``data/``     cards, layouts and presets, read by ``book`` and ``preset_files``.

Rule numbers such as E25 are those of ``RULES.md``.
"""

from engine.games.kontor.book import FILES, Book, shipped_texts
from engine.games.kontor.game import Kontor
from engine.kit.rule_data import RuleData

GAME = Kontor(Book.shipped())
VERSIONS = (GAME,)
DATA = RuleData("kontor", FILES, shipped_texts(), lambda texts, names: (Kontor(Book.read(texts, names)),))

__all__ = ["DATA", "GAME", "VERSIONS", "Kontor"]
