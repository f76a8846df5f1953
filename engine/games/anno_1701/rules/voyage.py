"""The voyage (Handelsfahrt; B30-B37; D.10; E40-E48): cards are revealed one by one until the voyager stops or must stop.

Speed and strength are fixed at the start. Every card is carried out at once, or the voyager is asked about it; the opponent
decides nothing. The dice of fights and flotsam are rolled by the server, each under a label of its own.
"""

from engine.contract import IllegalMove
from engine.games.anno_1701.rules import payments, stores
from engine.games.anno_1701.rules.payments import check_gold, in_hand
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import cannons, speed
from engine.games.anno_1701.rules.stores import text_of
from engine.games.anno_1701.types.cards import (
    CastawaysCard,
    FlotsamCard,
    FlotsamRow,
    Prize,
    SiegeCard,
    StormCard,
    TraderCard,
    TributeCard,
    VoyageCard,
)
from engine.games.anno_1701.types.events import (
    CannotBuyEvent,
    DamagedEvent,
    EscapedEvent,
    FlotsamEvent,
    FoughtEvent,
    GotGoldEvent,
    LostFightEvent,
    PaidTributeEvent,
    ReturnedEvent,
    RevealedEvent,
    SailedOnEvent,
    SailsEvent,
    TooSlowEvent,
    WonFightEvent,
)
from engine.games.anno_1701.types.moves import Meeting, RevealMove, SetSailMove, StopMove
from engine.games.anno_1701.types.state import MeetTask, Voyage


def check_start(play: Play, seat: int, move: SetSailMove) -> None:
    """Raise IllegalMove unless the ship can sail, with this ship card if one is named (B30, B32)."""
    if play.player(seat)["ship"] < 1:
        raise IllegalMove("wrecked", "", "the ship is heavily damaged; repair it first")
    if "card" in move and in_hand(play, seat, move["card"]).op != "ship_bonus":
        raise IllegalMove("no-ship-card", "/card", "only captain or commander join a voyage")


def start(play: Play, seat: int, move: SetSailMove) -> None:
    """Shuffle all voyage cards and fix speed and strength."""
    player, card = play.player(seat), move.get("card")
    bonus = 0
    if card is not None:
        player["hand"].remove(card)
        bonus = play.data.cards[card].n
    deck: list[str] = play.chance.shuffle(f"voyage/t{play.state['turn']}", list(play.data.voyage), hidden=True)
    fast, strong = speed(play.data, player) + bonus, cannons(play.data, player) + bonus
    play.state["voyage"] = Voyage(card=card, speed=fast, strength=strong, deck=text_of(deck), seen=[])
    play.state["stage"] = "voyage"
    play.tell(SailsEvent(type="sails", seat=seat, card=card, speed=fast, strength=strong))


def under_way(play: Play) -> Voyage:
    """Return the voyage that is under way."""
    voyage = play.state["voyage"]
    assert voyage is not None, "only a ship at sea is asked"
    return voyage


def go_on(play: Play, seat: int) -> None:
    """Ask whether to reveal another card, or end the voyage (B33)."""
    voyage = under_way(play)
    if play.player(seat)["ship"] == 0 or len(voyage["seen"]) == min(voyage["speed"], len(play.data.voyage)):
        finish(play, seat)
    else:
        play.ask_plainly("voyage", seat)


def answer(play: Play, seat: int, move: RevealMove | StopMove) -> None:
    """Reveal the next card or stop."""
    if move["type"] == "stop":
        finish(play, seat)
        return
    voyage = under_way(play)
    card = play.data.voyage[voyage["deck"].split()[len(voyage["seen"])]]
    voyage["seen"].append(card["id"])
    play.tell(RevealedEvent(type="revealed", seat=seat, card=card["id"]))
    _reveal(play, seat, card)


def finish(play: Play, seat: int) -> None:
    """Come home: the ship card goes onto the discard, the turn is over (B23)."""
    voyage = under_way(play)
    if voyage["card"] is not None:
        play.state["discard"].append(voyage["card"])
    play.state["voyage"] = None
    play.state["stage"] = "end"
    cards, ship = len(voyage["seen"]), play.player(seat)["ship"]
    play.tell(ReturnedEvent(type="returned", seat=seat, cards=cards, ship=ship))


def _damage(play: Play, seat: int, change: int) -> None:
    player = play.player(seat)
    player["ship"] = max(0, player["ship"] + change)
    play.tell(DamagedEvent(type="damaged", seat=seat, ship=player["ship"]))


def affordable(play: Play, seat: int, card: TraderCard) -> list[str]:
    """Return the goods of a trader that can be bought (E13, E10)."""
    if stores.gold(play.player(seat)) - card["price"] < 1:
        return []
    return payments.open_goods(play, seat, card["goods"])


def _trader(play: Play, seat: int, card: TraderCard) -> None:
    if affordable(play, seat, card):
        _ask(play, seat, card)
    else:
        play.tell(CannotBuyEvent(type="cannot-buy", seat=seat))


def _tribute(play: Play, seat: int, card: TributeCard) -> None:
    """A voyager who cannot pay must fight (E45)."""
    if stores.gold(play.player(seat)) - card["tribute"] < 1:
        _fight(play, seat, card, forced=True)
    else:
        _ask(play, seat, card)


