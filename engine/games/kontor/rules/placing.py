"""Legal fields for a card: contact, opposing cranes, additions of variants (rules: Karte anlegen, Kran; E26, E52, E53).

Everybody can see where a card may go, so these functions use only what lies open: the board, a colour, a kind of card.

Special cards (*Hochwasser*, *Brücke*, *Zollhaus*; E40-E46, D3) follow rules of their own: flood and bridge are laid on top of a
card; a flood then counts as a canal, a bridge as a quay that nobody owns. A customs house is laid on a free field like any
card, but cranes do not prevent it; it belongs to the sector it touches. None of them may go into a closed sector or beside one.
"""

from collections.abc import Callable
from functools import lru_cache

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.board import barred, free_fields, groups, inside, is_closed, newly_fixed, sectors
from engine.games.kontor.rules.fields import NEIGHBOURS, Field
from engine.games.kontor.rules.play import closed_fields
from engine.games.kontor.types.cards import SPECIAL, WATER, Card, SpecialType
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


def fields_for(state: KontorState, preset: Preset, card: Card) -> set[Field]:
    """Return where a card may be laid now."""
    if card.type in SPECIAL:
        return special_fields(state, preset, card.type)
    return quay_fields(state, preset, card.owner) if card.kind == "quay" else canal_fields(state, preset)


def quay_fields(state: KontorState, preset: Preset, colour: str) -> set[Field]:
    """Return where a colour may lay quays: not beside an opposing crane, and beside water if the preset asks for it."""
    free = free_fields(state["board"], state["fixed"]) - barred(state["board"], preset.cards, colour)
    return free - dry_fields(state, preset, free) if preset.contact == "canal" else free


def canal_fields(state: KontorState, preset: Preset) -> set[Field]:
    """Return where a canal may be laid: anywhere, unless it would create a new sector and the preset forbids that."""
    free = free_fields(state["board"], state["fixed"])
    return free - dividing_fields(state, preset) if preset.regions else free


def dry_fields(state: KontorState, preset: Preset, free: set[Field]) -> set[Field]:
    """Return the fields of ``free`` with no canal beside them (*Wasserspiele*); a flood counts as a canal (E52)."""
    board, cards = state["board"], preset.cards
    return {
        name
        for name in free
        if not any(beside in board and cards[board[beside][-1]].type in WATER for beside in NEIGHBOURS[name])
    }


def dividing_fields(state: KontorState, preset: Preset) -> set[Field]:
    """Return the free fields where a canal would cut a region of the layout in two (*Tic tac toe*, E53).

    Filling a region with canals is allowed: whatever is left of it just has to be connected.
    """
    board, cards = state["board"], preset.cards
    found = set[Field]()
    for region in preset.regions:
        dry = frozenset(name for name in region if name not in board or not cards[board[name][-1]].water)
        found |= _joints(dry).difference(board)
    return found


@lru_cache(maxsize=1024)
def _joints(fields: frozenset[Field]) -> frozenset[Field]:
    """Return the fields without which the others would no longer be connected."""
    return frozenset(name for name in fields if len(groups(fields - {name})) > 1)
