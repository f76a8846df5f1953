"""The action phase (Aktionsphase; B49, B53; D.5): for each action, one function checks it and one carries it out.

Offers are in :mod:`engine.games.anno_1701.rules.trading`, attacks in :mod:`engine.games.anno_1701.rules.attacks`.
"""

from collections.abc import Iterator
from typing import Literal

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import attacks, stores, trading
from engine.games.anno_1701.rules import play as played
from engine.games.anno_1701.rules.dice import SOUND
from engine.games.anno_1701.rules.payments import (
    check_cost,
    check_gold,
    check_spots,
    check_token,
    check_under,
    gain,
    in_hand,
    push_under,
)
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import SITES, check_win, update_powers
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.games.anno_1701.types.events import (
    BankEvent,
    BuiltEvent,
    DockedEvent,
    FetchedEvent,
    GotGoldEvent,
    PlayedEvent,
    RepairedEvent,
    UpgradedEvent,
)
from engine.games.anno_1701.types.moves import (
    Action,
    BankMove,
    BuildMove,
    DockMove,
    EndMove,
    LodgeMove,
    PlayMove,
    UpgradeMove,
)
from engine.games.anno_1701.types.state import Act, Stage

BANK_RATE = 3


ENDS: dict[str, Stage] = {"close": "close", "fill": "fill", "finish": "end"}
"""The stage to which each end of the action phase leads."""


def check(play: Play, seat: int, move: Action) -> None:
    """Raise IllegalMove unless the action is possible now; ending the action phase always is."""
    match move["type"]:
        case "build":
            _check_build(play, seat, move)
        case "upgrade":
            _check_upgrade(play, seat, move)
        case "repair":
            _check_repair(play, seat)
        case "play":
            _check_play(play, seat, move)
        case "bank":
            _check_bank(play, seat, move)
        case "offer":
            trading.check_offer(play, seat, move)
        case "dock":
            _check_dock(play, seat, move)
        case "lodge":
            _check_own_lodge(play, seat, move)


def act(play: Play, seat: int, move: Action) -> None:
    """Carry out an action; remember what the rest of the turn may ask for: list entries, and results still to be noted."""
    if "step" in move or _is_noted(play, move):
        play.state["acts"].append(_remembered(play, move))
    match move["type"]:
        case "build":
            _build(play, seat, move)
        case "upgrade":
            _upgrade(play, seat, move)
        case "repair":
            _repair(play, seat)
        case "play":
            _play(play, seat, move)
        case "bank":
            _bank(play, seat, move)
        case "offer":
            trading.offer(play, seat, move)
        case "dock":
            _dock(play, seat, move)
        case "lodge":
            _own_lodge(play, seat, move)
        case "close" | "fill" | "finish":
            _end_actions(play, move)


def _remembered(play: Play, move: Action) -> Act:
    known: Act = {"type": move["type"], "result": "done"}
    if "step" in move:
        known["step"] = move["step"]
    if move["type"] == "offer":
        known["give"], known["take"] = move["give"], move["take"]
    played.remember(play, known, move)
    return known


def _is_noted(play: Play, move: Action) -> bool:
    """Return whether the result of an action depends on another player's answer, as for offers and attacks."""
    return move["type"] == "offer" or (move["type"] == "play" and play.data.cards[move["card"]].against)


def _check_build(play: Play, seat: int, move: BuildMove) -> None:
    player, card = play.player(seat), in_hand(play, seat, move["card"])
    if not card.building:
        raise IllegalMove("no-building", "/card", "this is an action card; play it instead")
    if len(player["buildings"]) >= SITES:
        raise IllegalMove("no-site", "", f"all {SITES} building sites are taken")
    same = sum(play.data.cards[one].kind == card.kind for one in player["buildings"])
    if card.limit is not None and same >= card.limit:
        raise IllegalMove("limit", "/card", f"no more than {card.limit} of this building may stand")
    check_cost(play, seat, card.cost, move.get("pay"))


