"""The whole table as plain text of at most 72 columns, complete enough to play from without the picture; and moves in words."""

from collections.abc import Sequence
from typing import Literal

from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS, POSITIONS
from engine.games.anno_1701.schemas.moves import RESUMED
from engine.games.anno_1701.text.phrases import Phrases, card_line, card_lines
from engine.games.anno_1701.types.cards import Power, centre_of
from engine.games.anno_1701.types.moves import Anno1701Move
from engine.games.anno_1701.types.view import (
    Anno1701View,
    LandscapeShown,
    PlayerShown,
    RestingList,
    SeenHand,
    SeenPile,
    ShipShown,
    Standing,
    VoyageShown,
)
from engine.kit.text.phrases import wrapped


def said_move(move: Anno1701Move, phrases: Phrases) -> str:
    """Return a move in words, without its player."""
    kind = move["type"]
    variant = next((key for key in ("landscape", "centre", "slot", "slip", "layout") if key in move), None)
    if kind == "voyage" and "card" in move:
        variant = "card"
    names = {"play", "take", "voyage", "settle"}
    key = f"move.{kind}-{variant}" if variant is not None and kind in names else f"move.{kind}"
    if move["type"] == "build" and (die := phrases.die(move["card"])) is not None:
        return phrases.say("move.build-die", card=phrases.card(move["card"]), die=die)
    return phrases.say(key, **{name: _part(phrases, name, value) for name, value in move.items()})


def _part(phrases: Phrases, key: str, value: object) -> object:
    """Return a part of a move in words."""
    if isinstance(value, str):
        return _name(phrases, key, value)
    if isinstance(value, list):
        return phrases.laid(value) if key == "layout" else phrases.goods(value) if key == "goods" else value
    if isinstance(value, int):
        return _number(phrases, key, value)
    return value


def _name(phrases: Phrases, key: str, value: str) -> str:
    if key in ("give", "take"):
        one = len(value) == 1 or value[-1].isdigit()
        return phrases.token(value) if one else phrases.goods(value)
    if key in ("good", "landscape", "from", "to"):
        return phrases.token(value)
    if key in ("pile", "under"):
        return phrases.pile(value)
    return phrases.card(value) if key == "card" else value


def _number(phrases: Phrases, key: str, value: int) -> object:
    """Return a number for people: places are counted from 1, slips keep the numbers by which they are named."""
    if key in ("resident", "slot"):
        return value + 1
    return phrases.say(f"centre.{CENTRES[value]}") if key == "centre" else value


WIDTH = 72
LONGEST_NAME = 24
TIED = "\u00a0"
"""A space at which no line is broken; it becomes a plain space in the finished text."""
CENTRES = ("left", "right")
COUNTS: tuple[tuple[Power, Literal["bags", "strength"]], ...] = (("trade", "bags"), ("sea", "strength"))
"""The fact about a player that decides each power."""
LEVELS = ("pioneer", "settler", "citizen", "merchant")


def plain_table(view: Anno1701View, names: Sequence[str], phrases: Phrases) -> str:
    """Return the table; ``names`` are the players' names by seat."""
    names = [name[:LONGEST_NAME] for name in names]
    lines = [*heading(view, names, phrases), ""]
    for seat in (0, 1):
        lines += [*_player(view["players"][seat], names[seat], phrases), ""]
    lines += _middle(view, names, phrases)
    return "\n".join(row for line in lines for row in rows(line))


def rows(line: str) -> list[str]:
    """Return a line of the table as lines of at most :data:`WIDTH` columns."""
    indent = "    " if line.startswith("  ") else "  "
    return [row.replace(TIED, " ") for row in wrapped(line, WIDTH, rest=indent, hyphens=True)] or [""]


def heading(view: Anno1701View, names: Sequence[str], phrases: Phrases) -> list[str]:
    """Return whose turn it is, what was rolled, and which buildings the roll activates."""
    if view["turn"] == 0:
        return [phrases.say("table.before")]
    lines = [
        phrases.say("table.turn", turn=view["turn"], name=names[view["active"]], limit=view["options"]["turn_limit"])
    ]
    if view["roll"]:
        roll = view["roll"]
        lines.append(phrases.say("table.roll", number=roll["number"], event=phrases.name(roll["event"])))
    uses = (("dock", view["dock"]), ("lodge", view["lodge"]))
    return lines + [phrases.say(f"table.uses-{key}", n=n) for key, n in uses if n]


