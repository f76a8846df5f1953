"""Trading with the other player (B53; D.7; E37-E39): offer, answer, counter-offer, withdrawal.

An offer names goods as letters with ``G`` for gold, ``ZZG``. It must be possible for both sides when it is made; only then
is the other player asked. The active player may withdraw while it is unanswered and does nothing else meanwhile. After
``OFFERS`` offers in one turn no more can be made, so that a turn ends.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.rules.payments import check_named, tokens_of
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.types.events import (
    CounteredEvent,
    ExchangedEvent,
    OfferedEvent,
    RejectedEvent,
    WithdrawnEvent,
)
from engine.games.anno_1701.types.moves import AcceptMove, CounterMove, Named, OfferMove, RejectMove, Reply
from engine.games.anno_1701.types.state import OfferTask, PlainTask

OFFERS = 8


def check_offer(play: Play, seat: int, move: OfferMove) -> None:
    """Raise IllegalMove unless the active player may make this offer."""
    if play.state["offers"] >= OFFERS:
        raise IllegalMove("too-many-offers", "", f"no more than {OFFERS} offers can be made in a turn")
    check_exchange(play, seat, move["give"], move["take"])
    check_named(play, seat, move["give"], move["take"], move)


def check_exchange(play: Play, seat: int, give: str, take: str) -> None:
    """Raise IllegalMove unless both sides have what they give, keep a gold, and have room for what they get."""
    if set(give) & set(take):
        raise IllegalMove("same", "/take", "the same cannot be given and taken")
    for giver, goods, pointer in ((seat, give, "/give"), (1 - seat, take, "/take")):
        _check_half(play, giver, goods, pointer)


def single_offers(play: Play, seat: int) -> Iterator[OfferMove]:
    """Yield the offers of one good or gold for one other that :func:`check_offer` accepts."""
    if play.state["offers"] >= OFFERS:
        return
    mine, theirs = _tradable(play, seat), _tradable(play, 1 - seat)
    for give in mine:
        for take in theirs:
            if take != give:
                yield {"type": "offer", "give": give, "take": take}


def _tradable(play: Play, giver: int) -> list[str]:
    """Return what a seat can give and the other has room for."""
    there, taker = spare(play, giver), play.player(1 - giver)
    return [letter for letter, n in there.items() if n > 0 and stores.room(play.data, taker, letter)]


def spare(play: Play, seat: int) -> dict[str, int]:
    """Return what a seat can give: its landscape goods, and all but one of its gold."""
    player = play.player(seat)
    return stores.amounts(play.data, player) | {"G": stores.gold(player) - 1}


def _check_half(play: Play, giver: int, goods: str, pointer: str) -> None:
    there, taker = spare(play, giver), play.player(1 - giver)
    for letter, n in Counter(goods).items():
        if there[letter] < n:
            raise IllegalMove("not-there", pointer, f"no more than {max(there[letter], 0)} of {letter} can be given")
        if stores.room(play.data, taker, letter) < n:
            raise IllegalMove("no-room", pointer, f"there is no room for {n} of {letter} on the other side")


def offer(play: Play, seat: int, move: OfferMove) -> None:
    """Ask the other player; the active one may withdraw."""
    play.state["offers"] += 1
    play.tell(OfferedEvent(type="offered", seat=seat, give=move["give"], take=move["take"]))
    _ask(play, "offer", 1 - seat, move)
    play.ask_plainly("withdraw", seat)


def _ask(play: Play, kind: Literal["offer", "counter"], seat: int, move: OfferMove | CounterMove) -> None:
    """Ask a seat about an offer; what its maker names for their own side is kept until it is answered."""
    task = OfferTask(id=play.decision(kind), kind=kind, seat=seat, give=move["give"], take=move["take"])
    named = _named(move)
    if named:
        task["named"] = named
    play.ask(task)


def check_answer(play: Play, task: OfferTask, move: Reply) -> None:
    """Raise IllegalMove unless a counter-offer, or what an acceptance names, is possible; rejecting always is."""
    if move["type"] == "counter":
        check_exchange(play, task["seat"], move["give"], move["take"])
        check_named(play, task["seat"], move["give"], move["take"], move)
    elif move["type"] == "accept":
        check_named(play, task["seat"], task["take"], task["give"], move)


def _named(move: Named) -> Named:
    """Return the landscapes and centres that a move names."""
    named: Named = {}
    if "pay" in move:
        named["pay"] = move["pay"]
    if "store" in move:
        named["store"] = move["store"]
    if "gold" in move:
        named["gold"] = move["gold"]
    if "into" in move:
        named["into"] = move["into"]
    return named


def answer(play: Play, task: OfferTask, move: Reply) -> None:
    """Carry out the answer to an offer; ``give`` and ``take`` of a counter-offer are seen from its maker's side."""
    seat = task["seat"]
    play.state["due"] = []
    if move["type"] == "accept":
        _exchange(play, task, move)
    elif move["type"] == "reject":
        play.tell(RejectedEvent(type="rejected", seat=seat))
        play.note("rejected")
    else:
        play.tell(CounteredEvent(type="countered", seat=seat, give=move["give"], take=move["take"]))
        _ask(play, "counter", 1 - seat, move)


def answer_counter(play: Play, task: OfferTask, move: AcceptMove | RejectMove) -> None:
    """Carry out the active player's answer to a counter-offer."""
    if move["type"] == "accept":
        _exchange(play, task, move)
    else:
        play.tell(RejectedEvent(type="rejected", seat=task["seat"]))
        play.note("rejected")


def withdraw(play: Play, task: PlainTask) -> None:
    """Take the offer back."""
    play.state["due"] = []
    play.tell(WithdrawnEvent(type="withdrawn", seat=task["seat"]))
    play.note("withdrawn")


def _exchange(play: Play, task: OfferTask, accepted: AcceptMove) -> None:
    """Move both halves at once; they were possible when offered and nothing has changed since."""
    giver, give, take = 1 - task["seat"], task["give"], task["take"]
    offered: Named = task.get("named", {})
    halves: tuple[tuple[int, str, str, Named], ...] = ((giver, give, take, offered), (1 - giver, take, give, accepted))
    for seat, gives, _, named in halves:
        stores.take(play.data, play.player(seat), named.get("pay", tokens_of(gives)))
        stores.pay_gold(play.player(seat), gives.count("G"), named.get("gold"))
    for seat, _, gets, named in halves:
        for good in named.get("store", tokens_of(gets)):
            stores.put(play.data, play.player(seat), good)
        stores.gain_gold(play.player(seat), gets.count("G"), named.get("into"))
    play.tell(ExchangedEvent(type="exchanged", seat=giver, give=give, take=take))
    play.note("accepted")
