"""Details beside a choice: the terms of an offer, the bank's rate, the cost of a move and the hand left after it."""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from engine.contract import Event, Language, Move, View
from engine.games.seafarers.board import Board, centre
from engine.games.seafarers.resources import COSTS, PRICE, RESOURCES, amounts
from engine.games.seafarers.rules.actions import BUILDS
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.sight import Sight
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.text.words import PLACES, event_variant
from engine.games.seafarers.types.events import SeafarersEvent
from engine.games.seafarers.types.moves import Amounts, SeafarersMove
from engine.games.seafarers.types.view import Cards, HexView, OfferView, OwnView, SeafarersView
from engine.kit.text.particulars import FollowUp, Group, Particulars, Seen
from engine.kit.text.phrases import LANGUAGES, one_line

SITES = 12
"""Sites that a letter lists to found on."""
COLD = 9
"""Sorts after all numbers: a hex without one."""
Point = tuple[int, int]
"""A point of the map, as the board has it; rows are counted downwards."""
Some = Amounts | Cards
"""Resource cards by name."""
GROUPS = {
    "bank": ("bank",),
    "partners": ("offer", "deal", "withdraw"),
    "build": ("road", "ship", "settlement", "city", "buy"),
    "ship": ("move",),
    "card": ("knight", "roads", "invention", "monopoly"),
    "end": ("end", "list"),
}
"""Types of moves that belong together, in the order in which they are shown: what ends the turn comes last."""


