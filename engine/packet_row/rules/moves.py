"""What may be answered: decisions, moves, the check of one, and what silence means (D2, D3; E1.1, E1.2, E1.8, E1.18).

A move of any open decision may carry ``fulfil``: contracts fulfilled first, in the same visit, to pay for a card or because
it is time (E2.6). The lists are representative: cards that can be paid at once, for dearer ones one way to raise the money,
and the likely fulfilments; :func:`check` is the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.contract import Decision, IllegalMove, Move, State
from engine.packet_row.book import Book
from engine.packet_row.cards import Card
from engine.packet_row.corrections import applies
from engine.packet_row.rules.fulfilment import Means, best, options, reward, why_not
from engine.packet_row.rules.supply import Offer, offers, openable, within_reach

LISTED = 24
"""Fulfilments listed for a seat; more are legal."""

SILENCE_OPENS = "GDMB"
"""The boards an absent harbour master opens, in this order (E2.5); others follow in the boards' order."""


def wanted(state: State) -> list[Decision]:
    """Return what the table waits for now, in the order of the seats."""
    stage, turn = state["stage"], f"r{state['round']}"
    if stage == "over":
        return []
    if stage == "final":
        return [_decision(f"{turn}.final.{seat}", "final", seat) for seat in state["settling"]]
    master = state["harbour_master"]
    due = {
        "open": lambda: _decision(f"{turn}.open", "open", master),
        "ask": lambda: _decision(f"{turn}.ask.{state['sweep']}.{state['queue'][0]}", "ask", state["queue"][0]),
        "harbour": lambda: _decision(f"{turn}.harbour.{state['sweep']}", "harbour", master),
        "last": lambda: _decision(f"{turn}.last", "last", master),
    }[stage]()
    fulfilments = [
        _decision(f"fulfil.{seat}.{player['fulfilments']}", "fulfil", seat, optional=True)
        for seat, player in enumerate(state["players"])
    ]
    return [due, *fulfilments]


def note_standing(state: State) -> None:
    """Note in the state in which order the decisions that stand were opened: those that stood before come first."""
    names = [decision["id"] for decision in wanted(state)]
    stood = [name for name in state["standing"] if name in names]
    state["standing"] = [*stood, *(name for name in names if name not in stood)]


def standing(state: State) -> list[Decision]:
    """Return what the table waits for, the decisions that were standing before first."""
    by_id = {decision["id"]: decision for decision in wanted(state)}
    return [by_id[name] for name in state["standing"]]


def find(state: State, seat: int, decision: str) -> Decision | None:
    """Return the decision if it stands and waits for the seat."""
    return next((one for one in standing(state) if one["id"] == decision and seat in one["seats"]), None)


def means_of(state: State, book: Book, seat: int) -> Means:
    """Return what a seat can fulfil contracts with."""
    player = state["players"][seat]
    return Means.of(book.cards[card] for card in (*player["hand"], *player["ships"]))


def legal_moves(state: State, book: Book, seat: int, kind: str) -> list[Move]:
    """Return the moves of a seat that is asked; see the module."""
    fulfilments = _fulfilments(state, book, seat)
    if kind == "fulfil":
        return [{"type": "fulfil", "cards": cards} for cards in fulfilments]
    if kind == "final":
        sets: list[list[str]] = [[], *fulfilments]
        return [{"type": "settle"}, *({"type": "settle", "fulfil": cards} for cards in sets)]
    boards: list[Move] = [{"type": "open", "board": board} for board in openable(state, book)]
    if kind == "open":
        return boards
    takes = list(_takes(state, book, seat, fulfilments))
    if kind == "ask":
        return [*takes, {"type": "decline"}]
    if kind == "last":
        return [*takes, {"type": "pass"}]
    return [*takes, *(boards or [{"type": "end"}])]


def fallback(state: State, book: Book, seat: int, kind: str) -> Move:
    """Return what silence means (E2.5): decline; open G, D, M, B in this order; pass; the richest final fulfilment.

    Nobody waits for an optional fulfilment; silence means nothing there, which only the server can say.
    """
    boards = sorted(openable(state, book), key=lambda sign: SILENCE_OPENS.find(sign) % (len(book.boards) + 1))
    return {
        "open": {"type": "open", "board": boards[0]} if boards else {},
        "harbour": {"type": "open", "board": boards[0]} if boards else {"type": "end"},
        "ask": {"type": "decline"},
        "last": {"type": "pass"},
        "final": {"type": "settle"},
        "fulfil": {"type": "nothing"},
    }[kind]


def check(state: State, book: Book, seat: int, kind: str, move: Move) -> None:
    """Raise :class:`IllegalMove` unless the move is legal for a seat that is asked; any JSON value may be passed."""
    if not isinstance(move, dict):
        raise IllegalMove("not-an-object", "", "a move is a JSON object")
    type_ = move.get("type")
    if kind == "fulfil" and type_ == "nothing":
        raise IllegalMove("server-only", "/type", "nobody waits for this; just send no fulfilment")
    if not isinstance(type_, str) or type_ not in KEYS[kind]:
        raise IllegalMove("unknown-type", "/type", f"type must be one of {', '.join(KEYS[kind])}")
    required, extra = KEYS[kind][type_]
    for key in required:
        if key not in move:
            raise IllegalMove("missing", f"/{key}", f"{key} is missing")
    for key in move:
        if key not in ("type", *required, *extra):
            known = ", ".join(("type", *required, *extra))
            raise IllegalMove("unknown-key", "", f"a move of type {type_} has no keys but {known}")
    earned = 0
    for key in ("fulfil", "cards"):
        if key in move and not (type_ == "settle" and move[key] == []):
            earned = reward(_fulfilment(state, book, seat, move[key], key))
    if type_ in _CHECKS:
        _CHECKS[type_](state, book, seat, move, earned)


