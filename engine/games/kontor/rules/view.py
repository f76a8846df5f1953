"""The table as one seat, or a spectator, may know it (E15a, E33).

The other hands and the order of the piles below their visible top cards are hidden; everything else is open. What is shown
is copied card by card out of the state, so that nothing can slip through that is not named here.

In the game for four, partners may confer about where to lay their revealed cards (*Karten anlegen*; D1). "At any other time
every kind of agreement is forbidden." So a team's channel stands from the reveal until both partners have laid, and
nobody's hand is shown to the partner.
"""

from collections import Counter
from typing import Literal

from engine.contract import Chance, Channel
from engine.games.kontor.presets import DECLARE, Preset
from engine.games.kontor.rules.board import extent, free_fields, goods, sectors
from engine.games.kontor.rules.ending import points
from engine.games.kontor.rules.fields import PLACES, Field, place, reading_order, row_by_row
from engine.games.kontor.rules.placing import dividing_fields, quay_fields, special_fields
from engine.games.kontor.rules.play import closed_fields
from engine.games.kontor.rules.scoring import anchor_distance, counting, value
from engine.games.kontor.types.cards import SPECIAL, CardFace, CardKind, Colour, SpecialType
from engine.games.kontor.types.state import KontorState, LastRound, Passed, Place, Played, Range, Triple
from engine.games.kontor.types.view import BarredField, FieldShown, KontorView, PileShown, PlayedShown, SectorShown

OPEN = ("ship", "place")
"""The stages in which all cards of the round are known and some are still to be laid."""


def channels(state: KontorState, preset: Preset) -> list[Channel]:
    """Return a channel for each team of partners one of whom is still to lay."""
    if state["stage"] not in OPEN:
        return []
    teams = [preset.members(team) for team in range(len(state["colours"]))]
    return [
        {"id": f"r{state['round']}.confer.{team}", "seats": members}
        for team, members in enumerate(teams)
        if len(members) > 1 and not set(members).isdisjoint(state["due"])
    ]


def view(state: KontorState, preset: Preset, seat: int | None) -> KontorView:
    """Return the view; fields are ``[x, y]``, triples of goods are [tea, wine, spice]."""
    board = state["board"]
    all_sectors = _sectors(state, preset)
    return {
        "game": "kontor",
        "preset": preset.name,
        "options": state["options"].copy(),
        "seat": seat,
        "round": state["round"],
        "stage": state["stage"],
        "teams": list(preset.teams),
        "opposite": list(preset.opposite),
        "colours": list(state["colours"]),
        "money": list(state["money"]),
        "bank": state["bank"],
        "hands": [_cards(hand, preset) if one == seat else None for one, hand in enumerate(state["hands"])],
        "hand_counts": [_counts(hand, preset) for hand in state["hands"]],
        "quay_piles": [_pile(pile, preset, state["options"]["quay_pile_open"]) for pile in state["quay_piles"]],
        "canal_pile": _pile(state["canal_pile"], preset),
        "special_pile": len(state["special_pile"]),
        "special_fields": _special_fields(state, preset),
        "rivals": list(state["rivals"]),
        "alone": _alone(state, preset),
        "sudden_end": preset.sudden_end,
        "limits": {"width": preset.width, "height": preset.height},
        "counting": {"places": preset.places, "least_size": preset.least_size},
        "extent": extent(board),
        "fixed": {"x": _range(state["fixed"]["x"]), "y": _range(state["fixed"]["y"])},
        "board": _board(state, preset, all_sectors),
        "ship": None if state["ship"] is None else place(state["ship"]),
        "sectors": all_sectors,
        "barred": _barred(state, preset),
        "undivided": [place(name) for name in reading_order(dividing_fields(state, preset))],
        "placeable": [place(name) for name in reading_order(free_fields(board, state["fixed"]))],
        "played": [_played(one, preset) for one in state["played"]],
        "due": list(state["due"]),
        "last": _last(state["last"]),
        "scores": points(state, preset),
        "outcome": state["outcome"],
    }


