"""The legal places as a view shows them, so that a picture can number them."""

from __future__ import annotations

from engine.games.seafarers.rules import moves
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.view import LegalView


def places(play: Play, seat: int | None) -> LegalView:
    """Return where a seat may put or move something now; nothing for a seat that is not asked."""
    found: LegalView = {
        "settlements": [],
        "cities": [],
        "roads": [],
        "ships": [],
        "move": [],
        "to": [],
        "robber": [],
        "pirate": [],
        "harbours": [],
        "chips": [],
    }
    if seat is None or seat not in play.state["asked"] or play.state["phase"] in ("discard", "gold", "over"):
        return found
    decision = moves.standing(play.state)[-1]["id"]
    for move in moves.legal_moves(play.state, play.scenario, seat, decision):
        _note(found, move)
    return {key: sorted(set(value)) for key, value in found.items()}  # type: ignore[return-value, call-overload]


def _note(found: LegalView, move: SeafarersMove) -> None:
    match move["type"]:
        case "found":
            found["settlements"].append(move["node"])
            found["roads" if move["piece"] == "road" else "ships"].append(move["edge"])
        case "settlement":
            found["settlements"].append(move["node"])
        case "city":
            found["cities"].append(move["node"])
        case "road":
            found["roads"].append(move["edge"])
        case "ship":
            found["ships"].append(move["edge"])
        case "move":
            found["move"].append(move["edge"])
            found["to"].append(move["to"])
        case "robber":
            found["robber"].append(move["hex"])
        case "pirate":
            found["pirate"].append(move["hex"])
        case "harbour":
            found["harbours"].append(move["edge"])
        case "chip":
            found["chips"].append(move["hex"])
        case _:
            pass
