"""Laying a card and what follows at once: edges, closed sectors, draw, income (canonical round, step 7; E16-E28).

Laying a card is one uninterrupted step: the card is laid, axes that have reached their limit are fixed, every sector is
checked again, and those with no free field beside them are closed and scored. If the board is full, the match is over at
once, and the last card brings neither a draw nor income (E21).
"""

from __future__ import annotations

from engine.games.kontor.cards import Card
from engine.games.kontor.rules import centres
from engine.games.kontor.rules.board import goods, is_closed, is_full, newly_fixed, sectors, sectors_at
from engine.games.kontor.rules.ending import aligned, finish
from engine.games.kontor.rules.fields import Field, place, reading_order, row_by_row
from engine.games.kontor.rules.money import pay_out
from engine.games.kontor.rules.placing import fields_for
from engine.games.kontor.rules.play import Play, closed_fields
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.types.events import (
    ClosedEvent,
    DrewEvent,
    FixedEvent,
    LaidEvent,
    PileEmptyEvent,
    UnplaceableEvent,
)


def open_fields(play: Play, seat: int) -> list[Field]:
    """Return where the seat's played card may be laid now, row by row."""
    return reading_order(fields_for(play.state, play.preset, play.played(seat)))


def lay(play: Play, seat: int, name: Field) -> None:
    """Lay the seat's played card; the match may be over afterwards."""
    state, card = play.state, play.played(seat)
    state["board"][name] = [*state["board"].get(name, ()), card.id]
    if name not in state["laid"]:
        state["laid"].append(name)
    state["last"]["laid"].append(place(name))
    state["stirred"] = True
    play.mark(seat, "laid")
    play.tell(LaidEvent(type="laid", seat=seat, card=card.id, at=place(name)))
    if card.type == "flood":
        centres.after_removal(play, name)
    _close_sectors(play, name, everywhere=_fix_edges(play) or state["laid"] == [name])
    winner = aligned(state, play.preset, play.preset.teams[seat])
    if winner is not None:
        finish(play, "line", winner)
        return
    if is_full(state["board"], state["fixed"]):
        finish(play, "board-full")
        return
    if play.preset.income == "before-draw":
        _subsidy(play, seat, card)
        if state["outcome"] is None:
            _draw(play, seat, card)
    else:
        _draw(play, seat, card)
        _subsidy(play, seat, card)


def take_back(play: Play, seat: int) -> None:
    """Put a card that cannot be laid back into the hand: no draw, no income; a ship move already made stands (E17)."""
    card = play.played(seat)
    play.mark(seat, "returned")
    play.take_to_hand(seat, card.id)
    play.tell(UnplaceableEvent(type="unplaceable", seat=seat, card=card.id))


def _fix_edges(play: Play) -> bool:
    """Fix the axes that have reached their limit; return whether there are any."""
    state = play.state
    fixed = newly_fixed(state["board"], state["fixed"], play.preset.limits)
    for axis, reached in fixed.items():
        state["fixed"][axis] = reached
        play.tell(FixedEvent(type="fixed", axis=axis, range=list(reached)))
    return bool(fixed)


def _close_sectors(play: Play, name: Field, *, everywhere: bool) -> None:
    """Close and score every sector that has no free neighbour left.

    Fixing an axis can close several far away (E25), and a layout may begin with some: then all are looked at. Otherwise only
    a sector that the laid card belongs to or touches can have lost its last free neighbour, since ships only free fields.
    """
    state, cards = play.state, play.preset.cards
    closed = closed_fields(state)
    still_open = (
        sectors(state["board"], cards, closed) if everywhere else sectors_at(state["board"], cards, name, closed)
    )
    for group in still_open:
        if name in group:
            centres.after_laying(play, name, group)
    shut = [reading_order(group) for group in still_open if is_closed(group, state["board"], state["fixed"])]
    for sector in row_by_row(shut):
        warehouses = goods(sector, state["board"], cards, state["colours"])
        guard, by = majority(warehouses)
        centres.after_closing(play, sector)
        state["closed"].append({"fields": sector, "guard": guard, "goods": warehouses, "by": by})
        play.tell(
            ClosedEvent(
                type="closed",
                fields=[place(name) for name in sector],
                guard=guard,
                goods=[list(one) for one in warehouses],
                by=by,
                size=len(sector),
            )
        )


def _draw(play: Play, seat: int, card: Card) -> None:
    """Draw the top card of the kind just laid; special cards are not replaced."""
    if card.kind == "special":
        return
    pile = play.state["canal_pile"] if card.kind == "canal" else play.state["quay_piles"][seat]
    if pile:
        drawn = pile.pop(0)
        play.take_to_hand(seat, drawn)
        play.tell(DrewEvent(type="drew", seat=seat, card=drawn, pile=card.kind))
    else:
        play.tell(PileEmptyEvent(type="pile-empty", seat=seat, pile=card.kind))


def _subsidy(play: Play, seat: int, card: Card) -> None:
    """Pay the city's subsidy for a canal (E45: for a canal only)."""
    if card.kind == "canal":
        pay_out(play, {seat: "canal"})
