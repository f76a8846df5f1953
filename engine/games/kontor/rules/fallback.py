"""Fallback moves for seats that did not answer, or did not open their seal (E10)."""

from __future__ import annotations

from engine.contract import Silence
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.fields import distance, place
from engine.games.kontor.rules.moves import legal_places
from engine.games.kontor.types.moves import KontorMove
from engine.games.kontor.types.state import KontorState


def fallback(state: KontorState, preset: Preset, seat: int, why: Silence) -> KontorMove:
    """Return what silence means.

    When buying, nothing is bought; in the contest the lowest number is shown; a seat that did not open its seal is fined.
    When choosing, the seat passes, without the coin if it did not open its seal (E10: a paid pass would reward looking at
    the others' cards first). If it is alone, it plays its lowest number. The ship stays; a card is laid on the legal field
    nearest to the anchor.
    """
    stage = state["stage"]
    if stage == "choose":
        return {"type": "forfeit"} if why == "unopened" else {"type": "pass"}
    if why == "unopened" and stage in ("buy", "contest"):
        return {"type": "fine"}
    if stage == "buy":
        return {"type": "decline"}
    if stage in ("alone", "contest"):
        lowest = min(state["hands"][seat], key=lambda card: preset.cards[card].rank)
        return {"type": "play", "card": lowest} if stage == "alone" else {"type": "show", "card": lowest}
    if stage == "ship":
        return {"type": "stay"}
    anchor = preset.layout.anchor
    nearest = min(legal_places(state, preset, seat), key=lambda name: distance(name, anchor))
    return {"type": "place", "at": place(nearest)}
