"""A working copy of the state, on which one call of ``resolve`` does its work.

Only what the rules change is copied (hands, piles, board, the round's marks): one level deep is enough, because the stacks
on the board, closed sectors and played cards are replaced and never altered. The state handed in therefore stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.contract import Event, State
from engine.kontor.cards import Card
from engine.kontor.presets import Preset
from engine.kontor.rules.fields import Field


@dataclass(slots=True)
class Play:
    """The state being worked on, its preset, and the events so far."""

    state: State
    preset: Preset
    events: list[Event] = field(default_factory=list)

    @classmethod
    def copy(cls, state: State, preset: Preset) -> Play:
        """Return a working copy of a state."""
        last = state["last"]
        return cls(
            {
                **state,
                "money": state["money"].copy(),
                "hands": [hand.copy() for hand in state["hands"]],
                "quay_piles": [pile.copy() for pile in state["quay_piles"]],
                "canal_pile": state["canal_pile"].copy(),
                "special_pile": state["special_pile"].copy(),
                "board": state["board"].copy(),
                "fixed": state["fixed"].copy(),
                "laid": state["laid"].copy(),
                "centres": state["centres"].copy(),
                "closed": state["closed"].copy(),
                "played": state["played"].copy(),
                "due": state["due"].copy(),
                "last": {"laid": last["laid"].copy(), "removed": last["removed"].copy(), "ship": last["ship"]},
            },
            preset,
        )

    def tell(self, type_: str, **facts: Any) -> None:
        """Note that something became true."""
        self.events.append({"type": type_, **facts})

    def played(self, seat: int) -> Card:
        """Return the card a seat has played this round."""
        return self.preset.cards[self.state["played"][seat]["card"]]

    def mark(self, seat: int, status: str) -> None:
        """Note what has become of the card a seat has played."""
        self.state["played"][seat] = {"card": self.state["played"][seat]["card"], "status": status}

    def take_to_hand(self, seat: int, card: str) -> None:
        """Put a card into a hand, which stays in the order of the numbers."""
        hand = self.state["hands"][seat]
        hand.append(card)
        hand.sort(key=lambda one: self.preset.cards[one].rank)

    def colour(self, seat: int) -> str:
        """Return the colour a seat plays."""
        colour: str = self.state["colours"][self.preset.teams[seat]]
        return colour

    def closed_fields(self) -> set[Field]:
        """Return the fields of all closed sectors."""
        return {name for sector in self.state["closed"] for name in sector["fields"]}
