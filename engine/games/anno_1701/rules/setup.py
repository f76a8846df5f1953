"""Options and setup: sides by lot, piles shuffled and halved, layout and first cards, who begins (B3, B11-B18; E1-E5, E50; W9).

Both seats settle at the same time: each names one of the two piles I and, if it likes, a layout of its own. Piles are
``1a``, ``1b`` and so on, top card first.
"""

from collections.abc import Mapping
from typing import cast

from engine.contract import Chance, IllegalMove
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.stores import remove, text_of
from engine.games.anno_1701.schemas.data import POSITIONS
from engine.games.anno_1701.schemas.moves import options_schema
from engine.games.anno_1701.types.cards import SideName
from engine.games.anno_1701.types.events import BeginsEvent, HandEvent, SettledEvent, StartRollEvent
from engine.games.anno_1701.types.moves import SettleMove
from engine.games.anno_1701.types.state import Anno1701Options, Anno1701State, Player, SettleTask
from engine.kit import shape

SEATS = (2,)


def complete(given: Mapping[str, object], seats: int) -> Anno1701Options:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    shape.check_seats(SEATS, seats)
    return cast(Anno1701Options, shape.complete(options_schema(), given))


SIDES: tuple[SideName, SideName] = ("lion", "dragon")
SHIP = "ship"


def deal(data: Dataset, options: Anno1701Options, chance: Chance) -> Anno1701State:
    """Return the state in which both seats settle."""
    lion = chance.below("lion", 2)[0]
    piles: dict[str, str] = {}
    for numeral in (1, 2, 3):
        cards: list[str] = chance.shuffle(f"piles/{numeral}", data.stack(numeral), hidden=True)
        half = len(cards) // 2
        piles |= {f"{numeral}a": text_of(cards[:half]), f"{numeral}b": text_of(cards[half:])}
    state: Anno1701State = {
        "schema": 1,
        "dataset": data.name,
        "options": options,
        "turn": 0,
        "active": 0,
        "stage": "settle",
        "n": 1,
        "due": [SettleTask(id="t0.settle", kind="settle", seats=[0, 1])],
        "players": [_player(data, SIDES[seat != lion]) for seat in (0, 1)],
        "piles": piles,
        "supply": [one.count for one in data.residents],
        "discard": [],
        "powers": {"trade": None, "sea": None},
        "awarded": [],
        "roll": None,
        "dock": 0,
        "lodge": 0,
        "offers": 0,
        "acts": [],
        "listed": 0,
        "by_hand": 0,
        "spied": [],
        "must_take": False,
        "taken": 0,
        "voyage": None,
        "outcome": None,
    }
    return state


def _player(data: Dataset, side: SideName) -> Player:
    cards, start = data.sides[side], data.start
    where = {one.position: one.id for one in cards.landscapes} | {cards.ship_position: SHIP}
    return {
        "side": side,
        "land": {one.id: one.start for one in cards.landscapes},
        "at": text_of(where[position] for position in POSITIONS),
        "ship": start["ship"],
        "luxury": {"R": start["rum"], "B": start["tobacco"]},
        "gold": list(start["gold"]),
        "residents": [0, 0, 0, 0],
        "buildings": [],
        "hand": [],
    }


def default(state: Anno1701State, seat: int) -> SettleMove:
    """Return a silent seat's settling move: the lion takes pile a, the dragon pile b (W9)."""
    return {"type": "settle", "pile": "1a" if state["players"][seat]["side"] == "lion" else "1b"}


def layout(state: Anno1701State, seat: int) -> list[str]:
    """Return the cards at a seat's eight open positions, in the order of POSITIONS."""
    return state["players"][seat]["at"].split()


def check(state: Anno1701State, seat: int, move: SettleMove) -> None:
    """Raise IllegalMove unless a layout names each own landscape and the ship once."""
    if "layout" in move and sorted(move["layout"]) != sorted(layout(state, seat)):
        own = ", ".join(layout(state, seat))
        raise IllegalMove(
            "bad-layout", "/layout", f"should name each of {own} once, in the order {', '.join(POSITIONS)}"
        )


def settle(play: Play, answers: Mapping[int, SettleMove]) -> int:
    """Lay out both settlements and draw the first hands, the lion's first (E4); return the seat that begins."""
    for seat in sorted((0, 1), key=lambda seat: SIDES.index(play.player(seat)["side"])):
        move, player = answers[seat], play.player(seat)
        if "layout" in move:
            player["at"] = text_of(move["layout"])
        player["hand"] = [remove(play, move["pile"], 0) for _ in range(play.data.start["hand"])]
        side, pile, own = player["side"], move["pile"], "layout" in move
        play.tell(SettledEvent(type="settled", seat=seat, side=side, pile=pile, own_layout=own))
        play.tell(HandEvent(type="hand", seat=seat, cards=list(player["hand"]), to=[seat]))
    return _beginner(play)


def _beginner(play: Play) -> int:
    """Roll until the numbers differ; the player with the higher one begins (E5)."""
    rolls = [0, 0]
    attempt = 0
    while rolls[0] == rolls[1]:
        attempt += 1
        rolls = [1 + value for value in play.chance.below(f"start/{attempt}", 6, 2)]
        play.tell(StartRollEvent(type="start-roll", rolls=rolls))
    seat = int(rolls[1] > rolls[0])
    play.tell(BeginsEvent(type="begins", seat=seat))
    return seat
