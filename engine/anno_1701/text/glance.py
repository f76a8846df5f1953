"""The table in few lines, for letters: the viewer's settlement and hand, the other one shortly, and what is under way."""

from __future__ import annotations

from collections.abc import Sequence

from engine.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.anno_1701.text.cards import card_lines
from engine.anno_1701.text.phrases import Phrases
from engine.anno_1701.text.table import (
    COUNTS,
    LEVELS,
    LONGEST_NAME,
    heading,
    landscapes,
    power_told,
    rows,
    ship_told,
    under_way,
)
from engine.anno_1701.types.view import Anno1701View, PlayerShown


def glance(view: Anno1701View, names: Sequence[str], phrases: Phrases) -> str:
    """Return the table as this view shows it, as far as any question needs it."""
    names = [name[:LONGEST_NAME] for name in names]
    own = view["seat"]
    order = (0, 1) if own is None else (own, 1 - own)
    hand = [] if own is None else view["players"][own]["hand"] or []
    lines = [" · ".join(heading(view, names, phrases))]
    for seat in order:
        player = view["players"][seat]
        # Where the other's goods lie matters to whoever holds an action card; what their own dice bring, to everybody.
        lands = seat == own or own is None or any(not card["building"] for card in hand)
        lines += ["", *_player(player, names[seat], phrases, lands=lands)]
    powers = ". ".join(power_told(view, power, count, names, phrases) for power, count in COUNTS)
    lines += ["", f"{powers}.", *under_way(view, names, phrases)]
    return "\n".join(row for line in lines for row in rows(line)) + "\n"


def _player(player: PlayerShown, name: str, phrases: Phrases, *, lands: bool) -> list[str]:
    """Return a paragraph about a settlement, with its landscapes or only the gold of its centres, and the hand if it is seen."""
    residents = [phrases.say("pioneer") if not step else phrases.name(LEVELS[step]) for step in player["residents"]]
    counted = [f"{residents.count(one)} {one}" for one in dict.fromkeys(residents)]
    goods = "".join(good * player["goods"][good] for good in LANDSCAPE_GOODS)
    told = [
        phrases.count("table.player", player["points"], name=name, side=phrases.say(f"side.{player['side']}")),
        phrases.say("table.goods", list=phrases.goods(goods), **player["luxury"]),
        phrases.say("table.inhabitants", list=phrases.listed(counted)),
        phrases.say("table.mood", unhappy=player["unhappy"], happy=player["happy"]),
        *(landscapes(player, phrases) if lands else [phrases.say("glance.gold", n=sum(player["gold"]))]),
        phrases.say(
            "table.ship",
            state=ship_told(player["ship"], phrases),
            speed=player["speed"],
            strength=player["strength"],
            bags=player["bags"],
        ),
    ]
    if player["buildings"]:
        cards = [phrases.card(card["id"]) for card in player["buildings"]]
        told.append(phrases.say("glance.buildings", list=phrases.listed(cards)))
    if player["hand"] is None:
        backs = phrases.listed([phrases.numeral(numeral) for numeral in player["numerals"]])
        told.append(phrases.say("table.backs", list=backs))
    hand = card_lines(phrases.say("table.hand"), player["hand"], phrases, cost=True) if player["hand"] else []
    return [". ".join(told) + ".", *hand]


__all__ = ["glance"]
