"""The installation's facts about itself: keys, limits, versions, health, and its rule sets with their schemas."""

from typing import Any

import redis

from engine.contract import Rules
from engine.kit.drawing.svg import legend_of
from engine.kit.text.particulars import particulars_of
from engine.kit.text.phrases import LANGUAGES, by_language
from engine.protocol.log import timestamp
from engine.registry import GAMES, UnknownRules, game, newest, superseded_by
from service.api.http import etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import address, context
from service.api.http.fields import LONGEST_BODY
from service.api.http.long_poll import LONGEST
from service.api.http.problems import Problem
from service.api.http.rate_limits import PER_ACCOUNT, PER_ADDRESS
from service.api.schemas import responses
from service.commit import RELEASE, commit
from service.config.operator_caps import cap
from service.keys.keyring import log_key, results_origin
from service.matches.caps import CREATIONS, CREATIONS_OF_GUEST, MOST_OF_GUEST
from service.matches.pace import PACE_SCHEMA
from service.matches.seating.creation import BOTS, bots_of
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
    announced = store.announced()
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
        "announcement": None if announced is None else by_language(announced),
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


rules_blp = Blueprint("rules", __name__, "Rule sets: options, moves, views, events, presets.")
PUBLIC = {"Cache-Control": "public, max-age=300"}


@rules_blp.route("/v1/rules")
@rules_blp.operation("listRules", shared=True)
@rules_blp.response(200, responses.RulesList)
def list_rules() -> Any:
    """List the rule sets.

    Rules that were corrected name their successors in `superseded_by`: matches that began with them go on, but no
    new ones can begin.
    """
    found = [
        {
            "id": one.rules.id,
            "title": one.rules.title,
            "titles": {language: one.rules.title_in(language) for language in LANGUAGES},
            "about": dict(one.rules.about),
            "length": dict(one.rules.length),
            "preset_titles": {name: dict(titles) for name, titles in one.rules.preset_titles.items()},
            "preset_seats": _preset_seats(one.rules),
            "seats": list(one.rules.seats),
            "data": one.rules.data,
            "presets": list(one.rules.presets),
            "bots": list(bots_of(one)),
            "superseded_by": superseded_by(one.rules.id),
        }
        for one in GAMES.values()
    ]
    return {"rules": found}, PUBLIC


@rules_blp.route("/v1/rules/<rules:rules>")
@rules_blp.operation("getRules", codes=("not-found",), headers=("IF_NONE_MATCH",), tagged=True, shared=True)
@rules_blp.response(200, responses.Rules)
def get_rules(rules: str) -> Any:
    """Show a rule set: options of a match, moves by kind of decision, view, events, presets, what is reconstructed.

    A game's name without a version shows its newest rules.
    """
    try:
        played = game(rules if "@" in rules else newest(rules))
    except UnknownRules:
        raise Problem("not-found", "there is no such rule set: see GET /v1/rules") from None
    one = played.rules
    found = {
        "id": one.id,
        "title": one.title,
        "titles": {language: one.title_in(language) for language in LANGUAGES},
        "about": dict(one.about),
        "length": dict(one.length),
        "preset_titles": {name: dict(titles) for name, titles in one.preset_titles.items()},
        "preset_seats": _preset_seats(one),
        "seats": list(one.seats),
        "data": one.data,
        "options": one.options,
        "moves": one.moves,
        "view": one.view,
        "events": one.events,
        "orders": one.orders,
        "orders_default": one.orders_default,
        "unasked": dict(one.unasked),
        "orders_shown": one.orders_shown,
        "escrow_only": list(one.escrow_only),
        "hold_seconds": one.hold,
        "presets": one.presets,
        "bots": list(bots_of(played)),
        "reconstructed": one.reconstructed,
        "preset_data": one.preset_data,
        "superseded_by": superseded_by(one.id),
        "order_names": {language: dict(particulars_of(played).called(language)) for language in LANGUAGES},
        "legend": {
            language: [{"sign": entry.sign, "words": entry.words} for entry in legend_of(played, language)]
            for language in LANGUAGES
        },
    }
    return found, etags.fresh(etags.tag_of(found), **PUBLIC)


def _preset_seats(rules: Rules) -> dict[str, list[int]]:
    return {preset: list(rules.preset_seats.get(preset, rules.seats)) for preset in rules.presets}
