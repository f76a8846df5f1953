"""The spots of the picture: which fields and cards of the own hand a person can point at (:mod:`engine.kit.drawing.svg`).

They lie invisibly over the drawing, with a title where there is something to say: ``spot-field-<x>_<y>`` for every field of
the chart, ``spot-card-<id>`` for every card of the viewer's hand.
"""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from engine.games.kontor.drawing.chart import Chart, sectors_that_score
from engine.games.kontor.rules.fields import Spot, spot
from engine.games.kontor.rules.scoring import majority
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.cards import CardFace
from engine.games.kontor.types.moves import KontorMove
from engine.games.kontor.types.view import KontorView
from engine.kit.drawing.svg import tag


def field_spots(layout: Chart, phrases: Phrases) -> Iterator[str]:
    """Yield an element for each field of the chart, row by row."""
    titles = _titles(layout.view, phrases)
    for y in range(layout.y0, layout.y1 + 1):
        for x in range(layout.x0, layout.x1 + 1):
            left, top = layout.corner((x, y))
            yield _spot(_field([x, y]), left, top, layout.size, titles.get((x, y), ""))


def card_spot(card: CardFace, phrases: Phrases, x: float, y: float, size: float, *, sails: bool) -> str:
    """Return an element over a card of the hand; ``sails``: whether there is a ship to move."""
    return _spot(_card(card["id"]), x, y, size, phrases.explained(card, sails=sails))


def _titles(view: KontorView, phrases: Phrases) -> dict[Spot, str]:
    """Return what there is to say about fields: about their cards, and about what may not be laid."""
    said: dict[Spot, list[str]] = {}
    for one in view["board"]:
        here = said.setdefault(spot(one["at"]), [phrases.explained(one["card"], sails=view["ship"] is not None)])
        here += [phrases.say("picture.told.under", card=phrases.card(under)) for under in one["under"][-1:]]
        here += _sector(view, one["sector"], phrases)
        here += [phrases.say("picture.told.vessel")] if one["at"] == view["ship"] else []
    for at in view["undivided"]:
        said.setdefault(spot(at), []).append(phrases.say("legend.no-canal"))
    for barred in view["barred"]:
        colour = view["colours"][barred["team"]]
        said.setdefault(spot(barred["at"]), []).append(phrases.say(f"legend.barred-{colour}"))
    return {at: " ".join(lines) for at, lines in said.items()}


def _sector(view: KontorView, index: int | None, phrases: Phrases) -> list[str]:
    """Return the owner of a card's sector, present or likely, and who holds how much there; empty for a card without a
    sector."""
    if index is None:
        return []
    sector, teams = view["sectors"][index], [phrases.say(f"colour.{one}") for one in view["colours"]]
    if not sector["closed"]:
        team, tally = majority(sector["goods"])[0], phrases.tally(sector["goods"], teams)
        if team is None:
            return [phrases.say("picture.told.open-even", tally=tally)]
        return [phrases.say("picture.told.open-led", tally=tally, team=teams[team])]
    guard = sector["guard"]
    if guard is None:
        return [phrases.say("picture.told.closed")]
    told = phrases.say("picture.told.guarded", name=phrases.say(f"colour.{view['colours'][guard]}"))
    scores = view["outcome"] is not None or index in sectors_that_score(view)
    return [told] if scores else [told, phrases.say("picture.told.not-now")]


def spots(move: KontorMove) -> list[str]:
    """Return the names of the spots that a move is about."""
    match move["type"]:
        case "play" | "show":
            return [_card(move["card"])]
        case "place":
            return [_field(move["at"])]
        case "sail":
            return [_field(move["to"]), *([_field(move["remove"])] if "remove" in move else [])]
        case _:
            return []


def _card(card: str) -> str:
    return f"card-{card}"


def _field(at: Sequence[int]) -> str:
    return f"field-{at[0]}_{at[1]}"


def _spot(name: str, x: float, y: float, size: float, title: str) -> str:
    inside = [tag("title", escape(title))] if title else []
    return tag("rect", *inside, id=f"spot-{name}", x=x, y=y, width=size, height=size, fill="none")
