"""Packet Row (Åse and Henrik Berg, Pegasus 2013): asking around four boards of a harbour town, two to five players.

What is offered is ``GAME`` (:class:`engine.contract.Game`), ``VERSIONS`` of its rules, of which it is the newest
(``corrections``), and ``DATA``, by which an owner's lists replace the package's. To find a rule: ``setup`` deals, ``round``
is the state machine of a round, ``supply`` the boards and their refill, ``fulfilment`` the contracts, ``stock`` what goods
cover, ``richest`` which contracts bring most, ``reach`` who is asked and who passed over, ``ending`` the final contract
round and scoring; ``moves`` says what may be answered, ``view`` who sees what; ``plan`` reads standing orders,
``plan_check`` refuses those that can never match, ``planner`` writes them for bots, ``work`` bounds what they cost. Rule
numbers such as E1.7 are those of ``RULES.md``; ``data/`` holds boards, cards, contracts and parameters.
"""

from engine.kit.rule_data import RuleData
from engine.packet_row.book import FILES, Book, shipped_texts
from engine.packet_row.game import PacketRow, versions

VERSIONS = versions(Book.shipped())
GAME = VERSIONS[-1]
DATA = RuleData("packet-row", FILES, shipped_texts(), lambda texts, names: versions(Book.read(texts, names)))

__all__ = ["DATA", "GAME", "VERSIONS", "PacketRow"]
