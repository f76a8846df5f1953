"""The public logs: of a match, whole or from a place; and of all matches: their heads, checkpoint, tiles, and proofs of entries.

The paths of checkpoint and tiles are those of c2sp.org/tlog-tiles, so that monitors which know nothing of Siegelpost can follow.
"""

import itertools
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any

import flask
from flask import Response

from engine.protocol.log import timestamp
from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.merkle import inclusion_proof
from engine.transparency.note import Note, parse_note
from engine.transparency.proof import make_proof
from engine.transparency.tiles import WIDTH, NoTile, ReadTile, TileReader, bundle, parse_path, width_in
from service.api.http import cursors, etags
from service.api.http.blueprint import Blueprint, admit
from service.api.http.current import context
from service.api.http.problems import Problem
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.store.installation.head_log import LogHead
from service.store.store import Head, Store
from service.store.values import reading, taken_apart

PLAIN = "text/plain; charset=utf-8"
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers for a tile of a given width, whose content never changes."""
FOR_A_MOMENT = {"Cache-Control": "public, max-age=1"}
LOG = "the log of all matches"

blp = Blueprint("head-log", __name__, "The log of all matches: checkpoints that witnesses cosign, and proofs.")
tiles = flask.Blueprint("tiles", __name__)


@blp.route("/checkpoint")
@blp.operation("getCheckpoint", codes=("not-logged",))
@blp.response(
    200, {"type": "string"}, content_type="text/plain", description="A signed note (c2sp.org/tlog-checkpoint)."
)
def get_checkpoint() -> Any:
    """Show the latest checkpoint of the log of all matches, with the cosignatures of its witnesses.

    The tree is at `/tile/...` as c2sp.org/tlog-tiles says; what its leaves are, at `/protocol`.
    """
    head = context().store.log_head()
    note = head.published or head.note
    if not note:
        raise Problem("not-logged", "the log has no checkpoint yet")
    return Response(note, headers=FOR_A_MOMENT, content_type=PLAIN)


@blp.route("/v1/matches/<match:match>/proof")
@blp.operation(
    "getProof",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "not-logged"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.ProofQuery, location="query")
@blp.response(
    200,
    {"type": "string"},
    content_type="text/plain",
    description="A proof (c2sp.org/tlog-proof); its `extra` is the leaf.",
)
def get_proof(query: dict[str, Any], match: str) -> Any:
    """Prove that an entry of the match is in the log of all matches, with the checkpoint that most witnesses have cosigned."""
    load_visible(match)
    store = context().store
    head = store.log_head()
    with reading(LOG):
        index, note = _chosen(store.leaf_indices(match), head, query.get("n"))
        headers = etags.fresh(etags.tag_of("proof", match, index, str(note)), **OWN)
        size = checkpoint_of(note).size
        (leaf,) = store.log_leaves(index, index + 1)
        hashes = inclusion_proof(index, size, TileReader(size, store.log_tile).subtree)
    return Response(str(make_proof(leaf, index, hashes, note)), headers=headers, content_type=PLAIN)


def _chosen(indices: list[int], head: LogHead, n: int | None) -> tuple[int, Note]:
    """Return the leaf to prove and the checkpoint for proving it; :raises Problem: not-logged."""
    notes = [parse_note(one) for one in (head.published, head.best) if one]
    sizes = {id(note): checkpoint_of(note).size for note in notes}
    last = bisect_left(indices, max(sizes.values(), default=0)) if n is None else n
    if not 0 < last <= len(indices):
        raise Problem("not-logged", "this entry is not in the log yet: ask again in a few seconds")
    index = indices[last - 1]
    fitting = [note for note in notes if sizes[id(note)] > index]
    if not fitting:
        raise Problem("not-logged", "no checkpoint counts this entry yet: ask again in a few seconds")
    return index, max(fitting, key=lambda note: (_cosignatures(note), sizes[id(note)]))


def _cosignatures(note: Note) -> int:
    """Return how many of our present witnesses have cosigned; their signatures were checked when collected."""
    return sum(bool(note.by(one.key)) for one in context().settings.witnesses)


@tiles.get("/tile/<path:path>")
def tile(path: str) -> Response:
    """Return a tile of the log of all matches, or leaves."""
    store = context().store
    return answer_tile(
        path, store.log_size, lambda *span: [one.entry for one in store.log_leaves(*span)], store.log_tile
    )


def answer_tile(
    path: str, size: Callable[[], int], leaves: Callable[[int, int], list[bytes]], read: ReadTile
) -> Response:
    """Return a tile of a log. Addresses are checked before anything is read; a request reads at most 256 leaves."""
    admit(None, optional=True, remembered=True)
    try:
        wanted = parse_path(path)
    except NoTile as error:
        raise Problem("not-found", str(error)) from None
    if width_in(wanted, size()) < wanted.width:
        raise Problem("not-found", "the log has no such tile (yet)")
    if wanted.level is None:
        start = wanted.index * WIDTH
        raw = bundle(leaves(start, start + wanted.width))
    else:
        raw = read(wanted)
    return Response(raw, headers=FOR_EVER, content_type="application/octet-stream")


match_log_blp = Blueprint("log", __name__, "The signed, hash-chained log of a match; heads of all matches.")
AT_ONCE = 500


@match_log_blp.route("/v1/matches/<match:match>/log")
@match_log_blp.operation(
    "getLog",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    shared=True,
    paged=True,
)
@match_log_blp.arguments(requests.LogQuery, location="query")
@match_log_blp.response(200, responses.LogPage)
def get_log(query: dict[str, Any], match: str) -> Any:
    """Show entries of the log from a given one on."""
    record = load_visible(match)
    after, limit = query["after"], query["limit"]
    headers = etags.fresh(etags.tag_of("log", match, record.head, after, limit), **OWN)
    lines = context().store.entries(match, after, limit)
    last = after + len(lines)
    following = last if last < record.n else None
    return {"entries": lines, "next": following}, {**headers, **cursors.link(following, "after")}


@match_log_blp.route("/v1/matches/<match:match>/log.jsonl")
@match_log_blp.operation(
    "exportLog",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
    shared=True,
)
@match_log_blp.arguments(requests.ExportQuery, location="query")
@match_log_blp.response(
    200, {"type": "string"}, content_type="application/jsonl", description="The stored lines, byte for byte."
)
def export_log(query: dict[str, Any], match: str) -> Any:
    """Export the log as canonical JSON Lines: what `siegelpost verify` proves."""
    record = load_visible(match)
    headers = etags.fresh(etags.tag_of("export", match, record.head, query["after"]), **OWN)
    headers["Content-Disposition"] = f'inline; filename="{match}.jsonl"'
    lines = _lines(context().store, match, query["after"], record.n)
    first = next(lines, b"")  # what cannot be read at all is a problem, not half an answer
    return Response(itertools.chain([first], lines), headers=headers, content_type="application/jsonl")


@match_log_blp.route("/v1/heads")
@match_log_blp.operation("listHeads", shared=True, paged=True)
@match_log_blp.arguments(cursors.PageQuery, location="query")
@match_log_blp.response(200, responses.HeadPage)
def list_heads(query: dict[str, Any]) -> Any:
    """List the heads of all matches, oldest first: somebody who follows them can prove that history was not rewritten.

    The feed keeps only the latest heads. Continue from `cursor`, now or later if there is nothing new yet.
    """
    place = cursors.decode(query, int, str, int, str)
    found = context().store.heads(None if place is None else Head(*place), query["limit"])
    cursor = cursors.encode(*found[-1]) if found else query.get("cursor")
    shown = [{"match": one.match, "n": one.n, "head": one.head, "at": timestamp(one.at)} for one in found]
    return {"heads": shown, "cursor": cursor}, cursors.link(cursor if len(found) == query["limit"] else None)


def _lines(store: Store, match: str, after: int, last: int) -> Iterator[bytes]:
    while after < last:
        lines = store.lines(match, after, min(AT_ONCE, last - after))
        if not lines:
            return
        taken_apart(match, lines, itertools.count(after + 1))
        yield b"".join(lines)
        after += len(lines)
