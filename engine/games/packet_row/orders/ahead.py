"""Choices attached to an answer, for the rest of the round, and what came of them (see :mod:`engine.kit.ahead`).

The harbour master can say with the board what to open once it has gone around; a player who declines can name cards to take
from the boards still to be opened, or want none of them. Everything else is asked as usual.

Whether nothing was taken is known when the round is over; that a harbour master is asked after all, once the board has gone
around.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import Card
from engine.games.packet_row.orders.consult import consult
from engine.games.packet_row.rules.supply import offers, openable
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.moves import DecisionKind, PacketRowMove
from engine.games.packet_row.types.orders import PacketRowOrders
from engine.games.packet_row.types.state import PacketRowState
from engine.kit.ahead import Ahead, Wish, Wishes
from engine.kit.wishes import Settled


def settled(
    before: PacketRowState,
    after: PacketRowState,
    book: Book,
    seat: int,
    orders: PacketRowOrders,
    ordered: PacketRowMove | None,
) -> list[Settled]:
    """Return the fates of wishes that a decision made certain; ``ordered`` is what the plan of the seat answered it."""
    if orders.get("round") != before["round"]:
        return []
    wishes = _names(orders)
    if ordered is not None and ordered["type"] == "take":
        key = book.cards[ordered["card"]].key
        used = ordered["card"] if ordered["card"] in wishes else key
        return [Settled(PART, wishes, "used", used)] if used in wishes else []
    if _is_over(before, after):
        if not wishes or _took(after, seat) or _was_asked(after, seat, orders):
            return []
        return [Settled(PART, wishes, "used", NOTHING) if NOTHING in wishes else Settled(PART, wishes, "lapsed")]
    if _decides(after, seat) and not _decides(before, seat):
        named = any("open" in one and one["open"] == after["open_board"] for one in orders.get("harbour", ()))
        blocked = named and consult(after, book, seat, "harbour", orders) is None
        return [Settled(PART, wishes, "blocked")] if blocked and wishes else []
    return []


def _names(orders: PacketRowOrders) -> tuple[str, ...]:
    """Return the cards of a plan in order, each once; with the word for none where it declines all others."""
    rules = (*orders.get("ask", ()), *orders.get("harbour", ()), *orders.get("last", ()))
    found = [card for rule in rules if "take" in rule for card in rule["take"]]
    return tuple(dict.fromkeys([*found, *([NOTHING] if orders.get("else") == "decline" else [])]))


def _is_over(before: PacketRowState, after: PacketRowState) -> bool:
    """Return whether a round came to its end."""
    previous = after["previous"]
    return previous is not None and previous["round"] == before["round"] and previous != before["previous"]


def _took(after: PacketRowState, seat: int) -> bool:
    return after["previous"] is not None and any(one["seat"] == seat for one in after["previous"]["taken"])


def _was_asked(after: PacketRowState, seat: int, orders: PacketRowOrders) -> bool:
    """Return whether the seat was the harbour master, and a board that it wanted to take from went around: it was asked then."""
    previous = after["previous"]
    if previous is None or previous["harbour_master"] != seat:
        return False
    return any("open" in one and one["open"] in previous["opened"] for one in orders.get("harbour", ()))


def _decides(state: PacketRowState, seat: int) -> bool:
    """Return whether the seat is the harbour master who is asked what he takes."""
    return state["stage"] == "harbour" and state["harbour_master"] == seat


NOTHING = "nothing"
PART = "take"


def ahead(
    state: PacketRowState, book: Book, seat: int, kind: DecisionKind, move: PacketRowMove, phrases: Phrases
) -> list[Ahead]:
    """Return the parts that may be said ahead with a legal move of a seat to a decision of a kind."""
    money = state["players"][seat]["money"]
    if move["type"] == "open":
        wishes = [_wish(card, phrases) for card in _cards(state, book, [move["board"]], money)]
        return [_part("harbour", wishes, phrases)]
    if kind == "ask" and move["type"] == "decline" and openable(state, book):
        nothing = Wish(NOTHING, phrases.say("ahead.nothing"), phrases.say("ahead.nothing-called"))
        cards = _cards(state, book, openable(state, book), money)
        return [_part("ask", [nothing, *(_wish(card, phrases) for card in cards)], phrases)]  # its number stays, too
    return []


def orders(state: PacketRowState, move: PacketRowMove, wishes: Wishes) -> PacketRowOrders:
    """Return a plan for this round that says it."""
    wanted = [name for name in wishes[PART] if name != NOTHING]
    if move["type"] == "open":
        return {"round": state["round"], "harbour": [{"open": move["board"], "take": wanted}, {"do": "wait"}]}
    plan: PacketRowOrders = {"round": state["round"], "else": "decline" if NOTHING in wishes[PART] else "wait"}
    if wanted:
        plan["ask"] = [{"take": wanted}]
    return plan


def settled_words(names: Sequence[str], book: Book, phrases: Phrases) -> tuple[str, list[str]]:
    """Return the subject of wishes, and the words for those with these names; a card may go by its id or its key."""
    shown = {name: card for card in book.cards.values() for name in (card.id, card.key)}
    called = [
        phrases.say("ahead.nothing") if name == NOTHING else phrases.card(shown[name].shown()).partition(" [")[0]
        for name in names
    ]
    return phrases.say("ahead.about"), called


def _cards(state: PacketRowState, book: Book, boards: Sequence[str], money: int) -> Iterator[Card]:
    """Yield the cards in the current supplies of some boards that the money is enough for, one of each key, the cheapest first.

    Who fulfils a contract meanwhile can pay for more, while the same question stands: what comes then stands behind, so that no
    number of a letter means another card.
    """
    found = (one.card for sign in boards for one in offers(state, book.cards, sign) if not one.assistant)
    within = {card.key: card for card in found if card.cost <= money}
    yield from sorted(within.values(), key=lambda card: card.cost)


def _wish(card: Card, phrases: Phrases) -> Wish:
    words = phrases.card(card.shown())
    return Wish(card.key, words, words.partition(" [")[0])


def _part(name: str, wishes: Sequence[Wish], phrases: Phrases) -> Ahead:
    keywords = tuple(phrases.say("ahead.keywords").split())
    return Ahead(PART, keywords, phrases.say(f"ahead.{name}"), tuple(wishes), counted=True)


__all__ = ["NOTHING", "PART", "ahead", "orders", "settled", "settled_words"]
