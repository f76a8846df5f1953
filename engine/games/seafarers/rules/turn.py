"""The course of a match: founding, turns, special building phases, the end (RULES.md, D3, D4, D11, D13)."""

from engine.games.seafarers.resources import CITY, HARBOURS, PRICE, ROAD, SETTLEMENT, SHIP, VICTORY
from engine.games.seafarers.rules import building, cards, production, scoring, sites, trade
from engine.games.seafarers.rules.play import Play
from engine.games.seafarers.types.moves import FoundMove, HarbourMove

OWN_TURN = ("start", "trade", "build")


def lay_harbour(play: Play, seat: int, move: HarbourMove) -> None:
    """Lay the harbour that was drawn, then let the next seat draw; after the last one founding begins (E21)."""
    state = play.state
    kind = state["tokens"][-1]
    state["tokens"] = state["tokens"][:-1]
    state["harbours"] = [*state["harbours"], [move["edge"], kind]]
    play.tell({"type": "harbour", "seat": seat, "edge": move["edge"], "kind": HARBOURS[kind]})
    if not sites.free_coasts(play):
        state["tokens"] = []  # an owner's scenario may have more harbours than its coasts can take
    if state["tokens"]:
        play.ask("harbour", (seat + 1) % state["seats"])
    else:
        play.ask("found", 0)


def found(play: Play, seat: int, move: FoundMove) -> None:
    """Found a settlement with a road or ship beside it."""
    state, node = play.state, move["node"]
    state["back"] = "found"
    play.tell({"type": "founded", "seat": seat, "node": node, "edge": move["edge"], "piece": move["piece"]})
    zone = play.chart.node_zone[node]
    if zone not in state["home"][seat]:
        home = state["home"].copy()
        home[seat] = [*home[seat], zone]
        state["home"] = home
    building.put_settlement(play, seat, node)
    building.lay_piece(play, seat, move["edge"], ROAD if move["piece"] == "road" else SHIP)
    if buildings(play, seat) == 2:
        production.found(play, seat, node)
    go_on(play, seat)


def buildings(play: Play, seat: int) -> int:
    """Return how many buildings of a seat stand on the board."""
    stock, scenario = play.state["stock"][seat], play.scenario
    return scenario.settlements - stock[SETTLEMENT] + scenario.cities - stock[CITY]


def founder(play: Play) -> int | None:
    """Return the next seat to found: once around, and back again from the last to the first (D3)."""
    seats = play.state["seats"]
    done = sum(buildings(play, seat) for seat in range(seats))
    if done == 2 * seats:
        return None
    return done if done < seats else 2 * seats - 1 - done


def run(play: Play) -> None:
    """Begin the turns that follow, as long as nobody is asked in them: a loop, since there may be many."""
    while play.following >= 0:
        seat, play.following = play.following, -1
        begin(play, seat)


def begin(play: Play, seat: int) -> None:
    """Begin the turn of a seat: it may have won (E43); the dice fall at once unless it could play a card first."""
    state = play.state
    if state["turn"] >= state["options"]["turn_limit"]:
        finish(play, None)
        return
    state["turn"] += 1
    state["active"] = seat
    state["n"] = 0
    state["roll"] = []
    state["fresh"] = [0] * 5
    state["built"] = []
    state["played"] = state["moved"] = state["seen"] = False
    state["offered"] = 0
    state["listed"] = []
    state["traded"] = []
    play.tell({"type": "turn", "seat": seat, "turn": state["turn"]})
    state["back"] = "start"
    go_on(play, seat)


def roll(play: Play) -> None:
    """Roll: a seven brings discards and the thief, any other number brings cards."""
    state = play.state
    state["back"] = "trade"
    number = production.roll(play)
    if number == production.SEVEN:
        must = production.over_the_limit(play)
        if must:
            play.ask("discard", *must)
        else:
            play.ask("thief", state["active"])
        return
    production.produce(play, number)
    if any(state["due"]):
        play.ask("gold", *(seat for seat, count in enumerate(state["due"]) if count))
    else:
        go_on(play, state["active"])


def go_on(play: Play, seat: int) -> None:
    """Continue after a seat's action: chips first, then the win, free pieces, and the phase it happened in."""
    state = play.state
    if state["chipless"] and _owes_a_chip(play, seat):
        play.ask("chip", seat)
    elif state["back"] in OWN_TURN and scoring.has_won(play, seat):
        finish(play, seat)
    elif state["free"]:
        _place_free(play, seat)
    else:
        _return(play, seat)


def _owes_a_chip(play: Play, seat: int) -> bool:
    """Return whether a seat must choose a chip; where there is no choice, the chip moves by itself."""
    while play.state["chipless"]:
        sources = building.candidates(play, seat)
        if len(sources) != 1:
            return True
        bring_chip(play, seat, sources[0])
    return False


