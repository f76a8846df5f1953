"""The table as plain text of at most 72 columns: complete enough to play from without the picture.

What is asked comes first, then the map, the bank, the players, the viewer's own cards, offers, and where the viewer may
build or move now. Lines of text are wrapped, never cut.

The map shows sites at their places, what stands on them, what lies on the edges, landscape and chip in each hex. A hex is
six columns wide and its rows are six lines apart; an integer position (x, y) of the view is column 3x and line 2y.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from engine.games.seafarers.drawing.ground import Ground
from engine.games.seafarers.resources import TERRAIN
from engine.games.seafarers.text.phrases import Phrases
from engine.games.seafarers.types.view import OfferView, OwnView, SeafarersView
from engine.kit.text.phrases import wrapped

ACROSS, DOWN = 3, 2
SIGNS = {"settlement": "^", "city": "#", "road": "=", "ship": "~"}
FREE = "+"


class _Page:
    """Lines that are written at positions; a position is the middle of the written text."""

    def __init__(self) -> None:
        self._written: list[tuple[int, int, str]] = []

    def write(self, said: str, column: int, line: int) -> None:
        """Write a text with its middle, or the place left of it, in a column."""
        if said:
            self._written.append((line, column - len(said) // 2, said))

    def lines(self) -> list[str]:
        """Return the page without empty columns at its left and right; later text covers earlier text."""
        left = min(column for _, column, _ in self._written)
        top, bottom = min(line for line, _, _ in self._written), max(line for line, _, _ in self._written)
        width = max(column + len(said) for _, column, said in self._written) - left
        rows = [[" "] * width for _ in range(top, bottom + 1)]
        for line, column, said in self._written:
            rows[line - top][column - left : column - left + len(said)] = said
        return ["".join(row).rstrip() for row in rows]


def chart(ground: Ground, phrases: Phrases) -> list[str]:
    """Return the lines of the map."""
    page = _Page()
    _write_cells(page, ground, phrases)
    _write_edges(page, ground)
    _write_nodes(page, ground)
    return page.lines()


def free_edges(view: SeafarersView) -> set[int]:
    """Return the edges where the viewer may put something now."""
    legal = view["legal"]
    return {*legal["roads"], *legal["ships"], *legal["to"], *legal["harbours"]}


def signs_of_land(view: SeafarersView, phrases: Phrases) -> list[str]:
    """Return what the letters of the hexes mean, of those that are on the map."""
    there = {one["terrain"] for one in view["hexes"]}
    say = phrases.say
    return [
        say("table.sign", short=say(f"short.{one}"), name=say(f"terrain.{one}"))
        for one in TERRAIN.values()
        if one in there
    ]


def legend(ground: Ground, phrases: Phrases) -> list[str]:
    """Return sentences about the signs of the map: about those that are drawn, and no others."""
    view, say = ground.view, phrases.say
    kinds = {one["kind"] for one in (*view["buildings"], *view["pieces"])}
    pieces = [say(f"table.legend-{kind}") for kind in SIGNS if kind in kinds]
    lands = signs_of_land(view, phrases)
    built = {one["at"] for one in view["buildings"]}
    edges = free_edges(view) - {one["at"] for one in view["pieces"]}
    return [
        say("table.legend"),
        *([say("table.legend-harbour")] if view["harbours"] else []),
        *([say("table.legend-site")] if set(view["legal"]["settlements"]) - built else []),
        *([say("table.legend-pieces", list=phrases.together(pieces))] if pieces else []),
        *([say("table.legend-edge")] if edges else []),
        say(f"table.legend-{'islands' if ground.islands else 'hexes'}", list=say("semicolon").join(lands)),
    ]


def _write_cells(page: _Page, ground: Ground, phrases: Phrases) -> None:
    view = ground.view
    for cell, one in enumerate(view["hexes"]):
        column, line = one["x"] * ACROSS, one["y"] * DOWN
        island = ground.island(one["zone"])
        page.write(f"{cell} {island}" if island else str(cell), column, line - 1)
        chip = str(one["number"]) if one["number"] else "--" if one["chipless"] else ""
        short = phrases.say(f"short.{one['terrain']}")
        page.write(f"{short}{chip:>{4 - len(short) + 1}}" if chip else short, column, line)
        for thief, there in (("robber", view["robber"]), ("pirate", view["pirate"])):
            if cell == there:
                page.write(phrases.say(f"short.{thief}"), column, line + 1)
    for place, (x, y) in enumerate(view["frame"]):
        cell = len(view["hexes"]) + place
        said = phrases.say("short.pirate") if cell == view["pirate"] else str(cell)
        page.write(said, x * ACROSS, y * DOWN)


def _write_edges(page: _Page, ground: Ground) -> None:
    view = ground.view
    lying = {one["at"]: SIGNS[one["kind"]] + str(one["seat"] + 1) for one in view["pieces"]}
    free = free_edges(view)
    for edge, ends in enumerate(view["edges"]):
        (ax, ay), (bx, by) = (view["nodes"][node] for node in ends)
        line = (ay + by) * DOWN // 2
        if ax == bx:
            said = lying.get(edge) or ("+" if edge in free else "|" if _is_drawn(ground, edge) else "")
            for i, letter in enumerate(said):
                page.write(letter, ax * ACROSS, line + i)
            continue
        said = lying.get(edge, "")
        if not said:
            slope = "\\" if (ax < bx) == (ay < by) else "/"
            said = FREE if edge in free else slope if _is_drawn(ground, edge) else ""
        page.write(said, (ax + bx) * ACROSS // 2, line)


def _is_drawn(ground: Ground, edge: int) -> bool:
    """Return whether an edge is drawn where nothing lies: on land and at its coasts."""
    return any(ground.terrain(cell) != "sea" for cell in ground.beside(edge))


def _write_nodes(page: _Page, ground: Ground) -> None:
    view = ground.view
    built = {one["at"]: SIGNS[one["kind"]] + str(one["seat"] + 1) for one in view["buildings"]}
    harbours = {node for one in view["harbours"] for node in view["edges"][one["edge"]]}
    free = set(view["legal"]["settlements"])
    for node, (x, y) in enumerate(view["nodes"]):
        said = built.get(node) or (f"({node})" if node in free else str(node))
        page.write(said + ("*" if node in harbours else ""), x * ACROSS, y * DOWN)


COLUMNS = 72
LONGEST_NAME = 40
TIED = "\u00a0"
"""A blank at which no line is broken; a blank again in the text."""
KINDS = {"trade": "act", "build": "act"}
"""The kind of the question of a phase, where it is not called like the phase."""

Names = Sequence[str]
Places = Literal["settlements", "cities", "robber", "pirate", "chips"]
Edges = Literal["roads", "ships", "move", "to", "harbours"]
PLACES: Mapping[Places, str] = {
    "settlements": "settlements",
    "cities": "cities",
    "robber": "robber-to",
    "pirate": "pirate-to",
    "chips": "chips-from",
}
EDGES: Mapping[Edges, str] = {
    "roads": "roads",
    "ships": "ships",
    "move": "move",
    "to": "move-to",
    "harbours": "harbours-to",
}


def plain_table(view: SeafarersView, names: Names, phrases: Phrases) -> str:
    """Return the table as this view shows it; ``names`` are the players' names by seat."""
    return _Teller(view, [name[:LONGEST_NAME] for name in names], phrases).table()


