"""The public log of all matches: checkpoint, tiles, and the proof that a match's entry is in it.

The paths of checkpoint and tiles are those of c2sp.org/tlog-tiles, so that monitors which know nothing of Siegelpost can follow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import flask
from flask import Response

from engine.transparency.checkpoint import checkpoint_of
from engine.transparency.merkle import inclusion_proof
from engine.transparency.note import Note, parse_note
from engine.transparency.proof import make_proof
from engine.transparency.tiles import WIDTH, NoTile, ReadTile, TileReader, bundle, parse_path, width_in
from service.api.http import etags
from service.api.http.blueprint import Blueprint, admit
from service.api.http.current import context
from service.api.http.problems import Problem
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.schemas import requests
from service.store.installation.head_log import LogHead
from service.store.values.reading import reading

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
