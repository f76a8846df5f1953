"""Details that only the table shows: of choices (an offer's content, prices and what is left afterwards, additions), and of
their context (the offer, the voyage and its card, how many goods burn, the attack).

Additions in the own turn are whether to set sail as the actions end and whether to reveal the next voyage card.

Choices are worded for those who see the table: cards by their names, inhabitants by their places, prices, fights. The log
and letters put moves into words without the table (:mod:`engine.games.anno_1701.text.table`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from engine.contract import Language, Move, View
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules.actions import BANK_RATE, ENDS
from engine.games.anno_1701.schemas.data import POSITIONS
from engine.games.anno_1701.text.phrases import GOODS, Phrases, card_line, effects
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.games.anno_1701.types.moves import Anno1701Move, BuyMove, PayMove, SetSailMove, UpgradeMove
from engine.games.anno_1701.types.view import Anno1701View, OfferStanding, PlayerShown, Standing
from engine.kit.drawing.names import in_a_sentence
from engine.kit.text.particulars import FollowUp, Group, Particulars, Seen, UnderWay
from engine.kit.text.phrases import one_line

BEGINS = "sails"
"""The type of the event with which a voyage begins."""


def voyage(view: Anno1701View, names: Sequence[str], data: Dataset, phrases: Phrases) -> UnderWay | None:
    """Return the active player's voyage, or None if no ship is at sea.

    The set of cards still to come is public, since all voyage cards are shuffled for each voyage; their order is hidden.
    """
    under_way = view["voyage"]
    if under_way is None:
        return None
    player, met = view["players"][view["active"]], {card["id"] for card in under_way["seen"]}
    own = view["seat"] == view["active"]
    say, ahead = phrases.say, Counter(phrases.meeting(card) for card in data.voyage if card not in met)
    facts = [
        say("voyage.revealed", seen=len(met), speed=under_way["speed"]),
        say("voyage.ship", state=player["ship"]["state"]),
        say("voyage.strength", n=under_way["strength"]),
        say("voyage.gold", n=sum(player["gold"])),
    ]
    card = under_way["card"]
    if card is not None:
        facts.insert(1, say("voyage.with", card=phrases.titled(phrases.name(card["kind"]))))
    return UnderWay(
        title=say("voyage.mine") if own else say("voyage.of", name=in_a_sentence(names[view["active"]])),
        facts=facts,
        since=BEGINS,
        ahead_title=say("voyage.ahead", n=sum(ahead.values())),
        ahead=[say("voyage.times", n=n, card=card) if n > 1 else card for card, n in ahead.items()],
    )


def background(seen: Seen, data: Dataset, phrases: Phrases) -> str | None:
    """Return the subject of a decision in sentences, or None if its question says everything."""
    view, task = cast(Anno1701View, seen.view), _standing(seen)
    if task is None or view["seat"] is None:
        return None
    told: str | None = None
    match task["kind"]:
        case "settle":
            told = phrases.say("about.settle")
        case "offer" | "counter":
            name = one_line(seen.names)[task["seat"]]
            give, take = phrases.goods(task["give"]), phrases.goods(task["take"])
            told = phrases.say("about.offer", name=name, give=give, take=take)
        case "fire" | "discontent":
            told = phrases.count(f"about.{task['kind']}", task["count"])
        case "theatre":
            told = phrases.say("about.theatre", card=card_line(data.shown[task["card"]], phrases))
        case "lodge" if view["discard"]:
            told = phrases.say("about.lodge", card=card_line(view["discard"][-1], phrases))
        case "meet":
            told = phrases.meeting(task["card"])
        case "close":
            told = phrases.say("about.close", name=one_line(seen.names)[1 - view["seat"]])
        case "voyage":
            told = _under_way(view, phrases)
        case _:
            pass
    return told


def _under_way(view: Anno1701View, phrases: Phrases) -> str | None:
    """Return the ship's progress and state: what the player needs to know before the next card."""
    voyage, seat = view["voyage"], view["seat"]
    if voyage is None or seat is None:
        return None
    player = view["players"][seat]
    return phrases.say(
        "about.voyage",
        seen=len(voyage["seen"]),
        speed=voyage["speed"],
        ship=player["ship"]["state"],
        strength=voyage["strength"],
        gold=sum(player["gold"]),
    )


