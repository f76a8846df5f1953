"""See-through shapes: by their paint where they have one, as a whole where paint and line cover each other."""

from engine.kit.drawing.svg import box, path, text


def test_a_shape_with_one_paint_is_see_through_by_it() -> None:
    assert 'fill-opacity="0.5"' in text("7", 0, 0, 12, opacity=0.5)
    assert 'fill-opacity="0.5"' in box(0, 0, 9, 9, fill="#fff", opacity=0.5)
    assert 'stroke-opacity="0.5"' in path("M0 0L9 9", stroke="#fff", stroke_width=2, opacity=0.5)


def test_a_shape_with_paint_and_line_is_see_through_as_a_whole() -> None:
    drawn = box(0, 0, 9, 9, fill="#fff", stroke="#000", stroke_width=2, opacity=0.5)
    assert ' opacity="0.5"' in drawn
    assert "fill-opacity" not in drawn
    assert "stroke-opacity" not in drawn


def test_what_is_not_see_through_says_nothing_of_it() -> None:
    assert "opacity" not in text("7", 0, 0, 12) + box(0, 0, 9, 9, fill="#fff") + path("M0 0", stroke="#fff")
