"""Details beside a choice: the card a question is about, the cost of a special card, fields by the cards beside them.

Which data are reconstructed is told from the evidence column, so that an owner's own list describes itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.contract import Event, Language, Move, View
from engine.games.kontor.book import Book
from engine.games.kontor.rules.buying import PRICE
from engine.games.kontor.text.phrases import FEW_FIELDS, Phrases
from engine.games.kontor.text.words import closed
from engine.games.kontor.types.cards import Card, CardFace
from engine.games.kontor.types.events import KontorEvent
from engine.games.kontor.types.moves import KontorMove
from engine.games.kontor.types.state import Place
from engine.games.kontor.types.view import KontorView
from engine.kit.text.particulars import Particulars, Seen
from engine.kit.text.phrases import one_line

CARDS = (
    "No list of the cards was ever published. How many cards there are of each kind, that red is odd and black is even, and "
    "the numbers 3, 4, 16 and 36 are stated by or deduced from sources; which other number carries which goods, and where "
    "coin and ship symbols sit, is a reconstruction (column evidence of the card list)."
)
LAYOUTS = (
    "The start layouts of two variants are "
    "printed as pictures only: the course of the canal in canal-grande and the anchor's crossing in tic-tac-toe are "
    "reconstructions, the grid of tic-tac-toe is deduced (evidence in the list of layouts)."
)
AROUND = {"left": (-1, 0), "right": (1, 0), "below": (0, 1), "above": (0, -1)}
"""Steps from a card to the fields beside it; rows are counted downwards."""
FIELDS = ("at", "to", "remove")
"""Members of moves that are fields."""
_RECONSTRUCTED = re.compile(r"\bR\b")


def reconstructed(book: Book) -> str:
    """Return which parts are a reconstruction (evidence R); empty if there are none."""
    parts = []
    if any(_RECONSTRUCTED.search(card.evidence) for card in book.cards.values()):
        parts.append(CARDS)
    if any(_RECONSTRUCTED.search(layout.evidence) for layout in book.layouts.values()):
        parts.append(LAYOUTS)
    return " ".join(parts)


class KontorParticulars(Particulars):
    """See :mod:`engine.kit.text.particulars`."""

    def __init__(self, cards: Mapping[str, Card], phrases: Mapping[Language, Phrases]) -> None:
        self._cards = cards
        self._phrases = phrases

    def about(self, seen: Seen) -> str | None:
        """Return the special cards that can be bought; or the card that the viewer lays, or that lets the viewer move the ship,
        with the effects of its signs."""
        view, phrases = cast(KontorView, seen.view), self._phrases[seen.language]
        if seen.decision["kind"] in ("buy", "contest"):
            return phrases.say(f"about.{seen.decision['kind']}", n=view["special_pile"])
        if seen.decision["kind"] not in ("place", "ship") or view["seat"] is None:
            return None
        played = view["played"][view["seat"]]
        if played is None or "card" not in played:
            return None
        return phrases.say("about.card", card=phrases.card(played["card"]))

    def why(self, seen: Seen) -> str | None:
        """Return that the opponent passes, for a player who plays alone."""
        view, phrases = cast(KontorView, seen.view), self._phrases[seen.language]
        if seen.decision["kind"] != "alone" or view["seat"] is None:
            return None
        opponent = view["opposite"][view["seat"]]
        return phrases.say("why.alone", name=one_line(seen.names)[opponent])

    def pictured(self, move: Move, seen: Seen) -> str | None:
        """Return a pass as short as a button says it, and a field by the card there or beside it."""
        view, phrases, meant = cast(KontorView, seen.view), self._phrases[seen.language], cast(KontorMove, move)
        match meant["type"]:
            case "pass":
                return phrases.say("pictured.pass")
            case "place":
                return phrases.say("pictured.place", where=_beside(meant["at"], view, phrases))
            case "sail":
                key, facts = "pictured.sail", {"to": _onto(meant["to"], view, phrases)}
                if "remove" in meant:
                    key, facts["card"] = f"{key}-remove", _onto(meant["remove"], view, phrases)
                if "receiver" in meant:
                    key, facts["receiver"] = f"{key}-receiver", one_line(seen.names)[meant["receiver"]]
                return phrases.say(key, **facts)
            case _:
                return None

    def places(self, seen: Seen) -> str | None:
        """Return that fields are written by column and row."""
        asked = seen.decision["kind"] in ("place", "ship")
        return self._phrases[seen.language].say("table.ask.fields") if asked else None

    def numbered(self, said: str, move: Move, language: Language) -> str:
        """Return a move's words with the field that it is about."""
        phrases, facts = self._phrases[language], cast("Mapping[str, Place]", move)
        fields = phrases.fields([facts[one] for one in FIELDS if one in facts])
        return phrases.say("pictured.numbered", said=said, fields=fields)

    def told(self, event: Event, view: View, names: Sequence[str], language: Language) -> str | None:
        """Return an event of the harbour by the cards there."""
        happened, shown, phrases = cast(KontorEvent, event), cast(KontorView, view), self._phrases[language]
        people = one_line(names)
        match happened["type"]:
            case "laid":
                card = phrases.card_of(self._cards, happened["card"])
                where = _beside(happened["at"], shown, phrases, laid=happened["card"])
                return phrases.say("story.laid", name=people[happened["seat"]], card=card, where=where)
            case "sailed":
                return phrases.say(
                    "story.sailed", name=people[happened["seat"]], to=_onto(happened["at"], shown, phrases)
                )
            case "removed":
                name, owner = people[happened["seat"]], people[happened["owner"]]
                card = phrases.card_of(self._cards, happened["card"])
                return phrases.say("story.removed", name=name, card=card, owner=owner)
            case "fixed":
                return phrases.say(f"story.fixed.{happened['axis']}")
            case "closed":
                return closed(phrases, happened, people, _quays(happened["fields"], shown, phrases))
            case _:
                return None

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return how many coins are left after a special card is bought."""
        view, meant = cast(KontorView, seen.view), cast(KontorMove, move)
        if meant["type"] != "buy" or view["seat"] is None:
            return None
        left = view["money"][view["seat"]] - PRICE
        phrases = self._phrases[seen.language]
        return phrases.say("price.left", left=phrases.count("table.coins", left))

    def explained(self, number: str, view: View, language: Language) -> str | None:
        """Return the card with a number, and the effects of its signs."""
        shown = cast(KontorView, view)
        card = next((one for one in _faces(shown) if str(one["number"]) == number), None)
        return None if card is None else self._phrases[language].explained(card, sails=shown["ship"] is not None)

    def hidden(self, view: View, language: Language) -> str | None:
        """Return the cards of the viewer's hand; ``None`` if it is empty."""
        shown, phrases = cast(KontorView, view), self._phrases[language]
        hand = None if shown["seat"] is None else shown["hands"][shown["seat"]]
        return phrases.listed([phrases.card(card) for card in hand]) if hand else None


