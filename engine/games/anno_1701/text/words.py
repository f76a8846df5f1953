"""The game in sentences: what happened, what a move means, what is asked, the table as text (see ``text/``).

Letters get the table in a few lines: the viewer's settlement and hand, the other player in brief, and what is under way.

Players at a terminal also get told what it means to resume an interrupted turn list (E.2).
"""

from collections.abc import Callable, Sequence
from typing import cast

from engine.contract import Decision, Event, Language, Move, Orders, View
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.orders.turn_list import ending, left
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS, LUXURY
from engine.games.anno_1701.text.phrases import Phrases, card_lines
from engine.games.anno_1701.text.table import (
    CENTRES,
    COUNTS,
    LEVELS,
    LONGEST_NAME,
    heading,
    landscapes,
    plain_table,
    power_told,
    rows,
    said_move,
    ship_told,
    under_way,
)
from engine.games.anno_1701.types.events import Anno1701Event
from engine.games.anno_1701.types.moves import Anno1701Move
from engine.games.anno_1701.types.orders import Anno1701Orders
from engine.games.anno_1701.types.view import Anno1701View, PlayerShown
from engine.kit.terminal import Terminal
from engine.kit.text.phrases import LANGUAGES, one_line


def glance(view: Anno1701View, names: Sequence[str], phrases: Phrases) -> str:
    """Return the parts of the table that a question can be about, as this view shows them."""
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
    counted = [phrases.say("voyage.times", n=residents.count(one), card=one) for one in dict.fromkeys(residents)]
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


_NAMED: dict[str, Callable[[Phrases, str], str]] = {
    "card": Phrases.card,
    "goods": Phrases.goods,
    "give": Phrases.letters,
    "take": Phrases.letters,
    "good": Phrases.name,
    "event": Phrases.name,
    "level": Phrases.name,
    "pile": Phrases.pile,
    "power": lambda phrases, value: phrases.say(f"power.{value}"),
    "side": lambda phrases, value: phrases.say(f"side.{value}"),
}
"""Formatters for string facts of an event, by name; all other facts are used as they are."""


LITTLE_GOLD = 4
"""Two attacks take so much (a pickpocket up to 2), and a pirate or a price is quickly paid from it."""


SAYABLE = ("W2", "W3", "W4", "W5", "W6", "W8")
"""Rows of standing orders that the form at the table offers, by these names."""


class AnnoWords:
    """The game in sentences; implements :class:`engine.contract.Words`."""

    def __init__(self, data: Dataset) -> None:
        self._data = data
        self._phrases: dict[Language, Phrases] = {one: Phrases(one, data) for one in LANGUAGES}

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        """Return an event as a sentence; :raises KeyError: for an event that the game does not have."""
        phrases, known = self._phrases[language], cast(Anno1701Event, event)
        said = phrases.say(f"event.{_variant(known)}", **_places(phrases, known, one_line(names)))
        return _by_order(phrases, said, known["order"]) if "order" in known else said

    def move(self, move: Move, language: Language) -> str:
        """Return a move in words: ``build theatre III``."""
        phrases = self._phrases[language]
        known = cast(Anno1701Move, move)
        said = said_move(known, phrases)
        return _by_order(phrases, said, known["order"]) if "order" in known else said

    def proposal(self, view: View, orders: Orders, language: Language) -> str | None:
        """Return the effect of resuming an interrupted turn list, entry by entry; None if these orders have no such list."""
        plan, shown = cast(Anno1701Orders, orders).get("turn"), cast(Anno1701View, view)
        resting = shown["list"]
        if resting is None or plan is None or plan["turn"] != shown["turn"]:
            return None
        phrases = self._phrases[language]
        moves: list[Anno1701Move] = [entry["do"] for entry in left(resting, plan)]
        moves += ending(plan)
        said = phrases.in_turn([said_move(move, phrases) for move in moves])
        return phrases.say("move.resume-with", list=said)

    def question(self, decision: Decision, language: Language) -> str:
        """Return what a seat is asked, short enough for a subject line."""
        return self._phrases[language].say(f"question.{decision['kind']}")

    def advice(self, view: View, language: Language) -> str | None:
        """Return a warning to a player with so little gold that one or two attacks could end the match."""
        shown = cast("Anno1701View", view)
        if shown["seat"] is None:
            return None
        gold = sum(shown["players"][shown["seat"]]["gold"])
        return self._phrases[language].say("advice.gold", gold=gold) if gold <= LITTLE_GOLD else None

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        """Return the whole table as text, see :func:`engine.games.anno_1701.text.table.plain_table`."""
        return plain_table(cast(Anno1701View, view), one_line(names), self._phrases[language])

    def glance(self, view: View, names: Sequence[str], language: Language, *, kinds: Sequence[str]) -> str:
        """Return the table in a few lines, the same for all kinds (see :func:`glance`)."""
        return glance(cast("Anno1701View", view), one_line(names), self._phrases[language])


