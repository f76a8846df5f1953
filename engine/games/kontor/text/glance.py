"""The table in few lines, for letters: the harbour by rows, sectors, players, and the hand where no choice lists it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.kontor.cards import WATER
from engine.games.kontor.rules.board import AXES
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.text.grid import COLUMNS, Grid, narrow_grid
from engine.games.kontor.text.phrases import Phrases, team_names
from engine.games.kontor.text.table import SIGNED
from engine.games.kontor.types.view import KontorView, SectorShown
from engine.kit.text.lines import wrapped

LISTED = frozenset({"buy", "contest", "choose", "alone"})
"""Kinds of questions whose choices are the cards of the hand."""


def glance(view: KontorView, names: Sequence[str], phrases: Phrases, kinds: Sequence[str]) -> str:
    """Return the table as this view shows it, as far as questions of these kinds need it."""
    drawn = narrow_grid(view, phrases)
    below = [line for one in _facts(view, phrases, kinds) for line in _wrap(one)]
    below += [line for one in _sectors(view, names, phrases) for line in _wrap(*one)]
    parts = [drawn.lines, [*_wrap(_legend(view, drawn, phrases)), *below]]
    parts.append([line for seat in range(len(names)) for line in _wrap(_seat(view, names, phrases, seat), "- ", "  ")])
    hand = None if view["seat"] is None else view["hands"][view["seat"]]
    if hand and not LISTED & set(kinds):
        cards = phrases.listed([phrases.card(card) for card in hand])
        parts[-1] += _wrap(phrases.say("glance.hand", cards=cards), "- ", "  ")
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _legend(view: KontorView, drawn: Grid, phrases: Phrases) -> str:
    """Return what the signs in the grid mean, of those that occur in it."""
    letters = {sign: phrases.letter(sign) for sign in ("red", "black", "T", "W", "S", "coin", "ship")}
    kinds = {one["card"]["type"] for one in view["board"]}
    told = [phrases.say(f"glance.sign.{sign}", **letters) for sign in drawn.marks]
    told += [
        phrases.say("table.sign", sign=phrases.letter(kind), name=phrases.say(f"type.{kind}"))
        for kind in SIGNED
        if kind in kinds
    ]
    return phrases.say("glance.legend", signs=phrases.listed(told), **letters)


def _facts(view: KontorView, phrases: Phrases, kinds: Sequence[str]) -> Iterator[str]:
    """Return what neither the grid nor the choices show, and may decide about a choice."""
    sizes = []
    for axis, limit in zip(AXES, (view["limits"]["width"], view["limits"]["height"]), strict=True):
        edges = view["fixed"][axis]
        low, high = view["extent"][axis] if edges is None else edges
        sizes.append(
            phrases.say(f"glance.{axis}-{'open' if edges is None else 'fixed'}", size=high - low + 1, limit=limit)
        )
    size = phrases.say("glance.size", width=sizes[0], height=sizes[1])
    top = view["canal_pile"]["top"]
    yield size if top is None else f"{size} {phrases.say('glance.canals', top=phrases.card(top))}"
    if view["counting"]["least_size"] > 1:
        yield phrases.say("table.least-size", n=view["counting"]["least_size"])
    for one in view["board"]:
        if one["under"] and one["card"]["type"] in WATER:
            under = phrases.listed([phrases.card(card) for card in one["under"]])
            yield phrases.say("table.covered", at=phrases.field(one["at"]), card=phrases.card(one["card"]), under=under)
    for kind, fields in (view["special_fields"] or {}).items() if "buy" in kinds else ():
        where = phrases.fields(fields) or phrases.say("table.nowhere")
        yield phrases.say("table.special-fields", card=phrases.say(f"type.{kind}"), fields=where)


def _sectors(view: KontorView, names: Sequence[str], phrases: Phrases) -> Iterator[tuple[str, str, str]]:
    """Yield a line about each sector that is closed or has goods, with what stands before its first line and the others."""
    told = [one for one in view["sectors"] if one["closed"] or any(map(any, one["goods"]))]
    teams = [phrases.together(team_names(names, team)) for team in range(len(view["colours"]))]
    if told:
        yield phrases.say("glance.sectors", first=teams[0], second=teams[1]), "", ""
    for one in told:
        yield _sector(one, teams, phrases), "- ", "  "


def _sector(sector: SectorShown, teams: Sequence[str], phrases: Phrases) -> str:
    guard = sector["guard"] if sector["closed"] else majority(sector["goods"])[0]
    return phrases.say(
        f"glance.sector.{'closed' if sector['closed'] else 'open'}-{'even' if guard is None else 'led'}",
        fields=phrases.whereabouts(sector["fields"]),
        goods=phrases.leads(sector["goods"]) or phrases.say("no-goods"),
        team="" if guard is None else teams[guard],
        value=sector["value"],
        size=sector["size"],
    )


def _seat(view: KontorView, names: Sequence[str], phrases: Phrases, seat: int) -> str:
    team, counts, pile = view["teams"][seat], view["hand_counts"][seat], view["quay_piles"][seat]
    kinds = (("quays", counts["quay"]), ("canals", counts["canal"]), ("specials", counts["special"]))
    hand = [phrases.count(f"table.{kind}", n) for kind, n in kinds if n]
    top = "" if pile["top"] is None else phrases.say("glance.top", top=phrases.card(pile["top"]))
    said = phrases.say(
        "glance.seat-you" if seat == view["seat"] else "glance.seat",
        name=names[seat],
        colour=phrases.say(f"colour.{view['colours'][team]}"),
        points=phrases.count("table.points", view["scores"][team]),
        coins=phrases.count("table.coins", view["money"][seat]),
        hand=phrases.listed(hand) or phrases.say("table.no-cards"),
    )
    choice = view["played"][seat]
    done = ""
    if choice is not None and "pass" in choice:
        done = phrases.say("table.played.pass")
    elif choice is not None:
        status = "unlaid" if choice["status"] == "waiting" and view["outcome"] is not None else choice["status"]
        done = phrases.say(f"table.played.{status}", card=phrases.card(choice["card"]))
    return " ".join(one for one in (said, top, done) if one)


def _wrap(text: str, first: str = "", others: str = "") -> list[str]:
    return wrapped(text, COLUMNS, first, others)


__all__ = ["glance"]