def _cards(ids: list[str], preset: Preset) -> list[CardFace]:
    return [preset.cards[card].json() for card in ids]


def _alone(state: KontorState, preset: Preset) -> Literal["sealed", "asked"] | None:
    """Return when the card for a passing opponent is chosen: ``sealed`` with the other one, when ``asked``, or None."""
    if state["options"]["pass_mode"] != DECLARE:
        return None
    return "sealed" if preset.in_teams else "asked"


def _counts(hand: list[str], preset: Preset) -> dict[CardKind, int]:
    kinds = Counter(preset.cards[card].kind for card in hand)
    return {"quay": kinds["quay"], "canal": kinds["canal"], "special": kinds["special"]}


def _special_fields(state: KontorState, preset: Preset) -> dict[SpecialType, list[Place]] | None:
    """Return where each kind of special card might be laid now, or nothing if there are none in the match."""
    if not state["options"]["special_cards"]:
        return None
    return {kind: [place(name) for name in reading_order(special_fields(state, preset, kind))] for kind in SPECIAL}


def _pile(pile: list[str], preset: Preset, spread: bool = False) -> PileShown:
    shown: PileShown = {"top": preset.cards[pile[0]].json() if pile else None, "count": len(pile)}
    if spread:
        shown["cards"] = _cards(pile, preset)
    return shown


def _range(edge: Range | None) -> Range | None:
    return edge and list(edge)


def _sectors(state: KontorState, preset: Preset) -> list[SectorShown]:
    """Return the closed sectors in the order in which they closed, then the open ones row by row."""
    board, over, anchor = state["board"], state["outcome"] is not None, preset.layout.anchor
    counts = counting(state["closed"], anchor, preset.places, preset.least_size)
    shown = [
        _sector(
            state, preset, one["fields"], one["goods"], closed=True, guard=one["guard"], counts=scored if over else None
        )
        for one, scored in zip(state["closed"], counts, strict=True)
    ]
    found = [reading_order(sector) for sector in sectors(board, preset.cards, closed_fields(state))]
    for sector in row_by_row(found):
        warehouses = goods(sector, board, preset.cards, state["colours"])
        shown.append(
            _sector(state, preset, sector, warehouses, closed=False, guard=None, counts=False if over else None)
        )
    return shown


def _sector(
    state: KontorState,
    preset: Preset,
    fields: list[Field],
    warehouses: list[Triple],
    *,
    closed: bool,
    guard: int | None,
    counts: bool | None,
) -> SectorShown:
    return {
        "fields": [place(name) for name in fields],
        "closed": closed,
        "guard": guard,
        "size": len(fields),
        "distance": anchor_distance(fields, preset.layout.anchor),
        "goods": [list(one) for one in warehouses],
        "centres": [_centre(state, preset, fields, colour) for colour in state["colours"]],
        "value": value(fields, state["board"], preset.cards),
        "counts": counts,
    }


def _centre(state: KontorState, preset: Preset, fields: list[Field], colour: Colour) -> Place | None:
    """Return where a colour's warehouses of a sector stand."""
    for name in state["centres"]:
        if name in fields and preset.cards[state["board"][name][-1]].owner == colour:
            return place(name)
    return None


def _board(state: KontorState, preset: Preset, all_sectors: list[SectorShown]) -> list[FieldShown]:
    sector_of = {(at[0], at[1]): i for i, sector in enumerate(all_sectors) for at in sector["fields"]}
    return [
        {
            "at": place(name),
            "card": preset.cards[stack[-1]].json(),
            "under": _cards(stack[:-1], preset),
            "sector": sector_of.get(PLACES[name]),
        }
        for name in reading_order(state["board"])
        for stack in (state["board"][name],)
    ]


