"""Links to pictures outside letters: one match after one entry of its log, as one seat saw it, and nothing else.

Anybody with the letter has the link, and sees what a letter with the picture attached would have shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Language
from service.calendar.moments import language_of
from service.keys.signing import Links

LINK_LIFE = 400 * 86_400_000
"""How long a letter's picture remains available, in milliseconds."""
PURPOSE = "picture"


@dataclass(frozen=True)
class PictureLink:
    """The contents of a picture link: the letter's account, and the match after entry ``n`` as the seat saw it."""

    account: str
    match: str
    seat: int
    n: int
    language: Language


def make_picture_link(links: Links, picture: PictureLink, at: int) -> str:
    """Return the link's text; ``at`` in milliseconds is when its letter was due. The same arguments give the same text."""
    return links.make(PURPOSE, vars(picture), at + LINK_LIFE)


def read_picture_link(links: Links, text: str) -> PictureLink | None:
    """Return a link's contents, or None for one that is forged, truncated or expired."""
    payload = links.read(PURPOSE, text)
    if payload is None:
        return None
    return PictureLink(
        payload["account"], payload["match"], payload["seat"], payload["n"], language_of(payload["language"])
    )


__all__ = ["LINK_LIFE", "PictureLink", "make_picture_link", "read_picture_link"]
