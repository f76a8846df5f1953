"""Packet Row (Åse and Henrik Berg, Pegasus 2013): asking around four boards of a harbour town, two to five players.

It offers ``GAME`` (:class:`engine.contract.Game`), the newest version of its rules; ``VERSIONS``, all of them;
and ``DATA``, through which an owner's card lists replace those of the package. To find a rule, look in
``rules``: ``setup`` deals, ``round`` is the state machine of a round, ``fulfilment`` the contracts, ``stock`` what goods cover
and how much computing is allowed, ``ending`` the final contract round, the scoring, and who is passed over, ``moves`` what may
be answered and what silence means, ``play`` the state while something is resolved and the boards' supplies, ``view`` who sees
what. ``orders`` are plans: ``shape`` is their form, ``check`` refuses what can never match, ``consult`` answers by them.
``text`` and ``drawing`` show the table, ``types`` are the shapes of states, views, events, moves and orders. Rule numbers
such as E1.7 are those of ``RULES.md``; ``data`` holds boards, cards, contracts and parameters.
"""

from engine.games.packet_row.book import FILES, Book, shipped_texts
from engine.games.packet_row.game import PacketRow
from engine.kit.rule_data import RuleData

GAME = PacketRow(Book.shipped())
VERSIONS = (GAME,)
DATA = RuleData("packet-row", FILES, shipped_texts(), lambda texts, names: (PacketRow(Book.read(texts, names)),))

__all__ = ["DATA", "GAME", "VERSIONS", "PacketRow"]
