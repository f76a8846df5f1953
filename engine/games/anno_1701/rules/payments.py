"""Gains and losses that several actions share: goods and gold to be paid, cards in the hand, piles to push a card under.

Some goods are the player's choice (guild house, pirate hunt, prizes, fire, discontent). A choice with one answer is made at
once and reported as forced (errata); nobody is asked which of two landscapes is meant.
"""

from collections import Counter
from collections.abc import Sequence

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS, LUXURY
from engine.games.anno_1701.types.cards import Card
from engine.games.anno_1701.types.events import (
    GainedEvent,
    GainReason,
    GaveUpEvent,
    LapsedEvent,
    LossReason,
    PushedEvent,
    PushedUnderEvent,
)
from engine.games.anno_1701.types.moves import ExchangeMove, LodgeMove, Named, TakeGoodMove
from engine.games.anno_1701.types.state import GainKind, GainTask, LossKind, LossTask, Player


def open_goods(play: Play, seat: int, goods: str) -> list[str]:
    """Return which of the goods a seat still has room for."""
    player = play.player(seat)
    return [good for good in goods if stores.room(play.data, player, good) > 0]


def gain(play: Play, seat: int, token: str, why: GainReason, *, forced: bool = False) -> None:
    """Put one good into its store; it lapses if there is no room."""
    spot = stores.put(play.data, play.player(seat), token)
    if spot is None:
        play.tell(LapsedEvent(type="lapsed", seat=seat, why=why))
    else:
        good = stores.good_of(play.data, play.player(seat), token) or token
        play.tell(GainedEvent(type="gained", seat=seat, good=good, land=spot, why=why, forced=forced))


def let_choose(play: Play, kind: GainKind, seat: int, goods: str, left: int = 1) -> None:
    """Let a seat choose ``left`` goods one after the other; ask only while there is a choice."""
    while left:
        free = open_goods(play, seat, goods)
        if len(free) > 1:
            play.ask(GainTask(id=play.decision(kind), kind=kind, seat=seat, goods=goods, left=left))
            return
        if not free:
            play.tell(LapsedEvent(type="lapsed", seat=seat, why=kind))
            return
        gain(play, seat, free[0], kind, forced=True)
        left -= 1


def check_token(play: Play, seat: int, token: str, goods: Sequence[str], pointer: str) -> None:
    """Raise IllegalMove unless one good of the token may be taken and there is room for it."""
    player = play.player(seat)
    good = token if token in player["luxury"] else stores.good_of(play.data, player, token)
    if good is None or good not in goods:
        raise IllegalMove("not-offered", pointer, f"should be one of {', '.join(goods)}, or an own landscape of them")
    free = stores.room(play.data, player, good) if good == token else stores.target(play.data, player, token)
    if not free:
        raise IllegalMove("no-room", pointer, "there is no room for it; choose another good or landscape")


def let_give(play: Play, kind: LossKind, seat: int, n: int) -> None:
    """Let a seat give up ``n`` landscape goods, or all it has if that is fewer (E53, E54)."""
    player = play.player(seat)
    n = min(n, stores.stock(player))
    if n == 0:
        return
    kinds = [good for good, there in stores.amounts(play.data, player).items() if there]
    if n == stores.stock(player) or len(kinds) == 1:
        goods = [good for good, there in stores.amounts(play.data, player).items() for _ in range(there)]
        give(play, seat, goods[:n], kind, forced=True)
    else:
        play.ask(LossTask(id=play.decision(kind), kind=kind, seat=seat, count=n))


def check_give(play: Play, seat: int, n: int, tokens: Sequence[str]) -> None:
    """Raise IllegalMove unless exactly ``n`` goods are given up, and the seat has them."""
    if len(tokens) != n:
        raise IllegalMove("wrong-number", "/goods", f"give up exactly {n} goods")
    check_there(play, play.player(seat), tokens, "/goods")


def check_there(play: Play, player: Player, tokens: Sequence[str], pointer: str) -> None:
    """Raise IllegalMove unless the seat has all goods of the tokens."""
    copy: Player = {**player, "land": player["land"].copy()}
    for i, token in enumerate(tokens):
        if stores.take(play.data, copy, [token]) is None:
            raise IllegalMove("not-there", f"{pointer}/{i}", "there is no such good left; see the view's landscapes")


def give(play: Play, seat: int, tokens: Sequence[str], why: LossReason, *, forced: bool = False) -> None:
    """Take goods from a seat that is known to have them."""
    player = play.player(seat)
    goods = "".join(stores.good_of(play.data, player, token) or token for token in tokens)
    stores.take(play.data, player, tokens)
    play.tell(GaveUpEvent(type="gave-up", seat=seat, goods=goods, why=why, forced=forced))


def answer_gain(play: Play, task: GainTask, move: TakeGoodMove) -> None:
    """Carry out the choice of a good, and continue with the remaining choices."""
    gain(play, task["seat"], move["good"], task["kind"])
    let_choose(play, task["kind"], task["seat"], task["goods"], task["left"] - 1)


