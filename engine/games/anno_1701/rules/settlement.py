"""Values derived from a settlement's cards, never stored (RULES.md, D.1), and the two powers (B40, D.9).

They decide the end of a match (B51, D.12, E49, E50): seven points, two merchants, unrest in both centres, the turn limit.
"""

from collections.abc import Callable

from engine.contract import Outcome
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.stores import gold
from engine.games.anno_1701.types.cards import Card, EndReason, Power
from engine.games.anno_1701.types.events import EndedEvent, PowerEvent
from engine.games.anno_1701.types.state import Player

BASE_SPEED = 3
SITES = 16
FIRST_AWARD = 3


def buildings(data: Dataset, player: Player) -> list[Card]:
    """Return the cards of the buildings."""
    return [data.cards[one] for one in player["buildings"]]


def cannons(data: Dataset, player: Player) -> int:
    """Return how many cannons the buildings show; they make the ship's strength and sea power."""
    cards = data.cards
    return sum([cards[one].cannons for one in player["buildings"]])


def bags(data: Dataset, player: Player) -> int:
    """Return how many money bags the buildings show."""
    cards = data.cards
    return sum([cards[one].bags for one in player["buildings"]])


def happy(data: Dataset, player: Player) -> int:
    """Return how many happy inhabitants the buildings show."""
    cards = data.cards
    return sum([cards[one].happy for one in player["buildings"]])


def speed(data: Dataset, player: Player) -> int:
    """Return the ship's speed without a ship card; damage does not slow it (E41, E42)."""
    cards = data.cards
    return BASE_SPEED + sum([cards[one].sails for one in player["buildings"]])


COUNTED: tuple[tuple[Power, Callable[[Dataset, Player], int]], ...] = (("trade", bags), ("sea", cannons))
"""Trade power (Handelsmacht) is counted in money bags, sea power (Seemacht) in cannons."""


def unhappy(player: Player) -> int:
    """Return the unhappy inhabitants: four less the gold of each centre (B14)."""
    return 8 - gold(player)


def points(player: Player) -> int:
    """Return the favour points (Gunstpunkte): one for each inhabitant card placed (B8)."""
    return sum(player["residents"])


def merchants(player: Player) -> int:
    """Return how many merchants (Kaufleute) there are."""
    return player["residents"].count(3)


def level(player: Player) -> int:
    """Return the highest numeral of piles the player may draw from (B22, E27)."""
    return 1 + min(2, max(player["residents"]))


def cancelling(data: Dataset, player: Player) -> int | None:
    """Return what cancelling an attack costs, if a theatre stands and it can be paid (B48, D.6)."""
    prices = [card.cancel for card in buildings(data, player) if card.cancel and gold(player) > card.cancel]
    return min(prices, default=None)


def update_powers(play: Play) -> None:
    """Give the powers to those they belong to: first to 3, then more than the other; a tie takes them away (E24)."""
    for power, count in COUNTED:
        counts = [count(play.data, play.player(seat)) for seat in (0, 1)]
        most = max(counts)
        holder = None if counts[0] == counts[1] else counts.index(most)
        if holder is not None and power not in play.state["awarded"]:
            if most < FIRST_AWARD:
                continue
            play.state["awarded"].append(power)
        if holder != play.state["powers"][power]:
            play.state["powers"][power] = holder
            play.tell(PowerEvent(type="power", power=power, seat=holder))


POINTS = 7
MERCHANTS = 2


def check_win(play: Play, seat: int) -> None:
    """End the match if an upgrade has won it."""
    player = play.player(seat)
    if points(player) >= POINTS:
        _end(play, [seat], "points")
    elif merchants(player) >= MERCHANTS:
        _end(play, [seat], "merchants")


def check_unrest(play: Play, victim: int) -> None:
    """End the match if both village centres of the victim of an attack are in unrest (Aufruhr, B17)."""
    if gold(play.player(victim)) == 0:
        _end(play, [1 - victim], "unrest")


def end_at_limit(play: Play) -> None:
    """End the match at the turn limit: points decide, then merchants, then gold; otherwise it is a draw."""
    keys = [[points(one), merchants(one), gold(one)] for one in play.state["players"]]
    best = max(keys)
    _end(play, [seat for seat in (0, 1) if keys[seat] == best], "turn-limit", [key[1:] for key in keys])


def _end(play: Play, winners: list[int], reason: EndReason, tiebreaks: list[list[int]] | None = None) -> None:
    scores = [points(one) for one in play.state["players"]]
    outcome = Outcome(winners=winners, scores=scores, reason=reason)
    if tiebreaks is not None:
        outcome["tiebreaks"] = tiebreaks
    play.state["outcome"] = outcome
    play.state["due"] = []
    play.tell(EndedEvent(type="ended", why=reason, winners=winners, scores=scores))
