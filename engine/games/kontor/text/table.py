"""The table as plain text of at most 72 columns: complete enough to play from without the picture.

The harbour is a grid (:mod:`engine.games.kontor.text.grid`). What the grid cannot hold is listed below it: sectors with their
warehouses, limits, money, piles, what was played, the viewer's hand, and what is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.kontor.rules.board import AXES
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.rules.view import shown_card
from engine.games.kontor.text.grid import COLUMNS, grid
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.cards import CardType
from engine.games.kontor.types.view import KontorView, PileShown, SectorShown
from engine.kit.text.lines import wrapped

SIGNED: tuple[CardType, ...] = ("anchor", "crane", "pub", "flood", "bridge", "customs")
"""Cards that are shown by a sign of three letters."""


def plain_table(view: KontorView, names: Sequence[str], phrases: Phrases, preset: str) -> str:
    """Return the table as this view shows it; ``names`` are the players' names by seat, ``preset`` what the preset is called."""
    turn = view["round"]
    parts = [[phrases.say("table.title" if view["outcome"] is None else "table.over", preset=preset, round=turn)]]
    parts.append(grid(view, phrases))
    parts.append([line for sentence in _below_the_grid(view, phrases) for line in _wrap(sentence)])
    parts.append(_section(phrases.say("table.sectors"), _sectors(view, names, phrases), phrases))
    parts.append([phrases.say("table.players")])
    for seat in range(len(names)):
        first, *more = _seat(view, names, phrases, seat)
        parts[-1] += [*_wrap(first, "- ", "  "), *(line for one in more for line in _wrap(one, "  ", "  "))]
    if view["seat"] is not None:
        parts.append(_section(phrases.say("table.hand"), _hand(view, view["seat"], phrases), phrases))
    parts.append(_section(phrases.say("table.asked"), [_asked(view, names, phrases)], phrases))
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _below_the_grid(view: KontorView, phrases: Phrases) -> Iterator[str]:
    letters = {sign: phrases.letter(sign) for sign in ("red", "black", "T", "W", "S", "coin", "ship")}
    kinds = {one["card"]["type"] for one in view["board"]}
    yield phrases.say("table.grid-legend", **letters)
    yield phrases.say("table.free-legend", **letters)
    signs = [
        phrases.say("table.sign", sign=phrases.letter(kind), name=phrases.say(f"type.{kind}"))
        for kind in SIGNED
        if kind in kinds
    ]
    yield phrases.say("table.signs", signs=phrases.listed(signs))
    yield phrases.say("table.fields")
    limits = (("width", view["limits"]["width"]), ("height", view["limits"]["height"]))
    for axis, (name, limit) in zip(AXES, limits, strict=True):
        edges = view["fixed"][axis]
        state, (low, high) = ("open", view["extent"][axis]) if edges is None else ("fixed", edges)
        yield phrases.say(f"table.{name}-{state}", low=low, high=high, size=high - low + 1, limit=limit)
    if view["counting"]["least_size"] > 1:
        yield phrases.say("table.least-size", n=view["counting"]["least_size"])
    if view["ship"] is not None:
        yield phrases.say("table.ship", at=phrases.field(view["ship"]))
    for at in view["last"]["removed"]:
        yield phrases.say("table.removed", at=phrases.field(at))
    for one in view["board"]:
        if one["under"]:
            under = phrases.listed([phrases.card(card) for card in one["under"]])
            yield phrases.say("table.covered", at=phrases.field(one["at"]), card=phrases.card(one["card"]), under=under)
    for kind, fields in (view["special_fields"] or {}).items():
        where = phrases.fields(fields) or phrases.say("table.nowhere")
        yield phrases.say("table.special-fields", card=phrases.say(f"type.{kind}"), fields=where)
    if view["special_pile"]:
        yield phrases.say("table.special-pile", n=view["special_pile"])
    coins = phrases.count("table.coins", view["bank"])
    yield phrases.say("table.bank", coins=coins, pile=_pile(view["canal_pile"], phrases))


def _sectors(view: KontorView, names: Sequence[str], phrases: Phrases) -> list[str]:
    teams = [
        phrases.together([name for name, of in zip(names, view["teams"], strict=True) if of == team])
        for team in range(len(view["colours"]))
    ]
    return [_sector(one, teams, phrases) for one in view["sectors"]] or [phrases.say("table.sector.none")]


