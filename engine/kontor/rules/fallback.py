"""What silence means: the move of a seat that did not answer, or did not open its seal (E10)."""

from __future__ import annotations

from engine.contract import Move, Silence, State
from engine.kontor.corrections import applies
from engine.kontor.presets import Preset
from engine.kontor.rules.fields import distance, field
from engine.kontor.rules.moves import legal_moves


def fallback(state: State, preset: Preset, seat: int, why: Silence) -> Move:
    """Return what silence means.

    Buying: nothing; in the contest the lowest number; who did not open the seal pays for nothing. Choosing:
    pass, and without the coin for a seat that sealed a choice and did not open it (E10: a paid pass would reward looking
    first). Alone: the lowest number, or the forfeit as well.
    Ship: stay. Place: the legal field nearest to the anchor.
    """
    stage = state["stage"]
    if stage == "choose" or (stage == "alone" and why == "unopened"):
        return {"type": "forfeit" if why == "unopened" else "pass"}
    if why == "unopened" and stage in ("buy", "contest") and applies("unopened-never-pays", state):
        return {"type": "fine"}
    if stage == "buy":
        return {"type": "decline"}
    if stage in ("alone", "contest"):
        return {
            "type": "play" if stage == "alone" else "show",
            "card": min(state["hands"][seat], key=lambda card: preset.cards[card].rank),
        }
    if stage == "ship":
        return {"type": "stay"}
    anchor = preset.layout.anchor
    return min(legal_moves(state, preset, seat), key=lambda move: distance(field(*move["at"]), anchor))
