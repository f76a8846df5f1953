"""The view of a seat or spectator: hands, development cards, deck, stacks, bag and tokens stay hidden; legal places are in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.contract import Chance
from engine.games.seafarers.board import centre
from engine.games.seafarers.marks import CITIES, FREE, SEATS, SHIPS
from engine.games.seafarers.resources import (
    CARD_LETTERS,
    CITY,
    HARBOURS,
    ROAD,
    SETTLEMENT,
    SHIP,
    TERRAIN,
    all_cards,
    all_development,
    is_land,
)
from engine.games.seafarers.rules import lines, moves, scoring, sites, trade
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.scenarios import CHIPLESS
from engine.games.seafarers.types.moves import SeafarersMove
from engine.games.seafarers.types.state import OfferState, SeafarersState
from engine.games.seafarers.types.view import (
    BuildingView,
    HarbourView,
    HexView,
    LegalView,
    OfferView,
    OwnView,
    PieceView,
    PlayerView,
    SeafarersView,
)


def places(play: Play, seat: int | None) -> LegalView:
    """Return where a seat may put or move something now; empty for a seat that is not asked."""
    found: LegalView = {
        "settlements": [],
        "cities": [],
        "roads": [],
        "ships": [],
        "move": [],
        "to": [],
        "robber": [],
        "pirate": [],
        "harbours": [],
        "chips": [],
    }
    if seat is None or seat not in play.state["asked"] or play.state["phase"] in ("discard", "gold", "over"):
        return found
    decision = moves.standing(play.state)[-1]["id"]
    for move in moves.legal_moves(play.state, play.scenario, seat, decision):
        _note(found, move)
    return {key: sorted(set(value)) for key, value in found.items()}  # type: ignore[return-value, call-overload]


def _note(found: LegalView, move: SeafarersMove) -> None:
    match move["type"]:
        case "found":
            found["settlements"].append(move["node"])
            found["roads" if move["piece"] == "road" else "ships"].append(move["edge"])
        case "settlement":
            found["settlements"].append(move["node"])
        case "city":
            found["cities"].append(move["node"])
        case "road":
            found["roads"].append(move["edge"])
        case "ship":
            found["ships"].append(move["edge"])
        case "move":
            found["move"].append(move["edge"])
            found["to"].append(move["to"])
        case "robber":
            found["robber"].append(move["hex"])
        case "pirate":
            found["pirate"].append(move["hex"])
        case "harbour":
            found["harbours"].append(move["edge"])
        case "chip":
            found["chips"].append(move["hex"])
        case _:
            pass


def view(play: Play, seat: int | None) -> SeafarersView:
    """Return the table as a seat, or a spectator (``None``), may know it."""
    state, board = play.state, play.board
    over = state["outcome"]
    serve = state["chipless"][0] if state["phase"] == "chip" else None
    laying = state["phase"] == "harbour" and state["tokens"]
    return {
        "game": "seafarers",
        "seat": seat,
        "scenario": play.scenario.id,
        "title": play.scenario.title,
        "goal": state["options"]["goal"],
        "turn": state["turn"],
        "active": state["active"],
        "phase": state["phase"],
        "building_ends_trade": state["phase"] == "trade" and not state["options"]["merge_trade_build"],
        "asked": state["asked"] if over is None else [],
        "hexes": _hexes(play),
        "frame": [list(centre(cell)) for cell in board.frame],
        "nodes": [list(point) for point in board.nodes],
        "edges": [list(ends) for ends in board.edge_nodes],
        "harbours": [_harbour(play, edge, kind) for edge, kind in state["harbours"]],
        "buildings": _buildings(play),
        "pieces": _pieces(play),
        "robber": None if state["robber"] < 0 else state["robber"],
        "pirate": None if state["pirate"] < 0 else state["pirate"],
        "bank": all_cards(state["bank"]),
        "deck": len(state["deck"]),
        "tiles": len(state["tiles"]),
        "stack": len(state["stack"]),
        "bag": len(state["bag"]),
        "tokens": len(state["tokens"]),
        "token": HARBOURS[state["tokens"][-1]] if laying else None,
        "serve": serve,
        "players": [_player(play, one) for one in range(state["seats"])],
        "own": None if seat is None else _own(play, seat),
        "roll": state["roll"],
        "card_played": state["played"],
        "ship_moved": state["moved"],
        "built": state["built"],
        "free_pieces": state["free"],
        "due": state["due"],
        "offers": [_offer(one) for one in state["offers"]],
        "offered": state["offered"],
        "lines": [{"seat": one[0], "start": one[1], "end": one[2]} for one in state["lines"]],
        "legal": places(play, seat),
        "scores": over["scores"] if over else [],
        "winners": over["winners"] if over else [],
    }


def _hexes(play: Play) -> list[HexView]:
    state, found = play.state, list[HexView]()
    for h, (x, y) in enumerate(map(centre, play.board.hexes)):
        chipless = play.scenario.chip_rule and play.scenario.letters[h] == CHIPLESS and not state["numbers"][h]
        found.append(
            {
                "x": x,
                "y": y,
                "terrain": TERRAIN[state["terrain"][h]],
                "number": state["numbers"][h],
                "zone": play.chart.zone[h],
                "chipless": chipless,
            }
        )
    return found


def _harbour(play: Play, edge: int, kind: int) -> HarbourView:
    """Return the harbour token's cell: of the two beside the edge, the one that is not land."""
    one, other = play.board.edge_cells[edge]
    on_land = one < len(play.board.hexes) and is_land(play.state["terrain"][one])
    return {"edge": edge, "sea": other if on_land else one, "kind": HARBOURS[kind]}


