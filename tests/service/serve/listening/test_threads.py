"""The threads that answer requests: who was idle last works next, nothing is done out of turn, nothing stops them."""

import threading
from collections.abc import Callable
from functools import partial

from service.serve.http.buffered import Threads
from tests.service.serve.watching import until

PATIENCE = 30.0


class Doing:
    """Work that says which thread has done it, or that nobody will."""

    def __init__(self, what: Callable[[], object] = lambda: None) -> None:
        self.what = what
        self.by = 0
        self.done = threading.Event()
        self.cancelled = False

    def service(self) -> None:
        self.by = threading.get_ident()
        try:
            self.what()
        finally:
            self.done.set()

    def cancel(self) -> None:
        self.cancelled = True


def test_who_was_idle_last_works_next() -> None:
    threads = Threads(8)
    until(lambda: threads.idle == 8, "all are there")
    first = Doing()
    threads.add_task(first)
    for _ in range(20):
        until(lambda: threads.idle == 8, "it is done")
        following = Doing()
        threads.add_task(following)
        assert following.done.wait(PATIENCE)
        assert following.by == first.by
    threads.shutdown()


def test_all_threads_work_at_once() -> None:
    threads, together = Threads(4), threading.Barrier(5)
    meeting = [Doing(lambda: together.wait(PATIENCE)) for _ in range(4)]
    for one in meeting:
        threads.add_task(one)
    together.wait(PATIENCE)
    assert all(one.done.wait(PATIENCE) for one in meeting)
    assert len({one.by for one in meeting}) == 4
    threads.shutdown()


def test_what_finds_nobody_idle_is_done_in_its_order() -> None:
    threads, go_on, order = Threads(1), threading.Event(), list[int]()
    threads.add_task(Doing(lambda: go_on.wait(PATIENCE)))
    waiting = [Doing(partial(order.append, number)) for number in range(20)]
    for one in waiting:
        threads.add_task(one)
    assert not order
    go_on.set()
    assert all(one.done.wait(PATIENCE) for one in waiting)
    assert order == list(range(20))
    threads.shutdown()


def test_work_that_fails_costs_no_thread() -> None:
    def fail() -> None:
        raise SystemExit("not even this")

    threads = Threads(1)
    failing, following = Doing(fail), Doing()
    threads.add_task(failing)
    threads.add_task(following)
    assert following.done.wait(PATIENCE)
    assert following.by == failing.by
    threads.shutdown()


def test_the_end_lets_what_has_begun_be_done_and_tells_the_rest() -> None:
    threads, begun, go_on = Threads(1), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go_on.wait(PATIENCE)

    working, never = Doing(work), Doing()
    threads.add_task(working)
    assert begun.wait(PATIENCE)
    threads.add_task(never)
    assert threads.shutdown(timeout=0.01)
    assert never.cancelled
    go_on.set()
    assert working.done.wait(PATIENCE)
    assert not threads.shutdown()
    assert not never.done.is_set()
