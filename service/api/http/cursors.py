"""Pages: opaque cursors in the body and as ``Link`` (RFC 8288). A cursor is a place in a stable order, never a count."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import request
from marshmallow import fields

from engine.protocol.canon import NotCanonical, b64, canonical, parse, unb64
from service.api.http.fields import Count, Strict
from service.api.http.problems import Problem

Item = TypeVar("Item")


class PageQuery(Strict):
    """A page of a list."""

    cursor = fields.String(metadata={"description": "Cursor: `next` of the page before.", "maxLength": 400})
    limit = Count(1, 200, load_default=50, metadata={"description": "Most items wanted."})


def encode(*place: Any) -> str:
    """Return the cursor of a place."""
    return b64(canonical(list(place)))


def decode(query: dict[str, Any], *kinds: type, parameter: str = "cursor") -> list[Any] | None:
    """Return the place of the request's cursor, or None at the beginning.

    :raises Problem: for another list's cursor.
    """
    text = query.get(parameter)
    if text is None:
        return None
    place = read(text, *kinds)
    if place is None:
        raise Problem("invalid", "", [{"parameter": parameter, "detail": "is not a cursor of this list"}])
    return place


def read(text: str, *kinds: type) -> list[Any] | None:
    """Return the place of a cursor, or None if it is another list's."""
    try:
        place = parse(unb64(text), depth=2, limit=400)
    except NotCanonical:
        return None
    return place if isinstance(place, list) and [type(one) for one in place] == list(kinds) else None


def numbered(
    found: Sequence[Item], limit: int, number: Callable[[Item], int | None]
) -> tuple[Sequence[Item], int | None]:
    """Return the first page of a list in order of numbers, and the number after which it goes on, if it does."""
    page = found[:limit]
    return page, number(page[-1]) if len(found) > limit else None


def link(cursor: str | int | None, parameter: str = "cursor") -> dict[str, str]:
    """Return the ``Link`` header to the next page, if there is one."""
    if cursor is None:
        return {}
    query = {**request.args.to_dict(flat=False), parameter: cursor}
    return {"Link": f'<{request.path}?{urlencode(query, doseq=True)}>; rel="next"'}
