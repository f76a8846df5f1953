"""The table as a picture, as the viewer may see it.

Drawing is expensive and open to anybody, so pictures are cached and few are drawn at once. A picture takes 50 ms of a
processor or more, so each process draws one at a time (the usual installation has two), in children of low priority. A few
callers wait in line and the others are refused. An account, a network, and all newcomers together each have a limited share
of the line, as in the workers' queues (:mod:`service.processes.wake`). The cache is keyed by what a picture shows, because
most entries of a log change nothing that can be seen.

A letter that links to its picture instead of carrying it shows the table as it stands when the letter is opened.
"""

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import flask
from flask import Response, current_app, g

from engine.contract import View
from engine.kit.text.particulars import particulars_of
from engine.registry import game_of
from service.accounts.mail.table_links import PictureLink, read_picture_link
from service.api.http import compression, etags
from service.api.http.blueprint import Blueprint, admit_anybody, admit_reader
from service.api.http.current import caller, context
from service.api.http.problems import SHORT_WAIT, Problem
from service.api.http.rate_limits import charge
from service.api.http.worker_requests import asker
from service.api.matches import representations
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.matches.log.earlier import EARLIER_CODES, view_after
from service.api.schemas import requests
from service.matches.seating.seats import seat_of
from service.matches.seen import as_closed
from service.pictures.drawing import NotDrawn, drawable, png_at_cost
from service.processes.wake import Asker, has_share
from service.store.records import Record
from service.text.deleted_names import names_as_read

WIDTHS = (300, 600, 900, 1400, 2000)
"""Widths of pictures in pixels; a request for another width gets the next larger one."""
AT_ONCE = 1
"""The most pictures that one process draws at the same time."""
MOST_WAITING = 4
"""Callers per process that wait for a place."""
MOST_BESIDE = 16
"""Callers who wait for a picture that somebody else has asked for already: they make no work, but take a thread each."""
PATIENCE = 3.0
"""Seconds that callers wait."""
KEPT = 16 << 20
"""Bytes of pictures that one process keeps."""
MOST_VIEWS = 4_096
"""The most views whose pictures a process remembers."""

Draw = Callable[[str, int], bytes]


class Busy(Exception):
    """Enough pictures are being drawn."""


def _drawn(svg: str, width: int) -> bytes:
    """Have a picture drawn, charged to the requester."""
    image, cost = png_at_cost(svg, width)
    charge(cost)
    return image


@dataclass(frozen=True, eq=False)
class _Turn:
    """A caller's place in the line."""

    key: Hashable
    asker: Asker


