"""The dice phase (Würfelphase; B10-B12, B16, B41-B47; D.4): both dice, yields, the other player's lodge, the event.

Number and event are rolled together and known before anything is chosen (errata); the number is carried out first.
"""

from engine.games.anno_1701.dataset_file import DiscontentFace, FireFace, TaxFace
from engine.games.anno_1701.rules import payments, stores
from engine.games.anno_1701.rules.play import Play
from engine.games.anno_1701.rules.settlement import buildings, happy, unhappy
from engine.games.anno_1701.schemas.data import LANDSCAPE_GOODS
from engine.games.anno_1701.types.events import DeclinedEvent, DemandedEvent, ProducedEvent, RolledEvent, TaxEvent
from engine.games.anno_1701.types.moves import DeclineMove, DemandMove
from engine.games.anno_1701.types.state import LodgeTask, PitTask, Roll

SOUND = 4
"""The best state of a ship (Zustandsstufe)."""


def roll(play: Play) -> None:
    """Roll for the new turn and yield goods; owners of guild houses may be asked."""
    turn = play.state["turn"]
    number = 1 + play.chance.below(f"number/t{turn}", 6)[0]
    face = 1 + play.chance.below(f"event/t{turn}", 6)[0]
    event = play.data.events[face - 1]["op"]
    play.state["roll"] = Roll(number=number, face=face, event=event)
    play.tell(RolledEvent(type="rolled", turn=turn, seat=play.active, number=number, face=face, event=event))
    for seat in (0, 1):
        _produce(play, seat, number)
    for seat in (0, 1):
        guilds = sum(card.die == number and card.yields == "?" for card in buildings(play.data, play.player(seat)))
        payments.let_choose(play, "yield", seat, LANDSCAPE_GOODS, guilds)


def _produce(play: Play, seat: int, number: int) -> None:
    """Yield from landscapes outside unrest, ships and yield buildings (E9: unrest stops only the landscape's own number)."""
    data, player = play.data, play.player(seat)
    goods, lands = "", []
    for land in stores.lands(data, player):
        if land.die == number and not stores.blocked(player, land.id) and player["land"][land.id] < stores.FULL:
            player["land"][land.id] += 1
            goods += land.good
            lands.append(land.id)
    for card in buildings(data, player):
        if card.die == number and card.yields and card.yields != "?":
            spot = stores.put(data, player, card.yields)
            if spot is not None:
                goods += card.yields
                lands.append(spot)
    sails = data.sides[player["side"]].ship_die == number and 0 < player["ship"] < SOUND
    player["ship"] += sails
    ship = player["ship"] if sails else None
    play.tell(ProducedEvent(type="produced", seat=seat, goods=goods, lands=lands, ship=ship))


def rolled(play: Play) -> Roll:
    """Return the dice with which this turn began."""
    roll = play.state["roll"]
    assert roll is not None, "every turn begins with a roll"
    return roll


def lodges(play: Play) -> None:
    """Ask the other player about lodges; give the active player the uses of lodges and landing stages (D.4.4, E16, E20)."""
    number = rolled(play)["number"]
    mine, theirs = (
        [card for card in buildings(play.data, play.player(seat)) if card.die == number]
        for seat in (play.active, 1 - play.active)
    )
    play.state["lodge"] = sum(card.lodge for card in mine)
    play.state["dock"] = sum(card.dock for card in mine)
    ask_lodge(play, 1 - play.active, sum(card.lodge for card in theirs))


def ask_lodge(play: Play, seat: int, left: int) -> None:
    """Ask a seat whether to use its lodge; with an empty hand or discard it cannot be used (E18)."""
    if left and play.player(seat)["hand"] and play.state["discard"]:
        play.ask(LodgeTask(id=play.decision("lodge"), kind="lodge", seat=seat, left=left))


def event(play: Play) -> None:
    """Carry out the event of the face rolled."""
    face = play.data.events[rolled(play)["face"] - 1]
    match face["op"]:
        case "tax":
            _tax(play, face)
        case "fire":
            _fire(play, face)
        case "discontent":
            _discontent(play, face)
        case "trade_advantage":
            _trade_advantage(play)
        case "pirate_hunt":
            _pirate_hunt(play)


def _tax(play: Play, face: TaxFace) -> None:
    """Tax (Steuer): gold for everybody, more for happy inhabitants."""
    for seat in (0, 1):
        player = play.player(seat)
        due = face["base"] + face["perHappy"] * happy(play.data, player)
        gained = stores.gain_gold(player, due)
        play.tell(TaxEvent(type="tax", seat=seat, gold=gained, lapsed=due - gained))


def _fire(play: Play, face: FireFace) -> None:
    """Fire (Feuer): a player with many goods loses half of them, unless they have a fire station."""
    for seat in (0, 1):
        player = play.player(seat)
        protected = any(card.fire_proof for card in buildings(play.data, player))
        if stores.stock(player) > face["moreThan"] and not protected:
            payments.let_give(play, "fire", seat, stores.stock(player) // 2)


def _discontent(play: Play, face: DiscontentFace) -> None:
    """Discontent (Unzufriedenheit): goods are lost for unhappy inhabitants in excess of happy ones."""
    for seat in (0, 1):
        player = play.player(seat)
        surplus = unhappy(player) - happy(play.data, player)
        if surplus > 0:
            payments.let_give(play, "discontent", seat, -(-surplus // face["perSurplus"]))


def _trade_advantage(play: Play) -> None:
    """Trade advantage (Handelsvorteil): the holder of trade power may demand a good (E22, E23)."""
    holder = play.state["powers"]["trade"]
    if holder is not None and stores.stock(play.player(1 - holder)):
        play.ask_plainly("demand", holder)


def demand(play: Play, holder: int, move: DemandMove | DeclineMove) -> None:
    """Carry out the answer of the holder of trade power; of two landscapes with the good the victim names one (errata)."""
    if move["type"] == "decline":
        play.tell(DeclinedEvent(type="declined", seat=holder))
        return
    victim, good = play.player(1 - holder), move["good"]
    play.tell(DemandedEvent(type="demanded", seat=holder, good=good))
    filled = [one.id for one in stores.lands(play.data, victim) if one.good == good and victim["land"][one.id]]
    if len(filled) > 1:
        play.ask(PitTask(id=play.decision("pit"), kind="pit", seat=1 - holder, good=good))
    else:
        hand_over(play, 1 - holder, filled[0], forced=True)


def hand_over(play: Play, victim: int, spot: str, *, forced: bool = False) -> None:
    """Give the demanded good from this landscape to the holder of trade power; it lapses if there is no room for it."""
    good = stores.good_of(play.data, play.player(victim), spot) or spot
    payments.give(play, victim, [spot], "demand", forced=forced)
    payments.gain(play, 1 - victim, good, "demand", forced=True)


def _pirate_hunt(play: Play) -> None:
    """Pirate hunt (Piratenjagd): the holder of sea power takes a good of choice."""
    holder = play.state["powers"]["sea"]
    if holder is not None:
        payments.let_choose(play, "hunt", holder, LANDSCAPE_GOODS)
