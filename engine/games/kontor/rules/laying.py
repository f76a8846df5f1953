"""Laying a card and what follows at once: edges, closed sectors, draw, tax and income (canonical round, step 7; E16-E28).

Laying a card is one uninterrupted step: the card is laid, axes that have reached their limit are fixed, every sector is
checked again, and those with no free field beside them are closed and scored. If the board is full, the match is over at
once, and the last card brings neither a draw nor income (E21).

For harbour tax, insolvency and income (rules: Steuern zahlen, Geld einnehmen; E2-E8, E12), coins only move between seats
and the bank (*Stadtkasse*); there is no credit, and a claim on an empty bank lapses.
"""

from collections.abc import Mapping

from engine.games.kontor.rules import ship
from engine.games.kontor.rules.board import goods, is_closed, is_full, newly_fixed, sectors, sectors_at
from engine.games.kontor.rules.ending import aligned, enriched, finish
from engine.games.kontor.rules.fields import Field, place, reading_order, row_by_row
from engine.games.kontor.rules.placing import fields_for
from engine.games.kontor.rules.play import Play, closed_fields, played_card
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.types.cards import Card
from engine.games.kontor.types.events import (
    ClosedEvent,
    DrewEvent,
    FixedEvent,
    IncomeEvent,
    IncomeReason,
    InsolventEvent,
    LaidEvent,
    NoIncomeEvent,
    PileEmptyEvent,
    TaxEvent,
    UnplaceableEvent,
)


def levy(play: Play) -> list[int]:
    """Collect the harbour tax of the cards just revealed; return the seats that are due a coin for being insolvent.

    Only a seat that plays a card owes tax (E7): one coin if the opposite seat's card has the coin symbol. All debts are
    judged at once, on the money held at the reveal (E3, E4). A seat that cannot pay takes its card back (E2), and a card
    taken back taxes nobody. Two opposite seats that both cannot pay are each due a coin (E4); one alone gets nothing (E5).
    """
    state, opposite = play.state, play.preset.opposite
    laying = [seat for seat, played in enumerate(state["played"]) if played is not None and "card" in played]
    owing = [seat for seat in laying if opposite[seat] in laying and play.played(opposite[seat]).symbol == "coin"]
    insolvent = [seat for seat in owing if state["money"][seat] == 0]
    for seat in insolvent:
        card = played_card(state, seat)
        play.mark(seat, "returned")
        play.take_to_hand(seat, card)
        play.tell(InsolventEvent(type="insolvent", seat=seat, card=card))
    for seat in owing:
        if seat not in insolvent and opposite[seat] not in insolvent:
            state["money"][seat] -= 1
            state["bank"] += 1
            state["stirred"] = True
            by = opposite[seat]
            play.tell(TaxEvent(type="tax", seat=seat, by=by, card=played_card(state, by)))
    return [seat for seat in insolvent if opposite[seat] in insolvent]


def pay_out(play: Play, claims: Mapping[int, IncomeReason]) -> None:
    """Pay one coin from the bank to each claiming seat; ``claims`` gives the reason by seat.

    The claims are simultaneous: if the bank cannot meet all of them, nobody gets anything (E12). The match may be over
    afterwards; taxes fill the bank, so only a payment from it can bring the poverty that ends it (E50).
    """
    state = play.state
    enough = state["bank"] >= len(claims)
    for seat, why in sorted(claims.items()):
        if enough:
            state["bank"] -= 1
            state["money"][seat] += 1
            state["stirred"] = True
            play.tell(IncomeEvent(type="income", seat=seat, why=why))
        else:
            play.tell(NoIncomeEvent(type="no-income", seat=seat, why=why))
    winner = enriched(state, play.preset)
    if winner is not None:
        finish(play, "poverty", winner)


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
        ship.after_removal(play, name)
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
            ship.after_laying(play, name, group)
    shut = [reading_order(group) for group in still_open if is_closed(group, state["board"], state["fixed"])]
    for sector in row_by_row(shut):
        warehouses = goods(sector, state["board"], cards, state["colours"])
        guard, by = majority(warehouses)
        ship.after_closing(play, sector)
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
