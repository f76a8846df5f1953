"""The ship of the harbour authority (rules: Das Schiff, Benutzung des Bootes; E36-E39).

A card with a ship symbol lets its player, before laying it, move the ship to another canal and then, optionally, remove one
quay with a ship symbol beside it.

Distribution centres (*Zentrallager*, *Vertriebszentrum*; E34, E35), the quays on which a team's warehouses of a sector stand
and from which the ship may take them, are bookkeeping for display only: points are counted from the cards. A team has one
centre in each open sector in which it has goods: its first quay with goods there; when sectors grow together the larger stack
stays (the earlier one if both are equal); when a centre is lost or cut off, the quay with goods that was laid earliest takes
over. A closed sector has none: its warehouses are taken off the board.
"""

from collections.abc import Collection, Iterable, Sequence

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.board import groups
from engine.games.kontor.rules.fields import NEIGHBOURS, Field, field, place, reading_order
from engine.games.kontor.rules.play import Play, closed_fields
from engine.games.kontor.types.events import RemovedEvent, SailedEvent, StayedEvent
from engine.games.kontor.types.moves import SailMove, ShipAnswer
from engine.games.kontor.types.state import KontorState


def after_laying(play: Play, name: Field, sector: Iterable[Field]) -> None:
    """Update the centres of the sector that the quay just laid belongs to."""
    fields = set(sector)
    for colour in play.state["colours"]:
        held = [centre for centre in play.state["centres"] if centre in fields and _owner(play, centre) == colour]
        if len(held) > 1:
            before = groups(fields - {name})
            stacks = {one: _stack(play, colour, group) for group in before for one in held if one in group}
            laid = play.state["laid"]
            best = max(held, key=lambda one: (stacks[one], -laid.index(one)))
            play.state["centres"] = [one for one in play.state["centres"] if one not in held or one == best]
        elif not held and _stack(play, colour, [name]):
            play.state["centres"].append(name)


def after_removal(play: Play, name: Field) -> None:
    """Update the centres of what is left around the quay just removed or flooded."""
    state, cards = play.state, play.preset.cards
    if name in state["centres"]:
        state["centres"].remove(name)
    land = {field for field, stack in state["board"].items() if cards[stack[-1]].land}
    new = []
    for group in groups(land):
        if group.isdisjoint(NEIGHBOURS[name]):
            continue
        for colour in state["colours"]:
            able = [field for field in group if _owner(play, field) == colour and _stack(play, colour, [field])]
            if able and not group.intersection(able).intersection(state["centres"]):
                new.append(min(able, key=state["laid"].index))
    # Groups come in arbitrary order, which must not show in a state.
    state["centres"] += reading_order(new)


def after_closing(play: Play, sector: Iterable[Field]) -> None:
    """Take the warehouses off a closed sector."""
    play.state["centres"] = [centre for centre in play.state["centres"] if centre not in sector]


def _owner(play: Play, field: Field) -> str:
    return play.preset.cards[play.state["board"][field][-1]].owner


def _stack(play: Play, colour: str, fields: Iterable[Field]) -> int:
    """Return how many warehouses a colour has on fields."""
    cards, board = play.preset.cards, play.state["board"]
    return sum(len(card.goods) for field in fields if (card := cards[board[field][-1]]).owner == colour)


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
    after_removal(play, name)