def _build(play: Play, seat: int, move: BuildMove) -> None:
    """Pay, lay out the building, take its gold, update the powers."""
    player, card = play.player(seat), play.data.cards[move["card"]]
    stores.pay(play.data, player, card.cost, move.get("pay"))
    player["hand"].remove(card.id)
    player["buildings"].append(card.id)
    gold = stores.gain_gold(player, card.gold)
    play.tell(BuiltEvent(type="built", seat=seat, card=card.id, gold=gold))
    update_powers(play)


def _check_upgrade(play: Play, seat: int, move: UpgradeMove) -> None:
    step = play.player(seat)["residents"][move["resident"]]
    if step == 3:
        raise IllegalMove("merchant", "/resident", "a merchant cannot be upgraded further")
    if play.state["supply"][step] == 0:
        raise IllegalMove("supply", "/resident", "no card of this inhabitant is left in the supply")
    check_cost(play, seat, play.data.residents[step].cost, move.get("pay"))


def _upgrade(play: Play, seat: int, move: UpgradeMove) -> None:
    player = play.player(seat)
    step = player["residents"][move["resident"]]
    stores.pay(play.data, player, play.data.residents[step].cost, move.get("pay"))
    player["residents"][move["resident"]] += 1
    play.state["supply"][step] -= 1
    level = play.data.residents[step].id
    play.tell(UpgradedEvent(type="upgraded", seat=seat, resident=move["resident"], level=level))
    check_win(play, seat)


def _check_repair(play: Play, seat: int) -> None:
    if play.player(seat)["ship"] >= SOUND:
        raise IllegalMove("sound", "", "the ship is sound already")
    check_cost(play, seat, "H", None)


def _repair(play: Play, seat: int) -> None:
    player = play.player(seat)
    stores.pay(play.data, player, "H")
    player["ship"] += 1
    play.tell(RepairedEvent(type="repaired", seat=seat, ship=player["ship"]))


def bank_trades(play: Play, seat: int) -> Iterator[BankMove]:
    """Yield the bank trades that :func:`check` accepts."""
    there = trading.spare(play, seat)
    gives = [good for good, n in there.items() if n >= BANK_RATE]
    takes = [good for good in there if stores.room(play.data, play.player(seat), good)] if gives else []
    for give in gives:
        for take in takes:
            if take != give:
                yield {"type": "bank", "give": give, "take": take}


def _check_bank(play: Play, seat: int, move: BankMove) -> None:
    """Raise IllegalMove unless three of one thing are given for one of another (E11, E12, E13)."""
    give, take, player = move["give"], move["take"], play.player(seat)
    takes = "G" if take == "G" else stores.good_of(play.data, player, take)
    if takes == give:
        raise IllegalMove("same", "/take", "should be something other than what is given")
    if give == "G":
        check_gold(play, seat, BANK_RATE, move.get("gold"), "/give")
    elif stores.amounts(play.data, player)[give] < BANK_RATE:
        raise IllegalMove("cannot-pay", "/give", f"the bank asks for {BANK_RATE} of this")
    if "pay" in move:
        check_spots(play, seat, "" if give == "G" else give * BANK_RATE, move["pay"])
    if "gold" in move and give != "G":
        raise IllegalMove("bad-split", "/gold", "belongs only to trades in which gold is given")
    if take == "G":
        if stores.room_for_gold(player) == 0:
            raise IllegalMove("no-room", "/take", "both village centres are full")
    else:
        check_token(play, seat, take, LANDSCAPE_GOODS, "/take")


def _bank(play: Play, seat: int, move: BankMove) -> None:
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
    good = "G" if land is None else play.data.goods[land]
    play.tell(BankEvent(type="bank", seat=seat, give=move["give"], take=good, land=land))


