"""Plans answer for their owner: when a decision is due, rules are tried from the top, and the first that matches answers
(E2).

Conditions read only public facts of that moment, and the owner's own cards. The owner is asked about anything the plan does
not cover or answers with ``wait``. Orders passed in here were checked by :mod:`engine.games.packet_row.orders.check` when they
were set; a card that has become impossible since then is skipped (E2.3).

Choices can be attached to an answer for the rest of the round (see :mod:`engine.kit.ahead`). The harbour master can say with
the board what to open once it has gone around; a player who declines can name cards to take from the boards still to be opened,
or want none of them. Everything else is asked as usual.

Whether nothing was taken is known when the round is over; that a harbour master is asked after all, once the board has gone
around.
"""

from collections.abc import Callable, Iterator, Sequence, Sized
from functools import cached_property
from typing import TypeVar

from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import Card
from engine.games.packet_row.rules.fulfilment import Means, cheapest, reward, why_not
from engine.games.packet_row.rules.moves import take_of
from engine.games.packet_row.rules.play import Offer, offers, openable, within_reach
from engine.games.packet_row.rules.stock import MOST_FOR_ANSWER, TooMuchWork, Work
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.moves import (
    Condition,
    DecisionKind,
    HarbourRule,
    PacketRowMove,
    PacketRowOrders,
    Range,
    TakeMove,
    TakingRule,
)
from engine.games.packet_row.types.state import PacketRowState
from engine.kit.ahead import Ahead, Settled, Wish, Wishes

Value = TypeVar("Value", bound=Sized)

RULE = 4
"""Steps of looking at one rule."""


def consult(
    state: PacketRowState, book: Book, seat: int, kind: DecisionKind, orders: PacketRowOrders, work: Work | None = None
) -> PacketRowMove | None:
    """Return the plan's answer to a decision of this kind, or None to ask the player.

        A fulfilment that a plan calls for comes before its answer (E2.6): while one is possible, other decisions are left to
    wait, because the one about fulfilling stands beside them and is answered in the same step.

    The work on an answer is bounded, whatever document is stored: beyond the bound the owner is asked ("Found in play" 3).
    """
    if kind == "final":
        return {"type": "settle"} if orders.get("final", "settle") == "settle" else None
    asked = Consultation(state, book, seat, work or Work(MOST_FOR_ANSWER))
    try:
        fulfilment = _fulfilment(asked, orders)
        if kind == "fulfil":
            return None if fulfilment is None else {"type": "fulfil", "cards": fulfilment}
        if fulfilment is not None or orders.get("round", state["round"]) != state["round"]:
            return None
        return _ANSWERS[kind](asked, orders)
    except TooMuchWork:
        return None


class Consultation:
    """A seat whose answer is due, and the public facts of that moment, each worked out once."""

    def __init__(self, state: PacketRowState, book: Book, seat: int, work: Work) -> None:
        self.state = state
        self.book = book
        self.seat = seat
        self.work = work
        player = state["players"][seat]
        self.own = {*player["hand"], *player["ships"]}
        self.has_assistant = any(book.cards[card].kind == "assistant" for card in player["hand"])
        self._why: dict[tuple[str, ...], tuple[str, str] | None] = {}

    @cached_property
    def means(self) -> Means:
        """Return the seat's means for fulfilling contracts."""
        return Means.of((self.book.cards[card] for card in self.own), self.work)

    @cached_property
    def offers(self) -> dict[str, list[Offer]]:
        """Return what lies on the boards from which the seat may take, by id and by key."""
        found: dict[str, list[Offer]] = {}
        for board in within_reach(self.state, self.book):
            for offer in offers(self.state, self.book.cards, board):
                for name in {offer.card.id, offer.card.key}:
                    found.setdefault(name, []).append(offer)
        return found

    @cached_property
    def available(self) -> frozenset[str]:
        """Return the ids and keys of the cards that lie in a current supply."""
        lying = [card for board in self.state["boards"].values() for card in board["current"] if card is not None]
        return frozenset((*lying, *(self.book.cards[card].key for card in lying)))

    def take(self, rule: TakingRule) -> TakeMove | None:
        """Return the move for the first card of a rule that is there and that the seat can pay for."""
        money = self.state["players"][self.seat]["money"]
        names = rule.get("take", [])
        self.work.spend(len(names))
        for name in names:
            for offer in self.offers.get(name, ()):
                if offer.assistant and not (self.has_assistant and "assistant" in rule):
                    continue
                if offer.card.cost <= money:
                    return take_of(offer)
                # Checked only where it can make a difference: most rules name contracts for one dear card.
                fulfilment = rule.get("fulfil", [])
                more = reward(self.book.cards[card] for card in fulfilment)
                if offer.card.cost <= money + more and self.fulfils(fulfilment):
                    return {**take_of(offer), "fulfil": list(fulfilment)}
        return None

    def fulfils(self, ids: Sequence[str]) -> bool:
        """Return whether these cards are the seat's and together fulfil contracts."""
        self.work.spend(1 + len(ids))
        if not ids or not self.own.issuperset(ids):
            return False
        key = tuple(ids)
        if key not in self._why:
            self._why[key] = why_not([self.book.cards[one] for one in ids], work=self.work)
        return self._why[key] is None

    def holds(self, condition: Condition) -> bool:
        """Return whether all parts of a condition are true now; they are read in the order of the document."""
        self.work.spend(RULE)
        return all(_CONDITIONS[name](self, condition) for name in condition)

    def read(self, value: Value) -> Value:
        """Return a part of a condition, and count the step of reading it."""
        self.work.spend(1 + len(value))
        return value