class SeafarersParticulars(Particulars):
    """See :mod:`engine.kit.text.particulars`."""

    def __init__(self, scenarios: Mapping[str, Scenario]) -> None:
        self._scenarios = scenarios
        self._phrases: Mapping[Language, Phrases] = {language: Phrases(language) for language in LANGUAGES}

    def about(self, seen: Seen) -> str | None:
        """Return an offer from the point of view of the player who may answer it."""
        view, phrases = cast(SeafarersView, seen.view), self._phrases[seen.language]
        offer = _offer(view, seen)
        if offer is None:
            return None
        name = one_line(seen.names)[view["active"]]
        return phrases.say(
            "about.reply", name=name, give=phrases.cards(offer["give"]), take=phrases.cards(offer["take"])
        )

    def why(self, seen: Seen) -> str | None:
        """Return why only one thing can be answered: nothing to build in a special phase, nothing to give for an offer."""
        view, phrases = cast(SeafarersView, seen.view), self._phrases[seen.language]
        own, offer = view["own"], _offer(view, seen)
        if own is not None and offer is not None:
            lacks = any(own["hand"][name] < offer["take"][name] for name in RESOURCES)
            return phrases.say("why.reply") if lacks else None
        if seen.decision["kind"] != "special" or own is None or any(view["legal"].values()):
            return None
        can_buy = all(own["hand"][name] >= needed for name, needed in zip(RESOURCES, COSTS["card"], strict=True))
        return None if can_buy else phrases.say("why.special")

    def said(self, move: Move, seen: Seen) -> str | None:
        """Return a trade with the bank with the number of cards that the bank takes."""
        meant, own = cast(SeafarersMove, move), cast(SeafarersView, seen.view)["own"]
        if meant["type"] != "bank" or own is None:
            return None
        phrases = self._phrases[seen.language]
        give = phrases.cards({meant["give"]: own["rates"][meant["give"]]})
        return phrases.say("move.bank", give=give, take=phrases.say(f"resource.{meant['take']}"))

    def pictured(self, move: Move, seen: Seen) -> str | None:
        """Return where a piece, the robber or a chip goes by the landscapes there."""
        view, phrases, meant = cast(SeafarersView, seen.view), self._phrases[seen.language], cast(SeafarersMove, move)
        facts: dict[str, str] = {}
        key: str = meant["type"]
        match meant["type"]:
            case "found":
                key = f"found-{meant['piece']}"
                towards = self._towards(meant["node"], meant["edge"], view)
                facts = {**self._at(meant["node"], view, phrases), "towards": phrases.say(f"towards.{towards}")}
            case "accept" | "decline":
                pass
            case "end" if seen.decision["kind"] == "act":
                pass
            case "settlement" | "city":
                facts = self._at(meant["node"], view, phrases)
            case "road" | "ship" | "harbour":
                facts = self._along(meant["edge"], view, phrases)
            case "move":
                to = self._along(meant["to"], view, phrases)["where"]
                facts = {**self._along(meant["edge"], view, phrases), "to": to}
            case "robber" | "pirate" if "victim" in meant:
                key = f"{key}-victim"
                facts = {**self._hex(meant["hex"], view, phrases), "victim": one_line(seen.names)[meant["victim"]]}
            case "robber" | "pirate" | "chip":
                facts = self._hex(meant["hex"], view, phrases)
            case _:
                return None
        return phrases.say(f"pictured.{key}", **facts)

    def told_apart(self, said: str, move: Move, seen: Seen) -> str:
        """Return a move's words with the direction of its place, seen from the land that they name first."""
        view, phrases, meant = cast(SeafarersView, seen.view), self._phrases[seen.language], cast(SeafarersMove, move)
        board = self._scenarios[view["scenario"]].board
        match meant["type"]:
            case "found" | "settlement" | "city":
                ends = [board.nodes[meant["node"]]]
                land = self._lands(meant["node"], view)[:1]
            case "road" | "ship" | "harbour" | "move":
                edge = meant["to"] if meant["type"] == "move" else meant["edge"]
                ends = [board.nodes[node] for node in board.edge_nodes[edge]]
                land = [cell for cell in board.edge_cells[edge] if _is_land(cell, view)] or [self._nearest(ends, view)]
            case "pirate":
                ends = [_middle(meant["hex"], board)]
                land = [self._nearest(ends, view)]
            case _:
                return said
        if not land:
            return said
        side = phrases.say(f"side.{_wind(_middle(land[0], board), ends)}", land=_landscape(land[0], view, phrases))
        return phrases.say("pictured.numbered", said=said, numbers=side)

    def numbered(self, said: str, move: Move, language: Language) -> str:
        """Return a move's words with the numbers of its places on the map."""
        phrases, facts = self._phrases[language], cast("Mapping[str, object]", move)
        numbers = [phrases.say(f"pictured.number.{one}", n=facts[one]) for one in PLACES if one in facts]
        return phrases.say("pictured.numbered", said=said, numbers=phrases.together(numbers))

    def told(self, event: Event, view: View, names: Sequence[str], language: Language) -> str | None:
        """Return an event that builds or moves something by what lies around its place."""
        happened, shown, phrases = cast(SeafarersEvent, event), cast(SeafarersView, view), self._phrases[language]
        facts: dict[str, str] = {}
        match happened["type"]:
            case "founded" | "settlement" | "city":
                facts = self._at(happened["node"], shown, phrases)
            case "road" | "ship":
                facts = self._along(happened["edge"], shown, phrases)
            case "moved":
                facts = self._along(happened["to_edge"], shown, phrases)
            case "robber" | "pirate":
                facts = self._hex(happened["hex"], shown, phrases)
            case _:
                return None
        name = one_line(names)[happened["seat"]]
        return phrases.say(f"story.{event_variant(happened)}", name=name, **facts)

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return what is paid for a building, a card or a trade, what is left of the hand, and what ends with it (E10, D4).

        Who has no card left has nothing to trade anyway.
        """
        view, phrases = cast(SeafarersView, seen.view), self._phrases[seen.language]
        if view["own"] is None:
            return None
        meant = cast(SeafarersMove, move)
        key, give, take, left = _paid(meant, view, view["own"], seen)
        found = []
        if key:
            told = {"give": phrases.cards(give), "take": phrases.cards(take), "left": phrases.cards(left)}
            found.append(phrases.say(f"price.{key}", **told))
        if meant["type"] in BUILDS and seen.decision["kind"] == "act":
            if self._ends_turn(meant, view, view["own"], sum(left.values())):
                found.append(phrases.say("price.ends-turn"))
            elif view["building_ends_trade"] and any(left.values()):
                found.append(phrases.say("price.ends-trade"))
        return " ".join(found) or None

    def beside(self, move: Move, seen: Seen) -> str | None:
        """Return a sentence on the landscapes and the harbour at the site that a move founds on."""
        view, phrases, meant = cast(SeafarersView, seen.view), self._phrases[seen.language], cast(SeafarersMove, move)
        return phrases.say("price.site", **self._at(meant["node"], view, phrases)) if meant["type"] == "found" else None

    def follow_ups(self, move: Move, seen: Seen) -> Sequence[FollowUp]:
        """Return the end of the turn beside a move that builds: asked after it, many players could do nothing else.

        It is offered whatever is left in the hand, so the answer tells others no more than an end a little later. Who
        explores wants to see what is found first.
        """
        view, meant = cast(SeafarersView, seen.view), cast(SeafarersMove, move)
        if view["own"] is None or seen.decision["kind"] != "act" or meant["type"] not in BUILDS:
            return ()
        left = _paid(meant, view, view["own"], seen)[3]
        if self._finds(meant, view) or self._ends_turn(meant, view, view["own"], sum(left.values())):
            return ()
        return (FollowUp(self._phrases[seen.language].say("move.end-act"), (("act", {"type": "end"}),)),)

    def group(self, move: Move, seen: Seen) -> Group | None:
        """Return the group of an action in the own turn; other questions have few answers, or are answered on the map."""
        if seen.decision["kind"] != "act":
            return None
        kind = cast(SeafarersMove, move)["type"]
        place, name = next((place, name) for place, (name, types) in enumerate(GROUPS.items()) if kind in types)
        return Group(place, self._phrases[seen.language].say(f"group.{name}"))

    def section(self, move: Move, seen: Seen) -> Group | None:
        """Return where one would found, in the order of the moves; else as :meth:`group`."""
        meant = cast(SeafarersMove, move)
        if meant["type"] != "found":
            return self.group(move, seen)
        return Group(0, self._phrases[seen.language].say("group.site", node=meant["node"]))

    def foremost(self, moves: Sequence[Move], view: Callable[[], View]) -> Sequence[Move]:
        """Return the sites that the bot likes best, each with an edge: there are hundreds of ways to found."""
        if not moves or moves[0]["type"] != "found":
            return ()
        seen = cast(SeafarersView, view())
        sight = Sight(seen, self._scenarios[seen["scenario"]])
        best: dict[int, tuple[int, Move]] = {}
        for move in moves:
            meant = cast(SeafarersMove, move)
            assert meant["type"] == "found"
            worth = sight.founding_worth(meant["node"], meant["edge"], meant["piece"])
            if meant["node"] not in best or worth > best[meant["node"]][0]:
                best[meant["node"]] = worth, move
        return [move for _, move in sorted(best.values(), key=lambda one: -one[0])[:SITES]]

    def beyond(
        self, listed: Sequence[Move], hidden: Sequence[Move], language: Language, *, written: bool
    ) -> str | None:
        """Return that good sites are listed, and how another one is written."""
        if not hidden or hidden[0]["type"] != "found":
            return None
        say = self._phrases[language].say
        nodes = {cast(SeafarersMove, one).get("node") for one in listed}
        other = cast(SeafarersMove, next((one for one in hidden if one["node"] not in nodes), hidden[0]))
        assert other["type"] == "found"
        example = say(f"foremost.{other['piece']}", node=other["node"], edge=other["edge"])
        told = say("foremost.sites", n=len(listed))
        return f"{told} {say('foremost.others', example=example)}" if written else told

    def _lands(self, node: int, view: SeafarersView) -> list[int]:
        """Return the hexes at a site that are land, those that bring most first."""
        board = self._scenarios[view["scenario"]].board
        cells = [cell for cell in board.node_hexes[node] if view["hexes"][cell]["terrain"] != "sea"]
        numbers = {cell: view["hexes"][cell]["number"] for cell in cells}
        return sorted(cells, key=lambda cell: abs(7 - numbers[cell]) if numbers[cell] else COLD)

    def _at(self, node: int, view: SeafarersView, phrases: Phrases) -> dict[str, str]:
        """Return as ``list`` what lies at a site: the hexes, those that bring most first, and its harbour."""
        board = self._scenarios[view["scenario"]].board
        found = [_named(view["hexes"][cell], phrases) for cell in self._lands(node, view)]
        kinds = [one["kind"] for one in view["harbours"] if node in board.edge_nodes[one["edge"]]]
        harbours = (phrases.say("site.harbour", kind=phrases.say(f"harbour.{kind}")) for kind in kinds)
        return {"list": phrases.people([*found, *harbours])}

    def _hex(self, cell: int, view: SeafarersView, phrases: Phrases) -> dict[str, str]:
        """Return as ``hex`` a hex by its landscape; of the sea by the land that is nearest."""
        if _is_land(cell, view):
            return {"hex": _landscape(cell, view, phrases)}
        near = self._nearest([_middle(cell, self._scenarios[view["scenario"]].board)], view)
        return {"hex": _landscape(near, view, phrases)}

    def _towards(self, node: int, edge: int, view: SeafarersView) -> str:
        """Return the direction in which an edge leads away from one of its ends, as on a compass (``ne``)."""
        board = self._scenarios[view["scenario"]].board
        one, other = board.edge_nodes[edge]
        (x, y), (to_x, to_y) = board.nodes[node], board.nodes[other if one == node else one]
        return ("n" if to_y < y else "s") + ("" if to_x == x else "e" if to_x > x else "w")

    def _nearest(self, ends: Sequence[Point], view: SeafarersView) -> int:
        """Return the land that is nearest to some points of the map."""
        board = self._scenarios[view["scenario"]].board

        def far(cell: int) -> int:
            x, y = _middle(cell, board)
            return sum(
                3 * (x - to_x) ** 2 + (y - to_y) ** 2 for to_x, to_y in ends
            )  # drawn, a step to the side is longer

        return min((cell for cell in range(len(view["hexes"])) if _is_land(cell, view)), key=far)

    def _along(self, edge: int, view: SeafarersView, phrases: Phrases) -> dict[str, str]:
        """Return as ``where`` what lies on both sides of an edge."""
        cells = self._scenarios[view["scenario"]].board.edge_cells[edge]
        one, other = sorted((_landscape(cell, view, phrases) for cell in cells), key=phrases.say("terrain.sea").__eq__)
        if one == phrases.say("terrain.sea"):
            board = self._scenarios[view["scenario"]].board
            near = self._nearest([board.nodes[node] for node in board.edge_nodes[edge]], view)
            return {"where": phrases.say("pictured.at-sea", land=_landscape(near, view, phrases))}
        return {"where": phrases.say("pictured.between", one=one, other=other)}

    def _ends_turn(self, move: SeafarersMove, view: SeafarersView, own: OwnView, left: int) -> bool:
        """Return whether the turn surely ends by itself after a move (:func:`engine.games.seafarers.rules.turn.might_act`).

        :param left: cards in the hand after it.
        """
        trades_on = not view["building_ends_trade"] and view["phase"] == "trade" and left > 0
        playable = not view["card_played"] and any(own["cards"][name] > own["fresh"][name] for name in own["cards"])  # type: ignore[literal-required]
        moves_on = bool(view["legal"]["move"]) and move["type"] != "move"
        return left < PRICE["road"] and not (trades_on or playable or moves_on or self._finds(move, view))

    def _finds(self, move: SeafarersMove, view: SeafarersView) -> bool:
        """Return whether a piece is placed beside an unexplored hex: what is found may bring a card."""
        match move["type"]:
            case "road" | "ship":
                edge = move["edge"]
            case "move":
                edge = move["to"]
            case _:
                return False
        board = self._scenarios[view["scenario"]].board
        around = (h for node in board.edge_nodes[edge] for h in board.node_hexes[node])
        return any(view["hexes"][h]["terrain"] == "unexplored" for h in around)

    def held(self, view: View) -> Mapping[str, int]:
        """Return the resource cards of the viewer's hand."""
        own = cast(SeafarersView, view)["own"]
        return {} if own is None else {name: own["hand"][name] for name in RESOURCES}

    def is_public(self, view: View) -> bool:
        """Return whether the viewer holds no card: while all found, and in an empty-handed moment."""
        own = cast(SeafarersView, view)["own"]
        return own is None or not (any(own["hand"].values()) or any(own["cards"].values()))

    def hidden(self, view: View, language: Language) -> str | None:
        """Return the cards of the viewer's hand, then his development cards; ``None`` if there are neither."""
        own, phrases = cast(SeafarersView, view)["own"], self._phrases[language]
        if own is None:
            return None
        found = [phrases.cards(own["hand"])] if any(own["hand"].values()) else []
        found += [phrases.development(own["cards"])] if any(own["cards"].values()) else []
        return phrases.say("semicolon").join(found) or None


