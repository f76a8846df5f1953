"""The table as a picture, as the viewer may see it."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app

from engine.contract import Language
from service.api import etags, representations
from service.api.blueprint import Blueprint
from service.api.current import caller
from service.api.gallery import Busy, Gallery, width_for
from service.api.loading import load_visible
from service.api.matches import OWN
from service.api.problems import SHORT_WAIT, Problem
from service.api.schemas import requests
from service.drawing import NotDrawn
from service.matches.seats import seat_of
from service.store.records import Record

blp = Blueprint("pictures", __name__, "The table as SVG and PNG.")
POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"}
NO_PICTURE = "there is no picture before the start"
NOT_DRAWN = "the picture could not be drawn now: ask again, or for picture.svg"
DRAW_AGAIN = 10
"""Seconds after which to ask again for a picture whose drawing failed; when memory is short, asking sooner would not help."""


@blp.route("/v1/matches/<match:match>/picture.svg")
@blp.operation(
    "getPictureSvg",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.PictureQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="image/svg+xml")
def get_picture_svg(query: dict[str, Any], match: str) -> Any:
    """Show the table as an SVG document."""
    language = query["language"]
    record, seat, headers = _viewed(match, language)
    return Response(_svg(record, seat, language), headers={**headers, **POLICY}, content_type="image/svg+xml")


@blp.route("/v1/matches/<match:match>/picture.png")
@blp.operation(
    "getPicturePng",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", "too-many-pictures"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.PngQuery, location="query")
@blp.response(200, {"type": "string", "format": "binary"}, content_type="image/png", description="The picture.")
def get_picture_png(query: dict[str, Any], match: str) -> Any:
    """Show the table as a PNG, in the width asked for or the next larger of 300, 600, 900, 1400 and 2000 pixels."""
    width, language = width_for(query["width"]), query["language"]
    record, seat, headers = _viewed(match, width, language)
    if record.state is None:
        raise Problem("not-found", NO_PICTURE)
    gallery: Gallery = current_app.extensions["siegelpost-gallery"]
    try:
        image = gallery.picture((match, record.head, seat, language), width, lambda: _svg(record, seat, language))
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except NotDrawn:
        raise Problem("unavailable", NOT_DRAWN, headers={"Retry-After": str(DRAW_AGAIN)}) from None
    return Response(image, headers=headers, content_type="image/png")


def _viewed(match: str, *facts: Any) -> tuple[Record, int | None, dict[str, str]]:
    """Return a match, the caller's seat at it, and the headers of what the caller sees."""
    record = load_visible(match)
    account = caller().account
    seat = None if account is None else seat_of(record.table, account)
    return record, seat, etags.fresh(etags.made_tag("picture", match, record.head, seat, *facts), **OWN)


def _svg(record: Record, seat: int | None, language: Language) -> str:
    svg = representations.picture(record, seat, language)
    if svg is None:
        raise Problem("not-found", NO_PICTURE)
    return svg