def _by_order(phrases: Phrases, said: str, order: str) -> str:
    """Return a sentence or a move with the row of the standing orders that answered (E.2)."""
    row, _, default = order.partition("-")
    key = "order" if not default else "default" if row in SAYABLE else "rules"
    marked = phrases.say(f"by.{key}", row=row, what=phrases.say(f"row.{row}"))
    return f"{said[:-1]} {marked}." if said.endswith(".") else f"{said} {marked}"


def _places(phrases: Phrases, event: Anno1701Event, names: Sequence[str]) -> dict[str, object]:
    """Return the values for the placeholders of an event's sentence."""
    hidden = ("type", "to", "order")
    places = {key: _place(phrases, key, value) for key, value in event.items() if key not in hidden}
    if "seat" in event and event["seat"] is not None:
        places["name"] = names[event["seat"]]
    if "land" in event and event["land"] is not None:
        places["place"] = phrases.land(event["land"])
    if "landscape" in event:
        places["land"] = phrases.land(event["landscape"])
    match event["type"]:
        case "docked":
            places["other"] = phrases.land(event["to_land"])
        case "prefers":
            places["wishes"] = phrases.wishes(event["prefer"])
        case "upgraded":
            places["place"] = phrases.nth("place", event["resident"])
        case "demanded" | "stolen" | "took-card" | "rejected":
            places["other"] = names[1 - event["seat"]]
        case "revealed":
            places["meeting"] = phrases.meeting(event["card"])
        case "ended":
            places["winners"] = phrases.listed([names[seat] for seat in event["winners"]])
            pairs = zip(names, event["scores"], strict=True)
            places["scores"] = phrases.listed([f"{name} {score}" for name, score in pairs])
    return places


def _place(phrases: Phrases, key: str, value: object) -> object:
    """Return a fact of an event in words."""
    if isinstance(value, str):
        return _NAMED[key](phrases, value) if key in _NAMED else value
    if isinstance(value, int):
        if key == "numeral":
            return phrases.numeral(value)
        return phrases.say(f"centre.{CENTRES[value]}") if key == "centre" else value
    if isinstance(value, list):
        if key == "cards":
            return phrases.listed([phrases.card(card) for card in value])
        return phrases.listed([str(one) for one in value]) if key in ("rolls", "dice") else value
    return value


def _variant(event: Anno1701Event) -> str:
    """Return the key of an event's sentence: some events have another sentence in special cases."""
    key: str = event["type"]
    match event["type"]:
        case "rolled" if event["event"] != "tax":
            # What the event does to nobody is no event of its own: its sentence says when nothing follows.
            key = f"rolled-{event['event']}"
        case "gained" if event["land"] in LUXURY:
            key = "gained-lux"
        case "built" if event["gold"] > 0:
            key = "built-gold"
        case "stolen" | "tax" if event["lapsed"] > 0:
            key += "-lapsed"
        case "produced" if event["ship"] is not None or not event["goods"]:
            key = "produced-nothing" if event["ship"] is None else "produced-ship"
        case "power" if event["seat"] is None:
            key = "power-nobody"
        case "sails" if event["card"] is not None:
            key = "sails-card"
        case "fought" if event["forced"]:
            key = "fought-forced"
        case "played" if "landscape" in event or "centre" in event:
            key = "played-landscape" if "landscape" in event else "played-centre"
        case "ended":
            key = f"ended.{event['why']}"
    return key


class AnnoTerminal(Terminal):
    """An interrupted turn list can be resumed; the server knows only that it has been interrupted."""

    resume: Move | None = {"type": "resume"}  # noqa: RUF012  never changed

    def __init__(self, words: AnnoWords) -> None:
        self._words = words

    def advice(self, view: View, language: Language) -> str | None:
        """Return a warning to a player who could lose the last gold."""
        return self._words.advice(view, language)

    def unfinished(self, view: View) -> bool:
        """Return whether a turn list of the viewer has been interrupted."""
        return bool(view["list"])

    def proposal(self, view: View, orders: Orders, language: Language) -> str | None:
        """Return the rest of the turn list in words, or None if these orders have no list for this turn."""
        return self._words.proposal(view, orders, language)