def bring_chip(play: Play, seat: int, source: int) -> None:
    """Move the chip of a hex to the first waiting hex; after the last one the routes are counted (D4)."""
    building.take(play, seat, source)
    if not play.state["chipless"]:
        building.connect(play, seat)


def _place_free(play: Play, seat: int) -> None:
    """Ask for a free piece's place; place it at once if there is only one, and let it lapse if there is none (E45)."""
    state, places = play.state, sites.pieces(play, seat)
    if len(places) > 1:
        play.ask("free", seat)
        return
    if places:
        state["free"] -= 1
        edge, piece = places[0]
        building.build_piece(play, seat, "road" if piece == ROAD else "ship", edge, free=True)
    else:
        state["free"] = 0
    go_on(play, seat)


def _return(play: Play, seat: int) -> None:
    """Return to the interrupted phase."""
    state, back = play.state, play.state["back"]
    if back == "found":
        following = founder(play)
        if following is None:
            play.following = 0
        else:
            play.ask("found", following)
    elif back == "special":
        _special(play, seat)
    elif back == "start":
        if sum(state["cards"][seat]) and not state["played"]:
            play.ask("start", seat)
        else:
            roll(play)
    elif might_act(play, seat):
        play.ask(back, seat)
    else:
        end_turn(play)


def knight(play: Play) -> None:
    """Play a knight: the army may win before the thief moves."""
    seat = play.state["active"]
    cards.play_knight(play)
    if scoring.has_won(play, seat):
        finish(play, seat)
    else:
        play.ask("thief", seat)


def might_build(play: Play, seat: int) -> bool:
    """Return whether a seat could build or buy, by what everybody knows: the number of its cards, pieces and places."""
    state = play.state
    hand, stock = sum(state["hands"][seat]), state["stock"][seat]
    if hand < PRICE["road"]:
        return False
    if state["deck"] and hand >= PRICE["card"]:
        return True
    if stock[CITY] and hand >= PRICE["city"] and sites.cities(play, seat):
        return True
    return bool(
        (stock[ROAD] and sites.roads(play, seat))
        or (stock[SHIP] and sites.ships(play, seat))
        or (stock[SETTLEMENT] and hand >= PRICE["settlement"] and sites.settlements(play, seat))
    )


def might_act(play: Play, seat: int) -> bool:
    """Return whether the active seat could do anything but end its turn, by what everybody knows (law 2)."""
    state = play.state
    if state["back"] == "trade" and _might_trade(play, seat):
        return True
    if not state["played"] and sum(state["cards"][seat]) > sum(state["fresh"]):
        return True
    if might_build(play, seat):
        return True
    movable = sites.movable(play, seat)
    return bool(movable) and any(sites.targets(play, seat, e) for e in movable)


def _might_trade(play: Play, seat: int) -> bool:
    state, hand = play.state, sum(play.state["hands"][seat])
    if state["offers"] or hand >= trade.BANK_RATE:
        return True
    if state["options"]["domestic_trade"] and hand > 0 and state["offered"] < trade.MOST_OFFERS:
        return True
    return hand >= trade.SPECIAL_RATE and hand >= min(trade.rates(play, seat))


def end_turn(play: Play) -> None:
    """End a turn; the others may build in the special phase (D11, E9), then the next one begins."""
    state = play.state
    play.tell({"type": "ended", "seat": state["active"]})
    state["builders"] = []
    state["roll"] = []
    if play.scenario.special_phase:
        _special(play, (state["active"] + 1) % state["seats"])
    else:
        play.following = seat_after(play)


def _special(play: Play, seat: int) -> None:
    """Ask the next seat, from this one on, that could build in the special phase."""
    state = play.state
    while seat != state["active"]:
        if might_build(play, seat):
            state["back"] = "special"
            play.ask("special", seat)
            return
        seat = (seat + 1) % state["seats"]
    play.following = seat_after(play)


def pass_on(play: Play, seat: int) -> None:
    """A seat ends its part of the special phase and cannot come back."""
    _special(play, (seat + 1) % play.state["seats"])


def seat_after(play: Play) -> int:
    """Return the seat to the left of the active seat."""
    return (play.state["active"] + 1) % play.state["seats"]


def finish(play: Play, winner: int | None) -> None:
    """End the match: somebody has reached the goal, or the turns are over and the most points win together."""
    state = play.state
    scores = [scoring.points(play, seat) for seat in range(state["seats"])]
    winners = [winner] if winner is not None else [s for s, one in enumerate(scores) if one == max(scores)]
    reason = "turn-limit" if winner is None else "goal"
    state["phase"] = "over"
    state["asked"] = []
    state["offers"] = []
    state["outcome"] = {"winners": winners, "scores": scores, "reason": reason}
    victory = [held[VICTORY] for held in state["cards"]]
    play.tell({"type": "over", "winners": winners, "scores": scores, "victory": victory, "reason": reason})
