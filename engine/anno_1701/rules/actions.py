"""The action phase (Aktionsphase; B49, B53; D.5): one check and one deed for each action.

Offers are in :mod:`engine.anno_1701.rules.trading`, attacks in :mod:`engine.anno_1701.rules.attacks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.anno_1701.rules import attacks, played, stores, trading
from engine.anno_1701.rules.dice import SOUND
from engine.anno_1701.rules.ending import check_win
from engine.anno_1701.rules.giving import check_token, gain
from engine.anno_1701.rules.payments import check_cost, check_gold, check_spots, check_under, in_hand, push_under
from engine.anno_1701.rules.play import Play
from engine.anno_1701.rules.settlement import SITES, update_powers
from engine.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.contract import IllegalMove, Move

BANK_RATE = 3


def check(play: Play, seat: int, move: Move) -> None:
    """Raise IllegalMove unless the action is possible now."""
    _CHECKS.get(move["type"], _anything)(play, seat, move)


def act(play: Play, seat: int, move: Move) -> None:
    """Carry an action out; remember what its turn may still ask for: entries of a list, and what will be noted."""
    kept = ("step", "give", "take") if move["type"] == "offer" else ("step",)
    if "step" in move or _is_noted(play, move):
        known: Move = {key: move[key] for key in kept if key in move} | played.remembered(play, move)
        play.state["acts"].append({"type": move["type"], "result": "done", **known})
    _DEEDS[move["type"]](play, seat, move)


def _is_noted(play: Play, move: Move) -> bool:
    """Whether somebody's answer will say how the action went: an offer or an attack."""
    return move["type"] == "offer" or (move["type"] == "play" and play.data.cards[move["card"]].against)


def _anything(play: Play, seat: int, move: Move) -> None:
    """Ending the actions is always possible."""


def _check_build(play: Play, seat: int, move: Move) -> None:
    player, card = play.player(seat), in_hand(play, seat, move["card"])
    if not card.building:
        raise IllegalMove("no-building", "/card", "this is an action card; play it instead")
    if len(player["buildings"]) >= SITES:
        raise IllegalMove("no-site", "", f"all {SITES} building sites are taken")
    same = sum(play.data.cards[one].kind == card.kind for one in player["buildings"])
    if card.limit is not None and same >= card.limit:
        raise IllegalMove("limit", "/card", f"no more than {card.limit} of this building may stand")
    check_cost(play, seat, card.cost, move)


def _build(play: Play, seat: int, move: Move) -> None:
    """Pay, lay the building out, take its gold, see who has the powers."""
    player, card = play.player(seat), play.data.cards[move["card"]]
    stores.pay(play.data, player, card.cost, move.get("pay"))
    player["hand"].remove(card.id)
    player["buildings"].append(card.id)
    play.tell("built", seat=seat, card=card.id, gold=stores.gain_gold(player, card.gold))
    update_powers(play)


def _check_upgrade(play: Play, seat: int, move: Move) -> None:
    step = play.player(seat)["residents"][move["resident"]]
    if step == 3:
        raise IllegalMove("merchant", "/resident", "a merchant cannot be upgraded further")
    if play.state["supply"][step] == 0:
        raise IllegalMove("supply", "/resident", "no card of this inhabitant is left in the supply")
    check_cost(play, seat, play.data.residents[step].cost, move)


def _upgrade(play: Play, seat: int, move: Move) -> None:
    player = play.player(seat)
    step = player["residents"][move["resident"]]
    stores.pay(play.data, player, play.data.residents[step].cost, move.get("pay"))
    player["residents"][move["resident"]] += 1
    play.state["supply"][step] -= 1
    play.tell("upgraded", seat=seat, resident=move["resident"], level=play.data.residents[step].id)
    check_win(play, seat)


def _check_repair(play: Play, seat: int, move: Move) -> None:
    if play.player(seat)["ship"] >= SOUND:
        raise IllegalMove("sound", "", "the ship is sound")
    check_cost(play, seat, "H", move)


def _repair(play: Play, seat: int, move: Move) -> None:
    player = play.player(seat)
    stores.pay(play.data, player, "H")
    player["ship"] += 1
    play.tell("repaired", seat=seat, ship=player["ship"])


def bank_trades(play: Play, seat: int) -> Iterator[Move]:
    """Yield the bank trades that :func:`check` lets pass."""
    there = trading.spare(play, seat)
    gives = [good for good, n in there.items() if n >= BANK_RATE]
    takes = [good for good in there if stores.room(play.data, play.player(seat), good)] if gives else []
    yield from ({"type": "bank", "give": give, "take": take} for give in gives for take in takes if give != take)


def _check_bank(play: Play, seat: int, move: Move) -> None:
    """Three equal for one other (E11, E12, E13)."""
    give, take, player = move["give"], move["take"], play.player(seat)
    takes = "G" if take == "G" else stores.good_of(play.data, player, take)
    if takes == give:
        raise IllegalMove("same", "/take", "should be something else than is given")
    if give == "G":
        check_gold(play, seat, BANK_RATE, move, "/give")
    elif stores.amounts(play.data, player)[give] < BANK_RATE:
        raise IllegalMove("cannot-pay", "/give", f"{BANK_RATE} of this are needed")
    if "pay" in move:
        check_spots(play, seat, "" if give == "G" else give * BANK_RATE, move["pay"])
    if "gold" in move and give != "G":
        raise IllegalMove("bad-split", "/gold", "is only for trades in which gold is given")
    if take == "G":
        if stores.room_for_gold(player) == 0:
            raise IllegalMove("no-room", "/take", "both village centres are full")
    else:
        check_token(play, seat, take, LANDSCAPE_GOODS, "/take")


