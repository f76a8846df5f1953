"""The JSON Schemas of the moves, by kind of decision."""

from __future__ import annotations

from engine.games.kontor.schemas.forms import FIELD, RECEIVER, Schema, move_form, one_of


def move_schemas(cards: list[str]) -> dict[str, Schema]:
    """Return the schema of the moves of each kind of decision; ``cards`` are the ids that can be in a hand."""
    fine = move_form("fine", {}, "Server-only, refused for seats: pay two coins for a seal that was not opened.")
    card: Schema = {"enum": cards, "description": "The id of a card in the own hand."}
    play = move_form("play", {"card": card}, "Play this card.")
    return {
        "buy": one_of(
            "The sealed decision before a round whether a special card is bought.",
            move_form("buy", {}, "Buy the top card of the face-down pile for two coins."),
            move_form("decline", {}, "Buy nothing."),
            fine,
        ),
        "contest": one_of(
            "Two want the last special card: the higher number buys it.",
            move_form("show", {"card": card}, "Show this card; it goes back to the hand."),
            fine,
        ),
        "choose": one_of(
            "The sealed choice of a round.",
            play,
            move_form(
                "play",
                {
                    "card": card,
                    "if_alone": card
                    | {"description": "The card to play instead if the opponent passes; may be the same."},
                },
                "Only with pass_mode declare. Both cards become public when the seal is opened. Without if_alone, "
                "the seat is asked again (alone) if the opponent passes. At a table for four the same card is played then.",
            ),
            move_form("pass", {}, "Play no card, pay no tax, take a coin from the bank."),
            move_form(
                "forfeit",
                {},
                "Server-only, refused for seats: what stands in the log for a seat that did not open its seal. A pass "
                "without the coin.",
            ),
        ),
        "alone": one_of("The opponent has passed: which card is played?", play),
        "ship": one_of(
            "Before laying a card with a ship symbol: is the ship moved?",
            move_form("stay", {}, "Leave the ship where it is."),
            move_form("sail", {"to": FIELD}, "Move the ship to another canal."),
            move_form(
                "sail", {"to": FIELD, "remove": FIELD}, "Move the ship and remove a quay with a ship symbol beside it."
            ),
            move_form(
                "sail",
                {"to": FIELD, "remove": FIELD, "receiver": RECEIVER},
                "The same at a table for four, where the remover chooses whose pile the card goes under.",
            ),
        ),
        "place": one_of("Where is the card laid?", move_form("place", {"at": FIELD}, "Lay the card on this field.")),
    }
