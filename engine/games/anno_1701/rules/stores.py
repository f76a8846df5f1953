"""Goods in landscapes, luxury goods in warehouses, gold in village centres (B10-B17; D.2; E6-E8, E10, E13; errata).

A *token* names a good, ``Z``, or one landscape, ``L5``; a good means the
fullest of its landscapes when something leaves, the emptiest when something comes in, and of equal ones the first in the
order of the data. Gold leaves the fuller centre, of equal ones the right; it goes to the centre with less, of equal ones the
left.

Draw piles, the voyage deck and the layout are one string each: ids separated by spaces, top first. A string needs no copying
and takes a fraction of the time of a list when a state is read or written as JSON, and most turns touch no pile at all.

Nobody is asked which of two landscapes a yield goes to or which one pays, nor which village centre gold goes to or comes from
("Found in play" 3; E6, E7, E10): every such question would cost a mail. Instead a move may carry ``prefer``, and standing
orders add theirs to their answers. It holds from that move on, in both players' turns, until another ``prefer`` replaces it;
everybody sees it. Where it says nothing, or what it names is full or empty, the defaults above apply. What a move names for
itself takes precedence.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.contract import IllegalMove
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS, POSITIONS
from engine.games.anno_1701.types.cards import Landscape, centre_of
from engine.games.anno_1701.types.events import PrefersEvent
from engine.games.anno_1701.types.moves import Anno1701Move, Preferences
from engine.games.anno_1701.types.state import Player


def text_of(cards: Iterable[str]) -> str:
    """Return the string of a pile.

    >>> text_of(["farm-1-1", "farm-1-2"])
    'farm-1-1 farm-1-2'
    """
    return " ".join(cards)


def size(pile: str) -> int:
    """Return how many cards a pile has.

    >>> size(""), size("farm-1-1"), size("farm-1-1 farm-1-2")
    (0, 1, 2)
    """
    return pile.count(" ") + 1 if pile else 0


def remove(play: Play, pile: str, at: int) -> str:
    """Take the card at a place in a pile, counted from its top, and return it."""
    cards = play.state["piles"][pile].split()
    card = cards.pop(at)
    play.state["piles"][pile] = text_of(cards)
    return card


def push(play: Play, pile: str, card: str) -> None:
    """Push a card under a pile."""
    there = play.state["piles"][pile]
    play.state["piles"][pile] = f"{there} {card}" if there else card


def position(player: Player, card: str) -> str:
    """Return the position of a landscape or the ship, as one of POSITIONS."""
    return POSITIONS[player["at"].split().index(card)]


LANDS: tuple[Literal["store", "pay"], ...] = ("store", "pay")
"""Members that list landscapes, the first choice first."""
NONE: Preferences = {}


def check(player: Player, prefer: Preferences) -> None:
    """Raise IllegalMove unless all landscapes named are the player's own."""
    for key in LANDS:
        for i, spot in enumerate(prefer.get(key, ())):
            if spot not in player["land"]:
                known = ", ".join(player["land"])
                raise IllegalMove("no-landscape", f"/prefer/{key}/{i}", f"should be one of {known}")


def take_over(play: Play, seat: int, move: Anno1701Move) -> None:
    """Record the preferences that a move states for its seat, before the move is carried out."""
    if "prefer" not in move or play.player(seat).get("prefer", NONE) == move["prefer"]:
        return
    player = play.player(seat)
    player.pop("prefer", None)
    if move["prefer"]:
        player["prefer"] = move["prefer"].copy()
    play.tell(PrefersEvent(type="prefers", seat=seat, prefer=move["prefer"].copy()))


def first_of(player: Player, key: Literal["store", "pay"], spots: Sequence[str]) -> str | None:
    """Return which of these landscapes the player prefers, or None without a preference."""
    return next((spot for spot in player.get("prefer", NONE).get(key, ()) if spot in spots), None)


def centre(player: Player, key: Literal["into", "gold"]) -> int | None:
    """Return the village centre the player prefers to pay from (``gold``) or to fill (``into``), or None."""
    return player.get("prefer", NONE).get(key)


FULL = 3
CENTRE = 4
LUXURY_STORE = 3


def lands(data: Dataset, player: Player) -> tuple[Landscape, ...]:
    """Return the landscapes of a player in the order of the data."""
    return data.sides[player["side"]].landscapes


def amounts(data: Dataset, player: Player) -> dict[str, int]:
    """Return how many of each landscape good a player has."""
    found = dict.fromkeys(LANDSCAPE_GOODS, 0)
    goods = data.goods
    for land, amount in player["land"].items():
        found[goods[land]] += amount
    return found


def stock(player: Player) -> int:
    """Return how many landscape goods a player has in all."""
    return sum(player["land"].values())


