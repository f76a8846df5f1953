"""Operations to be removed: marked in the document, and announced with each of their answers.

``Deprecation`` (RFC 9745) says since when an operation should not be used in new programs, ``Sunset`` (RFC 8594) from when it may
be gone. The policy stands in the guide, "Versions".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Response, g
from werkzeug.http import http_date

from service.api.http.current import notes

NOTICE = timedelta(days=183)
"""The least time between announcement and removal: half a year."""
HEADERS = {
    "Deprecation": {
        "description": "Since when this should not be used any more (RFC 9745).",
        "schema": {"type": "string"},
        "example": "@1796083200",
    },
    "Sunset": {
        "description": "From when this may be gone (RFC 8594).",
        "schema": {"type": "string"},
        "example": "Thu, 01 Jul 2027 00:00:00 GMT",
    },
}
"""The headers as documented for these operations."""
POLICY = '</docs#versions>; rel="deprecation"; type="text/html"'


@dataclass(frozen=True)
class Deprecated:
    """A deprecation: its start, the earliest end of the old operation, and the path of its successor.

    :raises ValueError: when the notice is too short.
    """

    since: datetime
    sunset: datetime
    successor: str

    def __post_init__(self) -> None:
        """Refuse a notice too short for programs to follow."""
        if self.since.tzinfo != UTC or self.sunset.tzinfo != UTC:
            raise ValueError("times are in UTC")
        if self.sunset - self.since < NOTICE:
            raise ValueError(f"an operation is kept for {NOTICE.days} days after it was deprecated")

    def tell(self) -> None:
        """Add the headers to this request's answer, whatever it is."""
        g.deprecated = self

    def __str__(self) -> str:
        """Return a description for people."""
        return f"Deprecated since {self.since:%Y-%m-%d}: use `{self.successor}`. It may be gone from {self.sunset:%Y-%m-%d} on."


def write(response: Response) -> None:
    """Add the headers to an answer of a deprecated operation."""
    found: Deprecated | None = notes().get("deprecated")
    if found is not None:
        response.headers["Deprecation"] = f"@{int(found.since.timestamp())}"
        response.headers["Sunset"] = http_date(found.sunset)
        response.headers.add("Link", f'<{found.successor}>; rel="successor-version"')
        response.headers.add("Link", POLICY)


__all__ = ["HEADERS", "NOTICE", "Deprecated", "write"]
