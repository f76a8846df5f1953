"""The whole table as plain text of at most 72 columns: complete enough to play from without the picture."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from engine.anno_1701.phrases import Phrases
from engine.contract import View

WIDTH = 72
LONGEST_NAME = 24


def plain_table(view: View, names: Sequence[str], phrases: Phrases) -> str:
    """Return the table; ``names`` are the players' names by seat."""
    names = [name[:LONGEST_NAME] for name in names]
    lines = [_heading(view, names, phrases), ""]
    for seat in (0, 1):
        lines += [*_player(view["players"][seat], names[seat], phrases), ""]
    lines += _middle(view, names, phrases)
    return "\n".join(row for line in lines for row in _wrapped(line))


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ") or [""]


def _heading(view: View, names: Sequence[str], phrases: Phrases) -> str:
    if view["turn"] == 0:
        return phrases.say("table.before")
    facts = [phrases.say("table.turn", turn=view["turn"], name=names[view["active"]])]
    if view["roll"]:
        facts.append(
            phrases.say("table.roll", number=view["roll"]["number"], event=phrases.name(view["roll"]["event"]))
        )
    return phrases.listed(facts)


def _player(player: dict[str, Any], name: str, phrases: Phrases) -> list[str]:
    residents = [phrases.say("pioneer") if not step else phrases.name(_LEVELS[step]) for step in player["residents"]]
    hand = [_costing(card, phrases) for card in player["hand"] or []]
    backs = [phrases.numeral(numeral) for numeral in player["numerals"]]
    left, right = player["gold"]
    ship = player["ship"]
    return [
        phrases.say("table.player", name=name, side=phrases.say(f"side.{player['side']}"), points=player["points"]),
        phrases.say("table.inhabitants", list=phrases.listed(residents)),
        phrases.say("table.landscapes", list=phrases.listed([_land(one, phrases) for one in player["landscapes"]])),
        phrases.say("table.luxury", **player["luxury"]),
        phrases.say("table.gold", left=left, right=right, unhappy=player["unhappy"], happy=player["happy"]),
        phrases.say("table.ship", die=ship["die"], state=ship["state"], speed=player["speed"], strength=player["strength"],
                    bags=player["bags"]),
        phrases.say("table.buildings", list=phrases.listed([_card(card, phrases) for card in player["buildings"]])),
        phrases.say("table.backs", list=phrases.listed(backs)) if player["hand"] is None
        else phrases.say("table.hand", list=phrases.listed(hand)),
    ]  # fmt: skip


_LEVELS = ("pioneer", "settler", "citizen", "merchant")


def _land(land: dict[str, Any], phrases: Phrases) -> str:
    shown = phrases.say("table.landscape", **{**land, "good": phrases.name(land["good"])})
    return phrases.say("table.blocked", land=shown) if land["blocked"] else shown


def _card(card: dict[str, Any], phrases: Phrases) -> str:
    name = phrases.card(card["id"])
    return phrases.say("table.die", card=name, die=card["die"]) if "die" in card else name


def _costing(card: dict[str, Any], phrases: Phrases) -> str:
    """Return a card in hand or in a pile with what it costs to build."""
    name = _card(card, phrases)
    return phrases.say("table.cost", card=name, goods=phrases.goods(card["cost"])) if "cost" in card else name


def _middle(view: View, names: Sequence[str], phrases: Phrases) -> list[str]:
    """Return powers, piles, supply, discard, the voyage, what the viewer looks at, and who is asked."""
    powers = [
        phrases.say("table.counted", thing=phrases.say(f"power.{power}"), n=names[seat])
        for power, seat in view["powers"].items()
        if seat is not None
    ]
    lines = [
        phrases.say("table.powers", list=phrases.listed(powers)),
        phrases.say("table.piles", list=_counted(view["piles"], phrases)),
        phrases.say("table.supply", list=_counted(view["supply"], phrases)),
        phrases.say("table.discard", list=phrases.listed([_card(card, phrases) for card in view["discard"]])),
    ]
    if view["voyage"] is not None:
        voyage = view["voyage"]
        met = phrases.listed([phrases.meeting(card["id"]) for card in voyage["seen"]])
        lines.append(phrases.say("table.voyage", speed=voyage["speed"], strength=voyage["strength"], list=met))
    if view["seen"] is not None:
        lines.append(phrases.say("table.seen", list=phrases.listed(_seen(view["seen"], phrases))))
    for task in view["standing"]:
        for seat in task.get("seats") or [task["seat"]]:
            question = phrases.say(f"question.{task['kind']}")
            lines.append(phrases.say("table.standing", name=names[seat], question=question))
    return lines


def _counted(counts: dict[str, int], phrases: Phrases) -> str:
    return phrases.listed([phrases.say("table.counted", thing=phrases.name(key), n=n) for key, n in counts.items()])


def _seen(seen: dict[str, Any], phrases: Phrases) -> list[str]:
    """Return the cards with the slip or slot by which they are taken."""
    if "hand" in seen:
        return [f"{i + 1}: {_costing(card, phrases)}" for i, card in enumerate(seen["hand"])]
    return [f"{one['slip']}: {_costing(one['card'], phrases)}" for one in seen["slips"]]
