"""Pictures are expensive: each is drawn once, one at a time, and who comes when many want some is sent away with the time."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from flask import Flask

from service.api.matches.pictures import MOST_VIEWS, MOST_WAITING, WIDTHS, Busy, Gallery, width_for
from service.api.matches.representations import picture, view
from service.context import Context
from service.matches.departure import depart
from service.pictures.drawing import Children, drawable
from service.processes.wake import asker_of
from tests.service.api.players import Player, Table
from tests.service.serve.watching import until
from workers.resolve.drain import drain_once


class Hand:
    """Draws when it is let, and counts."""

    def __init__(self) -> None:
        self.begun, self.allowed = threading.Semaphore(0), threading.Event()
        self.drawn: list[tuple[str, int]] = []
        self.at_once = self.most = 0

    def draw(self, svg: str, width: int) -> bytes:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.begun.release()
        assert self.allowed.wait(120)
        self.drawn.append((svg, width))
        self.at_once -= 1
        return svg[:1].encode() * width


def test_a_view_is_drawn_once_for_all_requests_at_the_same_time() -> None:
    hand = Hand()
    gallery = Gallery(hand.draw, patience=20)
    with ThreadPoolExecutor(4) as people:
        asked = [people.submit(gallery.picture, ("m", "head", 0), 300, lambda: "x") for _ in range(4)]
        hand.begun.acquire()
        hand.allowed.set()
        assert {one.result() for one in asked} == {b"x" * 300}
    assert hand.drawn == [("x", 300)]
    assert gallery.picture(("m", "head", 0), 300, pytest.fail) == b"x" * 300


def test_one_is_drawn_at_a_time_a_few_wait_and_the_others_are_sent_away() -> None:
    hand = Hand()
    gallery = Gallery(hand.draw, patience=20)
    outcome: list[object] = []
    with ThreadPoolExecutor(40) as people:
        asked = [people.submit(gallery.picture, view, 300, lambda: "x") for view in range(40)]
        sent_away = 0
        while sent_away < 40 - 1 - MOST_WAITING:
            sent_away = sum(one.done() for one in asked)
        hand.allowed.set()
        outcome = [one.exception() for one in asked]
    assert sum(isinstance(one, Busy) for one in outcome) == 40 - 1 - MOST_WAITING
    assert outcome.count(None) == 1 + MOST_WAITING
    assert hand.most == 1


def test_newcomers_from_many_places_leave_others_a_turn() -> None:
    """The attack: ten accounts ask for the widest pictures without end, and everybody else was refused."""
    hand = Hand()
    gallery = Gallery(hand.draw, patience=120)
    crowd = [asker_of(f"a{number}", f"192.0.2.{number}", established=False) for number in range(10)]
    with ThreadPoolExecutor(20) as people:
        first = people.submit(gallery.picture, "first", 300, lambda: "x", crowd[0])
        hand.begun.acquire()
        asked = [people.submit(gallery.picture, view, 300, lambda: "x", one) for view, one in enumerate(crowd)]
        until(lambda: sum(one.done() for one in asked) == len(crowd) - MOST_WAITING // 2, "the others are refused")
        own = [people.submit(gallery.picture, "old", 300, lambda: "x", asker_of("b", "", established=True))]
        until(lambda: len(gallery._line) == 1 + MOST_WAITING // 2, "the established one has a place")
        with pytest.raises(Busy):
            gallery.picture("old too", 300, pytest.fail, asker_of("b", "", established=True))
        hand.allowed.set()
        assert [one.result() for one in (first, *own)] == [b"x" * 300] * 2
    assert hand.most == 1


def test_pictures_are_drawn_in_the_order_of_asking() -> None:
    hand = Hand()
    gallery = Gallery(hand.draw, patience=120)
    with ThreadPoolExecutor(5) as people:
        asked = [people.submit(gallery.picture, 0, 300, lambda: "0")]
        hand.begun.acquire()
        for number, wanted in enumerate((0, 1, 2)):  # the first of them only waits for what is being drawn
            asked.append(people.submit(gallery.picture, wanted, 300, partial(str, wanted)))
            until(lambda: (len(gallery._line), gallery._beside) == (number, 1), "somebody waits")  # noqa: B023  # called at once
        hand.allowed.set()
        assert [one.result()[:1] for one in asked] == [b"0", b"0", b"1", b"2"]
    assert [svg for svg, _ in hand.drawn] == ["0", "1", "2"]
    assert gallery._line == []


def test_who_wants_what_is_being_drawn_or_waited_for_takes_no_place() -> None:
    """A page, a letter and a preview of one table ask for one picture at once."""
    hand = Hand()
    gallery = Gallery(hand.draw, patience=120)
    with ThreadPoolExecutor(20) as people:
        asked = [people.submit(gallery.picture, "a", 300, lambda: "x", asker_of("me", "", established=True))]
        hand.begun.acquire()
        for view in ("b", *"aaabbb"):
            asked.append(people.submit(gallery.picture, view, 300, lambda: view, asker_of("me", "", established=True)))  # noqa: B023
            until(lambda: len(gallery._line) + gallery._beside == len(asked) - 1, "somebody waits")
        assert len(gallery._line) == 1
        with pytest.raises(Busy):
            gallery.picture("c", 300, pytest.fail, asker_of("me", "", established=True))
        hand.allowed.set()
        assert [one.result()[:1] for one in asked] == [b"x", b"b", *[b"x"] * 3, *[b"b"] * 3]
    assert len(hand.drawn) == 2
    assert gallery._beside == 0


def test_a_request_that_waited_in_vain_is_sent_away() -> None:
    hand = Hand()
    gallery = Gallery(hand.draw, patience=0.01)
    with ThreadPoolExecutor(1) as people:
        first = people.submit(gallery.picture, "a", 300, lambda: "x")
        hand.begun.acquire()
        with pytest.raises(Busy):
            gallery.picture("b", 300, lambda: "x")
        hand.allowed.set()
        first.result()


def test_pictures_that_were_not_wanted_for_longest_make_room() -> None:
    hand = Hand()
    hand.allowed.set()
    gallery = Gallery(hand.draw, kept=1000)
    for seen in ("a", "b", "c", "a", "d", "a"):
        gallery.picture(seen, 300, partial(str, seen))
    assert len(hand.drawn) == 4
    gallery.picture("b", 300, lambda: "b")
    assert len(hand.drawn) == 5


def test_entries_after_which_nothing_looks_different_are_one_picture() -> None:
    """Attacked: somebody asks for the widest picture after each of a log's thousands of entries."""
    hand = Hand()
    hand.allowed.set()
    gallery = Gallery(hand.draw, kept=1500)
    for n in range(5_000):
        assert gallery.picture(("m", n), 300, lambda: "x") == b"x" * 300
    assert hand.drawn == [("x", 300)]
    assert gallery.picture(("m", 4_999), 300, pytest.fail) == b"x" * 300
    assert gallery.picture(("m", 4_999), 600, lambda: "x") == b"x" * 600
    assert len(gallery._pictures) <= MOST_VIEWS and gallery._size == 900


