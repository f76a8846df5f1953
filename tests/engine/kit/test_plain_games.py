"""What is shown of a game that draws no emblem and has no guide of its own."""

from dataclasses import replace

from engine.kit.drawing.svg import emblem_of
from engine.kit.text.guide import guide, in_short
from tests.engine.fingers.siegelpost_fingers import Fingers


class Plain(Fingers):
    rules = replace(Fingers.rules, guide={}, length={}, titles={"de": "Finger"})


def test_its_emblem_is_the_first_letter_of_its_title() -> None:
    assert ">F</text>" in emblem_of(Plain())


def test_its_guide_is_what_it_says_of_itself() -> None:
    assert guide(Plain(), "de") == f"# Finger\n\n{Plain.rules.about['de']}\n"
    assert in_short(guide(Plain(), "de")).points == []
