"""Packet Row (Åse and Henrik Berg, Pegasus 2013): asking around four boards of a harbour town, two to five players.

The one thing offered is ``GAME`` (:class:`engine.contract.Game`). To find a rule: ``setup`` deals, ``round`` is the state
machine of a round, ``supply`` the boards and their refill, ``fulfilment`` the contracts, ``reach`` who is asked and who
passed over, ``ending`` the final contract round and scoring; ``moves`` says what may be answered, ``view`` who sees what;
``plan`` reads standing orders, ``plan_check`` refuses those that can never match, ``planner`` writes them for bots. Rule
numbers such as E1.7 are those of the rules dossier; ``data/`` holds boards, cards, contracts and parameters.
"""

from engine.packet_row.book import Book
from engine.packet_row.game import PacketRow

GAME = PacketRow(Book.shipped())

__all__ = ["GAME", "PacketRow"]
