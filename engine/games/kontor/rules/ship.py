"""The ship of the harbour authority (rules: Das Schiff, Benutzung des Bootes; E36-E39).

A card with a ship symbol lets its player, before laying it, move the ship to another canal and then, optionally, remove one
quay with a ship symbol beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules import centres
from engine.games.kontor.rules.fields import NEIGHBOURS, Field, field, place, reading_order
from engine.games.kontor.rules.play import Play, closed_fields
from engine.games.kontor.types.events import RemovedEvent, SailedEvent, StayedEvent
from engine.games.kontor.types.moves import SailMove, ShipAnswer
from engine.games.kontor.types.state import KontorState


def destinations(state: KontorState, preset: Preset) -> list[Field]:
    """Return the canals the ship may move to: every one on the table except the one it is on (E36)."""
    cards = preset.cards
    return reading_order(
        name for name, stack in state["board"].items() if cards[stack[-1]].water and name != state["ship"]
    )


def removable(state: KontorState, preset: Preset, ship: Field, closed: Collection[Field]) -> list[Field]:
    """Return the quays with a ship symbol beside a canal, whoever owns them, closed sectors excepted (E37)."""
    board, cards = state["board"], preset.cards
    return [
        name
        for name in NEIGHBOURS[ship]
        if name in board
        and name not in closed
        and (card := cards[board[name][-1]]).kind == "quay"
        and card.symbol == "ship"
    ]


def ship_moves(state: KontorState, preset: Preset) -> list[ShipAnswer]:
    """Return all moves of a ship decision; where partners share a colour, the remover names who gets the card (E38)."""
    closed = closed_fields(state)
    moves: list[ShipAnswer] = [{"type": "stay"}]
    for canal in destinations(state, preset):
        moves.append({"type": "sail", "to": place(canal)})
        for quay in removable(state, preset, canal, closed):
            move: SailMove = {"type": "sail", "to": place(canal), "remove": place(quay)}
            seats = receivers(state, preset, quay)
            moves.extend([move] if len(seats) == 1 else [{**move, "receiver": seat} for seat in seats])
    return moves


def receivers(state: KontorState, preset: Preset, quay: Field) -> list[int]:
    """Return the seats under whose pile a quay can go: those that play its colour (E38)."""
    removed = preset.cards[state["board"][quay][-1]]
    colours: Sequence[str] = state["colours"]
    return preset.members(colours.index(removed.owner))


def sail(play: Play, seat: int, move: ShipAnswer) -> None:
    """Apply a move of a ship decision."""
    state = play.state
    if move["type"] == "stay":
        play.tell(StayedEvent(type="stayed", seat=seat))
        return
    assert state["ship"] is not None, "a ship decision needs a ship"
    start, goal = place(state["ship"]), list(move["to"])
    state["ship"] = field(*goal)
    state["last"]["ship"] = {"from": start, "to": goal}
    # In an event ``to`` would name the seats that may see it, so the destination is called ``at``.
    sailed: SailedEvent = {"type": "sailed", "seat": seat, "from": start, "at": goal}
    play.tell(sailed)
    if "remove" in move:
        quay = field(*move["remove"])
        _remove(play, seat, quay, move.get("receiver", receivers(state, play.preset, quay)[0]))


def _remove(play: Play, seat: int, name: Field, owner: int) -> None:
    """Take a quay off the board and put it under a pile of its colour, which may make it the top card (E38)."""
    state = play.state
    removed = play.preset.cards[state["board"].pop(name)[-1]]
    state["quay_piles"][owner].append(removed.id)
    state["laid"].remove(name)
    state["last"]["removed"].append(place(name))
    play.tell(RemovedEvent(type="removed", seat=seat, card=removed.id, at=place(name), owner=owner))
    centres.after_removal(play, name)