def room(data: Dataset, player: Player, good: str) -> int:
    """Return how many more of a landscape good, luxury good or gold (``G``) a player can take."""
    if good == "G":
        return 2 * CENTRE - gold(player)
    if good in player["luxury"]:
        return LUXURY_STORE - player["luxury"][good]
    return sum(FULL - player["land"][land.id] for land in lands(data, player) if land.good == good)


def blocked(player: Player, land: str) -> bool:
    """Return whether unrest in the adjoining village centre stops the landscape's own production (B16)."""
    if 0 not in player["gold"]:
        return False
    centre = centre_of(position(player, land))
    return centre is not None and player["gold"][centre] == 0


def good_of(data: Dataset, player: Player, token: str) -> str | None:
    """Return the good a token means, or None if the player has no such landscape."""
    if token in LANDSCAPE_GOODS:
        return token
    return data.goods[token] if token in player["land"] else None


def source(data: Dataset, player: Player, token: str) -> str | None:
    """Return the landscape from which one good of a token would be taken, or None if there is none."""
    spots = [land.id for land in lands(data, player) if token in (land.id, land.good) and player["land"][land.id] > 0]
    wished = first_of(player, "pay", spots)
    return wished or max(spots, key=lambda spot: player["land"][spot], default=None)


def target(data: Dataset, player: Player, token: str) -> str | None:
    """Return the landscape into which one good of a token would go, or None if there is no room."""
    spots = [
        land.id for land in lands(data, player) if token in (land.id, land.good) and player["land"][land.id] < FULL
    ]
    wished = first_of(player, "store", spots)
    return wished or min(spots, key=lambda spot: player["land"][spot], default=None)


def take(data: Dataset, player: Player, tokens: Iterable[str]) -> list[str] | None:
    """Take one good for each token; return the landscapes they came from, or None (half done) if a good is missing."""
    taken = []
    for token in tokens:
        spot = source(data, player, token)
        if spot is None:
            return None
        player["land"][spot] -= 1
        taken.append(spot)
    return taken


def put(data: Dataset, player: Player, token: str) -> str | None:
    """Put one good of a token (landscape or luxury) into its store; return where it went, None if it lapses."""
    if token in player["luxury"]:
        if player["luxury"][token] == LUXURY_STORE:
            return None
        player["luxury"][token] += 1
        return token
    spot = target(data, player, token)
    if spot is not None:
        player["land"][spot] += 1
    return spot


def has(data: Dataset, player: Player, cost: str) -> bool:
    """Return whether a player can pay a cost in goods."""
    there = amounts(data, player) | player["luxury"]
    return all(there[good] >= cost.count(good) for good in cost)


def pay(data: Dataset, player: Player, cost: str, spots: Sequence[str] | None = None) -> None:
    """Pay a cost that the player is known to have; ``spots`` may name the landscapes."""
    for good in cost:
        if good in player["luxury"]:
            player["luxury"][good] -= 1
    take(data, player, spots if spots is not None else [good for good in cost if good in LANDSCAPE_GOODS])


def gold(player: Player) -> int:
    """Return the gold in both village centres."""
    left, right = player["gold"]
    return left + right


def pay_gold(player: Player, n: int, centres: Sequence[int] | None = None) -> None:
    """Take gold away, balanced, as preferred or as named: ``centres`` says how much comes from the left and the right."""
    if centres is not None:
        player["gold"] = [player["gold"][0] - centres[0], player["gold"][1] - centres[1]]
        return
    for _ in range(n):
        left, right = player["gold"]
        wished = centre(player, "gold")
        if wished is None or player["gold"][wished] == 0:
            wished = 0 if left > right else 1
        player["gold"][wished] -= 1


def lose_gold(player: Player, n: int, centre: int | None = None) -> int:
    """Lose up to ``n`` gold by force, all of it if need be; return how much was lost."""
    if centre is None:
        lost = min(n, gold(player))
        pay_gold(player, lost)
        return lost
    lost = min(n, player["gold"][centre])
    player["gold"][centre] -= lost
    return lost


def gain_gold(player: Player, n: int, centres: Sequence[int] | None = None) -> int:
    """Put gold into the centres one by one, or as named; return how much there was room for, the rest lapses (B15)."""
    if centres is not None:
        player["gold"] = [player["gold"][0] + centres[0], player["gold"][1] + centres[1]]
        return n
    gained = min(n, room_for_gold(player))
    for _ in range(gained):
        left, right = player["gold"]
        wished = centre(player, "into")
        if wished is None or player["gold"][wished] == CENTRE:
            wished = 0 if left <= right else 1
        player["gold"][wished] += 1
    return gained


def room_for_gold(player: Player) -> int:
    """Return how much gold there is room for."""
    return 2 * CENTRE - gold(player)