def _middle(cell: int, board: Board) -> Point:
    """Return the middle of a hex or, numbered on from them, of a cell of the frame."""
    inside = len(board.hexes)
    return centre(board.hexes[cell] if cell < inside else board.frame[cell - inside])


def _is_land(cell: int, view: SeafarersView) -> bool:
    """Return whether a cell is a hex that is known to be land: beyond the hexes is the frame, which is sea."""
    return cell < len(view["hexes"]) and view["hexes"][cell]["terrain"] not in ("sea", "unexplored")


def _wind(middle: Point, ends: Sequence[Point]) -> str:
    """Return the direction of a place from a hex, one of eight (``ne``); ``ends``: of an edge, or the one point of a site."""
    x = sum(end[0] - middle[0] for end in ends)
    y = sum(end[1] - middle[1] for end in ends)
    across, along = 3 * x * x, y * y  # drawn, a step to the side is longer
    vertical = (
        "" if along * 35 < across * 6 else "n" if y < 0 else "s"
    )  # 6 / 35 is the square of the tangent of 22.5 degrees
    return vertical + ("" if across * 35 < along * 6 else "w" if x < 0 else "e")


def _named(one: HexView, phrases: Phrases) -> str:
    """Name a hex by its product and its number."""
    key = "site.hex" if one["number"] else "site.bare"
    return phrases.say(key, land=phrases.say(f"site.{one['terrain']}"), number=one["number"])