def _bank(play: Play, seat: int, move: Move) -> None:
    player = play.player(seat)
    if move["give"] == "G":
        stores.pay_gold(player, BANK_RATE, move.get("gold"))
    else:
        stores.take(play.data, player, move.get("pay", move["give"] * BANK_RATE))
    if move["take"] == "G":
        stores.gain_gold(player, 1)
        land = None
    else:
        land = stores.put(play.data, player, move["take"])
    good = "G" if land is None else stores.good_of(play.data, player, land)
    play.tell("bank", seat=seat, give=move["give"], take=good, land=land)


def _check_dock(play: Play, seat: int, move: Move) -> None:
    """The landing stage moves a good between any two own landscapes (E20, E21)."""
    player = play.player(seat)
    if play.state["dock"] < 1:
        raise IllegalMove("not-rolled", "", "no landing stage of yours was rolled this turn, or it has been used")
    for key in ("from", "to"):
        if move[key] not in player["land"]:
            raise IllegalMove("no-landscape", f"/{key}", f"should be one of {', '.join(player['land'])}")
    if move["from"] == move["to"]:
        raise IllegalMove("same", "/to", "should be another landscape")
    if player["land"][move["from"]] == 0:
        raise IllegalMove("not-there", "/from", "nothing lies on this landscape")
    if player["land"][move["to"]] == stores.FULL:
        raise IllegalMove("no-room", "/to", "this landscape is full")


def _dock(play: Play, seat: int, move: Move) -> None:
    player = play.player(seat)
    play.state["dock"] -= 1
    player["land"][move["from"]] -= 1
    player["land"][move["to"]] += 1
    play.tell("docked", seat=seat, land=move["from"], to_land=move["to"])


def _check_own_lodge(play: Play, seat: int, move: Move) -> None:
    if play.state["lodge"] < 1:
        raise IllegalMove("not-rolled", "", "no lodge of yours was rolled this turn, or it has been used")
    check_lodge(play, seat, move)


def _own_lodge(play: Play, seat: int, move: Move) -> None:
    play.state["lodge"] -= 1
    use_lodge(play, seat, move)


def check_lodge(play: Play, seat: int, move: Move) -> None:
    """Raise IllegalMove unless a hand card can be changed for the top of the discard (B47, E18, E19)."""
    if not play.state["discard"]:
        raise IllegalMove("no-discard", "", "the discard is empty")
    check_under(play, seat, move)


def use_lodge(play: Play, seat: int, move: Move) -> None:
    """Push a hand card under a pile of its numeral and take the top action card of the discard."""
    push_under(play, seat, move)
    card = play.state["discard"].pop()
    play.player(seat)["hand"].append(card)
    play.tell("fetched", seat=seat, card=card)


def _check_play(play: Play, seat: int, move: Move) -> None:
    card = in_hand(play, seat, move["card"])
    if card.building:
        raise IllegalMove("no-action", "/card", "this is a building; build it instead")
    if card.op == "ship_bonus":
        raise IllegalMove("voyage-only", "/card", "this card is played at the start of a voyage")
    for key, op in (("landscape", "empty_landscape"), ("centre", "centre_loses_gold")):
        if (key in move) != (card.op == op):
            problem = "this card needs a target" if card.op == op else "this card has no such target"
            raise IllegalMove("target", f"/{key}" if key in move else "", f"{problem} ({key})")
    if card.against:
        attacks.check(play, seat, card, move)
    elif card.op == "gain_goods" and stores.room(play.data, play.player(seat), card.good) == 0:
        raise IllegalMove("no-effect", "/card", "there is no room for what it brings")
    elif card.op == "gain_gold" and stores.room_for_gold(play.player(seat)) == 0:
        raise IllegalMove("no-effect", "/card", "both village centres are full")


def _play(play: Play, seat: int, move: Move) -> None:
    """Play an action card: an attack may be answered by a theatre, anything else happens at once (E33)."""
    player, card = play.player(seat), play.data.cards[move["card"]]
    player["hand"].remove(card.id)
    play.tell("played", seat=seat, card=card.id, **{key: move[key] for key in ("landscape", "centre") if key in move})
    if card.against:
        attacks.announce(play, seat, card, move)
        return
    if card.op == "gain_gold":
        play.tell("got-gold", seat=seat, gold=stores.gain_gold(player, card.n))
    else:
        for _ in range(min(card.n, stores.room(play.data, player, card.good))):
            gain(play, seat, card.good, "card", forced=True)
    play.state["discard"].append(card.id)


def _end_actions(play: Play, seat: int, move: Move) -> None:
    """Go on to the closing phase in the way named."""
    play.state["stage"] = {"close": "close", "fill": "fill", "finish": "end"}[move["type"]]


_CHECKS: dict[str, Callable[[Play, int, Move], None]] = {
    "build": _check_build,
    "upgrade": _check_upgrade,
    "repair": _check_repair,
    "play": _check_play,
    "bank": _check_bank,
    "offer": trading.check_offer,
    "dock": _check_dock,
    "lodge": _check_own_lodge,
}
_DEEDS: dict[str, Callable[[Play, int, Move], None]] = {
    "build": _build,
    "upgrade": _upgrade,
    "repair": _repair,
    "play": _play,
    "bank": _bank,
    "offer": trading.offer,
    "dock": _dock,
    "lodge": _own_lodge,
    "close": _end_actions,
    "fill": _end_actions,
    "finish": _end_actions,
}
