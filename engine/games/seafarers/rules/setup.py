"""Options and setup: the map, harbours, stacks and decks, drawn in secret from the game's seed (RULES.md, D3)."""

from collections.abc import Mapping
from typing import cast

from engine.contract import BadOptions, Chance
from engine.games.seafarers.book import Book
from engine.games.seafarers.marks import nothing
from engine.games.seafarers.resources import CARD_LETTERS, CARDS, DESERT
from engine.games.seafarers.rules.layout import lay
from engine.games.seafarers.scenarios import Scenario
from engine.games.seafarers.schemas import options_schema
from engine.games.seafarers.types.state import OptionsState, SeafarersState
from engine.kit import shape
from engine.kit.shape import Scalar


def complete(given: Mapping[str, object], seats: int, scenarios: Mapping[str, Scenario]) -> OptionsState:
    """Return the complete options of a match at one of these scenarios.

    :raises BadOptions: naming the first option that is wrong.
    """
    shape.check_seats(sorted({n for one in scenarios.values() for n in one.seats}), seats)
    schema = options_schema(scenarios.values())
    shape.check(schema, given)
    scenario = _scenario(given.get("preset"), seats, scenarios)
    own: dict[str, Scalar] = {
        "preset": scenario.id,
        "goal": scenario.goal,
        "pirate": scenario.pirate,
        "domestic_trade": scenario.domestic_trade,
    }
    return cast(OptionsState, shape.complete(schema, given, own))


def _scenario(name: object, seats: int, scenarios: Mapping[str, Scenario]) -> Scenario:
    fitting = [one for one in scenarios.values() if seats in one.seats]
    if name is None:
        return fitting[0]
    scenario = scenarios[str(name)]
    if scenario not in fitting:
        remedy = ", ".join(one.id for one in fitting)
        raise BadOptions(
            "/preset",
            f"{name} is played by {shape.one_of(scenario.seats)}, not by {seats}; for {seats} there is {remedy}",
        )
    return scenario


def deal(book: Book, options: OptionsState, seats: int, chance: Chance) -> SeafarersState:
    """Return the table before the first decision. Seats are drawn by the lobby, so seat 0 begins and is "oldest" (E5)."""
    scenario = book.scenarios[options["preset"]]
    board = scenario.board
    terrain, numbers = lay(scenario, chance, shuffled=options["shuffle_land"])
    kinds: list[int] = chance.shuffle("setup/harbours", scenario.harbour_kinds, hidden=scenario.harbours_laid)
    deserts = [h for h, letter in enumerate(terrain) if letter == DESERT]
    robber = -1
    if deserts:
        (which,) = chance.below("setup/robber", len(deserts)) if len(deserts) > 1 else (0,)
        robber = deserts[which]
    letters = [
        letter for card, letter in zip(CARDS, CARD_LETTERS, strict=True) for _ in range(scenario.deck.get(card, 0))
    ]
    deck = "".join(chance.shuffle("setup/deck", letters, hidden=True))
    discovery = scenario.discovery
    tiles: list[str] = chance.shuffle("setup/tiles", scenario.hidden_tiles, hidden=True) if discovery else []
    stack: list[int] = chance.shuffle("setup/stack", scenario.hidden_chips, hidden=True) if discovery else []
    bag: list[int] = chance.shuffle("setup/bag", scenario.hidden_chips, hidden=True) if scenario.chip_rule else []
    return {
        "options": options,
        "seats": seats,
        "terrain": terrain,
        "numbers": numbers,
        "harbours": []
        if scenario.harbours_laid
        else [[e, k] for e, k in zip(scenario.harbour_edges, kinds, strict=True)],
        "robber": robber,
        "pirate": -1,
        "nodes": nothing(len(board.nodes)),
        "edges": nothing(len(board.edge_nodes)),
        "laid": [0] * len(board.edge_nodes) if scenario.trade_lines else [],
        "placements": 0,
        "hands": [[0] * 5 for _ in range(seats)],
        "bank": [scenario.bank] * 5,
        "cards": [[0] * 5 for _ in range(seats)],
        "fresh": [0] * 5,
        "deck": deck,
        "tiles": "".join(tiles),
        "stack": stack,
        "bag": bag,
        "tokens": kinds if scenario.harbours_laid else [],
        "stock": [scenario.stock for _ in range(seats)],
        "knights": [0] * seats,
        "special": [0] * seats,
        "home": [[] for _ in range(seats)],
        "visited": [[] for _ in range(seats)],
        "route": [0] * seats,
        "longest": -1,
        "army": -1,
        "lines": [],
        "turn": 0,
        "active": 0,
        "phase": "harbour" if scenario.harbours_laid else "found",
        "back": "build",
        "n": 0,
        "asked": [0],
        "due": [0] * seats,
        "roll": [],
        "free": 0,
        "chipless": [],
        "played": False,
        "moved": False,
        "built": [],
        "offers": [],
        "offered": 0,
        "listed": [],
        "traded": [],
        "seen": False,
        "builders": [],
        "outcome": None,
    }