def _ask(play: Play, seat: int, card: VoyageCard) -> None:
    play.ask(MeetTask(id=play.decision("meet"), kind="meet", seat=seat, card=card["id"]))


def _storm(play: Play, seat: int, card: StormCard) -> None:
    """A whirlwind hits the slower ship; equal speed is harmless (E41-E44)."""
    if under_way(play)["speed"] < speed(play.data, play.player(1 - seat)):
        _damage(play, seat, card["ship"])
    else:
        play.tell(EscapedEvent(type="escaped", seat=seat))


def _castaways(play: Play, seat: int, card: CastawaysCard) -> None:
    """The faster ship saves them and is rewarded."""
    if under_way(play)["speed"] > speed(play.data, play.player(1 - seat)):
        gold = stores.gain_gold(play.player(seat), card["gold"])
        play.tell(GotGoldEvent(type="got-gold", seat=seat, gold=gold))
    else:
        play.tell(TooSlowEvent(type="too-slow", seat=seat))


def _reveal(play: Play, seat: int, card: VoyageCard) -> None:
    """Carry out a voyage card, or ask the voyager about it."""
    match card["op"]:
        case "buy":
            _trader(play, seat, card)
        case "tribute":
            _tribute(play, seat, card)
        case "siege" | "flotsam":
            _ask(play, seat, card)
        case "cliffs":
            _damage(play, seat, card["ship"])
        case "storm":
            _storm(play, seat, card)
        case "castaways":
            _castaways(play, seat, card)


ANSWERS = {"buy": ("buy", "sail"), "tribute": ("pay", "fight"), "siege": ("fight", "sail"), "flotsam": ("roll", "sail")}
"""The possible answers to a voyage card, by its ``op``."""


def check_meeting(play: Play, task: MeetTask, move: Meeting) -> None:
    """Raise IllegalMove unless the answer fits the card and can be paid."""
    card, seat = play.data.voyage[task["card"]], task["seat"]
    if move["type"] not in ANSWERS[card["op"]]:
        raise IllegalMove("wrong-answer", "/type", f"should be one of {', '.join(ANSWERS[card['op']])}")
    if card["op"] == "buy" and move["type"] == "buy":
        check_gold(play, seat, card["price"], move.get("gold"), "/good")
        payments.check_token(play, seat, move["good"], card["goods"], "/good")
    elif card["op"] == "tribute" and move["type"] == "pay":
        check_gold(play, seat, card["tribute"], move.get("gold"), "")


def meet(play: Play, task: MeetTask, move: Meeting) -> None:
    """Carry out the answer to a voyage card."""
    card, seat = play.data.voyage[task["card"]], task["seat"]
    if card["op"] == "buy" and move["type"] == "buy":
        stores.pay_gold(play.player(seat), card["price"], move.get("gold"))
        payments.gain(play, seat, move["good"], "bought")
    elif card["op"] == "tribute" and move["type"] == "pay":
        stores.pay_gold(play.player(seat), card["tribute"], move.get("gold"))
        play.tell(PaidTributeEvent(type="paid-tribute", seat=seat, gold=card["tribute"]))
    elif (card["op"] == "siege" or card["op"] == "tribute") and move["type"] == "fight":
        _fight(play, seat, card)
    elif card["op"] == "flotsam" and move["type"] == "roll":
        _flotsam(play, seat, card)
    else:
        play.tell(SailedOnEvent(type="sailed-on", seat=seat))


def _fight(play: Play, seat: int, card: SiegeCard | TributeCard, *, forced: bool = False) -> None:
    """Roll until the sums differ; the second die is rolled for the pirate (B34, D.10)."""
    strength = under_way(play)["strength"]
    own = pirate = 0
    while own == pirate:
        label = f"fight/t{play.state['turn']}/{play.number()}"
        dice = [1 + value for value in play.chance.below(label, 6, 2)]
        own, pirate = dice[0] + strength, dice[1] + card["cannons"]
        play.tell(FoughtEvent(type="fought", seat=seat, dice=dice, own=own, pirate=pirate, forced=forced))
    if own > pirate:
        play.tell(WonFightEvent(type="won-fight", seat=seat))
        _win(play, seat, card["win"])
    else:
        play.tell(LostFightEvent(type="lost-fight", seat=seat))
        _damage(play, seat, card["lose"]["ship"])


def _flotsam(play: Play, seat: int, card: FlotsamCard) -> None:
    """Roll for the flotsam; its die has a label of its own (errata)."""
    value = 1 + play.chance.below(f"flotsam/t{play.state['turn']}/{play.number()}", 6)[0]
    play.tell(FlotsamEvent(type="flotsam", seat=seat, roll=value))
    row = next(row for row in card["table"] if value in row["roll"])
    if "ship" in row:
        _damage(play, seat, row["ship"])
    _win(play, seat, row)


def _win(play: Play, seat: int, prize: Prize | FlotsamRow) -> None:
    """Take gold or one good of choice; it lapses if there is no room for it (E13)."""
    if "gold" in prize:
        gold = stores.gain_gold(play.player(seat), prize["gold"])
        play.tell(GotGoldEvent(type="got-gold", seat=seat, gold=gold))
    if "choose" in prize:
        payments.let_choose(play, "prize", seat, prize["choose"])
