"""The special cards: where flood, bridge and customs house may go (*Hochwasser*, *Brücke*, *Zollhaus*; E40-E46, D3).

Flood and bridge are laid on top of a card; a flood then counts as a canal, a bridge as a quay that nobody owns. A customs
house is laid on a free field like any card, but cranes do not prevent it; it belongs to the sector it touches. None of them
may go into a closed sector or beside one.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.board import free_fields, inside, is_closed, newly_fixed, sectors
from engine.games.kontor.rules.fields import NEIGHBOURS, Field
from engine.games.kontor.rules.play import closed_fields
from engine.games.kontor.types.cards import SpecialType
from engine.games.kontor.types.state import Axis, KontorState, Range


def special_fields(state: KontorState, preset: Preset, kind: SpecialType) -> set[Field]:
    """Return where a card of type ``flood``, ``bridge`` or ``customs`` may be laid now."""
    return _RULES[kind](state, preset) - _taboo(state)


def _floodable(state: KontorState, preset: Preset) -> set[Field]:
    """Return the bridges and the quays with exactly one good; nothing else can be flooded (E43)."""
    tops = {name: preset.cards[stack[-1]] for name, stack in state["board"].items()}
    return {name for name, card in tops.items() if card.type == "bridge" or len(card.goods) == 1}


def _bridgeable(state: KontorState, preset: Preset) -> set[Field]:
    """Return the canals and floods except the one under the ship; not the anchor, where distances start (E41)."""
    tops = {name: preset.cards[stack[-1]] for name, stack in state["board"].items()}
    return {name for name, card in tops.items() if card.type in ("canal", "flood") and name != state["ship"]}


def _taxable(state: KontorState, preset: Preset) -> set[Field]:
    """Return the free fields where a customs house closes no sector, its own included (E44)."""
    board, edges, cards = state["board"], state["fixed"], preset.cards
    free = free_fields(board, edges)
    closed = closed_fields(state)
    still_open = [(sector, _beside(sector)) for sector in sectors(board, cards, closed)]
    found = set[Field]()
    for name in free - _taboo(state):
        if _fixes_an_edge(state, preset, name):
            if not _closes(state, preset, name, closed):
                found.add(name)
            continue
        # Only the sectors it touches lose a free field, and they become one.
        ways = {beside for beside in NEIGHBOURS[name] if beside not in board and inside(beside, edges)}
        if ways.union(*(around & free for _, around in still_open if name in around)) - {name}:
            found.add(name)
    return found


def _beside(sector: set[Field]) -> set[Field]:
    return set[Field]().union(*(NEIGHBOURS[name] for name in sector))


def _fixes_an_edge(state: KontorState, preset: Preset, name: Field) -> bool:
    return bool(_new_edges(state, preset, {**state["board"], name: []}))


def _new_edges(state: KontorState, preset: Preset, board: dict[Field, list[str]]) -> dict[Axis, Range]:
    return newly_fixed(board, state["fixed"], preset.limits)


def _closes(state: KontorState, preset: Preset, name: Field, closed: set[Field]) -> bool:
    """Return whether some sector would be closed by a neutral quay on a free field that fixes an edge (E25)."""
    customs = next(card.id for card in preset.cards.values() if card.type == "customs")
    board = {**state["board"], name: [customs]}
    edges = state["fixed"].copy()
    for axis, reached in _new_edges(state, preset, board).items():
        edges[axis] = reached
    return any(is_closed(sector, board, edges) for sector in sectors(board, preset.cards, closed))


def _taboo(state: KontorState) -> set[Field]:
    """Return the fields of closed sectors and those beside them (E46)."""
    closed = closed_fields(state)
    return closed.union(*(NEIGHBOURS[name] for name in closed))


Rule = Callable[[KontorState, Preset], set[Field]]
_RULES: dict[SpecialType, Rule] = {"flood": _floodable, "bridge": _bridgeable, "customs": _taxable}
