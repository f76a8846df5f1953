"""One page with every preset, with special cards too, in the middle of a match and at its end, to look at all at once.

``python -m tests.engine.kontor.gallery gallery.html`` writes it.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.contract import View
from engine.games.kontor import GAME
from engine.games.kontor.presets import NEVER
from tests.engine.kontor.table import PRESETS
from tests.engine.laws import at_random, play, seed_of

STYLE = "section{display:flex;flex-wrap:wrap;gap:8px}svg{width:390px;height:auto}"


def gallery() -> str:
    """Return the page; a match is played at random, each preset always the same one."""
    parts = [f'<!doctype html><meta charset="utf-8"><title>Kontor</title><style>{STYLE}</style>']
    for title, shown in tables():
        parts.append(f"<h2>{title}</h2><section>{''.join(map(GAME.picture, shown))}</section>")
    return "\n".join(parts)


def tables() -> Iterator[tuple[str, list[View]]]:
    """Yield each table's title, its view in mid-game as seat 0 sees it, and its end as spectators do."""
    for name, preset in PRESETS.items():
        for special in (False, True)[: 1 if preset.special_cards == NEVER else 2]:
            options = {"preset": name, "special_cards": special}
            match = play(GAME, options, preset.seats, seed_of(4), at_random(random.Random(4)))
            title = f"{name}: {preset.title}{', special cards' * special}"
            yield title, [GAME.view(match.states[len(match.states) // 2], 0), GAME.view(match.end, None)]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(gallery(), encoding="utf-8")
