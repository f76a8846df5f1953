"""Whole matches of Packet Row through the match machine, some of whose players hand in plans instead of answering."""

from collections.abc import Iterable
from typing import Any, cast

from engine.contract import Event, Orders, View
from engine.games.packet_row import GAME
from engine.games.packet_row.bot import plan
from engine.games.packet_row.types.view import PacketRowView
from engine.match.table import Standing
from tests.engine.playing import Server


class Planners(Server):
    """A match of bots. ``planning`` ones answer what they are asked by handing in a plan for the round."""

    def __init__(
        self,
        seats: int,
        *,
        planning: Iterable[int] = (),
        hidden_hands: bool = False,
        seed: int = 1,
        silence: float = 0.0,
    ) -> None:
        super().__init__(
            rules=GAME.rules.id,
            options={"hidden_hands": hidden_hands},
            places=seats,
            seed=seed,
            bot=True,
            silence=silence,
        )
        self.planning = set(planning)
        self.asked = 0

    def answer(self, standing: Standing) -> None:
        """Answer one question that had to be asked: by a new plan, or by the move itself."""
        (seat,) = standing["seats"]
        self.asked += 1
        if seat not in self.planning or standing["kind"] == "final":
            super().answer(standing)
            return
        assert self.step.state is not None
        self.step.at += 60_000
        self.orders[seat] = planned(GAME.view(self.step.state, seat), seat)
        GAME.check_orders(self.step.state, seat, self.orders[seat])

    def facts(self, *kinds: str) -> list[Event]:
        """What was told of these kinds."""
        return [event for one in self.step.resolutions for event in one.events if event["type"] in kinds]


def planned(view: View, seat: int) -> Orders:
    """Return the orders that a bot in this seat, whose view this is, writes itself."""
    return cast("Orders", plan(cast("PacketRowView", view), seat))


def all_moves(server: Server) -> list[dict[str, Any]]:
    """Return the answers of a match as its log has them."""
    return [one for entry in server.step.entries for one in entry["body"].get("moves", [])]
