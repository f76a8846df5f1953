"""Goods a player chooses: gains of choice and losses of choice (guild house, pirate hunt, prizes, fire, discontent).

A choice with one answer is made at once and reported as forced (errata); nobody is asked which of two landscapes is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.types.events import GainedEvent, GainReason, GaveUpEvent, LapsedEvent, LossReason
from engine.games.anno_1701.types.moves import TakeGoodMove
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
    """Carry out the choice of a good, and go on with the choices that are left."""
    gain(play, task["seat"], move["good"], task["kind"])
    let_choose(play, task["kind"], task["seat"], task["goods"], task["left"] - 1)
