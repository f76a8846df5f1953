"""Pictures from the drawing processes: the same ones, at the same time, whatever happens to who draws them."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.games.kontor import GAME
from service.pictures.drawing import Children, NotDrawn, png, small_png
from service.pictures.painter import png as drawn_here
from service.pictures.painter import small_png as small_here
from tests.engine.kontor.views import four_seats
from tests.service.serve.watching import until

SMALL = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'


@pytest.fixture
def children() -> Iterator[Children]:
    some = Children(2)
    yield some
    some.close()


def test_a_child_draws_the_same_bytes(children: Children) -> None:
    svg = GAME.picture(four_seats())
    assert children.png(svg, 360) == drawn_here(svg, 360)
    assert png(SMALL, 200) == drawn_here(SMALL, 200)
    assert children.small_png(svg, 40_000) == small_here(svg, 40_000)
    assert small_png(SMALL, 9_000) == small_here(SMALL, 9_000)


def test_a_child_that_nobody_asks_ends_and_another_draws_the_next_picture() -> None:
    children = Children(1, idle=0.2)
    try:
        children.png(SMALL, 200)
        until(lambda: not children.processes(), "the idle child is ended")
        assert children.png(SMALL, 200) == drawn_here(SMALL, 200)
    finally:
        children.close()


def test_a_child_is_not_ended_while_it_draws() -> None:
    children = Children(1, idle=0.0)
    try:
        for width in range(200, 210):
            assert children.png(SMALL, width) == drawn_here(SMALL, width)
    finally:
        children.close()


def test_who_asks_for_pictures_does_not_load_what_draws_them() -> None:
    """It would take memory in every web process, and set where the process finds fonts."""
    program = "import sys, service.pictures.drawing; sys.exit('pyvips' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_other_threads_run_while_a_picture_is_drawn(children: Children) -> None:
    svg, ran, drawn = GAME.picture(four_seats()), 0, threading.Event()

    def draw() -> None:
        children.png(svg, 360)
        drawn.set()

    children.png(SMALL, 200)
    (child,) = children.processes()
    os.kill(child, signal.SIGSTOP)
    drawing = threading.Thread(target=draw)
    drawing.start()
    # As long as the child stands still, the picture is being drawn; this thread runs meanwhile.
    while ran < 100:
        ran += 1
        assert not drawn.wait(0.001)
    os.kill(child, signal.SIGCONT)
    drawing.join()
    assert drawn.is_set()


def test_no_more_children_than_places_and_they_are_used_again(children: Children) -> None:
    with ThreadPoolExecutor(6) as pool:
        images = list(pool.map(lambda width: children.png(SMALL, width), range(200, 224)))
    assert len(set(images)) == 24
    assert len(children.processes()) <= 2


def test_a_child_that_was_killed_while_it_had_nothing_to_do_costs_no_picture(children: Children) -> None:
    children.png(SMALL, 200)
    (pid,) = children.processes()
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert children.png(SMALL, 200) == drawn_here(SMALL, 200)
    assert pid not in children.processes()


def test_a_picture_whose_child_dies_is_not_drawn_in_this_process(
    children: Children, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would hold up all other threads, and what killed the child would kill this process, too."""
    monkeypatch.setattr("service.pictures.painter.png", lambda *_: pytest.fail("drawn here"))
    with dying(children) as picture:
        assert isinstance(picture.exception(20), NotDrawn)
    assert children.png(SMALL, 200) == drawn_here(SMALL, 200)


def test_where_no_child_can_be_started_nothing_is_drawn(children: Children, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("service.pictures.drawing.sys.executable", "/nowhere/python")
        with pytest.raises(NotDrawn):
            children.png(SMALL, 200)
    assert children.png(SMALL, 200) == drawn_here(SMALL, 200)


@contextmanager
def dying(children: Children) -> Iterator[Future[bytes]]:
    """Have a picture drawn by a child that is stopped, and killed when it has been asked."""
    children.png(SMALL, 200)
    (pid,) = children.processes()
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as painter:
        picture = painter.submit(children.png, SMALL, 200)
        until(lambda: not children.processes(), "the child is asked")
        os.kill(pid, signal.SIGKILL)
        yield picture


def test_a_small_picture_that_cannot_be_drawn_is_refused(children: Children) -> None:
    with pytest.raises(ValueError, match="no SVG"):
        children.small_png("nonsense", 9_000)
    assert children.small_png(SMALL, 9_000) == small_here(SMALL, 9_000)


@pytest.mark.parametrize(("svg", "width"), [("nonsense", 360), ("", 360), (SMALL, 119), (SMALL, -1), (SMALL, 2**40)])
def test_what_cannot_be_drawn_is_refused_and_the_child_goes_on(children: Children, svg: str, width: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        children.png(svg, width)
    assert children.png(SMALL, 200) == drawn_here(SMALL, 200)


def test_a_child_whose_picture_cannot_be_sent_is_not_left_behind(
    children: Children, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever interrupts the asker, such as the time limit of a job: what the child answers late is nobody else's picture."""
    children.png(SMALL, 200)
    (pid,) = children.processes()
    monkeypatch.setattr("service.pictures.drawing.framed", _interrupted)
    with pytest.raises(_JobTooLong):
        children.png(SMALL, 200)
    monkeypatch.undo()
    assert pid not in children.processes()
    assert not _runs(pid)
    assert children.png(SMALL, 200) == drawn_here(SMALL, 200)


def _interrupted(*_: object) -> bytes:
    raise _JobTooLong


class _JobTooLong(RuntimeError):
    pass


def test_children_know_no_addresses_and_no_keys(children: Children, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL")
    for name in (
        "SIEGELPOST_RESOLVER_KEY",
        "REDIS_URL",
        "QUEUE_URL",
        "SMTP_URL",
        *archive,
        "HTTPS_PROXY",
        "http_proxy",
        "OTEL_EXPORTER_OTLP_HEADERS",
        "OTEL_EXPORTER_OTLP_ENDPOINT",
    ):
        monkeypatch.setenv(name, "none of your business")
    children.png(SMALL, 200)
    (pid,) = children.processes()
    assert b"business" not in Path(f"/proc/{pid}/environ").read_bytes()


def test_a_child_gives_back_what_large_pictures_took(children: Children) -> None:
    """Each process that asks for pictures keeps its children: what they hold is held several times."""
    svg = GAME.picture(four_seats())
    children.small_png(svg, 54_000)
    for width in (2000, 1400, 2000):
        children.png(svg, width)
    (pid,) = children.processes()
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    kilobytes = int(status.partition("VmRSS:")[2].split()[0])
    assert kilobytes < 90_000


def test_a_child_ends_when_its_parent_is_killed() -> None:
    program = (
        "from service.pictures.drawing import Children; import time\n"
        f"children = Children(); children.png({SMALL!r}, 200); print(*children.processes(), flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 10
    while _runs(child):
        assert time.monotonic() < until, "the child outlives its parent"
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
