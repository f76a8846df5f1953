"""What an offer says, what a building, an upgrade or a repair costs, and what is left of it, beside the choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from engine.anno_1701.dataset import Dataset
from engine.anno_1701.rules.actions import BANK_RATE
from engine.anno_1701.text.phrases import GOODS, Phrases
from engine.anno_1701.types.moves import Anno1701Move
from engine.anno_1701.types.view import Anno1701View, OfferStanding, PlayerShown
from engine.contract import Language, Move
from engine.kit.particulars import Particulars, Seen
from engine.kit.phrases import one_line

REPAIR = "H"
"""What the ship costs by one state."""


class AnnoParticulars(Particulars):
    """See :mod:`engine.kit.particulars`."""

    def __init__(self, data: Dataset, phrases: Mapping[Language, Phrases]) -> None:
        self._data = data
        self._phrases = phrases

    def about(self, seen: Seen) -> str | None:
        """Return what is offered, to who may answer it, as he would give and take."""
        offer, phrases = _offer(seen), self._phrases[seen.language]
        if offer is None:
            return None
        name = one_line(seen.names)[offer["seat"]]
        return phrases.say(
            "about.offer", name=name, give=phrases.goods(offer["give"]), take=phrases.goods(offer["take"])
        )

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return what is paid in goods and gold, and what is left of the kinds that change."""
        view, phrases = cast(Anno1701View, seen.view), self._phrases[seen.language]
        if view["seat"] is None:
            return None
        player = view["players"][view["seat"]]
        terms = self._terms(cast(Anno1701Move, move), player, seen)
        if terms is None:
            return None
        key, give, take = terms
        return phrases.say(f"price.{key}", cost=phrases.goods(give), left=_left(player, give, take, phrases))

    def _terms(self, move: Anno1701Move, player: PlayerShown, seen: Seen) -> tuple[str, str, str] | None:
        """Return how a move is told that pays, and the goods it gives and brings; ``None`` for one that pays nothing."""
        key, give, take = "paid", "", ""
        match move["type"]:
            case "build":
                give = self._data.cards[move["card"]].cost
            case "upgrade":
                give = self._data.residents[player["residents"][move["resident"]]].cost
            case "repair":
                give = REPAIR
            case "bank":
                key, give, take = "left", self._good(move["give"]) * BANK_RATE, self._good(move["take"])
            case "accept" if (offer := _offer(seen)) is not None:
                key, give, take = "left", offer["take"], offer["give"]
            case _:
                pass
        return (key, give, take) if give or take else None

    def _good(self, token: str) -> str:
        """Return the good of a token, which may name a landscape."""
        return self._data.goods.get(token, token)


def _offer(seen: Seen) -> OfferStanding | None:
    """Return the offer that a decision asks about; ``None`` for other decisions."""
    for one in cast(Anno1701View, seen.view)["standing"]:
        if one["id"] == seen.decision["id"] and (one["kind"] == "offer" or one["kind"] == "counter"):
            return one
    return None


def _left(player: PlayerShown, give: str, take: str, phrases: Phrases) -> str:
    """Return how much there is of each good that changes, those that are used up as well."""
    there: Counter[str] = Counter(player["goods"] | player["luxury"] | {"G": sum(player["gold"])})
    there.subtract(Counter(give))
    there.update(Counter(take))
    changed = [one for one in GOODS if one in give + take]
    return phrases.listed([phrases.say("some", n=there[one], thing=phrases.name(one)) for one in changed])


__all__ = ["AnnoParticulars"]
