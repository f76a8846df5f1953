"""The installation's facts about itself: keys, limits, versions and health."""

from __future__ import annotations

from typing import Any

import redis

from engine.protocol.log import timestamp
from engine.registry import GAMES, superseded_by
from service.api.document.assembly import RELEASE
from service.api.http.blueprint import Blueprint
from service.api.http.current import address, context
from service.api.http.long_poll import LONGEST
from service.api.http.problems import Problem
from service.api.http.rate_limits import PER_ACCOUNT, PER_ADDRESS
from service.api.http.strict import LONGEST_BODY
from service.api.schemas import responses
from service.commit import commit
from service.config.operator_caps import cap
from service.keys.keyring import log_key, results_origin
from service.matches.caps import CREATIONS, CREATIONS_OF_GUEST, MOST_OF_GUEST
from service.matches.pace import PACE_SCHEMA
from service.matches.seating.creation import BOTS
from service.processes import wake
from service.store.connection.durability import NO_SPARE, SILENT, UNVERIFIED
from service.store.store import KnownKey

blp = Blueprint("meta", __name__, "Keys, limits, versions, health.")


@blp.route("/v1/meta")
@blp.operation("getMeta", shared=True)
@blp.response(200, responses.Meta)
def get_meta() -> dict[str, Any]:
    """Show public keys, quotas, rule sets, and what a match's pace may be."""
    settings, store = context().settings, context().store
    log = log_key(context().signers, settings.origin, store.log_head().note)
    until = store.halted_until()
    quotas = (PER_ACCOUNT, PER_ADDRESS) if settings.rate_limits else ()
    return {
        "name": "Siegelpost",
        "version": RELEASE,
        "commit": commit(),
        "server_time": timestamp(context().store.now()),
        "keys": published_keys(),
        "rules": [one for one in GAMES if superseded_by(one) is None],
        "bots": list(BOTS),
        "pace": PACE_SCHEMA,
        "quotas": [{"name": one.name, "milliseconds": one.limit, "seconds": one.window} for one in quotas],
        "match_quotas": _match_quotas(),
        "longest_body": LONGEST_BODY,
        "longest_wait": LONGEST,
        "log": {
            "origin": settings.origin,
            "vkey": str(log),
            "checkpoint": "/checkpoint",
            "tiles": "/tile",
            "witnesses": [{"name": one.key.name, "vkey": str(one.key)} for one in settings.witnesses],
        },
        "results": {
            "origin": results_origin(settings.origin),
            "vkey": str(log_key(context().signers, results_origin(settings.origin), store.results_head().note)),
            "export": "/v1/results",
            "checkpoint": "/results/checkpoint",
            "tiles": "/results/tile",
        },
        "halted": store.halted(),
        "halted_until": None if until is None else timestamp(until),
        "announcement": store.announced(),
        "links": {"documentation": "/docs", "openapi": "/openapi.json", "protocol": "/protocol"},
    }


def _match_quotas() -> dict[str, int] | None:
    settings, store = context().settings, context().store
    if not settings.rate_limits:
        return None
    created, waiting, unfinished = (cap(store, settings, name) for name in ("creations", "tables", "unfinished"))
    return {
        "created": created,
        "created_by_guest": CREATIONS_OF_GUEST,
        "seconds": CREATIONS[1],
        "waiting": waiting,
        "unfinished": unfinished,
        "unfinished_of_guest": MOST_OF_GUEST,
    }


def published_keys() -> list[dict[str, Any]]:
    """Return all signing keys: that of new matches first, then from newer to older."""
    newest = context().signer.key_id
    known = {one.id: one for one in context().store.known_keys() if one.kind == "signing"}
    for held in context().signers.held:
        # The store was away when this process started, or has lost its book.
        known.setdefault(held.key_id, KnownKey("signing", held.key_id, held.public_key))
    return [
        {
            "id": one.id,
            "algorithm": "Ed25519",
            "public_key": one.public,
            "valid_from": timestamp(one.since) if one.since else None,
            "valid_until": timestamp(one.until) if one.until is not None else None,
        }
        for one in sorted(known.values(), key=lambda one: (one.id != newest, -(one.since or 0)))
    ]


@blp.route("/health")
@blp.operation("getHealth", anonymous=True, counted=False)
@blp.response(200, responses.Health)
def get_health() -> dict[str, Any]:
    """Say whether this process answers, without asking any other."""
    return {"status": "ok"}


@blp.route("/ready")
@blp.operation("getReady", anonymous=True)
@blp.response(200, responses.Ready)
def get_ready() -> dict[str, Any]:
    """Say whether the installation works: 503 if the store is away or would forget acknowledged writes.

    `degraded` means that matches are safe but slower (no queue), stand still (no clock, or halted by the operator), that
    some are parked, that finished ones cannot be read (no archive), or that the store has no replica to spare.
    """
    store, queue_url = context().store, context().settings.queue_url
    dangers = store.check_durability()
    unsure = [one for one in dangers if UNVERIFIED in one or SILENT in one]
    if len(unsure) < len(dangers):
        raise Problem("unavailable", "; ".join(dangers), headers={"Retry-After": "5"})
    parked = store.parked_count()
    try:
        wake.waiting(queue_url, "resolve")
        queue, clock = "ok", wake.clock_says(queue_url) or "silent"
    except redis.RedisError:
        queue, clock = "away", "silent"
    archive = store.archive_state()
    halted = store.halted() is not None  # the clock says so only with its next beat
    if store.spare_replicas() == 0:
        unsure.append(NO_SPARE)
    well = queue == "ok" and clock == wake.TICKING and archive != "away" and not (parked or unsure or halted)
    return {
        "status": "ready" if well else "degraded",
        "store": "; ".join(unsure) or "ok",
        "queue": queue,
        "clock": clock,
        "parked": parked,
        "halted": halted,
        "archive": archive,
        "client": address(),
    }
