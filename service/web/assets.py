"""The files of the web table: read once, compressed once, kept by browsers for a year.

Their address holds a digest over all of them (``/web/<digest>/app.js``). The modules import each other by relative names, so
they stay together: a page never mixes files of two releases. Pages load the modules of ``bundled/``, the same in few files
(``python -m checks.web --write``); those of ``static/`` are served for whoever wants to read them. The games' emblems
(:mod:`engine.kit.drawing.svg`), drawn by the engine, lie beside them.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as Redirect

from engine.kit.drawing.svg import emblem_of
from engine.registry import GAMES, superseded_by
from service.api.http.problems import Problem

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
"""Media types by ending; files with other endings (licences, types) are not served."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
BUNDLED = "bundled/"
IMPORT = re.compile(rb'''(?:from|import)"\./([\w.-]+\.js)"''')
SOON_OLD = {"Cache-Control": "no-cache"}

blp = Blueprint("assets", __name__)


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    content_type: str
    raw: bytes
    zipped: bytes


@cache
def assets() -> dict[str, Asset]:
    """Return all files by their names below ``static/``."""
    found = {}
    whole = files("service.web")
    for name, raw in sorted([*_read(whole / "static", ""), *_read(whole / "bundled", BUNDLED), *_emblems()]):
        content_type = TYPES.get(name.rpartition(".")[2])
        if content_type is not None:
            found[name] = Asset(content_type, raw, gzip.compress(raw, 9, mtime=0))
    return found


@cache
def version() -> str:
    """Return the digest over all files, used in their addresses."""
    whole = hashlib.sha256()
    for name, asset in assets().items():
        whole.update(f"{name} {len(asset.raw)} ".encode() + asset.raw)
    return whole.hexdigest()[:12]


def url(name: str) -> str:
    """Return the address of a file."""
    return f"/web/{version()}/{name}"


@cache
def needed(page: str) -> tuple[str, ...]:
    """Return the addresses of the bundled files that a page imports before it shows anything, including the frame's.

    Listed in the page's head, they are loaded at once; otherwise a browser finds each only in the previous one.
    """
    found: list[str] = []
    waiting = ["app.js", *([f"{page}.js"] if f"{BUNDLED}{page}.js" in assets() else [])]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            waiting += [one.decode() for one in IMPORT.findall(assets()[BUNDLED + name].raw)]
    return tuple(url(BUNDLED + name) for name in found)


@blp.get("/web/<digest>/<path:name>")
def asset(digest: str, name: str) -> Response | Redirect:
    """Return a file; a page of another release gets today's file, which it must not cache."""
    found = assets().get(name)
    if found is None:
        raise Problem("not-found", "")
    if digest != version():
        return redirect(url(name), 302)
    if request.accept_encodings["gzip"] > 0 and len(found.zipped) < len(found.raw):
        headers = {**FOR_EVER, "Content-Encoding": "gzip"}
        return Response(found.zipped, headers=headers, content_type=found.content_type)
    return Response(found.raw, headers=FOR_EVER, content_type=found.content_type)


def _emblems() -> list[tuple[str, bytes]]:
    """Return the emblem of each game, as ``emblems/<game>.svg``."""
    newest = [one for one in GAMES.values() if superseded_by(one.rules.id) is None]
    return [(f"emblems/{one.rules.id.partition('@')[0]}.svg", emblem_of(one).encode()) for one in newest]


def _read(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in folder.iterdir():
        if one.is_dir():
            found += _read(one, f"{prefix}{one.name}/")
        else:
            found.append((prefix + one.name, one.read_bytes()))
    return found
