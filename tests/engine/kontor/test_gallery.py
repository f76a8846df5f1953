"""The gallery shows every preset twice, in the middle and at the end."""

from tests.engine.kontor.gallery import gallery
from tests.engine.kontor.table import PRESETS


def test_the_gallery_shows_every_preset_in_the_middle_and_at_the_end(tmp_path):
    page = gallery()
    (tmp_path / "gallery.html").write_text(page, encoding="utf-8")
    assert [page.count(f"<h2>{name}: ") for name in PRESETS] == [1] * len(PRESETS)
    assert page.count("<svg") == page.count("</svg>") == 2 * len(PRESETS)
    assert page.count(", over after round") == len(PRESETS)