def _faces(value: object) -> Iterator[CardFace]:
    """Yield every card whose face stands somewhere in a view."""
    if isinstance(value, dict) and value.keys() >= {"number", "symbol", "goods", "type"}:
        yield cast(CardFace, value)
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _faces(one)


def _on(at: Sequence[int], view: KontorView) -> CardFace | None:
    """Return the card that lies on a field."""
    return next((one["card"] for one in view["board"] if one["at"] == list(at)), None)


def _by(key: str, card: CardFace, phrases: Phrases) -> str:
    """Return a card by its number, or by what it is where it has none."""
    kind = card["type"] if card["number"] is None else "number"
    return phrases.say(f"{key}.{kind}", n=card["number"])


def _onto(at: Place, view: KontorView, phrases: Phrases) -> str:
    """Return the field of a card as a goal; its name where no card lies there any more."""
    card = _on(at, view)
    return phrases.field(at) if card is None else _by("onto", card, phrases)


def _beside(at: Place, view: KontorView, phrases: Phrases, *, laid: str = "") -> str:
    """Return a field as a goal: the card that it covers, or on which side of a card it lies.

    :param laid: the card that was laid there, for one that lies there already.
    """
    card = _on(at, view)
    if card is not None and card["id"] != laid:
        return phrases.say("pictured.where.on", card=_by("onto", card, phrases))
    around = {side: _on((at[0] - x, at[1] - y), view) for side, (x, y) in AROUND.items()}
    known = [(side, one) for side, one in around.items() if one is not None]
    side, near = min(known, key=lambda one: one[1]["number"] is None, default=("", None))
    return phrases.field(at) if near is None else phrases.say(f"pictured.where.{side}", card=_by("near", near, phrases))


def _quays(fields: Sequence[Place], view: KontorView, phrases: Phrases) -> str:
    """Return a sector by the numbers of its quays; a large one by the first of them."""
    numbers = [str(card["number"]) for at in fields if (card := _on(at, view)) and card["number"] is not None]
    if len(numbers) != len(fields):
        return phrases.whereabouts(fields)
    return phrases.listed(numbers if len(numbers) <= FEW_FIELDS else numbers[:1])
