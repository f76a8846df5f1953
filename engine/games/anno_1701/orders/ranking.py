"""Rankings of cards by name, as orders give them: the first card of a hand or a pile that a ranking names."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.anno_1701.rules.play import Play


def first_ranked(ranking: Sequence[str], kinds: Sequence[str]) -> int | None:
    """Return where the best-ranked kind is, or None if none of them is ranked.

    >>> first_ranked(["schule", "farm"], ["farm", "loge", "schule"])
    2
    """
    return next((kinds.index(kind) for kind in ranking if kind in kinds), None)


def slot_of(play: Play, seat: int, ranking: Sequence[str]) -> int | None:
    """Return the slot of the hand card that comes first in a ranking."""
    return first_ranked(ranking, [play.data.cards[card].kind for card in play.player(seat)["hand"]])


def place_under(play: Play, seat: int, slot: int) -> str:
    """Return the first pile under which a hand card may be pushed."""
    numeral = play.data.cards[play.player(seat)["hand"][slot]].stack
    return next((f"{numeral}{half}" for half in "ab" if play.state["piles"][f"{numeral}{half}"]), f"{numeral}a")