def offered(seen: Seen) -> OfferStanding | None:
    """Return the offer that a decision is about, or None."""
    task = _standing(seen)
    return task if task is not None and (task["kind"] == "offer" or task["kind"] == "counter") else None


def met(seen: Seen) -> str | None:
    """Return the voyage card that a decision is about, or None."""
    task = _standing(seen)
    return task["card"] if task is not None and task["kind"] == "meet" else None


def _standing(seen: Seen) -> Standing | None:
    standing = cast(Anno1701View, seen.view)["standing"]
    return next((one for one in standing if one["id"] == seen.decision["id"]), None)


TURN = ("act", "close", "cards")
"""Questions with so many answers that they are shown in groups."""
GROUPS = {
    "upgrade": ("upgrade",),
    "build": ("build",),
    "play": ("play",),
    "ship": ("repair",),
    "bank": ("bank",),
    "offer": ("offer",),
    "uses": ("dock", "lodge"),
    "voyage": ("voyage",),
    "cards": ("draw", "search", "exchange"),
    "end": ("resume", "close", "fill", "finish"),
}
"""Types of moves that belong together, in the order in which they are shown: what ends the turn comes last."""


def grouped(move: Anno1701Move, seen: Seen, phrases: Phrases) -> Group | None:
    """Return the group of an answer in the own turn."""
    if seen.decision["kind"] not in TURN:
        return None
    place, name = next((i, name) for i, (name, types) in enumerate(GROUPS.items()) if move["type"] in types)
    return Group(place, phrases.say(f"group.{name}"))


def said_choice(move: Anno1701Move, seen: Seen, data: Dataset, phrases: Phrases) -> str | None:
    """Describe a choice in words that need the table, or return None to use the log's wording."""
    view = cast(Anno1701View, seen.view)
    if view["seat"] is None:
        return None
    player = view["players"][view["seat"]]
    said: str | None = None
    match move["type"]:
        case "settle" if "layout" in move:
            said = _settle(move["pile"], move["layout"], player, phrases)
        case "upgrade":
            said = _upgrade(move, player, data, phrases)
        case "lodge" | "exchange" if (card := _at(player["hand"] or [], move["slot"])) is not None:
            pile = phrases.pile(move["under"])
            said = phrases.say(f"choice.{move['type']}", card=phrases.copy(card["id"]), pile=pile)
        case "take" if (card := _looked_at(move, view)) is not None:
            said = phrases.say("choice.take", card=phrases.card(card["id"]), facts=_facts(card, phrases))
        case "offer" | "counter":
            give, take = phrases.goods(move["give"]), phrases.goods(move["take"])
            said = phrases.say(f"choice.{move['type']}", give=give, take=take)
        case "search":
            said = phrases.say("choice.search", pile=phrases.pile(move["pile"]))
        case "buy":
            said = _at_sea("buy", move["good"], seen, data, phrases)
        case "pay" | "fight":
            said = _at_sea(move["type"], "", seen, data, phrases)
        case _:
            pass
    return said


def facts_of(move: Anno1701Move, view: Anno1701View, data: Dataset) -> dict[str, object]:
    """Return a move with the card it names (also by its place in the hand) replaced by that card's kind."""
    card = cast("str | None", move.get("card"))
    if move["type"] in ("lodge", "exchange") and view["seat"] is not None:
        found = _at(view["players"][view["seat"]]["hand"] or [], move["slot"])
        card = None if found is None else found["id"]
    elif (shown := _looked_at(move, view)) is not None:
        card = shown["id"]
    if card is None or card not in data.cards:
        return {**move}
    rest = {name: value for name, value in move.items() if name not in ("card", "slot", "slip")}
    return {**rest, "card": replace(data.cards[card], id="", rank=0)}


def _settle(pile: str, layout: Sequence[str], player: PlayerShown, phrases: Phrases) -> str:
    """Return the landscapes that change places, and their new village centres."""
    before = {one["at"]: one["id"] for one in player["landscapes"]} | {player["ship"]["at"]: "ship"}
    moved = [
        phrases.say(f"lies.{_beside(at)}", thing=phrases.placed(one))
        for at, one in zip(POSITIONS, layout, strict=True)
        if before[at] != one
    ]
    return phrases.say("choice.settle", pile=phrases.pile(pile), changes=phrases.listed(moved))


def _beside(position: str) -> str:
    """Return the village centre beside a position (B.3)."""
    return {"1": "left", "3": "right"}.get(position.partition("-")[2], "none")