def brief_table(view: SeafarersView, names: Names, phrases: Phrases) -> str:
    """Return the table without its legend and the viewer's building sites, for players who choose from a list."""
    return _Teller(view, [name[:LONGEST_NAME] for name in names], phrases).brief()


def glance(view: SeafarersView, names: Names, phrases: Phrases) -> str:
    """Return the table in few lines, for letters: the map only where the viewer may choose a place on it."""
    return _Teller(view, [name[:LONGEST_NAME] for name in names], phrases).glance()


class _Teller:
    """Describes one table in one language."""

    def __init__(self, view: SeafarersView, names: Names, phrases: Phrases) -> None:
        self.view, self.names, self.phrases, self.ground = view, names, phrases, Ground(view)

    def table(self) -> str:
        """Return the whole text."""
        parts = [self._now(), [self.phrases.say("table.map"), *chart(self.ground, self.phrases)], self._about_the_map()]
        parts += [self._bank(), self._players()]
        if self.view["own"] is not None:
            parts.append(self._own(self.view["own"]))
        parts += [part for part in (self._offers(), self._legal()) if part]
        return "\n\n".join("\n".join(part) for part in parts) + "\n"

    def brief(self) -> str:
        """Return the parts that change from move to move."""
        parts = [self._now(), chart(self.ground, self.phrases), self._thieves()]
        parts.append([line for seat in range(len(self.view["players"])) for line in self._player_in_brief(seat)])
        if self.view["own"] is not None:
            parts.append(self._own(self.view["own"]))
        parts += [part for part in (self._offers(),) if part]
        return "\n\n".join("\n".join(part) for part in parts) + "\n"

    def glance(self) -> str:
        """Return the parts needed for answering."""
        parts = [self._now()]
        if any(self.view["legal"].values()):
            parts += [chart(self.ground, self.phrases), _wrapped(self._legend_in_brief())]
        if self.view["legal"]["settlements"]:
            parts[-1] += self._harbours()
        if self.view["turn"]:
            parts.append(self._thieves())
        parts.append([line for seat in range(len(self.view["players"])) for line in self._player_in_brief(seat)])
        if self.view["own"] is not None and self.view["turn"]:
            parts.append(self._own(self.view["own"]))
        parts += [part for part in (self._offers(),) if part]
        return "\n\n".join("\n".join(part) for part in parts) + "\n"

    # -- parts -----------------------------------------------------------------------------------------------------------

    def _now(self) -> list[str]:
        view, say = self.view, self.phrases.say
        over = bool(view["winners"])
        key = "over" if over else "title" if view["turn"] else "before"
        lines = _wrapped(say(f"table.{key}", title=self.phrases.scenario(view), turn=view["turn"], goal=view["goal"]))
        if over:
            return lines + _wrapped(say("table.won", winners=self._people(view["winners"])))
        kind = KINDS.get(view["phase"], view["phase"])
        question = say(f"question.{kind}")
        facts = [say("table.waiting", names=self._people(view["asked"]), question=question)]
        if view["roll"]:
            facts.append(say("table.roll", first=view["roll"][0], second=view["roll"][1]))
        facts += [say("table.played")] if view["card_played"] else []
        facts += [say("table.moved")] if view["ship_moved"] else []
        built = view["built"] if view["turn"] else []  # ships of the founding may be moved in the first turn
        facts += [say("table.built", edges=self._numbers(built))] if built else []
        facts += [say("table.free", n=view["free_pieces"])] if view["free_pieces"] else []
        if any(view["due"]):
            due = [f"{self.names[seat]} {n}" for seat, n in enumerate(view["due"]) if n]
            facts.append(say("table.due", list=self.phrases.together(due)))
        facts += [say("table.serve", hex=view["serve"])] if view["serve"] is not None else []
        if view["token"] is not None:
            facts.append(say("table.token", kind=say(f"harbour.{view['token']}")))
        return [*lines, *_wrapped(" ".join(facts))]

    def _about_the_map(self) -> list[str]:
        view, say = self.view, self.phrases.say
        facts = [*legend(self.ground, self.phrases), say("table.frame")]
        facts += [say("table.chipless")] if any(one["chipless"] for one in view["hexes"]) else []
        lines = _wrapped(" ".join(facts))
        lines += self._thieves()
        return lines + self._harbours()

    def _harbours(self) -> list[str]:
        say = self.phrases.say
        harbours = [
            _tied(say("table.harbour", kind=say(f"harbour.{one['kind']}"), **self._edge(one["edge"])))
            for one in self.view["harbours"]
        ]
        return _wrapped(say("table.harbours", list=self.phrases.together(harbours))) if harbours else []

    def _legend_in_brief(self) -> str:
        """Return the legend of the map's signs."""
        say = self.phrases.say
        return say("glance.legend", list=say("semicolon").join(signs_of_land(self.view, self.phrases)))

    def _thieves(self) -> list[str]:
        say, robber, pirate = self.phrases.say, self.view["robber"], self.view["pirate"]
        thieves = [
            say("table.robber-off") if robber is None else say("table.robber", hex=robber),
            say("table.pirate-off") if pirate is None else say("table.pirate", hex=pirate),
        ]
        return _wrapped(" ".join(thieves))

    def _bank(self) -> list[str]:
        view, say = self.view, self.phrases.say
        facts = [say("table.bank", cards=self.phrases.cards(view["bank"]), deck=view["deck"])]
        if view["tiles"] or view["stack"]:
            tiles = self.phrases.count("pile.tiles", view["tiles"])
            facts.append(say("table.tiles", tiles=tiles, stack=self.phrases.count("pile.chips", view["stack"])))
        facts += [say("table.bag", n=view["bag"])] if view["bag"] else []
        facts += [say("table.tokens", n=view["tokens"])] if view["tokens"] else []
        return _wrapped(" ".join(facts))

    def _players(self) -> list[str]:
        lines = _wrapped(self.phrases.say("table.players"))
        for seat in range(len(self.view["players"])):
            first, *more = self._player(seat)
            lines += _wrapped(first, "", "   ")
            lines += _wrapped(" ".join(more), "   ") if more else []
        return lines

    def _called(self, seat: int) -> str:
        name = self.names[seat]
        return name if seat != self.view["seat"] else self.phrases.say("table.you", name=name)

    def _points(self, seat: int) -> int:
        return self.view["scores"][seat] if self.view["scores"] else self.view["players"][seat]["points"]

    def _player_in_brief(self, seat: int) -> list[str]:
        player = self.view["players"][seat]
        said = self.phrases.say(
            "table.player-brief",
            n=seat + 1,
            name=self._called(seat),
            points=self._points(seat),
            hand=player["hand"],
            cards=player["cards"],
            knights=player["knights"],
            route=player["route"],
        )
        return _wrapped(said, "", "   ")

    def _player(self, seat: int) -> list[str]:
        view, say, player = self.view, self.phrases.say, self.view["players"][seat]
        name, points = self._called(seat), self._points(seat)
        facts = [
            say(
                "table.player",
                n=seat + 1,
                name=name,
                points=points,
                hand=player["hand"],
                cards=player["cards"],
                knights=player["knights"],
                route=player["route"],
                roads=player["roads"],
                ships=player["ships"],
                settlements=player["settlements"],
                cities=player["cities"],
            )
        ]
        facts += [say("table.special", n=player["special"])] if player["special"] else []
        facts += [say("table.longest")] if player["longest_route"] else []
        facts += [say("table.army")] if player["largest_army"] else []
        for key, zones in (("home", player["home"]), ("visited", player["visited"])):
            letters = [letter for letter in map(self.ground.island, zones) if letter]
            facts += [say(f"table.{key}", list=self.phrases.together(letters))] if letters else []
        facts += self._standing(seat)
        for line in view["lines"]:
            if line["seat"] == seat:
                facts.append(say("table.line", start=line["start"], end=line["end"]))
        return facts

    def _standing(self, seat: int) -> list[str]:
        """Return a player's possessions on the map."""
        view, say, facts = self.view, self.phrases.say, list[str]()
        kinds: dict[str, list[str]] = {"settlement": [], "city": [], "road": [], "ship": []}
        for building in view["buildings"]:
            if building["seat"] == seat:
                kinds[building["kind"]].append(str(building["at"]))
        if kinds["settlement"] or kinds["city"]:
            settlements, cities = (self.phrases.together(kinds[kind]) for kind in ("settlement", "city"))
            facts.append(say("table.buildings-at", settlements=settlements, cities=cities))
        for piece in view["pieces"]:
            if piece["seat"] == seat:
                form = "table.movable" if piece["movable"] else "table.edge"
                kinds[piece["kind"]].append(_tied(say(form, **self._edge(piece["at"]))))
        for kind in ("road", "ship"):
            if kinds[kind]:
                facts.append(say(f"table.{kind}s-at", list=self.phrases.together(kinds[kind])))
        return facts

    def _own(self, own: OwnView) -> list[str]:
        say = self.phrases.say
        facts = [say("table.hand", cards=self.phrases.cards(own["hand"]), points=own["points"])]
        facts.append(say("table.rates", list=self.phrases.cards(own["rates"])))
        facts.append(say("table.development", list=self.phrases.development(own["cards"])))
        if any(own["fresh"][card] for card in ("knight", "roads", "invention", "monopoly", "victory")):
            facts.append(say("table.fresh", list=self.phrases.development(own["fresh"])))
        return [say("table.own"), *(line for fact in facts for line in _wrapped(fact, "  "))]

    def _offers(self) -> list[str]:
        if not self.view["offers"]:
            return []
        told = [line for offer in self.view["offers"] for line in self._offer(offer)]
        return [self.phrases.say("table.offers"), *told]

    def _offer(self, offer: OfferView) -> list[str]:
        say, cards, maker = self.phrases.say, self.phrases.cards, self.names[self.view["active"]]
        facts = [
            say(
                "table.offer",
                n=offer["n"],
                name=maker,
                give=cards(offer["give"]),
                take=cards(offer["take"]),
                to=self._people(offer["to"]),
                accepted=self._people(offer["accepted"]),
            )
        ]
        facts += [say("table.choose", name=maker)] if offer["choose"] else []
        for one in offer["counters"]:
            # A counter-offer is kept as the maker of the offer sees it; told is what the other would give.
            give, take = cards(one["take"]), cards(one["give"])
            facts.append(say("table.counter", name=self.names[one["seat"]], give=give, take=take))
        return [line for fact in facts for line in _wrapped(fact, "  ")]

    def _legal(self) -> list[str]:
        legal, say, lines = self.view["legal"], self.phrases.say, list[str]()
        founding = self.ground.founding()
        if founding:
            kinds = {kind: say(f"way.{kind}") for ways in founding.values() for _, kind in ways}
            named = {
                edge: say("table.way", edge=edge, kind=kinds[kind]) for ways in founding.values() for edge, kind in ways
            }
            sites = [
                _tied(say("table.found", node=node, list=self.phrases.together([named[edge] for edge, _ in ways])))
                for node, ways in founding.items()
            ]
            lines += _wrapped(f"{say('table.founding')} {'; '.join(sites)}.", "  ")
        for place, key in PLACES.items():
            if legal[place] and not (founding and place == "settlements"):
                lines += _wrapped(say(f"table.{key}", list=self._numbers(legal[place])), "  ")
        for kind, key in EDGES.items():
            if legal[kind] and not founding:
                edges = self.phrases.together([self._named(edge) for edge in legal[kind]])
                lines += _wrapped(say(f"table.{key}", list=edges), "  ")
        ahead = [] if founding else self._ahead()
        if ahead:
            lines += _wrapped(say("table.ahead", list=self.phrases.together(ahead)), "  ")
        return [*_wrapped(say("table.legal")), *lines] if lines else []

    # -- places ----------------------------------------------------------------------------------------------------------

    def _ahead(self) -> list[str]:
        """Return free edges one step behind legal ones and beside the viewer's own pieces, for lists of several actions."""
        view, ground = self.view, self.ground
        if view["seat"] not in view["asked"] or view["phase"] not in ("trade", "build", "special", "free"):
            return []
        named = {*view["legal"]["roads"], *view["legal"]["ships"], *view["legal"]["to"]}
        near = set(named)
        near |= {one["at"] for one in view["pieces"] if one["seat"] == view["seat"]}
        nodes = {node for edge in near for node in view["edges"][edge]}
        taken = {one["at"] for one in view["pieces"]} | named
        edges = {edge for node in nodes for edge in ground.touching[node]} - taken
        return [self._named(edge) for edge in sorted(edges) if ground.takes(edge)]

    def _edge(self, edge: int) -> dict[str, object]:
        a, b = self.view["edges"][edge]
        return {"edge": edge, "a": a, "b": b}

    def _named(self, edge: int) -> str:
        return _tied(self.phrases.say("table.edge", **self._edge(edge)))

    def _numbers(self, numbers: Iterable[int]) -> str:
        return self.phrases.together([str(number) for number in numbers])

    def _people(self, seats: Iterable[int]) -> str:
        return self.phrases.people([self.names[seat] for seat in seats])


def _tied(said: str) -> str:
    return said.replace(" ", TIED)


def _wrapped(said: str, first: str = "", rest: str | None = None) -> list[str]:
    """Return a text in lines of at most :data:`COLUMNS`, those behind the first indented like it or by ``rest``."""
    indent = first if rest is None else rest
    return [line.replace(TIED, " ") for line in wrapped(said, COLUMNS, first, indent)]