def check_gold(play: Play, seat: int, n: int, split: Sequence[int] | None, pointer: str) -> None:
    """Raise IllegalMove unless ``n`` gold can be paid voluntarily: one must be left (B17, E10).

    ``split`` is how much comes from the left and from the right village centre, if the move says so.
    """
    player = play.player(seat)
    if stores.gold(player) - n < 1:
        raise IllegalMove("last-gold", pointer, f"this costs {n} gold, and one gold must be left; see the view's gold")
    if split is not None and (
        sum(split) != n or any(part > there for part, there in zip(split, player["gold"], strict=True))
    ):
        raise IllegalMove(
            "bad-split", "/gold", f"should sum to {n} and take from each village centre no more than it has"
        )


def check_cost(play: Play, seat: int, cost: str, spots: Sequence[str] | None) -> None:
    """Raise IllegalMove unless a cost in goods can be paid, from the landscapes ``spots`` if the move names them."""
    player = play.player(seat)
    if not stores.has(play.data, player, cost):
        raise IllegalMove("cannot-pay", "", f"this costs {cost}; see the view's goods")
    if spots is not None:
        check_spots(play, seat, "".join(good for good in cost if good not in LUXURY), spots)


def check_spots(play: Play, seat: int, goods: str, spots: Sequence[str]) -> None:
    """Raise IllegalMove unless the landscapes named hold exactly these goods."""
    player = play.player(seat)
    named = [stores.good_of(play.data, player, spot) for spot in spots]
    if None in named or Counter(one or "" for one in named) != Counter(goods):
        raise IllegalMove("bad-allocation", "/pay", f"should name landscapes that pay exactly {goods}")
    check_there(play, player, spots, "/pay")


def check_named(play: Play, seat: int, gives: str, gets: str, move: Named) -> None:
    """Raise IllegalMove unless the landscapes and centres a seat names for a trade can pay and take what is traded."""
    player = play.player(seat)
    if "pay" in move:
        check_spots(play, seat, "".join(tokens_of(gives)), move["pay"])
    if "gold" in move and (
        sum(move["gold"]) != gives.count("G")
        or any(part > there for part, there in zip(move["gold"], player["gold"], strict=True))
    ):
        raise IllegalMove(
            "bad-split", "/gold", f"should sum to {gives.count('G')}, and take from each centre no more than it has"
        )
    if "store" in move:
        _check_store(play, seat, tokens_of(gets), move["store"])
    if "into" in move and (
        sum(move["into"]) != gets.count("G")
        or any(part + there > stores.CENTRE for part, there in zip(move["into"], player["gold"], strict=True))
    ):
        raise IllegalMove(
            "bad-split",
            "/into",
            f"should sum to {gets.count('G')}, and put into each centre no more than it has room for",
        )


def _check_store(play: Play, seat: int, goods: Sequence[str], spots: Sequence[str]) -> None:
    player = play.player(seat)
    named = [stores.good_of(play.data, player, spot) or "" for spot in spots]
    room = all(player["land"].get(spot, stores.FULL) + n <= stores.FULL for spot, n in Counter(spots).items())
    if Counter(named) != Counter(goods) or not room:
        raise IllegalMove("bad-allocation", "/store", "should name own landscapes with room for exactly these goods")


def in_hand(play: Play, seat: int, card: str) -> Card:
    """Return a card of the seat's own hand; :raises IllegalMove: for any other card, known or not."""
    if card not in play.player(seat)["hand"]:
        raise IllegalMove("not-in-hand", "/card", "should be the id of a card in the own hand")
    return play.data.cards[card]


def check_under(play: Play, seat: int, move: LodgeMove | ExchangeMove) -> None:
    """Raise IllegalMove unless the card at ``slot`` may be pushed under pile ``under`` (B21, errata)."""
    hand = play.player(seat)["hand"]
    if move["slot"] >= len(hand):
        raise IllegalMove("no-card", "/slot", f"there are {len(hand)} cards in the hand, counted from 0")
    numeral = play.data.cards[hand[move["slot"]]].stack
    left = [name for name, pile in play.state["piles"].items() if name[0] == str(numeral) and pile]
    places = left or [f"{numeral}a"]
    if move["under"] not in places:
        raise IllegalMove("wrong-pile", "/under", f"a card of this numeral goes under {' or '.join(places)}")


def push_under(play: Play, seat: int, move: LodgeMove | ExchangeMove) -> None:
    """Push the card at ``slot`` under a pile; everybody sees which pile, nobody else which card (D.11)."""
    card = play.player(seat)["hand"].pop(move["slot"])
    stores.push(play, move["under"], card)
    play.tell(PushedUnderEvent(type="pushed-under", seat=seat, pile=move["under"]))
    play.tell(PushedEvent(type="pushed", seat=seat, card=card, to=[seat]))


def tokens_of(goods: str) -> list[str]:
    """Return the landscape goods of a list of letters, without gold."""
    return [letter for letter in goods if letter in LANDSCAPE_GOODS]
