"""Attack cards and the theatre's answer (B48, B49; D.6; E32-E36; errata).

The card and its target are announced, the theatre may cancel it, the effect follows, and in every case the card is on the
discard before the match can end.
"""

from typing import cast

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import stores
from engine.games.anno_1701.rules.payments import check_gold
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import cancelling, check_unrest
from engine.games.anno_1701.types.cards import AttackOp, Card
from engine.games.anno_1701.types.events import (
    AgitatedEvent,
    AllowedEvent,
    CancelledEvent,
    CardTakenEvent,
    EmptiedEvent,
    SpiedEvent,
    StolenEvent,
    TookCardEvent,
)
from engine.games.anno_1701.types.moves import AllowMove, CancelMove, PlayMove
from engine.games.anno_1701.types.state import TheatreTask


def check(play: Play, seat: int, card: Card, move: PlayMove) -> None:
    """Raise IllegalMove unless the attack would have an effect (E33)."""
    victim = play.player(1 - seat)
    if card.op == "steal_gold" and stores.gold(victim) == 0:
        raise IllegalMove("no-effect", "/card", "there is no gold to steal")
    if card.op == "take_hand_card" and not victim["hand"]:
        raise IllegalMove("no-effect", "/card", "the other player has no cards in hand")
    if card.op == "empty_landscape" and not victim["land"].get(move["landscape"]):
        filled = ", ".join(land for land, there in victim["land"].items() if there) or "none"
        raise IllegalMove("no-effect", "/landscape", f"should be a filled landscape of the other player: {filled}")
    if card.op == "centre_loses_gold" and victim["gold"][move["centre"]] == 0:
        raise IllegalMove("no-effect", "/centre", "there is no gold in this village centre")


def announce(play: Play, seat: int, card: Card, move: PlayMove) -> None:
    """Ask the theatre's owner, if they can pay; otherwise the effect follows at once."""
    if cancelling(play.data, play.player(1 - seat)) is None:
        _strike(play, seat, card, move)
        return
    op = cast(AttackOp, card.op)
    task = TheatreTask(id=play.decision("theatre"), kind="theatre", seat=1 - seat, card=card.id, op=op)
    if "landscape" in move:
        task["landscape"] = move["landscape"]
    if "centre" in move:
        task["centre"] = move["centre"]
    play.ask(task)


def check_answer(play: Play, task: TheatreTask, move: CancelMove | AllowMove) -> None:
    """Raise IllegalMove unless cancelling can be paid for in the way the answer says."""
    if move["type"] == "cancel":
        price = cancelling(play.data, play.player(task["seat"]))
        if price is None:
            raise IllegalMove("last-gold", "", "the theatre cannot be paid; allow the attack")
        check_gold(play, task["seat"], price, move.get("gold"), "")


def answer(play: Play, task: TheatreTask, move: CancelMove | AllowMove) -> None:
    """Carry out the answer to the theatre."""
    card = play.data.cards[task["card"]]
    if move["type"] == "allow":
        play.tell(AllowedEvent(type="allowed", seat=task["seat"]))
        _strike(play, 1 - task["seat"], card, task)
        return
    victim = play.player(task["seat"])
    price = cancelling(play.data, victim) or 0
    stores.pay_gold(victim, price, move.get("gold"))
    play.tell(CancelledEvent(type="cancelled", seat=task["seat"], card=card.id, gold=price))
    play.note("cancelled")
    play.state["discard"].append(card.id)


def _strike(play: Play, seat: int, card: Card, target: PlayMove | TheatreTask) -> None:
    """Carry out an attack."""
    play.note("allowed")
    victim_seat = 1 - seat
    victim = play.player(victim_seat)
    if card.op == "take_hand_card":
        _spy(play, seat, victim_seat)
    elif card.op == "steal_gold":
        stolen = stores.lose_gold(victim, card.n)
        gained = stores.gain_gold(play.player(seat), stolen)
        play.tell(StolenEvent(type="stolen", seat=seat, gold=stolen, lapsed=stolen - gained))
    elif card.op == "empty_landscape":
        land = target["landscape"]
        lost, victim["land"][land] = victim["land"][land], 0
        good = play.data.goods[land]
        play.tell(EmptiedEvent(type="emptied", seat=victim_seat, land=land, good=good, n=lost))
    else:
        centre = target["centre"]
        lost = stores.lose_gold(victim, card.n, centre)
        play.tell(AgitatedEvent(type="agitated", seat=victim_seat, centre=centre, gold=lost))
    play.state["discard"].append(card.id)
    check_unrest(play, victim_seat)


def _spy(play: Play, seat: int, victim_seat: int) -> None:
    """Show the hand to the attacker, who takes a card from it; a single card is taken at once."""
    hand = play.player(victim_seat)["hand"]
    play.tell(SpiedEvent(type="spied", seat=victim_seat, cards=list(hand), to=[seat]))
    play.state["spied"] = [*play.state["spied"], *(play.data.cards[card].kind for card in hand)]
    if len(hand) == 1:
        take_from_hand(play, seat, 0)
    else:
        play.ask_plainly("spy", seat)


def take_from_hand(play: Play, seat: int, slot: int) -> None:
    """Take a card out of the other player's hand; both know which one, everybody else only its numeral (D.11)."""
    card = play.player(1 - seat)["hand"].pop(slot)
    play.player(seat)["hand"].append(card)
    play.tell(TookCardEvent(type="took-card", seat=seat, numeral=play.data.cards[card].stack))
    play.tell(CardTakenEvent(type="card-taken", seat=seat, card=card, to=[0, 1]))
