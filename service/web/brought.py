"""API answers embedded in a table's page: those that the page requests first, made for the same session.

A phone waits longer for a round trip than for the bytes. So the page holds, as data blocks that no browser runs, what its
modules would ask for first; they take each block once, by its address, and ask for whatever is not there
(``static/frame/api.js``).

Each answer comes from the app itself, requested as by the page's modules: only there are the session's token, its quota
and its rights checked. Only a page opened by a browser embeds anything, so no other website can load it as a script or
in a frame; no cache keeps it; and it is not compressed (:mod:`service.api.http.compression`). It is only written shorter:
markup that occurs again and again is one character each, by a list that is the same for every page. So a length depends on
nothing that anybody could put beside a secret.
"""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from engine.contract import Language
from service.api.http import compression
from service.api.http.rate_limits import charge
from service.api.http.session import HEADER, session_token

PRIVATE = {"Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin"}
UNSAID = re.compile(r"[\w.~-]*", re.ASCII)
"""Invitations that are the same in every address encoding."""
ENDS_BLOCK = re.compile(r"</script|<script|<!--", re.IGNORECASE)
"""Text that would end a data block, or change how its end is found."""
PIECES = (
    '<rect id="spot-',
    '<g transform="translate(',
    '<g class="ids"',
    '<g data-beside="',
    '<rect x="',
    '<text x="',
    '<use href="#',
    '<circle cx="',
    '<path d="',
    '" fill="none"><title>',
    "</title></rect>",
    "<title>",
    "</title>",
    "</text>",
    "</g>",
    ' stroke-linecap="round" stroke-linejoin="round"',
    ' text-anchor="middle"',
    ' text-anchor="end"',
    ' fill="none"',
    '" fill="#',
    '" stroke="#',
    ' fill="#',
    ' stroke="#',
    '" stroke-width="',
    ' stroke-dasharray="',
    '" font-weight="700"',
    ' font-weight="700"',
    '" font-size="',
    '" transform="',
    '" width="',
    '" height="',
    '" rx="',
    '" cy="',
    '" r="',
    '" y="',
    ' opacity="',
    '{"follow_ups":[],"group":',
    '"price":null,"spots":[',
    '"spots":[',
    '"move":{"',
    '"type":"',
    '"words":"',
    '"price":"',
    '},{"chipless":false,"number":',
    ',"terrain":"',
    ',"zone":',
    '":null,"',
    '":false,"',
)
"""Markup that is written as one character each, the longer before what it begins with."""
FIRST = 0x0700
"""The character of the first piece. Syriac letters take two bytes; a text with any of them is not shortened."""
SIGNS = {piece: chr(FIRST + place) for place, piece in enumerate(PIECES)}
SIGN = re.compile(f"[{''.join(SIGNS.values())}]")
PIECE = re.compile("|".join(map(re.escape, PIECES)))
LEFT_OUT = ("HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_RANGE", "HTTP_ACCEPT_ENCODING")


@dataclass(frozen=True)
class Answer:
    """An answer of the API: its address, its media type, and its text as a data block.

    ``short``: with :data:`PIECES`. ``public``: the API would compress it, because nothing in it is hidden from the table.
    """

    path: str
    media: str
    block: Markup
    short: bool
    public: bool


def table_answers(match: str, language: Language) -> list[Answer]:
    """Return the answers that a table's page requests; empty for strangers, and only the session's account if the table
    is not visible to it.

    :param match: the match of the page.
    :param language: the browser's; the account's goes before it, as in the page's modules.
    """
    if not _is_opened() or session_token() is None:
        return []
    me = _ask("/v1/me")
    if me is None:
        return []
    spoken = json.loads(me[1])["language"] or language
    first = [_answer("/v1/me", *me)]
    invitation = request.args.get("invitation", "")
    if UNSAID.fullmatch(invitation) is None:
        return first
    return first + _of_match(f"/v1/matches/{match}", f"&invitation={invitation}" if invitation else "", spoken)


def games() -> list[Answer]:
    """Return the answer that the front door requests: the games that there are."""
    found = _ask("/v1/rules")
    return [] if found is None else [_answer("/v1/rules", *found, shortens=False)]


def _of_match(path: str, rest: str, spoken: str) -> list[Answer]:
    """Return the answers about the match: all or none, because leftovers would later be taken for new."""
    facts_at, words_at = f"{path}?{rest[1:]}", f"{path}/words?language={spoken}{rest}"
    facts, words = _ask(facts_at), _ask(words_at)
    if facts is None or words is None:
        return []
    shown = json.loads(facts[1])
    if shown["n"] != json.loads(words[1])["n"]:
        return []  # something happened between the two; the page sorts that out
    found = [_answer(facts_at, *facts), _answer(words_at, *words)]
    margin_at = f"{path}/margin?{rest[1:]}"
    margin = _ask(margin_at)
    found += [] if margin is None else [_answer(margin_at, *margin)]
    if shown["status"] != "running":
        return found
    picture_at = f"{path}/picture.svg?language={spoken}{rest}"
    picture = _ask(picture_at)
    return [] if picture is None or ENDS_BLOCK.search(picture[1]) else [*found, _answer(picture_at, *picture)]


def _is_opened() -> bool:
    """Return whether a browser opens the page in a window; all browsers since 2023 say so."""
    said = (request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest"))
    return said == ("navigate", "document")


def packed(page: str, answers: Sequence[Answer]) -> bytes:
    """Return a page as it is sent, compressed where it holds answers in which nothing is hidden, and only there."""
    parts: list[tuple[str, bool]] = []
    for one in answers:
        if one.public:
            before, block, page = page.partition(one.block)
            parts += [(before, False), (block, True)]
    return compression.in_parts([*parts, (page, False)])


def _ask(path: str) -> tuple[str, str, bool] | None:
    """Return the API's answer to the page's modules (media type, text, whether it may be compressed), or None for a refusal."""
    parts = urlsplit(path)
    environ: dict[str, Any] = {
        name: value
        for name, value in request.environ.items()
        if name not in LEFT_OUT and not name.startswith(("werkzeug.", "flask."))
    }
    environ |= {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": parts.path,
        "QUERY_STRING": parts.query,
        "REQUEST_URI": path,
        "RAW_URI": path,
        "HTTP_ACCEPT": "*/*",
        "HTTP_SEC_FETCH_SITE": "same-origin",
        f"HTTP_{HEADER.upper().replace('-', '_')}": "1",
        "CONTENT_LENGTH": "0",
        "wsgi.input": io.BytesIO(),
    }
    before = time.thread_time()
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    with app.app_context():  # what is kept for one request is not shared with the other
        answer = Response.from_app(app.wsgi_app, environ, buffered=True)
    charge((before - time.thread_time()) * 1000)  # counted for whoever may have the answer
    if answer.status_code != 200:
        return None
    return answer.mimetype or "", answer.get_data(as_text=True), "Accept-Encoding" in answer.vary


def _answer(path: str, media: str, text: str, public: bool, *, shortens: bool = True) -> Answer:
    if media == "application/json":
        text = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    short = shortens and SIGN.search(text) is None
    if short:
        text = PIECE.sub(lambda found: SIGNS[found[0]], text)
    return Answer(path, media, Markup(text), short, public)  # noqa: S704  nothing in it ends the block
