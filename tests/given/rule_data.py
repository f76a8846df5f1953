"""An owner's rule data in tests: changed texts of the package, written where an installation would look for them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine import registry


def kontor_with(old: str, new: str, file: str = "cards.csv") -> dict[str, str]:
    """Return an owner's Kontor file: the package's with one passage changed."""
    known = registry.REPLACEABLE["kontor"]
    text = known.shipped[known.files[file]]
    assert text.count(old) == 1
    return {file: text.replace(old, new)}


def write(folder: Path, files: Mapping[str, Mapping[str, str]]) -> Path:
    """Write an owner's files into a folder and return it."""
    for game, texts in files.items():
        (folder / game).mkdir(parents=True)
        for name, text in texts.items():
            (folder / game / name).write_bytes(text.encode())
    return folder


@contextmanager
def another_process() -> Iterator[None]:
    """Hold only the package's data inside, as a process does that has just begun; afterwards all is as before."""
    held, also = dict(registry.GAMES), dict(registry._also)
    registry.GAMES.update({game.rules.id: game for game in registry.SHIPPED})
    registry._also.clear()
    try:
        yield
    finally:
        registry.GAMES.clear()
        registry.GAMES.update(held)
        registry._also.clear()
        registry._also.update(also)


RED_SWAPPED = kontor_with(
    "C19,19,quay,red,W,none,G+T,R\nC20,20,quay,black,W,none,G+T,R\n",
    "C19,19,quay,red,W,ship,G+T,F\nC20,20,quay,black,W,ship,G+T,F\n",
)
"""A card list in which 19 and 20 carry the ship symbol."""