class Gallery:
    """The pictures of one process. Thread-safe."""

    def __init__(self, draw: Draw = _drawn, kept: int = KEPT, patience: float = PATIENCE) -> None:
        self._draw, self._room, self._patience = draw, kept, patience
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._pictures: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._drawing: set[Hashable] = set()
        self._line: list[_Turn] = []
        self._beside = 0
        self._changed = threading.Condition()

    def picture(self, view: Hashable, width: int, svg: Callable[[], str], asker: Asker = ()) -> bytes:
        """Return a view as PNG of a width.

        :param view: says what is seen: match, head of its log, seat.
        :param svg: gives the SVG, when it has to be drawn.
        :param asker: whose shares of the line the caller takes.
        :raises Busy: when too many others want pictures.
        :raises NotDrawn: when drawing failed (:mod:`service.pictures.drawing`); nothing is kept, and the place is free again.
        """
        key = (view, width)
        found = self._find_or_begin(key, _Turn(key, asker))
        if found is not None:
            return found
        image = content = b""
        try:
            text = svg()
            content = hashlib.sha256(f"{width} {text}".encode()).digest()
            with self._changed:
                image = self._kept.get(content, b"")
            image = image or self._draw(text, width)
        finally:
            with self._changed:
                self._drawing.discard(key)
                self._keep(key, content, image)
                self._changed.notify_all()
        return image

    def _find_or_begin(self, key: Hashable, mine: _Turn) -> bytes | None:
        """Return a kept picture; ``None`` when the caller has to draw it."""
        end = time.monotonic() + self._patience
        with self._changed:
            try:
                while True:
                    content = self._pictures.get(key, b"")
                    if content in self._kept:
                        self._kept.move_to_end(content)
                        return self._kept[content]
                    if len(self._drawing) < AT_ONCE and self._line[:1] in ([], [mine]):
                        self._drawing.add(key)
                        return None
                    left = end - time.monotonic()
                    if left <= 0:
                        raise Busy
                    self._wait(mine, left)
            finally:
                if mine in self._line:
                    self._line.remove(mine)
                    self._changed.notify_all()  # the next may be the first now

    def _wait(self, mine: _Turn, seconds: float) -> None:
        """Wait for a change: in the line, or beside it if somebody else has asked for the same picture."""
        is_asked_for = mine.key in self._drawing or any(one.key == mine.key for one in self._line)
        if not is_asked_for:
            if not has_share([one.asker for one in self._line], mine.asker, MOST_WAITING):
                raise Busy
            self._line.append(mine)
        beside = mine not in self._line
        if beside and self._beside >= MOST_BESIDE:
            raise Busy
        self._beside += beside
        self._changed.wait(seconds)
        self._beside -= beside

    def _keep(self, key: Hashable, content: bytes, image: bytes) -> None:
        if not image or len(image) > self._room:
            return
        self._pictures[key] = content
        self._pictures.move_to_end(key)
        if len(self._pictures) > MOST_VIEWS:
            self._pictures.popitem(last=False)
        self._size += 0 if content in self._kept else len(image)
        self._kept[content] = image
        self._kept.move_to_end(content)
        while self._size > self._room:
            self._size -= len(self._kept.popitem(last=False)[1])


def width_for(wished: int) -> int:
    """Return the width of the picture that is served for a request of so many pixels."""
    return next(width for width in WIDTHS if width >= wished)


blp = Blueprint("pictures", __name__, "The table as SVG and PNG.")
POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"}
NO_PICTURE = "there is no picture before the start"
NOT_DRAWN = "the picture could not be drawn now: ask again, or for picture.svg"
DRAW_AGAIN = 10
"""Seconds after which to request a failed picture again; when memory is short, asking sooner would not help."""