def _landscape(cell: int, view: SeafarersView, phrases: Phrases) -> str:
    """Return a cell by its landscape: the frame around the hexes is sea."""
    if cell >= len(view["hexes"]) or view["hexes"][cell]["terrain"] == "sea":
        return phrases.say("terrain.sea")
    return _named(view["hexes"][cell], phrases)


def _paid(move: SeafarersMove, view: SeafarersView, own: OwnView, seen: Seen) -> tuple[str, Some, Some, Amounts]:
    """Return the phrase key for a move's price (empty if it is free), what it gives and brings, and what is left."""
    nothing: tuple[str, Some, Some] = ("", {}, {})
    key, give, take = _terms(move, view, own, seen) or nothing
    return key, give, take, {name: own["hand"][name] - give.get(name, 0) + take.get(name, 0) for name in RESOURCES}


def _offer(view: SeafarersView, seen: Seen) -> OfferView | None:
    """Return the offer that a decision is about, or None."""
    if seen.decision["kind"] != "reply":
        return None
    n = int(seen.decision["id"].split(".")[2])
    return next((one for one in view["offers"] if one["n"] == n), None)


def _terms(move: SeafarersMove, view: SeafarersView, own: OwnView, seen: Seen) -> tuple[str, Some, Some] | None:
    """Return the form in which a paying move is told, with what it gives and brings, or None if it pays nothing."""
    found: tuple[str, Some, Some] | None = None
    match move["type"]:
        case "road" | "ship" | "settlement" | "city" if seen.decision["kind"] != "free":
            found = "paid", amounts(COSTS[move["type"]]), {}
        case "buy":
            found = "paid", amounts(COSTS["card"]), {}
        case "bank":
            found = "left", {move["give"]: own["rates"][move["give"]]}, {move["take"]: 1}
        case "accept":
            offer = _offer(view, seen)
            found = None if offer is None else ("left", offer["take"], offer["give"])
        case "deal":
            found = _deal(view, move["offer"], move["seat"])
        case _:
            pass
    return found


def _deal(view: SeafarersView, n: int, partner: int) -> tuple[str, Some, Some] | None:
    """Return what a deal with a seat gives and brings: by its counter-offer, else by the offer itself."""
    offer = next((one for one in view["offers"] if one["n"] == n), None)
    if offer is None:
        return None
    agreed = next((one for one in offer["counters"] if one["seat"] == partner), None)
    return ("deal", offer["give"], offer["take"]) if agreed is None else ("deal", agreed["give"], agreed["take"])
