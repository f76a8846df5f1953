"""List and check moves of a seat that is asked (D2, D3; E1.1, E1.2, E1.8, E1.18).

A move of any open decision may carry ``fulfil``: contracts fulfilled first, in the same visit, to pay for a card or because
they can be (E2.6). The lists are representative: cards that can be paid for at once, for dearer ones one way to raise the
money, and the likely fulfilments; :func:`check` decides.

Unanswered decisions get a fallback move (E2.5).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from engine.contract import IllegalMove
from engine.games.packet_row.book import Book
from engine.games.packet_row.cards import Card
from engine.games.packet_row.rules.fulfilment import Means, best, options, reward, why_not
from engine.games.packet_row.rules.play import Offer, offers, openable, within_reach
from engine.games.packet_row.types.moves import DecisionKind, OpenMove, PacketRowMove, TakeMove
from engine.games.packet_row.types.state import PacketRowState

SILENCE_OPENS = "GDMB"
"""The boards an absent harbour master opens, in this order (E2.5); others follow in the boards' order."""


def fallback(state: PacketRowState, book: Book, kind: DecisionKind) -> PacketRowMove:
    """Return the move for a silent seat: decline; open G, D, M, B in this order; pass; the richest final fulfilment.

    Nobody waits for an optional fulfilment; silence means nothing there, which only the server can say.
    """
    match kind:
        case "open" | "harbour":
            boards = openable(state, book)
            first = min(boards, key=lambda sign: SILENCE_OPENS.find(sign) % (len(book.boards) + 1), default=None)
            return {"type": "end"} if first is None else {"type": "open", "board": first}
        case "ask":
            return {"type": "decline"}
        case "last":
            return {"type": "pass"}
        case "final":
            return {"type": "settle"}
        case "fulfil":
            return {"type": "nothing"}


LISTED = 24
"""Fulfilments listed for a seat; more are legal."""

REMEMBERED = 512
"""Hands whose fulfilments are kept: every seat may be asked at every step, and each step changes one hand at most."""

Keys = tuple[tuple[str, ...], tuple[str, ...]]
"""The members of a move besides ``type``: those it must have, those it may have."""

_TAKE: Keys = (("card",), ("assistant", "fulfil"))
_PLAIN: Keys = ((), ("fulfil",))
_OPEN: Keys = (("board",), ("fulfil",))
KEYS: dict[DecisionKind, dict[str, Keys]] = {
    "open": {"open": _OPEN},
    "ask": {"take": _TAKE, "decline": _PLAIN},
    "harbour": {"take": _TAKE, "open": _OPEN, "end": _PLAIN},
    "last": {"take": _TAKE, "pass": _PLAIN},
    "fulfil": {"fulfil": (("cards",), ())},
    "final": {"settle": _PLAIN},
}
"""Move types that answer each kind of decision, with their members."""


def legal_moves(state: PacketRowState, book: Book, seat: int, kind: DecisionKind) -> list[PacketRowMove]:
    """Return the moves of a seat that is asked; see the module."""
    fulfilments = _fulfilments(state, book, seat)
    if kind == "fulfil":
        return [{"type": "fulfil", "cards": cards} for cards in fulfilments]
    if kind == "final":
        sets: list[list[str]] = [[], *fulfilments]
        return [{"type": "settle"}, *_settling(sets)]
    boards = [OpenMove(type="open", board=board) for board in openable(state, book)]
    if kind == "open":
        return [*boards]
    takes = list(_takes(state, book, seat, fulfilments))
    if kind == "ask":
        return [*takes, {"type": "decline"}]
    if kind == "last":
        return [*takes, {"type": "pass"}]
    return [*takes, *boards] if boards else [*takes, {"type": "end"}]


def check(state: PacketRowState, book: Book, seat: int, kind: DecisionKind, move: object) -> None:
    """Raise :class:`IllegalMove` unless the move is legal for a seat that is asked; any JSON value may be passed."""
    if not isinstance(move, dict):
        raise IllegalMove("not-an-object", "", "a move is a JSON object")
    given: dict[str, object] = move
    type_ = given.get("type")
    if kind == "fulfil" and type_ == "nothing":
        raise IllegalMove("server-only", "/type", "nobody waits for this; just send no fulfilment")
    if not isinstance(type_, str) or type_ not in KEYS[kind]:
        raise IllegalMove("unknown-type", "/type", f"type must be one of {', '.join(KEYS[kind])}")
    required, extra = KEYS[kind][type_]
    for key in required:
        if key not in given:
            raise IllegalMove("missing", f"/{key}", f"{key} is missing")
    for key in given:
        if key not in ("type", *required, *extra):
            known = ", ".join(("type", *required, *extra))
            raise IllegalMove("unknown-key", "", f"a move of type {type_} has no keys but {known}")
    earned = 0
    for key in ("fulfil", "cards"):
        if key in given and not (type_ == "settle" and given[key] == []):
            earned = reward(_fulfilment(state, book, seat, given[key], key))
    if type_ in _CHECKS:
        _CHECKS[type_](state, book, seat, given, earned)


def _fulfilments(state: PacketRowState, book: Book, seat: int) -> list[list[str]]:
    """Return the likely fulfilments, fewest contracts first, the richest among them."""
    player = state["players"][seat]
    return [list(cards) for cards in _likely(tuple(book.cards[card] for card in (*player["hand"], *player["ships"])))]


