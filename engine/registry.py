"""Which rule sets this installation knows. A correction of rules that changes outcomes is a new version beside the old."""

from __future__ import annotations

from engine.anno_1701 import GAME as ANNO_1701
from engine.contract import Game
from engine.kontor import GAME as KONTOR
from engine.packet_row import GAME as PACKET_ROW

GAMES: dict[str, Game] = {game.rules.id: game for game in (KONTOR, PACKET_ROW, ANNO_1701)}


class UnknownRules(KeyError):
    """A rules id this installation does not know."""


def game(rules_id: str) -> Game:
    """Return the game of a rules id such as ``kontor@1``; :raises UnknownRules: for others."""
    try:
        return GAMES[rules_id]
    except KeyError:
        raise UnknownRules(rules_id) from None