def test_a_picture_that_cannot_be_drawn_leaves_the_place_free() -> None:
    def broken(svg: str, width: int) -> bytes:
        raise ValueError("not an SVG")

    gallery = Gallery(broken)
    for _ in range(3):
        with pytest.raises(ValueError, match="not an SVG"):
            gallery.picture("a", 300, lambda: "x")


@pytest.mark.parametrize(
    ("wished", "given"), [(120, 300), (300, 300), (301, 600), (900, 900), (901, 1400), (2000, 2000)]
)
def test_every_documented_width_is_answered_by_one_of_five(
    app: Flask, table: Table, ada: Player, wished: int, given: int
) -> None:
    assert width_for(wished) == given in WIDTHS
    app.extensions["siegelpost-gallery"] = Gallery(lambda _svg, width: b"%d" % width)
    assert ada.get(f"{table.path}/picture.png?width={wished}").data == b"%d" % given


def test_forty_widths_of_a_table_are_five_pictures(app: Flask, table: Table, ada: Player) -> None:
    hand = Hand()
    hand.allowed.set()
    app.extensions["siegelpost-gallery"] = Gallery(hand.draw)
    for width in range(120, 2001, 47):
        assert ada.get(f"{table.path}/picture.png?width={width}").status_code == 200
    assert len(hand.drawn) == len(WIDTHS)


