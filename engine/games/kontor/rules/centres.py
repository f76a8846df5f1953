"""Distribution centres: on which quay a team's warehouses of a sector stand (*Zentrallager*, *Vertriebszentrum*; E34, E35).

This is bookkeeping for display only: points are counted from the cards. A team has one centre in each open sector in which
it has goods: its first quay with goods there; when sectors grow together the larger stack stays (the earlier one if both are
equal); when a centre is lost or cut off, the quay with goods that was laid earliest takes over. A closed sector has none:
its warehouses are taken off the board.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.kontor.rules.board import groups
from engine.games.kontor.rules.fields import NEIGHBOURS, Field, reading_order
from engine.games.kontor.rules.play import Play


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