def _check_dock(play: Play, seat: int, move: DockMove) -> None:
    """Raise IllegalMove unless the landing stage may move a good between these two landscapes of its owner (E20, E21)."""
    player = play.player(seat)
    if play.state["dock"] < 1:
        raise IllegalMove("not-rolled", "", "no landing stage of yours was rolled this turn, or it has been used")
    ways: tuple[Literal["from", "to"], ...] = ("from", "to")
    for key in ways:
        if move[key] not in player["land"]:
            raise IllegalMove("no-landscape", f"/{key}", f"should be one of {', '.join(player['land'])}")
    if move["from"] == move["to"]:
        raise IllegalMove("same", "/to", "should be another landscape")
    if player["land"][move["from"]] == 0:
        raise IllegalMove("not-there", "/from", "nothing lies on this landscape")
    if player["land"][move["to"]] == stores.FULL:
        raise IllegalMove("no-room", "/to", "this landscape is full")


def _dock(play: Play, seat: int, move: DockMove) -> None:
    player = play.player(seat)
    play.state["dock"] -= 1
    player["land"][move["from"]] -= 1
    player["land"][move["to"]] += 1
    play.tell(DockedEvent(type="docked", seat=seat, land=move["from"], to_land=move["to"]))


def _check_own_lodge(play: Play, seat: int, move: LodgeMove) -> None:
    if play.state["lodge"] < 1:
        raise IllegalMove("not-rolled", "", "no lodge of yours was rolled this turn, or it has been used")
    check_lodge(play, seat, move)


def _own_lodge(play: Play, seat: int, move: LodgeMove) -> None:
    play.state["lodge"] -= 1
    use_lodge(play, seat, move)


def check_lodge(play: Play, seat: int, move: LodgeMove) -> None:
    """Raise IllegalMove unless this hand card can be exchanged for the top of the discard (B47, E18, E19)."""
    if not play.state["discard"]:
        raise IllegalMove("no-discard", "", "the discard is empty")
    check_under(play, seat, move)


def use_lodge(play: Play, seat: int, move: LodgeMove) -> None:
    """Push a hand card under a pile of its numeral and take the top action card of the discard."""
    push_under(play, seat, move)
    card = play.state["discard"].pop()
    play.player(seat)["hand"].append(card)
    play.tell(FetchedEvent(type="fetched", seat=seat, card=card))


TARGETS = (("landscape", "empty_landscape"), ("centre", "centre_loses_gold"))
"""The member of a move that names the target, and the attack it belongs to."""


def _check_play(play: Play, seat: int, move: PlayMove) -> None:
    card = in_hand(play, seat, move["card"])
    if card.building:
        raise IllegalMove("no-action", "/card", "this is a building; build it instead")
    if card.op == "ship_bonus":
        raise IllegalMove("voyage-only", "/card", "this card is played at the start of a voyage")
    for key, op in TARGETS:
        if (key in move) != (card.op == op):
            problem = "this card needs a target" if card.op == op else "this card has no such target"
            raise IllegalMove("target", f"/{key}" if key in move else "", f"{problem} ({key})")
    if card.against:
        attacks.check(play, seat, card, move)
    elif card.op == "gain_goods" and stores.room(play.data, play.player(seat), card.good) == 0:
        raise IllegalMove("no-effect", "/card", "there is no room for what it brings")
    elif card.op == "gain_gold" and stores.room_for_gold(play.player(seat)) == 0:
        raise IllegalMove("no-effect", "/card", "both village centres are full")


def _play(play: Play, seat: int, move: PlayMove) -> None:
    """Play an action card: an attack may be answered by a theatre, anything else happens at once (E33)."""
    player, card = play.player(seat), play.data.cards[move["card"]]
    player["hand"].remove(card.id)
    event = PlayedEvent(type="played", seat=seat, card=card.id)
    if "landscape" in move:
        event["landscape"] = move["landscape"]
    if "centre" in move:
        event["centre"] = move["centre"]
    play.tell(event)
    if card.against:
        attacks.announce(play, seat, card, move)
        return
    if card.op == "gain_gold":
        play.tell(GotGoldEvent(type="got-gold", seat=seat, gold=stores.gain_gold(player, card.n)))
    else:
        for _ in range(min(card.n, stores.room(play.data, player, card.good))):
            gain(play, seat, card.good, "card", forced=True)
    play.state["discard"].append(card.id)


def _end_actions(play: Play, move: EndMove) -> None:
    """Continue with the closing phase, as the move says."""
    play.state["stage"] = ENDS[move["type"]]
