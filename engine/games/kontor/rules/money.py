"""Coins: harbour tax, insolvency, income (rules: Steuern zahlen, Geld einnehmen; E2-E8, E12).

Coins only move between seats and the bank (*Stadtkasse*); there is no credit, and a claim on an empty bank lapses.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.kontor.rules.ending import enriched, finish
from engine.games.kontor.rules.play import Play, played_card
from engine.games.kontor.types.events import IncomeEvent, IncomeReason, InsolventEvent, NoIncomeEvent, TaxEvent


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
