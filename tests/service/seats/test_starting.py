"""The start of an installation as processes read it: over when their own supervisor says so, and not before."""

import json
from pathlib import Path

import pytest

from service.processes.starting import Progress, Starting


@pytest.fixture
def starting(tmp_path: Path) -> Starting:
    return Starting(tmp_path / "starting.json", "serve-1")


def test_a_start_is_over_when_its_supervisor_says_so(starting: Starting) -> None:
    assert starting.look() == Progress()
    starting.tell(Progress(loaded=43))
    assert starting.look() == Progress(loaded=43)
    starting.tell(Progress(over=True))
    assert starting.look().over


def test_what_an_earlier_supervisor_said_counts_for_nothing(starting: Starting) -> None:
    """A kill -9 of everything leaves the file behind."""
    Starting(starting.file, "serve-0").tell(Progress(over=True))
    assert starting.look() == Progress()


@pytest.mark.parametrize(
    "said",
    [
        "", "{", "[]", "null", '{"over": true}', '{"supervisor": "serve-1", "over": "yes"}',
        '{"supervisor": "serve-1", "over": 1, "loaded": "all"}', "\x00",
    ],
)  # fmt: skip
def test_nonsense_opens_nothing(starting: Starting, said: str) -> None:
    starting.file.write_text(said)
    assert starting.look() == Progress()


def test_bytes_that_are_no_text_open_nothing(starting: Starting) -> None:
    starting.file.write_bytes(b"\xff\xfe")
    assert starting.look() == Progress()


def test_who_waits_goes_on_when_it_is_over_or_when_he_is_told_to_end(starting: Starting) -> None:
    looks: list[float] = []

    def pause(seconds: float) -> None:
        looks.append(seconds)
        starting.tell(Progress(loaded=50, over=len(looks) == 3))

    assert starting.wait(pause)
    assert len(looks) == 3
    starting.tell(Progress())
    assert not starting.wait(lambda _: "a signal")


def test_what_is_written_is_whole(starting: Starting) -> None:
    starting.tell(Progress(loaded=7))
    assert json.loads(starting.file.read_text()) == {"supervisor": "serve-1", "over": False, "loaded": 7}
    assert [file.name for file in starting.file.parent.iterdir()] == ["starting.json"]


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(), "Siegelpost is starting"),
        (Progress(loaded=0), "Siegelpost is starting: 0 % of its data are loaded"),
        (Progress(loaded=43), "Siegelpost is starting: 43 % of its data are loaded"),
    ],
)
def test_it_is_told_in_words(progress: Progress, words: str) -> None:
    assert str(progress) == words
