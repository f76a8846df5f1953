"""The closing phase with cards (Schlussphase; B20-B22; D.8; E28-E32, E48): draw, search, exchange one.

A search pays first, then shows the pile to the seat alone, as *slips* in an order drawn in secret: the answer names a slip,
so that the public log of moves does not say where in the pile the card lay.
"""

from __future__ import annotations

from engine.anno_1701.rules import piles, stores
from engine.anno_1701.rules.payments import check_gold, check_under, push_under
from engine.anno_1701.rules.play import Play, Task
from engine.anno_1701.rules.settlement import level
from engine.contract import IllegalMove, Move

HAND = 3
SEARCH = 1
"""What looking through a pile costs."""


def permitted(play: Play, seat: int) -> list[str]:
    """Return the piles with cards from which the seat may draw, the highest numerals first (B22)."""
    highest = level(play.player(seat))
    names = [name for name, pile in play.state["piles"].items() if pile and int(name[0]) <= highest]
    return sorted(names, key=lambda name: (-int(name[0]), name))


def can_fill(play: Play, seat: int) -> bool:
    """Whether there is room in the hand and a pile to draw from."""
    return len(play.player(seat)["hand"]) < HAND and bool(permitted(play, seat))


def can_exchange(play: Play, seat: int) -> bool:
    """Whether a card can be exchanged: a pile is left, or the card pushed away makes one."""
    hand, highest = play.player(seat)["hand"], level(play.player(seat))
    numerals = [play.data.cards[card].stack for card in hand]
    return len(hand) == HAND and (bool(permitted(play, seat)) or any(one <= highest for one in numerals))


def offered(play: Play, seat: int) -> bool:
    """Whether the closing phase has anything to decide; known to everybody."""
    return play.player(seat)["ship"] > 0 or can_fill(play, seat) or can_exchange(play, seat)


def check(play: Play, seat: int, move: Move) -> None:
    """Raise IllegalMove unless the answer to ``close`` or ``cards`` is possible (the voyage is checked by itself)."""
    kind, must = move["type"], play.state["must_take"]
    if kind in ("fill", "finish"):
        if must:
            raise IllegalMove("must-take", "", "a card was put away; draw or search one")
        if kind == "fill" and not can_fill(play, seat):
            raise IllegalMove("cannot-fill", "", "the hand is full or no pile is left; finish instead")
    elif kind == "exchange":
        _check_exchange(play, seat, move)
    else:
        if not must and len(play.player(seat)["hand"]) >= HAND:
            raise IllegalMove("full-hand", "", "three cards are in the hand; exchange one or finish")
        if move["pile"] not in permitted(play, seat):
            names = ", ".join(permitted(play, seat)) or "none"
            raise IllegalMove("wrong-pile", "/pile", f"should be a pile that is permitted and has cards: {names}")
        if kind == "search":
            check_gold(play, seat, SEARCH, move, "")


def _check_exchange(play: Play, seat: int, move: Move) -> None:
    """Exactly three cards; the new card must be there to be taken."""
    hand = play.player(seat)["hand"]
    if len(hand) != HAND:
        raise IllegalMove("hand", "", "only who has exactly three cards may exchange one")
    check_under(play, seat, move)
    if not permitted(play, seat) and play.data.cards[hand[move["slot"]]].stack > level(play.player(seat)):
        raise IllegalMove("no-pile", "/slot", "no permitted pile would be left to take a card from")


def answer(play: Play, seat: int, move: Move) -> None:
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
        play.state["stage"] = {"fill": "fill", "finish": "end"}[move["type"]]


def go_on(play: Play, seat: int) -> None:
    """Ask for the next card, or end the turn when there is nothing left to decide."""
    if play.state["must_take"]:
        names = permitted(play, seat)
        if len(names) == 1 and stores.gold(play.player(seat)) <= SEARCH:
            _draw(play, seat, names[0], forced=True)
        else:
            play.ask("cards", seat)
    elif play.state["stage"] == "cards" and can_fill(play, seat):
        play.ask("cards", seat)
    else:
        play.state["stage"] = "end"


def fill(play: Play, seat: int) -> None:
    """Fill the hand from the highest permitted piles (the default of a missed deadline) and end the turn."""
    while can_fill(play, seat):
        _draw(play, seat, permitted(play, seat)[0])
    play.state["stage"] = "end"


def _draw(play: Play, seat: int, pile: str, *, forced: bool = False) -> None:
    _into_hand(play, seat, pile, 0, "drew", forced=forced)


def _search(play: Play, seat: int, pile: str) -> None:
    """Show a pile to the seat; of one card there is no choice (E31)."""
    cards = play.state["piles"][pile].split()
    play.tell("searches", seat=seat, pile=pile)
    play.tell("looked", to=[seat], seat=seat, pile=pile, cards=cards)
    if len(cards) == 1:
        _into_hand(play, seat, pile, 0, "found", forced=True)
        return
    label = f"search/t{play.state['turn']}/{play.number()}"
    play.ask("search", seat, pile=pile, slips=play.chance.shuffle(label, range(len(cards)), hidden=True))


def check_slip(task: Task, move: Move) -> None:
    """Raise IllegalMove unless there is such a slip."""
    if move["slip"] >= len(task["slips"]):
        raise IllegalMove("no-slip", "/slip", f"slips are numbered from 0 to {len(task['slips']) - 1}")


def take_slip(play: Play, task: Task, move: Move) -> None:
    """Take the card of a slip; the order of the others stays."""
    _into_hand(play, task["seat"], task["pile"], task["slips"][move["slip"]], "found")


def _into_hand(play: Play, seat: int, pile: str, at: int, how: str, *, forced: bool = False) -> None:
    card = piles.remove(play, pile, at)
    play.player(seat)["hand"].append(card)
    play.tell(how, seat=seat, pile=pile, forced=forced)
    play.tell("card", to=[seat], seat=seat, card=card)
    play.state["taken"] += 1
    if play.state["must_take"]:
        play.state["must_take"] = False
        play.state["stage"] = "end"
