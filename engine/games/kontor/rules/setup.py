"""Options and dealing: colours by lot, the start layout, hands and piles (rules: Spielvorbereitung; C4, E9, E11, E15a, E33).

The order is the rule books': the layout is filled from the shuffled canals before anybody is dealt a card. The shuffles are
hidden, so that pile orders are unknown to everybody until the match is over.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.contract import BadOptions, Chance
from engine.games.kontor.presets import BOUGHT, NEVER, Preset
from engine.games.kontor.rules.buying import PRICE
from engine.games.kontor.rules.fields import Field
from engine.games.kontor.types.cards import COLOURS, Colour
from engine.games.kontor.types.state import Edges, KontorOptions, KontorState
from engine.kit import shape
from engine.kit.shape import Scalar, Schema

DEFAULT_PRESET = "tilsit"
ROUND_LIMIT = 200
LONGEST_ROUND_LIMIT = 1000


def complete(given: Mapping[str, object], seats: int, presets: Mapping[str, Preset], schema: Schema) -> KontorOptions:
    """Return the complete options; :raises BadOptions: naming the first option that is wrong."""
    shape.check(schema, given)
    fitting = [one.name for one in presets.values() if one.seats == seats]
    usual = DEFAULT_PRESET if DEFAULT_PRESET in fitting or not fitting else fitting[0]
    preset = presets[str(given.get("preset", usual))]
    if seats != preset.seats:
        remedy = f"; for {seats} there is {', '.join(fitting)}" if fitting else ""
        raise BadOptions("/preset", f"{preset.name} is played by {preset.seats}, not by {seats}{remedy}")
    own: dict[str, Scalar] = {"pass_mode": preset.pass_mode, "special_cards": preset.special_default}
    chosen = shape.complete(schema, {"preset": preset.name, **given}, own)
    if chosen["special_cards"] and preset.special_cards == NEVER:
        raise BadOptions("/special_cards", f"{preset.name} is played without special cards; leave it false")
    known = ("preset", "pass_mode", "round_limit", "quay_pile_open", "special_cards")
    return cast("KontorOptions", {name: chosen[name] for name in known})


def deal(preset: Preset, options: KontorOptions, chance: Chance) -> KontorState:
    """Return the state before the first choice."""
    first = chance.below("colours", len(COLOURS))[0]
    colours = [COLOURS[first], COLOURS[1 - first]]
    canals = chance.shuffle("deck/canal", _ids(preset, "canal", "neutral"), hidden=True)
    board: dict[Field, list[str]] = {preset.layout.anchor: _ids(preset, "anchor", "neutral")}
    for name in preset.layout.canals:
        board[name] = [canals.pop(0)]
    hands: list[list[str]] = [[] for _ in preset.teams]
    for hand in hands:
        hand.extend(canals[: preset.hand_canals])
        del canals[: preset.hand_canals]
    piles = _quay_piles(preset, colours, chance)
    for hand, pile in zip(hands, piles, strict=True):
        hand.extend(pile[: preset.hand_quays])
        del pile[: preset.hand_quays]
    special_pile = _special_pile(preset, hands, chance) if options["special_cards"] else []
    for hand in hands:
        hand.sort(key=lambda card: preset.cards[card].rank)
    edges: Edges = {"x": None, "y": None}
    if preset.layout.fixed:
        edges = {"x": [0, preset.width - 1], "y": [0, preset.height - 1]}
    return {
        "schema": 1,
        "options": options,
        "round": 1,
        "stage": "buy" if special_pile and preset.money >= PRICE else "choose",
        "colours": colours,
        "money": [preset.money] * preset.seats,
        "bank": preset.bank,
        "hands": hands,
        "quay_piles": piles,
        "canal_pile": canals,
        "special_pile": special_pile,
        "rivals": [],
        "board": board,
        "fixed": edges,
        "ship": preset.layout.anchor if preset.ship else None,
        "laid": [],
        "centres": [],
        "closed": [],
        "played": [None] * preset.seats,
        "due": [],
        "last": {"laid": [], "removed": [], "ship": None},
        "stirred": False,
        "quiet": 0,
        "outcome": None,
    }


def _quay_piles(preset: Preset, colours: Sequence[Colour], chance: Chance) -> list[list[str]]:
    """Shuffle each team's quays and split them evenly into one pile for each of its seats."""
    piles: list[list[str]] = [[] for _ in preset.teams]
    for team, colour in enumerate(colours):
        quays = chance.shuffle(f"deck/quay/{team}", _ids(preset, "quay", colour), hidden=True)
        seats = preset.members(team)
        share = len(quays) // len(seats)
        for i, seat in enumerate(seats):
            piles[seat] = quays[i * share : (i + 1) * share]
    return piles


def _special_pile(preset: Preset, hands: list[list[str]], chance: Chance) -> list[str]:
    """Deal a special card to each hand and lay the others aside unseen, or return all as the pile to buy from."""
    pile = chance.shuffle("deck/special", _ids(preset, "special", "neutral"), hidden=True)
    if preset.special_cards == BOUGHT:
        return pile
    for hand in hands:
        hand.append(pile.pop(0))
    return []


def _ids(preset: Preset, kind: str, owner: str) -> list[str]:
    """Return the ids of one kind of cards in the order of the card list; the anchor is a kind of its own here."""
    return [
        card.id
        for card in preset.cards.values()
        if (card.type if card.type == "anchor" else card.kind) == kind and card.owner == owner
    ]