def _ask(asked: Consultation, orders: PacketRowOrders) -> PacketRowMove | None:
    for rule in orders.get("ask", ()):
        if rule.get("board", asked.state["open_board"]) != asked.state["open_board"] or not asked.holds(
            rule.get("if", {})
        ):
            continue
        if "do" in rule:
            return {"type": "decline"} if rule["do"] == "decline" else None
        move = asked.take(rule)
        if move is not None:
            return move
    return {"type": "decline"} if orders.get("else") == "decline" else None


def _open(asked: Consultation, orders: PacketRowOrders) -> PacketRowMove | None:
    """Return the first entry whose board can be opened."""
    boards = openable(asked.state, asked.book)
    for entry in orders.get("harbour", ()):
        if not asked.holds(entry.get("if", {})):
            continue
        if "do" in entry:
            return None
        if entry["open"] in boards:
            return {"type": "open", "board": entry["open"]}
    return None


def _harbour(asked: Consultation, orders: PacketRowOrders) -> PacketRowMove | None:
    """Take from the board the others have just been asked about, or open the next; conditions apply to opening only."""
    for entry in orders.get("harbour", ()):
        if "open" in entry and entry["open"] == asked.state["open_board"]:
            move = asked.take(entry)
            if move is not None:
                return move
    if openable(asked.state, asked.book):
        return _open(asked, orders)
    return {"type": "end"} if _ends(asked, orders.get("harbour", ())) else None


def _ends(asked: Consultation, entries: Sequence[HarbourRule]) -> bool:
    """Return whether a plan for the harbour master ends the round without a card, now that no board is left to open.

    It does if it names the open board, and so has said all that its owner wants from it, and nothing says ``wait``: the
    owner is asked about anything it does not cover (otherwise they would lose their card of the round; "Found in play" 2).
    """
    named = any("open" in entry and entry["open"] == asked.state["open_board"] for entry in entries)
    return named and not any("do" in entry and asked.holds(entry.get("if", {})) for entry in entries)


def _last(asked: Consultation, orders: PacketRowOrders) -> PacketRowMove | None:
    for rule in orders.get("last", ()):
        if asked.holds(rule.get("if", {})):
            move = asked.take(rule)
            if move is not None:
                return move
    return {"type": "pass"} if orders.get("last_else") == "pass" else None


_ANSWERS: dict[DecisionKind, Callable[[Consultation, PacketRowOrders], PacketRowMove | None]] = {
    "ask": _ask,
    "open": _open,
    "harbour": _harbour,
    "last": _last,
}


def _fulfilment(asked: Consultation, orders: PacketRowOrders) -> list[str] | None:
    """Return the cards of the first fulfilment that the plan calls for and that is possible now."""
    tried: set[frozenset[str]] = set()
    for rule in orders.get("fulfil", ()):
        names = rule["cards"] if "cards" in rule else rule["contracts"]
        asked.work.spend(RULE + len(names))
        if not asked.own.issuperset(names):
            continue
        if "cards" in rule:
            if asked.fulfils(names):
                return list(names)
        elif frozenset(names) not in tried:
            tried.add(frozenset(names))
            cards = cheapest(asked.means, [asked.book.cards[card] for card in names])
            if cards is not None:
                return [card.id for card in cards]
    return None


def _within(range_: Range, number: int) -> bool:
    return range_.get("min", number) <= number <= range_.get("max", number)


def _are_opened(asked: Consultation, signs: Sequence[str]) -> bool:
    return all(asked.state["boards"][sign]["opened"] for sign in signs)


def _opened(asked: Consultation, condition: Condition) -> bool:
    return _are_opened(asked, asked.read(condition["opened"]))


def _unopened(asked: Consultation, condition: Condition) -> bool:
    return not any(asked.state["boards"][sign]["opened"] for sign in asked.read(condition["unopened"]))


def _declined(asked: Consultation, condition: Condition) -> bool:
    signs = asked.read(condition["declined"])
    return _are_opened(asked, signs) and asked.state["open_board"] not in signs


def _taken(asked: Consultation, condition: Condition) -> bool:
    return all(
        any(
            one["seat"] == wanted["seat"]
            and wanted.get("card", one["card"]) in (one["card"], asked.book.cards[one["card"]].key)
            for one in asked.state["taken"]
        )
        for wanted in asked.read(condition["taken"])
    )


def _waiting_others(asked: Consultation, condition: Condition) -> bool:
    range_ = asked.read(condition["waiting_others"])
    done = {one["seat"] for one in asked.state["taken"]} | {asked.seat, asked.state["harbour_master"]}
    return _within(range_, len(asked.state["players"]) - len(done))


def _money(asked: Consultation, condition: Condition) -> bool:
    purses, players = asked.read(condition["money"]), asked.state["players"]
    return all(one["seat"] < len(players) and _within(one, players[one["seat"]]["money"]) for one in purses)


_CONDITIONS: dict[str, Callable[[Consultation, Condition], bool]] = {
    "opened": _opened,
    "unopened": _unopened,
    "declined": _declined,
    "sweep": lambda asked, condition: _within(asked.read(condition["sweep"]), asked.state["sweep"]),
    "available": lambda asked, condition: asked.available.issuperset(asked.read(condition["available"])),
    "gone": lambda asked, condition: asked.available.isdisjoint(asked.read(condition["gone"])),
    "taken": _taken,
    "waiting_others": _waiting_others,
    "money": _money,
}
"""Tests for the parts of a condition, each returning whether it holds now."""


def settled(
    before: PacketRowState,
    after: PacketRowState,
    book: Book,
    seat: int,
    orders: PacketRowOrders,
    ordered: PacketRowMove | None,
) -> list[Settled]:
    """Return the outcomes of wishes that a decision settled; ``ordered`` is the seat's answer by its plan."""
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
    """Return whether the seat is the harbour master and is asked which card to take."""
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
    """Return a plan for this round with these wishes."""
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
