"""The table as a picture, as the viewer may see it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from flask import Response, current_app

from engine.contract import Language
from engine.protocol.log import BadLog
from engine.verifier.refuted import Refuted
from service.api import etags, representations
from service.api.blueprint import Blueprint
from service.api.current import caller, context
from service.api.gallery import Busy, Gallery, width_for
from service.api.loading import load_visible
from service.api.matches import OWN
from service.api.problems import SHORT_WAIT, Problem
from service.api.replays import Replays
from service.api.schemas import requests
from service.drawing import NotDrawn
from service.matches.seats import seat_of
from service.store.records import Record

log = logging.getLogger("siegelpost.api")
blp = Blueprint("pictures", __name__, "The table as SVG and PNG.")
POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"}
NO_PICTURE = "there is no picture before the start"
NOT_OVER = "earlier moments of a match are shown once it is over: until then its seed is a secret"
NOT_DRAWN = "the picture could not be drawn now: ask again, or for picture.svg"
DRAW_AGAIN = 10
"""Seconds after which to ask again for a picture whose drawing failed; when memory is short, asking sooner would not help."""


@blp.route("/v1/matches/<match:match>/picture.svg")
@blp.operation(
    "getPictureSvg",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data", "too-many-pictures"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.PictureQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="image/svg+xml")
def get_picture_svg(query: dict[str, Any], match: str) -> Any:
    """Show the table as an SVG document.

    With `n`, as it was after that entry of the log: of a match that is over, as your seat could see it then.
    """
    language = query["language"]
    record, seat, headers = _viewed(match, query.get("n"), language)
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
    """Show the table as a PNG, in the width asked for or the next larger of 300, 600, 900, 1400 and 2000 pixels.

    With `n`, as it was after that entry of the log: of a match that is over, as your seat could see it then.
    """
    width, language, n = width_for(query["width"]), query["language"], query.get("n")
    record, seat, headers = _viewed(match, n, width, language)
    if record.state is None:
        raise Problem("not-found", NO_PICTURE)
    gallery: Gallery = current_app.extensions["siegelpost-gallery"]
    try:
        image = gallery.picture((match, record.head, n, seat, language), width, lambda: _svg(record, seat, language))
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except NotDrawn:
        raise Problem("unavailable", NOT_DRAWN, headers={"Retry-After": str(DRAW_AGAIN)}) from None
    return Response(image, headers=headers, content_type="image/png")


def _viewed(match: str, n: int | None, *facts: Any) -> tuple[Record, int | None, dict[str, str]]:
    """Return a match, as it was after entry ``n`` if one is given, the caller's seat, and the headers of what the caller sees."""
    record = load_visible(match)
    account = caller().account
    seat = None if account is None else seat_of(record.table, account)
    headers = etags.fresh(etags.made_tag("picture", match, record.head, n, seat, *facts), **OWN)
    return record if n is None else _as_it_was(record, n), seat, headers


def _as_it_was(record: Record, n: int) -> Record:
    """Return a closed match with its state of then; :raises Problem: not-found, too-many-pictures."""
    if record.table["status"] != "closed":
        raise Problem("not-found", NOT_OVER)
    if n > record.n:
        raise Problem("not-found", f"the log of this match has {record.n} entries: `n` is at most that")
    replays: Replays = current_app.extensions["siegelpost-replays"]
    try:
        state = replays.state(record.match, lambda: b"".join(context().store.lines(record.match, limit=record.n)), n)
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except (BadLog, Refuted) as error:
        log.error("match %s cannot be played again: %s", record.match, error)
        raise Problem(
            "not-found", "this match cannot be played again here: its log does not hold, or its rules are gone"
        ) from None
    return replace(record, state=state)


def _svg(record: Record, seat: int | None, language: Language) -> str:
    svg = representations.picture(record, seat, language)
    if svg is None:
        raise Problem("not-found", NO_PICTURE)
    return svg
