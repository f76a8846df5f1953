"""The table as a picture, as the viewer may see it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Response

from service.api import seen, tags, wishes
from service.api.blueprint import Blueprint
from service.api.current import caller
from service.api.loading import load_visible
from service.api.matches import OWN
from service.api.problems import Problem
from service.tables import seat_of

blp = Blueprint("pictures", __name__, "The table as SVG and PNG.")
POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"}
NO_PICTURE = "there is no picture before the start"


@blp.route("/v1/matches/<match:match>/picture.svg")
@blp.operation(
    "getPictureSvg", scope="match:read", optional=True, remembered=True, codes=("not-found", "private", "other-data"),
    headers=("IF_NONE_MATCH",), tagged=True,
)  # fmt: skip
@blp.arguments(wishes.VisibleQuery, location="query")
@blp.response(
    200, {"type": "string"}, content_type="image/svg+xml", example="<svg xmlns='http://www.w3.org/2000/svg'/>"
)
def get_picture_svg(_: dict[str, Any], match: str) -> Any:
    """Show the table as an SVG document."""
    svg, headers = _picture(match)
    return Response(svg, headers={**headers, **POLICY}, content_type="image/svg+xml")


@blp.route("/v1/matches/<match:match>/picture.png")
@blp.operation(
    "getPicturePng", scope="match:read", optional=True, remembered=True, codes=("not-found", "private", "other-data"),
    headers=("IF_NONE_MATCH",), tagged=True,
)  # fmt: skip
@blp.arguments(wishes.PictureQuery, location="query")
@blp.response(200, {"type": "string", "format": "binary"}, content_type="image/png", description="The picture.")
def get_picture_png(query: dict[str, Any], match: str) -> Any:
    """Show the table as a PNG of some width."""
    svg, headers = _picture(match, query["width"])
    return Response(_png(svg, query["width"]), headers=headers, content_type="image/png")


def _picture(match: str, *facts: Any) -> tuple[str, dict[str, str]]:
    record = load_visible(match)
    account = caller().account
    seat = None if account is None else seat_of(record.table, account)
    headers = tags.fresh(tags.tag_of("picture", match, record.head, seat, *facts), **OWN)
    svg = seen.picture(record, seat)
    if svg is None:
        raise Problem("not-found", NO_PICTURE)
    return svg, headers


@lru_cache(maxsize=128)
def _png(svg: str, width: int) -> bytes:
    from service.drawing import png

    return png(svg, width)