def _buildings(play: Play) -> list[BuildingView]:
    return [
        {"at": node, "seat": SEATS[mark], "kind": "city" if mark in CITIES else "settlement"}
        for node, mark in enumerate(play.state["nodes"])
        if mark != FREE
    ]


def _pieces(play: Play) -> list[PieceView]:
    movable = {e for seat in range(play.state["seats"]) for e in sites.end_ships(play, seat)}
    return [
        {"at": edge, "seat": SEATS[mark], "kind": "ship" if mark in SHIPS else "road", "movable": edge in movable}
        for edge, mark in enumerate(play.state["edges"])
        if mark != FREE
    ]


def _player(play: Play, seat: int) -> PlayerView:
    state = play.state
    stock = state["stock"][seat]
    return {
        "hand": sum(state["hands"][seat]),
        "cards": sum(state["cards"][seat]),
        "knights": state["knights"][seat],
        "points": scoring.public_points(play, seat),
        "special": state["special"][seat] + lines.points(state, seat),
        "roads": stock[ROAD],
        "ships": stock[SHIP],
        "settlements": stock[SETTLEMENT],
        "cities": stock[CITY],
        "route": state["route"][seat],
        "longest_route": state["longest"] == seat,
        "largest_army": state["army"] == seat,
        "home": state["home"][seat],
        "visited": state["visited"][seat],
    }


def _own(play: Play, seat: int) -> OwnView:
    state = play.state
    return {
        "hand": all_cards(state["hands"][seat]),
        "cards": all_development(state["cards"][seat]),
        "fresh": all_development(state["fresh"] if seat == state["active"] else [0] * 5),
        "points": scoring.points(play, seat),
        "rates": all_cards(trade.rates(play, seat)),
    }


def _offer(offer: OfferState) -> OfferView:
    return {
        "n": offer["n"],
        "give": all_cards(offer["give"]),
        "take": all_cards(offer["take"]),
        "to": offer["to"],
        "choose": offer["choose"],
        "accepted": offer["accepted"],
        "counters": [
            {"seat": one["seat"], "give": all_cards(one["give"]), "take": all_cards(one["take"])}
            for one in offer["counters"]
        ],
    }


def redeal(state: SeafarersState, seat: int | None, chance: Chance) -> SeafarersState:
    """Return a state that differs only in what is hidden from a seat: hands, cards, deck, stacks, bag, tokens.

    For None only the piles are dealt anew, because each hand is known to somebody. Who offers cards, or accepts an offer, has
    them. What only a memory of earlier turns gives, such as yields and bank trades, is no part of a view and not used.
    """
    others = [one for one in range(state["seats"]) if seat not in (one, None)]
    hands, cards, fresh = state["hands"].copy(), state["cards"].copy(), state["fresh"]
    promised = {one: _promised(state, one) for one in others}
    pool = [sum(hands[one][i] - promised[one][i] for one in others) for i in range(5)]
    unseen = iter(chance.shuffle("redeal/hands", _singly(pool)))
    for one in others:
        drawn = list(islice(unseen, sum(hands[one]) - sum(promised[one])))
        hands[one] = [promised[one][i] + drawn.count(i) for i in range(5)]
    deck = [CARD_LETTERS.index(letter) for letter in state["deck"]]
    unseen = iter(chance.shuffle("redeal/cards", sorted([*deck, *(i for one in others for i in _singly(cards[one]))])))
    for one in others:
        drawn = list(islice(unseen, sum(cards[one])))
        cards[one] = [drawn.count(i) for i in range(5)]
        if one == state["active"]:
            bought = drawn[: sum(fresh)]
            fresh = [bought.count(i) for i in range(5)]
    tokens, top = state["tokens"][:-1], state["tokens"][-1:]  # the harbour that is laid next lies open
    return {
        **state,
        "hands": hands,
        "cards": cards,
        "fresh": fresh,
        "deck": "".join([CARD_LETTERS[i] for i in unseen]),
        "tiles": "".join(chance.shuffle("redeal/tiles", sorted(state["tiles"]))),
        "stack": chance.shuffle("redeal/stack", sorted(state["stack"])),
        "bag": chance.shuffle("redeal/bag", sorted(state["bag"])),
        "tokens": [*chance.shuffle("redeal/tokens", sorted(tokens)), *top],
    }


def _singly(counted: Sequence[int]) -> list[int]:
    """Return each card by its kind, from the number of each kind."""
    return [i for i, count in enumerate(counted) for _ in range(count)]


def _promised(state: SeafarersState, seat: int) -> list[int]:
    """Return the cards that a seat is seen to hold, because it offers them or has agreed to give them."""
    least = [0] * 5
    for one in state["offers"]:
        sides = [one["give"]] if seat == state["active"] else []
        sides += [one["take"]] if seat in one["accepted"] else []
        sides += [counter["take"] for counter in one["counters"] if counter["seat"] == seat]
        for side in sides:
            least = list(map(max, least, side))
    return least
