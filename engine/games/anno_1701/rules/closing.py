"""The closing phase with cards (Schlussphase; B20-B22; D.8; E28-E32, E48): draw, search, exchange one.

A search is paid for first; then the pile is shown to that seat alone, as *slips* in an order drawn in secret. The answer
names a slip, so that the public log of moves does not say where in the pile the card lay.
"""

from typing import Literal

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.rules.payments import check_gold, check_under, push_under
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import level
from engine.games.anno_1701.types.events import CardEvent, DrewEvent, FoundEvent, LookedEvent, SearchesEvent
from engine.games.anno_1701.types.moves import DrawMove, EndMove, ExchangeMove, SearchMove, TakeSlipMove
from engine.games.anno_1701.types.state import SearchTask, Stage

CardsMove = DrawMove | SearchMove | ExchangeMove | EndMove
ENDS: dict[str, Stage] = {"fill": "fill", "finish": "end"}

HAND = 3
SEARCH = 1
"""Cost of looking through a pile, in gold."""


def permitted(play: Play, seat: int) -> list[str]:
    """Return the piles with cards from which the seat may draw, the highest numerals first (B22)."""
    highest = level(play.player(seat))
    names = [name for name, pile in play.state["piles"].items() if pile and int(name[0]) <= highest]
    return sorted(names, key=lambda name: (-int(name[0]), name))


def can_fill(play: Play, seat: int) -> bool:
    """Return whether the hand has room and there is a pile to draw from."""
    return len(play.player(seat)["hand"]) < HAND and bool(permitted(play, seat))


def can_exchange(play: Play, seat: int) -> bool:
    """Return whether a card can be exchanged: a permitted pile is left, or the card pushed away makes one."""
    hand, highest = play.player(seat)["hand"], level(play.player(seat))
    numerals = [play.data.cards[card].stack for card in hand]
    return len(hand) == HAND and (bool(permitted(play, seat)) or any(one <= highest for one in numerals))


def offered(play: Play, seat: int) -> bool:
    """Return whether the closing phase leaves anything to decide, judged by public information."""
    return play.player(seat)["ship"] > 0 or can_fill(play, seat) or can_exchange(play, seat)


def check(play: Play, seat: int, move: CardsMove) -> None:
    """Raise IllegalMove unless the answer to ``close`` or ``cards`` is possible (a voyage is checked elsewhere)."""
    match move["type"]:
        case "close" | "fill" | "finish":
            _check_end(play, seat, move)
        case "exchange":
            _check_exchange(play, seat, move)
        case "draw":
            _check_pile(play, seat, move["pile"])
        case "search":
            _check_pile(play, seat, move["pile"])
            check_gold(play, seat, SEARCH, move.get("gold"), "")


def _check_end(play: Play, seat: int, move: EndMove) -> None:
    if play.state["must_take"]:
        raise IllegalMove("must-take", "", "a card was put away; draw or search one")
    if move["type"] == "fill" and not can_fill(play, seat):
        raise IllegalMove("cannot-fill", "", "the hand is full or no pile is left; finish instead")


def _check_pile(play: Play, seat: int, pile: str) -> None:
    if not play.state["must_take"] and len(play.player(seat)["hand"]) >= HAND:
        raise IllegalMove("full-hand", "", "there are three cards in the hand; exchange one or finish")
    if pile not in permitted(play, seat):
        names = ", ".join(permitted(play, seat)) or "none"
        raise IllegalMove("wrong-pile", "/pile", f"should be a pile that is permitted and has cards: {names}")


def _check_exchange(play: Play, seat: int, move: ExchangeMove) -> None:
    """Raise IllegalMove unless there are exactly three cards in the hand and a new one can be taken."""
    hand = play.player(seat)["hand"]
    if len(hand) != HAND:
        raise IllegalMove("hand", "", "a card can be exchanged only from a hand of exactly three")
    check_under(play, seat, move)
    if not permitted(play, seat) and play.data.cards[hand[move["slot"]]].stack > level(play.player(seat)):
        raise IllegalMove("no-pile", "/slot", "no permitted pile would be left to take a card from")


def answer(play: Play, seat: int, move: CardsMove) -> None:
    """Carry out an answer to ``close`` or ``cards``."""
    play.state["stage"] = "cards"
    if move["type"] == "draw":
        _draw(play, seat, move["pile"])
    elif move["type"] == "search":
        stores.pay_gold(play.player(seat), SEARCH, move.get("gold"))
        _search(play, seat, move["pile"])
    elif move["type"] == "exchange":
        push_under(play, seat, move)
        play.state["must_take"] = True
    else:
        play.state["stage"] = ENDS[move["type"]]


def go_on(play: Play, seat: int) -> None:
    """Ask for the next card, or end the turn when nothing is left to decide."""
    if play.state["must_take"]:
        names = permitted(play, seat)
        if len(names) == 1 and stores.gold(play.player(seat)) <= SEARCH:
            _draw(play, seat, names[0], forced=True)
        else:
            play.ask_plainly("cards", seat)
    elif play.state["stage"] == "cards" and can_fill(play, seat):
        play.ask_plainly("cards", seat)
    else:
        play.state["stage"] = "end"


def fill(play: Play, seat: int) -> None:
    """Fill the hand from the highest permitted piles (the default after a missed deadline) and end the turn."""
    while can_fill(play, seat):
        _draw(play, seat, permitted(play, seat)[0])
    play.state["stage"] = "end"


def _draw(play: Play, seat: int, pile: str, *, forced: bool = False) -> None:
    _into_hand(play, seat, pile, 0, "drew", forced=forced)


def _search(play: Play, seat: int, pile: str) -> None:
    """Show a pile to the seat; with a single card there is no choice (E31)."""
    cards = play.state["piles"][pile].split()
    play.tell(SearchesEvent(type="searches", seat=seat, pile=pile))
    play.tell(LookedEvent(type="looked", seat=seat, pile=pile, cards=cards, to=[seat]))
    if len(cards) == 1:
        _into_hand(play, seat, pile, 0, "found", forced=True)
        return
    label = f"search/t{play.state['turn']}/{play.number()}"
    slips: list[int] = play.chance.shuffle(label, range(len(cards)), hidden=True)
    play.ask(SearchTask(id=play.decision("search"), kind="search", seat=seat, pile=pile, slips=slips))


def check_slip(task: SearchTask, move: TakeSlipMove) -> None:
    """Raise IllegalMove unless there is such a slip."""
    if move["slip"] >= len(task["slips"]):
        raise IllegalMove("no-slip", "/slip", f"slips are numbered from 0 to {len(task['slips']) - 1}")


def take_slip(play: Play, task: SearchTask, move: TakeSlipMove) -> None:
    """Take the card of a slip; the order of the others stays."""
    _into_hand(play, task["seat"], task["pile"], task["slips"][move["slip"]], "found")


def _into_hand(
    play: Play, seat: int, pile: str, at: int, how: Literal["drew", "found"], *, forced: bool = False
) -> None:
    card = stores.remove(play, pile, at)
    play.player(seat)["hand"].append(card)
    if how == "drew":
        play.tell(DrewEvent(type="drew", seat=seat, pile=pile, forced=forced))
    else:
        play.tell(FoundEvent(type="found", seat=seat, pile=pile, forced=forced))
    play.tell(CardEvent(type="card", seat=seat, card=card, to=[seat]))
    play.state["taken"] += 1
    if play.state["must_take"]:
        play.state["must_take"] = False
        play.state["stage"] = "end"
