"""What the installation says about itself: keys, limits, versions and health."""

from __future__ import annotations

from typing import Any

import redis

from engine.protocol.log import timestamp
from engine.registry import GAMES, superseded_by
from service import wake
from service.api.blueprint import Blueprint
from service.api.current import context
from service.api.document import RELEASE
from service.api.long_poll import LONGEST
from service.api.problems import Problem
from service.api.rate_limits import PER_ACCOUNT, PER_ADDRESS
from service.api.schemas import responses
from service.api.strict import LONGEST_BODY
from service.matches.creation import BOTS
from service.matches.pace import PACE_SCHEMA

blp = Blueprint("meta", __name__, "Keys, limits, versions, health.")
UNVERIFIED = "unverified"


@blp.route("/v1/meta")
@blp.operation("getMeta", shared=True)
@blp.response(200, responses.Meta)
def get_meta() -> dict[str, Any]:
    """Show public keys, quotas, rule sets, and what a match's pace may be."""
    signer, settings = context().signer, context().settings
    key = {
        "id": signer.key_id,
        "algorithm": "Ed25519",
        "public_key": signer.public_key,
        "valid_from": None,
        "valid_until": None,
    }
    quotas = (PER_ACCOUNT, PER_ADDRESS) if settings.rate_limits else ()
    return {
        "name": "Siegelpost",
        "version": RELEASE,
        "server_time": timestamp(context().store.now()),
        "keys": [key],
        "rules": [one for one in GAMES if superseded_by(one) is None],
        "bots": list(BOTS),
        "pace": PACE_SCHEMA,
        "quotas": [{"name": one.name, "requests": one.limit, "seconds": one.window} for one in quotas],
        "longest_body": LONGEST_BODY,
        "longest_wait": LONGEST,
        "log": {
            "origin": settings.origin,
            "vkey": str(signer.log_key(settings.origin)),
            "checkpoint": "/checkpoint",
            "tiles": "/tile",
            "witnesses": [{"name": one.key.name, "vkey": str(one.key)} for one in settings.witnesses],
        },
        "halted": context().store.halted(),
        "links": {"documentation": "/docs", "openapi": "/openapi.json", "protocol": "/protocol"},
    }


@blp.route("/health")
@blp.operation("getHealth", anonymous=True, counted=False)
@blp.response(200, responses.Health)
def get_health() -> dict[str, Any]:
    """Say whether this process answers; asks nobody else."""
    return {"status": "ok"}


@blp.route("/ready")
@blp.operation("getReady", anonymous=True)
@blp.response(200, responses.Ready)
def get_ready() -> dict[str, Any]:
    """Say whether the installation works: 503 when the store is away or would forget acknowledged writes.

    `degraded` means that matches are safe but slower (no queue), stand still (no clock), or that some are parked.
    """
    store, queue_url = context().store, context().settings.queue_url
    dangers = store.check_durability()
    unsure = [one for one in dangers if UNVERIFIED in one]
    if len(unsure) < len(dangers):
        raise Problem("unavailable", "; ".join(dangers), headers={"Retry-After": "5"})
    parked = store.parked_count()
    try:
        wake.waiting(queue_url, "resolve")
        queue, clock = "ok", wake.clock_says(queue_url) or "silent"
    except redis.RedisError:
        queue, clock = "away", "silent"
    well = queue == "ok" and clock == wake.TICKING and not parked and not unsure
    return {
        "status": "ready" if well else "degraded",
        "store": "; ".join(unsure) or "ok",
        "queue": queue,
        "clock": clock,
        "parked": parked,
    }
