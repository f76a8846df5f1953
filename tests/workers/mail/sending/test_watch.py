"""What takes too long is ended once, by one thread for all; what ends in time never is."""

import threading
from contextlib import ExitStack

import pytest

from workers.mail.sending.smtp import Watch

LONG = 60.0


def test_what_takes_too_long_is_ended() -> None:
    ended = threading.Event()
    with Watch().within(0.01, ended.set):
        assert ended.wait(LONG)


def test_a_shorter_time_counts_though_a_longer_one_is_watched_already() -> None:
    watch, ended = Watch(), threading.Event()
    with watch.within(LONG, lambda: pytest.fail("too early")), watch.within(0.01, ended.set):
        assert ended.wait(LONG)


def test_what_ended_in_time_is_left_alone() -> None:
    watch, ended, later = Watch(), threading.Event(), threading.Event()
    with watch.within(0.01, ended.set):
        ended.wait(LONG)
        ended.clear()
    with watch.within(0.05, ended.set):
        pass
    watch.after(0.1, later.set)  # the watch has looked at the time of the one before, too
    assert later.wait(LONG)
    assert not ended.is_set()


def test_one_thread_watches_everything() -> None:
    before, watch = threading.active_count(), Watch()
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(watch.within(LONG, lambda: None))
        assert threading.active_count() <= before + 1


def test_a_fault_in_one_ending_spares_the_others() -> None:
    watch, ended = Watch(), threading.Event()

    def fails() -> None:
        raise RuntimeError

    watch.after(0.0, fails)
    watch.after(0.02, ended.set)
    assert ended.wait(LONG)