_TAKE = (("card",), ("assistant", "fulfil"))
_PLAIN = ((), ("fulfil",))
_OPEN = (("board",), ("fulfil",))
KEYS: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "open": {"open": _OPEN},
    "ask": {"take": _TAKE, "decline": _PLAIN},
    "harbour": {"take": _TAKE, "open": _OPEN, "end": _PLAIN},
    "last": {"take": _TAKE, "pass": _PLAIN},
    "fulfil": {"fulfil": (("cards",), ())},
    "final": {"settle": _PLAIN},
}
"""Kind of decision to type of move to (required keys, optional keys)."""


def _decision(name: str, kind: str, seat: int, *, optional: bool = False) -> Decision:
    return {"id": name, "kind": kind, "seats": [seat], "sealed": False, "optional": optional}


def _fulfilments(state: State, book: Book, seat: int) -> list[list[str]]:
    """Return the likely fulfilments, fewest contracts first, the richest among them."""
    means = means_of(state, book, seat)
    found = options(means, LISTED)
    richest = best(means)
    return [[card.id for card in cards] for cards in (found if richest in (*found, []) else [*found, richest])]


def _takes(state: State, book: Book, seat: int, fulfilments: list[list[str]]) -> Iterator[Move]:
    """Yield a move for each card the seat can pay, if need be by fulfilling first (T13)."""
    money: int = state["players"][seat]["money"]
    for offer in _reachable(state, book):
        if offer.assistant and not _has_assistant(state, book, seat):
            continue
        move: Move = {"type": "take", "card": offer.card.id}
        if offer.assistant:
            move["assistant"] = True
        if offer.card.cost <= money:
            yield move
            continue
        for cards in fulfilments:
            if money + reward(book.cards[card] for card in cards) >= offer.card.cost:
                yield {**move, "fulfil": cards}
                break


def _reachable(state: State, book: Book) -> list[Offer]:
    return [offer for board in within_reach(state, book) for offer in offers(state, book.cards, board)]


def _has_assistant(state: State, book: Book, seat: int) -> bool:
    return any(book.cards[card].kind == "assistant" for card in state["players"][seat]["hand"])


def _fulfilment(state: State, book: Book, seat: int, ids: Any, key: str) -> list[Card]:
    """Return the cards of a fulfilment; refuse what is not the seat's own and what fulfils nothing (D3)."""
    if not isinstance(ids, list) or not ids:
        raise IllegalMove("not-a-list", f"/{key}", f"{key} must be a list of own card ids, at least one")
    player = state["players"][seat]
    own = {*player["hand"], *player["ships"]}
    for number, one in enumerate(ids):
        if not isinstance(one, str) or one not in own:
            raise IllegalMove("not-yours", f"/{key}/{number}", "name cards of your own hand and your own ships")
        if one in ids[:number]:
            raise IllegalMove("twice", f"/{key}/{number}", "name each card once")
    cards = [book.cards[one] for one in ids]
    why = why_not(cards, traders_have_cards=applies("traders-have-cards", state))
    if why is not None:
        raise IllegalMove(why[0], f"/{key}", why[1])
    return cards


def _check_take(state: State, book: Book, seat: int, move: Move, earned: int) -> None:
    if "assistant" in move and move["assistant"] is not True:
        raise IllegalMove("not-true", "/assistant", "assistant is true or left out")
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


def _refuse_absent(state: State, card: Any) -> IllegalMove:
    for sign, board in state["boards"].items():
        if isinstance(card, str) and card in (*board["current"], *board["future"]):
            if board["opened"]:
                return IllegalMove("opened-before", "/card", f"board {sign} was opened earlier in this round")
            return IllegalMove("not-open", "/card", f"board {sign} is not the open one")
    return IllegalMove("not-there", "/card", "name a card that lies on the open board now")


def _check_open(state: State, book: Book, seat: int, move: Move, earned: int) -> None:
    board = move["board"]
    if not isinstance(board, str) or board not in state["boards"]:
        raise IllegalMove("no-board", "/board", f"board must be one of {', '.join(book.boards)}")
    if board not in openable(state, book):
        if state["boards"][board]["opened"]:
            raise IllegalMove(
                "opened-before", "/board", "this board was opened in this round already; open another one"
            )
        raise IllegalMove("empty", "/board", "nothing is left in this board's current supply; open another one")


def _check_end(state: State, book: Book, seat: int, move: Move, earned: int) -> None:
    boards = openable(state, book)
    if boards:
        message = f"somebody has no card yet: take one or open one of {', '.join(boards)}"
        raise IllegalMove("must-open", "/type", message)


_CHECKS: dict[str, Callable[[State, Book, int, Move, int], None]] = {
    "take": _check_take,
    "open": _check_open,
    "end": _check_end,
}
