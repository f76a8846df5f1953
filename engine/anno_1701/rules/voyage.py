"""The voyage (Handelsfahrt; B30-B37; D.10; E40-E48): reveal card by card, stop when it is enough.

Speed and strength are fixed at the start. Every card is carried out at once or asks the voyager; the opponent decides
nothing. Fights and flotsam are labelled dice of the server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.anno_1701.rules import giving, stores
from engine.anno_1701.rules.payments import check_gold, in_hand
from engine.anno_1701.rules.piles import text_of
from engine.anno_1701.rules.play import Play, Task
from engine.anno_1701.rules.settlement import count, speed
from engine.contract import IllegalMove, Move


def check_start(play: Play, seat: int, move: Move) -> None:
    """Raise IllegalMove unless the ship can sail, with this ship card if one is named (B30, B32)."""
    if play.player(seat)["ship"] < 1:
        raise IllegalMove("wrecked", "", "the ship is heavily damaged; repair it first")
    if "card" in move and in_hand(play, seat, move["card"]).op != "ship_bonus":
        raise IllegalMove("no-ship-card", "/card", "only captain or commander join a voyage")


def start(play: Play, seat: int, move: Move) -> None:
    """Shuffle all voyage cards and fix speed and strength."""
    player, card = play.player(seat), move.get("card")
    bonus = 0
    if card is not None:
        player["hand"].remove(card)
        bonus = play.data.cards[card].n
    deck = play.chance.shuffle(f"voyage/t{play.state['turn']}", list(play.data.voyage), hidden=True)
    play.state["voyage"] = {
        "card": card,
        "speed": speed(play.data, player) + bonus,
        "strength": count(play.data, player, "cannons") + bonus,
        "deck": text_of(deck),
        "seen": [],
    }
    play.state["stage"] = "voyage"
    facts = {key: play.state["voyage"][key] for key in ("card", "speed", "strength")}
    play.tell("sails", seat=seat, **facts)


def go_on(play: Play, seat: int) -> None:
    """Ask whether to reveal another card, or end the voyage (B33)."""
    voyage = play.state["voyage"]
    if play.player(seat)["ship"] == 0 or len(voyage["seen"]) == min(voyage["speed"], len(play.data.voyage)):
        finish(play, seat)
    else:
        play.ask("voyage", seat)


def answer(play: Play, seat: int, move: Move) -> None:
    """Reveal the next card or stop."""
    if move["type"] == "stop":
        finish(play, seat)
        return
    voyage = play.state["voyage"]
    card = play.data.voyage[voyage["deck"].split()[len(voyage["seen"])]]
    voyage["seen"].append(card["id"])
    play.tell("revealed", seat=seat, card=card["id"])
    _MEETINGS[card["op"]](play, seat, card)


def finish(play: Play, seat: int) -> None:
    """Come home: the ship card goes onto the discard, the turn is over (B23)."""
    voyage = play.state["voyage"]
    if voyage["card"] is not None:
        play.state["discard"].append(voyage["card"])
    play.state["voyage"] = None
    play.state["stage"] = "end"
    play.tell("returned", seat=seat, cards=len(voyage["seen"]), ship=play.player(seat)["ship"])


def _damage(play: Play, seat: int, change: int) -> None:
    player = play.player(seat)
    player["ship"] = max(0, player["ship"] + change)
    play.tell("damaged", seat=seat, ship=player["ship"])


def affordable(play: Play, seat: int, card: dict[str, Any]) -> list[str]:
    """Return the goods of a trader that can be bought (E13, E10)."""
    if stores.gold(play.player(seat)) - card["price"] < 1:
        return []
    return giving.open_goods(play, seat, card["goods"])


def _trader(play: Play, seat: int, card: dict[str, Any]) -> None:
    if affordable(play, seat, card):
        play.ask("meet", seat, card=card["id"])
    else:
        play.tell("cannot-buy", seat=seat)


def _tribute(play: Play, seat: int, card: dict[str, Any]) -> None:
    """Who cannot pay must fight (E45)."""
    if stores.gold(play.player(seat)) - card["tribute"] < 1:
        _fight(play, seat, card, forced=True)
    else:
        play.ask("meet", seat, card=card["id"])


def _choice(play: Play, seat: int, card: dict[str, Any]) -> None:
    play.ask("meet", seat, card=card["id"])


def _cliffs(play: Play, seat: int, card: dict[str, Any]) -> None:
    _damage(play, seat, card["ship"])


def _storm(play: Play, seat: int, card: dict[str, Any]) -> None:
    """A whirlwind hits who is slower; equal speed is harmless (E41-E44)."""
    if play.state["voyage"]["speed"] < speed(play.data, play.player(1 - seat)):
        _damage(play, seat, card["ship"])
    else:
        play.tell("escaped", seat=seat)


def _castaways(play: Play, seat: int, card: dict[str, Any]) -> None:
    """Who is faster saves them and is rewarded."""
    if play.state["voyage"]["speed"] > speed(play.data, play.player(1 - seat)):
        play.tell("got-gold", seat=seat, gold=stores.gain_gold(play.player(seat), card["gold"]))
    else:
        play.tell("too-slow", seat=seat)


_MEETINGS: dict[str, Callable[[Play, int, dict[str, Any]], None]] = {
    "buy": _trader,
    "tribute": _tribute,
    "siege": _choice,
    "flotsam": _choice,
    "cliffs": _cliffs,
    "storm": _storm,
    "castaways": _castaways,
}

ANSWERS = {"buy": ("buy", "sail"), "tribute": ("pay", "fight"), "siege": ("fight", "sail"), "flotsam": ("roll", "sail")}
"""What may be answered to a voyage card, by its ``op``."""


def check_meeting(play: Play, task: Task, move: Move) -> None:
    """Raise IllegalMove unless the answer fits the card and can be paid."""
    card, seat = play.data.voyage[task["card"]], task["seat"]
    if move["type"] not in ANSWERS[card["op"]]:
        raise IllegalMove("wrong-answer", "/type", f"should be one of {', '.join(ANSWERS[card['op']])}")
    if move["type"] == "buy":
        check_gold(play, seat, card["price"], move, "/good")
        giving.check_token(play, seat, move["good"], card["goods"], "/good")
    elif move["type"] == "pay":
        check_gold(play, seat, card["tribute"], move, "")


def meet(play: Play, task: Task, move: Move) -> None:
    """Carry out the answer to a voyage card."""
    card, seat = play.data.voyage[task["card"]], task["seat"]
    if move["type"] == "buy":
        stores.pay_gold(play.player(seat), card["price"], move.get("gold"))
        giving.gain(play, seat, move["good"], "bought")
    elif move["type"] == "pay":
        stores.pay_gold(play.player(seat), card["tribute"], move.get("gold"))
        play.tell("paid-tribute", seat=seat, gold=card["tribute"])
    elif move["type"] == "fight":
        _fight(play, seat, card)
    elif move["type"] == "roll":
        _flotsam(play, seat, card)
    else:
        play.tell("sailed-on", seat=seat)


def _fight(play: Play, seat: int, card: dict[str, Any], *, forced: bool = False) -> None:
    """Roll until the sums differ; the second die is rolled for the opponent (B34, D.10)."""
    strength = play.state["voyage"]["strength"]
    own = pirate = 0
    while own == pirate:
        label = f"fight/t{play.state['turn']}/{play.number()}"
        dice = [1 + value for value in play.chance.below(label, 6, 2)]
        own, pirate = dice[0] + strength, dice[1] + card["cannons"]
        play.tell("fought", seat=seat, dice=dice, own=own, pirate=pirate, forced=forced)
    if own > pirate:
        play.tell("won-fight", seat=seat)
        _win(play, seat, card["win"])
    else:
        play.tell("lost-fight", seat=seat)
        _damage(play, seat, card["lose"]["ship"])


def _flotsam(play: Play, seat: int, card: dict[str, Any]) -> None:
    """Roll for the flotsam; its die has a label of its own (errata)."""
    value = 1 + play.chance.below(f"flotsam/t{play.state['turn']}/{play.number()}", 6)[0]
    play.tell("flotsam", seat=seat, roll=value)
    row = next(row for row in card["table"] if value in row["roll"])
    if "ship" in row:
        _damage(play, seat, row["ship"])
    _win(play, seat, row)


def _win(play: Play, seat: int, prize: dict[str, Any]) -> None:
    """Take gold or one good of choice; what finds no room lapses (E13)."""
    if "gold" in prize:
        play.tell("got-gold", seat=seat, gold=stores.gain_gold(play.player(seat), prize["gold"]))
    if "choose" in prize:
        giving.let_choose(play, "prize", seat, prize["choose"])
