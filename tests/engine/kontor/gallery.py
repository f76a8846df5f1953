"""One page with every preset in the middle of a match and at its end, so that a person can look at all at once.

``python -m tests.engine.kontor.gallery gallery.html`` writes it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from engine.kontor import GAME
from engine.kontor.picture import picture
from tests.engine.kontor.table import PRESETS
from tests.engine.laws import at_random, play, seed_of

STYLE = "section{display:flex;flex-wrap:wrap;gap:8px}svg{width:360px;height:auto}"


def gallery() -> str:
    """Return the page; a match is played at random, each preset always the same one."""
    parts = [f'<!doctype html><meta charset="utf-8"><title>Kontor</title><style>{STYLE}</style>']
    for name, preset in PRESETS.items():
        match = play(GAME, {"preset": name}, preset.seats, seed_of(4), at_random(random.Random(4)))
        shown = [GAME.view(match.states[len(match.states) // 2], 0), GAME.view(match.end, None)]
        parts.append(f"<h2>{name}: {preset.title}</h2><section>{''.join(map(picture, shown))}</section>")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(gallery(), encoding="utf-8")