def _player(player: PlayerShown, name: str, phrases: Phrases) -> list[str]:
    residents = [phrases.say("pioneer") if not step else phrases.name(LEVELS[step]) for step in player["residents"]]
    goods = "".join(good * player["goods"][good] for good in LANDSCAPE_GOODS)
    ship = player["ship"]
    state = ship_told(ship, phrases)
    if player["hand"] is None:
        backs = phrases.listed([phrases.numeral(numeral) for numeral in player["numerals"]])
        hand = [phrases.say("table.backs", list=backs)]
    else:
        hand = card_lines(phrases.say("table.hand"), player["hand"], phrases, cost=True)
    return [
        phrases.count("table.player", player["points"], name=name, side=phrases.say(f"side.{player['side']}")),
        phrases.say("table.inhabitants", list=phrases.listed(residents)),
        phrases.say("table.goods", list=phrases.goods(goods), **player["luxury"]),
        *landscapes(player, phrases),
        *([phrases.say("table.prefers", list=phrases.wishes(player["prefer"]))] if player["prefer"] else []),
        phrases.say("table.mood", unhappy=player["unhappy"], happy=player["happy"]),
        phrases.say("table.ship", state=state, speed=player["speed"], strength=player["strength"], bags=player["bags"]),
        *card_lines(phrases.say("table.buildings", n=len(player["buildings"])), player["buildings"], phrases),
        *hand,
    ]


def ship_told(ship: ShipShown, phrases: Phrases) -> str:
    """Return the state of a ship and the number at which it is repaired."""
    if ship["state"] == 0:
        return phrases.say("table.wreck")
    return phrases.say("table.state", state=ship["state"], die=ship["die"])


def landscapes(player: PlayerShown, phrases: Phrases) -> list[str]:
    """Return each village centre with its gold and its landscapes, then the landscapes at neither (B.3, B16)."""
    lands = sorted(player["landscapes"], key=lambda land: POSITIONS.index(land["at"]))
    lines = []
    for centre in (0, 1, None):
        there = phrases.listed([_land(one, phrases) for one in lands if centre_of(one["at"]) == centre])
        if centre is None:
            lines.append(phrases.say("table.elsewhere", list=there))
            continue
        gold = player["gold"][centre]
        key = "table.centre" if gold else "table.unrest"
        lines.append(phrases.say(key, centre=phrases.say(f"centre-name.{CENTRES[centre]}"), gold=gold, list=there))
    return lines


def _land(land: LandscapeShown, phrases: Phrases) -> str:
    good, amount = phrases.name(land["good"]), land["amount"]
    return phrases.say("table.landscape", id=land["id"], good=good, amount=amount, die=land["die"]).replace(" ", TIED)


def _middle(view: Anno1701View, names: Sequence[str], phrases: Phrases) -> list[str]:
    """Return powers, piles, supply, discard, the voyage, what the viewer is looking at, who is asked, and the result."""
    lines = [power_told(view, power, count, names, phrases) for power, count in COUNTS]
    lines.append(
        phrases.say("table.piles", list=_counted({phrases.pile(pile): n for pile, n in view["piles"].items()}, phrases))
    )
    supply = [
        phrases.say("table.upgrade", name=phrases.name(kind), n=n, goods=phrases.goods(phrases.upgrade_cost(kind)))
        for kind, n in _in_order(view["supply"])
    ]
    lines += [phrases.say("table.supply"), *(f"  {line}" for line in supply)]
    discard = [phrases.card(card["id"]) for card in view["discard"][:-1]]
    discard += [card_line(card, phrases) for card in view["discard"][-1:]]
    lines.append(phrases.say("table.discard", list=phrases.listed(discard)))
    lines += under_way(view, names, phrases)
    if view["outcome"] is not None:
        winners = phrases.listed([names[seat] for seat in view["outcome"]["winners"]])
        lines.append(phrases.say("table.over", winners=winners, why=phrases.say(f"reason.{view['outcome']['reason']}")))
    return lines


