"""The table as one seat, or a spectator, may know it (D.11; E52).

Hidden are the faces of the other player's hand, the piles, the voyage cards to come, and what is seen in a search or by a
spy. The numerals of hand cards are open, because their backs show them. What is shown is copied out of the state piece by
piece, so nothing that is not named here slips through. After the end nothing more is shown.
"""

from engine.contract import Chance
from engine.games.anno_1701.dataset import Dataset
from engine.games.anno_1701.rules import settlement, stores
from engine.games.anno_1701.rules.play import listed, rests
from engine.games.anno_1701.rules.stores import size, text_of
from engine.games.anno_1701.schemas.data import POSITIONS
from engine.games.anno_1701.types.cards import ExpansionCard
from engine.games.anno_1701.types.state import (
    Act,
    Anno1701State,
    GainTask,
    LodgeTask,
    LossTask,
    MeetTask,
    PitTask,
    PlainTask,
    Player,
    SearchTask,
    SettleTask,
    Task,
    TheatreTask,
)
from engine.games.anno_1701.types.view import (
    ActShown,
    Anno1701View,
    OfferStanding,
    PlayerShown,
    RestingList,
    SearchStanding,
    SeenHand,
    SeenPile,
    ShipShown,
    Slip,
    Standing,
    VoyageShown,
)


def view(state: Anno1701State, data: Dataset, seat: int | None) -> Anno1701View:
    """Return the view."""
    return {
        "game": "anno-1701",
        "dataset": state["dataset"],
        "options": state["options"].copy(),
        "seat": seat,
        "turn": state["turn"],
        "active": state["active"],
        "stage": state["stage"],
        "roll": None if state["roll"] is None else state["roll"].copy(),
        "players": [_player(data, player, number == seat) for number, player in enumerate(state["players"])],
        "piles": {name: size(pile) for name, pile in state["piles"].items()},
        "supply": {one.id: left for one, left in zip(data.residents, state["supply"], strict=True)},
        "discard": [card_json(data, card) for card in state["discard"]],
        "powers": state["powers"].copy(),
        "lodge": state["lodge"],
        "dock": state["dock"],
        "offers": state["offers"],
        "acts": [_act(one) for one in state["acts"]],
        "list": _resting_list(state) if seat == state["active"] else None,
        "voyage": _voyage(state, data),
        "standing": [_standing(task) for task in state["due"]],
        "seen": _seen(state, data, seat),
        "outcome": state["outcome"],
    }


def card_json(data: Dataset, card: str) -> ExpansionCard:
    """Return an expansion card as views show it."""
    return data.shown[card].copy()


def _player(data: Dataset, player: Player, own: bool) -> PlayerShown:
    numerals = [data.cards[card].stack for card in player["hand"]]
    at = dict(zip(player["at"].split(), POSITIONS, strict=True))
    return {
        "side": player["side"],
        "landscapes": [
            {
                "id": land.id,
                "good": land.good,
                "die": land.die,
                "amount": player["land"][land.id],
                "at": at[land.id],
                "blocked": stores.blocked(player, land.id),
            }
            for land in stores.lands(data, player)
        ],
        "goods": stores.amounts(data, player),
        "luxury": player["luxury"].copy(),
        "ship": ShipShown(state=player["ship"], die=data.sides[player["side"]].ship_die, at=at["ship"]),
        "gold": list(player["gold"]),
        "residents": list(player["residents"]),
        "buildings": [card_json(data, card) for card in player["buildings"]],
        "hand": [card_json(data, card) for card in player["hand"]] if own else None,
        "numerals": numerals if own else sorted(numerals),
        "prefer": player["prefer"].copy() if "prefer" in player else {},
        "points": settlement.points(player),
        "level": settlement.level(player),
        "unhappy": settlement.unhappy(player),
        "happy": settlement.happy(data, player),
        "speed": settlement.speed(data, player),
        "strength": settlement.cannons(data, player),
        "bags": settlement.bags(data, player),
    }


def _act(act: Act) -> ActShown:
    """Return an action without the members that only its turn list needs to find its place."""
    shown = ActShown(type=act["type"], result=act["result"])
    if "step" in act:
        shown["step"] = act["step"]
    if "give" in act and "take" in act:
        shown["give"], shown["take"] = act["give"], act["take"]
    return shown


def _standing(task: Task) -> Standing:
    """Return the public part of a task, without the slips of a search or the stores named in an offer."""
    shown: Standing
    match task["kind"]:
        case "settle":
            shown = SettleTask(id=task["id"], kind="settle", seats=task["seats"])
        case "yield" | "hunt" | "prize":
            id_, kind, goods = task["id"], task["kind"], task["goods"]
            shown = GainTask(id=id_, kind=kind, seat=task["seat"], goods=goods, left=task["left"])
        case "fire" | "discontent":
            shown = LossTask(id=task["id"], kind=task["kind"], seat=task["seat"], count=task["count"])
        case "pit":
            shown = PitTask(id=task["id"], kind="pit", seat=task["seat"], good=task["good"])
        case "lodge":
            shown = LodgeTask(id=task["id"], kind="lodge", seat=task["seat"], left=task["left"])
        case "theatre":
            shown = _attack(task)
        case "offer" | "counter":
            give, take = task["give"], task["take"]
            shown = OfferStanding(id=task["id"], kind=task["kind"], seat=task["seat"], give=give, take=take)
        case "search":
            shown = SearchStanding(id=task["id"], kind="search", seat=task["seat"], pile=task["pile"])
        case "meet":
            shown = MeetTask(id=task["id"], kind="meet", seat=task["seat"], card=task["card"])
        case _:
            shown = PlainTask(id=task["id"], kind=task["kind"], seat=task["seat"])
    return shown