@lru_cache(maxsize=REMEMBERED)
def _likely(cards: tuple[Card, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the likely fulfilments of these cards, as the ids of the cards they take."""
    means = Means.of(cards)
    found = options(means, LISTED)
    richest = best(means)
    return tuple(
        tuple(card.id for card in chosen) for chosen in (found if richest in (*found, []) else [*found, richest])
    )


def _settling(sets: list[list[str]]) -> Iterator[PacketRowMove]:
    for cards in sets:
        yield {"type": "settle", "fulfil": cards}


def take_of(offer: Offer) -> TakeMove:
    """Return the move that takes a card, with an assistant if the card is in the future supply."""
    if offer.assistant:
        return {"type": "take", "card": offer.card.id, "assistant": True}
    return {"type": "take", "card": offer.card.id}


def _takes(state: PacketRowState, book: Book, seat: int, fulfilments: list[list[str]]) -> Iterator[TakeMove]:
    """Yield a move for each card the seat can pay for, if need be by fulfilling contracts first (T13)."""
    money = state["players"][seat]["money"]
    for offer in _reachable(state, book):
        if offer.assistant and not _has_assistant(state, book, seat):
            continue
        if offer.card.cost <= money:
            yield take_of(offer)
            continue
        for cards in fulfilments:
            if money + reward(book.cards[card] for card in cards) >= offer.card.cost:
                yield {**take_of(offer), "fulfil": cards}
                break


def _reachable(state: PacketRowState, book: Book) -> list[Offer]:
    return [offer for board in within_reach(state, book) for offer in offers(state, book.cards, board)]


def _has_assistant(state: PacketRowState, book: Book, seat: int) -> bool:
    return any(book.cards[card].kind == "assistant" for card in state["players"][seat]["hand"])


def _fulfilment(state: PacketRowState, book: Book, seat: int, ids: object, key: str) -> list[Card]:
    """Return the cards of a fulfilment; refuse cards that are not the seat's own and sets that fulfil nothing (D3)."""
    if not isinstance(ids, list) or not ids:
        raise IllegalMove("not-a-list", f"/{key}", f"{key} must be a list of own card ids, at least one")
    player = state["players"][seat]
    own = {*player["hand"], *player["ships"]}
    named: list[str] = []
    given: list[object] = ids
    for number, one in enumerate(given):
        if not isinstance(one, str) or one not in own:
            raise IllegalMove("not-yours", f"/{key}/{number}", "name cards from your own hand or your own ships")
        if one in named:
            raise IllegalMove("twice", f"/{key}/{number}", "name each card once")
        named.append(one)
    cards = [book.cards[one] for one in named]
    why = why_not(cards)
    if why is not None:
        raise IllegalMove(why[0], f"/{key}", why[1])
    return cards


def _check_take(state: PacketRowState, book: Book, seat: int, move: Mapping[str, object], earned: int) -> None:
    if "assistant" in move and move["assistant"] is not True:
        raise IllegalMove("not-true", "/assistant", "assistant must be true or left out")
    offer = next((one for one in _reachable(state, book) if one.card.id == move["card"]), None)
    if offer is None:
        raise _refuse_absent(state, move["card"])
    if offer.assistant and "assistant" not in move:
        raise IllegalMove("needs-assistant", "/card", "this card is in the future supply: add assistant: true")
    if not offer.assistant and "assistant" in move:
        raise IllegalMove(
            "no-assistant-needed", "/assistant", "this card is in the current supply: leave assistant out"
        )
    if offer.assistant and not _has_assistant(state, book, seat):
        raise IllegalMove("no-assistant", "/assistant", "you have no assistant; take a card of the current supply")
    money = state["players"][seat]["money"] + earned
    if offer.card.cost > money:
        message = f"this card costs {offer.card.cost} $ and you would have {money} $; fulfil a contract first"
        raise IllegalMove("too-dear", "/card", message)


def _refuse_absent(state: PacketRowState, card: object) -> IllegalMove:
    for sign, board in state["boards"].items():
        if isinstance(card, str) and card in (*board["current"], *board["future"]):
            if board["opened"]:
                return IllegalMove("opened-before", "/card", f"board {sign} was opened earlier in this round")
            return IllegalMove("not-open", "/card", f"board {sign} is not the open one")
    return IllegalMove("not-there", "/card", "name a card that lies on the open board now")


def _check_open(state: PacketRowState, book: Book, seat: int, move: Mapping[str, object], earned: int) -> None:
    board = move["board"]
    if not isinstance(board, str) or board not in state["boards"]:
        raise IllegalMove("no-board", "/board", f"board must be one of {', '.join(book.boards)}")
    if board not in openable(state, book):
        if state["boards"][board]["opened"]:
            raise IllegalMove(
                "opened-before", "/board", "this board has already been opened in this round; open another one"
            )
        raise IllegalMove("empty", "/board", "nothing is left in this board's current supply; open another one")


def _check_end(state: PacketRowState, book: Book, seat: int, move: Mapping[str, object], earned: int) -> None:
    boards = openable(state, book)
    if boards:
        message = f"somebody has no card yet: take a card, or open one of the boards {', '.join(boards)}"
        raise IllegalMove("must-open", "/type", message)


_CHECKS: dict[str, Callable[[PacketRowState, Book, int, Mapping[str, object], int], None]] = {
    "take": _check_take,
    "open": _check_open,
    "end": _check_end,
}
