"""A working copy of the state, on which one call of ``resolve`` does its work.

Only what the rules change is copied (hands, piles, board, the round's marks): one level deep is enough, because the stacks
on the board, closed sectors and played cards are replaced and never altered. The state passed in therefore stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.fields import Field
from engine.games.kontor.types.cards import Card
from engine.games.kontor.types.events import KontorEvent
from engine.games.kontor.types.state import KontorState, Status


@dataclass(slots=True)
class Play:
    """The state being worked on, its preset, and the events so far."""

    state: KontorState
    preset: Preset
    events: list[KontorEvent] = field(default_factory=list)

    @classmethod
    def copy(cls, state: KontorState, preset: Preset) -> Play:
        """Return a working copy of a state."""
        last = state["last"]
        work: KontorState = {
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
        }
        return cls(work, preset)

    def tell(self, event: KontorEvent) -> None:
        """Record an event."""
        self.events.append(event)

    def played(self, seat: int) -> Card:
        """Return the card a seat has played this round."""
        return self.preset.cards[played_card(self.state, seat)]

    def mark(self, seat: int, status: Status) -> None:
        """Set the status of the card a seat has played."""
        self.state["played"][seat] = {"card": played_card(self.state, seat), "status": status}

    def take_to_hand(self, seat: int, card: str) -> None:
        """Add a card to a hand, which stays sorted by number."""
        hand = self.state["hands"][seat]
        hand.append(card)
        hand.sort(key=lambda one: self.preset.cards[one].rank)


def played_card(state: KontorState, seat: int) -> str:
    """Return the id of the card a seat has played this round; it must have played one."""
    choice = state["played"][seat]
    assert choice is not None and "card" in choice, "only who has played a card lays or pays"
    return choice["card"]


def closed_fields(state: KontorState) -> set[Field]:
    """Return the fields of all closed sectors."""
    return {name for sector in state["closed"] for name in sector["fields"]}
