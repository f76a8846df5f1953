"""The size of the numbers on a map: the largest in which no two cover each other that need not."""

import random
import re
from itertools import combinations

import pytest

from engine.games.seafarers.drawing.chart import LEGIBLE, PHONE, SMALLEST, STEP, Label, edge_labels
from engine.games.seafarers.drawing.ground import Ground
from tests.engine.seafarers.seen import PRESETS, shown

WRITTEN = re.compile(r'<text [^<>]*font-size="([0-9.]+)"')
SCALES = (0.4, 0.7, 1.0, 1.25)


@pytest.mark.parametrize("preset", PRESETS[::3])
def test_numbers_of_edges_are_as_large_as_every_pair_of_them_allows(preset: str) -> None:
    rng = random.Random(7)
    ground = Ground(shown(preset)[0])
    edges = range(len(ground.view["edges"]))
    for count in (0, 1, 2, 12, len(edges)):
        around = {0: [(edge, rng.choice(("road", "ship", "both"))) for edge in rng.sample(edges, count)]}
        for scale in SCALES:
            written = {float(one) for one in WRITTEN.findall(edge_labels(ground, around, scale))}
            assert written == ({_largest(_labels(ground, around[0]), scale)} if count else set())


def _labels(ground: Ground, edges: list[tuple[int, str]]) -> list[Label]:
    return [Label(edge, *ground.middle(edge), fill="", ink="") for edge, _ in edges]


def _largest(found: list[Label], scale: float) -> float:
    """Return the size, every pair compared in every size."""
    size = max(SMALLEST, LEGIBLE / (scale * PHONE))
    apart = [pair for pair in combinations(found, 2) if not _cover(*pair, SMALLEST)]
    while size > SMALLEST and any(_cover(one, other, size) for one, other in apart):
        size -= STEP
    return float(f"{max(size, SMALLEST):.2f}")


def _cover(one: Label, other: Label, size: float) -> bool:
    (ax, ay, aw, ah), (bx, by, bw, bh) = one.placed(size), other.placed(size)
    return abs(ax - bx) < aw + bw and abs(ay - by) < ah + bh