def _barred(state: KontorState, preset: Preset) -> list[BarredField]:
    """Return where a team may lay no quay: beside an opposing crane, or away from water if the preset asks for water."""
    shown: list[BarredField] = []
    free = free_fields(state["board"], state["fixed"])
    for team, colour in enumerate(state["colours"]):
        shown += [BarredField(at=place(name), team=team) for name in free - quay_fields(state, preset, colour)]
    return sorted(shown, key=lambda one: (one["at"][1], one["at"][0], one["team"]))


def _played(choice: Played | None, preset: Preset) -> PlayedShown | Passed | None:
    if choice is None:
        return None
    if "pass" in choice:
        return choice.copy()
    return {"card": preset.cards[choice["card"]].json(), "status": choice["status"]}


def _last(last: LastRound) -> LastRound:
    ship = last["ship"]
    return {
        "laid": [list(at) for at in last["laid"]],
        "removed": [list(at) for at in last["removed"]],
        "ship": ship and {"from": list(ship["from"]), "to": list(ship["to"])},
    }


def shown_card(view: KontorView, seat: int) -> CardFace:
    """Return the card that a seat has played this round, as a view shows it; it must have played one."""
    choice = view["played"][seat]
    assert choice is not None and "card" in choice, "only who has played a card lays"
    return choice["card"]


def redeal(state: KontorState, preset: Preset, seat: int | None, chance: Chance) -> KontorState:
    """Return a state that differs only in what is hidden from a seat: other hands, and piles below their tops.

    For None only the piles are dealt anew, because each hand is known to somebody. What a view does not show is dealt
    anew even where an attentive player remembers it: cards drawn from a visible top, and quays put back under a pile.
    """
    # A card that could not be laid went back into a hand for all to see.
    back = {one["card"] for one in state["played"] if one is not None and "card" in one and one["status"] == "returned"}
    hands = [[card for card in hand if seat in (one, None) or card in back] for one, hand in enumerate(state["hands"])]
    quays, canals, special = state["quay_piles"], state["canal_pile"], state["special_pile"]
    open_quays = state["options"]["quay_pile_open"]
    counts = [_counts(hand, preset) for hand in state["hands"]]
    shown = {card for stack in state["board"].values() for card in stack}
    # A quay laid in this round may be back under a pile, or in a hand if the pile was empty.
    shown |= {one["card"] for one in state["played"] if one is not None and "card" in one and one["status"] != "laid"}
    shown |= {card for hand in hands for card in hand} | set(canals[:1])
    shown |= {card for pile in quays for card in (pile if open_quays else pile[:1])}
    unseen: dict[tuple[CardKind, str], list[str]] = {}
    for card in preset.cards.values():
        if card.id not in shown and card.type != "anchor":
            unseen.setdefault((card.kind, card.owner), []).append(card.id)
    unseen = {key: chance.shuffle(f"redeal/{key[0]}/{key[1]}", cards) for key, cards in unseen.items()}

    def take(kind: CardKind, owner: str, number: int) -> list[str]:
        pool, number = unseen.get((kind, owner), []), max(number, 0)  # an empty pile has no cards below its top
        taken, pool[:] = pool[:number], pool[number:]
        return taken

    for one, held in enumerate(counts):
        known = _counts(hands[one], preset)
        cards = take("quay", state["colours"][preset.teams[one]], held["quay"] - known["quay"])
        cards += take("canal", "neutral", held["canal"] - known["canal"])
        cards += take("special", "neutral", held["special"] - known["special"])
        hands[one] = sorted([*hands[one], *cards], key=lambda card: preset.cards[card].rank)
    piles = [
        pile if open_quays else [*pile[:1], *take("quay", state["colours"][preset.teams[one]], len(pile) - 1)]
        for one, pile in enumerate(quays)
    ]
    return {
        **state,
        "hands": hands,
        "quay_piles": piles,
        "canal_pile": [*canals[:1], *take("canal", "neutral", len(canals) - 1)],
        "special_pile": take("special", "neutral", len(special)),
    }