def _attack(task: TheatreTask) -> TheatreTask:
    shown = TheatreTask(id=task["id"], kind="theatre", seat=task["seat"], card=task["card"], op=task["op"])
    if "landscape" in task:
        shown["landscape"] = task["landscape"]
    if "centre" in task:
        shown["centre"] = task["centre"]
    return shown


def _voyage(state: Anno1701State, data: Dataset) -> VoyageShown | None:
    voyage = state["voyage"]
    if voyage is None:
        return None
    return {
        "card": None if voyage["card"] is None else card_json(data, voyage["card"]),
        "speed": voyage["speed"],
        "strength": voyage["strength"],
        "seen": [data.voyage[card].copy() for card in voyage["seen"]],
    }


def _resting_list(state: Anno1701State) -> RestingList | None:
    """Return what an interrupted turn list has played; only its player sees this, and may let the list go on.

    ``acts`` are the moves it made with their results, ``spied`` what was seen in the other hand meanwhile. The list itself
    is sealed and never part of the state; its owner can work out from this where it goes on
    (:func:`engine.games.anno_1701.orders.turn_list.left`).
    """
    if not rests(state) or state["outcome"] is not None:
        return None
    return {"acts": [one.copy() for one in listed(state)], "spied": list(state["spied"])}


def _seen(state: Anno1701State, data: Dataset, seat: int | None) -> SeenPile | SeenHand | None:
    """Return the cards seen in a search or by a spy while one is being chosen; only that seat sees them."""
    for task in state["due"]:
        if task["kind"] == "search" and task["seat"] == seat:
            return _pile(state, data, task)
        if task["kind"] == "spy" and task["seat"] == seat:
            return {"hand": [card_json(data, card) for card in state["players"][1 - task["seat"]]["hand"]]}
    return None


def _pile(state: Anno1701State, data: Dataset, task: SearchTask) -> SeenPile:
    """Return the pile by slips; ``at`` is a card's place in the pile, counted from its top."""
    pile = state["piles"][task["pile"]].split()
    slips = [Slip(slip=i, at=at, card=card_json(data, pile[at])) for i, at in enumerate(task["slips"])]
    return SeenPile(pile=task["pile"], slips=slips)


def redeal(state: Anno1701State, data: Dataset, seat: int | None, chance: Chance) -> Anno1701State:
    """Return a state that differs only in what is hidden from a seat: the other hand, piles, voyage cards to come, slips.

    For None only piles and voyage cards are dealt anew, because each hand is known to somebody. Cards that somebody saw
    earlier (in a search, pushed under a pile, by a spy) are no part of a view, so they are dealt anew as well.
    """
    looking = {task["kind"]: task for task in state["due"] if task["kind"] != "settle" and seat in (None, task["seat"])}
    search, spies = looking.get("search"), "spy" in looking
    shown = search["pile"] if search is not None and search["kind"] == "search" else None
    players = list(state["players"])
    others = [] if seat is None or spies else [1 - seat]
    piles = {name: pile.split() for name, pile in state["piles"].items() if name != shown}
    hidden = [
        *(card for one in others for card in players[one]["hand"]),
        *(card for pile in piles.values() for card in pile),
    ]
    unseen: dict[int, list[str]] = {}
    for card in sorted(hidden):
        unseen.setdefault(data.cards[card].stack, []).append(card)
    unseen = {numeral: chance.shuffle(f"redeal/{numeral}", cards) for numeral, cards in unseen.items()}
    for one in others:
        numerals = sorted(data.cards[card].stack for card in players[one]["hand"])
        players[one] = {**players[one], "hand": [unseen[numeral].pop() for numeral in numerals]}
    dealt = {name: text_of([unseen[int(name[0])].pop() for _ in pile]) for name, pile in piles.items()}
    due = [task if task is search else _unnamed(task, seat, chance) for task in state["due"]]
    voyage = state["voyage"]
    if voyage is not None:
        seen = voyage["seen"]
        ahead = chance.shuffle("redeal/voyage", sorted(set(voyage["deck"].split()) - set(seen)))
        voyage = {**voyage, "deck": text_of([*seen, *ahead])}
    return {**state, "players": players, "piles": {**state["piles"], **dealt}, "due": due, "voyage": voyage}


def _unnamed(task: Task, seat: int | None, chance: Chance) -> Task:
    """Return a task without what is hidden from a seat: the slips of a search, the stores that an offer to it names."""
    if task["kind"] == "search":
        return {**task, "slips": chance.shuffle("redeal/slips", range(len(task["slips"])))}
    if (task["kind"] == "offer" or task["kind"] == "counter") and task["seat"] == seat:
        plain = task.copy()
        plain.pop("named", None)
        return plain
    return task
