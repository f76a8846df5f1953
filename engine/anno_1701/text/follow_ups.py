"""What may be said together with a choice in the own turn: to set sail as the actions end, to reveal the next voyage card."""

from __future__ import annotations

from typing import cast

from engine.anno_1701.text.phrases import Phrases
from engine.anno_1701.types.cards import ExpansionCard
from engine.anno_1701.types.moves import Anno1701Move, SetSailMove
from engine.anno_1701.types.view import Anno1701View
from engine.contract import Move
from engine.kit.particulars import FollowUp, Seen

CLOSE, VOYAGE = "close", "voyage"
REVEAL: tuple[str, Move] = (VOYAGE, {"type": "reveal"})


def follow_ups(move: Anno1701Move, seen: Seen, phrases: Phrases) -> tuple[FollowUp, ...]:
    """Return what may be said with a legal move; nothing where no further question is likely."""
    view = cast(Anno1701View, seen.view)
    if view["seat"] is None:
        return ()
    player = view["players"][view["seat"]]
    if player["ship"]["state"] == 0:
        return ()
    voyage = view["voyage"]
    left = 0 if voyage is None else voyage["speed"] - len(voyage["seen"])
    found: list[FollowUp] = []
    if move["type"] == "close":
        sailing: list[SetSailMove] = [{"type": "voyage"}]
        sailing += [{"type": "voyage", "card": card["id"]} for card in player["hand"] or [] if _sails(card)]
        found = [FollowUp(_sail(one, phrases), ((CLOSE, cast(Move, one)), REVEAL)) for one in sailing]
    elif move["type"] == "voyage":
        found = [FollowUp(phrases.say("follow-up.first"), (REVEAL,))]
    elif seen.decision["kind"] == "meet" and left > 0:
        found = [FollowUp(phrases.say("follow-up.next"), (REVEAL,))]
    elif move["type"] == "reveal" and left > 1:
        found = [FollowUp(phrases.say("follow-up.more"), (REVEAL,) * (left - 1))]
    return tuple(found)


def _sails(card: ExpansionCard) -> bool:
    """Whether a card of the hand may join a voyage."""
    return not card["building"] and card["op"] == "ship_bonus"


def _sail(move: SetSailMove, phrases: Phrases) -> str:
    if "card" in move:
        return phrases.say("follow-up.sail-with", card=phrases.copy(move["card"]))
    return phrases.say("follow-up.sail")


__all__ = ["follow_ups"]
