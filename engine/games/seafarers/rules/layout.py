"""Maps that are drawn before the match: terrain, chips, the spiral of the big island (RULES.md, C8 to C10, E22)."""

from collections.abc import Sequence

from engine.contract import Chance
from engine.games.seafarers.board import Board
from engine.games.seafarers.resources import DESERT, LETTERS, is_land
from engine.games.seafarers.scenarios import CHIPLESS, PRINTED, RANDOM, SHUFFLED, SPIRAL, Scenario, zones_of
from engine.protocol.chance import Draws

RED = (6, 8)
TRIES = 20_000
"""More deals than a layout within the limits was ever found to need (a few dozen); bounds the work."""
TRIAL = 1_000
"""Number of deals within which a scenario must find a layout; a match then practically never needs all :data:`TRIES`."""


class NoLayout(Exception):
    """No layout within the limits was found; ``key`` is the entry of the scenario that sets the limit."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key = key


def faults_of(scenario: Scenario) -> list[str]:
    """Return why a scenario cannot be laid out; the option ``shuffle_land`` counts, too, where the map is printed."""
    chance = Draws(bytes(32))
    try:
        terrain = _terrain(scenario, chance, TRIAL)
        if scenario.chips_laid == PRINTED:
            _mixed(scenario, terrain, chance, TRIAL)
        elif scenario.chips_laid == SHUFFLED:
            _shuffled(scenario, terrain, chance, TRIAL)
    except NoLayout as fault:
        return [str(fault)]
    return []


def lay(scenario: Scenario, chance: Chance, *, shuffled: bool = False) -> tuple[str, list[int]]:
    """Return the terrain of every hex and its number chip (0: none); ``shuffled``: a printed map is mixed (E3)."""
    terrain = _terrain(scenario, chance)
    if scenario.chips_laid == PRINTED:
        return _mixed(scenario, terrain, chance) if shuffled else (terrain, list(scenario.numbers))
    if scenario.chips_laid == SPIRAL:
        return terrain, _spiral(scenario, terrain, chance)
    return terrain, _shuffled(scenario, terrain, chance)


def _mixed(scenario: Scenario, terrain: str, chance: Chance, tries: int = TRIES) -> tuple[str, list[int]]:
    """Mix landscapes and chips of a printed map among themselves; sea, gold, deserts and what is unexplored stay (E3)."""
    places = [h for h, letter in enumerate(terrain) if letter in LETTERS]
    letters, numbers = list(terrain), list(scenario.numbers)
    for h, letter in zip(places, chance.shuffle("layout/land", [terrain[h] for h in places]), strict=True):
        letters[h] = letter
    return "".join(letters), _apart(scenario.board, places, [numbers[h] for h in places], numbers, chance, tries)


def _terrain(scenario: Scenario, chance: Chance, tries: int = TRIES) -> str:
    """Fill the places that are drawn; deal again while there are too few islands or one is too large (E22)."""
    letters = scenario.letters
    if CHIPLESS in letters:
        outer = iter(chance.shuffle("layout/outer", scenario.hidden_tiles))
        letters = "".join(next(outer) if letter == CHIPLESS else letter for letter in letters)
    if RANDOM not in letters:
        return letters
    for deal in range(tries):
        drawn = iter(chance.shuffle(f"layout/tiles/{deal}", scenario.tiles))
        terrain = "".join(next(drawn) if letter == RANDOM else letter for letter in letters)
        sizes = [len(zone) for zone in zones_of(scenario.board, terrain, scenario.split)]
        if len(sizes) >= scenario.least_islands and max(sizes) * 100 <= scenario.largest_island * sum(sizes):
            return terrain
    raise NoLayout("islands", f"no drawn map has them in {tries} deals")


def _shuffled(scenario: Scenario, terrain: str, chance: Chance, tries: int = TRIES) -> list[int]:
    """Lay the chips at random on all land but deserts."""
    places = [h for h, letter in enumerate(terrain) if is_land(letter) and letter != DESERT]
    return _apart(scenario.board, places, scenario.chips, [0] * len(terrain), chance, tries)


def _apart(
    board: Board, places: Sequence[int], chips: Sequence[int], numbers: list[int], chance: Chance, tries: int
) -> list[int]:
    """Lay chips on places at random, again until no 6 or 8 lies beside another."""
    for deal in range(tries):
        for h, number in zip(places, chance.shuffle(f"layout/chips/{deal}", chips), strict=True):
            numbers[h] = number
        if not red_neighbours(board, numbers):
            return numbers
    raise NoLayout("chips", f"in {tries} deals a 6 or 8 always lies beside another")


def red_neighbours(board: Board, numbers: Sequence[int]) -> bool:
    """Return whether a 6 or 8 lies beside another."""
    red = {h for h, number in enumerate(numbers) if number in RED}
    return any(not red.isdisjoint(board.hex_hexes[h]) for h in red)


def _spiral(scenario: Scenario, terrain: str, chance: Chance) -> list[int]:
    """Lay the lettered chips from a corner around the island and inwards, either way round, without the deserts."""
    (corner,) = chance.below("layout/corner", len(scenario.corners))
    (turning,) = chance.below("layout/turning", 2)
    numbers = [0] * len(terrain)
    chips = iter(scenario.chip_letters)
    drawn = {h for h, letter in enumerate(scenario.letters) if letter == RANDOM}
    for h in scenario.board.spiral(drawn, scenario.corners[corner], clockwise=turning == 0):
        if terrain[h] != DESERT:
            numbers[h] = next(chips)
    return numbers