def test_beyond_the_bound_comes_429_with_the_time(app: Flask, table: Table, ada: Player) -> None:
    hand = Hand()
    gallery = app.extensions["siegelpost-gallery"] = Gallery(hand.draw, patience=0.01)
    with ThreadPoolExecutor(1) as people:
        first = people.submit(gallery.picture, "elsewhere", 300, lambda: "x")
        hand.begun.acquire()
        answer = ada.get(f"{table.path}/picture.png")
        hand.allowed.set()
        first.result()
    assert (answer.status_code, answer.get_json()["type"]) == (429, "/problems/too-many-pictures")
    assert int(answer.headers["Retry-After"]) > 0
    assert ada.get(f"{table.path}/picture.png").status_code == 200


def test_a_drawing_process_that_dies_is_answered_503_with_the_time(app: Flask, table: Table, ada: Player) -> None:
    """The request that wanted the picture fails alone: nothing is drawn in the API's own process."""
    children = Children(1)
    app.extensions["siegelpost-gallery"] = Gallery(children.png)
    try:
        assert ada.get(f"{table.path}/picture.png?width=300").status_code == 200
        (pid,) = children.processes()
        os.kill(pid, signal.SIGSTOP)
        with ThreadPoolExecutor(1) as people:
            asked = people.submit(ada.get, f"{table.path}/picture.png?width=600")
            until(lambda: not children.processes(), "the child is asked")
            os.kill(pid, signal.SIGKILL)
            answer = asked.result(20)
        assert (answer.status_code, answer.get_json()["type"]) == (503, "/problems/unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert ada.get(f"{table.path}/picture.png?width=600").status_code == 200
    finally:
        children.close()


def test_a_picture_says_who_is_who_and_is_made_anew_when_somebody_is_called_otherwise(
    context: Context, table: Table, ada: Player, ben: Player
) -> None:
    """The name of a deleted account goes from a match that is over, without an entry of its log."""
    ada.post(f"{table.path}/resign", {})
    drain_once(context)
    assert ">Ben<" in ada.get(f"{table.path}/picture.svg?language=de").text
    paths = ("picture.svg?language=de", "picture.png?width=300&language=de", "words?language=de")
    kept = {path: ada.get(f"{table.path}/{path}").headers["ETag"] for path in paths}
    head = ada.get(table.path).get_json()["head"]
    depart(context, ben.account)
    assert ada.get(table.path).get_json()["head"] == head
    for path, tag in kept.items():
        assert ada.get(f"{table.path}/{path}", If_None_Match=tag).status_code == 200, path
    assert ">Gelöschtes Konto<" in ada.get(f"{table.path}/picture.svg?language=de").text


def test_a_name_that_the_typeface_lacks_is_no_row_of_boxes(app: Flask, table: Table, ada: Player) -> None:
    """Whoever draws the SVG has fonts for it; the PNG calls the seat by its colour."""
    drawn: list[str] = []

    def draw(svg: str, _width: int) -> bytes:
        drawn.append(svg)
        return b"png"

    app.extensions["siegelpost-gallery"] = Gallery(draw)
    record = table.context.store.load(table.match)
    assert record is not None
    for seat in record.table["seats"]:
        seat["name"] = "محمد"
    names = drawable([one["name"] for one in record.table["seats"]])
    assert ">Red<" in picture(record, view(record, 0) or {}, "en", names)
    assert ">محمد<" in picture(record, view(record, 0) or {}, "en", ["محمد", "محمد"])
    assert ada.get(f"{table.path}/picture.png").data == b"png"
    assert ">Ada<" in drawn[0]