def _sector(sector: SectorShown, teams: Sequence[str], phrases: Phrases) -> str:
    guard = sector["guard"] if sector["closed"] else majority(sector["goods"])[0]
    if not sector["closed"]:
        kind = "open-even" if guard is None else "open-led"
    elif guard is None:
        kind = "closed-even"
    else:
        kind = {None: "closed-guarded", True: "counted", False: "not-counted"}[sector["counts"]]
    return phrases.say(
        f"table.sector.{kind}",
        fields=phrases.fields(sector["fields"]),
        tally=phrases.tally(sector["goods"], teams),
        team="" if guard is None else teams[guard],
        size=sector["size"],
        distance=sector["distance"],
        value=sector["value"],
    )


def _seat(view: KontorView, names: Sequence[str], phrases: Phrases, seat: int) -> Iterator[str]:
    team, counts, pile = view["teams"][seat], view["hand_counts"][seat], view["quay_piles"][seat]
    kinds = (("quays", counts["quay"]), ("canals", counts["canal"]), ("specials", counts["special"]))
    hand = [phrases.count(f"table.{kind}", n) for kind, n in kinds if n]
    yield phrases.say(
        "table.seat-you" if seat == view["seat"] else "table.seat",
        name=names[seat],
        colour=phrases.say(f"colour.{view['colours'][team]}"),
        points=phrases.count("table.points", view["scores"][team]),
        coins=phrases.count("table.coins", view["money"][seat]),
        hand=phrases.listed(hand) or phrases.say("table.no-cards"),
        pile=_pile(pile, phrases),
    )
    for partner in (one for one, its in enumerate(view["teams"]) if its == team and one != seat):
        opposite = names[view["opposite"][seat]]
        yield phrases.say("table.partners", partner=names[partner], opposite=opposite)
    if pile.get("cards"):
        yield phrases.say("table.pile-open", cards=phrases.listed([phrases.card(card) for card in pile["cards"]]))
    choice = view["played"][seat]
    if choice is None or "pass" in choice:
        yield phrases.say(f"table.played.{'none' if choice is None else 'pass'}")
    else:
        status = "unlaid" if choice["status"] == "waiting" and view["outcome"] is not None else choice["status"]
        yield phrases.say(f"table.played.{status}", card=phrases.card(choice["card"]))


def _pile(pile: PileShown, phrases: Phrases) -> str:
    if pile["top"] is None:
        return phrases.say("table.pile-empty")
    cards = phrases.count("table.cards", pile["count"])
    return phrases.say("table.pile-top", cards=cards, top=phrases.card(pile["top"]))


def _hand(view: KontorView, seat: int, phrases: Phrases) -> list[str]:
    hand = view["hands"][seat] or []
    return [phrases.card(card) for card in hand] or [phrases.say("table.hand-empty")]


def _asked(view: KontorView, names: Sequence[str], phrases: Phrases) -> str:
    stage = view["stage"]
    if view["outcome"] is not None:
        winners = [names[seat] for seat in view["outcome"]["winners"]]
        won_by = {view["teams"][seat] for seat in view["outcome"]["winners"]}
        return phrases.say(
            "table.over-result" if len(won_by) == 1 else "table.over-shared", winners=phrases.together(winners)
        )
    if stage in ("buy", "choose"):
        together = stage == "choose" and view["alone"] == "sealed"
        advice = phrases.say("table.ask.choose-alone").replace("\n", " ")
        return phrases.say(f"table.ask.{stage}") + (f" {advice}" if together else "")
    if stage == "contest":
        return phrases.say("table.ask.contest", names=phrases.together([names[seat] for seat in view["rivals"]]))
    if stage == "alone":
        alone = next(name for name, choice in zip(names, view["played"], strict=True) if choice is None)
        return phrases.say("table.ask.alone", name=alone)
    seat = view["due"][0]
    return phrases.say(f"table.ask.{stage}", name=names[seat], card=phrases.card(shown_card(view, seat)))


def _section(title: str, entries: Sequence[str], phrases: Phrases) -> list[str]:
    return [title, *(line for entry in entries for line in _wrap(entry, "- ", "  "))]


def _wrap(text: str, first: str = "", others: str = "") -> list[str]:
    return wrapped(text, COLUMNS, first, others)
