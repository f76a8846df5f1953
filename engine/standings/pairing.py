"""Schedules of leagues: which places meet at which tables; entrants are drawn to the places later.

At tables of two everybody meets everybody once. At larger tables everybody plays equally often, and two places meet about
as often as two others; how evenly that succeeds is part of the answer. Nothing here is drawn: the same numbers in, the
same tables out, for anybody who computes it again.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from engine.protocol.chance import Draws

METHOD = "pairs@2"
"""The name of this way of making tables and counting them; another way gets another name."""
EARLIER = "pairs@1"
"""The same tables, of which whoever withdraws takes all along."""
MOST_PLACES = 16
MOST_AT_TABLE = 6
"""The most seats of a table: every order of a table's places is looked at to seat it."""
MOST_WANTED = 6
STARTS = 6
"""The number of orders that are tried to make the meetings even."""

Tables = tuple[tuple[int, ...], ...]


class Schedule(NamedTuple):
    """The places at each table, by seat; how many tables each place has, and how seldom and how often two places meet."""

    tables: Tables
    each: int
    fewest: int
    most: int


@lru_cache(maxsize=64)
def schedule(places: int, seats: int, wanted: int) -> Schedule:
    """Return the tables of so many places.

    :param wanted: how many tables each place should have at least, at tables of more than two: it gets the least number
        from there on that fills every table.
    :raises ValueError: for fewer places than seats, or numbers out of bounds.
    """
    if not 2 <= seats <= min(places, MOST_AT_TABLE) or places > MOST_PLACES or not 1 <= wanted <= MOST_WANTED:
        raise ValueError(f"no tables of {seats} seats for {places} places, {wanted} each")
    if seats == 2:
        return _measured(tuple(_pairs(places)), places - 1, places)
    each = next(count for count in range(wanted, wanted + seats) if places * count % seats == 0)
    count = places * each // seats
    tried = (_levelled(_filled(_order(places, start), seats, count), places) for start in range(STARTS))
    best: Schedule | None = None
    for tables in tried:
        found = _measured(tables, each, places)
        if best is None or _unevenness(found) < _unevenness(best):
            best = found
        if best.most - best.fewest <= 1:
            break
    assert best is not None
    return best._replace(tables=_seated(best.tables))


def meetings(tables: Sequence[Sequence[int]]) -> Counter[tuple[int, int]]:
    """Return how often two places meet, by the lower and the higher one."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def _measured(tables: Tables, each: int, places: int) -> Schedule:
    met = meetings(tables)
    numbers = [met[pair] for pair in combinations(range(places), 2)]
    return Schedule(tables, each, min(numbers), max(numbers))


def _unevenness(found: Schedule) -> tuple[int, int]:
    return sum(number**2 for number in meetings(found.tables).values()), found.most - found.fewest


def _pairs(places: int) -> list[tuple[int, int]]:
    """Return all pairs, round by round of the circle method; every place has the first seat in half of them, give or take
    one."""
    circle = places - 1 + places % 2
    found: list[tuple[int, int]] = []
    for turn in range(circle):
        if places % 2 == 0:
            found.append((turn, circle) if turn % 2 else (circle, turn))
        found += [((turn + step) % circle, (turn - step) % circle) for step in range(1, (circle + 1) // 2)]
    return found


def _order(places: int, start: int) -> list[int]:
    """Return the places in an order of their own for each start."""
    return Draws(EARLIER.encode()).shuffle(f"start.{start}", range(places)) if start else list(range(places))


def _filled(order: Sequence[int], seats: int, count: int) -> list[list[int]]:
    """Fill tables one by one with those who have had the fewest, and among them met the others there least."""
    had, met, tables = Counter[int](), Counter[tuple[int, int]](), list[list[int]]()
    for _ in range(count):
        table: list[int] = []
        while len(table) < seats:
            free = (place for place in order if place not in table)
            best = min(free, key=lambda one: (had[one], sum(met[one, other] ** 2 for other in table)))
            for other in table:
                met[best, other] += 1
                met[other, best] += 1
            table.append(best)
        had.update(table)
        tables.append(table)
    return tables


def _levelled(tables: list[list[int]], places: int) -> Tables:
    """Swap two places between two tables as long as that makes the meetings more even."""
    met = [[0] * places for _ in range(places)]
    for table in tables:
        for one, other in permutations(table, 2):
            met[one][other] += 1
    better = True
    while better:
        better = False
        for first, second in combinations(tables, 2):
            for here, there in ((here, there) for here in range(len(first)) for there in range(len(second))):
                one, other = first[here], second[there]
                if one in second or other in first:
                    continue
                # What moves: ``one`` leaves the rest of the first table for that of the second, ``other`` the reverse.
                rest, beyond = first[:here] + first[here + 1 :], second[:there] + second[there + 1 :]
                ours, theirs = met[one], met[other]
                change = sum(theirs[place] - ours[place] + 1 for place in rest if place not in beyond)
                change += sum(ours[place] - theirs[place] + 1 for place in beyond if place not in rest)
                if change >= 0:
                    continue
                first[here], second[there], better = other, one, True
                for places_there, sign in ((rest, 1), (beyond, -1)):
                    for place in places_there:
                        for row, step in ((other, sign), (one, -sign)):
                            met[row][place] += step
                            met[place][row] += step
    return tuple(tuple(sorted(table)) for table in tables)


def _seated(tables: Tables) -> Tables:
    """Seat each table so that everybody has had each seat about equally often."""
    had = Counter[tuple[int, int]]()
    found = []
    for table in tables:
        best = min(permutations(table), key=lambda order: sum(had[place, seat] for seat, place in enumerate(order)))
        had.update((place, seat) for seat, place in enumerate(best))
        found.append(best)
    return tuple(found)
