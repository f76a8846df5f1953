"""Details beside a choice: the card a question is about, and the cost of a special card.

Which data are reconstructed is told from the evidence column, so that an owner's own list describes itself.
"""

import re
from collections.abc import Iterator, Mapping
from typing import cast

from engine.contract import Language, Move, View
from engine.games.kontor.book import Book
from engine.games.kontor.rules.buying import PRICE
from engine.games.kontor.text.phrases import Phrases
from engine.games.kontor.types.cards import CardFace
from engine.games.kontor.types.moves import KontorMove
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

    def __init__(self, phrases: Mapping[Language, Phrases]) -> None:
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
        """Return a pass as short as a button says it."""
        return self._phrases[seen.language].say("pictured.pass") if move["type"] == "pass" else None

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
