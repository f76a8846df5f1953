"""The files of the web table: read once, compressed once, kept by browsers for a year.

Their address holds a digest over all of them (``/web/<digest>/app.js``). The modules import each other by relative names, so
they stay together: a page never mixes files of two releases. Pages load the modules of ``bundled/``, the same in few files
(``python -m checks.web --write``); those of ``static/`` are served for whoever wants to read them. The games' emblems
(:mod:`engine.kit.drawing.svg`), drawn by the engine, lie beside them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, redirect
from werkzeug.wrappers import Response as Redirect

from engine.kit.drawing.svg import emblem_of
from engine.registry import GAMES, superseded_by
from service.api.http.compression import Coding, wanted
from service.api.http.problems import Problem
from service.store.values import zstd

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
"""Media types by ending; files with other endings (types of modules) are not served."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
BUNDLED = "bundled/"
IMPORT = re.compile(rb'''(?:from|import)"\./([\w.-]+\.js)"''')
KEY = re.compile(rb"""([\w$-]+)"?:\[""")
"""A sentence's name in a bundled module (``frame/language.js``); also some names of other lists, which do no harm."""
FOR_READERS = re.compile(rb"/\*.*?\*/\s*|(?<=[{};,])\s+", re.DOTALL)
"""Parts of a style sheet that only its readers need: comments, and blanks after a sign. No string of ours holds such."""
SOON_OLD = {"Cache-Control": "no-cache"}

blp = Blueprint("assets", __name__)


@dataclass(frozen=True)
class Asset:
    """A file as it is sent: as it is, and in each coding."""

    content_type: str
    raw: bytes
    packed: Mapping[Coding, bytes]


@cache
def assets() -> dict[str, Asset]:
    """Return all files by their names below ``static/``."""
    found = {}
    whole = files("service.web")
    read = [*_read(whole / "static", ""), *_read(whole / "bundled", BUNDLED), *_emblems()]
    for name, raw in sorted([*read, *_words(dict(read))]):
        content_type = TYPES.get(name.rpartition(".")[2])
        if content_type is not None:
            sent = FOR_READERS.sub(b"", raw) if name.endswith(".css") else raw
            found[name] = Asset(
                content_type, sent, {"zstd": zstd.compress(sent, level=17), "gzip": gzip.compress(sent, 9, mtime=0)}
            )
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
    return tuple(url(one) for one in _imported(page, {name: one.raw for name, one in assets().items()}))


@blp.get("/web/<digest>/<path:name>")
def asset(digest: str, name: str) -> Response | Redirect:
    """Return a file; a page of another release gets today's file, which it must not cache."""
    found = assets().get(name)
    if found is None:
        raise Problem("not-found", "")
    if digest != version():
        return redirect(url(name), 302)
    coding = wanted()
    if coding is None or len(found.packed[coding]) >= len(found.raw):
        return Response(found.raw, headers=FOR_EVER, content_type=found.content_type)
    headers = {**FOR_EVER, "Content-Encoding": coding}
    return Response(found.packed[coding], headers=headers, content_type=found.content_type)


def _imported(page: str, raw: Mapping[str, bytes]) -> list[str]:
    """Return the names of the bundled files that a page imports."""
    found: list[str] = []
    waiting = [name for name in (f"{BUNDLED}app.js", f"{BUNDLED}{page}.js") if name in raw]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            waiting += [BUNDLED + one.decode() for one in IMPORT.findall(raw[name])]
    return found


def _words(raw: Mapping[str, bytes]) -> list[tuple[str, bytes]]:
    """Return each language's words in two files: ``-first``, those of the modules that a table needs at once, and ``-more``."""
    first = {one.decode() for name in _imported("table", raw) for one in KEY.findall(raw[name])}
    found: list[tuple[str, bytes]] = []
    for name in raw:
        if name.startswith("words/") and name.endswith(".json"):
            words: dict[str, object] = json.loads(raw[name])
            for part, wanted in (("first", True), ("more", False)):
                these = {key: said for key, said in words.items() if (key in first) is wanted}
                text = json.dumps(these, ensure_ascii=False, separators=(",", ":"))
                found.append((f"{name.removesuffix('.json')}-{part}.json", text.encode()))
    return found


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