def _upgrade(move: UpgradeMove, player: PlayerShown, data: Dataset, phrases: Phrases) -> str:
    level = player["residents"][move["resident"]]
    before, after = data.residents[level - 1] if level else None, data.residents[level]
    return phrases.count(
        "choice.upgrade",
        after.points - (before.points if before else 0),
        who=phrases.name(before.id) if before else phrases.say("pioneer"),
        place=phrases.nth("place", move["resident"]),
        level=phrases.name(after.id),
    )


def _looked_at(move: Anno1701Move, view: Anno1701View) -> ExpansionCard | None:
    """Return the card behind a slip or a slot, as the viewer sees it while choosing."""
    seen = view["seen"]
    if seen is None or move["type"] != "take":
        return None
    if "hand" in seen:
        return _at(seen["hand"], move["slot"]) if "slot" in move else None
    return next((one["card"] for one in seen["slips"] if "slip" in move and one["slip"] == move["slip"]), None)


def _at(cards: Sequence[ExpansionCard], slot: int) -> ExpansionCard | None:
    return cards[slot] if slot < len(cards) else None


def _facts(card: ExpansionCard, phrases: Phrases) -> str:
    """Return a card's effect and cost."""
    facts = effects(card, phrases)
    if card["building"]:
        facts.append(phrases.say("effect.cost", goods=phrases.goods(card["cost"])))
    return phrases.say("then").join(facts)


def _at_sea(kind: str, good: str, seen: Seen, data: Dataset, phrases: Phrases) -> str | None:
    """Return an answer to a voyage card with its price, or with the strengths that meet."""
    name, voyage = met(seen), cast(Anno1701View, seen.view)["voyage"]
    if name is None or voyage is None:
        return None
    card = data.voyage[name]
    if kind == "buy" and card["op"] == "buy":
        return phrases.say("choice.buy", good=phrases.token(good), price=card["price"])
    if kind == "pay" and card["op"] == "tribute":
        return phrases.say("choice.pay", price=card["tribute"])
    if kind == "fight" and (card["op"] == "tribute" or card["op"] == "siege"):
        return phrases.say("choice.fight", own=voyage["strength"], pirate=card["cannons"])
    return None


CLOSE, VOYAGE = "close", "voyage"
REVEAL: tuple[str, Move] = (VOYAGE, {"type": "reveal"})


def follow_ups(move: Anno1701Move, seen: Seen, phrases: Phrases) -> tuple[FollowUp, ...]:
    """Return the additions to a legal move; empty if no further question is likely."""
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
        """Return the context of a question that only the table shows, see :func:`background`."""
        return background(seen, self._data, self._phrases[seen.language])

    def said(self, move: Move, seen: Seen) -> str | None:
        """Return a choice in words for somebody who sees the table, see :func:`said_choice`."""
        return said_choice(cast(Anno1701Move, move), seen, self._data, self._phrases[seen.language])

    def group(self, move: Move, seen: Seen) -> Group | None:
        """Return the group of an action in the own turn; other questions have few answers."""
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
        """Return the viewer's amount of each good and of gold; empty for a spectator."""
        shown = cast(Anno1701View, view)
        return {} if shown["seat"] is None else dict(_there(shown["players"][shown["seat"]]))

    def hidden(self, view: View, language: Language) -> str | None:
        """Return the cards of the viewer's hand, equal ones counted; ``None`` if it is empty."""
        shown, phrases = cast(Anno1701View, view), self._phrases[language]
        hand = None if shown["seat"] is None else shown["players"][shown["seat"]]["hand"]
        counted = Counter(phrases.card(card["id"]) for card in hand or [])
        return phrases.listed([name if n == 1 else f"{n} × {name}" for name, n in counted.items()]) if counted else None

    def price(self, move: Move, seen: Seen) -> str | None:
        """Return the price in goods and gold, and the remaining amounts; for ends of the turn, the consequences."""
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
        """Return the form in which a paying move is told, with the goods it gives and brings, or None if it pays nothing."""
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
    """Return the remaining amounts of the goods that change, including those used up."""
    there = _there(player)
    there.subtract(Counter(give))
    there.update(Counter(take))
    changed = [one for one in GOODS if one in give + take]
    return phrases.listed([phrases.some(one, there[one]) for one in changed])
