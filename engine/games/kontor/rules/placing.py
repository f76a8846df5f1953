"""Legal fields for a card: contact, opposing cranes, additions of variants (rules: Karte anlegen, Kran; E26, E52, E53).

Everybody can see where a card may go, so these functions use only what lies open: the board, a colour, a kind of card.
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.kontor.cards import SPECIAL, WATER, Card
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.board import barred, free_fields, groups
from engine.games.kontor.rules.fields import NEIGHBOURS, Field
from engine.games.kontor.rules.special import special_fields
from engine.games.kontor.types.state import KontorState


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
