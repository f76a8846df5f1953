"""Plans as sentences (see :mod:`engine.kit.text.plan_sentences`): what is taken when asked, as harbour master, and at the end.

A plan's round holds for all that it takes, so that orders for one round and orders for all cannot stand beside each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.contract import Language, Orders
from engine.games.packet_row.book import Book
from engine.games.packet_row.orders.shape import LAST_ROUND
from engine.games.packet_row.rules.play import offers
from engine.games.packet_row.text.phrases import Phrases
from engine.games.packet_row.types.moves import AskRule, HarbourRule, LastRule, PacketRowOrders
from engine.games.packet_row.types.state import PacketRowState
from engine.kit.text import plan_sentences
from engine.kit.text.phrases import LANGUAGES
from engine.kit.text.plan_sentences import Filled, Order, Sentence, Slot, Values, told_apart, with_one_more

ASK, ELSE, OPEN, LAST, PASS, FINAL = "ask", "decline", "open", "last", "pass", "final-ask"
IN_ROUNDS = (ASK, ELSE, OPEN, LAST, PASS)
"""Kinds to which the round of a plan applies."""
MOST = 12
SHOWN = 2
"""Cards of an example."""


def sentences(
    state: PacketRowState, book: Book, seat: int, language: Language, phrases: Mapping[Language, Phrases]
) -> list[Sentence]:
    """Return the kinds of orders; examples are of cards that lie open and that the seat can pay."""
    books = [phrases[language], *(phrases[one] for one in LANGUAGES if one != language)]
    say = phrases[language].say
    boards = {sign: tuple(one.say(f"board.{sign}") for one in books) for sign in book.boards}
    slots = {
        "cards": Slot(say("plan-slot.cards"), _cards(state, book, books), "ranking", most=MOST),
        "board": Slot(say("plan-slot.board"), boards),
        "round": Slot(say("plan-slot.round"), form="number", most=LAST_ROUND),
    }
    turn = {"round": slots["round"]}
    kinds: dict[str, Mapping[str, Slot]] = {
        ASK: {"cards": slots["cards"]} | turn,
        ELSE: turn,
        OPEN: slots,
        LAST: {"cards": slots["cards"]} | turn,
        PASS: turn,
        FINAL: {},
    }
    return plan_sentences.sentences(books, kinds, _examples(state, book, seat))


def _cards(state: PacketRowState, book: Book, books: Sequence[Phrases]) -> dict[str, tuple[str, ...]]:
    """Return the names of all cards but the contracts one begins with, those that lie open first; in short, if that is clear."""
    open_now = {
        book.cards[card].key for board in state["boards"].values() for card in board["current"] if card is not None
    }
    keys = sorted(
        (key for key, copies in book.keys.items() if copies[0].board in book.boards),
        key=lambda key: key not in open_now,
    )
    found = {}
    for key in keys:
        named = [one.card(book.keys[key][0].shown()) for one in books]
        short = [name.partition(" [")[0] for name in named]
        names = (name for both in zip(short, named, strict=True) for name in both)
        found[key] = (*dict.fromkeys(names), key)
    return told_apart(found)


def _examples(state: PacketRowState, book: Book, seat: int) -> dict[str, Values]:
    money = state["players"][seat]["money"]
    lying = {
        sign: sorted(
            {
                one.card.key: one.card.cost
                for one in offers(state, book.cards, sign)
                if not one.assistant and one.card.cost <= money
            }.items(),
            key=lambda one: -one[1],
        )[:SHOWN]
        for sign in book.boards
    }
    found: dict[str, Values] = {ELSE: {}, PASS: {}, FINAL: {}}
    best = sorted((one for cards in lying.values() for one in cards[:1]), key=lambda one: -one[1])[:SHOWN]
    if best:
        cards = {"cards": tuple(Filled(key) for key, _ in best)}
        found |= {ASK: cards, LAST: cards}
    board = next((sign for sign, cards in lying.items() if cards), None)
    if board is not None:
        found[OPEN] = {"board": (Filled(board),), "cards": tuple(Filled(key) for key, _ in lying[board])}
    return found


def listed(orders: PacketRowOrders) -> list[Order]:
    """Return the orders in a plan, except those that only ask the player."""
    turn: Values = {"round": (Filled(str(orders["round"])),)} if "round" in orders else {}
    return [
        Order(one.kind, {**one.values, **turn}, one.kept) if one.kind in IN_ROUNDS else one for one in _listed(orders)
    ]


def _listed(orders: PacketRowOrders) -> Iterator[Order]:
    for part, kind in (("ask", ASK), ("harbour", OPEN), ("last", LAST)):
        rules = cast("list[dict[str, object]]", orders.get(part, []))
        for rule in rules:
            if part == "harbour" and rule == {"do": "wait"}:
                continue
            if {*rule} == ({"open", "take"} if part == "harbour" else {"take"}):
                board = {"board": (Filled(str(rule["open"])),)} if part == "harbour" else {}
                yield Order(kind, {**board, "cards": tuple(map(Filled, cast("list[str]", rule["take"])))})
            else:
                yield Order("", kept=cast("Orders", {part: [rule]}))
    if orders.get("else") == "decline":
        yield Order(ELSE)
    if orders.get("last_else") == "pass":
        yield Order(PASS)
    if orders.get("final") == "wait":
        yield Order(FINAL)
    if "fulfil" in orders:
        yield Order("", kept=cast("Orders", {"fulfil": orders["fulfil"]}))


def made(orders: Sequence[Order]) -> PacketRowOrders:
    """Return the plan for some orders, of which those with a round have the same one."""
    found = PacketRowOrders()
    turn = next((one.values["round"][0].name for one in orders if "round" in one.values), None)
    if turn is not None:
        found["round"] = int(turn)
    ask: list[AskRule] = [{"take": _names(one)} for one in orders if one.kind == ASK]
    harbour: list[HarbourRule] = [
        {"open": one.values["board"][0].name, "take": _names(one)} for one in orders if one.kind == OPEN
    ]
    last: list[LastRule] = [{"take": _names(one)} for one in orders if one.kind == LAST]
    kinds = {one.kind for one in orders}
    if ask:
        found["ask"] = ask
    if ELSE in kinds:
        found["else"] = "decline"
    if harbour:
        found["harbour"] = [*harbour, {"do": "wait"}]
    if last:
        found["last"] = last
    if PASS in kinds:
        found["last_else"] = "pass"
    if FINAL in kinds:
        found["final"] = "wait"
    return cast("PacketRowOrders", plan_sentences.with_kept(cast("Orders", found), orders))


def _names(order: Order) -> list[str]:
    return [one.name for one in order.values["cards"]]


def joined(orders: Sequence[Order], added: Order) -> list[Order]:
    """Return orders with another one added, which replaces those for another round, or general ones if it is for one round."""
    turn = added.values.get("round")
    others = [
        one
        for one in orders
        if added.kind not in IN_ROUNDS or one.kind not in IN_ROUNDS or one.values.get("round") == turn
    ]

    def place_of(one: Order) -> object:
        return (one.kind, one.values.get("board")) if one.kind in (ELSE, OPEN, PASS, FINAL) else one

    return with_one_more(others, added, place_of)
