"""The table as the picture of a letter that does not carry it: drawn when the letter is opened, by whatever shows it."""

from __future__ import annotations

import flask
from flask import Response, current_app, g

from service.accounts.mail.table_links import PictureLink, read_picture_link
from service.api.http.blueprint import admit_anybody, admit_reader
from service.api.http.current import context
from service.api.http.problems import SHORT_WAIT, Problem
from service.api.matches import representations
from service.api.matches.log.earlier import view_after
from service.api.matches.pictures import Busy, Gallery
from service.matches.seen import as_closed
from service.pictures.drawing import NotDrawn, drawable
from service.text.names import names_as_read

blp = flask.Blueprint("letter-pictures", __name__)
WIDTH = 900
"""Pixels: letters show it 608 wide, and many screens have more than one device pixel for each."""
PATIENCE = 10
"""Seconds to wait for a worker's replay if the match has gone on; programs that show mails wait no longer."""
KEPT = {"Cache-Control": "private, max-age=31536000, immutable"}
PRIVATE = {"Cross-Origin-Resource-Policy": "cross-origin", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""Headers that let a mail program in a browser, which is another site, show the picture."""
GONE = "this picture can be seen no more: the table shows where the match stands"
NOT_NOW = "the picture could not be drawn now: ask again"


@blp.get("/letters/<link>/table.png")
def letter_picture(link: str) -> Response:
    """Return the table as the letter's reader saw it when the letter was written."""
    shown = read_picture_link(context().links, link)
    if shown is None:
        g.caller = admit_anybody(counted=True)
        raise Problem("not-found", GONE)
    g.caller = admit_reader(shown.account, f"{shown.match}:{shown.n}")
    if context().store.account(shown.account) is None:
        raise Problem("not-found", GONE)
    return Response(_drawn(shown), headers={**KEPT, **PRIVATE}, content_type="image/png")


def _drawn(shown: PictureLink) -> bytes:
    record = context().store.load(shown.match)
    if record is None:
        raise Problem("not-found", GONE)
    names = drawable(names_as_read(record.table["seats"], shown.language))
    seen = view_after(record, shown.seat, shown.n, PATIENCE, who=shown.account)
    if seen is None:
        raise Problem("not-found", GONE)
    # The end is drawn otherwise than the same entry in a replay, which says no head.
    is_newest = shown.n == record.n
    drawn = as_closed(record.table, seen) if is_newest else seen
    gallery: Gallery = current_app.extensions["siegelpost-gallery"]
    name = (shown.match, record.head if is_newest else None, shown.n, shown.seat, shown.language, *names)
    try:
        return gallery.picture(name, WIDTH, lambda: representations.picture(record, drawn, shown.language, names))
    except Busy:
        raise Problem("too-many-pictures", "", headers={"Retry-After": str(SHORT_WAIT)}) from None
    except NotDrawn:
        raise Problem("unavailable", NOT_NOW, headers={"Retry-After": str(SHORT_WAIT)}) from None
