"""Letters are written one after the other: what has only to be finished goes first, and who waits lets others write."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from workers.mail.sending.turns import Turns

PATIENCE = 30.0


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


def waiting(turns: Turns, count: int) -> None:
    """Wait until so many threads wait for their turn."""
    while len(turns._changed._waiters) < count:  # type: ignore[attr-defined]  # a Condition tells nobody else
        threading.Event().wait(0.001)


def test_one_letter_is_written_at_a_time_and_one_that_is_begun_is_finished_first(threads: ThreadPoolExecutor) -> None:
    turns, done = Turns(), list[str]()

    def begin(name: str) -> None:
        with turns.begin():
            done.append(name)

    def finish(name: str) -> None:
        with turns.finish():
            done.append(name)

    with turns.begin():
        others = [threads.submit(begin, "a second letter")]
        waiting(turns, 1)
        others.append(threads.submit(finish, "the end of a first one"))
        waiting(turns, 2)
        assert done == []
    for one in others:
        one.result(PATIENCE)

    assert done == ["the end of a first one", "a second letter"]


def test_who_waits_for_a_picture_lets_another_one_write(threads: ThreadPoolExecutor) -> None:
    turns, picture, done = Turns(), Future[bytes](), list[str]()

    def with_picture() -> None:
        with turns.begin():
            done.append("the words")
            with turns.away():
                picture.result(PATIENCE)
            done.append("its picture")

    first = threads.submit(with_picture)
    while not done:
        threading.Event().wait(0.001)
    with turns.begin():
        done.append("another letter")
        picture.set_result(b"")
        waiting(turns, 1)
    first.result(PATIENCE)

    assert done == ["the words", "another letter", "its picture"]


def test_a_letter_that_fails_lets_the_next_one_write() -> None:
    turns = Turns()

    with pytest.raises(ZeroDivisionError), turns.begin():
        _ = 1 // 0

    with turns.begin(), turns.away():
        pass
    with turns.away():
        pass  # nobody writes: nothing to let go
