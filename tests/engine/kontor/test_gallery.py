"""The gallery shows every preset twice, in the middle and at the end, and again with special cards where they may be.

It stays in ``tests/output/kontor.html``, to be looked at.
"""

from pathlib import Path

from engine.games.kontor.presets import NEVER
from tests.engine.kontor.gallery import gallery
from tests.engine.kontor.table import PRESETS

OUTPUT = Path(__file__).parents[2] / "output"


def test_the_gallery_shows_every_preset_in_the_middle_and_at_the_end() -> None:
    page = gallery()
    OUTPUT.mkdir(exist_ok=True)
    (OUTPUT / "kontor.html").write_text(page, encoding="utf-8")
    tables = {name: 1 if preset.special_cards == NEVER else 2 for name, preset in PRESETS.items()}
    assert {name: page.count(f"<h2>{name}: ") for name in PRESETS} == tables
    assert page.count("<svg") == page.count("</svg>") == 2 * sum(tables.values())
    assert page.count(", over after round") == sum(tables.values())