def under_way(view: Anno1701View, names: Sequence[str], phrases: Phrases) -> list[str]:
    """Return the voyage, what the viewer is looking at, who is asked what, and what an interrupted list has played."""
    lines: list[str] = []
    if view["voyage"] is not None:
        lines += _voyage(view["voyage"], phrases)
    if view["seen"] is not None:
        lines += [phrases.say("table.seen"), *(f"  {line}" for line in _seen(view["seen"], phrases))]
    for task in view["standing"]:
        for seat in task["seats"] if task["kind"] == "settle" else [task["seat"]]:
            question = phrases.say(f"question.{task['kind']}")
            lines.append(phrases.say("table.standing", name=names[seat], question=question) + _details(task, phrases))
    own = {task["kind"] for task in view["standing"] if task["kind"] != "settle" and task["seat"] == view["seat"]}
    if view["list"] is not None and view["list"]["acts"] and own & set(RESUMED):
        lines += ["", resting_told(view["list"], phrases)]
    return lines


def resting_told(resting: RestingList, phrases: Phrases) -> str:
    """Return a sentence about the viewer's interrupted list: what it has played so far, and which choice continues it."""
    played = [said_move(one["do"], phrases) for one in resting["acts"]]
    return phrases.say("table.list-rests", list=phrases.in_turn(played), choice=phrases.say("move.resume"))


def power_told(
    view: Anno1701View, power: Power, count: Literal["bags", "strength"], names: Sequence[str], phrases: Phrases
) -> str:
    """Return the holder of a power, and what decides it."""
    holder = view["powers"][power]
    counts = [phrases.say("table.counted", thing=names[seat], n=view["players"][seat][count]) for seat in (0, 1)]
    who = phrases.say("nobody") if holder is None else names[holder]
    return phrases.say(f"table.power-{power}", name=who, list=phrases.listed(counts))


def _voyage(voyage: VoyageShown, phrases: Phrases) -> list[str]:
    met = [phrases.meeting(card["id"]) for card in voyage["seen"]]
    left = voyage["speed"] - len(met)
    heading = phrases.say("table.voyage", speed=voyage["speed"], strength=voyage["strength"], left=left)
    return [heading + phrases.say("table.met"), *(f"  {line}" for line in met)] if met else [heading]


def _details(task: Standing, phrases: Phrases) -> str:
    """Return the details of a question for the text after it: the attack and its target, the offer, the number of goods."""
    if task["kind"] == "theatre":
        target = phrases.land(task["landscape"]) if "landscape" in task else ""
        target = phrases.say(f"centre-target.{CENTRES[task['centre']]}") if "centre" in task else target
        return phrases.say(
            "table.about", facts=phrases.listed([phrases.card(task["card"]), *([target] if target else [])])
        )
    if task["kind"] == "offer" or task["kind"] == "counter":
        trade = phrases.say("table.trade", give=phrases.goods(task["give"]), take=phrases.goods(task["take"]))
        return phrases.say("table.about", facts=trade)
    if task["kind"] == "fire" or task["kind"] == "discontent":
        return phrases.say("table.about", facts=task["count"])
    return phrases.say("table.about", facts=phrases.name(task["good"])) if task["kind"] == "pit" else ""


def _in_order(supply: dict[str, int]) -> list[tuple[str, int]]:
    """Return the supply from settler to merchant, whatever its order in the JSON."""
    return [(level, supply[level]) for level in LEVELS[1:]]


def _counted(counts: dict[str, int], phrases: Phrases) -> str:
    return phrases.listed([phrases.say("table.counted", thing=phrases.name(key), n=n) for key, n in counts.items()])


def _seen(seen: SeenPile | SeenHand, phrases: Phrases) -> list[str]:
    """Return the cards, each with the slip or slot by which it is taken."""
    if "hand" in seen:
        shown = [(i, card) for i, card in enumerate(seen["hand"], 1)]
    else:
        shown = [(one["slip"], one["card"]) for one in seen["slips"]]
    return [phrases.say("table.titled", title=n, list=card_line(card, phrases, cost=True)) for n, card in shown]
