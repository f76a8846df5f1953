"""Details of choices: what an offer holds, what things cost and what is left after, what may be said with a choice.

In the own turn, that is whether to set sail as the actions end and whether to reveal the next voyage card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from engine.contract import Language, Move, View
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules.actions import BANK_RATE, ENDS
from engine.games.anno_1701.text.background import background, met, offered
from engine.games.anno_1701.text.choices import facts_of, grouped, said_choice
from engine.games.anno_1701.text.phrases import GOODS, Phrases
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.games.anno_1701.types.moves import Anno1701Move, BuyMove, PayMove, SetSailMove
from engine.games.anno_1701.types.view import Anno1701View, PlayerShown
from engine.kit.text.particulars import FollowUp, Group, Particulars, Seen

CLOSE, VOYAGE = "close", "voyage"
REVEAL: tuple[str, Move] = (VOYAGE, {"type": "reveal"})


def follow_ups(move: Anno1701Move, seen: Seen, phrases: Phrases) -> tuple[FollowUp, ...]:
    """Return the additions to a legal move; none where no further question is likely."""
    view = cast(Anno1701View, seen.view)
    if view["seat"] is None:
        return ()
    player = view["players"][view["seat"]]
    if player["ship"]["state"] == 0:
        return ()
    voyage = view["voyage"]
    left = 0 if voyage is None else voyage["speed"] - len(voyage["seen"])
    found: list[FollowUp] = []
    if move["type"] == "close":
        sailing: list[SetSailMove] = [{"type": "voyage"}]
        sailing += [{"type": "voyage", "card": card["id"]} for card in player["hand"] or [] if _sails(card)]
        found = [FollowUp(_sail(one, phrases), ((CLOSE, cast(Move, one)), REVEAL)) for one in sailing]
    elif move["type"] == "voyage":
        found = [FollowUp(phrases.say("follow-up.first"), (REVEAL,))]
    elif seen.decision["kind"] == "meet" and left > 0:
        found = [FollowUp(phrases.say("follow-up.next"), (REVEAL,))]
    elif move["type"] == "reveal" and left > 1:
        found = [FollowUp(phrases.say("follow-up.more"), (REVEAL,) * (left - 1))]
    return tuple(found)


def _sails(card: ExpansionCard) -> bool:
    """Return whether a card in hand may join a voyage."""
    return not card["building"] and card["op"] == "ship_bonus"


def _sail(move: SetSailMove, phrases: Phrases) -> str:
    if "card" in move:
        return phrases.say("follow-up.sail-with", card=phrases.copy(move["card"]))
    return phrases.say("follow-up.sail")


REPAIR, SEARCH = "H", "G"
"""Cost of repairing the ship by one state, and of looking through a pile."""


class AnnoParticulars(Particulars):
    """See :mod:`engine.kit.text.particulars`."""

    def __init__(self, data: Dataset, phrases: Mapping[Language, Phrases]) -> None:
        self._data = data
        self._phrases = phrases

    def about(self, seen: Seen) -> str | None:
        """See :mod:`engine.games.anno_1701.text.background`."""
        return background(seen, self._data, self._phrases[seen.language])

    def said(self, move: Move, seen: Seen) -> str | None:
        """See :mod:`engine.games.anno_1701.text.choices`."""
        return said_choice(cast(Anno1701Move, move), seen, self._data, self._phrases[seen.language])

    def group(self, move: Move, seen: Seen) -> Group | None:
        """Return what kind of thing one does in the own turn; other questions have few answers."""
        return grouped(cast(Anno1701Move, move), seen, self._phrases[seen.language])

    def follow_ups(self, move: Move, seen: Seen) -> tuple[FollowUp, ...]:
        """Return the additions to a move: setting sail, revealing the next voyage card."""
        return follow_ups(cast(Anno1701Move, move), seen, self._phrases[seen.language])

    def alike(self, one: Move, other: Move, seen: Seen) -> bool:
        """Return whether two moves differ by the copy of a card alone."""
        view = cast(Anno1701View, seen.view)
        facts = [facts_of(cast(Anno1701Move, move), view, self._data) for move in (one, other)]
        return facts[0] == facts[1]

    def called(self, language: Language) -> Mapping[str, str]:
        """Return what each kind of card is called, and each good by its letter."""
        phrases = self._phrases[language]
        cards = {card.kind: phrases.titled(phrases.name(card.kind)) for card in self._data.cards.values()}
        return cards | {good: phrases.titled(phrases.name(good)) for good in GOODS}

    def held(self, view: View) -> Mapping[str, int]:
        """Return how much of each good, and of gold, the viewer has; nothing for a spectator."""
        shown = cast(Anno1701View, view)
        return {} if shown["seat"] is None else dict(_there(shown["players"][shown["seat"]]))

    def hidden(self, view: View, language: Language) -> str | None:
        """Return the cards of the viewer's hand, equal ones counted; ``None`` if it is empty."""
        shown, phrases = cast(Anno1701View, view), self._phrases[language]
        hand = None if shown["seat"] is None else shown["players"][shown["seat"]]["hand"]
        counted = Counter(phrases.card(card["id"]) for card in hand or [])
        return phrases.listed([name if n == 1 else f"{n} × {name}" for name, n in counted.items()]) if counted else None

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return what is paid in goods and gold, and what is left of the kinds that change; of ends of the turn, what follows."""
        view, phrases = cast(Anno1701View, seen.view), self._phrases[seen.language]
        if view["seat"] is None:
            return None
        if move["type"] in ENDS:
            return phrases.say(f"price.then-{move['type']}", name=seen.names[1 - view["seat"]])
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
            case "accept" if (offer := offered(seen)) is not None:
                key, give, take = "left", offer["take"], offer["give"]
            case "search":
                key, give = "left", SEARCH
            case "buy" | "pay" if (card := met(seen)) is not None:
                key, give, take = "left", *self._at_sea(move, card)
            case _:
                pass
        return (key, give, take) if give or take else None

    def _at_sea(self, move: BuyMove | PayMove, card: str) -> tuple[str, str]:
        """Return what an answer to a voyage card gives and brings."""
        facts = self._data.voyage[card]
        if move["type"] == "buy" and facts["op"] == "buy":
            return "G" * facts["price"], self._good(move["good"])
        return ("G" * facts["tribute"], "") if facts["op"] == "tribute" else ("", "")

    def _good(self, token: str) -> str:
        """Return the good of a token, which may name a landscape."""
        return self._data.goods.get(token, token)


def _there(player: PlayerShown) -> Counter[str]:
    """Return how much a player has of each good, by its letter."""
    return Counter(player["goods"] | player["luxury"] | {"G": sum(player["gold"])})


def _left(player: PlayerShown, give: str, take: str, phrases: Phrases) -> str:
    """Return how much there is of each good that changes, those that are used up as well."""
    there = _there(player)
    there.subtract(Counter(give))
    there.update(Counter(take))
    changed = [one for one in GOODS if one in give + take]
    return phrases.listed([phrases.say("some", n=there[one], thing=phrases.name(one)) for one in changed])


__all__ = ["AnnoParticulars", "follow_ups"]
