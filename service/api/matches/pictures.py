"""The table as a picture, as the viewer may see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, current_app

from engine.contract import View
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller
from service.api.http.problems import SHORT_WAIT, Problem
from service.api.matches import representations
from service.api.matches.gallery import Busy, Gallery, width_for
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.matches.log.earlier import EARLIER_CODES, view_after
from service.api.schemas import requests
from service.matches.seating.seats import seat_of
from service.matches.seen import as_closed
from service.pictures.drawing import NotDrawn, drawable
from service.store.records import Record
from service.text.deleted_names import names_as_read

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
    svg = representations.picture(record, view(), language, names_as_read(record.table["seats"], language))
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
        image = gallery.picture(name, width, lambda: representations.picture(record, seen, language, names))
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