@blp.route("/v1/matches/<match:match>/picture.svg")
@blp.operation(
    "getPictureSvg",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", *EARLIER_CODES),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.PictureQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="image/svg+xml")
def get_picture_svg(query: dict[str, Any], match: str) -> Any:
    """Show the table as an SVG document.

    With `n`, as it was after that entry of the log, as your seat (or a spectator) could see it then. The
    match may first have to be replayed by a worker, which takes a moment: until then the answer is `replay-pending`,
    unless you ask to `wait`.
    """
    language = query["language"]
    record, _, view, headers = _seen(match, query, language)
    seen = view()
    svg = representations.picture(record, seen, language, names_as_read(record.table["seats"], language))
    if particulars_of(game_of(record.table)).is_public(seen):
        compression.allow()
    return Response(svg, headers={**headers, **POLICY}, content_type="image/svg+xml")


@blp.route("/v1/matches/<match:match>/picture.png")
@blp.operation(
    "getPicturePng",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", *EARLIER_CODES),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.PngQuery, location="query")
@blp.response(200, {"type": "string", "format": "binary"}, content_type="image/png", description="The picture.")
def get_picture_png(query: dict[str, Any], match: str) -> Any:
    """Show the table as a PNG, in the width asked for or the next larger of 300, 600, 900, 1400 and 2000 pixels.

    With `n`, as it was after that entry of the log, as your seat (or a spectator) could see it then. The
    match may first have to be replayed by a worker, which takes a moment: until then the answer is `replay-pending`,
    unless you ask to `wait`.
    """
    width, language, n = width_for(query["width"]), query["language"], query.get("n")
    record, seat, view, headers = _seen(match, query, width, language)
    names = drawable(names_as_read(record.table["seats"], language))
    # A request that waits for a worker keeps no place among those that are drawn.
    seen = view()
    gallery: Gallery = current_app.extensions["siegelpost-gallery"]
    try:
        name = (match, record.head if n is None else None, n, seat, language, *names)
        image = gallery.picture(
            name, width, lambda: representations.picture(record, seen, language, names), asker(caller().counted_as)
        )
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except NotDrawn:
        raise Problem("unavailable", NOT_DRAWN, headers={"Retry-After": str(DRAW_AGAIN)}) from None
    return Response(image, headers=headers, content_type="image/png")


def _seen(
    match: str, query: dict[str, Any], *facts: Any
) -> tuple[Record, int | None, Callable[[], View], dict[str, str]]:
    """Return a match, the caller's seat, a function for the caller's view (now or after entry ``n``), and headers for it."""
    record = load_visible(match)
    account = caller().account
    seat, n = None if account is None else seat_of(record.table, account), query.get("n")
    # What could be seen after an entry stays so, however the match goes on.
    moment = (n,) if n is not None else (record.head, None)
    # Names change without an entry: somebody is called otherwise, or an account is deleted.
    names = [one["name"] for one in record.table["seats"]]
    headers = etags.fresh(etags.made_tag("picture", match, *moment, seat, names, *facts), **OWN)

    def view() -> View:
        seen = (
            representations.view(record, seat)
            if n is None
            else view_after(record, seat, n, query["wait"], who=caller().counted_as)
        )
        if seen is None:
            raise Problem("not-found", NO_PICTURE)
        return as_closed(record.table, seen) if n is None else seen

    return record, seat, view, headers


letters_blp = flask.Blueprint("letter-pictures", __name__)
WIDTH = 900
"""Pixels: letters show it 608 wide, and many screens have more than one device pixel for each."""
LETTER_PATIENCE = 10
"""Seconds to wait for a worker's replay if the match has gone on; programs that show mails wait no longer."""
LETTER_KEPT = {"Cache-Control": "private, max-age=31536000, immutable"}
PRIVATE = {"Cross-Origin-Resource-Policy": "cross-origin", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""Headers that let a mail program in a browser, which is another site, show the picture."""
GONE = "this picture can be seen no more: the table shows where the match stands"
NOT_NOW = "the picture could not be drawn now: ask again"


@letters_blp.get("/letters/<link>/table.png")
def letter_picture(link: str) -> Response:
    """Return the table as the letter's reader saw it when the letter was written."""
    shown = read_picture_link(context().links, link)
    if shown is None:
        g.caller = admit_anybody(counted=True)
        raise Problem("not-found", GONE)
    g.caller = admit_reader(shown.account, f"{shown.match}:{shown.n}")
    if context().store.account(shown.account) is None:
        raise Problem("not-found", GONE)
    return Response(_drawn_for_letter(shown), headers={**LETTER_KEPT, **PRIVATE}, content_type="image/png")


def _drawn_for_letter(shown: PictureLink) -> bytes:
    record = context().store.load(shown.match)
    if record is None:
        raise Problem("not-found", GONE)
    names = drawable(names_as_read(record.table["seats"], shown.language))
    seen = view_after(record, shown.seat, shown.n, LETTER_PATIENCE, who=shown.account)
    if seen is None:
        raise Problem("not-found", GONE)
    # The end is drawn otherwise than the same entry in a replay, which says no head.
    is_newest = shown.n == record.n
    drawn = as_closed(record.table, seen) if is_newest else seen
    gallery: Gallery = current_app.extensions["siegelpost-gallery"]
    name = (shown.match, record.head if is_newest else None, shown.n, shown.seat, shown.language, *names)
    try:
        return gallery.picture(
            name, WIDTH, lambda: representations.picture(record, drawn, shown.language, names), asker(shown.account)
        )
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except NotDrawn:
        raise Problem("unavailable", NOT_NOW, headers={"Retry-After": str(SHORT_WAIT)}) from None
